"""Phases 4 and 5: every seat chooses a challenge against a neighbour in secret, then all are carried out."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.seats import left_of, seat_after
from zashiki.games.kazoku_scribe import actions, cards
from zashiki.games.kazoku_scribe.cards import HALVES, KINDS, SQUARES, WARS
from zashiki.games.kazoku_scribe.rules import marks, turns, village
from zashiki.games.kazoku_scribe.state import NOT_YET, State

# KZS-39, KZS-40: blight takes a supply, a deserter is a soldier; archers are never lost.
STRUCK_ICON = (cards.SUPPLY, cards.SOLDIER)


@rule
def target_of(s: State, seat: int) -> int:
    """Whose page a seat holds in this round."""
    # KZS-32: pages go left in rounds 1 and 3, right in rounds 2 and 4.
    return seat_after(s, seat, s.players - 1) if s.round % 2 == 1 else left_of(s, seat)


@rule
def warded(s: State, seat: int, threat: int) -> int:
    """KZS-31: a crossed challenge cannot be chosen in that round."""
    return s.wards[seat] >> (threat * cards.ROUNDS + s.round - 1) & 1


@rule
def healthy(s: State, seat: int, threat: int, half: int) -> int:
    """The intact houses (fever) or trees (root rot). KZS-37: fenced elements are safe."""
    # KZS-38: root rot is fever of trees. Houses and fever have the same number, and so have trees and root rot.
    return village.intact(s, seat, half) & s.elements[(seat * KINDS + threat) * HALVES + half]


@rule
def next_to_sick(s: State, seat: int, threat: int) -> tuple[int, int]:
    """The healthy cells of the kind that touch a sick one. KZS-37: the creek does not stop sickness."""
    sick_n = s.sick[2 * seat] & s.elements[(seat * KINDS + threat) * HALVES]
    sick_s = s.sick[2 * seat + 1] & s.elements[(seat * KINDS + threat) * HALVES + 1]
    near_n, near_s = village.near_hex(sick_n, sick_s)
    return near_n & healthy(s, seat, threat, 0), near_s & healthy(s, seat, threat, 1)


@rule
def list_challenges(s: State, seat: int, out: list[int]) -> int:
    """The challenges a seat may choose."""
    victim = target_of(s, seat)
    n = 0
    for threat in range(2):
        if not warded(s, victim, threat):
            n = list_outbreaks(s, victim, threat, out, n)
    for threat in range(2):
        # KZS-35, KZS-R13: sickness spreads only where it hits something.
        north, south = next_to_sick(s, victim, threat)
        if not warded(s, victim, threat) and north | south:
            out[n] = actions.SPREAD + threat
            n += 1
    for k in range(2):
        if not warded(s, victim, cards.BLIGHT + k):
            n = list_strikes(s, victim, k, out, n)
    # KZS-34: one must be chosen; none only where none is possible (KZS-R14).
    if n == 0:
        out[0] = actions.CHALLENGE_NONE
        n = 1
    return n


@rule
def list_outbreaks(s: State, victim: int, threat: int, out: list[int], n: int) -> int:
    # KZS-36: two adjacent intact houses.
    for half in range(HALVES):
        cells = healthy(s, victim, threat, half)
        below = healthy(s, victim, threat, 1) if half == 0 else 0
        east = cells & cards.HEX[half] & village.ahead(cells, below, cards.EAST)
        west = cells & cards.HEX[2 + half] & village.ahead(cells, below, cards.SOUTH_WEST)
        down = cells & cards.HEX[4 + half] & village.ahead(cells, below, cards.SOUTH_EAST)
        n = village.list_pairs(half, east, west, down, actions.BREAK_OUT + threat * cards.PAIRS, out, n)
    return n


@rule
def list_strikes(s: State, victim: int, k: int, out: list[int], n: int) -> int:
    # KZS-39, KZS-40: on any war piece (KZS-R16), which must stay connected.
    for war in range(WARS):
        for square in range(SQUARES):
            at = (victim * WARS + war) * SQUARES + square
            if s.icons[at] == STRUCK_ICON[k] and marks.can_lose(s, victim, war, square):
                out[n] = actions.STRIKE_PIECE + k * actions.PIECE_SQUARES + war * SQUARES + square
                n += 1
    return n


@rule
def apply_challenge(s: State, seat: int, action: int) -> None:
    """Seal the choice; when all seats have chosen, carry out all challenges."""
    s.answer[seat] = action
    for other in range(s.players):
        if s.answer[other] == NOT_YET:
            return
    # KZS-41: all challenges are marked before any submission; KZS-R15: their order does not matter.
    for other in range(s.players):
        resolve(s, target_of(s, other), s.answer[other])
        s.challenged[(s.round - 1) * cards.MAX_SEATS + other] = s.answer[other]
        s.answer[other] = NOT_YET
    turns.begin_submission(s)


@rule
def resolve(s: State, victim: int, action: int) -> None:
    if action < actions.SPREAD:
        break_out(s, victim, (action - actions.BREAK_OUT) % cards.PAIRS)
    elif action < actions.STRIKE_PIECE:
        # KZS-35: one step from what was sick before.
        spread(s, victim, action - actions.SPREAD)
    elif action < actions.CHALLENGE_NONE:
        square = (action - actions.STRIKE_PIECE) % actions.PIECE_SQUARES
        marks.lose_square(s, victim, square // SQUARES, square % SQUARES)


@rule
def break_out(s: State, victim: int, pair: int) -> None:
    first, second = cards.PAIR_FIRST[pair], cards.PAIR_SECOND[pair]
    s.sick[victim * HALVES + cards.HALF_OF[first]] |= cards.BIT_OF[first]
    s.sick[victim * HALVES + cards.HALF_OF[second]] |= cards.BIT_OF[second]


@rule
def spread(s: State, victim: int, threat: int) -> None:
    north, south = next_to_sick(s, victim, threat)
    s.sick[2 * victim] |= north
    s.sick[2 * victim + 1] |= south
