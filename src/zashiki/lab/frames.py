"""Games and decisions as tables for Polars, DuckDB or pandas."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl

from zashiki.lab import kernels as k
from zashiki.lab.count import deals_of, kinds_of, shares_of
from zashiki.lab.play import Played
from zashiki.lab.setup import Setup


@cache
def _vocabulary(game: str, dials: tuple[tuple[str, int], ...]) -> tuple[Any, Any, Any]:
    """All actions, all kinds, and the kind of each action."""
    found = Setup(game=game, dials=dict(dials)).rules()
    texts, names = list(found.actions.texts), [block.name for block in found.actions.blocks]
    return pl.Series(texts, dtype=pl.Enum(texts)), pl.Series(names, dtype=pl.Enum(names)), kinds_of(found)


def frames_of(played: Played) -> dict[str, bytes]:
    """Parquet files by their path: a row for each game, a row for each decision."""
    setup, deals, part = played.lot.setup, deals_of(played), f"part-{played.lot.first:08}.parquet"
    return {
        f"games/{part}": _parquet(games_frame(played)),
        f"decisions/{part}": _parquet(decisions_frame(played, setup, deals)),
    }


def games_frame(played: Played) -> pl.DataFrame:
    """A row for each game."""
    shares = shares_of(played)
    columns: dict[str, Any] = {
        "game": deals_of(played),
        "decisions": played.results[:, k.DECISIONS],
        "ended": played.results[:, k.WON] != 0,
    }
    for seat in range(played.players):
        columns[f"share_{seat + 1}"] = shares[:, seat]
    for seat in range(played.players):
        columns[f"score_{seat + 1}"] = played.points[:, seat]
    return pl.DataFrame(columns)


def decisions_frame(played: Played, setup: Setup, deals: np.ndarray[Any, Any]) -> pl.DataFrame:
    """A row for each decision: who was asked what, when, with how many options, and the answer.

    Seats count from 1; `phase` is the number that the phase.py of the game names.
    """
    actions, kinds, kind_of = _vocabulary(setup.game, tuple(sorted(setup.dials.items())))
    rows = played.rows
    return pl.DataFrame(
        {
            "game": deals[rows[:, k.GAME]],
            "step": rows[:, k.STEP],
            "round": rows[:, k.ROUND].astype(np.int16),
            "phase": rows[:, k.PHASE].astype(np.int8),
            "seat": (rows[:, k.SEAT] + 1).astype(np.int8),
            "kind": kinds.gather(kind_of[rows[:, k.ACTION]]),
            "action": actions.gather(rows[:, k.ACTION]),
            "options": rows[:, k.OPTIONS].astype(np.int16),
            "side_by_side": rows[:, k.ASIDE] == 1,
        }
    )


def _parquet(frame: pl.DataFrame) -> bytes:
    held = BytesIO()
    frame.write_parquet(held)
    return held.getvalue()
