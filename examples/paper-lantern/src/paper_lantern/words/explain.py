"""Why a move of Paper Lantern is not legal, with the clause that says so."""

from __future__ import annotations

from zashiki.core.rooms import Refusal, Seat

from paper_lantern import cards
from paper_lantern.state import State
from paper_lantern.words.catalogue import WORDS


def explain(s: State, seat: Seat, text: str) -> Refusal:
    """Why a bid that can be read is not legal now."""
    if s.bids[seat] != cards.EMPTY:
        return Refusal(WORDS("no_second"), "PAL-6")
    return Refusal(WORDS("no_card", number=text.removeprefix("bid ")), "PAL-6")
