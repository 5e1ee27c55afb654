"""`zashiki lab dials`: the numbers of a game that may be turned."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from zashiki.cli.arena import PIPED
from zashiki.cli.common import DialFile, SetDials, wanted_game
from zashiki.cli.language import WORDS
from zashiki.core.dials import dials


def list_dials(
    game: Annotated[str, typer.Argument(metavar="GAME", help="the_game")],
    dial_file: DialFile = None,
    set_dials: SetDials = None,
) -> None:
    """List the dials of a game: name, printed number, range and clause."""
    turned = wanted_game(game, dial_file, set_dials)
    grid = Grid(*(WORDS(f"column_{column}") for column in ("dial", "number", "range", "clause")), "", box=None, pad_edge=False)
    for dial in dials(turned):
        spans = WORDS("span_steps" if dial.step > 1 else "span", low=dial.low, high=dial.high, step=dial.step)
        number = Text(str(dial.value))
        if dial.name in turned.turned:
            number = Text(WORDS("turned", number=turned.turned[dial.name], printed=dial.value), style="bold")
        grid.add_row(Text(dial.name), number, spans, dial.clause, Text(dial.words))
    if not grid.row_count:
        typer.echo(WORDS("no_dials", game=turned.name))
        return
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PIPED
    console.print(grid)
