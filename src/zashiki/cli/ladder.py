"""`zashiki ladder`: how strong the bots are beside each other."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid

from zashiki.bots.levels import NAMES
from zashiki.cli.arena import progress
from zashiki.cli.common import given_options
from zashiki.cli.lab import GameName, Jobs, Options, Ray, Seed, hired, titles, wide_console
from zashiki.cli.language import WORDS
from zashiki.core.errors import BadOption

if TYPE_CHECKING:
    from zashiki.core.workers import Workers
    from zashiki.lab.ladder import Ladder, Place, Set, Standings, Task
    from zashiki.lab.ladder_books import Book

SEVENTH = "warashi*64"  # what the others are tuned beside


def ladder(
    game: GameName,
    players: Annotated[int, typer.Option(help="ladder_players")] = 0,
    option: Options = None,
    bot: Annotated[list[str] | None, typer.Option(help="ladder_bot")] = None,
    sets: Annotated[int, typer.Option(min=1, help="ladder_sets")] = 300,
    seed: Seed = 1,
    book: Annotated[Path | None, typer.Option(metavar="FILE", help="ladder_book")] = None,
    part: Annotated[str, typer.Option(metavar="N/PARTS", help="ladder_part")] = "1/1",
    join: Annotated[list[Path] | None, typer.Option(metavar="FILE", help="ladder_join")] = None,
    tune: Annotated[float, typer.Option(metavar="POINTS", help="ladder_tune")] = 0,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="ladder_out")] = None,
    jobs: Jobs = None,
    ray: Ray = "",
) -> None:
    """Rate bots against each other, with 95 % intervals."""
    from zashiki.lab.ladder import Ladder, Place, rated
    from zashiki.lab.ladder_books import joined
    from zashiki.lab.ladder_page import write_page
    from zashiki.lab.ladder_tune import tuned, tuned_styles

    place = Place(game, players, tuple(sorted(given_options(option or []).items())))
    if tune:
        with hired(jobs, ray) as workers:
            *_, wits = tuned(place, bot[-1] if bot else SEVENTH, tune, sets, seed, lambda ladder: shown(climbed(ladder, workers)))
            nears = list(tuned_styles(place, wits, sets, seed, lambda ladder: shown(climbed(ladder, workers))))
        print(f"wits = {wits}\n\n[styles]", *(f"{style} = {near}" for style, near in nears), sep="\n")
        return
    played = (
        joined(place, join)
        if join
        else played_now(Ladder(place, tuple(bot or NAMES), sets, seed), book, part_of(part), jobs, ray)
    )
    standings = shown(rated(place, played))
    if out is not None:
        write_page(standings, out, f"{command_of(place, bot, sets, seed, join)}, {time.strftime('%Y-%m-%d')}.")
        print(out)


def shown(standings: Standings) -> Standings:
    """The ratings, once they are on the screen."""
    console = wide_console()
    console.print(grid_of(standings))
    for one in standings.comparisons:
        span = WORDS("span", low=f"{one.low:.1%}", high=f"{one.high:.1%}")
        console.print(WORDS("alone_with", name=one.name, other=one.other, share=f"{one.share:.1%}", span=span))
    console.print(WORDS("climbed", sets=standings.sets, games=standings.games))
    return standings


def played_now(ladder: Ladder, file: Path | None, part: tuple[int, int], jobs: int | None, ray: str) -> list[Set]:
    """Play what is not in the file yet; all its sets."""
    from zashiki.lab.ladder_books import Book

    book = Book(file, ladder.place)
    with hired(jobs, ray) as workers:
        play(ladder.tasks(part, but=book.sets), workers, book)
    return book.sets


def climbed(ladder: Ladder, workers: Workers) -> Standings:
    """What comes of a ladder that is not kept."""
    from zashiki.lab.ladder import rated
    from zashiki.lab.ladder_books import Book

    book = Book(None, ladder.place)
    play(ladder.tasks(), workers, book)
    return rated(ladder.place, book.sets)


def play(tasks: list[Task], workers: Workers, book: Book) -> None:
    """Play, with a bar that tells how far it is."""
    from zashiki.lab.ladder import climb

    with progress() as bar:
        task = bar.add_task(WORDS("deals"), total=sum(len(one.deals) for one in tasks))

        def take(played: list[Set]) -> None:
            book.add(played)
            bar.advance(task, len(played))

        climb(tasks, workers, take)


def part_of(text: str) -> tuple[int, int]:
    """`2/3` as numbers."""
    number, slash, parts = text.partition("/")
    if not (slash and number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts)):
        raise BadOption(WORDS("bad_part", text=text))
    return int(number), int(parts)


def grid_of(standings: Standings) -> Grid:
    """The ratings as a table for the terminal."""
    grid = Grid(*titles("bot", "rating", "interval", "above", "step", "interval", "took"), box=None, pad_edge=False)
    for rating in standings.ratings:
        span = WORDS("span", low=f"{rating.low:.0f}", high=f"{rating.high:.0f}")
        step = WORDS("span", low=f"{rating.step_low:+.0f}", high=f"{rating.step_high:+.0f}")
        above = (rating.above, f"{rating.step:+.0f}", step) if rating.above else ("", "", "")
        grid.add_row(rating.name, f"{rating.points:.0f}", span, *above, f"{rating.milliseconds:.2f}")
    return grid


def command_of(place: Place, bot: list[str] | None, sets: int, seed: int, join: list[Path] | None) -> str:
    """The command that plays a ladder, or rates what was played, in Markdown."""
    words = ["zashiki", "ladder", place.game, "--players", str(place.players)]
    words += [word for name, value in place.options for word in ("--option", f"{name}={value}")]
    if join:
        words += [word for file in join for word in ("--join", file.name)]
    else:
        words += ["--sets", str(sets), "--seed", str(seed), *(word for name in bot or () for word in ("--bot", name))]
    return f"`{shlex.join(words)}`"
