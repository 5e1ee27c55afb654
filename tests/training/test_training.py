"""Training, made small: a resumed one learns what an uninterrupted one learns, from files that fit, and says how it does."""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.environments import ROOT
from zashiki.bots.network.action_rows import action_rows
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.turning import turned
from zashiki.games import find_game

torch = pytest.importorskip("torch")
pytest.importorskip("numba")

from zashiki.training.judging import against_greedy  # noqa: E402
from zashiki.training.keeping import pack, unpack  # noqa: E402
from zashiki.training.learner import Learner, Plan, Rollout, advantages  # noqa: E402
from zashiki.training.network import worth_features  # noqa: E402
from zashiki.training.sitting import Length, Sitting  # noqa: E402
from zashiki.training.tables import Tables  # noqa: E402

WIDTHS = (16, 8, 8)


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Small matrices are slower on several threads, much slower where the cores are busy."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """The smallest game there is: it compiles in no time."""
    monkeypatch.syspath_prepend(ROOT / "examples" / "paper-lantern" / "src")
    from paper_lantern import GAME

    return GAME


def sit(game: AnyGame, file: Path, ticks: float, said: list[str] | None = None) -> Sitting:
    """A sitting whose clock counts its own readings, so that it does the same on every machine."""
    clock = itertools.count()
    length = Length(distil=6, whole=60, sitting=ticks, report=1000, keep=12)
    sitting = Sitting(
        game, file, length, tables=12, judged=4, device="cpu", plan=Plan(steps=8, chunk=32, snapshot_every=2),
        widths=WIDTHS, clock=lambda: float(next(clock)), say=(said if said is not None else []).append,
    )  # fmt: skip
    sitting.train()
    return sitting


def numbers(sitting: Sitting) -> list[float]:
    learner = sitting.learner
    networks = (learner.player, learner.average, learner.critic, *learner.past)
    return [number for network in networks for value in network.parameters() for number in value.flatten().tolist()]


def test_a_resumed_training_learns_what_an_uninterrupted_one_learns(
    game: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zashiki.training.tables.SPREAD", 16)
    said: list[str] = []
    whole = sit(game, tmp_path / "whole.pt", 60, said)
    part = sit(game, tmp_path / "part.pt", 14)
    assert 0 < part.learner.updates < whole.learner.updates
    kept = torch.load(tmp_path / "part.pt", weights_only=True)
    assert kept["decisions"] == part.learner.decisions > 0

    # The same learner, once from the file and once as it went on after writing it.
    again = Learner(game, part.learner.sets, part.learner.plan, WIDTHS)
    unpack(again, kept)
    for learner in (part.learner, again):
        learner.begin_games()
        for progress in (0.5, 0.6):
            learner.collect()
            learner.update(progress)
    part_numbers = numbers(part)
    part.learner = again
    assert numbers(part) == part_numbers

    share = r"\d+\.\d% ± \d+\.\d%"
    line = rf"{game.id} \d+ s, \d+ updates, 0.0 M decisions: 3p {share} \(fair 33%\), 4p {share} \(fair 25%\), 5p {share} "
    assert re.match(line, said[-1])
    rows = list(csv.DictReader((tmp_path / "whole.csv").open()))
    assert int(rows[-1]["updates"]) == whole.learner.updates
    assert 0 <= float(rows[-1]["share_4p"]) <= 1


def test_the_file_of_another_training_is_refused(game: AnyGame, tmp_path: Path) -> None:
    tables = [Tables(game, game.seats[0], 2, device="cpu")]
    kept = pack(Learner(game, tables, Plan(), WIDTHS), 0.0)
    with pytest.raises(BadOption, match="This file holds the training of"):
        unpack(Learner(game, tables, Plan(), (8, 8, 8)), kept)
    with pytest.raises(BadOption, match=r"rules 99"):
        unpack(Learner(game, tables, Plan(), WIDTHS), kept | {"rules": 99})


def test_a_training_with_dials_turned_is_not_one_of_the_printed_game() -> None:
    printed = find_game("akiwado")
    rich = turned(printed, {"starting-coins": 6})
    learner = Learner(rich, [Tables(rich, 3, 2, device="cpu")], Plan(), WIDTHS)
    assert learner.sets[0].batch.game.turned == {"starting-coins": 6}
    with pytest.raises(BadOption, match=r"the training of akiwado\[starting-coins=6\]"):
        unpack(Learner(printed, [Tables(printed, 3, 2, device="cpu")], Plan(), WIDTHS), pack(learner, 0.0))


@pytest.mark.slow
def test_the_largest_training_fits_its_file() -> None:
    game = find_game("kazoku-scribe")
    kept = pack(Learner(game, [Tables(game, 2, 1, device="cpu")], Plan()), 0.0)
    numbers = [kept[name] for name in ("player", "average", "critic")]
    moments = sum(value.nbytes for name in ("player", "critic") for value in kept[name].values())
    assert sum(value.nbytes for part in numbers for value in part.values()) + moments < 16 << 20


def test_an_untrained_network_plays_greedily(game: AnyGame) -> None:
    players = game.seats[0]
    tables = Tables(game, players, 600, device="cpu", worlds=game.worth.WORLDS)
    learner = Learner(game, [tables], Plan(), WIDTHS)
    share = against_greedy(learner.player, tables, unit=10.0, seed=3)
    assert share.fair == 1 / players
    assert abs(share.mean - share.fair) < 2 * share.half


def test_advantages_follow_each_seat_on_its_own_line_of_time() -> None:
    """Two seats by turns; the game ends after the third decision and seat 0 wins. The fourth decision is not followed up."""
    zeros = torch.zeros(4, 1)
    room = Rollout(
        own=zeros, others=zeros, options=zeros, worths=zeros, counts=torch.tensor([[2], [2], [1], [2]]), choice=zeros, logp=zeros,
        value=torch.tensor([[0.5], [0.25], [0.75], [0.5]]), seats=torch.tensor([[0], [1], [0], [1]]),
        done=torch.tensor([[False], [False], [True], [False]]),
        rewards=torch.tensor([[[0.0, 0.0]], [[0.0, 0.0]], [[1.0, 0.0]], [[0.0, 0.0]]]),
        learns=torch.ones(4, 1, dtype=torch.bool),
    )  # fmt: skip
    counted, gains, returns = advantages(room)
    assert counted.tolist() == [0, 1]  # the third was no choice, the fourth has no successor
    last = 1.0 - 0.75
    assert gains[:3].tolist() == pytest.approx([0.75 - 0.5 + 0.95 * last, 0.0 - 0.25, last])
    assert returns[:3].tolist() == pytest.approx([0.75 + 0.95 * last, 0.0, 1.0])


def test_features_of_worth_are_the_place_between_worst_and_best_and_the_distance_below_the_best() -> None:
    worths, counts = torch.tensor([[10, 30, 20, 999], [5, 999, 999, 999]]), torch.tensor([3, 1])
    found = worth_features(worths, counts, unit=4.0)
    assert found[0, :3].tolist() == [[0.0, -5.0], [1.0, 0.0], [0.5, -2.5]]
    assert found[0, 3].tolist() == [0.0, 0.0]
    assert found[1].tolist() == [[0.0, 0.0]] * 4


def test_actions_of_a_large_block_share_rows() -> None:
    game = find_game("kazoku-scribe")
    rows = action_rows(game)
    place = next(block for block in game.actions.blocks if block.name == "place")
    others = {row for action, found in enumerate(rows) if not 0 <= action - place.first < place.size for row in found}
    shared = {row for found in rows[place.first : place.first + place.size] for row in found}
    assert others.isdisjoint(shared)
    assert len(others) == game.action_count - place.size  # a row each
    assert len(shared) < 200
    assert sorted(others | shared) == list(range(len(others) + len(shared)))
    assert len(set(rows)) == game.action_count
