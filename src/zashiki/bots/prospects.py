"""What everybody could expect at moments of a finished game, if bots of equal strength had played on from there.

The first moment is the deal, before anybody decided anything: what it gives a seat beyond a fair share is the luck of the draw.
Nothing of a finished game is hidden, so the bots start from the position as it was; from there on each goes by what its seat can
know. They are greedy, and compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from zashiki.bots import kernels
from zashiki.bots.prepared import Prepared, first_question
from zashiki.core.game import DECISION, AnyGame
from zashiki.core.native import native
from zashiki.core.table import Table
from zashiki.core.turning import turned

MOMENTS = 24
PLAYOUTS = 100  # from each moment: one in twenty is off by more than a tenth of the win
DEAL_PLAYOUTS = 400  # from the deal, where a difference of a twentieth matters

Shares = tuple[float, ...]  # of the win, seat by seat
Look = Callable[[Any, int, int], Shares]  # (state, seed, playouts)


@dataclass(frozen=True)
class Past:
    """A finished game for a worker process: the lines of its record."""

    game: str
    players: int
    options: Mapping[str, str]
    lines: tuple[str, ...]
    dials: Mapping[str, int] = field(default_factory=dict)  # house rules


@dataclass(frozen=True)
class Moment:
    """A position, and what every seat could expect of it."""

    at: int  # lines before it
    shares: Shares


def look_back(past: Past) -> tuple[Moment, ...]:
    """The prospects at moments of a game, the deal first; none before the rules have been compiled."""
    from zashiki.games import find_game  # a worker loads the games before its first question

    game = turned(find_game(past.game), past.dials)
    if not COMPILED.is_on_disk(game):
        return ()
    look = COMPILED.compile(game)
    return tuple(
        Moment(at, look(state, at, PLAYOUTS if number else DEAL_PLAYOUTS))
        for number, (at, state) in enumerate(positions(game, past))
    )


def positions(game: AnyGame, past: Past) -> list[tuple[int, Any]]:
    """The first position in which somebody is asked, and others of that kind at equal distances."""
    table = Table(game, past.players, dict(past.options))
    asked = [(0, table.state.copy())] if table.status == DECISION else []
    for at, line in enumerate(past.lines, 1):
        table.feed(line)
        if table.status == DECISION:
            asked.append((at, table.state.copy()))
    return spread(asked, MOMENTS)


def spread(items: Sequence[Any], most: int) -> list[Any]:
    """The first of some items and others at equal distances, no more than `most`."""
    count = min(most, len(items))
    return [items[k * len(items) // count] for k in range(count)]


# Gears


def looker(game: AnyGame) -> Look:
    """The compiled playouts; MissingExtra without a compiler. The first call on a machine takes a while."""
    gear = native(game)
    kernel = gear.compile(kernels.play_on_honestly)

    def look(s: Any, seed: int, playouts: int) -> Shares:
        start, parts = gear.states(1), gear.array(s.players, "int64")
        start[0] = gear.record(s)
        kernel(start, gear.states(kernels.PLACES), gear.rngs(1)[0], gear.buffer(), gear.buffer("int64"), seed, playouts, parts)
        return tuple(int(part) / (kernels.WHOLE_WIN * playouts) for part in parts)

    return look


def _played_once(game: AnyGame) -> Look:
    look = looker(game)
    look(first_question(game)[0], 0, 1)
    return look


COMPILED = Prepared("prospects", kernels.play_on_honestly, _played_once)
