"""What a seat of Rights of Losers knows, as a row of numbers."""

from __future__ import annotations

from zashiki.core.rooms import Observed
from zashiki.core.rows import blank, mark_one, mark_seat, mark_set, turned
from zashiki.core.rule import rule
from zashiki.games.rights_of_losers.cards import (
    CARDS,
    CHIPS,
    EMPTY,
    FIRST_LAND,
    MAX_SEATS,
    NOBODY,
    NUMBERS,
    POINTS,
    SPACES,
    TRICKS,
)
from zashiki.games.rights_of_losers.state import FIRST, OVER, State, seat_after

OBSERVATION = (
    Observed("phase", OVER + 1, 1, "the phase, one place each"),
    Observed("trick", 1, TRICKS, "number of the trick"),
    Observed("reversed", 1, 1, "1 when low numbers win"),
    Observed("built", 1, 2, "buildings placed in this trick"),
    Observed("to_act", MAX_SEATS, 1, "the seat to act"),
    Observed("leader", MAX_SEATS, 1, "who leads the trick"),
    Observed("winner", MAX_SEATS, 1, "who won the trick"),
    Observed("seats", MAX_SEATS, 1, "1 for every seat in the game"),
    Observed("supply", MAX_SEATS, CHIPS, "unplaced chips"),
    Observed("tricks_won", MAX_SEATS, TRICKS, "tricks won"),
    Observed("hand", CARDS, 1, "own cards"),
    Observed("won", CARDS, 1, "cards of the trick still to pick from"),
    Observed("picked", CARDS, 1, "the card to build"),
    Observed("removed", CARDS, 1, "cards out of the game"),
    Observed("field", SPACES * 2, NUMBERS, "per space: number of the building, then colour 1-5 or 10 for land"),
    Observed("chips", POINTS * MAX_SEATS, 1, "per point: whose chip"),
    Observed("lifted", POINTS, 1, "where the moving chip came from"),
    Observed("trick_cards", CARDS * MAX_SEATS, 1, "per card: who played it to this trick"),
    Observed("played", CARDS * MAX_SEATS, 1, "per card: who played it in earlier tricks"),
    Observed("past_leader", TRICKS * MAX_SEATS, 1, "per trick: who led"),
    Observed("past_winner", TRICKS * MAX_SEATS, 1, "per trick: who won"),
    Observed("past_reversed", TRICKS, 1, "per trick: 1 when low numbers won"),
    Observed("past_cards", TRICKS * CARDS, 1, "per trick: its cards"),
)


@rule
def observe(s: State, seat: int, out: list[int]) -> None:
    """What the seat knows, as OBSERVATION lists it."""
    blank(out)
    out[s.phase] = 1
    at = OVER + 1
    out[at], out[at + 1], out[at + 2] = s.trick, s.reversed, s.built
    at = mark_seat(s, s.seat if s.phase > FIRST and s.phase != OVER else NOBODY, seat, out, at + 3, MAX_SEATS)
    at = mark_seat(s, s.leader, seat, out, at, MAX_SEATS)
    at = mark_seat(s, s.winner, seat, out, at, MAX_SEATS)
    for other in range(s.players):
        out[at + turned(s, other, seat)] = 1
        out[at + MAX_SEATS + turned(s, other, seat)] = s.supply[other]
        out[at + 2 * MAX_SEATS + turned(s, other, seat)] = s.tricks_won[other]
    at = mark_set(s.hands[seat], out, at + 3 * MAX_SEATS, CARDS)
    at = mark_set(s.won, out, at, CARDS)
    at = mark_one(s.picked, out, at, CARDS)
    at = mark_set(s.removed, out, at, CARDS)
    at = observe_board(s, seat, out, at)
    observe_plays(s, seat, out, at)


@rule
def observe_board(s: State, seat: int, out: list[int], at: int) -> int:
    for space in range(SPACES):
        card = s.field[space]
        if card >= FIRST_LAND:
            out[at + 2 * space + 1] = NUMBERS
        elif card != EMPTY:
            out[at + 2 * space] = card % NUMBERS + 1
            out[at + 2 * space + 1] = card // NUMBERS + 1
    at += 2 * SPACES
    for point in range(POINTS):
        at = mark_seat(s, s.chips[point], seat, out, at, MAX_SEATS)
    return mark_one(s.lifted, out, at, POINTS)


@rule
def observe_plays(s: State, seat: int, out: list[int], at: int) -> None:
    for i in range(s.play_count):
        mark_seat(s, seat_after(s, s.leader, i), seat, out, at + s.plays[i] * MAX_SEATS, MAX_SEATS)
    played = at + CARDS * MAX_SEATS
    at = played + CARDS * MAX_SEATS
    for trick in range(TRICKS):
        mark_seat(s, s.past_leader[trick], seat, out, at + trick * MAX_SEATS, MAX_SEATS)
        mark_seat(s, s.past_winner[trick], seat, out, at + (TRICKS + trick) * MAX_SEATS, MAX_SEATS)
        out[at + 2 * TRICKS * MAX_SEATS + trick] = s.past_reversed[trick]
        for i in range(s.players):
            card = s.past_plays[trick * MAX_SEATS + i]
            if card != EMPTY:
                mark_seat(s, seat_after(s, s.past_leader[trick], i), seat, out, played + card * MAX_SEATS, MAX_SEATS)
                out[at + 2 * TRICKS * MAX_SEATS + TRICKS + trick * CARDS + card] = 1
