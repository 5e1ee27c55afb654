"""What a seat cannot know, drawn anew: plans that are still hidden and challenges that are still sealed."""

from __future__ import annotations

from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i32s
from zashiki.games.kazoku_scribe import cards, phase, rules
from zashiki.games.kazoku_scribe.actions import ACTIONS
from zashiki.games.kazoku_scribe.rules import planning, village
from zashiki.games.kazoku_scribe.state import BEFORE, MAX_LEGAL, NOT_YET, State


class Options(Work):
    """What a seat may do."""

    list: list[int] = i32s(MAX_LEGAL, 0, len(ACTIONS) - 1)


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Plan anew for the seats whose plan is hidden, and choose anew the challenges that are sealed."""
    options = Options()
    for other in range(s.players):
        if other != seat:
            if s.phase == phase.PLAN:
                plan_anew(s, options, other, rng)
            elif s.phase == phase.CHALLENGE and s.answer[other] != NOT_YET:
                s.answer[other] = options.list[below(rng, rules.legal(s, other, options.list))]


@rule
def plan_anew(s: State, options: Options, seat: int, rng: list[int]) -> None:
    """Undo a seat's plan. A seat that was done makes another plan at random; any other seat starts over."""
    was_done = s.step[seat] == phase.DONE
    take_back_plan(s, seat)
    while was_done and s.step[seat] != phase.DONE:
        rules.apply(s, seat, options.list[below(rng, rules.legal(s, seat, options.list))])


@rule
def take_back_plan(s: State, seat: int) -> None:
    """The page as it was when planning began."""
    planning.copy_page(s, seat + BEFORE, seat)
    for bank in range(cards.BANKS):
        cells = village.fenced_in(s, seat, s.round, bank)
        s.fenced[seat * cards.BANKS + bank] &= ~cells
        for digit in range(cards.DIGITS):
            s.estates[(seat * cards.DIGITS + digit) * cards.BANKS + bank] &= ~cells
    for k in range(seat * cards.DEEDS * cards.ARROWS, (seat + 1) * cards.DEEDS * cards.ARROWS):
        if s.arrows[k] == s.round:
            s.arrows[k] = 0
    for k in range(cards.DEEDS_A_ROUND):
        s.planned[seat * cards.DEEDS_A_ROUND + k] = cards.NONE
        s.pieces[seat * cards.PIECES_A_ROUND + k] = cards.NONE
    s.draft[cards.BANKS * seat], s.draft[cards.BANKS * seat + 1] = 0, 0
    s.step[seat], s.deed[seat], s.mode[seat] = phase.CHOOSE, cards.NONE, 0
    s.shields[seat], s.marks[seat] = 0, 0
