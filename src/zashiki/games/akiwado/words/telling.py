"""Akiwado in sentences: moves and what comes of them, chance, buttons and questions."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.actions import Action
from zashiki.core.bits import bit
from zashiki.core.game import seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import seat_mark
from zashiki.games.akiwado import actions, cards, phase, rules
from zashiki.games.akiwado.cards import CARD_NAMES, KINDS, MARKETS, MAX_SEATS, PLACE_IDS
from zashiki.games.akiwado.eyes.view import is_hidden, lifts_screens
from zashiki.games.akiwado.rules import stocking, touting
from zashiki.games.akiwado.state import TIED, State, seat_row, this_turn
from zashiki.games.akiwado.words.catalogue import WORDS, count_coins, place_name
from zashiki.games.akiwado.words.notation import event_length

# Moves


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The move in words, and after the last sealed answer what comes of all of them."""
    if is_hidden(s, seat, viewer):
        return WORDS(f"hidden_{phase.NAMES[s.phase]}", seat=seat_mark(seat))
    key, parts = _phrase(action)
    sentence = WORDS(key, seat=seat_mark(seat), **parts)
    if not lifts_screens(s) and not _plays_alone(s) and s.phase != phase.BLUE:
        return sentence
    after = s.copy()
    rules.apply(after, seat, action)
    outcome = _tell_votes(after, this_turn(s)) if s.phase in (phase.KEEP, phase.CHALLENGE) else _tell_settlement(s, after)
    return f"{sentence} {outcome}"


