"""Shuffle what a seat cannot see, written from KZS-11 and KZS-34: plans being made, challenges being chosen."""

from __future__ import annotations

from zashiki.core.chance import below
from zashiki.games.kazoku_scribe import phase, rules
from zashiki.games.kazoku_scribe.state import BEFORE, State

ROOM = [0] * 1024


def swap(s: State, seat: int, rng: list[int]) -> State:
    """Every other seat makes another plan, to the same visible end: finished or not; sealed challenges change too."""
    for other in range(s.players):
        if other == seat:
            continue
        if s.phase == phase.PLAN:
            _plan_again(s, other, rng)
        elif s.phase == phase.CHALLENGE and s.answer[other] >= 0:
            s.answer[other] = _any_option(s, other, rng)
    return s


def _any_option(s: State, seat: int, rng: list[int]) -> int:
    return ROOM[below(rng, rules.legal(s, seat, ROOM))]


def _plan_again(s: State, seat: int, rng: list[int]) -> None:
    finished = s.step[seat] == phase.DONE
    _rub_out(s, seat)
    steps = 1000 if finished else below(rng, 12)
    while steps > 0 and s.step[seat] != phase.DONE:
        kept = s.copy()
        rules.apply(s, seat, _any_option(s, seat, rng))
        if s.step[seat] == phase.DONE and not finished:
            for name in State.fields:
                setattr(s, name, getattr(kept, name))
            return
        steps -= 1


def _rub_out(s: State, seat: int) -> None:
    """The page as everybody saw it when the round began."""
    for bank in range(2):
        for place in range(60):
            number = sum((s.estates[6 * seat + 2 * digit + bank] >> place & 1) << digit for digit in range(3))
            if s.fenced[2 * seat + bank] >> place & 1 and number // 2 == s.round - 1:
                s.fenced[2 * seat + bank] &= ~(1 << place)
                for digit in range(3):
                    s.estates[6 * seat + 2 * digit + bank] &= ~(1 << place)
    for name, size in (("bridges", 5), ("required", 7), ("squares", 5), ("wards", 1)):
        field = getattr(s, name)
        page = seat + BEFORE
        field[seat * size : (seat + 1) * size] = field[page * size : (page + 1) * size]
    for k in range(14):
        if s.arrows[14 * seat + k] == s.round:
            s.arrows[14 * seat + k] = 0
    s.planned[2 * seat : 2 * seat + 2] = s.pieces[2 * seat : 2 * seat + 2] = [-1, -1]
    s.draft[2 * seat : 2 * seat + 2] = [0, 0]
    s.step[seat], s.deed[seat], s.mode[seat], s.shields[seat], s.marks[seat] = phase.CHOOSE, -1, 0, 0, 0
