"""The rules of Kazoku Scribe: what comes next, chance, legality and effects; one module for each phase."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe.rules.challenges import apply_challenge, list_challenges
from zashiki.games.kazoku_scribe.rules.exploring import (
    apply_found,
    enter_dungeon,
    explore,
    list_entries,
    list_explorable,
    list_found,
)
from zashiki.games.kazoku_scribe.rules.generation import draw, reveal
from zashiki.games.kazoku_scribe.rules.planning import apply_planning, list_planning
from zashiki.games.kazoku_scribe.rules.submission import list_submissions, submit
from zashiki.games.kazoku_scribe.state import CHALLENGE, DONE, ENTRY, EXPLORE, NOT_YET, OVER, PLAN, SUBMIT, State, setup

__all__ = ["apply", "draw", "legal", "reveal", "status", "to_act"]

CHANCE_NEXT, DECISION_NEXT, NOTHING_NEXT = game.CHANCE, game.DECISION, game.OVER

__all__ = ["apply", "draw", "legal", "reveal", "setup", "status", "to_act"]


@rule
def status(s: State) -> int:
    """What comes next; after set-up there is no chance."""
    if s.phase == OVER:
        return NOTHING_NEXT
    return CHANCE_NEXT if s.phase < ENTRY else DECISION_NEXT


@rule
def to_act(s: State) -> int:
    """The seats that may decide now."""
    if status(s) != DECISION_NEXT:
        return 0
    mask = 0
    # KZS-11: all seats plan at once. KZS-34: and all choose a challenge at once.
    if s.phase == PLAN:
        for seat in range(s.players):
            if s.step[seat] != DONE:
                mask |= bit(seat)
        return mask
    if s.phase == CHALLENGE:
        for seat in range(s.players):
            if s.answer[seat] == NOT_YET:
                mask |= bit(seat)
        return mask
    return bit(s.seat)


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """The legal actions of a seat to act, ascending (the order has no meaning)."""
    if s.phase == PLAN:
        return list_planning(s, seat, out)
    if s.phase == CHALLENGE:
        return list_challenges(s, seat, out)
    if s.phase == SUBMIT:
        return list_submissions(s, seat, out)
    if s.phase == EXPLORE:
        return list_explorable(s, out)
    if s.phase == ENTRY:
        return list_entries(s, out)
    return list_found(s, seat, out)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal action. KZS-10: planning, challenges, submission and scoring, four times."""
    if s.phase == PLAN:
        apply_planning(s, seat, action)
    elif s.phase == CHALLENGE:
        apply_challenge(s, seat, action)
    elif s.phase == SUBMIT:
        submit(s, seat, action)
    elif s.phase == EXPLORE:
        explore(s, seat, action)
    elif s.phase == ENTRY:
        enter_dungeon(s, action)
    else:
        apply_found(s, seat, action)
