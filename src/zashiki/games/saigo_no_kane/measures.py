"""What the lab counts in Saigo no Kane."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.rooms import Measure
from zashiki.core.rule import rule
from zashiki.core.words import Words
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.state import FROM_EVENT, FROM_MAJORITY, SOURCES, State

WORDS = Words(Path(__file__).parent / "words" / "measures.toml")


@rule
def round_of(s: State) -> int:
    """The day."""
    return s.day


def _votes_from(s: State, source: int) -> tuple[float, float]:
    """Votes from one source, and all votes that came in."""
    return sum(s.gained[source::SOURCES]), sum(s.gained)


def votes_from_events(s: State) -> tuple[float, float]:
    """Votes from events."""
    return _votes_from(s, FROM_EVENT)


def votes_from_majorities(s: State) -> tuple[float, float]:
    """Votes from majorities."""
    return _votes_from(s, FROM_MAJORITY)


def events_fulfilled(s: State) -> tuple[float, float]:
    """Events that somebody fulfilled, for each day."""
    return sum(day > 0 for day in s.fulfilled_on), cards.DAYS


def measures() -> tuple[Measure[State], ...]:
    """What this game counts beside the metrics of all games."""
    counted = (
        ("votes_from_events", votes_from_events, "share"),
        ("votes_from_majorities", votes_from_majorities, "share"),
        ("events_fulfilled", events_fulfilled, ""),
    )
    return tuple(Measure(key, WORDS(key), WORDS(f"{key}_means"), count, unit) for key, count, unit in counted)
