"""What a seat of Rights of Losers knows, as a row of numbers."""

from __future__ import annotations

from zashiki.core.rooms import Observed
from zashiki.core.rows import blank, mark_one, mark_seat, mark_set, turned
from zashiki.core.rule import rule
from zashiki.core.seats import seat_after
from zashiki.games.rights_of_losers import cards, phase
from zashiki.games.rights_of_losers.state import State

OBSERVATION = (
    Observed("phase", phase.OVER + 1, 1, "the phase, one place each"),
    Observed("trick", 1, cards.MOST_TRICKS, "number of the trick"),
    Observed("reversed", 1, 1, "1 when low numbers win"),
    Observed("built", 1, 2, "buildings placed in this trick"),
    Observed("to_act", cards.MAX_SEATS, 1, "the seat to act"),
    Observed("leader", cards.MAX_SEATS, 1, "who leads the trick"),
    Observed("winner", cards.MAX_SEATS, 1, "who won the trick"),
    Observed("seats", cards.MAX_SEATS, 1, "1 for every seat in the game"),
    Observed("supply", cards.MAX_SEATS, cards.CHIPS, "unplaced chips"),
    Observed("tricks_won", cards.MAX_SEATS, cards.MOST_TRICKS, "tricks won"),
    Observed("hand", cards.CARDS, 1, "own cards"),
    Observed("won", cards.CARDS, 1, "cards of the trick still to pick from"),
    Observed("picked", cards.CARDS, 1, "the card to build"),
    Observed("removed", cards.CARDS, 1, "cards out of the game"),
    Observed("field", cards.SPACES * 2, cards.NUMBERS, "per space: number of the building, then colour 1-5 or 10 for land"),
    Observed("chips", cards.POINTS * cards.MAX_SEATS, 1, "per point: whose chip"),
    Observed("lifted", cards.POINTS, 1, "where the moving chip came from"),
    Observed("trick_cards", cards.CARDS * cards.MAX_SEATS, 1, "per card: who played it to this trick"),
    Observed("played", cards.CARDS * cards.MAX_SEATS, 1, "per card: who played it in a finished trick"),
    Observed("past_leader", cards.MOST_TRICKS * cards.MAX_SEATS, 1, "per trick: who led"),
    Observed("past_winner", cards.MOST_TRICKS * cards.MAX_SEATS, 1, "per trick: who won"),
    Observed("past_reversed", cards.MOST_TRICKS, 1, "per trick: 1 when low numbers won"),
    Observed("past_cards", cards.MOST_TRICKS * cards.CARDS, 1, "per trick: its cards"),
)


@rule
def observe(s: State, seat: int, out: list[int]) -> None:
    """What the seat knows, as OBSERVATION lists it."""
    blank(out)
    out[s.phase] = 1
    at = phase.OVER + 1
    out[at], out[at + 1], out[at + 2] = s.trick, s.reversed, s.built
    at = mark_seat(
        s, s.seat if s.phase > phase.FIRST and s.phase != phase.OVER else cards.NOBODY, seat, out, at + 3, cards.MAX_SEATS
    )
    at = mark_seat(s, s.leader, seat, out, at, cards.MAX_SEATS)
    at = mark_seat(s, s.winner, seat, out, at, cards.MAX_SEATS)
    for other in range(s.players):
        out[at + turned(s, other, seat)] = 1
        out[at + cards.MAX_SEATS + turned(s, other, seat)] = s.supply[other]
        out[at + 2 * cards.MAX_SEATS + turned(s, other, seat)] = s.tricks_won[other]
    at = mark_set(s.hands[seat], out, at + 3 * cards.MAX_SEATS, cards.CARDS)
    at = mark_set(s.won, out, at, cards.CARDS)
    at = mark_one(s.picked, out, at, cards.CARDS)
    at = mark_set(s.removed, out, at, cards.CARDS)
    at = observe_board(s, seat, out, at)
    observe_plays(s, seat, out, at)


@rule
def observe_board(s: State, seat: int, out: list[int], at: int) -> int:
    for space in range(cards.SPACES):
        card = s.field[space]
        if card >= cards.FIRST_LAND:
            out[at + 2 * space + 1] = cards.NUMBERS
        elif card != cards.EMPTY:
            out[at + 2 * space] = card % cards.NUMBERS + 1
            out[at + 2 * space + 1] = card // cards.NUMBERS + 1
    at += 2 * cards.SPACES
    for point in range(cards.POINTS):
        at = mark_seat(s, s.chips[point], seat, out, at, cards.MAX_SEATS)
    return mark_one(s.lifted, out, at, cards.POINTS)


@rule
def observe_plays(s: State, seat: int, out: list[int], at: int) -> None:
    for i in range(s.play_count):
        mark_seat(s, seat_after(s, s.leader, i), seat, out, at + s.plays[i] * cards.MAX_SEATS, cards.MAX_SEATS)
    played = at + cards.CARDS * cards.MAX_SEATS
    at = played + cards.CARDS * cards.MAX_SEATS
    for trick in range(cards.MOST_TRICKS):
        mark_seat(s, s.past_leader[trick], seat, out, at + trick * cards.MAX_SEATS, cards.MAX_SEATS)
        mark_seat(s, s.past_winner[trick], seat, out, at + (cards.MOST_TRICKS + trick) * cards.MAX_SEATS, cards.MAX_SEATS)
        out[at + 2 * cards.MOST_TRICKS * cards.MAX_SEATS + trick] = s.past_reversed[trick]
        for i in range(s.players):
            card = s.past_plays[trick * cards.MAX_SEATS + i]
            if card != cards.EMPTY:
                mark_seat(s, seat_after(s, s.past_leader[trick], i), seat, out, played + card * cards.MAX_SEATS, cards.MAX_SEATS)
                out[at + 2 * cards.MOST_TRICKS * cards.MAX_SEATS + cards.MOST_TRICKS + trick * cards.CARDS + card] = 1
