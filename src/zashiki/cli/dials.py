"""`zashiki lab dials`: the numbers of a game that may be turned."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from zashiki.cli.arena import PIPED
from zashiki.cli.common import DialFile, SetDials, wanted_game
from zashiki.core.dials import dials


def list_dials(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; see `zashiki games`.")],
    dial_file: DialFile = None,
    set_dials: SetDials = None,
) -> None:
    """List the dials of a game: name, printed number, range and clause.

    With --dials or --set, the numbers as they would be played stand in front, and combinations that do not work are refused.
    """
    turned = wanted_game(game, dial_file, set_dials)
    grid = Grid("dial", "number", "range", "clause", "", box=None, pad_edge=False)
    for dial in dials(turned):
        steps = f" by {dial.step}" if dial.step > 1 else ""
        number = Text(str(dial.value))
        if dial.name in turned.turned:
            number = Text(f"{turned.turned[dial.name]} (printed {dial.value})", style="bold")
        grid.add_row(Text(dial.name), number, f"{dial.low} to {dial.high}{steps}", dial.clause, Text(dial.words))
    if not grid.row_count:
        typer.echo(f"{turned.name} has no dials.")
        return
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PIPED
    console.print(grid)
