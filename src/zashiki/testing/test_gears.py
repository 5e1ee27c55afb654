"""The native gear: the same bytes as the plain one after every event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from zashiki.core.chance import below, seeded
from zashiki.core.game import CHANCE, OVER, AnyGame
from zashiki.core.gears import plain
from zashiki.core.kernels import BEGIN, NOBODY, STEP
from zashiki.core.schema import OUTCOME
from zashiki.testing.cases import every_case, every_game
from zashiki.testing.kernels import answer_everything
from zashiki.testing.play import Walk
from zashiki.testing.played import playing

INSTALL = "The gears cannot be compared: the native one needs llvmlite (pip install 'zashiki[native]')."
np = pytest.importorskip("numpy", reason=INSTALL)
pytest.importorskip("llvmlite", reason=INSTALL)

from zashiki.core.native import Native, native  # noqa: E402
from zashiki.machine import kernel  # noqa: E402
from zashiki.machine.lines import Lines  # noqa: E402
from zashiki.machine.values import Record, Value  # noqa: E402
from zashiki.machine.writing import Instruction  # noqa: E402

SEED = 2026
EVENTS = 2000  # compared at least for every case
DECISIONS = 500  # in which every rule is asked, for every case
STEPPED = 2  # whole games stepped from Python for every case


@every_case
def test_plain_and_native_have_the_same_bytes_after_every_event(game: AnyGame, players: int, options: Mapping[str, str]) -> None:
    compiled, rules, size = native(game), plain(game), game.state.layout.size
    out, compared, number = [0] * max(game.about.max_legal, game.max_seats), 0, 0
    while compared < EVENTS:
        s, rng = game.new(players, options), seeded(SEED, number)
        states, native_rng = compiled.states(1), np.array(rng, dtype=np.int64)
        states.view(np.uint8)[:size] = np.frombuffer(s.to_bytes(), dtype=np.uint8)
        events = 0
        while rules.status(s) != OVER:
            rules.random_event(s, rng, out)
            compiled.one_event(states, 0, native_rng, compiled.buffer())
            events += 1
            if states.tobytes()[:size] != s.to_bytes():
                playing(played_again(game, players, options, number, events).record)
                pytest.fail(different(game, s, states.tobytes(), number))
        compared += events
        assert native_rng.tolist() == rng
        number += 1


@every_case
def test_native_steps_have_the_bytes_options_and_seats_of_plain_ones(
    game: AnyGame, players: int, options: Mapping[str, str]
) -> None:
    """Through the call that Python makes, whole games: every state, every list, every seat, and the end."""
    compiled, rules, size = native(game), plain(game), game.state.layout.size
    states, rng, out, turn = compiled.states(1), compiled.rngs(1)[0], compiled.buffer(), compiled.array(2, "int64")
    given = states, rng, out, turn, players, compiled.options(players, dict(options))
    begin, step = (compiled.single.bind(*given, job) for job in (BEGIN, STEP))
    for seed in range(STEPPED):
        s, plain_rng, chooser, decisions = game.new(players, options), seeded(seed), seeded(SEED, seed), 0
        rules.advance(s, plain_rng)
        n = begin(seed)
        while n:
            seat = game.acting(s)[0]
            assert (turn.tolist(), out[:n].tolist()) == ([seat, n], game.legal_actions(s, seat))
            action = int(out[below(chooser, n)])
            rules.apply(s, seat, action)
            rules.advance(s, plain_rng)
            n, decisions = step(action), decisions + 1
            if states.tobytes()[:size] != s.to_bytes():
                pytest.fail(f"after decision {decisions}: {different(game, s, states.tobytes(), seed)}")
        assert rules.status(s) == OVER
        assert decisions > 0
        assert (turn.tolist(), rng.tolist()) == ([NOBODY, 0], plain_rng)


def played_again(game: AnyGame, players: int, options: Mapping[str, str], number: int, events: int) -> Walk:
    """The first events of a game as the kernel `random_event` chooses them: always the lowest seat to act."""
    walk, rng = Walk(game, players, options), seeded(SEED, number)
    for _ in range(events):
        if game.rules.status(walk.state) == CHANCE:
            walk.happen(rng)
        else:
            seat = game.acting(walk.state)[0]
            walk.decide(seat, plain(game).random_action(walk.state, seat, rng, [0] * game.about.max_legal))
    return walk


def different(game: AnyGame, s: object, data: bytes, number: int) -> str:
    """Which fields differ, for the message."""
    there = game.state.from_bytes(data)
    names = [name for name in game.state.fields if name != OUTCOME and getattr(s, name) != getattr(there, name)]
    return f"game {number}: " + "; ".join(f"{name}: plain {getattr(s, name)}, native {getattr(there, name)}" for name in names)


def soiled_room(rubbish: int) -> Callable[[Any, int], Instruction]:
    """What makes work space that is full of a number at first."""

    def make(dtype: Any, alignment: int) -> Instruction:
        def write(lines: Lines, given: Sequence[Value]) -> Record:
            place = lines.slot(f"[{dtype.itemsize} x i8]", alignment)
            lines.put(f"call void @llvm.memset.p0.i64(ptr {place}, i8 {rubbish}, i64 {dtype.itemsize}, i1 false)")
            return Record(place, dtype)

        return Instruction(write)

    return make


def all_answers(gear: Native, players: int, options: Mapping[str, str]) -> int:
    """A checksum of what all rules answer."""
    row, numbers = np.zeros(gear.game.observation_size, dtype=np.int64), gear.options(players, dict(options))
    ask, room = gear.compile(answer_everything), (gear.states(2), gear.rngs(1)[0], gear.buffer(), row)
    found: int = ask(*room, players, numbers, SEED, DECISIONS)
    return found


@pytest.mark.slow
@every_game
def test_what_work_space_holds_at_first_changes_nothing_in_machine_code(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ZASHIKI_CACHE", str(tmp_path))
    cases = [(players, options) for players in game.seats for options in game.about.variants]
    clean = [all_answers(native(game), *case) for case in cases]
    for rubbish in (0x7F, 0x80, 0x55):
        monkeypatch.setattr(kernel, "machine", lambda rubbish=rubbish: f"with {rubbish}")  # whose code has names of its own
        gear = Native(game)
        gear._binder = gear.binder(soiled_room(rubbish))
        assert [all_answers(gear, *case) for case in cases] == clean


@every_game
def test_whole_native_games_have_the_checksum_of_plain_ones(game: AnyGame) -> None:
    for players in game.seats:
        totals, s, rng, out = [0, 0], game.state(), [0, 0], [0] * max(game.about.max_legal, game.max_seats)
        plain(game).play_games([s], rng, out, players, game.encode_options(players, {}) or [0], SEED, 0, 2, totals)
        assert native(game).play_random(players, 2, SEED) == tuple(totals)
