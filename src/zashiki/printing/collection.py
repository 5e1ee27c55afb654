"""A set to print, complete: sections of sheets, in the order in which they come out of the printer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zashiki.core.errors import BadOption
from zashiki.core.game import SPECTATOR
from zashiki.core.pieces import Code, Piece
from zashiki.core.words import listed
from zashiki.printing.booklet import Booklet, booklet_of
from zashiki.printing.catalogue import WORDS
from zashiki.printing.codes import codes_of
from zashiki.printing.layout import Side, lay_out, sides_of
from zashiki.printing.order import Order, checked, paper_link, paper_record, paper_table
from zashiki.printing.sides import draw_side
from zashiki.printing.writing import box_label, record_sheet, score_pad


@dataclass(frozen=True)
class Section:
    """Sheets that belong together; the rules have a text of their own instead."""

    name: str
    title: str
    sheets: tuple[tuple[Side, Side], ...] = ()
    booklet: Booklet | None = None


@dataclass(frozen=True)
class Collection:
    """Everything an order asks for."""

    order: Order
    shapes: str
    pieces: tuple[Piece, ...]
    sections: tuple[Section, ...]

    def sides(self, section: Section) -> list[Side]:
        """The sides of a section as they are printed."""
        return sides_of(section.sheets, both=self.order.both)

    def draw(self, side: Side) -> str:
        """A side as SVG, its words as text."""
        return draw_side(side, self.order.size, self.shapes)


def collect(order: Order) -> Collection:
    """Draw everything; BadOption where the order makes no sense."""
    checked(order)
    game, edition = order.of, order.edition
    sheets = game.sheets
    assert sheets is not None
    table = paper_table(game, order.players, order.seed, dict(order.options))
    codes = _codes(order, paper_record(table).write())
    drawn = sheets.pieces(edition)
    heard = [line.heard[SPECTATOR] for _, line in table.heard_by(SPECTATOR)]
    boards = game.drawn_boards(edition, table.view(SPECTATOR), heard, codes)
    written = (score_pad(order), record_sheet(order, codes))
    parts: dict[str, tuple[Piece, ...]] = {
        "pieces": tuple(piece for piece in drawn if piece.component),
        "boards": boards,
        "aids": tuple(piece for piece in drawn if not piece.component),
        "record": written,
        "label": (box_label(order),),
    }
    wanted = tuple(piece for part, pieces in parts.items() if part in order.parts for piece in pieces)
    sections = tuple(_sections(order, parts))
    if not sections:
        raise BadOption(WORDS("nothing_of", game=game.name, parts=listed(order.parts)))
    return Collection(order, sheets.shapes(edition), wanted, sections)


def _codes(order: Order, record: str) -> tuple[Code, ...]:
    if order.server and (order.house_rules or not order.dials):  # a server knows other numbers only by their name
        return codes_of(paper_link(order), WORDS("code_open"))
    return codes_of(record, WORDS("code_start"))


def _sections(order: Order, parts: dict[str, tuple[Piece, ...]]) -> Iterator[Section]:
    for part in order.parts:
        if part == "rules":
            yield Section("rules", WORDS("rules"), booklet=booklet_of(order, parts["boards"]))
        elif part == "pieces":
            for name, cut in (("cards", "card"), ("tiles", "tile"), ("discs", "disc"), ("pages", "page")):
                cut_so = [piece for piece in parts[part] if piece.cut == cut]
                if cut_so:
                    title = WORDS(name) if name != "pages" else WORDS("pieces")
                    yield Section(name, title, tuple(lay_out(name, f"{order.of.name} · {title}", cut_so, order.size)))
        elif parts[part]:
            title = WORDS(part)
            yield Section(part, title, tuple(lay_out(part, f"{order.of.name} · {title}", parts[part], order.size)))
