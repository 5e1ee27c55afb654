"""What things are worth, in thousandths of a vote."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import stage
from zashiki.games.saigo_no_kane.state import State

VOTE = 1000
# One popularity, yen or teacher card, by the day on which it can be used (0: setup, 6: never).
POPULARITY_ON = (520, 520, 520, 460, 370, 170, 2)
YEN_ON = (330, 330, 300, 260, 200, 100, 2)
CARD_ON = (170, 170, 170, 150, 130, 30, 0)
SPARE_TALENT = 60  # a token kept for the night, up to the limit


@rule
def spending_day(s: State) -> int:
    """The next day on which popularity and yen can be spent freely."""
    return s.day if s.stage <= stage.LOBBY else s.day + 1
