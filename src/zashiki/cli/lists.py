"""`zashiki games` and `zashiki bots`: the lists of games and bots."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from zashiki.bots import BOTS
from zashiki.bots.preparing import prepare
from zashiki.cli.language import WORDS
from zashiki.core.game import AnyGame
from zashiki.core.options import Option
from zashiki.core.words import either, listed
from zashiki.games import GAMES, NOT_LOADED


def games() -> None:
    """List the games with their seats, length and options, and those of other packages that cannot be loaded."""
    console = Console(highlight=False)
    for game in GAMES.values():
        seats = either(map(str, game.seats))
        facts = WORDS("facts_of", game=game.name, seats=seats, minutes=game.about.minutes)
        console.print(Text.assemble((game.id, "bold"), f"  {facts}"))
        console.print(Text(f"  {game.pitch}"), soft_wrap=True)
        for option in game.about.options:
            words = f"    --option {option.name}={option.default}  {game.option_help(option)}{_values(game, option)}"
            console.print(Text(words), soft_wrap=True)
    for broken in NOT_LOADED:
        console.print(Text.assemble((broken.name, "bold"), f"  {WORDS('not_loaded', package=broken.package)}"))
        console.print(Text(f"  {broken.why}"), soft_wrap=True)


def _values(game: AnyGame, option: Option) -> str:
    values = max((option.choices(players) for players in game.seats), key=len)
    return f" [{listed(values)}]" if values else ""


def bots(
    compile: Annotated[str | None, typer.Option(metavar="GAME", help="bots_compile")] = None,
) -> None:
    """List the bots that can take a seat."""
    if compile is not None:
        prepare([compile])
        typer.echo(WORDS("compiled", game=compile))
        return
    grid = Grid(WORDS("column_bot"), WORDS("column_level"), "", box=None, pad_edge=False)
    for bot in BOTS.values():
        grid.add_row(bot.name, bot.level, bot.words)
    Console(highlight=False, soft_wrap=True).print(grid)
