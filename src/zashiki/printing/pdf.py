"""A collection as PDF, and single pages of it as pictures; Typst draws both, with the vendored fonts and no others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from zashiki.core.errors import MissingExtra
from zashiki.core.words import LANGUAGE
from zashiki.drawing.font import FONTS
from zashiki.printing.booklet import Booklet, quoted
from zashiki.printing.catalogue import WORDS
from zashiki.printing.collection import Collection, Section


def to_pdf(collection: Collection, copies: int = 1) -> bytes:
    """All pages as one PDF, with an outline; `copies` repeats the whole set."""
    files: dict[str, str] = {}
    names: dict[str, str] = {}
    order = collection.order
    parts = [_preamble(collection)]
    for copy in range(copies):
        for section in collection.sections:
            mark = _bookmark(section) if copy == 0 else ""
            if section.booklet:
                files |= section.booklet.pictures
                parts.append(f"#[{section.booklet.settings}{mark}{section.booklet.body}]\n" + _break(order.both))
                continue
            for side in collection.sides(section):
                svg = "" if side.blank else collection.draw(side)
                if svg and svg not in names:
                    names[svg] = f"side-{len(names)}.svg"
                    files[names[svg]] = svg
                page = f'#place(top + left, image("{names[svg]}", width: {order.size.width}mm))' if svg else ""
                parts.append(f"#page(margin: 0mm)[{mark}{page}]\n")
                mark = ""
    return _compile({**files, "main.typ": "".join(parts)}, "pdf")[0]


def booklet_pages(collection: Collection, booklet: Booklet) -> list[str]:
    """The pages of a booklet as SVG that needs no font."""
    source = _preamble(collection) + booklet.settings + booklet.body
    return [page.decode() for page in _compile({**booklet.pictures, "main.typ": source}, "svg")]


def to_png(svg: str, width: float, height: float, dpi: float) -> bytes:
    """A drawing of that many millimetres as PNG."""
    source = f'#set page(width: {width}mm, height: {height}mm, margin: 0mm, fill: none)\n#image("face.svg", width: {width}mm)'
    return _compile({"face.svg": svg, "main.typ": source}, "png", dpi)[0]


def _preamble(collection: Collection) -> str:
    order = collection.order
    return (
        f'#set document(title: {quoted(order.of.name)}, author: "Zashiki", date: none)\n'
        f"#set page(width: {order.size.width}mm, height: {order.size.height}mm)\n"
        f'#set text(font: "Zashiki Sans", lang: "{LANGUAGE.get()}")\n'
    )


def _bookmark(section: Section) -> str:
    return f"#place(hide(heading(level: 1, bookmarked: true, {quoted(section.title)})))"


def _break(both: bool) -> str:
    """What follows the rules begins on a sheet of its own."""
    return '#pagebreak(weak: true, to: "odd")\n' if both else "#pagebreak(weak: true)\n"


def _compile(files: Mapping[str, str], kind: Literal["pdf", "svg", "png"], dpi: float | None = None) -> list[bytes]:
    """Let Typst compile the files, in a temporary folder: a document, or its pages as pictures."""
    try:
        import typst
    except ImportError as error:
        raise MissingExtra(WORDS("needs_print")) from error
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        made: Any = typst.compile(
            str(Path(folder) / "main.typ"), format=kind, ppi=dpi, font_paths=[str(FONTS)], ignore_system_fonts=True
        )
    return [bytes(page) for page in made] if isinstance(made, list) else [bytes(made)]
