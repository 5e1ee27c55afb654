"""How the numbers on the board of Akiwado came about: rows of words, value and clause, from one view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from zashiki.core.rooms import Seat
from zashiki.core.words import listed, seat_mark
from zashiki.games.akiwado import cards
from zashiki.games.akiwado.eyes.view import Cards, Turn, View
from zashiki.games.akiwado.screen.faces import DICE, GOODS
from zashiki.games.akiwado.words.catalogue import WORDS

Row = tuple[str, int | str, str]  # words, value, clause
Rows = tuple[Row, ...]


def said(rows: Rows, say: Callable[[str], str]) -> Rows:
    """The rows with the players' names filled in."""
    return tuple((say(words), value, clause) for words, value, clause in rows)


def points(v: View, seat: Seat) -> Rows:
    """The points of a seat: cards, pairs, and the white marker."""
    rows: list[Row] = [(WORDS("acc_cards"), v.cards[seat], "AKI-61")]
    worth = listed(WORDS("acc_worth", pairs=pairs, points=cards.SPECIAL[pairs]) for pairs in range(2, cards.COLOURS + 1))
    rows.append((WORDS("acc_pairs", colours=pair_words(v.hands[seat]), worth=worth), v.special_points[seat], "AKI-62"))
    if v.purveyor:
        rows.append((WORDS("tally_white"), v.white_points[seat], "AKI-86"))
    return tuple(rows)


def pair_words(hand: Cards) -> str:
    """The colours a hand counts as held twice, in words."""
    natural, named = pairs_of(hand)
    return listed([*natural, *(WORDS("acc_with_custom", colour=colour) for colour in named)]) or "–"


