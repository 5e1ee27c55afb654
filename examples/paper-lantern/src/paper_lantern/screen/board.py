"""What the page of Paper Lantern draws beside the view itself: headline, final count, and the cards in hand."""

from __future__ import annotations

from typing import NamedTuple

from zashiki.core.rooms import Seat, TallyRow

from paper_lantern import cards
from paper_lantern.eyes.view import View
from paper_lantern.words.catalogue import WORDS

SIGNS = "●▲■◆★"  # one for each seat, beside its colour


class Card(NamedTuple):
    """A card in hand; cards of one number are told apart by their place."""

    id: str
    number: int
    sealed: bool


def headline(v: View) -> str:
    """Where the game stands."""
    if v.phase == "bid":
        return WORDS("headline", round=v.round, rounds=cards.ROUNDS)
    return WORDS("headline_over" if v.over else "headline_deal")


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end."""
    pots = tuple(sum(played.taker == seat for played in v.history) for seat in range(v.players))
    note = WORDS("tally_shared") if len(v.winners) > 1 else ""
    return TallyRow(WORDS("tally_pots"), pots, "PAL-8"), TallyRow(WORDS("tally_points"), v.won, "PAL-11", note)


def board(v: View) -> dict[str, object]:
    """Words and shapes for board.html."""
    return {
        "w": WORDS,
        "signs": SIGNS,
        "rounds": cards.ROUNDS,
        "hands": {seat: _hand(v, seat) for seat in v.hands},
        "to_come": ", ".join(map(str, v.prizes_left)),
    }


def _hand(v: View, seat: Seat) -> tuple[Card, ...]:
    """The hand from low to high; of several cards of the sealed number the last one is it."""
    hand, sealed = v.hands[seat], v.bids.get(seat)
    last = max((place for place, number in enumerate(hand) if number == sealed), default=None)
    return tuple(Card(f"card-{seat}-{place}", number, place == last) for place, number in enumerate(hand))
