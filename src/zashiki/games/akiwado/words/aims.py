"""What a move of Akiwado is good for, from what its seat can see."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.bits import bit
from zashiki.core.rooms import Seat
from zashiki.core.words import listed, seat_mark
from zashiki.games.akiwado import actions, cards, phase, rules, scoring
from zashiki.games.akiwado.actions import ACTIONS
from zashiki.games.akiwado.cards import KINDS
from zashiki.games.akiwado.eyes.view import turn_seen
from zashiki.games.akiwado.rules import purveyor, touting
from zashiki.games.akiwado.state import State, seat_row, this_turn
from zashiki.games.akiwado.words.catalogue import WORDS, count_coins, together


def aim(s: State, seat: Seat, action: Action) -> str:
    """What the move would bring."""
    verb, *words = ACTIONS.write(action).split(" ")
    if verb == "keep":
        return _aim_split(s, seat, action)
    if verb in ("accept", "challenge"):
        return _aim_vote(s, seat, verb)
    if verb in ("declare", "bid"):
        place = cards.PLACE_IDS.index(words[0])
        return _aim_pocket(s, seat) if place == cards.POCKET else _aim_lot(s, seat, place)
    if verb == "pocket":
        return _aim_pocket(s, seat)
    if verb == "take":
        return WORDS("aim_points", count=_points_with(s, seat, {action - actions.TAKE: 1}))
    return _aim_blue(s, seat, action)


def _aim_split(s: State, seat: Seat, choice: int) -> str:
    """AKI-24, AKI-27: everybody's income, and who may be content with it."""
    others = [other for other in range(s.players) if touting.participants(s) & ~bit(seat) & bit(other)]
    paid = [other for other in others if touting.income_if(s, other, choice)]
    own = count_coins(touting.income_if(s, seat, choice))
    if not paid:
        return WORDS("aim_keep_alone" if others else "aim_keep_only", coins=own)
    return WORDS("aim_keep", coins=own, seats=listed(map(seat_mark, paid)))


def _aim_vote(s: State, seat: Seat, verb: str) -> str:
    """AKI-26: what there is to lose, and to whom it goes otherwise; AKI-30: after the second roll it is lost to all."""
    kept, last = s.kept[this_turn(s)], s.rolls[this_turn(s)] == touting.MOST_ROLLS
    own, theirs = (touting.income_if(s, each, kept) for each in (seat, s.turn_player))
    key = "aim_challenge_void" if verb == "challenge" and last else f"aim_{verb}"
    return WORDS(key, own=count_coins(own), theirs=count_coins(theirs), seat=seat_mark(s.turn_player))


def _aim_lot(s: State, seat: Seat, market: int) -> str:
    """AKI-61, AKI-62: the points of the lot; AKI-38: who else has announced it; AKI-54: whether it breaks one's word."""
    lot = {kind: s.markets[market * KINDS + kind] for kind in range(KINDS)}
    if not any(lot.values()):
        return WORDS("aim_empty")
    rivals = [other for other in range(s.players) if other != seat and s.declared[seat_row(s, other)] == market]
    sentences = [WORDS("aim_lot", count=_points_with(s, seat, lot, sold=True))]
    if _breaks_word(s, seat, market):
        sentences.append(WORDS("aim_lie"))
    elif rivals:
        sentences.append(WORDS("aim_rivals", seats=listed(map(seat_mark, rivals))))
    return together(sentences)


def _breaks_word(s: State, seat: Seat, place: int) -> bool:
    return s.phase == phase.BID and s.declared[seat_row(s, seat)] != place


def _points_with(s: State, seat: Seat, lot: dict[int, int], *, sold: bool = False) -> int:
    """How many more points the seat would have with these cards."""
    after = s.copy()
    for kind, number in lot.items():
        after.hands[seat * KINDS + kind] += number
    if sold and s.purveyor:  # AKI-81: a sale may move the white marker
        purveyor.check_markers(after)
    return scoring.points_of(after, seat) - scoring.points_of(s, seat)


def _aim_pocket(s: State, seat: Seat) -> str:
    """AKI-51, AKI-52, AKI-87: what the stock gives, and the dish unless it is shared; AKI-54: whether it breaks one's word."""
    stock = cards.POCKET_COINS + cards.YELLOW_COINS * (s.privileges[cards.YELLOW] == seat)
    sentence = WORDS("aim_pocket", coins=count_coins(stock + s.area), stock=stock)
    return together([sentence, WORDS("aim_lie")]) if _breaks_word(s, seat, cards.POCKET) else sentence


def _aim_blue(s: State, seat: Seat, action: Action) -> str:
    """AKI-88: all bids are shown, so what comes of the own one is certain."""
    row = this_turn(s)
    after = s.copy()
    rules.apply(after, seat, action)
    turn = turn_seen(after, row)
    lot = turn.lots[s.acted[seat_row(s, seat)]]
    if not isinstance(lot, int):
        return WORDS(f"aim_blue_{lot}")
    if lot == seat:
        return WORDS("aim_blue_own", coins=count_coins(turn.bids[seat]))
    return WORDS("aim_blue_other", seat=seat_mark(lot))
