"""What a move of Akiwado is good for, from what its seat can see."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.bits import bit
from zashiki.core.rooms import Seat
from zashiki.core.words import seat_mark
from zashiki.games.akiwado import actions, cards, scoring
from zashiki.games.akiwado.actions import ACTIONS
from zashiki.games.akiwado.cards import KINDS
from zashiki.games.akiwado.rules import touting
from zashiki.games.akiwado.state import State, seat_row, this_turn
from zashiki.games.akiwado.words.catalogue import WORDS, count_coins

POCKET = len(cards.PLACE_IDS) - 1  # among the places one can announce; the markets come first


def aim(s: State, seat: Seat, action: Action) -> str:
    """What the move would bring."""
    verb, *words = ACTIONS.write(action).split(" ")
    if verb == "keep":
        return _aim_split(s, seat, action)
    if verb in ("accept", "challenge"):
        return _aim_vote(s, seat, verb)
    if verb in ("declare", "bid"):
        place = cards.PLACE_IDS.index(words[0])
        return _aim_pocket(s) if place == POCKET else _aim_lot(s, seat, place, words[1:])
    if verb == "pocket":
        return _aim_pocket(s)
    if verb == "take":
        return WORDS("aim_points", points=_points_with(s, seat, {action - actions.TAKE: 1}))
    return ""


def _aim_split(s: State, seat: Seat, choice: int) -> str:
    """AKI-24, AKI-27: everybody's income, and who may be content with it."""
    others = [other for other in range(s.players) if touting.participants(s) & ~bit(seat) & bit(other)]
    paid = [other for other in others if touting.income_if(s, other, choice)]
    own = count_coins(touting.income_if(s, seat, choice))
    if not paid:
        return WORDS("aim_keep_alone", coins=own)
    return WORDS("aim_keep", coins=own, seats=", ".join(map(seat_mark, paid)))


def _aim_vote(s: State, seat: Seat, verb: str) -> str:
    """AKI-26: what there is to lose, and to whom it goes otherwise."""
    kept = s.kept[this_turn(s)]
    own, theirs = (touting.income_if(s, each, kept) for each in (seat, s.turn_player))
    return WORDS(f"aim_{verb}", own=count_coins(own), theirs=count_coins(theirs), seat=seat_mark(s.turn_player))


def _aim_lot(s: State, seat: Seat, market: int, coins: list[str]) -> str:
    """AKI-61, AKI-62: the points of the lot; AKI-38: who else has announced it; AKI-54: whether it breaks one's word."""
    lot = {kind: s.markets[market * KINDS + kind] for kind in range(KINDS)}
    points = _points_with(s, seat, lot)
    rivals = [other for other in range(s.players) if other != seat and s.declared[seat_row(s, other)] == market]
    sentence = WORDS("aim_lot" if points != 1 else "aim_lot_1", points=points)
    if coins and s.declared[seat_row(s, seat)] != market:
        return f"{sentence} {WORDS('aim_lie')}"
    return f"{sentence} {WORDS('aim_rivals', seats=', '.join(map(seat_mark, rivals)))}" if rivals else sentence


def _points_with(s: State, seat: Seat, lot: dict[int, int]) -> int:
    """How many more points the seat would have with these cards."""
    after = s.copy()
    for kind, number in lot.items():
        after.hands[seat * KINDS + kind] += number
    return scoring.points_of(after, seat) - scoring.points_of(s, seat)


def _aim_pocket(s: State) -> str:
    """AKI-51, AKI-52: one coin, and the dish unless it is shared."""
    return WORDS("aim_pocket", coins=count_coins(1 + s.area))
