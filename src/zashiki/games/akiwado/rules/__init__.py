"""The rules of Akiwado: what comes next, what is legal, and which chapter carries it out."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.rule import rule
from zashiki.games.akiwado.actions import KEEP, STAND, TAKE_COLOUR
from zashiki.games.akiwado.rules.purveyor import answer_blue, list_articles_in_waste, take_from_waste
from zashiki.games.akiwado.rules.setup import (
    choose_start,
    draw_colours,
    draw_removed,
    draw_start,
    draw_waste,
    give_screens,
    leave_in_case,
    waste_cards,
)
from zashiki.games.akiwado.rules.stocking import declare, draw_market, lay_out, list_declarations, list_real_actions, seal_action
from zashiki.games.akiwado.rules.touting import draw_dice, keep_dice, list_keeps, list_votes, roll_dice, vote
from zashiki.games.akiwado.state import (
    BID,
    BLUE_MARKER,
    CHALLENGE,
    COLOUR_DRAW,
    DECLARE,
    KEEPING,
    MARKET,
    OVER,
    REMOVE,
    ROLL,
    START,
    WASTE,
    State,
    setup,
)

_CHANCE_PHASES = (COLOUR_DRAW, REMOVE, WASTE, START, ROLL, MARKET)
STATUS = tuple(
    game.CHANCE if phase in _CHANCE_PHASES else game.OVER if phase == OVER else game.DECISION for phase in range(OVER + 1)
)

__all__ = ["apply", "draw", "legal", "reveal", "setup", "status", "to_act"]


@rule
def status(s: State) -> int:
    """What comes next."""
    return STATUS[s.phase]


@rule
def to_act(s: State) -> int:
    """The seats that have to answer; several at once in votes and sealed actions."""
    return s.waiting


@rule
def draw(s: State, rng: list[int]) -> None:
    """Sample the next chance event into the outcome."""
    if s.phase == ROLL:
        draw_dice(s, rng)
    elif s.phase == MARKET:
        draw_market(s, rng)
    elif s.phase == COLOUR_DRAW:
        draw_colours(s, rng)
    elif s.phase == REMOVE:
        draw_removed(s, rng)
    elif s.phase == WASTE:
        draw_waste(s, rng)
    else:
        draw_start(s, rng)


@rule
def reveal(s: State) -> None:
    """Carry out the chance event in the outcome."""
    if s.phase == ROLL:
        roll_dice(s)
    elif s.phase == MARKET:
        lay_out(s)
    elif s.phase == COLOUR_DRAW:
        give_screens(s)
    elif s.phase == REMOVE:
        leave_in_case(s)
    elif s.phase == WASTE:
        waste_cards(s)
    else:
        choose_start(s)


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """The legal actions of a seat to act, in canonical order."""
    if s.phase == BID:
        return list_real_actions(s, seat, out)
    if s.phase == DECLARE:
        return list_declarations(out)
    if s.phase == CHALLENGE:
        return list_votes(out)
    if s.phase == KEEPING:
        return list_keeps(s, out)
    if s.phase == BLUE_MARKER:
        out[0], out[1] = STAND, STAND + 1
        return 2
    return list_articles_in_waste(s, out)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal action. AKI-14: touting, then stocking."""
    if s.phase == BID:
        seal_action(s, seat, action)
    elif s.phase == DECLARE:
        declare(s, seat, action)
    elif s.phase == CHALLENGE:
        vote(s, seat, action)
    elif s.phase == KEEPING:
        keep_dice(s, action - KEEP)
    elif s.phase == BLUE_MARKER:
        answer_blue(s, seat, action)
    else:
        take_from_waste(s, seat, action - TAKE_COLOUR)
