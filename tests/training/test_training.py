"""Training, made small: a resumed one learns what an uninterrupted one learns, from files that fit, and says how it does."""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.environments import ROOT
from zashiki.bots.network import kernels
from zashiki.bots.network.action_rows import action_rows
from zashiki.bots.network.file import network_of, read_network
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.core.turning import turned
from zashiki.games import find_game

torch = pytest.importorskip("torch")
np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

from zashiki.rl import Batch  # noqa: E402
from zashiki.training.judging import judged  # noqa: E402
from zashiki.training.keeping import pack, unpack  # noqa: E402
from zashiki.training.learner import Learner, Plan, Rollout, advantages  # noqa: E402
from zashiki.training.network import worth_features  # noqa: E402
from zashiki.training.sitting import Length, Sitting  # noqa: E402
from zashiki.training.tables import Kind, Tables  # noqa: E402
from zashiki.training.whole_numbers import near_of, player_of, unit_of, write_whole_numbers  # noqa: E402

WIDTHS = (16, 8, 8)
ONE = 1 << kernels.ONE


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
        game, file, length, tables=12, judged=4, device="cpu", plan=Plan(steps=8, chunk=32, snapshot_every=2, settle=2),
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
    again = Learner(game, part.learner.tables, part.learner.plan, WIDTHS)
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
    tables = Tables(game, [Kind(game.seats[0], 2)], device="cpu")
    kept = pack(Learner(game, tables, Plan(), WIDTHS), 0.0)
    with pytest.raises(BadOption, match="This file holds the training of"):
        unpack(Learner(game, tables, Plan(), (8, 8, 8)), kept)
    with pytest.raises(BadOption, match=r"rules 99"):
        unpack(Learner(game, tables, Plan(), WIDTHS), kept | {"rules": 99})


def test_a_training_with_dials_turned_is_not_one_of_the_printed_game() -> None:
    printed = find_game("akiwado")
    rich = turned(printed, {"starting-coins": 6})
    learner = Learner(rich, Tables(rich, [Kind(3, 2)], device="cpu"), Plan(), WIDTHS)
    assert learner.tables.game.turned == {"starting-coins": 6}
    with pytest.raises(BadOption, match=r"the training of akiwado\[starting-coins=6\]"):
        unpack(Learner(printed, Tables(printed, [Kind(3, 2)], device="cpu"), Plan(), WIDTHS), pack(learner, 0.0))


@pytest.mark.slow
def test_the_largest_training_fits_its_file() -> None:
    game = find_game("kazoku-scribe")
    kept = pack(Learner(game, Tables(game, [Kind(2, 1)], device="cpu"), Plan()), 0.0)
    numbers = [kept[name] for name in ("player", "average", "critic")]
    moments = sum(value.nbytes for name in ("player", "critic") for value in kept[name].values())
    assert sum(value.nbytes for part in numbers for value in part.values()) + moments < 16 << 20


def test_an_untrained_network_plays_greedily(game: AnyGame) -> None:
    players = game.seats[0]
    tables = Tables(game, [Kind(players, 600)], device="cpu", worlds=game.worth.WORLDS)
    learner = Learner(game, tables, Plan(), WIDTHS)
    (share,) = judged((learner.player, 10), tables, seed=3)
    assert share.fair == 1 / players
    assert abs(share.mean - share.fair) < 2 * share.half


def test_tables_of_all_kinds_play_the_games_of_their_batches() -> None:
    """Side by side with other seat counts and options, a table plays what it would play in a batch of its own."""
    akiwado = find_game("akiwado")
    kinds = [Kind(3, 5), Kind(5, 4), Kind(4, 6, {"purveyor": "true"})]
    tables, size = Tables(akiwado, kinds, device="cpu"), akiwado.state.layout.size
    tables.begin(seed=8)
    batches = [Batch(akiwado, kind.players, kind.n, options=kind.given) for kind in kinds]
    for batch, place in zip(batches, tables.places, strict=True):
        batch.states[:], batch.rngs[:], batch.seats[:] = tables._states[place], tables._rngs[place], tables.seats[place]
    ended, first, later = 0, 0, 0
    for _ in range(120):
        tables.look()
        choice = torch.randint(1000, (tables.n,)) % tables._counts
        for batch, place in zip(batches, tables.places, strict=True):
            options, worths, counts = batch.weigh()
            for found, given in ((options, tables._options), (worths, tables._worths)):
                for row, listed, count in zip(found, given[place].numpy(), counts, strict=True):
                    assert row[:count].tolist() == listed[:count].tolist()
            batch.step(options[np.arange(batch.n), choice[place].numpy()], check=False)
        tables.play(choice)
        for batch, place in zip(batches, tables.places, strict=True):
            assert batch.done.tolist() == tables.done[place].tolist()
            assert batch.rewards.tolist() == tables.rewards[place, : batch.players].tolist()
            assert [s.tobytes()[:size] for s in batch.states] == [s.tobytes()[:size] for s in tables._states[place]]
            batch.rngs[:], batch.seats[:] = tables._rngs[place], tables.seats[place]  # who is asked was drawn
            for s, seat in zip(batch.states, batch.seats.tolist(), strict=True):
                acting = akiwado.acting(akiwado.state.from_bytes(s.tobytes()))
                assert seat in acting
                first += seat == acting[0] and len(acting) > 1
                later += seat != acting[0]
        ended += int(tables.done.sum())
    assert ended > 0
    assert min(first, later) > 50  # of those who decide at the same time, anybody may be asked first
    assert tables.rewards[tables.places[0], 3:].sum() == 0  # nobody sits there


