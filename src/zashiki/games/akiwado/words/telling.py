"""Akiwado in sentences: moves and what comes of them, chance, buttons and questions."""

from __future__ import annotations

from collections.abc import Iterable

from zashiki.core import game
from zashiki.core.actions import Action
from zashiki.core.bits import bit
from zashiki.core.game import seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import listed, seat_mark
from zashiki.games.akiwado import actions, cards, phase, rules
from zashiki.games.akiwado.eyes.view import Turn, View, is_hidden, lifts_screens, turn_seen
from zashiki.games.akiwado.rules import touting
from zashiki.games.akiwado.state import State, seat_row, this_turn
from zashiki.games.akiwado.words.catalogue import WORDS, card_name, count_coins, dice_words, together
from zashiki.games.akiwado.words.notation import event_length


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The move in words, and after the last sealed answer what comes of all of them."""
    if is_hidden(s, seat, viewer):
        return WORDS(f"hidden_{phase.NAMES[s.phase]}", seat=seat_mark(seat))
    key, parts = _phrase(action)
    sentences = [WORDS(key, seat=seat_mark(seat), **parts)]
    # AKI-28: a turn player who splits the dice alone is paid at once.
    alone = s.phase == phase.KEEP and touting.participants(s) == bit(s.turn_player)
    if alone or lifts_screens(s) or s.phase == phase.BLUE:
        after = s.copy()
        rules.apply(after, seat, action)
        turn = turn_seen(after, this_turn(s))
        touted = s.phase in (phase.KEEP, phase.CHALLENGE)
        sentences += _tell_votes(turn, after) if touted else _tell_settlement(turn, s, after)
    return together(sentences)


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the action says; for a split also who would earn what."""
    key, parts = _phrase(action)
    if action < actions.KEEPS:
        incomes = ((other, touting.income_if(s, other, action)) for other in seats_in(touting.participants(s)))
        return WORDS("label_keep", dice=parts["dice"], incomes=_gains(incomes))
    if action in (actions.STAND, actions.REDUCE):
        parts = {"coins": s.bids[seat_row(s, seat)] - (action == actions.REDUCE)}
    return WORDS(f"label_{key}", **parts)


def sealed_words(text: str) -> str:
    """An answer behind the screen, as its button said it."""
    key, parts = _phrase(actions.ACTIONS.read(text))
    return WORDS(f"label_{key}", **parts)


def _phrase(action: Action) -> tuple[str, dict[str, object]]:
    """The key of the sentence for an action, and its parts."""
    verb, *words = actions.ACTIONS.write(action).split(" ")
    if verb == "keep":
        return "keep_two" if len(words) > 1 else "keep", {"dice": dice_words(words)}
    if verb == "declare":
        return verb, {"place": WORDS(f"place_{words[0]}")}
    if verb == "bid":
        return verb, {"place": WORDS(f"place_{words[0]}"), "coins": count_coins(int(words[1]))}
    if verb == "take":
        return verb, {"card": card_name(action - actions.TAKE)}
    return verb, {}


def _marks(seats: Iterable[Seat]) -> str:
    return listed(seat_mark(seat) for seat in seats)


def _gains(coins: Iterable[tuple[Seat, int]]) -> str:
    return listed(WORDS("gain", seat=seat_mark(seat), coins=gain) for seat, gain in coins)


def _paid(coins: tuple[int, ...]) -> str:
    """Who was paid how much; empty when nobody was."""
    return _gains((seat, paid) for seat, paid in enumerate(coins) if paid)


def _tell_votes(turn: Turn, after: State) -> list[str]:
    """Who challenged, and what that did."""
    callers = turn.callers
    called = WORDS("callers", seats=_marks(callers)) if callers else WORDS("alone" if callers is None else "no_callers")
    if turn.voided or after.phase == phase.ROLL:
        return [called, WORDS("void" if turn.voided else "reroll")]
    paid = _paid(turn.incomes)
    return [called, WORDS("paid", coins=paid) if paid else WORDS("nobody_paid")]


