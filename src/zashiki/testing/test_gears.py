"""The native gear: the same bytes as the plain one after every event."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from zashiki.core.chance import below, seeded
from zashiki.core.game import CHANCE, OVER, AnyGame
from zashiki.core.gears import plain
from zashiki.core.kernels import NOBODY
from zashiki.core.schema import OUTCOME
from zashiki.testing.cases import every_case, every_game
from zashiki.testing.play import Walk
from zashiki.testing.played import playing

INSTALL = "The gears cannot be compared: the native one needs Numba (pip install 'zashiki[native]')."
np = pytest.importorskip("numpy", reason=INSTALL)
pytest.importorskip("numba", reason=INSTALL)

from zashiki.core.native import native  # noqa: E402

SEED = 2026
EVENTS = 2000  # compared at least for every case
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
    begin = compiled.begin_at.bind(states, rng, out, turn, players, compiled.options(players, dict(options)))
    step = compiled.step_at.bind(states, rng, out, turn)
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


@every_game
def test_whole_native_games_have_the_checksum_of_plain_ones(game: AnyGame) -> None:
    for players in game.seats:
        totals, s, rng, out = [0, 0], game.state(), [0, 0], [0] * max(game.about.max_legal, game.max_seats)
        plain(game).play_games([s], rng, out, players, game.encode_options(players, {}) or [0], SEED, 0, 2, totals)
        assert native(game).play_random(players, 2, SEED) == tuple(totals)
