"""The pages under docs/observations are those the tables of the games give."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.support import every_case
from zashiki.core.chance import below, seeded
from zashiki.core.game import OVER, AnyGame
from zashiki.core.gears import plain

ROOT = Path(__file__).parent.parent.parent


def test_the_pages_are_current() -> None:
    spec = importlib.util.spec_from_file_location("observation_docs", ROOT / "tools" / "observation_docs.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    folder = ROOT / "docs" / "observations"
    wanted = tool.pages()
    assert {path.name for path in folder.iterdir()} == set(wanted)
    for name, text in wanted.items():
        if (folder / name).read_text(encoding="utf-8") != text:
            pytest.fail(f"docs/observations/{name} is old: run python tools/observation_docs.py")


@every_case
def test_every_number_stays_within_its_scale(game: AnyGame, players: int, options: dict[str, str]) -> None:
    s, rng, out = game.new(players, options), seeded(8), [0] * max(game.about.max_legal, game.max_seats)
    numbers = [0] * game.observation_size
    scales = [(part.name, part.high) for part in game.eyes.OBSERVATION for _ in range(part.size)]
    sample = seeded(8, 1)
    while game.rules.status(s) != OVER:
        plain(game).random_event(s, rng, out)
        if below(sample, 7) == 0:
            game.eyes.observe(s, below(sample, players), numbers)
            assert [(name, n) for n, (name, high) in zip(numbers, scales, strict=True) if abs(n) > high] == []
