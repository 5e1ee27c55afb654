"""What the page of Rights of Losers draws beside the view itself: headline, final count, plots, points and their owners."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.core.game import Seat, TallyRow
from zashiki.core.words import seat_mark
from zashiki.games.rights_of_losers.cards import (
    CARD_IDS,
    CARD_NAMES,
    COLOURS,
    CURRENCIES,
    INFLUENCE,
    NUMBERS,
    PLACED_IDS,
    PLACED_NAMES,
    POINT_IDS,
    SIDE,
    SPACE_IDS,
    SPACE_POINT,
    SPACES,
    TOUCHING,
    TOUCHING_MOST,
)
from zashiki.games.rights_of_losers.notation import WORDS
from zashiki.games.rights_of_losers.view import View

# The drawing of the island: half the distance between two plots, the side of a plot, the margin around all of them.
STEP, PLOT, MARGIN = 50, 82, 6
ISLAND = 8 * STEP + PLOT + 2 * MARGIN

# For every space the points that touch it, with the influence of a chip there.
_AROUND = tuple(
    {TOUCHING[k]: INFLUENCE[k] for k in range(space * TOUCHING_MOST, (space + 1) * TOUCHING_MOST) if INFLUENCE[k]}
    for space in range(SPACES)
)
_NAME_OF = dict(zip(PLACED_IDS, PLACED_NAMES, strict=True))
_NUMBER_OF = {card: k % NUMBERS + 1 for k, card in enumerate(CARD_IDS)}


@dataclass(frozen=True)
class Plot:
    """A space of the island: its place in the drawing, the card on it and who has the say there."""

    id: str
    x: int  # of the upper left corner
    y: int
    card: str | None
    owner: Seat | None  # for an empty space: who would own a card built there now
    tied: tuple[Seat, ...]  # the seats that share the best influence, when nobody owns it
    words: str


@dataclass(frozen=True)
class Change:
    """What one more chip of the viewer would do to one plot."""

    x: int
    y: int
    owner: Seat | None
    tied: tuple[Seat, ...]
    turns: bool  # whether the owner changes


@dataclass(frozen=True)
class Point:
    """A point of the lattice."""

    id: str
    x: int
    y: int
    chip: Seat | None
    reach: tuple[Change, ...]  # only while the viewer has a chip to put down


def headline(v: View) -> str:
    """Where the game stands."""
    return WORDS("headline", trick=v.trick, phase=WORDS(f"phase_{v.phase}"))


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end, in the order of section 7 of the rules."""
    rows = [
        TallyRow(WORDS("tally_buildings"), v.building_points, "ROL-43"),
        TallyRow(WORDS("tally_land"), v.land_cards, "ROL-37"),
        TallyRow(WORDS("tally_bonus"), v.land_bonus, "ROL-44"),
        TallyRow(WORDS("tally_score"), v.scores, "ROL-46"),
    ]
    if v.scores.count(max(v.scores)) > 1:
        note = WORDS("tally_tie" if len(v.winners) == 1 else "tally_shared")
        rows.append(TallyRow(WORDS("tally_supply"), v.supply, "ROL-47" if len(v.winners) == 1 else "ROL-48", note))
    return tuple(rows)


def board(v: View) -> dict[str, object]:
    """Names, places and shapes for board.html."""
    return {
        "w": WORDS,
        "island": ISLAND,
        "plot_side": PLOT,
        "plots": tuple(_plot(v, space) for space in range(SPACES)),
        "points": tuple(_point(v, point) for point in range(len(POINT_IDS))),
        "hands": {seat: _sorted_hand(hand, v.reversed) for seat, hand in v.hands.items()},
        "trick": _trick_row(v),
        "best": _winning_card(v),
        "card_names": dict(zip(CARD_IDS, CARD_NAMES, strict=True)),
        "numbers": _NUMBER_OF,
        "signs": {colour.text("key"): colour.text("sign") for colour in COLOURS},
        "goods": {colour.text("key"): colour.text("goods") for colour in COLOURS},
        "currencies": [currency.text("sign") for currency in CURRENCIES],
    }


def _sorted_hand(hand: tuple[str, ...], reversed: bool) -> tuple[str, ...]:
    """By colour, and in each colour the strongest card on the right, whichever way strength goes."""
    order = {card: k for k, card in enumerate(CARD_IDS)}
    return tuple(sorted(hand, key=lambda card: (order[card] // NUMBERS, -order[card] if reversed else order[card])))


def _trick_row(v: View) -> tuple[tuple[Seat, str | None], ...]:
    """A place for every seat in order of play, with the card it played; no places before there is a leader."""
    if v.leader is None:
        return ()
    played = dict(v.plays)
    return tuple((seat, played.get(seat)) for seat in ((v.leader + k) % v.players for k in range(v.players)))


def _winning_card(v: View) -> str | None:
    """The card that wins the trick as it lies."""
    following = [card for _, card in v.plays if card[0] == v.plays[0][1][0]]
    return max(following, key=lambda card: -_NUMBER_OF[card] if v.reversed else _NUMBER_OF[card], default=None)


def _corner(space: int) -> tuple[int, int]:
    """The upper left corner of a plot in the drawing."""
    row, column = divmod(SPACE_POINT[space], SIDE)
    return MARGIN + column * STEP, MARGIN + row * STEP


def _plot(v: View, space: int) -> Plot:
    influence = _influence(v, space, None)
    owner, tied = _ruling_seats(influence)
    card = v.field.get(SPACE_IDS[space])
    name = _NAME_OF[card] if card else WORDS("plot_empty", space=SPACE_IDS[space])
    if owner is not None:
        words = WORDS("plot_owned" if card else "plot_would_own", card=name, seat=seat_mark(owner))
    else:
        words = WORDS("plot_tied" if tied else "plot_untouched", card=name)
    counts = [f"{seat_mark(seat)} {number // 1000}" for seat, number in enumerate(influence) if number]
    if counts:
        words += " " + WORDS("plot_chips", counts=", ".join(counts))
    return Plot(SPACE_IDS[space], *_corner(space), card, owner, tied, words)


def _point(v: View, point: int) -> Point:
    row, column = divmod(point, SIDE)
    name, half = POINT_IDS[point], PLOT // 2
    places_chip = v.phase in ("chip", "drop") and v.viewer in v.to_act
    free = places_chip and name not in v.chips and name != v.lifted
    reach = tuple(_change(v, space, point) for space in range(SPACES) if point in _AROUND[space]) if free else ()
    return Point(name, MARGIN + half + column * STEP, MARGIN + half + row * STEP, v.chips.get(name), reach)


def _change(v: View, space: int, point: int) -> Change:
    before, after = _ruling_seats(_influence(v, space, None)), _ruling_seats(_influence(v, space, point))
    return Change(*_corner(space), *after, turns=before[0] != after[0])


def _influence(v: View, space: int, extra: int | None) -> list[int]:
    """The influence of every seat on a space (ROL-38, ROL-39); `extra` is a point with one more chip of the viewer."""
    sums = [0] * v.players
    for point, influence in _AROUND[space].items():
        seat = v.viewer if point == extra else v.chips.get(POINT_IDS[point])
        if seat is not None:
            sums[seat] += influence
    return sums


def _ruling_seats(influence: list[int]) -> tuple[Seat | None, tuple[Seat, ...]]:
    """The owner, or the seats that share the best influence (ROL-40)."""
    best = max(influence)
    seats = tuple(seat for seat, number in enumerate(influence) if number == best and best > 0)
    return (seats[0], ()) if len(seats) == 1 else (None, seats)
