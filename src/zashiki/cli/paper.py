"""`zashiki print`: makes a game to cut out and play with a pen. Printing is imported on demand."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.common import DialFile, SetDials, given_options, seat_count, wanted_game
from zashiki.cli.language import WORDS, speak
from zashiki.core.errors import BadOption
from zashiki.core.reasons import reason
from zashiki.core.words import LANGUAGES

if TYPE_CHECKING:
    from zashiki.printing.collection import Collection


def print_game(
    game: Annotated[str, typer.Argument(metavar="GAME", help="print_game")],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="print_output"),
    ],
    players: Annotated[int | None, typer.Option(help="players")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="option")] = None,
    seed: Annotated[int | None, typer.Option(help="print_seed")] = None,
    copies: Annotated[int, typer.Option(min=1, help="print_copies")] = 1,
    paper: Annotated[str, typer.Option(help="print_paper")] = "a4",
    card: Annotated[str, typer.Option(help="print_card")] = "own",
    ink: Annotated[str, typer.Option(help="print_ink")] = "full",
    single_sided: Annotated[bool, typer.Option("--single-sided", help="print_single_sided")] = False,
    part: Annotated[list[str] | None, typer.Option(help="print_part")] = None,
    kind: Annotated[
        str | None,
        typer.Option("--as", help="print_kind"),
    ] = None,
    language: Annotated[str, typer.Option(help="print_language")] = LANGUAGES[0],
    server: Annotated[str | None, typer.Option(metavar="URL", help="print_server")] = None,
    dial_file: DialFile = None,
    set_dials: SetDials = None,
) -> None:
    """Make a game to print: pieces to cut out, boards, turn aids, rules, a score pad, a record sheet and a label for the box."""
    from zashiki.printing.collection import collect
    from zashiki.printing.exports import export
    from zashiki.printing.order import MOST_COPIES, PARTS, Order

    speak(language)
    wanted = wanted_game(game, dial_file, set_dials)
    if server is not None and not server.startswith(("http://", "https://")):
        raise BadOption(WORDS("no_address", server=server))
    if copies > MOST_COPIES:
        raise BadOption(WORDS("copies", most=MOST_COPIES, copies=copies))
    if kind is None and output.suffix not in (".pdf", ".svg"):
        raise BadOption(WORDS("no_paper_file", file=output.name))
    order = Order(
        game=game,
        players=seat_count(game, players),
        seed=secrets.randbelow(10**9) if seed is None else seed,
        options=tuple(given_options(option or []).items()),
        dials=tuple(wanted.turned.items()),
        paper=paper,
        card=card,
        ink=ink,
        both=not single_sided,
        parts=tuple(part or PARTS),
        server=server,
    )
    collection = collect(order)
    files = write_pages(collection, output, copies) if kind is None else write_into(output, export(collection, kind))
    typer.echo("\n".join(map(str, files)))


def write_pages(collection: Collection, output: Path, copies: int) -> list[Path]:
    """One PDF, or an SVG for every distinct page."""
    from zashiki.printing.pages import pages_of
    from zashiki.printing.pdf import to_pdf

    if output.suffix == ".pdf":
        return [write(output, to_pdf(collection, copies))]
    pages = {page.name: page for page in pages_of(collection) if not page.blank}
    return [write(output.with_name(f"{output.stem}-{name}.svg"), page.svg.encode()) for name, page in pages.items()]


def write_into(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Write files into a folder, which is made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(WORDS("unwritten", file=WORDS("quoted_file", file=folder), why=reason(error))) from None
    return [write(folder / name, data) for name, data in files]


def write(path: Path, data: bytes) -> Path:
    """Write a file; BadOption if that fails."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise BadOption(WORDS("unwritten", file=WORDS("quoted_file", file=path), why=reason(error))) from None
    return path
