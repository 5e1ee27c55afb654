"""What a seat cannot know, drawn anew: the hands of the others and the cards that were not dealt."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.chance import below, draw_from
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8s
from zashiki.core.seats import seat_after
from zashiki.games.rights_of_losers import cards
from zashiki.games.rights_of_losers.state import State

PILE = cards.MAX_SEATS  # the undealt cards, as one more holder of hidden cards
PLAIN_SHUFFLES = 40


class Hidden(Work):
    """How many hidden cards each holder has, and which colours it is known not to have."""

    slots: list[int] = i8s(PILE + 1, 0, cards.CARDS)
    voids: list[int] = i8s(PILE + 1, 0, (1 << cards.COLOUR_COUNT) - 1)


@rule
def note_voids(s: State, hidden: Hidden, trick: int) -> None:
    """Mark the colours that seats failed to follow in a finished trick."""
    first = trick * cards.MAX_SEATS
    led = s.past_plays[first] // cards.NUMBERS
    for i in range(1, s.players):
        if s.past_plays[first + i] // cards.NUMBERS != led:
            hidden.voids[seat_after(s, s.past_leader[trick], i)] |= bit(led)


@rule
def find_voids(s: State, hidden: Hidden) -> None:
    # ROL-11: who did not follow had no card of that colour, and hands only shrink.
    for holder in range(cards.MAX_SEATS + 1):
        hidden.voids[holder] = 0
    for trick in range(cards.MOST_TRICKS):
        if s.past_winner[trick] != cards.NOBODY:
            note_voids(s, hidden, trick)
    for i in range(1, s.play_count):
        if s.plays[i] // cards.NUMBERS != s.plays[0] // cards.NUMBERS:
            hidden.voids[seat_after(s, s.leader, i)] |= bit(s.plays[0] // cards.NUMBERS)


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Re-deal the hidden hands and the undealt cards as this seat could imagine them (ROL-49, ROL-50)."""
    hidden = Hidden()
    find_voids(s, hidden)
    unknown = s.undealt
    for other in range(cards.MAX_SEATS):
        hidden.slots[other] = 0
        if other != seat:
            hidden.slots[other] = count(s.hands[other])  # none where nobody sits
            unknown |= s.hands[other]
    hidden.slots[PILE] = count(s.undealt)
    for _ in range(PLAIN_SHUFFLES):
        if deal_plainly(s, hidden, seat, unknown, rng):
            return
    deal_carefully(s, hidden, seat, unknown, rng)


@rule
def take_back(s: State, seat: int) -> None:
    for other in range(s.players):
        if other != seat:
            s.hands[other] = 0
    s.undealt = 0


@rule
def forbidden(hidden: Hidden, holder: int) -> int:
    """The cards a holder is known not to have."""
    mask = 0
    for colour in range(cards.COLOUR_COUNT):
        if hidden.voids[holder] & bit(colour):
            mask |= cards.COLOUR_MASK[colour]
    return mask


@rule
def deal_plainly(s: State, hidden: Hidden, seat: int, unknown: int, rng: list[int]) -> int:
    """A plain shuffle; 1 when it respects every void. Uniform over all deals, but it may fail."""
    take_back(s, seat)
    for other in range(s.players):
        for _ in range(hidden.slots[other]):
            card = draw_from(rng, unknown)
            unknown &= ~bit(card)
            s.hands[other] |= bit(card)
        if other != seat and s.hands[other] & forbidden(hidden, other):
            return 0
    s.undealt = unknown
    return 1


@rule
def deal_carefully(s: State, hidden: Hidden, seat: int, unknown: int, rng: list[int]) -> None:
    """Card by card to a holder with room that may have it, never into a dead end. Nearly uniform; cannot fail."""
    take_back(s, seat)
    while unknown:
        card = draw_from(rng, unknown)
        unknown &= ~bit(card)
        holder = choose_holder(hidden, card, unknown, rng)
        hidden.slots[holder] -= 1
        if holder == PILE:
            s.undealt |= bit(card)
        else:
            s.hands[holder] |= bit(card)


@rule
def choose_holder(hidden: Hidden, card: int, rest: int, rng: list[int]) -> int:
    """A holder for the card, by open slots, among those that leave a way to deal the rest."""
    room = 0
    for holder in range(cards.MAX_SEATS + 1):
        if may_take(hidden, holder, card, rest):
            room += hidden.slots[holder]
    at = below(rng, room)
    chosen = PILE
    for holder in range(cards.MAX_SEATS + 1):
        if may_take(hidden, holder, card, rest):
            if 0 <= at < hidden.slots[holder]:
                chosen = holder
            at -= hidden.slots[holder]
    return chosen


@rule
def may_take(hidden: Hidden, holder: int, card: int, rest: int) -> int:
    if hidden.slots[holder] == 0 or hidden.voids[holder] & bit(card // cards.NUMBERS):
        return 0
    hidden.slots[holder] -= 1
    possible = can_deal(hidden, rest)
    hidden.slots[holder] += 1
    return possible


@rule
def can_deal(hidden: Hidden, rest: int) -> int:
    """Whether the rest can be dealt: for every set of colours there is room enough (Hall's condition)."""
    for colours in range(1, 1 << cards.COLOUR_COUNT):
        needed, room = 0, 0
        for colour in range(cards.COLOUR_COUNT):
            if colours & (1 << colour):
                needed += count(rest & cards.COLOUR_MASK[colour])
        for holder in range(cards.MAX_SEATS + 1):
            if colours & ~hidden.voids[holder]:
                room += hidden.slots[holder]
        if needed > room:
            return 0
    return 1
