"""One game in the native gear, stepped from Python with one call a decision.

    table = Single(game, players=4)
    n = table.begin(seed)
    while n:
        n = table.step(table.options[k])                # k from 0 to n - 1

A call plays the decision, carries out all chance up to the next one and lists the options of the seat that has to take it.
It costs about as much as a call of a Python builtin: nothing is allocated, and all arguments but the action are bound beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from zashiki.core.game import AnyGame
from zashiki.core.kernels import BEGIN, REFUSED, STEP
from zashiki.core.native import native
from zashiki.core.rooms import Seat

__all__ = ["REFUSED", "Single"]


class Single:
    """One game. `options` is a buffer that every call overwrites: only the first n numbers are options now."""

    begin: Callable[[int], int]  # (seed) -> number of options: a new game, up to its first decision
    step: Callable[[int], int]  # (action) -> the same for the next seat, 0 when the game is over; REFUSED if it is not an option

    def __init__(self, game: AnyGame, players: int, options: Mapping[str, str] | None = None, seed: int = 0) -> None:
        gear = native(game)
        self.game, self.players = game, players
        self.states, self.rng, out = gear.states(1), gear.rngs(1)[0], gear.buffer()
        turn, numbers = gear.array(2, "int64"), gear.options(players, dict(options or {}))
        self.options, self._turn = memoryview(out), memoryview(turn)
        self.begin, self.step = (
            gear.single.bind(self.states, self.rng, out, turn, players, numbers, job) for job in (BEGIN, STEP)
        )
        self.begin(seed)

    @property
    def seat(self) -> Seat:
        """The seat to act: the lowest where several decide at the same time; -1 when the game is over."""
        return self._turn[0]

    @property
    def count(self) -> int:
        """The number of its options, as the last call returned it."""
        return self._turn[1]

    def state(self) -> Any:
        """The state in its plain form, for everything that is not native: views, scores, drawings."""
        return self.game.state.from_bytes(self.states.tobytes())
