"""Turns of Idol Conclave: who is next, votes, the Simultaneous Vote, the end."""

from __future__ import annotations

from zashiki.core.bits import bit, count, lowest
from zashiki.core.rule import rule
from zashiki.core.seats import left_of
from zashiki.games.idol_conclave import actions, cards, phase
from zashiki.games.idol_conclave.rules import lines
from zashiki.games.idol_conclave.state import EVERYBODY, State

BALLOT_HAND = 3  # a turn begun with this many cards becomes the Simultaneous Vote


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
    # IDL-R19: it always comes, since a hand never loses more than one card from one of its turns to the next; but only once.
    if count(s.hands[seat]) == BALLOT_HAND and not s.voted_together and lines.idol_with(s, cards.SIMULTANEOUS) != cards.NOBODY:
        s.phase = phase.BALLOT
    else:
        s.phase = phase.TURN


@rule
def end_game(s: State) -> None:
    # IDL-20: the game ends when every hand is empty; IDL-56, IDL-68: all cards and identities are revealed.
    s.phase = phase.OVER
    for piece in range(s.piece_count):
        s.piece_known[piece] = EVERYBODY
    if s.retaken_kind != cards.EMPTY:
        s.retaken_known = EVERYBODY


# Voting


@rule
def list_votes(s: State, seat: int, out: list[int]) -> int:
    """Write every vote from hand; how many there are."""
    n = 0
    hand = s.hands[seat]
    while hand:
        kind = lowest(hand)
        if kind == cards.DEAL:
            n = list_deal_votes(s, out, n)
        else:
            n = lines.list_idols(actions.VOTE + kind * cards.IDOL_COUNT, cards.NOBODY, out, n)
        hand &= hand - 1
    return n


@rule
def list_deal_votes(s: State, out: list[int], n: int) -> int:
    # IDL-24: never where it would lie face up.
    for idol in range(cards.IDOL_COUNT):
        if not lines.lands_up(s, idol):
            out[n] = actions.VOTE + cards.DEAL * cards.IDOL_COUNT + idol
            n += 1
    return n


@rule
def vote_opening(s: State, idol: int) -> None:
    # IDL-17: the start player's first turn is a vote with the +1000; IDL-R15: face down on every idol;
    # IDL-R16: without a look by Idol Police.
    s.supply &= ~bit(cards.P1)
    lines.lay(s, idol, cards.P1, s.seat, 0)
    next_turn(s)


@rule
def vote(s: State, kind: int, idol: int) -> None:
    # IDL-16: exactly one card is played.
    s.hands[s.seat] &= ~bit(kind)
    lines.lay(s, idol, kind, s.seat, lines.lands_up(s, idol))
    # IDL-71: Idol Police lets the voter look at a face-down card of another idol.
    if s.events[idol] == cards.IDOL_POLICE and lines.has_hidden_card(s, idol):
        s.phase = phase.PEEK
    else:
        next_turn(s)


@rule
def peek_at(s: State, spot: int) -> None:
    # IDL-71: the look is private; IDL-R34: what is said about it is talk, true or false, and no move.
    s.piece_known[s.line[spot]] |= bit(s.seat)


@rule
def discard_deal(s: State) -> None:
    # IDL-34: the Backstage Deal is shown and put into the box.
    s.hands[s.seat] &= ~bit(cards.DEAL)
    lines.lay(s, cards.BOX, cards.DEAL, s.seat, 1)
    next_turn(s)


# The Simultaneous Vote


@rule
def waiting_ballots(s: State) -> int:
    """The seats whose ballot is sealed, or not placed yet, as a bit mask."""
    mask = 0
    for seat in range(s.players):
        if s.ballots[seat] != cards.EMPTY:
            mask |= bit(seat)
    return mask


@rule
def seal_ballot(s: State, seat: int, kind: int) -> None:
    s.ballots[seat] = kind
    if count(waiting_ballots(s)) == s.players:
        # IDL-74: all ballots leave the hands together.
        for voter in range(s.players):
            s.hands[voter] &= ~bit(s.ballots[voter])
        s.phase = phase.ORDER


@rule
def order_ballot(s: State, seat: int) -> None:
    place_ballot(s, seat)
    waiting = waiting_ballots(s)
    # IDL-R31: the last ballot follows by itself; elsewhere even a single option is asked.
    if count(waiting) == 1:
        place_ballot(s, lowest(waiting))
        s.voted_together = 1
        next_turn(s)


@rule
def place_ballot(s: State, seat: int) -> None:
    # IDL-74: face down; IDL-R18: Idol Police is not triggered, and nobody sees a face.
    lines.lay(s, lines.idol_with(s, cards.SIMULTANEOUS), s.ballots[seat], seat, 0)
    s.ballots[seat] = cards.EMPTY