def _tell_settlement(turn: Turn, before: State, after: State) -> list[str]:
    """The real actions as they were shown, and unless the blue marker is asked first, what they bring."""
    sentences = []
    if before.phase != phase.BLUE:
        sentences.append(WORDS("screens", actions=listed(_shown(turn, seat) for seat in range(after.players))))
    if after.phase == phase.BLUE:
        return sentences
    sentences += [_tell_lot(turn, before, market) for market, lot in enumerate(turn.lots) if lot is not None]
    if any(turn.pockets):
        sentences.append(WORDS("earned", coins=_paid(turn.pockets)))
    for colour, name in enumerate(cards.COLOUR_IDS):
        if after.privileges[colour] != before.privileges[colour]:
            sentences.append(WORDS("marker", seat=seat_mark(after.privileges[colour]), colour=WORDS(f"colour_{name}")))
    liars = [seat for seat in range(after.players) if turn.acted[seat] != turn.declared[seat]]
    if liars:
        sentences.append(WORDS("all_liars") if len(liars) == after.players else WORDS("liars", seats=_marks(liars)))
    return sentences


def _shown(turn: Turn, seat: Seat) -> str:
    """What a seat did, as the screens show it."""
    place, bid = turn.acted[seat], turn.bids[seat]
    return WORDS("shown_bid" if bid else "shown_pocket", seat=seat_mark(seat), place=WORDS(f"place_{place}"), coins=bid)


def _tell_lot(turn: Turn, before: State, market: int) -> str:
    held = before.markets[market * cards.KINDS : (market + 1) * cards.KINDS]
    names = listed(card_name(kind) for kind, number in enumerate(held) for _ in range(number))
    place, lot = WORDS(f"place_{cards.PLACE_IDS[market]}"), turn.lots[market]
    if isinstance(lot, int):
        return WORDS("lot_sold", place=place, seat=seat_mark(lot), cards=names, coins=turn.bids[lot])
    return WORDS(f"lot_{lot}", place=place, cards=names)


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words."""
    event, outcome = phase.NAMES[s.phase], s.outcome[: event_length(s)]
    if event == "start":
        return WORDS("start", seat=seat_mark(outcome[0]))
    if event == "roll":
        key = "roll_again" if s.rolls[this_turn(s)] else "roll"
        return WORDS(key, seat=seat_mark(s.turn_player), dice=dice_words(outcome), turn=s.turn)
    if event == "colours":
        colours = [WORDS(f"colour_{cards.COLOUR_IDS[colour]}") for colour in outcome]
        return WORDS("colours", screens=listed(WORDS("screen_of", seat=seat_mark(k), colour=c) for k, c in enumerate(colours)))
    names = [card_name(kind) for kind in outcome]
    if event == "market" and len(names) == 1:
        return WORDS("market_east", east=names[0])
    return WORDS(event, card=names[0], cards=listed(names), east=names[0], west=names[-1])


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    name, seated = phase.NAMES[s.phase], viewer >= 0
    if rules.status(s) != game.DECISION:
        return WORDS(f"ask_{name}")
    if seated and s.waiting & bit(viewer):
        if s.phase == phase.BID and s.coins[viewer] == 0:
            return WORDS("ask_bid_pocket")
        return WORDS(f"ask_{name}", seat=seat_mark(s.turn_player))
    others = _marks(seats_in(s.waiting))
    if seated and s.sealed[viewer] != cards.EMPTY:
        return WORDS("wait_sealed", seats=others, answer=label(s, viewer, s.sealed[viewer]))
    return WORDS(f"wait_{name}", seats=others)


def open_forced(v: View) -> bool:
    """Whether everybody can see that the viewer has one answer; a closed purse does not show that it is empty (AKI-11)."""
    if v.phase == "red":
        return sum(v.waste[colour] > 0 for colour in cards.COLOUR_IDS) == 1
    return v.phase == "bid" and v.open_coins and v.coins[v.viewer] == 0
