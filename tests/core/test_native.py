"""The native gear: the same bytes as the plain one after every event, and never an old rule from the cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import zashiki
from tests.support import every_case, every_game
from zashiki.core import kernels
from zashiki.core.chance import seeded
from zashiki.core.game import OVER, AnyGame
from zashiki.core.gears import plain
from zashiki.core.rule import rule
from zashiki.games import find_game

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from zashiki.core.native import native  # noqa: E402

SEED = 2026
EVENTS = 2000  # compared at least for every case
GREETING = "welcome"


@every_case
def test_plain_and_native_have_the_same_bytes_after_every_event(game: AnyGame, players: int, options: Mapping[str, str]) -> None:
    compiled, rules, size = native(game), plain(game), game.state.layout.size
    out, compared, number = [0] * max(game.about.max_legal, game.max_seats), 0, 0
    while compared < EVENTS:
        s, rng = game.new(players, options), seeded(SEED, number)
        states, native_rng = compiled.states(1), np.array(rng, dtype=np.int64)
        states.view(np.uint8)[:size] = np.frombuffer(s.to_bytes(), dtype=np.uint8)
        while rules.status(s) != OVER:
            rules.random_event(s, rng, out)
            compiled.one_event(states, 0, native_rng, compiled.buffer())
            assert states.tobytes()[:size] == s.to_bytes(), different(game, s, states.tobytes(), number)
            compared += 1
        assert native_rng.tolist() == rng
        number += 1


def different(game: AnyGame, s: object, data: bytes, number: int) -> str:
    """Which fields differ, for the message."""
    there = game.state.from_bytes(data)
    names = [name for name, field in game.state.fields.items() if not field.scratch and getattr(s, name) != getattr(there, name)]
    return f"game {number}: " + "; ".join(f"{name}: plain {getattr(s, name)}, native {getattr(there, name)}" for name in names)


@every_game
def test_whole_native_games_have_the_checksum_of_plain_ones(game: AnyGame) -> None:
    for players in game.seats:
        totals, s, rng, out = [0, 0], game.state(), [0, 0], [0] * max(game.about.max_legal, game.max_seats)
        plain(game).play_games([s], rng, out, players, game.encode_options(players, {}) or [0], SEED, 0, 2, totals)
        assert native(game).play_random(players, 2, SEED) == tuple(totals)


def test_the_checksum_others_compare_with_stays() -> None:
    assert native(find_game("rights-of-losers")).play_random(4, 200, 12345) == (24696, 1219203078)


@rule
def copy_first(states: Any) -> None:
    states[1] = states[0]


def test_a_copied_state_is_equal_and_apart() -> None:
    compiled = native(find_game("rights-of-losers"))
    states, rng = compiled.states(2), compiled.rngs(1)[0]
    compiled.play_games(states, rng, compiled.buffer(), 4, compiled.options(4), SEED, 0, 1, np.zeros(2, dtype=np.int64))
    compiled.compile(copy_first)(states)
    assert states[1].tobytes() == states[0].tobytes()
    states[0]["trick"] = 3
    assert states[1]["trick"] == 10


def test_the_first_compilation_tells_a_person_why_it_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("ZASHIKI_CACHE", str(tmp_path))
    gear = native.__wrapped__(find_game("rights-of-losers"))
    assert capsys.readouterr().err == "Compiling Rights of Losers for the native gear (once on this machine) …\n"
    gear.folder.mkdir()
    native.__wrapped__(gear.game)
    assert capsys.readouterr().err == ""


def test_a_gear_has_the_kernels_and_nothing_else() -> None:
    compiled = native(find_game("rights-of-losers"))
    assert compiled.compile(kernels.one_event) is compiled.one_event
    with pytest.raises(AttributeError, match="two_events"):
        compiled.two_events  # noqa: B018


def test_a_rule_that_reads_words_is_refused_by_name() -> None:
    @rule
    def greet() -> int:
        return GREETING  # type: ignore[return-value]

    with pytest.raises(TypeError, match="greet reads GREETING"):
        native(find_game("rights-of-losers")).compile(greet)


def test_without_numba_the_gear_says_what_to_install() -> None:
    code = "import sys; sys.modules['numba'] = None; from zashiki.games import *; from zashiki.core.native import native; "
    done = subprocess.run(
        [sys.executable, "-c", f"{code}native(find_game('rights-of-losers'))"], capture_output=True, text=True, check=False
    )
    assert "MissingExtra: The native gear needs Numba: pip install 'zashiki[native]'." in done.stderr


def test_importing_the_games_imports_no_numba() -> None:
    code = "import sys, zashiki.games, zashiki.core.native, zashiki.core.cuda; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


PLAY = """
from zashiki.core.native import native
from zashiki.games.rights_of_losers import GAME
print(*native(GAME).play_random(3, 20, 7))
"""


@pytest.mark.slow
def test_an_edited_helper_rule_is_never_answered_from_the_cache(tmp_path: Path) -> None:
    package = tmp_path / "zashiki"
    for part in ("core", "games/rights_of_losers"):
        shutil.copytree(Path(zashiki.__path__[0]) / part, package / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(zashiki.__file__, package)
    (package / "games/__init__.py").write_text("")

    def play() -> str:
        path = os.pathsep.join((str(tmp_path), *filter(None, (os.environ.get("PYTHONPATH"),))))
        environment = os.environ | {"PYTHONPATH": path, "ZASHIKI_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, env=environment, check=True)
        return done.stdout

    before = play()
    assert play() == before  # the second process reads the cache
    helper = package / "core/chance.py"
    text = helper.read_text()
    assert "(r * 5) & WORD" in text
    stamp = helper.stat()
    helper.write_text(text.replace("(r * 5) & WORD", "(r * 7) & WORD"))  # as long as before,
    os.utime(helper, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # and as old: only the text tells
    assert play() != before
