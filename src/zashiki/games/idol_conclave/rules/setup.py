"""Setup of Idol Conclave, and all its chance: the start player, identities, candidates and events."""

from __future__ import annotations

from zashiki.core.bits import bit, full
from zashiki.core.chance import below, draw_from
from zashiki.core.rule import rule
from zashiki.games.idol_conclave import cards, phase
from zashiki.games.idol_conclave.state import State

SOURCES = ("start", "identities", "candidates", "events")  # of chance, in the order of its phases


@rule
def setup(s: State, players: int, options: list[int]) -> None:
    """A new game before its first chance event."""
    # IDL-1: three to five seats, each with the seven cards of its colour (checked when the table is made).
    s.players = players
    # IDL-11, IDL-69: the players agree beforehand which events are in the pool.
    s.pool = options[0]
    # IDL-13: the start player is fixed by option or drawn at random.
    s.start = options[1]
    s.phase = phase.START if s.start == cards.NOBODY else phase.IDENTITIES
    s.seat = cards.NOBODY
    # IDL-4: the +1000 and the Group Votes lie on the sheet.
    s.supply = cards.SUPPLY_KINDS
    for seat in range(cards.MAX_SEATS):
        # IDL-3: the starting hand.
        s.hands[seat] = cards.OWN_KINDS if seat < players else 0
        s.identities[seat] = cards.EMPTY
        s.candidates[seat] = cards.EMPTY
        s.ballots[seat] = cards.EMPTY
    for idol in range(cards.IDOL_COUNT):
        s.events[idol] = cards.EMPTY
    for space in range(cards.SPACE_COUNT):
        s.sheet_kind[space] = cards.EMPTY
        s.sheet_seat[space] = cards.NOBODY
    for group in range(cards.GROUPS):
        s.taken_by[group] = cards.NOBODY
    s.picked = cards.EMPTY
    s.retaken_kind = cards.EMPTY


@rule
def source(s: State) -> int:
    """Where the next chance event comes from."""
    return s.phase


@rule
def draw(s: State, rng: list[int]) -> None:
    """Sample the start player, the identities, the candidates or the events."""
    if s.phase == phase.START:
        s.outcome[0] = below(rng, s.players)
    elif s.phase == phase.EVENTS:
        draw_without_repetition(s, s.pool, cards.IDOL_COUNT, rng)
    else:
        draw_without_repetition(s, full(cards.IDOL_COUNT), s.players, rng)


@rule
def draw_without_repetition(s: State, left: int, n: int, rng: list[int]) -> None:
    for i in range(n):
        s.outcome[i] = draw_from(rng, left)
        left &= ~bit(s.outcome[i])


@rule
def reveal(s: State) -> None:
    """Carry out the chance event in the outcome."""
    if s.phase == phase.START:
        # IDL-13: the start player.
        s.start = s.outcome[0]
    elif s.phase == phase.IDENTITIES:
        # IDL-5: one identity each; IDL-6: the others go to the box unseen.
        for seat in range(s.players):
            s.identities[seat] = s.outcome[seat]
    elif s.phase == phase.CANDIDATES:
        # IDL-7: one candidate each, face up; IDL-8: the others go to the box.
        for seat in range(s.players):
            s.candidates[seat] = s.outcome[seat]
    else:
        # IDL-10: one event below each idol; IDL-11: unused events go to the box.
        for idol in range(cards.IDOL_COUNT):
            s.events[idol] = s.outcome[idol]
        # IDL-17: the first turn is the start player's.
        s.seat = s.start
        s.turn = 1
    s.phase += 1