def pairs_of(hand: Cards) -> tuple[list[str], list[str]]:
    """The colours held twice, and those that custom cards make a pair of, as AKI-63 names them."""
    held = {colour: hand[colour] for colour in cards.COLOUR_IDS}
    natural = [GOODS[colour].name for colour, count in held.items() if count > 1]
    singles = [GOODS[colour].name for colour, count in held.items() if count == 1]
    missing = [GOODS[colour].name for colour, count in held.items() if not count]
    customs = hand["custom"]
    named = singles[:customs]
    return natural, named + missing[: (customs - len(named)) // 2]


def purse(v: View, seat: Seat) -> Rows:
    """Where the coins of an open purse came from and went."""
    rows: list[Row] = [(WORDS("acc_start"), cards.STARTING_COINS + cards.EXTRA_COINS[seat], "AKI-7")]
    for number, turn in enumerate(v.turns, 1):
        paid = -turn.bids[seat] * turn.lots.count(seat)
        moved = (("touting", turn.incomes[seat], "AKI-31"), ("bought", paid, "AKI-46"), ("pocket", turn.pockets[seat], "AKI-51"))
        rows += [(WORDS(f"acc_{why}", turn=number), _change(coins), clause) for why, coins, clause in moved if coins]
    return tuple(rows)


def _change(coins: int) -> str:
    return f"{coins:+}".replace("-", "−") if coins else "0"


def income(v: View, seat: Seat, coins: int) -> Rows:
    """What the dice on the tray pay a seat, die by die; `coins` is what it gets."""
    assert v.dice is not None
    assert v.kept is not None
    received = v.kept if seat == v.turn_player else tuple((Counter(v.dice) - Counter(v.kept)).elements())
    rows: list[Row] = [_die_pays(v, seat, face) for face in received]
    missing = sum(int(value) for _, value, _ in rows) - coins
    if missing:
        rows.append((WORDS("acc_short"), _change(-missing), "AKI-12"))
    return tuple(rows)


def _die_pays(v: View, seat: Seat, face: int) -> Row:
    good = DICE[face].pays
    if good is None:
        return WORDS("acc_die_one", face=face), cards.ANYBODY_PAYS, "AKI-23"
    return (
        WORDS("acc_die", face=face, colour=good.name, coins=cards.ARTICLE_PAYS),
        v.hands[seat][good.key] * cards.ARTICLE_PAYS,
        "AKI-22",
    )


def voices(v: View) -> Rows:
    """How many voices a challenge needs, and whose count differently."""
    taking_part = v.players - sum(v.unjust)
    rows: list[Row] = [(WORDS("acc_participants"), taking_part, "AKI-27")]
    rows += [(WORDS("acc_sits_out", seat=seat_mark(seat)), "–", "AKI-32") for seat in range(v.players) if v.unjust[seat]]
    black = v.privileges["black"]
    if black is not None and not v.unjust[black] and black != v.turn_player:
        rows.append((WORDS("acc_black", seat=seat_mark(black)), cards.BLACK_VOICES, "AKI-85"))
    rows.append((WORDS("acc_half"), v.voices_needed or 0, "AKI-27"))
    return tuple(rows)


def dish(v: View) -> Rows:
    """What pocket money would pay now, by how many take it."""
    rows: list[Row] = [(WORDS("acc_pocket_stock"), min(cards.POCKET_COINS, v.stock), "AKI-51")]
    for earners in range(1, min(v.players, max(v.area, 1)) + 1):
        words = WORDS("acc_share_alone") if earners == 1 else WORDS("acc_share", earners=earners)
        rows.append((words, f"+{v.area // earners}", "AKI-52"))
    yellow = v.privileges["yellow"]
    if yellow is not None:
        rows.append((WORDS("acc_yellow", seat=seat_mark(yellow)), f"+{cards.YELLOW_COINS}", "AKI-87"))
    return tuple(rows)


def stock(v: View) -> Rows:
    """Where the coins of the game lie."""
    return (
        (WORDS("acc_all_coins"), cards.COINS, "AKI-3"),
        (WORDS("acc_purses"), _change(v.stock + v.area - cards.COINS), "AKI-11"),
        (WORDS("acc_dish"), _change(-v.area), "AKI-37"),
    )


def sale(turn: Turn, market: int) -> Rows:
    """The bids on a lot, highest first, and what came of them."""
    place = cards.PLACE_IDS[market]
    bidders = sorted((seat for seat, did in enumerate(turn.acted) if did == place), key=lambda seat: -turn.bids[seat])
    rows: list[Row] = [(seat_mark(seat), turn.bids[seat], "AKI-42") for seat in bidders]
    lot = turn.lots[market]
    if isinstance(lot, int):
        rows.append((WORDS("acc_sold", seat=seat_mark(lot)), turn.bids[lot], "AKI-46"))
    else:
        rows.append((WORDS(f"board_{lot}"), "–", {"tied": "AKI-48", "unsold": "AKI-49"}[str(lot)]))
    return tuple(rows)


def marker(v: View, colour: str) -> Rows:
    """Who owns how many of a colour: a marker goes to the single most."""
    owned: Iterable[Row] = ((seat_mark(seat), v.hands[seat][colour], "") for seat in range(v.players))
    holder = v.privileges[colour]
    if holder is None:
        return (*owned, (WORDS("acc_no_marker"), "–", "AKI-82"))
    return (*owned, (WORDS("acc_marker", seat=seat_mark(holder)), "", "AKI-82"))


def deck(v: View) -> Rows:
    """How many markets the deck still gives."""
    rows: list[Row] = [(WORDS("acc_deck"), v.deck_size or 0, "AKI-10"), (WORDS("acc_each_market"), cards.MARKETS, "AKI-35")]
    if v.deck_size and v.deck_size % cards.MARKETS:
        rows.append((WORDS("acc_last_card"), 1, "AKI-36"))
    return (*rows, (WORDS("acc_markets_left"), markets_left(v), "AKI-60"))


def markets_left(v: View) -> int:
    """How many turns will still lay out cards."""
    return ((v.deck_size or 0) + cards.MARKETS - 1) // cards.MARKETS
