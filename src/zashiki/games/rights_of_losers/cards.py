"""The cards, chips and geometry of Rights of Losers: loaded from cards.toml, checked, and laid out as constant tables."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.cards import Entry, as_printed, load_cards
from zashiki.core.words import Words

_DATA = load_cards(
    Path(__file__).with_name("cards.toml"),
    {
        "building": {"numbers"},
        "points": {"numbers"},
        "bonus": {"land"},
        "hand": {"cards"},
        "trick": {"count"},
        "winner": {"buildings"},
        "direction": {"reversed"},
        "colour": {"key", "name", "goods", "sign"},
        "land": {"key", "name", "space"},
        "currency": {"key", "name", "sign", "chips"},
    },
)

MAX_SEATS = 5
EMPTY = -1  # no card on a space, no chip on a point
NOBODY = -1

# ROL-2: one card of each number 1-10 in each of five colours; a card is 10 * colour + number - 1.
COLOURS: list[Entry] = _DATA["colour"]
NUMBERS = _DATA["building"][0].number("numbers")
COLOUR_COUNT = len(COLOURS)
CARDS = COLOUR_COUNT * NUMBERS
ALL_CARDS = (1 << CARDS) - 1
CARD_IDS = tuple(f"{colour.text('key')}{number}" for colour in COLOURS for number in range(1, NUMBERS + 1))
COLOUR_MASK = tuple(((1 << NUMBERS) - 1) << (NUMBERS * colour) for colour in range(COLOUR_COUNT))

# ROL-3: five land cards follow the buildings in the numbering of what can lie on a space.
LANDS: list[Entry] = _DATA["land"]
FIRST_LAND = CARDS
PLACED_IDS = CARD_IDS + tuple(land.text("key") for land in LANDS)

# ROL-4: ten chips for each seat; the currency goes by seat number and is decoration (ROL-R26).
CURRENCIES: list[Entry] = _DATA["currency"]
CHIPS = CURRENCIES[0].number("chips")
HAND_SIZE = _DATA["hand"][0].number("cards")
TRICKS = _DATA["trick"][0].number("count")
LARGEST_HAND, MOST_TRICKS = 10, 10  # what a state has room for
BUILDINGS_PER_TRICK = _DATA["winner"][0].number("buildings")
REVERSED_AT_FIRST = _DATA["direction"][0].number("reversed")

# ROL-43: what a building is worth: POINTS_OF[card]; ROL-44: the bonus for the most land.
POINTS_OF = _DATA["points"][0].numbers("numbers") * COLOUR_COUNT
LAND_BONUS = _DATA["bonus"][0].number("land")

# ROL-5: 5 x 5 spaces, five for land and two for each of the ten tricks (ROL-R1).
# The lattice: point = 9 * row + column, both from 0 here and from 1 in the notation. Chips lie on cards, on the
# lines between two and where four meet (ROL-R2), so 5 + 4 points a side; the outer rim has none (ROL-R3).
SIDE = 9
POINTS = SIDE * SIDE
SPACES = 25
POINT_IDS = tuple(f"{point // SIDE + 1},{point % SIDE + 1}" for point in range(POINTS))
SPACE_POINT = tuple(2 * (space // 5) * SIDE + 2 * (space % 5) for space in range(SPACES))
SPACE_IDS = tuple(POINT_IDS[point] for point in SPACE_POINT)
LAND_SPACES = tuple(SPACE_IDS.index(land.text("space")) for land in LANDS)


def _distance(point: int, space: int) -> int:
    """0 on the card, 1 on an edge, 2 on a corner, 9 when the point does not touch it."""
    rows = abs(point // SIDE - SPACE_POINT[space] // SIDE)
    columns = abs(point % SIDE - SPACE_POINT[space] % SIDE)
    return rows + columns if max(rows, columns) <= 1 else 9


# Which spaces a point touches, as a bit set.
TOUCHED = tuple(sum(1 << space for space in range(SPACES) if _distance(point, space) < 9) for point in range(POINTS))

# Sets of points come in two halves, because 81 points do not fit one number.
HALF = 5 * SIDE
HALVES = 2

# The points that touch a space, as a set: its two halves follow each other.
NEAR = tuple(
    sum(1 << (point % HALF) for point in range(POINTS) if point // HALF == half and TOUCHED[point] >> space & 1)
    for space in range(SPACES)
    for half in range(HALVES)
)

# ROL-38, ROL-39: chips, then chips on the card, on edges, on corners, as the digits of one number, which never carry:
# they are compared step by step, without weights (ROL-R21).
_INFLUENCE = (1100, 1010, 1001)
TOUCHING_MOST = 9


def _around(space: int) -> list[tuple[int, int]]:
    """The points that touch a space with their influence, nearest first; what the rim cuts off counts nothing."""
    touching = sorted((_distance(point, space), point) for point in range(POINTS) if _distance(point, space) < 9)
    pairs = [(point, _INFLUENCE[distance]) for distance, point in touching]
    return pairs + [(SPACE_POINT[space], 0)] * (TOUCHING_MOST - len(pairs))


_AROUND = [pair for space in range(SPACES) for pair in _around(space)]
TOUCHING = tuple(point for point, _ in _AROUND)
INFLUENCE = tuple(influence for _, influence in _AROUND)


def _check() -> None:
    counts = (CARDS, len(LANDS), len(CURRENCIES), {currency.number("chips") for currency in CURRENCIES})
    if counts != (50, 5, 5, {10}):
        raise ValueError(f"cards.toml: expected 50 buildings, 5 lands and 5 currencies of 10 chips, found {counts}")
    if as_printed() and (HAND_SIZE, TRICKS, LAND_BONUS, POINTS_OF[:NUMBERS]) != (10, 10, 10, tuple(range(1, NUMBERS + 1))):
        raise ValueError("cards.toml: hands, tricks, bonus or points are not those of the game")
    if HAND_SIZE < TRICKS:
        # A person who turns dials reads this; the catalogue's own module needs the cards first.
        words = Words(Path(__file__).parent / "words" / "words.toml")
        raise ValueError(words("dials_hand", cards=HAND_SIZE, tricks=TRICKS))


_check()
