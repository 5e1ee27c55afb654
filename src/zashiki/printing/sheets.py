"""Printing a game for play with a pen: pages as SVG, or all of them as one vector PDF.

A game that can be played on paper has the room `sheets`. Nothing here names a game. A seed determines the boards, and every
page carries its code: the chance lines that reproduce them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from zashiki.core.errors import BadOption, MissingExtra
from zashiki.core.game import SPECTATOR, AnyGame
from zashiki.core.record import Kifu, kifu_of
from zashiki.core.table import Table


@dataclass(frozen=True)
class Paper:
    """A paper size in millimetres."""

    name: str
    width: float
    height: float


@dataclass(frozen=True)
class Sheet:
    """One printed page."""

    name: str  # used in file names: "shogun", "village-0"
    svg: str


PAPERS = {paper.name: paper for paper in (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))}
MOST_COPIES = 20


def printable(game: AnyGame) -> bool:
    """Whether the game has pages to print."""
    return game.sheets is not None


def paper_table(game: AnyGame, players: int, seed: int, options: Mapping[str, str] | None = None) -> Table[Any, Any]:
    """A table with freshly drawn boards, before its first decision. Whoever starts is seat 0."""
    given = dict(options or {})
    if any(option.name == "start" for option in game.about.options):
        given.setdefault("start", "0")
    return Table(game, players, given, seed=seed)


def paper_record(table: Table[Any, Any]) -> Kifu:
    """The boards as the beginning of a record: type it in or upload it, then add the moves."""
    return kifu_of(table)


def paper_link(server: str, game: AnyGame, players: int, seed: int, options: Mapping[str, str] | None = None) -> str:
    """The address that opens the same boards on a server."""
    chosen = {key: value for key, value in (options or {}).items() if key != "start"}
    query = {"players": str(players), "seed": str(seed)} | chosen
    return f"{server.rstrip('/')}/print/{game.id}?{urlencode(query)}"


def draw_pages(
    game: AnyGame,
    players: int,
    seed: int,
    *,
    copies: int = 1,
    paper: str = "a4",
    options: Mapping[str, str] | None = None,
    server: str | None = None,
) -> list[Sheet]:
    """All pages of one game as SVG; `copies` repeats the whole set that many times."""
    if game.sheets is None:
        raise BadOption(f"{game.name} has no pages to print.")
    if paper not in PAPERS:
        raise BadOption(f"The paper must be one of {', '.join(PAPERS)}, not '{paper}'.")
    if not 1 <= copies <= MOST_COPIES:
        raise BadOption(f"Copies must be from 1 to {MOST_COPIES}, not {copies}.")
    table = paper_table(game, players, seed, options)
    code = paper_link(server, game, players, seed, options) if server else paper_record(table).write()
    lines, size = [line.text for line in table.lines], PAPERS[paper]
    pages = game.sheets.draw_sheets(table.view(SPECTATOR), lines, (size.width, size.height), qr_path(code))
    return [Sheet(name, svg) for name, svg in pages] * copies


def qr_path(text: str) -> tuple[str, int]:
    """A QR code as an SVG path of unit squares, and its side length."""
    try:
        import segno
    except ImportError as error:
        raise MissingExtra("Printing needs segno and typst: pip install 'zashiki[print]'.") from error
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    path = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = x
            while run < len(row) and row[run]:
                run += 1
            if run > x:
                path.append(f"M{x} {y}h{run - x}v1h-{run - x}z")
            x = max(run, x + 1)
    return "".join(path), len(rows)


def to_pdf(sheets: list[Sheet], paper: Paper) -> bytes:
    """The pages as one vector PDF with embedded fonts."""
    try:
        import typst
    except ImportError as error:
        raise MissingExtra("Printing needs segno and typst: pip install 'zashiki[print]'.") from error
    size = f"width: {paper.width}mm, height: {paper.height}mm"
    files: dict[str, bytes] = {}
    names: dict[str, str] = {}
    for sheet in sheets:
        if sheet.svg not in names:
            names[sheet.svg] = f"page-{len(names)}.svg"
            files[names[sheet.svg]] = sheet.svg.encode()
    images = [f'#image("{names[sheet.svg]}", width: {paper.width}mm)' for sheet in sheets]
    files["main.typ"] = (f"#set page({size}, margin: 0mm)\n" + "\n#pagebreak()\n".join(images)).encode()
    return _compile(typst, files)


def _compile(typst: Any, files: dict[str, bytes]) -> bytes:
    """Let Typst compile the files, in a temporary folder."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        pdf: bytes = typst.compile(str(Path(folder) / "main.typ"), format="pdf")
    return pdf


def print_pages(
    game: AnyGame,
    players: int,
    seed: int,
    copies: int,
    paper: str,
    output: Path,
    options: Mapping[str, str] | None = None,
    server: str | None = None,
) -> list[Path]:
    """Write the pages to `output`: one PDF, or one file per page if the name ends in .svg; returns the files written."""
    sheets = draw_pages(game, players, seed, copies=copies, paper=paper, options=options, server=server)
    if output.suffix == ".svg":
        single = dict.fromkeys(sheets)
        return [_write(output.with_name(f"{output.stem}-{sheet.name}.svg"), sheet.svg.encode()) for sheet in single]
    if output.suffix != ".pdf":
        raise BadOption(f"'{output.name}' must end in .pdf or .svg.")
    return [_write(output, to_pdf(sheets, PAPERS[paper]))]


def _write(path: Path, data: bytes) -> Path:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise BadOption(f"'{path}' cannot be written: {error.strerror}.") from None
    return path
