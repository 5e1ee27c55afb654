"""The order of turns in submission, and the end of a round and of the game."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe import cards, phase
from zashiki.games.kazoku_scribe.rules import planning
from zashiki.games.kazoku_scribe.state import State, round_start


@rule
def begin_submission(s: State) -> None:
    s.turn = 0
    find_submitter(s)


@rule
def find_submitter(s: State) -> None:
    """Find the next seat with a piece to submit; when there is none, the round ends."""
    # KZS-42: two passes, each clockwise from the starting seat; KZS-55: a seat without a piece passes.
    while s.turn < cards.PIECES_A_ROUND * s.players:
        seat = (round_start(s) + s.turn) % s.players
        if planning.pieces_left(s, seat):
            s.seat, s.phase = seat, phase.SUBMIT
            return
        s.turn += 1
    s.turn, s.seat = 0, 0
    if s.round < cards.ROUNDS:
        planning.begin_round(s)
    else:
        # KZS-57: the game ends after round 4.
        s.phase = phase.OVER


@rule
def end_turn(s: State) -> None:
    dismiss_piece(s)
    s.turn += 1
    find_submitter(s)


@rule
def dismiss_piece(s: State) -> None:
    """The piece is done exploring. KZS-R21: steps that cannot be made are lost."""
    s.steps = 0
    for icon in range(len(s.troops)):
        s.troops[icon] = 0
