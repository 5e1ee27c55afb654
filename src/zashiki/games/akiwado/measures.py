"""What the lab counts in Akiwado."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.rooms import Measure
from zashiki.core.rule import rule
from zashiki.core.words import Words
from zashiki.games.akiwado.cards import EMPTY, MAX_SEATS
from zashiki.games.akiwado.state import State

WORDS = Words(Path(__file__).parent / "words" / "measures.toml")


@rule
def round_of(s: State) -> int:
    """The turn being played."""
    return s.turn


def promises_kept(s: State) -> tuple[float, float]:
    """Announcements that were carried out, and all of them."""
    rows = [(s.declared[at], s.acted[at]) for at in range(s.turn * MAX_SEATS)]
    made = [(said, did) for said, did in rows if said != EMPTY and did != EMPTY]
    return sum(said == did for said, did in made), len(made)


def splits_voided(s: State) -> tuple[float, float]:
    """Turns whose split was challenged away, and all turns."""
    return sum(s.voided[: s.turn]), s.turn


def measures() -> tuple[Measure[State], ...]:
    """What this game counts beside the metrics of all games."""
    counted = (("promises_kept", promises_kept, "share"), ("splits_voided", splits_voided, "share"))
    return tuple(Measure(key, WORDS(key), WORDS(f"{key}_means"), count, unit) for key, count, unit in counted)
