"""`zashiki print`: pages for playing with a pen. Printing is imported on demand."""

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
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="A .pdf, or .svg for a file per page.")],
    players: Annotated[int | None, typer.Option(help="How many seats; the fewest the game allows when left out.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; repeatable.")] = None,
    seed: Annotated[int | None, typer.Option(help="Names the boards; drawn when left out.")] = None,
    copies: Annotated[int, typer.Option(min=1, help="How many times each page.")] = 1,
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    server: Annotated[str | None, typer.Option(metavar="URL", help="The house that the code on the pages leads to.")] = None,
) -> None:
    """Print a game to be played with a pen, with boards of its own."""
    from zashiki.printing.sheets import print_pages

    found = find_game(game)
    if server is not None and not server.startswith(("http://", "https://")):
        raise BadOption(f"The address of a house starts with http:// or https://, unlike '{server}'.")
    seed = secrets.randbelow(10**9) if seed is None else seed
    given = given_options(option or [])
    files = print_pages(found, seat_count(game, players), seed, copies, paper, output, options=given, server=server)
    typer.echo("\n".join(map(str, files)))
