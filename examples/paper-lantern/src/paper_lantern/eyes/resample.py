"""What a seat cannot know, drawn anew: the hands and sealed bids of the others, and the undealt cards."""

from __future__ import annotations

from zashiki.core.rule import rule

from paper_lantern import cards
from paper_lantern.rules.setup import draw_card
from paper_lantern.state import Pile, State, in_hand, in_round, rounds_done


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Deal the cards the seat has not seen anew. Nothing anybody does narrows them down, so every deal is as likely (PAL-4)."""
    pile = Pile()
    gather_unseen(s, pile, seat)
    for other in range(s.players):
        if other != seat and other < s.dealt:
            deal_again(s, pile, other, rng)
    for number in range(cards.NUMBERS):
        s.undealt[number] = pile.left[number]


@rule
def gather_unseen(s: State, pile: Pile, seat: int) -> None:
    """Put all cards into the pile but those in the seat's hand and those that lie open."""
    for number in range(cards.NUMBERS):
        pile.left[number] = cards.COPIES - (s.hands[in_hand(seat, number)] if seat >= 0 else 0)
    for i in range(rounds_done(s)):
        for other in range(s.players):
            pile.left[s.played[in_round(i, other)]] -= 1


@rule
def deal_again(s: State, pile: Pile, seat: int, rng: list[int]) -> None:
    """A hand of the right size from the pile. Its cards come in random order: the first may be its sealed bid (PAL-6)."""
    for number in range(cards.NUMBERS):
        s.hands[in_hand(seat, number)] = 0
    for i in range(cards.HAND_SIZE - rounds_done(s)):
        number = draw_card(pile, rng)
        s.hands[in_hand(seat, number)] += 1
        if i == 0 and s.bids[seat] != cards.EMPTY:
            s.bids[seat] = number
