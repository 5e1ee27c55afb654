"""Phases 4 and 5: every seat chooses a challenge against a neighbour in secret, then all are marked (D7)."""

from __future__ import annotations

from zashiki.core.bits import lowest
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe.actions import BREAK_OUT, CHALLENGE_NONE, PIECE_SQUARES, SPREAD, STRIKE_PIECE
from zashiki.games.kazoku_scribe.cards import (
    BIT_OF,
    BLIGHT,
    CELL_AT,
    HALF,
    HALF_OF,
    HALVES,
    HEX,
    KINDS,
    MAX_SEATS,
    PAIR_FIRST,
    PAIR_SECOND,
    PAIRS,
    ROUNDS,
    SOLDIER,
    SQUARES,
    STEP,
    SUPPLY,
    WARS,
)
from zashiki.games.kazoku_scribe.rules.marks import can_lose, lose_square
from zashiki.games.kazoku_scribe.rules.turns import begin_submission
from zashiki.games.kazoku_scribe.rules.village import intact, list_pairs, near_hex
from zashiki.games.kazoku_scribe.state import NOT_YET, WORD, State

STRUCK_ICON = (SUPPLY, SOLDIER)  # KZS-39, KZS-40: blight takes a supply, a deserter is a soldier; archers are never lost


@rule
def target_of(s: State, seat: int) -> int:
    """Whose page a seat holds in this round."""
    # KZS-32: pages go left in rounds 1 and 3, right in rounds 2 and 4.
    return (seat - 1 + s.players) % s.players if s.round % 2 == 1 else (seat + 1) % s.players


@rule
def warded(s: State, seat: int, threat: int) -> int:
    """KZS-31: a crossed challenge cannot be chosen in that round."""
    return s.wards[seat] >> (threat * ROUNDS + s.round - 1) & 1


@rule
def healthy(s: State, seat: int, threat: int, half: int) -> int:
    """The intact houses (fever) or trees (root rot). KZS-37: fenced elements are safe."""
    # KZS-38: root rot is fever with trees; the two kinds have the same numbers.
    return intact(s, seat, half) & s.elements[(seat * KINDS + threat) * HALVES + half]


@rule
def next_to_sick(s: State, seat: int, threat: int) -> tuple[int, int]:
    """The healthy cells of the kind that touch a sick one. KZS-37: the creek does not stop sickness."""
    sick_n = s.sick[2 * seat] & s.elements[(seat * KINDS + threat) * HALVES]
    sick_s = s.sick[2 * seat + 1] & s.elements[(seat * KINDS + threat) * HALVES + 1]
    near_n, near_s = near_hex(sick_n, sick_s)
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
            out[n] = SPREAD + threat
            n += 1
    for k in range(2):
        if not warded(s, victim, BLIGHT + k):
            n = list_strikes(s, victim, k, out, n)
    # KZS-34: one must be chosen; nothing only where nothing is possible (KZS-R14).
    if n == 0:
        out[0] = CHALLENGE_NONE
        n = 1
    return n


@rule
def list_outbreaks(s: State, victim: int, threat: int, out: list[int], n: int) -> int:
    # KZS-36: two adjacent intact houses.
    for half in range(HALVES):
        here = healthy(s, victim, threat, half)
        below = healthy(s, victim, threat, 1) if half == 0 else 0
        east = here & HEX[half] & here >> STEP[0]
        west = here & HEX[2 + half] & (here >> STEP[1] | below << (HALF - STEP[1]) & WORD)
        down = here & HEX[4 + half] & (here >> STEP[2] | below << (HALF - STEP[2]) & WORD)
        firsts = east | west | down
        while firsts:
            one = firsts & -firsts
            cell = CELL_AT[half * HALF + lowest(firsts)]
            n = list_pairs(cell, east & one, west & one, down & one, BREAK_OUT + threat * PAIRS, out, n)
            firsts &= firsts - 1
    return n


@rule
def list_strikes(s: State, victim: int, k: int, out: list[int], n: int) -> int:
    # KZS-39, KZS-40: on any war piece (KZS-R16), under the connectedness rule.
    for war in range(WARS):
        for square in range(SQUARES):
            at = (victim * WARS + war) * SQUARES + square
            if s.icons[at] == STRUCK_ICON[k] and can_lose(s, victim, war, square):
                out[n] = STRIKE_PIECE + k * PIECE_SQUARES + war * SQUARES + square
                n += 1
    return n


@rule
def apply_challenge(s: State, seat: int, action: int) -> None:
    """Keep the choice secret; when all seats have chosen, resolve them."""
    s.answer[seat] = action
    for other in range(s.players):
        if s.answer[other] == NOT_YET:
            return
    # KZS-41: all challenges are marked before any submission; KZS-R15: their order does not matter.
    for other in range(s.players):
        resolve(s, target_of(s, other), s.answer[other])
        s.challenged[(s.round - 1) * MAX_SEATS + other] = s.answer[other]
        s.answer[other] = NOT_YET
    begin_submission(s)


@rule
def resolve(s: State, victim: int, action: int) -> None:
    if action < SPREAD:
        fall_sick(s, victim, PAIR_FIRST[(action - BREAK_OUT) % PAIRS])
        fall_sick(s, victim, PAIR_SECOND[(action - BREAK_OUT) % PAIRS])
    elif action < STRIKE_PIECE:
        # KZS-35: one step from what was sick before.
        north, south = next_to_sick(s, victim, action - SPREAD)
        s.sick[2 * victim] |= north
        s.sick[2 * victim + 1] |= south
    elif action < CHALLENGE_NONE:
        square = (action - STRIKE_PIECE) % PIECE_SQUARES
        lose_square(s, victim, square // SQUARES, square % SQUARES)


@rule
def fall_sick(s: State, seat: int, cell: int) -> None:
    s.sick[seat * HALVES + HALF_OF[cell]] |= BIT_OF[cell]
