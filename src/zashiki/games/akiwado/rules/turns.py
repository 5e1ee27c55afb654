"""Turns: who plays the next one, and when there is none."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.games.akiwado.cards import NOBODY, RED
from zashiki.games.akiwado.state import OVER, RED_MARKER, ROLL, State, deck_size, left_of


@rule
def begin_turn(s: State, seat: int) -> None:
    # AKI-20: a turn starts with the roll of its turn player.
    s.turn += 1
    s.turn_player = seat
    s.roller[s.turn - 1] = seat
    s.phase = ROLL


@rule
def end_turn(s: State) -> None:
    # AKI-60: the turn that laid out the last card was the last; no touting follows, so its lies were free (AKI-R11).
    if deck_size(s) == 0:
        end_game(s)
        return
    # AKI-57: the next just seat clockwise, perhaps the same player again; a skipped turn costs no cards (AKI-R24).
    seat = left_of(s, s.turn_player)
    while s.unjust & bit(seat):
        seat = left_of(s, seat)
    begin_turn(s, seat)


@rule
def end_game(s: State) -> None:
    # AKI-89: after the last turn the holder of the red marker still takes a card.
    if s.privileges[RED] != NOBODY:
        s.phase = RED_MARKER
        s.waiting = bit(s.privileges[RED])
    else:
        s.phase = OVER
