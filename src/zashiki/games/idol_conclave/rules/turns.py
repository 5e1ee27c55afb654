"""Turns of Idol Conclave: who is next, the vote, the Simultaneous Vote, the end."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.rule import rule
from zashiki.games.idol_conclave.cards import (
    BOX,
    DEAL,
    EMPTY,
    IDOL_COUNT,
    IDOL_POLICE,
    NOBODY,
    P1,
    SIMULTANEOUS,
)
from zashiki.games.idol_conclave.rules.lines import has_hidden_card, lands_up, lay
from zashiki.games.idol_conclave.state import BALLOTS, EVERYBODY, OPENING, ORDER_BALLOTS, OVER, PEEK, TURN, State

BALLOT_HAND = 3  # a turn begun with so many cards becomes the Simultaneous Vote


@rule
def start_game(s: State) -> None:
    """The start player's first turn."""
    s.seat = s.start
    s.turn = 1
    s.phase = OPENING


@rule
def left_of(s: State, seat: int) -> int:
    return seat + 1 if seat + 1 < s.players else 0


@rule
def next_turn(s: State) -> None:
    """The turn is over: the next one begins, or the game ends."""
    # IDL-15: clockwise; IDL-19: seats without cards pass by themselves.
    seat = s.seat
    for _ in range(s.players):
        seat = left_of(s, seat)
        if s.hands[seat]:
            begin_turn(s, seat)
            return
    end_game(s)


@rule
def begin_turn(s: State, seat: int) -> None:
    s.seat = seat
    s.turn += 1
    # IDL-74: the first turn begun with exactly three cards is replaced by the Simultaneous Vote; IDL-R17: before anything else.
    # IDL-R19: it always comes, since a hand never loses more than one card from one own turn to the next.
    s.phase = BALLOTS if count(s.hands[seat]) == BALLOT_HAND and simultaneous_idol(s) != NOBODY else TURN


@rule
def simultaneous_idol(s: State) -> int:
    """The idol whose Simultaneous Vote is still to come, or NOBODY."""
    # IDL-R19: a later return to three cards does nothing.
    if not s.voted_together:
        for idol in range(IDOL_COUNT):
            if s.events[idol] == SIMULTANEOUS:
                return idol
    return NOBODY


@rule
def end_game(s: State) -> None:
    # IDL-20: the game ends when every hand is empty; IDL-56, IDL-68: all cards and identities are revealed.
    s.phase = OVER
    for piece in range(s.piece_count):
        s.piece_known[piece] = EVERYBODY
    if s.retaken_kind != EMPTY:
        s.retaken_known = EVERYBODY


# Voting


@rule
def vote_opening(s: State, idol: int) -> None:
    # IDL-17: the start player's first turn is a vote with the +1000; IDL-R15: face down on every idol;
    # IDL-R16: without a look by Idol Police.
    s.supply &= ~bit(P1)
    lay(s, idol, P1, s.seat, 0)
    next_turn(s)


@rule
def vote(s: State, kind: int, idol: int) -> None:
    # IDL-16: exactly one card is played.
    s.hands[s.seat] &= ~bit(kind)
    lay(s, idol, kind, s.seat, lands_up(s, idol))
    # IDL-71: Idol Police lets the voter look at a face-down card of another idol.
    if s.events[idol] == IDOL_POLICE and has_hidden_card(s, idol):
        s.phase = PEEK
    else:
        next_turn(s)


@rule
def police_idol(s: State) -> int:
    """The idol with Idol Police."""
    for idol in range(IDOL_COUNT):
        if s.events[idol] == IDOL_POLICE:
            return idol
    return NOBODY


@rule
def peek_at(s: State, spot: int) -> None:
    # IDL-71: the look is private; IDL-R34: what is said about it is talk, true or false, and no move.
    s.piece_known[s.line[spot]] |= bit(s.seat)
    next_turn(s)


@rule
def discard_deal(s: State) -> None:
    # IDL-34: the deal card is shown and put into the box.
    s.hands[s.seat] &= ~bit(DEAL)
    lay(s, BOX, DEAL, s.seat, 1)
    next_turn(s)


# The Simultaneous Vote


@rule
def seal_ballot(s: State, seat: int, kind: int) -> None:
    s.ballots[seat] = kind
    if waiting_ballots(s) == s.players:
        # IDL-74: all ballots leave the hands together.
        for voter in range(s.players):
            s.hands[voter] &= ~bit(s.ballots[voter])
        s.phase = ORDER_BALLOTS


@rule
def waiting_ballots(s: State) -> int:
    """How many ballots are sealed, or not placed yet."""
    n = 0
    for seat in range(s.players):
        if s.ballots[seat] != EMPTY:
            n += 1
    return n


@rule
def place_ballot(s: State, idol: int, seat: int) -> None:
    # IDL-74: face down; IDL-R18: Idol Police is not triggered, and nobody sees a face.
    lay(s, idol, s.ballots[seat], seat, 0)
    s.ballots[seat] = EMPTY


@rule
def order_ballot(s: State, seat: int) -> None:
    idol = simultaneous_idol(s)
    place_ballot(s, idol, seat)
    if waiting_ballots(s) > 1:
        return
    # IDL-R31: the last ballot follows by itself; elsewhere a single option is asked all the same.
    for voter in range(s.players):
        if s.ballots[voter] != EMPTY:
            place_ballot(s, idol, voter)
    s.voted_together = 1
    next_turn(s)
