"""The rules of Kazoku Scribe: what comes next, who acts, and the chapter that each phase is played by."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe import phase
from zashiki.games.kazoku_scribe.rules import challenges, exploring, planning, submission
from zashiki.games.kazoku_scribe.rules.kinds import KINDS, kind
from zashiki.games.kazoku_scribe.rules.setup import SOURCES, draw, reveal, setup, source
from zashiki.games.kazoku_scribe.state import NOT_YET, State

__all__ = ["KINDS", "SOURCES", "apply", "draw", "kind", "legal", "reveal", "setup", "source", "status", "to_act"]


@rule
def status(s: State) -> int:
    """What comes next; after set-up there is no chance."""
    if s.phase == phase.OVER:
        return game.OVER
    return game.CHANCE if s.phase < phase.ENTRY else game.DECISION


@rule
def to_act(s: State) -> int:
    """The seats that may decide now."""
    if status(s) != game.DECISION:
        return 0
    # KZS-11: all seats plan at once. KZS-34: all choose a challenge at once. Otherwise one seat acts.
    if s.phase != phase.PLAN and s.phase != phase.CHALLENGE:
        return bit(s.seat)
    mask = 0
    for seat in range(s.players):
        asked = s.step[seat] != phase.DONE if s.phase == phase.PLAN else s.answer[seat] == NOT_YET
        mask |= int(asked) << seat
    return mask


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """The legal actions of a seat to act, ascending (the order has no meaning)."""
    if s.phase == phase.PLAN:
        return planning.list_planning(s, seat, out)
    if s.phase == phase.CHALLENGE:
        return challenges.list_challenges(s, seat, out)
    if s.phase == phase.SUBMIT:
        return submission.list_submissions(s, seat, out)
    if s.phase == phase.EXPLORE:
        return exploring.list_explorable(s, out)
    if s.phase == phase.ENTRY:
        return exploring.list_entries(s, out)
    return exploring.list_found(s, seat, out)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal action. KZS-10: planning, challenges, submission and scoring, four times."""
    if s.phase == phase.PLAN:
        planning.apply_planning(s, seat, action)
    elif s.phase == phase.CHALLENGE:
        challenges.apply_challenge(s, seat, action)
    elif s.phase == phase.SUBMIT:
        submission.submit(s, seat, action)
    elif s.phase == phase.EXPLORE:
        exploring.explore(s, seat, action)
    elif s.phase == phase.ENTRY:
        exploring.enter_dungeon(s, action)
    else:
        exploring.apply_found(s, seat, action)