def _plays_alone(s: State) -> bool:
    """AKI-28: whether the turn player splits the dice as the only participant and is paid at once."""
    return s.phase == phase.KEEP and touting.participants(s) == bit(s.turn_player)


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the action says; for a split also who would earn what."""
    key, parts = _phrase(action)
    if action < actions.KEEPS:
        incomes = {other: touting.income_if(s, other, action) for other in seats_in(touting.participants(s))}
        return WORDS("label_keep", dice=parts["dice"], incomes=_gains(incomes))
    if action in (actions.STAND, actions.REDUCE):
        parts = {"coins": s.bids[seat_row(s, seat)] - (action == actions.REDUCE)}
    return WORDS(f"label_{key}", **parts)


def _phrase(action: Action) -> tuple[str, dict[str, object]]:
    """The key of the sentence for an action, and its parts."""
    if action < actions.KEEPS:
        faces = actions.kept_faces(action)
        return "keep_two" if len(faces) > 1 else "keep", {"dice": " ".join(map(str, faces))}
    if actions.DECLARE <= action < actions.BID_EAST:
        return "declare", {"place": place_name(PLACE_IDS[action - actions.DECLARE])}
    if actions.BID_EAST <= action < actions.POCKET:
        place = place_name(PLACE_IDS[stocking.place_of(action)])
        return "bid", {"place": place, "coins": count_coins(stocking.coins_of(action))}
    if action >= actions.TAKE:
        return "take", {"card": CARD_NAMES[action - actions.TAKE]}
    return actions.ACTIONS.write(action), {}


# What comes of sealed answers


def _marks(seats: list[Seat]) -> str:
    return ", ".join(seat_mark(seat) for seat in seats)


def _gains(coins: dict[Seat, int]) -> str:
    return ", ".join(f"{seat_mark(seat)} +{gain}" for seat, gain in coins.items())


def _row(s: State, field: list[int], row: int) -> list[int]:
    """One number for each seat from a row of the turns."""
    return field[row * MAX_SEATS : row * MAX_SEATS + s.players]


def _paid(s: State, field: list[int], row: int) -> str:
    """Who was paid how much in a row of the turns; empty when nobody was."""
    return _gains({seat: coins for seat, coins in enumerate(_row(s, field, row)) if coins})


def _tell_votes(after: State, row: int) -> str:
    """Who challenged, and what that did."""
    callers = after.callers[row]
    called = WORDS("callers", seats=_marks(seats_in(callers))) if callers > 0 else WORDS("alone" if callers else "no_callers")
    if after.voided[row]:
        return f"{called} {WORDS('void')}"
    if after.phase == phase.ROLL:
        return f"{called} {WORDS('reroll')}"
    paid = _paid(after, after.income, row)
    return f"{called} {WORDS('paid', coins=paid) if paid else WORDS('nobody_paid')}"


def _tell_settlement(before: State, after: State) -> str:
    """The real actions as they were shown, and unless the blue marker is asked first, what they bring."""
    row = this_turn(before)
    sentences = []
    if before.phase != phase.BLUE:
        sentences.append(WORDS("screens", actions=", ".join(_shown(after, row, seat) for seat in range(after.players))))
    if after.phase != phase.BLUE:
        sentences += [_tell_lot(before, after, row, market) for market in range(MARKETS)]
        earned = _paid(after, after.pocket, row)
        sentences.append(WORDS("earned", coins=earned) if earned else "")
        sentences += _tell_markers(before, after)
        sentences.append(_tell_liars(after, row))
    return " ".join(sentence for sentence in sentences if sentence)


def _shown(s: State, row: int, seat: Seat) -> str:
    place = s.acted[row * MAX_SEATS + seat]
    coins = "" if place == cards.POCKET else f" {s.bids[row * MAX_SEATS + seat]}"
    return f"{seat_mark(seat)} {place_name(PLACE_IDS[place])}{coins}"


def _tell_lot(before: State, after: State, row: int, market: int) -> str:
    lot = before.markets[market * KINDS : (market + 1) * KINDS]
    if not any(lot):
        return ""
    names = ", ".join(name for kind, name in enumerate(CARD_NAMES) for _ in range(lot[kind]))
    place = place_name(PLACE_IDS[market])
    winner = after.lot_winner[row * MARKETS + market]
    if winner >= 0:
        price = after.bids[row * MAX_SEATS + winner]
        return WORDS("lot_sold", place=place, seat=seat_mark(winner), cards=names, coins=price)
    return WORDS("lot_tied" if winner == TIED else "lot_unsold", place=place, cards=names)


def _tell_markers(before: State, after: State) -> list[str]:
    return [
        WORDS("marker", seat=seat_mark(after.privileges[colour]), colour=name)
        for colour, name in enumerate(cards.COLOUR_IDS)
        if after.privileges[colour] != before.privileges[colour]
    ]


def _tell_liars(s: State, row: int) -> str:
    promises = zip(_row(s, s.declared, row), _row(s, s.acted, row), strict=True)
    liars = [seat for seat, (said, done) in enumerate(promises) if said != done]
    if not liars:
        return ""
    return WORDS("all_liars") if len(liars) == s.players else WORDS("liars", seats=_marks(liars))


# Chance


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words."""
    event, outcome = phase.NAMES[s.phase], s.outcome[: event_length(s)]
    if event == "start":
        return WORDS("start", seat=seat_mark(outcome[0]))
    if event == "roll":
        key = "roll_again" if s.rolls[this_turn(s)] else "roll"
        return WORDS(key, seat=seat_mark(s.turn_player), dice=" ".join(map(str, outcome)), turn=s.turn)
    names = [CARD_NAMES[kind] for kind in outcome]
    if event == "colours":
        screens = ", ".join(f"{seat_mark(seat)} {name.lower()}" for seat, name in enumerate(names))
        return WORDS("colours", screens=screens)
    if event == "market" and len(names) == 1:
        return WORDS("market_east", east=names[0])
    return WORDS(event, card=names[0], cards=", ".join(names), east=names[0], west=names[-1])


# What is asked


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    name, seated = phase.NAMES[s.phase], viewer >= 0
    if rules.status(s) != game.DECISION:
        return WORDS(f"ask_{name}")
    if seated and s.waiting & bit(viewer):
        needed, participants = touting.voices_needed(s), touting.participants(s).bit_count()
        return WORDS(f"ask_{name}", seat=seat_mark(s.turn_player), needed=needed, participants=participants)
    others = _marks(seats_in(s.waiting))
    if seated and s.sealed[viewer] != cards.EMPTY:
        return WORDS("wait_sealed", seats=others, answer=label(s, viewer, s.sealed[viewer]))
    return WORDS(f"wait_{name}", seats=others)
