"""What everybody could expect at moments of a finished game, if bots of equal strength had played on from there.

The first moment is the deal, before anybody decided anything: what it gives a seat beyond a fair share is the luck of the draw.
Nothing of a finished game is hidden, so the bots start from the position as it was; from there on each goes by what its seat can
know. They are greedy, and compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zashiki.bots import kernels
from zashiki.core.game import DECISION, AnyGame
from zashiki.core.gears import rules_key
from zashiki.core.native import cache_folder, native
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
    if not is_prepared(game):
        return ()
    look = looker(game)
    return tuple(
        Moment(at, look(state, at, DEAL_PLAYOUTS if first else PLAYOUTS))
        for first, (at, state) in zip((True, *(False,) * MOMENTS), positions(game, past), strict=False)
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


@cache
def looker(game: AnyGame) -> Look:
    """The compiled playouts; MissingExtra without Numba. The first call on a machine takes a while."""
    gear = native(game)

    import numpy as np

    kernel = gear.compile(kernels.play_on_honestly)
    layout, dtype = game.state.layout, game.state.dtype()

    def look(s: Any, seed: int, playouts: int) -> Shares:
        start, parts = gear.states(1), gear.array(s.players, "int64")
        start[0] = np.frombuffer(s.to_bytes().ljust(layout.itemsize, b"\0"), dtype=dtype)[0]
        kernel(start, gear.states(kernels.PLACES), gear.rngs(1)[0], gear.buffer(), gear.buffer("int64"), seed, playouts, parts)
        return tuple(int(part) / (kernels.WHOLE_WIN * playouts) for part in parts)

    return look


def is_prepared(game: AnyGame) -> bool:
    """Whether the compiled playouts are on disk."""
    return find_spec("numba") is not None and _mark(game).exists()


def compile_playouts(game: AnyGame) -> None:
    """Compile the playouts of a game and leave them on disk."""
    table = Table(game, game.seats[0], seed=0)
    table.advance()
    looker(game)(table.state, 0, 1)
    _mark(game).touch()


def _mark(game: AnyGame) -> Path:
    """A file that says that the playouts of this game, as its rules are written now, are in the cache of compiled rules."""
    return cache_folder() / f"{game.id}-prospects-{rules_key(game, kernels.play_on_honestly)[:20]}"
