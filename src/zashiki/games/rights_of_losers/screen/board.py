"""What the page of Rights of Losers draws beside the view itself: headline, final count, plots, points and their owners."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from zashiki.core.lately import lately
from zashiki.core.rooms import Seat, TallyRow
from zashiki.core.words import LANGUAGE, listed, seat_mark
from zashiki.games.rights_of_losers import cards
from zashiki.games.rights_of_losers.eyes.view import View
from zashiki.games.rights_of_losers.screen.accounts import box_rows, island_rows, owner_rows, score_rows
from zashiki.games.rights_of_losers.screen.standing import (
    AROUND,
    KEPT,
    TOUCHED,
    Chips,
    Influence,
    influence_of,
    ruling_seats,
)
from zashiki.games.rights_of_losers.words.catalogue import WORDS, card_name

# The drawing of the island: half the distance between two plots, the side of a plot, the margin around all of them.
STEP, PLOT, MARGIN = 50, 82, 6
ISLAND = 8 * STEP + PLOT + 2 * MARGIN
PLOTS_KEPT = 16 * KEPT


class Card(NamedTuple):
    """A card as it is drawn; the land cards have a name only."""

    id: str
    name: str
    colour: str = ""
    number: int = 0
    sign: str = ""
    goods: str = ""


class Plot(NamedTuple):
    """A space of the island: its place in the drawing, the card on it and who has the say there."""

    id: str
    x: int  # of the upper left corner
    y: int
    card: Card | None
    owner: Seat | None  # for an empty space: who would own a card built there now
    tied: tuple[Seat, ...]  # the seats that share the best influence, when nobody owns it
    sign: str  # of the owner of the card on it, or of a tie
    words: str
    influence: tuple[int, ...]  # of every seat


class Change(NamedTuple):
    """What one more chip of the viewer would do to one plot."""

    x: int
    y: int
    owner: Seat | None
    turns: bool  # whether the owner changes


class Point(NamedTuple):
    """A point of the lattice."""

    id: str
    x: int
    y: int
    chip: Seat | None
    reach: tuple[Change, ...] = ()  # only where the viewer may put a chip down


def faces() -> dict[str, Card]:
    """All cards by id, with the names the reader knows them by."""
    return _faces(LANGUAGE.get())


@cache
def _faces(language: str) -> dict[str, Card]:
    found = {card: Card(card, card_name(k)) for k, card in enumerate(cards.PLACED_IDS)}
    for k, card in enumerate(cards.CARD_IDS):
        colour = cards.COLOURS[k // cards.NUMBERS]
        number, sign, goods = k % cards.NUMBERS + 1, colour.text("sign"), colour.text("goods")
        found[card] = Card(card, card_name(k), colour.text("key"), number, sign, goods)
    return found


CURRENCIES = tuple(currency.text("sign") for currency in cards.CURRENCIES)
COINS = tuple(currency.text("key") for currency in cards.CURRENCIES)
_VERBS = {"chip": "chip", "drop": "drop", "action": "lift"}  # what is done to a point, by phase


def headline(v: View) -> str:
    """Where the game stands."""
    return _headline(v.trick, v.phase)


@lately
def _headline(trick: int, phase: str) -> str:
    return WORDS("headline", trick=trick, tricks=cards.TRICKS, phase=WORDS(f"phase_{phase}"))


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end, in the order of the rules."""
    rows = [
        *(_colour_row(v, colour.text("key"), WORDS(f"tally_{colour.text('key')}")) for colour in cards.COLOURS),
        TallyRow(WORDS("tally_buildings"), v.building_points, "ROL-43"),
        TallyRow(WORDS("tally_land"), v.land_cards, "ROL-37"),
        TallyRow(WORDS("tally_bonus"), v.land_bonus, "ROL-44"),
        TallyRow(WORDS("tally_score"), v.scores, "ROL-46"),
    ]
    equal = [seat for seat, score in enumerate(v.scores) if score == max(v.scores)]
    if len(equal) > 1:
        tied = listed(map(seat_mark, equal))
        note = WORDS("tally_tie" if len(v.winners) == 1 else "tally_shared", seats=tied)
        rows.append(TallyRow(WORDS("tally_supply"), v.supply, "ROL-47" if len(v.winners) == 1 else "ROL-48", note))
    return tuple(rows)


def _colour_row(v: View, colour: str, words: str) -> TallyRow:
    """What the buildings of one colour bring each seat, the most first."""
    owned: list[list[int]] = [[] for _ in range(v.players)]
    for space, owner in v.owners.items():
        card = v.field[space]
        if owner is not None and card in cards.CARD_IDS and card[0] == colour:
            owned[owner].append(cards.POINTS_OF[cards.CARD_IDS.index(card)])
    return TallyRow(words, tuple(" + ".join(map(str, sorted(points, reverse=True))) or "–" for points in owned), "ROL-37")


