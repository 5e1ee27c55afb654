"""The decisions that two markers of the Purveyor variant give their holders."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.games.akiwado.actions import REDUCE, TAKE_COLOUR
from zashiki.games.akiwado.cards import BLUE_COINS, COLOURS, KINDS
from zashiki.games.akiwado.rules.stocking import settle
from zashiki.games.akiwado.state import OVER, State, seat_row, this_turn


@rule
def answer_blue(s: State, seat: int, action: int) -> None:
    # AKI-88: the own bid may be lowered by one coin; at 0 it is no bid, and it earns no pocket money.
    s.waiting = 0
    if action == REDUCE:
        s.bids[seat_row(s, seat)] -= BLUE_COINS
        s.reduced[this_turn(s)] = 1
    settle(s)


@rule
def list_articles_in_waste(s: State, out: list[int]) -> int:
    # AKI-89: an article of any colour in the waste, there always is one (AKI-R33); AKI-59: never a custom card.
    # AKI-R18: a lot without a bid on the last turn is there too, a tied one is not.
    n = 0
    for colour in range(COLOURS):
        if s.waste[colour] > 0:
            out[n] = TAKE_COLOUR + colour
            n += 1
    return n


@rule
def take_from_waste(s: State, seat: int, colour: int) -> None:
    # AKI-89: the card moves from the waste to the holder's cards; AKI-83: no marker is checked.
    s.waste[colour] -= 1
    s.hands[seat * KINDS + colour] += 1
    s.waiting = 0
    s.phase = OVER
