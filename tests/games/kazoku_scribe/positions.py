"""Positions for the tests of Kazoku Scribe: Board E of the specification, and villages with few intact cells."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE
from zashiki.games.kazoku_scribe import GAME, actions, cards, phase, scoring
from zashiki.games.kazoku_scribe.eyes.view import cells_in
from zashiki.games.kazoku_scribe.rules import estates, exploring, generation, marks, turns, village
from zashiki.games.kazoku_scribe.state import State

KazokuTable = Table[Any, Any]

BOARD_E = (
    "*: battle ssapapspa passppsas apsasapps aapppspas paaasspap asppasass pasaspsap",
    "*: dungeon baopssjok oajhkooco baoojkooj kckhocjcb toppstpos ctkphsjsp pcpcocbbs ohhatoakt akjotskba jhcoaojoo",
    "*: village all ttwthhhtt hhthwhwht htwwhtttw shhhdtwth tswgthhst whhttwhht hswtttstd htwwdhhth creek 4 4 5 6 6 5 5 5",
    "*: knowledge all sps ap/a. ap/ss ppas psa/a..",
)


def board_e(entry: str | None = "c4", **options: str) -> KazokuTable:
    """Board E, in round 1 after the entry; without one, before it."""
    table = Table(GAME, 2, {"start": "0"} | options)
    for line in BOARD_E:
        table.feed(line)
    if entry is not None:
        table.play(1, f"enter {entry}")
    return table


@contextmanager
def reading(language: str) -> Iterator[None]:
    token = LANGUAGE.set(language)
    yield
    LANGUAGE.reset(token)


def play(table: KazokuTable, *lines: str) -> None:
    """Feed moves written as in a record."""
    for line in lines:
        table.feed(line)


def mask(s: State, cells: str, seat: int = 0) -> tuple[int, int]:
    """A set of cells of a seat's village, by name."""
    banks = [0, 0]
    for name in cells.split():
        row, column = "abcdefgh".index(name[0]), int(name[1:]) - 1
        if column < s.creek[8 * seat + row]:
            banks[0] |= 1 << 8 * row - row // 2 + column
        else:
            banks[1] |= 1 << 8 * row - row // 2 + column - 2
    return banks[0], banks[1]


def print_village(s: State, letters: str, creek: int) -> None:
    """Give seat 0 another village, whose creek is straight."""
    s.outcome[:80] = [*("htwgsd".index(letter) for letter in letters), *[creek] * 8]
    generation.print_village(s, 0)


def only_intact(s: State, cells: str, seat: int = 0, bridges: str = "") -> State:
    """All other village cells of the seat count as fenced; bridges are drawn."""
    for bank, kept in enumerate(mask(s, cells, seat)):
        s.fenced[2 * seat + bank] = village.land_of(s, seat, bank) & ~kept
    for pair in bridges.split():
        marks.draw_bridge(s, seat, actions.PAIR_NAMES[pair])
    return s


def fits(s: State, action: str, mode: str, seat: int = 0) -> bool:
    """Whether an estate for the action in this mode exists."""
    page, asked = village.Page(), estates.Needs()
    village.load_page(s, page, seat)
    estates.load_needs(s, asked, seat)
    deed, number = cards.ACTION_IDS.index(action), cards.MODE_IDS.index(mode)
    return bool(estates.possible(page, asked, 1 << cards.MODES * deed + number))


def hole(s: State, cells: str) -> tuple[str, ...]:
    """The cells of all holes of a set in the village of seat 0."""
    page = village.Page()
    village.load_page(s, page, 0)
    village.load_land(page)
    return cells_in(*village.hole_in(page, *mask(s, cells)))


def beauty_of(s: State, seat: int = 0) -> int:
    return scoring.beauty(s, seat)


def submitting(table: KazokuTable, *pieces: str, round: int = 1) -> KazokuTable:
    """The submission phase begins; every seat has these pieces."""
    s = table.state
    s.round = round
    for seat, names in enumerate(pieces):
        s.step[seat] = phase.DONE
        waiting = [cards.ACTION_IDS.index(name) for name in names.split()]
        s.pieces[2 * seat : 2 * seat + 2] = waiting + [-1] * (2 - len(waiting))
    turns.begin_submission(s)
    return table


def require(s: State, action: str, *numbers: int) -> None:
    """Let an action of the first seat need so many houses, trees, towers and gates, up to three of each and one gate."""
    s.required[cards.ACTION_IDS.index(action)] = sum(number * 4**kind for kind, number in enumerate(numbers))


def cover(s: State, cells: str) -> None:
    """Mark battle-plan cells as covered."""
    for name in cells.split():
        cell = cards.PLAN_IDS.index(name)
        s.covered[cell // 60] |= 1 << cell % 60


def cross_all(s: State, letters: str) -> None:
    """Cross every dungeon cell whose letter is given."""
    for r, row in enumerate(GAME.eyes.view(s, -1).dungeon):
        for c, letter in enumerate(row):
            if letter in letters:
                exploring.cross(s, 14 * r + c)


def arguments(options: list[str], *first: str) -> list[str]:
    """What follows the given words in the options that begin with them."""
    start = " ".join(first) + " "
    return [option.removeprefix(start) for option in options if option.startswith(start)]
