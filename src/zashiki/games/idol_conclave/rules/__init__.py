"""The rules of Idol Conclave: what comes next, what is legal, and which chapter carries a decision out."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.bits import bit, full, has, list_bits
from zashiki.core.rule import rule
from zashiki.games.idol_conclave import actions, cards, phase
from zashiki.games.idol_conclave.rules import backstage, lines, turns
from zashiki.games.idol_conclave.rules.setup import SOURCES, draw, reveal, setup, source
from zashiki.games.idol_conclave.state import State

__all__ = ["SOURCES", "apply", "draw", "legal", "reveal", "setup", "source", "status", "to_act"]


@rule
def status(s: State) -> int:
    """What comes next."""
    if s.phase == phase.OVER:
        return game.OVER
    return game.CHANCE if s.phase <= phase.EVENTS else game.DECISION


@rule
def to_act(s: State) -> int:
    """The turn player; during a Simultaneous Vote every seat whose ballot is not sealed yet."""
    if status(s) != game.DECISION:
        return 0
    return full(s.players) & ~turns.waiting_ballots(s) if s.phase == phase.BALLOT else bit(s.seat)


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """The legal actions of a seat to act, in canonical order."""
    if s.phase == phase.TURN:
        return list_turn(s, seat, out)
    if s.phase == phase.OPENING:
        # IDL-17: the +1000 on any idol.
        return lines.list_idols(actions.VOTE + cards.P1 * cards.IDOL_COUNT, cards.NOBODY, out, 0)
    if s.phase == phase.BALLOT:
        # IDL-74: any card of the hand, the Backstage Deal too (IDL-R21).
        return list_bits(s.hands[seat], actions.BALLOT, out, 0)
    if s.phase == phase.ORDER:
        # IDL-74: the turn player chooses the order of the ballots.
        return list_bits(turns.waiting_ballots(s), actions.ORDER, out, 0)
    if s.phase == phase.PEEK:
        # IDL-71: no card, or a face-down card of another idol, even a known one (IDL-R16).
        out[0] = actions.PEEK_NONE
        return lines.list_cards(s, actions.PEEK_AT, lines.idol_with(s, cards.IDOL_POLICE), 1, out, 1)
    return backstage.list_choices(s, seat, out)


@rule
def list_turn(s: State, seat: int, out: list[int]) -> int:
    """IDL-16: vote for an idol, place a deal on the sheet, or box the Backstage Deal."""
    n = turns.list_votes(s, seat, out)
    # IDL-R35: a closed sheet ends only this; the Backstage Deal can still be voted or boxed.
    n = backstage.list_placements(s, seat, out, n)
    # IDL-34: the Backstage Deal, and only it, may be boxed (IDL-R29); so every hand has a move (IDL-R32).
    if has(s.hands[seat], cards.DEAL):
        out[n] = actions.DISCARD
        n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal action of a seat to act."""
    if s.phase == phase.TURN:
        play_card(s, action)
    elif s.phase == phase.OPENING:
        turns.vote_opening(s, action - actions.VOTE - cards.P1 * cards.IDOL_COUNT)
    elif s.phase == phase.BALLOT:
        turns.seal_ballot(s, seat, action - actions.BALLOT)
    elif s.phase == phase.ORDER:
        turns.order_ballot(s, action - actions.ORDER)
    elif s.phase == phase.PEEK:
        if action != actions.PEEK_NONE:
            turns.peek_at(s, action - actions.PEEK_AT)
        turns.next_turn(s)
    else:
        backstage.choose(s, action)


@rule
def play_card(s: State, action: int) -> None:
    if action < actions.PLACE_DEAL:
        turns.vote(s, (action - actions.VOTE) // cards.IDOL_COUNT, (action - actions.VOTE) % cards.IDOL_COUNT)
    elif action < actions.DISCARD:
        placement = action - actions.PLACE_DEAL
        backstage.place_deal(s, placement // cards.SPACE_COUNT, placement % cards.SPACE_COUNT)
    else:
        turns.discard_deal(s)
