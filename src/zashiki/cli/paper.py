"""`zashiki print`: makes pages for playing with a pen. Printing is imported on demand."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from zashiki.cli.common import given_options, seat_count
from zashiki.core.errors import BadOption
from zashiki.games import find_game


def print_game(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that can be played on paper.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="A .pdf file, or .svg for one file per page.")],
    players: Annotated[int | None, typer.Option(help="Number of seats; default: the fewest the game allows.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; repeatable.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed for the boards; default: random.")] = None,
    copies: Annotated[int, typer.Option(min=1, help="Number of copies of the whole set.")] = 1,
    paper: Annotated[str, typer.Option(help="Paper size: a4 or letter.")] = "a4",
    server: Annotated[str | None, typer.Option(metavar="URL", help="The server that the QR code on the pages leads to.")] = None,
) -> None:
    """Make freshly drawn boards for playing a game with a pen."""
    from zashiki.printing.sheets import print_pages

    found = find_game(game)
    if server is not None and not server.startswith(("http://", "https://")):
        raise BadOption(f"The address of a server starts with http:// or https://, unlike '{server}'.")
    seed = secrets.randbelow(10**9) if seed is None else seed
    given = given_options(option or [])
    files = print_pages(found, seat_count(game, players), seed, copies, paper, output, options=given, server=server)
    typer.echo("\n".join(map(str, files)))
