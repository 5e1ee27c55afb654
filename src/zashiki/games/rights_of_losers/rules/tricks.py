"""The trick: following, winning, and what is remembered of it."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.core.seats import left_of, seat_after
from zashiki.games.rights_of_losers import cards, phase
from zashiki.games.rights_of_losers.state import State, clear_plays


@rule
def playable(s: State, seat: int) -> int:
    """The cards of its hand the seat may play."""
    hand = s.hands[seat]
    # ROL-10: the leader plays any card.
    if s.play_count == 0:
        return hand
    # ROL-11: a seat holding the led colour must play it; ROL-12: without it, any card.
    following = hand & cards.COLOUR_MASK[led_colour(s)]
    return following if following else hand


@rule
def led_colour(s: State) -> int:
    return s.plays[0] // cards.NUMBERS


@rule
def play_card(s: State, card: int) -> None:
    s.hands[s.seat] &= ~bit(card)
    s.plays[s.play_count] = card
    s.play_count += 1
    # ROL-10: clockwise, every other seat plays one card.
    s.seat = left_of(s, s.seat)
    if s.play_count == s.players:
        end_trick_play(s)


@rule
def end_trick_play(s: State) -> None:
    s.winner = trick_winner(s)
    s.tricks_won[s.winner] += 1
    # ROL-15: the winner takes all cards of the trick, face up.
    s.won = 0
    for i in range(s.players):
        s.won |= bit(s.plays[i])
    remember_trick(s)
    s.phase = phase.CHIP
    # ROL-16: chips go clockwise, starting left of the winner.
    s.seat = left_of(s, s.winner)


@rule
def trick_winner(s: State) -> int:
    """The seat whose card is strongest."""
    best = 0
    for i in range(1, s.players):
        # ROL-13: only cards of the led colour can win.
        if s.plays[i] // cards.NUMBERS == s.plays[0] // cards.NUMBERS:
            # ROL-14: larger is stronger while the direction is high, smaller while it is low.
            if (s.plays[i] < s.plays[best]) == (s.reversed == 1):
                best = i
    return seat_after(s, s.leader, best)


@rule
def remember_trick(s: State) -> None:
    # ROL-49: everything played stays open to inspection, old tricks too (ROL-R28).
    trick = s.trick - 1
    s.past_leader[trick] = s.leader
    s.past_reversed[trick] = s.reversed
    s.past_winner[trick] = s.winner
    for i in range(s.players):
        s.past_plays[trick * cards.MAX_SEATS + i] = s.plays[i]


@rule
def end_trick(s: State, next_leader: int) -> None:
    clear_plays(s)
    # ROL-36: the game ends after the tenth winner's action.
    if s.trick == cards.TRICKS:
        s.phase = phase.OVER
        return
    s.trick += 1
    s.leader = next_leader
    s.seat = next_leader
    s.winner = cards.NOBODY
    s.built = 0
    s.phase = phase.PLAY
