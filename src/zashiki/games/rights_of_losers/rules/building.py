"""The winner builds two cards of the trick and takes one action."""

from __future__ import annotations

from zashiki.core.bits import bit, lowest
from zashiki.core.rule import rule
from zashiki.games.rights_of_losers import actions, cards, phase
from zashiki.games.rights_of_losers.rules.tricks import end_trick
from zashiki.games.rights_of_losers.state import State, drop_chip, lift_chip, put_card


@rule
def pick_card(s: State, card: int) -> None:
    s.won &= ~bit(card)
    s.picked = card
    s.phase = phase.BUILD


@rule
def build(s: State, space: int) -> None:
    # ROL-25, ROL-26: placed cards never move, and chips around the space touch the card from now on.
    put_card(s, space, s.picked)
    s.picked = cards.EMPTY
    s.built += 1
    # ROL-24: exactly two of the trick's cards are built, each before the next is picked (ROL-R29).
    if s.built < cards.BUILDINGS_PER_TRICK:
        s.phase = phase.PICK
        return
    # ROL-27: cards that were not picked leave the game.
    s.removed |= s.won
    s.won = 0
    # ROL-28: then the winner takes one action; two are never combined (ROL-R15). ROL-35: after the tenth trick too.
    s.phase = phase.ACTION


@rule
def list_winner_actions(s: State, out: list[int]) -> int:
    # ROL-28: appoint a leader, reverse, move a chip, or nothing; in trick 10 all four are still offered (ROL-R19).
    n = 0
    for seat in range(s.players):
        # ROL-29: the winner names another seat; naming itself would be doing nothing (ROL-R13).
        if seat != s.winner:
            out[n] = actions.APPOINT + seat
            n += 1
    out[n] = actions.REVERSE
    n += 1
    # ROL-32, ROL-33: only an own chip on the field can be moved, without one no move is offered (ROL-R18);
    # a free point always exists (ROL-R9).
    for half in range(cards.HALVES):
        taken = s.taken[half]
        while taken:
            point = half * cards.HALF + lowest(taken)
            out[n] = actions.LIFT_CHIP + point
            n += int(s.chips[point] == s.winner)
            taken &= taken - 1
    # ROL-34: nothing is always allowed.
    out[n] = actions.PASS
    return n + 1


@rule
def take_action(s: State, action: int) -> None:
    if actions.LIFT_CHIP <= action < actions.DROP_CHIP:
        # ROL-32: move one of the own chips on the field.
        lift_chip(s, action - actions.LIFT_CHIP)
        s.phase = phase.DROP
        return
    s.past_action[s.trick - 1] = action
    if action < actions.REVERSE:
        # ROL-29: that seat leads the next trick, this one trick only (ROL-R14).
        end_trick(s, action - actions.APPOINT)
        return
    if action == actions.REVERSE:
        # ROL-31: the direction changes from the next trick on (ROL-R11); chips on and around the card stay (ROL-R12).
        s.reversed = 1 - s.reversed
    # ROL-30: with any other action the winner leads the next trick.
    end_trick(s, s.winner)


@rule
def put_down(s: State, point: int) -> None:
    s.past_action[s.trick - 1] = actions.LIFT_CHIP + s.lifted
    drop_chip(s, s.winner, point)
    s.past_drop[s.trick - 1] = point
    end_trick(s, s.winner)
