"""Pages that people write on, and the label of the box: the same for every game, from what the game tells of itself."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from zashiki.core.chance import below, seeded
from zashiki.core.game import CHANCE, OPEN, OVER, AnyGame
from zashiki.core.pieces import PAGE_HEIGHT, PAGE_WIDTH, Code, Piece, Size
from zashiki.core.rooms import TallyRow
from zashiki.core.table import Table
from zashiki.drawing.font import BOLD, MONO, SANS, SERIF
from zashiki.drawing.shapes import box, line, path, sign
from zashiki.drawing.text import INK, Box, fitted, paragraph, paragraph_height, text
from zashiki.printing.catalogue import WORDS
from zashiki.printing.order import Order, changes

PAGE = Size(PAGE_WIDTH, PAGE_HEIGHT)
LABEL = Size(150.0, 100.0)
SOFT, RULE = "#5d5346", "#b9ad97"
CODE = 40.0  # the side of a QR code
SHORT = 34  # characters; a longer line is no example
COLUMNS, LINE = 4, 6.0  # of a record sheet


def head(order: Order, title: str) -> str:
    """The head of a page: the game, and what the page is for."""
    accent = _accent(order)
    return (
        text(order.of.name, 0, 6.2, 6.4, SERIF, fill=accent)
        + text(title, PAGE_WIDTH, 6.2, 4.2, anchor="end", fill=SOFT)
        + line(0, 9, PAGE_WIDTH, 9, stroke=accent, width=0.5)
    )


def _accent(order: Order) -> str:
    assert order.of.sheets is not None
    return order.of.sheets.ACCENT


def draw_code(code: Code, x: float, y: float, side: float = CODE) -> str:
    """A QR code and what it is."""
    return path(code.path, fill="#000", at=(x, y, side / code.side)) + fitted(
        code.words, x, y + side + 3.4, side, 2.6, 1.6, fill=SOFT
    )


# The score pad


def score_pad(order: Order) -> Piece:
    """The final count as a table to fill in, as often as the page holds it."""
    rows = order.of.pad_rows(order.edition) or tuple(row.words for row in _tally(order))
    high = 7.0 + 7.2 * len(rows) + 9
    count = max(1, math.floor((PAGE_HEIGHT - 12) / high))
    step = (PAGE_HEIGHT - 12) / count
    row = min(9.0, (step - 14) / len(rows))
    drawn = head(order, WORDS("pad_title")) + "".join(_pad(order, rows, 14 + k * step, row) for k in range(count))
    return Piece("score-pad", WORDS("pad_title"), "", "page", PAGE, drawn)


def _tally(order: Order) -> Sequence[TallyRow]:
    game = order.of
    table = Table(game, order.players, dict(order.options), seed=0)
    return game.screen.tally(table.view(OPEN))


def _pad(order: Order, rows: Sequence[str], y: float, high: float) -> str:
    sides = order.of.sides(order.players)
    wide = 62.0
    step = (PAGE_WIDTH - wide) / len(sides)
    parts = [fitted(WORDS("pad_name"), 0, y + 5, wide - 3, 3.2, 2, BOLD)]
    for k in range(len(sides) + 1):
        parts.append(line(wide + k * step, y, wide + k * step, y + 7 + high * len(rows), stroke=RULE, width=0.2))
    for k, words in enumerate(rows):
        below_name = y + 7 + k * high
        parts.append(line(0, below_name, PAGE_WIDTH, below_name, stroke=RULE, width=0.2))
        parts.append(fitted(words, 0, below_name + high * 0.68, wide - 3, min(3.2, high * 0.5), 1.6))
    parts.append(line(0, y + 7 + high * len(rows), PAGE_WIDTH, y + 7 + high * len(rows), stroke=INK, width=0.4))
    return "".join(parts)


# The record sheet


def record_sheet(order: Order, codes: Sequence[Code]) -> Piece:
    """Lines to write a game down on, how moves are written, and the codes that open it; as many copies as a game takes."""
    examples, events = written_example(order.of, order.players)
    beside = len(codes) == 1  # several codes need a row of their own
    left = PAGE_WIDTH - (CODE + 8 if beside else 0)
    y = 15.0
    parts = [head(order, WORDS("record_title"))]
    for words in (WORDS("record_date"), WORDS("record_place"), *map(str, range(order.players))):
        parts.append(text(words, 0, y + 2, 3))
        parts.append(line(SANS.width(words, 3) + 3, y + 2.6, left * 0.46, y + 2.6, stroke=RULE))
        y += 6.4
    parts += _how(order, examples, left * 0.5, 13.5, left * 0.5)
    top = max(y, 60.0)
    for k, code in enumerate(codes):
        parts.append(draw_code(code, PAGE_WIDTH - CODE, 13.0) if beside else draw_code(code, k * (CODE + 8), top))
    top += 0 if beside else CODE + 8
    rows = math.floor((PAGE_HEIGHT - top) / LINE)
    wide = PAGE_WIDTH / COLUMNS
    for column in range(COLUMNS):
        for row in range(rows):
            below_line = top + (row + 1) * LINE
            parts.append(line(column * wide, below_line, (column + 1) * wide - 4, below_line, stroke=RULE, width=0.18))
    pages = math.ceil(events * 1.1 / (rows * COLUMNS))
    return Piece("record-sheet", WORDS("record_title"), "", "page", PAGE, "".join(parts), copies=pages)


def _how(order: Order, examples: Sequence[str], x: float, y: float, width: float) -> Iterator[str]:
    how = WORDS("record_how")
    high = paragraph_height(how, width, 2.7)
    yield paragraph(how, Box(x, y, width, high), 2.7)
    y += high + 1.5
    each = math.ceil(len(examples) / 2)
    size = min(2.6, max(1.7, 26.0 / max(each, 1) / 1.35))
    for k, example in enumerate(examples):
        yield fitted(example, x + k // each * width / 2, y + (k % each + 1) * size * 1.3, width / 2 - 2, size, 1.2, MONO)
    y += each * size * 1.3 + 2.5
    more = WORDS("record_type", command=f"zashiki record {order.game}").replace("`", "")
    yield paragraph(more, Box(x, y, width, paragraph_height(more, width, 2.5)), 2.5, fill=SOFT)


@lru_cache(64)
def written_example(game: AnyGame, players: int) -> tuple[tuple[str, ...], int]:
    """One short line of every kind out of a whole game that chance plays, and how many lines that has."""
    s, rng = game.new(players), seeded(7, 0)
    found: dict[str, str] = {}
    events = 0
    while game.rules.status(s) != OVER:
        if game.rules.status(s) == CHANCE:
            game.rules.draw(s, rng)
            who, words = "*", game.words.write_chance(s)
            game.rules.reveal(s)
        else:
            seat = game.acting(s)[0]
            options = game.legal_actions(s, seat)
            action = options[below(rng, len(options))]
            who, words = str(seat), game.actions.write(action)
            game.rules.apply(s, seat, action)
        events += 1
        if len(words) <= SHORT:
            found.setdefault(words.split(" ")[0], f"{who}: {words}")
    return tuple(found.values()), events


# The box


def box_label(order: Order) -> Piece:
    """A label for the lid: the game, its motif, for whom and how long, and what must be inside."""
    game, sheets = order.of, order.of.sheets
    assert sheets is not None
    edition, accent = order.edition, sheets.ACCENT
    parts = sheets.components(edition)
    inside = "\n".join(f"{part.count} × {part.words}" for part in parts)
    if differs := changes(order):
        inside += "\n" + WORDS("changed_count", count=len(differs))
    least, most = min(game.seats), max(game.seats)
    players = WORDS("players", count=least) if least == most else WORDS("players_range", least=least, most=most)
    minutes = WORDS("minutes", minutes=game.about.minutes.replace("-", "–"))
    ground = "#ffffff" if edition.spare else "#f5efe2"
    drawn = [
        box(-3, -3, LABEL.width + 6, LABEL.height + 6, fill=ground),
        box(5, 5, LABEL.width - 10, LABEL.height - 10, stroke=accent, line=0.8, round=2),
        sign(sheets.MOTIF, 38, 50, 48),
        fitted(game.name, 70, 26, 72, 11, 5, SERIF, fill=accent),
        paragraph(sheets.pitch(), Box(70, 30, 72, 14), 3.6, 2.4, fill=SOFT),
        text(f"{players} · {minutes}", 70, 50.5, 3.6, BOLD),
        text(WORDS("contents_for", count=order.players), 70, 58, 2.8, BOLD, fill=accent),
        paragraph(inside, Box(70, 60, 72, 32), 2.7, 1.4),
    ]
    return Piece("box-label", WORDS("label"), "", "tile", LABEL, "".join(drawn))
