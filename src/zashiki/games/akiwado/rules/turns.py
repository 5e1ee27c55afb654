"""Turns: who plays the next one, and when there is none."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.core.seats import left_of
from zashiki.games.akiwado import cards, phase
from zashiki.games.akiwado.state import State, cards_in, this_turn


@rule
def begin_turn(s: State, seat: int) -> None:
    # AKI-20: a turn starts with the roll of its turn player.
    s.turn += 1
    s.turn_player = seat
    s.roller[this_turn(s)] = seat
    s.phase = phase.ROLL


@rule
def end_turn(s: State) -> None:
    # AKI-60: the turn that laid out the last card was the last; no touting follows, so its lies were free (AKI-R11).
    if cards_in(s.deck, 0) > 0:
        # AKI-57: the next just seat clockwise, perhaps the same player again; a skipped turn costs no cards (AKI-R24).
        seat = left_of(s, s.turn_player)
        while s.unjust & bit(seat):
            seat = left_of(s, seat)
        begin_turn(s, seat)
    elif s.privileges[cards.RED] != cards.NOBODY:
        # AKI-89: after the last turn the holder of the red marker still takes a card.
        s.phase = phase.RED
        s.waiting = bit(s.privileges[cards.RED])
    else:
        s.phase = phase.OVER
