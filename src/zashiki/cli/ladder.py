"""`zashiki ladder`: how strong the bots are beside each other."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from zashiki.bots import GUESTS
from zashiki.cli.arena import PIPED, progress
from zashiki.cli.lab import GameName, Jobs, Options, Players, Seed, setup_of


def ladder(
    game: GameName,
    players: Players = 0,
    option: Options = None,
    bot: Annotated[list[str] | None, typer.Option(help="A bot, the weakest first; default: the seven guests.")] = None,
    sets: Annotated[int, typer.Option(min=1, help="Number of deals; each is played once for every seat a bot can have.")] = 300,
    seed: Seed = 1,
    jobs: Jobs = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page in Markdown, and a plot beside it.")] = None,
) -> None:
    """Rate bots against each other, with 95 % intervals.

    Neighbours meet at the table, and every deal is played with everybody in every seat. 100 points are odds of 64 to 36.
    Ctrl-C ends early and rates what was played until then.
    """
    from zashiki.lab.ladder import Ladder, climb
    from zashiki.lab.ladder_page import write_page

    setup = setup_of(game, players, option, None, None, None, seed)
    asked = Ladder(setup, tuple(bot or GUESTS), sets)
    with progress() as bar:
        task = bar.add_task("Deals", total=sets)
        standings = climb(asked, jobs or os.cpu_count() or 1, lambda done: bar.advance(task, done))
    grid = Grid("bot", "rating", "95 % interval", "above the one before", "95 % interval", box=None, pad_edge=False)
    for k, rating in enumerate(standings.ratings):
        above = (f"{rating.step:+.0f}", f"{rating.step_low:+.0f} to {rating.step_high:+.0f}") if k else ("", "")
        grid.add_row(rating.name, f"{rating.points:.0f}", f"{rating.low:.0f} to {rating.high:.0f}", *above)
    console = Console(highlight=False, soft_wrap=True)
    if not console.is_terminal:
        console.width = PIPED
    console.print(grid)
    console.print(f"{standings.sets} deals, {standings.games} games.")
    if out is not None:
        bots = " ".join(f"--bot {name}" for name in bot or ())
        command = f"zashiki ladder {setup.command().replace(' --level greedy', '')} --sets {sets} {bots}".rstrip()
        write_page(standings, out, f"`{command}`, {time.strftime('%Y-%m-%d')}.")
        console.print(str(out))
