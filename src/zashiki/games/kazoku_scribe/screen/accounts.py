"""How the numbers on the table came about: the points of a team, what a war piece is good for, and the land of a village."""

from __future__ import annotations

from collections import Counter

from zashiki.core.words import listed, seat_mark
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import MAJORITY, OWNED
from zashiki.games.kazoku_scribe.eyes.view import Page, Piece, View
from zashiki.games.kazoku_scribe.words.catalogue import WORDS, counted

Row = tuple[str, int, str]  # words, value, clause


def leads(v: View, treasure: str, team: int) -> bool:
    """Whether a team leads a lane that nobody owns."""
    return v.owners[treasure] is None and v.lanes[treasure][team] > v.lanes[treasure][1 - team]


def side_words(v: View, team: int, key: str = "side") -> str:
    """What a side is called: with two players there are no teams."""
    return WORDS(key, team="AB"[team]) if v.players > cards.TEAMS else seat_mark(team)


def lane_words(v: View, treasure: str) -> str:
    """Where a lane stands, and what it is worth."""
    for team in range(cards.TEAMS):
        if v.owners[treasure] == team:
            return WORDS("lane_owned", side=side_words(v, team, "side_first"), count=OWNED)
        if leads(v, treasure, team):
            return WORDS("lane_led", side=side_words(v, team, "side_first"), count=MAJORITY)
    return WORDS("lane_level")


def lane_points(v: View, treasure: str, team: int) -> int:
    """What a lane brings a team."""
    if v.owners[treasure] == team:
        return OWNED
    return MAJORITY if leads(v, treasure, team) else 0


def points_of(v: View, team: int) -> tuple[Row, ...]:
    """The points of a team, lane by lane (KZS-58)."""
    rows = []
    for treasure, found in v.lanes.items():
        words = WORDS(
            "account_lane",
            treasure=_icon(treasure).capitalize(),
            own=found[team],
            theirs=found[1 - team],
            standing=lane_words(v, treasure),
        )
        clause = "KZS-54" if v.owners[treasure] is not None else "KZS-58"
        rows.append((words, lane_points(v, treasure, team), clause))
    return tuple(rows)


def piece_rows(piece: Piece, places: int, waiting: int) -> tuple[Row, ...]:
    """What a war piece is good for on the battle plan and in the dungeon."""
    printed = "".join(piece.rows).replace(".", "")
    icons = Counter(cards.ICON_IDS[cards.ICON_LETTERS.index(printed[number - 1])] for number in piece.left)
    squares = listed(counted(_icon(icon), count) for icon, count in icons.items())
    rows = [(WORDS("account_squares", squares=squares), len(piece.left), "KZS-43"), (WORDS("account_places"), places, "KZS-45")]
    if places:
        rows.append((WORDS("account_steps"), len(piece.left), "KZS-46"))
    else:
        rows.append((WORDS("account_unmatched"), 1, "KZS-55"))
    if len(piece.left) < len(printed):
        rows.append((WORDS("account_lost"), len(printed) - len(piece.left), "KZS-25"))
    if waiting:
        rows.append((WORDS("account_waiting"), waiting, "KZS-29"))
    return tuple(rows)


def land_of(page: Page) -> tuple[Row, ...]:
    """The cells of a village: every estate with what it holds, then what is sick and what is left."""
    rows = []
    for number in sorted(set(page.estates.values())):
        cells = [cell for cell, estate in page.estates.items() if estate == number]
        held = Counter(element_at(page.rows, cell) for cell in cells)
        holds = listed(counted(WORDS(f"element_{name}"), held[name]) for name in cards.ELEMENT_IDS if held[name])
        rows.append((WORDS("account_estate", round=round_of(number), holds=holds), len(cells), "KZS-22"))
    rows.append((WORDS("account_sick"), len(page.sick), "KZS-37"))
    rows.append((WORDS("account_intact"), cards.CELLS - len(page.estates) - len(page.sick), "KZS-16"))
    return tuple(rows)


def round_of(estate: int) -> int:
    """The round of an estate by its number on the page."""
    return (estate + 1) // cards.DEEDS_A_ROUND


def element_at(rows: tuple[str, ...], cell: str) -> str:
    """The element printed on a cell."""
    letter = rows["abcdefgh".index(cell[0])][int(cell[1:]) - 1]
    return cards.ELEMENT_IDS[cards.ELEMENT_LETTERS.index(letter)]


def _icon(icon: str) -> str:
    return WORDS(f"icon_{icon}")
