"""Games played at random, event by event, for looking at what is true on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from zashiki.core.chance import below, seeded
from zashiki.core.game import CHANCE, OVER, AnyGame
from zashiki.core.record import Kifu, kifu_of
from zashiki.core.table import Table
from zashiki.testing.played import playing


class Walk:
    """A game played straight through its rules: nothing is told, and of each event only what a record needs is kept."""

    def __init__(self, game: AnyGame, players: int, options: Mapping[str, str]) -> None:
        self.game, self.players, self.options = game, players, dict(options)
        self.state: Any = game.new(players, options)
        self._events: list[tuple[int | None, list[int]]] = []  # (seat, [action]) or (None, outcome)

    @property
    def lines(self) -> int:
        """How many lines the record has so far."""
        return len(self._events)

    @property
    def over(self) -> bool:
        return self.game.rules.status(self.state) == OVER

    def happen(self, rng: list[int]) -> None:
        """Draw the chance event that is due and carry it out."""
        self.game.rules.draw(self.state, rng)
        self._events.append((None, self.state.outcome[:]))
        self.game.rules.reveal(self.state)

    def decide(self, seat: int, action: int) -> None:
        """Carry out a legal action."""
        self._events.append((seat, [action]))
        self.game.rules.apply(self.state, seat, action)

    def go_on(self, rng: list[int]) -> None:
        """The next event: chance, or a random option of a random seat to act."""
        if self.game.rules.status(self.state) == CHANCE:
            self.happen(rng)
            return
        seats = self.game.acting(self.state)
        seat = seats[below(rng, len(seats))]
        actions = self.game.legal_actions(self.state, seat)
        self.decide(seat, actions[below(rng, len(actions))])

    def record(self) -> str:
        """The record of the game so far, as text that replays."""
        game, s = self.game, self.game.new(self.players, self.options)
        kifu: Kifu = kifu_of(Table(game, self.players, self.options))
        for seat, event in self._events:
            if seat is None:
                s.outcome[:] = event
                kifu.lines.append(f"*: {game.words.write_chance(s)}")
                game.rules.reveal(s)
            else:
                kifu.lines.append(f"{seat}: {game.actions.write(event[0])}")
                game.rules.apply(s, seat, event[0])
        return kifu.write()

    def __repr__(self) -> str:
        """The record: what Hypothesis prints of an example that failed."""
        return f"\n{self.record()}"


def new_table(game: AnyGame, players: int, options: Mapping[str, str], seed: int = 1) -> Table[Any, Any]:
    """A table whose record a failure shows."""
    table: Table[Any, Any] = Table(game, players, options, seed=seed)
    playing(lambda: table.record)
    return table


def play_randomly(table: Table[Any, Any], rng: list[int]) -> Iterator[tuple[int, int]]:
    """Play a table to its end, a random seat and a random option at a time; yields (seat, action) before each move."""
    while not table.over:
        seats = table.to_act
        seat = seats[below(rng, len(seats))]
        options = table.game.legal_actions(table.state, seat)
        action = options[below(rng, len(options))]
        yield seat, action
        table.play(seat, action)


def random_states(game: AnyGame, players: int, options: Mapping[str, str], seed: int) -> Iterator[Any]:
    """Every state of one random game, chance states included. The yielded state goes on changing: copy what you keep."""
    walk, rng = Walk(game, players, options), seeded(seed)
    playing(walk.record)
    yield walk.state
    while not walk.over:
        walk.go_on(rng)
        yield walk.state


def about_one_in(n: int, states: Iterator[Any], seed: int = 0) -> Iterator[Any]:
    """A copy of each state with a chance of one in n, and of the last one in any case.

    A fixed stride would meet the same step of every turn in a game whose turns are as long as the stride.
    """
    rng, s, taken = seeded(seed, n), None, True
    for s in states:
        taken = below(rng, n) == 0
        if taken:
            yield s.copy()
    if not taken:
        assert s is not None
        yield s.copy()
