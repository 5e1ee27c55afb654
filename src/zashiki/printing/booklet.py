"""The rules as a booklet, from the text that the site shows: Markdown in, Typst out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from zashiki.core.game import AnyGame
from zashiki.core.pieces import Piece
from zashiki.core.words import LANGUAGE
from zashiki.printing.catalogue import WORDS
from zashiki.printing.order import Order, changes
from zashiki.printing.single import picture, standing

SHOWN = 5  # pictures of one component
SCREEN_ONLY = ("## At this table", "## この卓では")  # sections of a help page that mean nothing on paper


@dataclass(frozen=True)
class Booklet:
    """A text for Typst, and the pictures in it."""

    settings: str
    body: str
    pictures: Mapping[str, str] = field(default_factory=dict)


def booklet_of(order: Order, boards: tuple[Piece, ...]) -> Booklet:
    """The rules in the reader's language, where the game has them in it, with everything in the box in pictures."""
    game = order.of
    sheets = game.sheets
    assert sheets is not None
    edition = order.edition
    drawn, shapes = (*sheets.pieces(edition), *boards), sheets.shapes(edition)
    pictures: dict[str, str] = {"motif.svg": standing(f'<use href="#{sheets.MOTIF}" width="20" height="20"/>', shapes, 20, 20)}
    rows = []
    for part in sheets.components(edition):
        of_it = [piece for piece in drawn if piece.component == part.key][:SHOWN]
        pictures |= {f"{piece.key}.svg": picture(piece, shapes) for piece in of_it}
        images = " ".join(f'#h(1mm)#box(image("{piece.key}.svg", height: {_high(piece):.1f}mm))' for piece in of_it)
        rows.append(f"[*{part.count} ×* {_said(part.words)}], [{images}],")
    contents = f"#grid(columns: (auto, 1fr), column-gutter: 4mm, row-gutter: 3mm, align: horizon,\n{chr(10).join(rows)}\n)"
    changed = ""
    if differs := changes(order):
        words = WORDS("changed", changes=WORDS("changes_joint").join(differs))
        changed = f"#block(stroke: 0.3mm + accent, inset: 2mm, {quoted(words)})"
    where = WORDS("booklet_clauses", clause=f"{game.about.prefix}-1", where=WORDS("booklet_where"))
    settings = f"""
#let accent = rgb("{sheets.ACCENT}")
#let clause(words) = text(size: 0.75em, fill: rgb("#8a8378"), words)
#let balanced(words) = layout(room => {{ // two columns, equally high where the text fits one page
  let half = measure(block(width: (room.width - 8mm) / 2, words)).height / 2 + 6mm
  if half < room.height {{ block(height: half, columns(2, gutter: 8mm, words)) }} else {{ columns(2, gutter: 8mm, words) }}
}})
#set page(margin: (x: 18mm, y: 16mm), footer: align(center, text(size: 2.6mm, fill: rgb("#8a8378"), {quoted(game.name)})))
#set text(font: "Zashiki Sans", size: 3.3mm, fill: rgb("#231e19"), lang: "{LANGUAGE.get()}")
#set par(justify: false, leading: 0.62em, spacing: 0.95em)
#show heading: it => block(above: 1.2em, below: 0.6em,
  text(font: "Zashiki Serif", size: 4.6mm, weight: 400, fill: accent, it.body))
"""
    body = f"""
#grid(columns: (14mm, 1fr), column-gutter: 4mm, align: horizon, image("motif.svg", width: 14mm),
  stack(spacing: 2.5mm, text(font: "Zashiki Serif", size: 8mm, fill: accent, {quoted(game.name)}), {quoted(sheets.pitch())}))
#line(length: 100%, stroke: 0.4mm + accent)
{changed}
#balanced[
{_typst(_help(game), game.about.prefix)}
]
#block(breakable: false)[
#heading(bookmarked: false, level: 2, {quoted(WORDS("contents_for", count=order.players))})
{contents}
]
#v(3mm)
#clause({quoted(where)})
"""
    return Booklet(settings, body, pictures)


def _high(piece: Piece) -> float:
    """How high its picture is: cards and counters alike, boards and pages larger."""
    return max(4.0, min(piece.size.height / 4, 34.0))


def _help(game: AnyGame) -> str:
    """The text of the site, without its title, which the booklet has already, and without what is only about the screen."""
    sections = re.split(r"^(?=## )", game.help.partition("\n")[2], flags=re.M)
    return "".join(part for part in sections if part.partition("\n")[0] not in SCREEN_ONLY)


# Markdown to Typst: what `help.md` uses


def _typst(text: str, prefix: str) -> str:
    from markdown_it import MarkdownIt

    parts: list[str] = []
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    for k, token in enumerate(tokens):
        if token.type == "table_open":
            kinds = [after.type for after in tokens[k:]]
            columns = kinds[: kinds.index("thead_close")].count("th_open")
            parts.append(f"\n#table(columns: {columns}, stroke: none, inset: (x: 0mm, right: 3mm, y: 0.8mm), ")
        parts += _block(token.type, token.tag, token.attrGet("start"), token.children or [], token.content, prefix)
    return "".join(parts)


def _block(kind: str, tag: str, start: object, children: Sequence[object], content: str, prefix: str) -> Iterator[str]:
    if kind == "heading_open":
        yield f"\n#heading(bookmarked: false, level: {tag[1]})["
    elif kind in ("heading_close", "blockquote_close"):
        yield "]"
    elif kind in ("list_item_close", "td_close", "th_close"):
        yield "],"
    elif kind == "bullet_list_open":
        yield "\n#list("
    elif kind == "ordered_list_open":
        yield f"\n#enum(start: {start or 1}, "
    elif kind in ("bullet_list_close", "ordered_list_close", "table_close"):
        yield ")\n"
    elif kind in ("list_item_open", "td_open", "blockquote_open"):
        yield "["
    elif kind == "th_open":
        yield "strong["
    elif kind == "paragraph_close":
        yield "\n\n"
    elif kind == "inline":
        yield from _inline(children, prefix)
    elif kind in ("fence", "code_block"):
        yield f"\n#raw({quoted(content)}, block: true)\n"


def _inline(children: Sequence[object], prefix: str) -> Iterator[str]:
    for child in children:
        kind, content = getattr(child, "type", ""), getattr(child, "content", "")
        if kind == "text":
            for k, part in enumerate(re.split(rf"({prefix}-R?\d+)", content)):
                yield f"#clause({quoted(part)})" if k % 2 else _said(part)
        elif kind == "code_inline":
            yield f"#raw({quoted(content)})"
        elif kind in ("strong_open", "em_open"):
            yield "#strong[" if kind == "strong_open" else "#emph["
        elif kind in ("strong_close", "em_close"):
            yield "]"
        elif kind in ("softbreak", "hardbreak"):
            yield " "


def _said(words: str) -> str:
    return f"#{quoted(words)}" if words else ""


def quoted(words: str) -> str:
    """Words as a string of Typst."""
    return json.dumps(words, ensure_ascii=False)
