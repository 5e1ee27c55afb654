"""How Rights of Losers is played: what comes next, what is legal, and which chapter carries it out."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.bits import bit, full, list_bits
from zashiki.core.rule import rule
from zashiki.games.rights_of_losers import actions, cards, phase
from zashiki.games.rights_of_losers.rules import building, chips, tricks
from zashiki.games.rights_of_losers.rules.setup import SOURCES, draw, reveal, setup, source
from zashiki.games.rights_of_losers.state import State

__all__ = ["SOURCES", "apply", "draw", "legal", "reveal", "setup", "source", "status", "to_act"]


@rule
def status(s: State) -> int:
    """What comes next."""
    if s.phase == phase.OVER:
        return game.OVER
    return game.CHANCE if s.phase <= phase.FIRST else game.DECISION


@rule
def to_act(s: State) -> int:
    """Exactly one seat acts at any time."""
    return bit(s.seat) if status(s) == game.DECISION else 0


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """The legal actions of the seat to act, in canonical order."""
    if s.phase == phase.PLAY:
        return list_bits(tricks.playable(s, seat), actions.PLAY_CARD, out, 0)
    if s.phase == phase.CHIP:
        return chips.list_open_points(s, actions.PLACE_CHIP, out)
    if s.phase == phase.PICK:
        # ROL-24: only this trick's cards; every trick has at least three (ROL-R20).
        return list_bits(s.won, actions.PICK_CARD, out, 0)
    if s.phase == phase.BUILD:
        # ROL-25: any building space that holds no card; it needs no neighbour (ROL-R7).
        return list_bits(full(cards.SPACES) & ~s.filled, actions.BUILD_ON, out, 0)
    if s.phase == phase.ACTION:
        return building.list_winner_actions(s, out)
    # ROL-32: where a chip could be placed, this trick's buildings included (ROL-R16), but not where it came from: that point
    # is still taken (ROL-R17).
    return chips.list_open_points(s, actions.DROP_CHIP, out)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal action of the seat to act. ROL-9: trick, chips, buildings, winner's action, ten times."""
    if s.phase == phase.PLAY:
        tricks.play_card(s, action - actions.PLAY_CARD)
    elif s.phase == phase.CHIP:
        chips.place_chip(s, action - actions.PLACE_CHIP)
    elif s.phase == phase.PICK:
        building.pick_card(s, action - actions.PICK_CARD)
    elif s.phase == phase.BUILD:
        building.build(s, action - actions.BUILD_ON)
    elif s.phase == phase.ACTION:
        building.take_action(s, action)
    else:
        building.put_down(s, action - actions.DROP_CHIP)
