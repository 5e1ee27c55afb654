"""The Backstage Deal sheet, and a page to write results on."""

from __future__ import annotations

from zashiki.core.cards import Entry
from zashiki.core.pieces import PAGE_WIDTH, Edition, Size
from zashiki.drawing import faces
from zashiki.drawing.faces import tint
from zashiki.drawing.font import BOLD, SERIF
from zashiki.drawing.shapes import PAPER, box, line, path
from zashiki.drawing.text import INK, Box, fitted, paragraph
from zashiki.games.idol_conclave import cards
from zashiki.games.idol_conclave.sheets.art import ACCENT, CARD, GOLD, SOFT, idols, mark, pattern, thing
from zashiki.games.idol_conclave.words.catalogue import PRINT, name_of, told

SHEET = Size(184.0, 240.0)  # for cards of the game's own size
SPACE = Size(CARD.height, CARD.width)  # a card lies there on its side
RESULT = Size(PAGE_WIDTH, 250.0)
TOP, STEP = 36.0, 50.0  # of the rows of the sheet
# The neutral cards that lie on the sheet at the start, and on which space; the +1000 has a place of its own.
SUPPLY = {"open-convene": "g1", "convene": "g2", "exchange": "g3"}


def sheet(edition: Edition) -> str:
    """The door backstage: seven spaces in four rows."""
    drawn = [_head(edition)]
    for row in range(1, 5):
        drawn += _row(edition, row, [space for space in cards.SPACES if space.number("row") == row])
    return faces.board(edition, CARD, SHEET, pattern("curtain"), drawn)


def _head(edition: Edition) -> str:
    return (
        box(4, 4, 176, 232, fill=tint(edition, "#fdf6ec"), stroke=GOLD, line=1.2, round=3)
        + thing(edition, "door", 18, 19, 22)
        + fitted(PRINT("piece_sheet"), 33, 17, 142, 9, 5, SERIF, "start", ACCENT)
        + paragraph(PRINT("sheet_rule"), Box(33, 20.4, 142, 9.5), 3.2, 2.4)
        + line(8, 33, 176, 33, stroke=GOLD, width=0.6)
    )


def _row(edition: Edition, row: int, spaces: list[Entry]) -> list[str]:
    y = TOP + (row - 1) * STEP
    drawn = [
        fitted(PRINT("row", row=row), 8, y + 8, 30, 5, 3, SERIF, "start", ACCENT),
        paragraph(PRINT(f"row_{row}"), Box(8, y + 10.5, 29, 20), 2.8, 2.1, fill=SOFT),
    ]
    drawn += [_space(edition, space, 41 + k * 68.0, y) for k, space in enumerate(spaces)]
    if row == 1:
        first = cards.KINDS[cards.P1]
        drawn.append(_place(edition, 109, y, PRINT("starts_here", card=name_of(first))))
    if row < 4:
        drawn.append(path(f"M20 {y + 38}h4v6h3l-5 5-5-5h3z", fill=tint(edition, GOLD), stroke=INK, line=0.3))
    return drawn


def _space(edition: Edition, space: Entry, x: float, y: float) -> str:
    key = space.text("key")
    kept = cards.KINDS[cards.KIND_IDS.index(SUPPLY[key])] if key in SUPPLY else None
    words = PRINT("starts_here", card=name_of(kept)) if kept else ""
    return (
        box(x, y, SPACE.width, SPACE.height, fill=PAPER, stroke=ACCENT, line=0.7, round=3)
        + thing(edition, key, x + 13, y + 17, 19)
        + paragraph(f"**{name_of(space)}**", Box(x + 25, y + 4, 36, 9), 5, 3, bold=SERIF, middle=True)
        + paragraph(told(space), Box(x + 25, y + 13.5, 36, 23), 3.2, 2.2)
        + fitted(words, x + 31.5, y + 42.2, 58, 2.5, 1.9, anchor="middle", fill=SOFT)
    )


def _place(edition: Edition, x: float, y: float, words: str) -> str:
    """Where the +1000 lies until the first turn."""
    return (
        faces.slot(x, y, SPACE, fill="none", stroke=ACCENT)
        + thing(edition, "heart", x + 31.5, y + 17, 17)
        + paragraph(words, Box(x + 5, y + 28, 53, 13), 3.4, 2.4, anchor="middle", middle=True)
    )


def result(edition: Edition) -> str:
    """A page to count the votes on: a column for every idol, a line for every player."""
    drawn = [
        fitted(PRINT("title"), 0, 9, 120, 9, 6, SERIF, "start", ACCENT),
        fitted(PRINT("piece_result"), PAGE_WIDTH, 9, 66, 5, 3, SERIF, "end"),
        line(0, 12, PAGE_WIDTH, 12, stroke=ACCENT, width=0.6),
    ]
    lines = [PRINT("event"), *(str(k + 1) for k in range(12)), PRINT("result_sum"), PRINT("result_rank")]
    left, wide, high, top = 26.0, (PAGE_WIDTH - 26.0) / cards.IDOL_COUNT, 9.0, 30.0
    for k, idol in enumerate(idols()):
        x = left + k * wide
        drawn += [
            mark(idol.sign, x + wide / 2, 18, 6, idol.colour),
            fitted(idol.name, x + wide / 2, 27, wide - 2, 4, 2.4, SERIF, "middle"),
        ]
    for k, words in enumerate(lines):
        y = top + k * high
        drawn.append(fitted(words, left - 2, y + 6.2, left - 2, 3.6, 2, BOLD if k > 12 else SERIF, "end"))
        drawn += [box(left + c * wide, y, wide, high, stroke=INK, line=0.5 if k > 12 else 0.2) for c in range(cards.IDOL_COUNT)]
    y = top + len(lines) * high + 4
    drawn.append(paragraph(PRINT("result_scandal", votes=cards.GROUP_VOTES), Box(0, y, PAGE_WIDTH, 9), 3, 2.4, fill=SOFT))
    heads = (PRINT("result_player"), PRINT("identity"), PRINT("candidate"), PRINT("result_points"))
    widths = (64.0, 44.0, 44.0, 38.0)
    for row in range(edition.players + 1):
        x, at = 0.0, y + 11 + row * 8.0
        for words, width in zip(heads, widths, strict=True):
            if row == 0:
                drawn.append(fitted(words, x + 1, at + 5.6, width - 2, 3.4, 2.2, BOLD))
            else:
                drawn.append(box(x, at, width, 8, stroke=INK, line=0.25))
            x += width
    return "".join(drawn)
