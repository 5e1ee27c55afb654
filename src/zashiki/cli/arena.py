"""`zashiki arena`: bots against each other."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from zashiki.bots.arena import compete
from zashiki.bots.players import SECONDS
from zashiki.cli.common import given_options, seat_count
from zashiki.cli.seats import find_player
from zashiki.games import find_game


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game; see `zashiki games`.")],
    bot: Annotated[list[str], typer.Option(help="A bot or program:COMMAND; repeatable. The last takes the seats left.")],
    players: Annotated[int | None, typer.Option(help="How many seats; the fewest the game allows when left out.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; repeatable.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games; everybody moves on one seat after each.")] = 100,
    seed: Annotated[int, typer.Option(help="Names the games: the same seed gives the same chance.")] = 0,
    seconds: Annotated[float, typer.Option(min=0.0, help="Time for one decision, for bots that think.")] = SECONDS,
) -> None:
    """Let bots play each other and count wins, with 95 % confidence intervals.

    A shared win counts in parts. `fair` is the share of wins of a bot that plays as well as the others.
    """
    count = seat_count(game, players)
    standings = compete(
        find_game(game), [find_player(name) for name in bot], count, given_options(option or []),
        games=games, seed=seed, seconds=seconds,
    )  # fmt: skip
    grid = Grid("bot", "seats", "games", "wins", "95 % interval", "fair", "mean score", box=None, pad_edge=False)
    for standing in standings:
        low, high = standing.interval
        grid.add_row(
            standing.bot.name, str(standing.seats), str(games), f"{standing.win_rate:.1%}", f"{low:.1%} - {high:.1%}",
            f"{standing.seats / count:.1%}", f"{standing.mean_score:.1f}",
        )  # fmt: skip
    Console(highlight=False, soft_wrap=True).print(grid)
