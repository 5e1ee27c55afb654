"""One game and everything that an environment asks about it: in the native gear where that is possible, else in the plain one.

A desk has a place for one position and a generator. Positions are taken from it and put back as values that nothing changes:
bytes in the native gear, states in the plain one. Whatever changes the position answers what is awaited then: the seats to act
as a bit mask, 0 when the game is over, CHANCE_NEXT before a chance event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from zashiki.core.actions import Action
from zashiki.core.chance import seed_rng, seeded
from zashiki.core.errors import MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.core.native import native
from zashiki.core.rooms import Seat
from zashiki.rl import kernels
from zashiki.rl.batch import observation_scales


class Desk:
    """In the native gear: a call costs little more than that of a builtin."""

    def __init__(self, game: AnyGame, players: int, options: Mapping[str, str]) -> None:
        self._game, gear = game, native(game)
        states, rng, out, turn = gear.states(1), gear.rngs(1)[0], gear.buffer(), gear.array(1, "int64")
        self._marks, self._numbers = gear.array(game.action_count, "int8"), gear.array(game.observation_size, "float32")
        self._place = memoryview(states.view("uint8")[: game.state.layout.size])
        self._out, self._turn = memoryview(out), memoryview(turn)
        kernel, given = gear.compile(kernels.serve), (players, gear.options(players, dict(options)))

        def call(job: int) -> Callable[[int], int]:
            bound: Callable[[int], int] = kernel.bind(
                states, rng, out, turn, self._marks, observation_scales(game), self._numbers, *given, job
            )
            return bound

        self.begin = call(kernels.BEGIN)  # (seed): a new game up to its first decision
        self._go_on, self._play, self._move = call(kernels.GO_ON), call(kernels.PLAY), call(kernels.MOVE)
        self._happen, self._list, self._mark = call(kernels.HAPPEN), call(kernels.LIST), call(kernels.MARK)
        self._look, self._won, self._imagine = call(kernels.LOOK), call(kernels.WON), call(kernels.IMAGINE)
        self._await = call(kernels.AWAIT)

    @property
    def position(self) -> bytes:
        """Where the game stands."""
        return self._place.tobytes()

    @position.setter
    def position(self, position: bytes) -> None:
        self._place[:] = position

    def state_of(self, position: bytes) -> Any:
        """A position in its plain form, to be changed freely."""
        return self._game.state.from_bytes(position)

    def position_of(self, state: Any) -> bytes:
        """A state as a position."""
        return bytes(state.to_bytes())

    def awaited(self) -> int:
        """What is awaited now."""
        return self._await(0)

    def go_on(self) -> int:
        """Carry out all chance up to the next decision."""
        return self._go_on(0)

    def play(self, seat: Seat, action: Action) -> int:
        """Play a legal action and all chance behind it."""
        self._turn[0] = seat
        return self._play(action)

    def move(self, seat: Seat, action: Action) -> int:
        """Play a legal action."""
        self._turn[0] = seat
        return self._move(action)

    def happen(self, seed: int, stream: int) -> int:
        """Carry out one chance event, drawn from the generator number `stream` of the seed."""
        self._turn[0] = stream
        return self._happen(seed)

    def imagine(self, seat: Seat, seed: int) -> int:
        """Draw again whatever the seat cannot know."""
        self._turn[0] = seat
        return self._imagine(seed)

    def legal(self, seat: Seat) -> list[Action]:
        """The legal actions of a seat in canonical order; empty when it is not to act."""
        found: list[Action] = self._out[: self._list(seat)].tolist()
        return found

    def mask(self, seat: Seat) -> Any:
        """1 for every legal action of the seat, as int8."""
        self._mark(seat)
        return self._marks.copy()

    def observation(self, seat: Seat) -> Any:
        """What the seat knows, scaled to -1 .. 1, as float32."""
        self._look(seat)
        return self._numbers.copy()

    def winners(self) -> int:
        """The winning seats, as a bit mask; 0 before the end."""
        return self._won(0)


class PlainDesk:
    """The same with the rules as they are. Its state is replaced, never changed, so it is a position too."""

    def __init__(self, game: AnyGame, players: int, options: Mapping[str, str]) -> None:
        self._game, self._players, self._options, self._loops = game, players, options, plain(game, kernels)
        self.begin(0)

    def begin(self, seed: int) -> int:
        """A new game up to its first decision."""
        self._rng, self.position = seeded(seed, 0, len(self._game.sources)), self._game.new(self._players, self._options)
        return self.go_on()

    def state_of(self, position: Any) -> Any:
        """A position in a form that can be changed freely."""
        return position.copy()

    def position_of(self, state: Any) -> Any:
        """A state as a position."""
        return state.copy()

    def _changed(self, change: Callable[..., None], *arguments: Any) -> int:
        state = self.position.copy()
        change(state, *arguments)
        self.position = state
        return self.awaited()

    def awaited(self) -> int:
        """What is awaited now."""
        found: int = self._loops.awaited(self.position)
        return found

    def go_on(self) -> int:
        """Carry out all chance up to the next decision."""
        return self._changed(self._loops.advance, self._rng)

    def play(self, seat: Seat, action: Action) -> int:
        """Play a legal action and all chance behind it."""
        self.move(seat, action)
        return self.go_on()

    def move(self, seat: Seat, action: Action) -> int:
        """Play a legal action."""
        return self._changed(self._loops.apply, seat, action)

    def happen(self, seed: int, stream: int) -> int:
        """Carry out one chance event, drawn from the generator number `stream` of the seed."""
        seed_rng(self._rng, seed, stream)
        return self._changed(self._loops.happen_at_desk, self._rng)

    def imagine(self, seat: Seat, seed: int) -> int:
        """Draw again whatever the seat cannot know."""
        seed_rng(self._rng, seed, 0)
        return self._changed(self._loops.resample, seat, self._rng)

    def legal(self, seat: Seat) -> list[Action]:
        """The legal actions of a seat in canonical order; empty when it is not to act."""
        return self._game.legal_actions(self.position, seat)

    def mask(self, seat: Seat) -> Any:
        """1 for every legal action of the seat, as int8."""
        import numpy as np

        mask = np.zeros(self._game.action_count, dtype=np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def observation(self, seat: Seat) -> Any:
        """What the seat knows, scaled to -1 .. 1, as float32."""
        import numpy as np

        numbers = [0] * self._game.observation_size
        self._game.eyes.observe(self.position, seat, numbers)
        return np.array(numbers, dtype=np.float32) * observation_scales(self._game)

    def winners(self) -> int:
        """The winning seats, as a bit mask; 0 before the end."""
        return self._game.scoring.winners(self.position)


def desk_for(game: AnyGame, players: int, options: Mapping[str, str]) -> Desk | PlainDesk:
    """Compiled where that is possible: both play the same games."""
    try:
        return Desk(game, players, options)
    except MissingExtra:
        return PlainDesk(game, players, options)
