"""What the lab counts in Rights of Losers."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.rooms import Measure
from zashiki.core.rule import rule
from zashiki.core.words import Words
from zashiki.games.rights_of_losers import cards
from zashiki.games.rights_of_losers.scoring import Judgement, judge, winners
from zashiki.games.rights_of_losers.state import State

WORDS = Words(Path(__file__).parent / "words" / "measures.toml")


@rule
def round_of(s: State) -> int:
    """The trick being played."""
    return s.trick


def ownerless_cards(s: State) -> tuple[float, float]:
    """Cards of the field that nobody owns in the end, and all of them."""
    judged = Judgement()
    judge(s, judged)
    spaces = [space for space in range(cards.SPACES) if s.field[space] != cards.EMPTY]
    return sum(judged.owners[space] == cards.NOBODY for space in spaces), len(spaces)


def tricks_of_winners(s: State) -> tuple[float, float]:
    """Tricks that winners of the game won, and how many winners there are."""
    won = [s.tricks_won[seat] for seat in range(s.players) if winners(s) >> seat & 1]
    return sum(won), len(won)


def measures() -> tuple[Measure[State], ...]:
    """What this game counts beside the metrics of all games."""
    counted = (("ownerless_cards", ownerless_cards, "share"), ("tricks_of_winners", tricks_of_winners, ""))
    return tuple(Measure(key, WORDS(key), WORDS(f"{key}_means"), count, unit) for key, count, unit in counted)
