"""Which games do much the same next: a GPU plays those together. Planning takes nearly all the time and is told apart finely."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe import phase
from zashiki.games.kazoku_scribe.cards import BANKS, DEEDS, MODES
from zashiki.games.kazoku_scribe.state import State

STEPS = len(phase.NAMES)  # from here on the steps of planning
FENCES = STEPS + len(phase.STEPS)  # and from here the cells of an estate: the first one, and those after it, of each action
KINDS = FENCES + 2 * DEEDS * MODES


@rule
def kind(s: State) -> int:
    """The kind of what comes next; while seats plan, of what the first of them does that is not done."""
    if s.phase != phase.PLAN:
        return s.phase
    seat = 0
    while s.step[seat] == phase.DONE:
        seat += 1
    if s.step[seat] != phase.FENCE:
        return STEPS + s.step[seat]
    begun = 1 if s.draft[BANKS * seat] | s.draft[BANKS * seat + 1] else 0
    return FENCES + (begun * DEEDS + s.deed[seat]) * MODES + s.mode[seat]
