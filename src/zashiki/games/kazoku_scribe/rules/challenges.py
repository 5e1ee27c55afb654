"""Phases 4 and 5: every seat chooses a challenge against a neighbour in secret, then all are carried out."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.seats import left_of, seat_after
from zashiki.games.kazoku_scribe import actions, cards
from zashiki.games.kazoku_scribe.cards import BANKS, KINDS, SQUARES, WARS
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
def healthy(s: State, seat: int, threat: int, bank: int) -> int:
    """The intact houses (fever) or trees (root rot) of a bank. KZS-37: fenced elements are safe."""
    # KZS-38: root rot is fever of trees. Houses and fever have the same number, and so have trees and root rot.
    at = seat * BANKS + bank
    return s.elements[(seat * KINDS + threat) * BANKS + bank] & ~(s.fenced[at] | s.sick[at])


@rule
def next_to_sick(s: State, seat: int, threat: int) -> tuple[int, int]:
    """The healthy cells of the kind that touch a sick one. KZS-37: the creek does not stop sickness."""
    sick_w = s.sick[BANKS * seat] & s.elements[(seat * KINDS + threat) * BANKS]
    sick_e = s.sick[BANKS * seat + 1] & s.elements[(seat * KINDS + threat) * BANKS + 1]
    near_w, near_e = village.near_hex(sick_w, sick_e)
    return near_w & healthy(s, seat, threat, 0), near_e & healthy(s, seat, threat, 1)


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
        west, east = next_to_sick(s, victim, threat)
        if not warded(s, victim, threat) and west | east:
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
    west, east = healthy(s, victim, threat, cards.WEST_BANK), healthy(s, victim, threat, cards.EAST_BANK)
    return village.list_neighbours(west, east, actions.BREAK_OUT + threat * cards.PAIRS, out, n)


@rule
def list_strikes(s: State, victim: int, k: int, out: list[int], n: int) -> int:
    # KZS-39, KZS-40: on any war piece (KZS-R16), which must stay connected.
    for war in range(WARS):
        may_go = marks.losable(s, victim, war)
        for square in range(SQUARES):
            if may_go >> square & 1 and s.icons[(victim * WARS + war) * SQUARES + square] == STRUCK_ICON[k]:
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
    fall_sick(s, victim, cards.PAIR_FIRST[pair])
    fall_sick(s, victim, cards.PAIR_SECOND[pair])


@rule
def fall_sick(s: State, victim: int, cell: int) -> None:
    bank = village.bank_of(s, victim, cell)
    s.sick[victim * BANKS + bank] |= cards.BIT_OF[bank * cards.CELLS + cell]


@rule
def spread(s: State, victim: int, threat: int) -> None:
    west, east = next_to_sick(s, victim, threat)
    s.sick[BANKS * victim] |= west
    s.sick[BANKS * victim + 1] |= east
