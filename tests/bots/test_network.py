"""The network bot: the same answer in every gear, from a file that fits the rules, drawn where others decide at the same time."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.bots.test_levels import every_manner
from tests.bots.test_players import questions
from tests.support import every_game
from zashiki.bots import BOTS
from zashiki.bots.manners import player
from zashiki.bots.manners.player import AT_ITS_BEST
from zashiki.bots.network import file as files
from zashiki.bots.network import kernels
from zashiki.bots.network.action_rows import action_rows
from zashiki.bots.network.file import EXTRA_ROWS, BadNetwork, Layer, Network, network_of, read_network, write_network
from zashiki.bots.players import Desk
from zashiki.core.chance import below, seeded
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.games import GAMES, find_game

WIDTHS = (16, 8, 8)
ONE = 1 << kernels.ONE


def any_network(game: AnyGame, file: Path) -> Network:
    """A small network of drawn numbers, written and read."""
    rng = seeded(7)

    def drawn(rows: int, columns: int, outputs: int, lift: int, bias: int) -> Layer:
        weights = array("b", [below(rng, 255) - 127 for _ in range(rows * columns)]).tobytes()
        biases = [below(rng, 2 * bias + 1) - bias for _ in range(outputs)]
        return Layer(weights, [below(rng, lift + 1) for _ in range(rows)], biases)

    sizes = zip((game.observation_size, *WIDTHS[:-1]), WIDTHS, strict=True)
    rows = max(map(max, action_rows(game))) + 1 + EXTRA_ROWS
    layers = [drawn(inputs, width, width, 6, 1 << 18) for inputs, width in sizes]
    write_network(game, file, 50, layers, drawn(rows, WIDTHS[-1], rows, 2, 1 << 15))
    return read_network(game, file)


@pytest.fixture
def network(tmp_path: Path) -> Network:
    return any_network(find_game("akiwado"), tmp_path / "any.bin")


@every_game
def test_the_network_of_a_game_fits_its_rules_and_tells_where_it_comes_from(game: AnyGame) -> None:
    import tomllib

    network = network_of(game)
    assert network is not None
    told = tomllib.loads((game.folder / "network.toml").read_text(encoding="utf-8"))
    assert told["rules"] == game.about.rules_version
    assert told["command"].startswith(f"zashiki train {game.id}")
    assert told["gpu_minutes"] > 0
    assert network.net[kernels.NEAR] == (round(told["near"] * ONE) if "near" in told else kernels.USUAL_NEAR)
    assert {share["players"] for share in told["against_greedy"]} == set(game.seats)


def test_logits_and_value_by_hand(network: Network) -> None:
    """The table over outputs that are set by hand: a row for the action, and the two that trust what options are worth."""
    game = find_game("akiwado")
    loops, net = plain(game, kernels), network.net
    room = [0] * network.room
    room[net[kernels.INPUTS]] = 3
    width, table, lifts, biases = WIDTHS[-1], net[kernels.TABLE_AT], net[kernels.TABLE_LIFTS_AT], net[kernels.TABLE_BIASES_AT]

    def times(row: int) -> int:
        return ((3 * network.weights[table + row * width]) << net[lifts + row]) + net[biases + row]

    first = net[kernels.ROWS]
    assert loops.value_of(net, network.weights, room) == times(first + kernels.VALUE)
    worths = [100, 400, 300]
    unit = 50 * game.worth.WORLDS
    loops.judge_options(net, network.weights, room, 3, [5, 9, 20], worths)
    for logit, action, place, below_best in zip(worths, (5, 9, 20), (0, 256, 170), (300, 0, 100), strict=True):
        distance = min(32 * below_best // unit, 256)
        trust = (times(first) * place >> 8) - (times(first + 1) * distance >> 5)
        assert logit == trust + times(action_rows(game)[action][0])


def test_a_layer_adds_lifted_rows_and_caps_its_outputs(network: Network) -> None:
    loops, net = plain(find_game("akiwado"), kernels), network.net
    room, inputs = [0] * network.room, net[kernels.INPUTS]
    room[4] = 2
    loops.add_up(net, network.weights, 0, room, 0, inputs)
    lift = net[net[kernels.LIFTS_AT] + 4]
    for j in range(WIDTHS[0]):
        total = net[net[kernels.BIASES_AT] + j] + (2 << lift) * network.weights[4 * WIDTHS[0] + j]
        assert room[inputs + j] == min(max(total, 0) >> 14, 127)


def test_options_far_below_the_best_are_never_drawn_and_near_ones_by_their_chance() -> None:
    draw = plain(find_game("akiwado"), kernels).drawn_option
    logits = [0, ONE, ONE // 2, -ONE, ONE]
    drawn = Counter(draw(5, [10, 11, 12, 13, 14], logits, kernels.USUAL_NEAR, seeded(3, k)) for k in range(4000))
    assert set(drawn) == {10, 11, 12, 14}
    total = 2.71828 + 2.71828 + 1.64872 + 1
    for option, chance in ((10, 1 / total), (11, 2.71828 / total), (12, 1.64872 / total), (14, 2.71828 / total)):
        assert abs(drawn[option] / 4000 - chance) < 0.04
    assert {draw(5, [10, 11, 12, 13, 14], logits, ONE // 4, seeded(3, k)) for k in range(40)} == {11, 14}


def test_plain_and_native_and_the_batch_give_the_same_moves(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("llvmlite")
    from zashiki.rl import Batch

    game = find_game("akiwado")
    network = any_network(game, tmp_path / "any.bin")
    loops, env = plain(game, kernels), Batch(game, 4, 6, seed=2)
    env.reset()
    moves: set[int] = set()
    for _ in range(30):
        desks = [game.state.from_bytes(state.tobytes()) for state in env.states]
        rngs, seats = env.rngs.tolist(), env.seats.tolist()
        answers = env.choose(network).tolist()
        for s, rng, seat, answer in zip(desks, rngs, seats, answers, strict=True):
            desk = Desk(game, game.eyes.view(s, seat), seeded(1))
            desk.states[0] = s
            room = [0] * network.room
            assert answer == loops.network_option(
                desk.states, seat, rng, desk.out, desk.totals, network.net, network.weights, room
            )
        moves |= set(answers)
        env.step(np.array(answers, dtype=np.int32))
    assert len(moves) > 10


@pytest.mark.parametrize(
    "name", ["akiwado", *(pytest.param(name, marks=pytest.mark.slow) for name in GAMES if name != "akiwado")]
)
def test_the_compiled_answer_is_the_plain_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    game = find_game(name)
    network = network_of(game)
    assert network is not None
    answers, moves = {one: one.compile(game) for one in (player.COMPILED, player.STYLES)}, set()
    for one, answer in answers.items():
        assert one.is_on_disk(game)
        assert one.at_hand(game) is answer
        monkeypatch.setattr(one, "at_hand", lambda game: None)
    manners = [AT_ITS_BEST, *every_manner(game)]
    for s, seat in questions(game, game.seats[0], {}, 12):
        view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
        for manner in manners:
            plainly, natively = seeded(8), seeded(8)
            chosen = player.choose_in_manner(manner, game, view, seat, legal, plainly)
            answer = answers[player.STYLES if manner.style else player.COMPILED]
            assert answer(game.eyes.state_from(view, natively), seat, natively, manner) == chosen
            assert plainly == natively
            moves.add(chosen)
    assert len(moves) > 5


def test_a_network_for_other_rules_is_refused_and_the_bot_plays_greedily(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game, other = find_game("akiwado"), find_game("rights-of-losers")
    file = tmp_path / "network.bin"
    any_network(other, file)
    with pytest.raises(
        BadNetwork, match=r"trained for rights-of-losers, rules 1, and does not fit Akiwado as it is now, rules 1"
    ):
        read_network(game, file)
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(BadNetwork, match=r"network\.bin is damaged"):
        read_network(other, file)
    file.write_bytes(b"not a network")
    with pytest.raises(BadNetwork, match="is not the file of a network"):
        read_network(game, file)

    monkeypatch.setattr(files, "network_of", lambda game: read_network(game, file))
    files.usable_network.cache_clear()
    for s, seat in questions(game, 4, {}, 5):
        view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
        greedy = BOTS["greedy"].choose(game, view, seat, legal, seeded(4), 1.0)
        assert BOTS["network"].choose(game, view, seat, legal, seeded(4), 1.0) == greedy
    files.usable_network.cache_clear()
    assert "Until then it plays greedily." in caplog.text


@pytest.mark.parametrize(
    "head",
    [
        [], {}, {"near": "far"}, {"near": None}, {"near": -1}, {"near": 0.5}, {"unit": 0}, {"unit": "1"},
        {"widths": 3}, {"widths": [8, 8]}, {"widths": [8, "8", 8]}, {"widths": [8, 0, 8]},
    ],
)  # fmt: skip
def test_a_network_with_a_damaged_head_is_refused(tmp_path: Path, head: Any) -> None:
    game, file = find_game("akiwado"), tmp_path / "network.bin"
    any_network(game, file)
    mark, line, packed = file.read_bytes().split(b"\n", 2)
    damaged = {**json.loads(line), **head} if head else head
    file.write_bytes(b"\n".join([mark, json.dumps(damaged).encode(), packed]))
    with pytest.raises(BadNetwork, match=r"network\.bin is damaged"):
        read_network(game, file)


@pytest.mark.parametrize("name", ["akiwado", "kazoku-scribe"])
def test_an_onnx_file_computes_what_the_whole_numbers_do(name: str, tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    onnx = pytest.importorskip("onnx")
    from onnx.reference import ReferenceEvaluator

    from zashiki.bots.network.onnx_export import export_onnx

    game = find_game(name)
    network = network_of(game)
    assert network is not None
    export_onnx(game, tmp_path / "network.onnx")
    model = onnx.load(str(tmp_path / "network.onnx"))
    assert {entry.key: entry.value for entry in model.metadata_props} == {
        "unit_of_worth": str(network.net[kernels.UNIT] * game.worth.WORLDS)
    }
    loops, other = plain(game, kernels), ReferenceEvaluator(model)
    highs = np.array([part.high for part in game.eyes.OBSERVATION for _ in range(part.size)])
    for s, seat in questions(game, game.seats[0], {}, 3):
        room, seen = [0] * network.room, [0] * game.observation_size
        game.eyes.observe(s, seat, seen)
        logits, trust, value = other.run(None, {"observation": (np.array([seen]) / highs).astype(np.float32)})
        loops.look(network.net, network.weights, s, seat, room)
        rows = [loops.times_row(network.net, network.weights, room, row) / ONE for row in range(network.net[kernels.ROWS] + 3)]
        legal = game.legal_actions(s, seat)
        assert logits[0, legal] == pytest.approx([sum(rows[row] for row in action_rows(game)[a]) for a in legal], abs=0.01)
        assert trust[0] == pytest.approx(rows[-3:-1], abs=0.01)
        assert value[0] == pytest.approx(rows[-1], abs=0.005)