@pytest.mark.parametrize("name", ["akiwado", pytest.param("kazoku-scribe", marks=pytest.mark.slow)])
def test_a_file_goes_into_training_as_it_plays(name: str, tmp_path: Path) -> None:
    """The network that a training begins from answers as the whole numbers of its file do, and is written back unchanged."""
    game = find_game(name)
    network = network_of(game)
    assert network is not None
    player, unit, loops = player_of(game, network), unit_of(network), plain(game, kernels)
    tables = Tables(game, [Kind(game.seats[0], 4), Kind(game.seats[-1], 4)], device="cpu", worlds=game.worth.WORLDS)
    tables.begin_spread(seed=3)
    compared = 0
    for _ in range(12):
        seen = tables.look()
        with torch.no_grad():
            features = worth_features(seen.worths, seen.counts, unit * tables.worlds)
            logits, values = player(seen.own, seen.options, features, seen.counts)
        for i, count in enumerate(seen.counts.tolist()):
            s, room = game.state.from_bytes(tables._states[i].tobytes()), [0] * network.room
            loops.look(network.net, network.weights, s, int(seen.seats[i]), room)
            whole = seen.worths[i, :count].tolist()
            loops.judge_options(network.net, network.weights, room, count, seen.options[i, :count].tolist(), whole)
            assert logits[i, :count].tolist() == pytest.approx([number / ONE for number in whole], abs=0.25)
            assert float(values[i]) == pytest.approx(loops.value_of(network.net, network.weights, room) / ONE, abs=0.02)
            compared += count > 1
        tables.play(logits.argmax(1))
    assert compared > 50
    write_whole_numbers(game, player, unit, tmp_path / "again.bin", near_of(network))
    again = read_network(game, tmp_path / "again.bin")
    assert again.weights == network.weights
    assert [one - two for one, two in zip(again.net, network.net, strict=True) if one != two] == []


def test_a_training_begins_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zashiki.training.tables.SPREAD", 4)
    game = find_game("akiwado")
    network = network_of(game)
    assert network is not None
    said, ticks = list[str](), itertools.count()
    length = Length(distil=0, whole=8, sitting=8, report=100, keep=100)
    sitting = Sitting(
        game, tmp_path / "a.pt", length, tables=24, judged=8, device="cpu", plan=Plan(steps=4, chunk=64, settle=1),
        start=game.folder / "network.bin", clock=lambda: float(next(ticks)), say=said.append,
    )  # fmt: skip
    before = player_of(game, network)
    assert sitting.learner.unit == unit_of(network)
    assert torch.load(tmp_path / "a.pt", weights_only=True)["origin"].startswith("network.bin ")
    same = zip(before.parameters(), sitting.learner.player.parameters(), strict=True)
    assert all(torch.allclose(one, two, atol=2e-3, rtol=2e-3) for one, two in same)  # the file holds 16 bits
    sitting.train()
    assert sitting.learner.updates > 1
    assert any("against the network that comes with the game" in line for line in said)
    rows = list(csv.DictReader((tmp_path / "a.csv").open()))
    assert {"share_3p", "share_4p", "share_5p", "release_4p", "entropy"} <= rows[-1].keys()


def test_only_the_critic_learns_at_first(game: AnyGame) -> None:
    tables = Tables(game, [Kind(game.seats[0], 16)], device="cpu")
    learner = Learner(game, tables, Plan(steps=8, chunk=32, settle=1), WIDTHS)
    learner.begin_games()
    changed = []
    for _ in range(2):
        before = [value.clone() for network in (learner.player, learner.critic) for value in network.parameters()]
        learner.collect()
        learner.update(0.5)
        after = [*learner.player.parameters(), *learner.critic.parameters()]
        half = len(list(learner.player.parameters()))
        moved = [not torch.equal(one, two) for one, two in zip(before, after, strict=True)]
        changed.append((any(moved[:half]), any(moved[half:])))
    assert changed == [(False, True), (True, True)]


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
    found = worth_features(worths, counts, unit=4)
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
