"""Before the first trick: the island, the deal, and who leads."""

from __future__ import annotations

from zashiki.core.bits import bit, list_bits
from zashiki.core.chance import below, draw_from
from zashiki.core.rule import rule
from zashiki.games.rights_of_losers import cards, phase, state
from zashiki.games.rights_of_losers.state import State, clear_plays, put_card

SOURCES = ("deal", "lead")  # of chance, in the order of its phases


@rule
def setup(s: State, players: int, options: list[int]) -> None:
    """A new game before the first hand is dealt."""
    # ROL-1: three, four or five seats play (checked when the table is made).
    s.players = players
    s.first_lead = options[0]
    s.phase = phase.DEAL
    s.trick = 1
    s.leader = cards.NOBODY
    s.winner = cards.NOBODY
    s.picked = cards.EMPTY
    s.lifted = cards.EMPTY
    s.undealt = cards.ALL_CARDS
    # ROL-7: the centre card starts on "high numbers win", which holds until somebody reverses (ROL-R10).
    s.reversed = cards.REVERSED_AT_FIRST
    for seat in range(players):
        # ROL-4: each seat owns ten chips; there are never more.
        s.supply[seat] = cards.CHIPS
    clear_plays(s)
    clear_history(s)
    for point in range(cards.POINTS):
        s.chips[point] = cards.EMPTY
    for space in range(cards.SPACES):
        s.field[space] = cards.EMPTY
    # ROL-5: land lies in the four corners and the centre from the start and never moves.
    for land in range(len(cards.LAND_SPACES)):
        put_card(s, cards.LAND_SPACES[land], cards.FIRST_LAND + land)


@rule
def clear_history(s: State) -> None:
    """No trick has been played."""
    for trick in range(cards.MOST_TRICKS):
        s.past_leader[trick] = cards.NOBODY
        s.past_winner[trick] = cards.NOBODY
        s.past_action[trick] = state.NOT_YET
        s.past_drop[trick] = cards.EMPTY
    for i in range(cards.MOST_TRICKS * cards.MAX_SEATS):
        s.past_plays[i] = cards.EMPTY


@rule
def source(s: State) -> int:
    """Where the next chance event comes from."""
    return s.phase


@rule
def draw(s: State, rng: list[int]) -> None:
    """Sample the next deal, or the first leader."""
    if s.phase == phase.DEAL:
        left = s.undealt
        for _ in range(cards.HAND_SIZE):
            left &= ~bit(draw_from(rng, left))
        list_bits(s.undealt & ~left, 0, s.outcome, 0)
    else:
        s.outcome[0] = below(rng, s.players)


@rule
def reveal(s: State) -> None:
    """Carry out the chance event in the outcome."""
    if s.phase == phase.DEAL:
        deal_hand(s)
    else:
        # ROL-8: the first leader is drawn at random.
        lead_first(s, s.outcome[0])


@rule
def deal_hand(s: State) -> None:
    # ROL-6: each seat is dealt ten cards; ROL-50: the rest leave the game unseen.
    for i in range(cards.HAND_SIZE):
        s.hands[s.dealt] |= bit(s.outcome[i])
    s.undealt &= ~s.hands[s.dealt]
    s.dealt += 1
    if s.dealt == s.players:
        s.phase = phase.FIRST
        # ROL-8: ... or set by option (ROL-R27).
        if s.first_lead != cards.NOBODY:
            lead_first(s, s.first_lead)


@rule
def lead_first(s: State, seat: int) -> None:
    s.leader = seat
    s.seat = seat
    s.phase = phase.PLAY
