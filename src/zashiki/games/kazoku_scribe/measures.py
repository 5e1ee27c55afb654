"""What the lab counts in Kazoku Scribe."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.rooms import Measure
from zashiki.core.rule import rule
from zashiki.core.words import Words
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.actions import CHALLENGE_NONE
from zashiki.games.kazoku_scribe.rules.exploring import owner_of
from zashiki.games.kazoku_scribe.state import NOT_YET, State

WORDS = Words(Path(__file__).parent / "words" / "measures.toml")


@rule
def round_of(s: State) -> int:
    """The round being played."""
    return s.round


def challenges_possible(s: State) -> tuple[float, float]:
    """Challenges that hit something, and all that were chosen."""
    chosen = [action for action in s.challenged if action != NOT_YET]
    return sum(action != CHALLENGE_NONE for action in chosen), len(chosen)


def treasures_owned(s: State) -> tuple[float, float]:
    """Treasures that a team owns in the end, and how many there are."""
    return sum(owner_of(s, treasure) != cards.NOBODY for treasure in range(cards.TREASURES)), cards.TREASURES


def measures() -> tuple[Measure[State], ...]:
    """What this game counts beside the metrics of all games."""
    counted = (("challenges_possible", challenges_possible, "share"), ("treasures_owned", treasures_owned, "share"))
    return tuple(Measure(key, WORDS(key), WORDS(f"{key}_means"), count, unit) for key, count, unit in counted)
