"""`zashiki arena`: plays bots against each other."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid
from rich.text import Text

from zashiki.bots.arena import Contest, compete
from zashiki.bots.players import SECONDS
from zashiki.cli.common import DialFile, Seconds, SetDials, Streams, given_options, seat_count, wanted_game
from zashiki.cli.language import WORDS
from zashiki.core.workers import cores, hire

PIPED = 1000  # columns when piped, so that every bot fits on one line


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help="play_game")],
    bot: Annotated[list[str], typer.Option(help="arena_bot")],
    players: Annotated[int | None, typer.Option(help="players")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="option")] = None,
    games: Annotated[int, typer.Option(min=1, help="arena_games")] = 100,
    seed: Annotated[int, typer.Option(help="arena_seed")] = 0,
    seconds: Seconds = SECONDS,
    dial_file: DialFile = None,
    set_dials: SetDials = None,
    streams: Streams = False,
    jobs: Annotated[int | None, typer.Option(min=1, help="jobs")] = None,
    ray: Annotated[str, typer.Option(metavar="ADDRESS", help="ray")] = "",
) -> None:
    """Play bots against each other and count wins, with 95 % confidence intervals."""
    played, count, given = wanted_game(game, dial_file, set_dials), seat_count(game, players), given_options(option or [])
    played.encode_options(count, given)
    contest = Contest(played.id, count, tuple(bot), given, dict(played.turned), seed, seconds, streams)
    workers = hire(jobs or min(cores(), contest.deals(games)), ray)
    try:
        with progress() as bar:
            task = bar.add_task(WORDS("playing"), total=contest.deals(games) * contest.turns)
            standings = compete(contest, games, workers, lambda done: bar.advance(task, done))
    finally:
        workers.close()
    columns = ("bot", "seats", "games", "wins", "interval", "fair", "mean")
    grid = Grid(*(WORDS(f"column_{column}") for column in columns), box=None, pad_edge=False)
    grid.columns[0].overflow = "fold"  # two programs' names may differ only at the end
    for standing in standings:
        low, high = standing.interval
        grid.add_row(
            Text(standing.bot.name), str(standing.seats), str(standing.games), f"{standing.win_rate:.1%}",
            f"{low:.1%} - {high:.1%}", f"{standing.seats / count:.1%}", f"{standing.mean_score:.1f}",
        )  # fmt: skip
    console = Console(highlight=False, soft_wrap=True)
    if not console.is_terminal:
        console.width = PIPED
    console.print(grid)


def progress() -> Progress:
    """A progress bar for the terminal; it disappears after the last game, and is not shown in a pipe."""
    waiting = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=waiting, transient=True, disable=not waiting.is_interactive)
