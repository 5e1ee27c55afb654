"""What comes of sealed answers, in words: the vote and its incomes, the lots, pocket money and broken words."""

from __future__ import annotations

from zashiki.core.game import seats_in
from zashiki.core.words import Words, seat_mark
from zashiki.games.akiwado.cards import CARD_NAMES, COLOUR_IDS, EMPTY, KINDS, MARKETS, MAX_SEATS, PLACE_IDS, POCKET
from zashiki.games.akiwado.state import BLUE_MARKER, ROLL, TIED, State, this_turn


def _marks(seats: list[int]) -> str:
    return ", ".join(seat_mark(seat) for seat in seats)


def _row(s: State, field: list[int], row: int) -> list[int]:
    """One number for each seat from a row of the turns."""
    return field[row * MAX_SEATS : row * MAX_SEATS + s.players]


def tell_votes(words: Words, before: State, after: State) -> str:
    """Who challenged, and what that did."""
    row = this_turn(before)
    called = _tell_callers(words, after.callers[row])
    if after.voided[row]:
        return f"{called} {words('void')}"
    if after.phase == ROLL:
        return f"{called} {words('reroll')}"
    paid = [f"{seat_mark(seat)} +{coins}" for seat, coins in enumerate(_row(after, after.income, row)) if coins]
    return f"{called} {words('paid', coins=', '.join(paid)) if paid else words('nobody_paid')}"


def _tell_callers(words: Words, callers: int) -> str:
    if callers == EMPTY:
        return words("alone")
    return words("callers", seats=_marks(seats_in(callers))) if callers else words("no_callers")


def tell_settlement(words: Words, before: State, after: State) -> str:
    """The real actions as they were shown, and unless the blue marker is asked first, what they bring."""
    row = this_turn(before)
    sentences = []
    if before.phase != BLUE_MARKER:
        shown = [_shown(words, after, row, seat) for seat in range(after.players)]
        sentences.append(words("screens", actions=", ".join(shown)))
    if after.phase == BLUE_MARKER:
        return " ".join(sentences)
    sentences += [_tell_lot(words, before, after, row, market) for market in range(MARKETS)]
    earned = [f"{seat_mark(seat)} +{coins}" for seat, coins in enumerate(_row(after, after.pocket, row)) if coins]
    if earned:
        sentences.append(words("earned", coins=", ".join(earned)))
    sentences += _tell_markers(words, before, after)
    sentences.append(_tell_liars(words, after, row))
    return " ".join(sentence for sentence in sentences if sentence)


def _shown(words: Words, s: State, row: int, seat: int) -> str:
    place = s.acted[row * MAX_SEATS + seat]
    coins = "" if place == POCKET else f" {s.bids[row * MAX_SEATS + seat]}"
    return f"{seat_mark(seat)} {words(f'place_{PLACE_IDS[place]}')}{coins}"


def _tell_lot(words: Words, before: State, after: State, row: int, market: int) -> str:
    lot = before.markets[market * KINDS : (market + 1) * KINDS]
    if not any(lot):
        return ""
    cards = ", ".join(name for kind, name in enumerate(CARD_NAMES) for _ in range(lot[kind]))
    place = words(f"place_{PLACE_IDS[market]}")
    winner = after.lot_winner[row * MARKETS + market]
    if winner >= 0:
        price = after.bids[row * MAX_SEATS + winner]
        return words("lot_sold", place=place, seat=seat_mark(winner), cards=cards, coins=price)
    return words("lot_tied" if winner == TIED else "lot_unsold", place=place, cards=cards)


def _tell_markers(words: Words, before: State, after: State) -> list[str]:
    return [
        words("marker", seat=seat_mark(after.privileges[colour]), colour=name)
        for colour, name in enumerate(COLOUR_IDS)
        if after.privileges[colour] != before.privileges[colour]
    ]


def _tell_liars(words: Words, s: State, row: int) -> str:
    kept_word = zip(_row(s, s.declared, row), _row(s, s.acted, row), strict=True)
    liars = [seat for seat, (said, done) in enumerate(kept_word) if said != done]
    if not liars:
        return ""
    return words("all_liars") if len(liars) == s.players else words("liars", seats=_marks(liars))
