"""The two parts of the board of Saigo no Kane on paper: the school week, and votes with the pool."""

from __future__ import annotations

from zashiki.core.pieces import Edition, Size
from zashiki.drawing import faces
from zashiki.drawing.faces import tint
from zashiki.drawing.font import BOLD, SERIF
from zashiki.drawing.shapes import box, line, path
from zashiki.drawing.text import INK, Box, fitted, paragraph
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.sheets.art import BRONZE, CARD, GOLD, SIGNS, SOFT, TYPE_INKS, mark, pattern, token
from zashiki.games.saigo_no_kane.words.catalogue import PRINT

BOARD = Size(190.0, 246.0)  # for cards of the game's own size
SPACES = 4
TRACK_COLUMNS, TRACK_ROWS = 10, 6  # the vote track goes to and fro


def school_week(edition: Edition) -> str:
    """The days, and three rows of spaces: playground, school, market."""
    drawn = _days(edition)
    drawn += _row(edition, "playground", 27, "#b98b4a")
    drawn += _row(edition, "school", 100, TYPE_INKS["popularity"])
    drawn += _row(edition, "market", 173, TYPE_INKS["yen"])
    return _board(edition, drawn)


def votes_and_pool(edition: Edition) -> str:
    """The vote track, the pool of talents, the banks, and what majorities bring."""
    return _board(edition, [*_track(edition), *_pool(edition), *_majorities(edition)])


def _board(edition: Edition, drawn: list[str]) -> str:
    head = [
        box(3.4, 3.4, BOARD.width - 6.8, BOARD.height - 6.8, stroke=BRONZE, line=0.8, round=2),
        fitted(PRINT("title"), 6.5, 15, 66, 9, 5, SERIF, fill=BRONZE),
        fitted(PRINT("subtitle"), 6.5, 21, 60, 3.6, 2.4, fill=SOFT),
    ]
    return faces.board(edition, CARD, BOARD, pattern("cork"), head + drawn)


def _days(edition: Edition) -> list[str]:
    """A bell for each day."""
    drawn = []
    for day in range(cards.DAYS):
        x = 84 + day * 20.5
        drawn.append(SIGNS.put("bell", x + 9, 14, 18, tint(edition, "#f0d58a"), stroke=BRONZE))
        drawn.append(fitted(str(day + 1), x + 9, 16.4, 10, 7, 5, SERIF, "middle"))
    return drawn


def _row(edition: Edition, place: str, y: float, ink: str) -> list[str]:
    """A row of four spaces for tiles or posters."""
    drawn = [
        fitted(PRINT(place), 6.5, y + 6.2, 40, 5.6, 3.6, SERIF, fill=ink),
        fitted(PRINT(f"{place}_note"), BOARD.width - 6.5, y + 6, 130, 2.9, 2.0, anchor="end", fill=SOFT),
    ]
    for k in range(SPACES):
        x = 4.6 + k * 45.3
        drawn.append(faces.slot(x, y + 8, CARD, fill=tint(edition, "#fbf4e4"), stroke=ink))
        drawn.append(fitted(str(k + 1), x + 22.4, y + 46, 20, 20, 12, SERIF, "middle", "#e3d3b4"))
        if place != "playground" and k < SPACES - 1:
            drawn.append(path("M0 0l2.400 2.400l-2.400 2.400z", fill=ink, at=(x + 43.9, y + 37, 1)))
    return drawn


def _track(edition: Edition) -> list[str]:
    """Votes from 0; whoever passes the end starts again."""
    side, left, top = 17.9, 5.5, 27.0
    drawn = [mark("vote", 86, 14, 9, INK), fitted(PRINT("votes"), 93, 16.6, 40, 6.4, 4, SERIF)]
    last = TRACK_COLUMNS * TRACK_ROWS - 1
    drawn.append(fitted(PRINT("lap", last=last, count=last + 1), BOARD.width - 6.5, 22.6, 100, 2.8, 2.0, anchor="end", fill=SOFT))
    for number in range(last + 1):
        row, column = divmod(number, TRACK_COLUMNS)
        column = TRACK_COLUMNS - 1 - column if row % 2 else column
        x, y = left + column * side, top + row * side
        fill = tint(edition, "#f0d58a" if number % 10 == 0 else "#fbf4e4" if number % 5 else "#f6e7bf")
        drawn.append(box(x, y, side, side, fill=fill, stroke=BRONZE, line=0.3))
        drawn.append(fitted(str(number), x + 1.2, y + 4.6, 8, 4.2, 3, BOLD if number % 5 == 0 else SERIF))
    return drawn


def _pool(edition: Edition) -> list[str]:
    """A place for each talent, and the two banks."""
    drawn, wide, high, top = [], 44.6, 36.0, 141.0
    drawn.append(fitted(PRINT("pool"), 6.5, top + 0.5, 40, 5, 3.4, SERIF))
    for k, kind in enumerate((*cards.TALENT_IDS, "popularity", "yen")):
        x, y = 5.5 + k % 4 * wide, top + 2.5 + k // 4 * high
        drawn.append(
            box(x + 0.5, y, wide - 1, high - 1.5, fill=tint(edition, "#fbf4e4"), stroke=TYPE_INKS[kind], line=0.5, round=2)
        )
        drawn.append(token(kind, x + 7, y + 7, 8.6))
        drawn.append(fitted(PRINT(f"one_{kind}"), x + 13.4, y + 8.6, 29, 4.2, 2.6, SERIF))
        if kind in ("popularity", "yen"):
            drawn.append(fitted(PRINT("bank"), x + wide - 3, y + high - 4, 30, 2.8, 2, anchor="end", fill=SOFT))
    return drawn


def _majorities(edition: Edition) -> list[str]:
    top, votes = 217.0, PRINT("some_votes", count=cards.MAJORITY_VOTES)
    return [
        box(5.5, top, 179, 24, fill=tint(edition, "#fdf8ec"), stroke=BRONZE, line=0.4, round=2),
        fitted(PRINT("majorities", votes=votes), 9, top + 6.6, 172, 4.4, 3, SERIF, fill=BRONZE),
        line(9, top + 8.6, 181, top + 8.6, stroke=GOLD, width=0.4),
        paragraph(PRINT("majorities_early"), Box(9, top + 10, 172, 6), 3.3, 2.4),
        paragraph(PRINT("majorities_late"), Box(9, top + 16, 172, 6), 3.3, 2.4),
    ]
