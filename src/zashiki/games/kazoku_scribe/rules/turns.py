"""The order of turns in submission, and the end of a round and of the game."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe.cards import PIECES_A_ROUND, ROUNDS
from zashiki.games.kazoku_scribe.rules.planning import begin_round, pieces_left
from zashiki.games.kazoku_scribe.state import OVER, SUBMIT, State, round_start


@rule
def begin_submission(s: State) -> None:
    s.phase = SUBMIT
    s.turn = 0
    find_submitter(s)


@rule
def find_submitter(s: State) -> None:
    """Let the next seat with a piece submit; when none is left, the round ends."""
    # KZS-42: two passes, each clockwise from the starting seat; KZS-55: a seat without a piece passes.
    while s.turn < PIECES_A_ROUND * s.players:
        seat = (round_start(s) + s.turn) % s.players
        if pieces_left(s, seat):
            s.seat = seat
            s.phase = SUBMIT
            return
        s.turn += 1
    s.turn = 0
    s.seat = 0
    if s.round < ROUNDS:
        begin_round(s)
    else:
        # KZS-57: the game ends after round 4.
        s.phase = OVER


@rule
def end_turn(s: State) -> None:
    # KZS-R21: steps that cannot be made are lost.
    s.steps = 0
    for icon in range(len(s.troops)):
        s.troops[icon] = 0
    s.turn += 1
    find_submitter(s)
