"""The rules of Akiwado: what comes next, what is legal, and which chapter carries it out."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.rule import rule
from zashiki.games.akiwado import actions, cards, phase
from zashiki.games.akiwado.rules import purveyor, stocking, touting
from zashiki.games.akiwado.rules.setup import draw_opening, reveal_opening, setup
from zashiki.games.akiwado.state import State

__all__ = ["SOURCES", "apply", "draw", "legal", "reveal", "setup", "source", "status", "to_act"]

_CHANCE = (phase.COLOURS, phase.REMOVE, phase.WASTE, phase.START, phase.ROLL, phase.MARKET)
SOURCES = ("screens", "case", "waste", "start", "dice", "market")  # of chance, in the order of its phases
SOURCE_OF = tuple(_CHANCE.index(at) if at in _CHANCE else cards.EMPTY for at in range(phase.OVER))
STATUS = tuple(game.CHANCE if at in _CHANCE else game.DECISION for at in range(phase.OVER)) + (game.OVER,)


@rule
def status(s: State) -> int:
    """What comes next."""
    return STATUS[s.phase]


@rule
def to_act(s: State) -> int:
    """The seats that have to answer; several at once in votes and sealed actions."""
    return s.waiting


@rule
def source(s: State) -> int:
    """Where the next chance event comes from."""
    return SOURCE_OF[s.phase]


@rule
def draw(s: State, rng: list[int]) -> None:
    """Sample the next chance event into the outcome."""
    if s.phase == phase.ROLL:
        touting.draw_dice(s, rng)
    elif s.phase == phase.MARKET:
        stocking.draw_market(s, rng)
    else:
        draw_opening(s, rng)


@rule
def reveal(s: State) -> None:
    """Carry out the chance event in the outcome."""
    if s.phase == phase.ROLL:
        touting.roll_dice(s)
    elif s.phase == phase.MARKET:
        stocking.lay_out(s)
    else:
        reveal_opening(s)


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """The legal actions of a seat to act, in canonical order."""
    if s.phase == phase.BID:
        return stocking.list_real_actions(s, seat, out)
    if s.phase == phase.DECLARE:
        # AKI-39: any announcement is allowed, for an empty market too (AKI-R13);
        # without coins as well, since a shorter list would show the purse (AKI-R14).
        for place in range(cards.PLACES):
            out[place] = actions.DECLARE + place
        return cards.PLACES
    if s.phase == phase.CHALLENGE:
        out[0], out[1] = actions.ACCEPT, actions.CHALLENGE
        return 2
    if s.phase == phase.KEEP:
        return touting.list_keeps(s, out)
    if s.phase == phase.BLUE:
        out[0], out[1] = actions.STAND, actions.REDUCE
        return 2
    return purveyor.list_articles_in_waste(s, out)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal action. AKI-14: touting, then stocking."""
    if s.phase == phase.BID:
        stocking.seal_action(s, seat, action)
    elif s.phase == phase.DECLARE:
        stocking.declare(s, seat, action - actions.DECLARE)
    elif s.phase == phase.CHALLENGE:
        touting.vote(s, seat, action)
    elif s.phase == phase.KEEP:
        touting.keep_dice(s, action - actions.KEEP)
    elif s.phase == phase.BLUE:
        stocking.answer_blue(s, seat, action)
    else:
        purveyor.take_from_waste(s, seat, action - actions.TAKE)
