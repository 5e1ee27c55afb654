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
from zashiki.cli.lab import GameName, Jobs, Options, Players, Seed, setup_of, titles
from zashiki.cli.language import WORDS


def ladder(
    game: GameName,
    players: Players = 0,
    option: Options = None,
    bot: Annotated[list[str] | None, typer.Option(help="ladder_bot")] = None,
    sets: Annotated[int, typer.Option(min=1, help="ladder_sets")] = 300,
    seed: Seed = 1,
    jobs: Jobs = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="ladder_out")] = None,
) -> None:
    """Rate bots against each other, with 95 % intervals."""
    from zashiki.lab.ladder import Ladder, climb
    from zashiki.lab.ladder_page import write_page

    setup = setup_of(game, players, option, None, None, None, seed)
    asked = Ladder(setup, tuple(bot or GUESTS), sets)
    with progress() as bar:
        task = bar.add_task(WORDS("deals"), total=sets)
        standings = climb(asked, jobs or os.cpu_count() or 1, lambda done: bar.advance(task, done))
    grid = Grid(*titles("bot", "rating", "interval", "above", "interval"), box=None, pad_edge=False)
    for k, rating in enumerate(standings.ratings):
        span = WORDS("span", low=f"{rating.low:.0f}", high=f"{rating.high:.0f}")
        step = WORDS("span", low=f"{rating.step_low:+.0f}", high=f"{rating.step_high:+.0f}")
        grid.add_row(rating.name, f"{rating.points:.0f}", span, *((f"{rating.step:+.0f}", step) if k else ("", "")))
    console = Console(highlight=False, soft_wrap=True)
    if not console.is_terminal:
        console.width = PIPED
    console.print(grid)
    console.print(WORDS("climbed", sets=standings.sets, games=standings.games))
    if out is not None:
        bots = " ".join(f"--bot {name}" for name in bot or ())
        command = f"zashiki ladder {setup.command().replace(' --level greedy', '')} --sets {sets} {bots}".rstrip()
        write_page(standings, out, f"`{command}`, {time.strftime('%Y-%m-%d')}.")
        console.print(str(out))