def board(v: View) -> dict[str, object]:
    """Names, places and shapes for board.html."""
    puts = v.phase in ("chip", "drop") and v.viewer in v.to_act
    points = _spots(v, influence_of(tuple(v.chips.items()), v.players)) if puts else ()
    lifted = None if v.lifted is None else _point(cards.POINT_IDS.index(v.lifted), None)
    hands = {seat: _sorted_hand(hand, v.reversed, LANGUAGE.get()) for seat, hand in v.hands.items()}
    places = () if v.over else _places(v.players, v.leader, v.plays, v.field)
    return {
        "w": WORDS,
        "tricks": cards.TRICKS,
        "island": ISLAND,
        "plot_side": PLOT,
        "middle": _corner(cards.SPACES // 2)[0],
        **_island(v.field, v.chips, v.players),
        "plot_ids": cards.SPACE_IDS,
        "spots": points,
        "spot_ids": tuple(point.id for point in points),
        "verb": _VERBS.get(v.phase, ""),
        "lifted": lifted,
        "hands": hands,
        "held": [card.id for card in hands.get(v.viewer, ())],
        "places": places,
        "played": tuple(card.id if card else "" for _, card, _ in places),
        "best": _winning_card(v.plays, v.reversed) if v.phase in ("play", "chip") else None,
        "faces": faces(),
        "currencies": CURRENCIES,
        "coins": COINS,
        "owner_rows": owner_rows,
        "score_rows": tuple(score_rows(v, seat) for seat in range(v.players)),
        "island_rows": island_rows(v),
        "box_rows": box_rows(v),
    }


@lru_cache(maxsize=KEPT)
def _sorted_hand(hand: tuple[str, ...], reversed: bool, language: str) -> tuple[Card, ...]:
    """By colour, and in each colour the strongest card on the right, whichever way strength goes."""
    found = sorted((faces()[card] for card in hand), key=lambda card: -card.number if reversed else card.number)
    order = [colour.text("key") for colour in cards.COLOURS]
    return tuple(sorted(found, key=lambda card: order.index(card.colour)))


@lately
def _island(field: dict[str, str], chips: dict[str, Seat], players: int) -> dict[str, object]:
    """What is drawn of the island for everybody."""
    lying = tuple(chips.items())
    plots = _plots(tuple(field.items()), lying, players, LANGUAGE.get())
    return {"plots": plots, "chips": _chips(lying), "chip_ids": tuple(chips)}


@lately
def _places(
    players: int, leader: Seat | None, plays: tuple[tuple[Seat, str], ...], field: dict[str, str]
) -> tuple[tuple[Seat, Card | None, bool], ...]:
    """A place for every seat in order of play, with the card it played and whether that has been built; none before
    there is a leader."""
    if leader is None:
        return ()
    played, built = dict(plays), set(field.values())
    order = ((leader + k) % players for k in range(players))
    return tuple((seat, faces()[played[seat]] if seat in played else None, played.get(seat) in built) for seat in order)


@lately
def _winning_card(plays: tuple[tuple[Seat, str], ...], reversed: bool) -> str | None:
    """The card that wins the trick as it lies."""
    following = [faces()[card] for _, card in plays if card[0] == plays[0][1][0]]
    return max(following, key=lambda card: -card.number if reversed else card.number).id if following else None


def _corner(space: int) -> tuple[int, int]:
    """The upper left corner of a plot in the drawing."""
    row, column = divmod(cards.SPACE_POINT[space], cards.SIDE)
    return MARGIN + column * STEP, MARGIN + row * STEP


@lru_cache(KEPT)
def _plots(field: tuple[tuple[str, str], ...], chips: Chips, players: int, language: str) -> tuple[Plot, ...]:
    """All plots; their words are in the reader's language, which is here only to tell the answers apart."""
    built, influence = dict(field), influence_of(chips, players)
    return tuple(_plot(space, built.get(name), influence[space], language) for space, name in enumerate(cards.SPACE_IDS))


@lru_cache(PLOTS_KEPT)
def _plot(space: int, card: str | None, influence: tuple[int, ...], language: str) -> Plot:
    owner, tied = ruling_seats(influence)
    face = faces()[card] if card else None
    name = face.name if face else WORDS("plot_empty", space=cards.SPACE_IDS[space])
    if owner is not None:
        words = WORDS("plot_owned" if card else "plot_would_own", card=name, seat=seat_mark(owner))
    else:
        words = WORDS("plot_tied" if tied else "plot_untouched", card=name)
    counts = [WORDS("plot_count", seat=seat_mark(seat), number=number // 1000) for seat, number in enumerate(influence) if number]
    if counts:
        words = WORDS("plot_chips", words=words, counts=listed(counts))
    sign = "" if not card else CURRENCIES[owner] if owner is not None else "=" if tied else ""
    return Plot(cards.SPACE_IDS[space], *_corner(space), face, owner, tied, sign, words, influence)


@lru_cache(KEPT)
def _chips(chips: Chips) -> tuple[Point, ...]:
    """The points where a chip lies."""
    return tuple(_point(cards.POINT_IDS.index(name), seat) for name, seat in chips)


def _spots(v: View, influence: Influence) -> tuple[Point, ...]:
    """The points without a chip, with what a chip of the viewer would do there."""
    free = [point for point, name in enumerate(cards.POINT_IDS) if name not in v.chips]
    return tuple([_spot(v.viewer, point, tuple([influence[space] for space in TOUCHED[point]])) for point in free])


@lru_cache(PLOTS_KEPT)
def _spot(seat: Seat, point: int, influence: Influence) -> Point:
    """A point without a chip; `influence` is that on the spaces it touches."""
    return _point(point, None, tuple(_change(seat, point, *each) for each in zip(TOUCHED[point], influence, strict=True)))


def _point(point: int, chip: Seat | None, reach: tuple[Change, ...] = ()) -> Point:
    row, column = divmod(point, cards.SIDE)
    half = PLOT // 2
    return Point(cards.POINT_IDS[point], MARGIN + half + column * STEP, MARGIN + half + row * STEP, chip, reach)


def _change(seat: Seat, point: int, space: int, influence: tuple[int, ...]) -> Change:
    after = list(influence)
    after[seat] += AROUND[space][point]
    owner = ruling_seats(after)[0]
    return Change(*_corner(space), owner, turns=owner != ruling_seats(influence)[0])
