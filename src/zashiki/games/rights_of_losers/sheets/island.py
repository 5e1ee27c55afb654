"""The island: 25 plots, and rulers that name every point where a chip may lie."""

from __future__ import annotations

from zashiki.core.pieces import Edition, Size
from zashiki.drawing.font import BOLD
from zashiki.drawing.shapes import box, circle, ground, line, path
from zashiki.drawing.text import fitted, text
from zashiki.games.rights_of_losers import cards
from zashiki.games.rights_of_losers.sheets.faces import CHIP
from zashiki.games.rights_of_losers.sheets.shapes import ACCENT, HILLS, PAPER_WHITE, SEA, SOFT, SOIL, tint
from zashiki.games.rights_of_losers.words.catalogue import PRINT

GAP = 10.0  # between two plots: a chip there lies on both
RULER = 12.0  # on every side
SLACK = 1.0  # a plot is that much larger than a card, all around


def island_size(edition: Edition) -> Size:
    """The board that these cards need."""
    across, down = _step(edition)
    return Size(4 * across + edition.card.width + 2 * (RULER + SLACK), 4 * down + edition.card.height + 2 * (RULER + SLACK))


def _step(edition: Edition) -> Size:
    """From one plot to the next."""
    return Size(edition.card.width + GAP, edition.card.height + GAP)


def _place(edition: Edition, point: int) -> tuple[float, float]:
    """The middle of a point."""
    (across, down), (wide, high) = _step(edition), edition.card
    row, column = divmod(point, cards.SIDE)
    return RULER + SLACK + wide / 2 + column * across / 2, RULER + SLACK + high / 2 + row * down / 2


def draw_island(edition: Edition) -> str:
    """The whole board."""
    size = island_size(edition)
    parts = [
        ground(size, "#ffffff" if edition.spare else tint(SEA, 0.7)),
        box(RULER - 3, RULER - 3, size.width - 2 * RULER + 6, size.height - 2 * RULER + 6, stroke=ACCENT, line=0.4, round=4),
    ]
    parts += [_plot(edition, space) for space in range(cards.SPACES)]
    parts += [_spot(edition, point) for point in range(cards.POINTS) if point not in cards.SPACE_POINT]
    for k in range(cards.SIDE):
        x, y = _place(edition, k * cards.SIDE + k)
        for place in (RULER - 5.2, size.height - RULER + 8.2):
            parts.append(text(str(k + 1), x, place, 4.2, BOLD, "middle", ACCENT))
        for place in (RULER - 6.6, size.width - RULER + 6.6):
            parts.append(text(str(k + 1), place, y + 1.5, 4.2, BOLD, "middle", ACCENT))
        for tick in ((x, RULER - 3, x, RULER - 4.2), (x, size.height - RULER + 3, x, size.height - RULER + 4.2)):
            parts.append(line(*tick, stroke=ACCENT))
        for tick in ((RULER - 3, y, RULER - 4.2, y), (size.width - RULER + 3, y, size.width - RULER + 4.2, y)):
            parts.append(line(*tick, stroke=ACCENT))
    return "".join(parts)


def _plot(edition: Edition, space: int) -> str:
    x, y = _place(edition, cards.SPACE_POINT[space])
    wide, high = edition.card.width + 2 * SLACK, edition.card.height + 2 * SLACK
    land = space in cards.LAND_SPACES
    fill = "#ffffff" if edition.spare else SOIL if land else PAPER_WHITE
    drawn = box(x - wide / 2, y - high / 2, wide, high, fill=fill, stroke=SOFT, line=0.3, round=3)
    name = fitted(cards.SPACE_IDS[space], x, y + high / 2 - 2.6, wide * 0.5, 2.6, 1.8, anchor="middle", fill=SOFT)
    if land:
        side = wide * 0.5
        drawn += path(HILLS, stroke=SOFT, line=1.0, at=(x - side / 2, y - side * 0.55, side / 40))
        drawn += fitted(PRINT("land"), x, y + side * 0.3, wide * 0.8, 4.6, 2.6, anchor="middle", fill=SOFT)
    else:
        drawn += circle(x, y, CHIP / 2, stroke=SOFT, line=0.2, dashes="0.8 1.2")
    return drawn + name


def _spot(edition: Edition, point: int) -> str:
    """An edge or a corner: where a chip reaches over two plots, or four."""
    x, y = _place(edition, point)
    return circle(x, y, 1.1, fill=ACCENT)
