"""`zashiki lab`: measure a game, compare two tables, turn dials until targets are met."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from zashiki.cli.arena import PIPED
from zashiki.cli.common import DialFile, SetDials, given_options
from zashiki.cli.dials import list_dials
from zashiki.cli.help import SentenceCommand, SentenceGroup
from zashiki.cli.language import WORDS, speak
from zashiki.core.dials import dials_in, read_dials
from zashiki.core.errors import BadOption
from zashiki.core.words import LANGUAGES
from zashiki.core.workers import Workers, cores, hire

if TYPE_CHECKING:
    from zashiki.lab import Change, Result, Setup
    from zashiki.lab.result import Progress as Told

app = typer.Typer(cls=SentenceGroup, no_args_is_help=True, help="do_lab")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="the_game")]
Players = Annotated[int, typer.Option(help="players")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="option")]
Levels = Annotated[list[str] | None, typer.Option("--level", help="level")]
Seed = Annotated[int, typer.Option(help="seed")]
Jobs = Annotated[int | None, typer.Option(min=1, help="jobs")]
Ray = Annotated[str, typer.Option(metavar="ADDRESS", help="ray")]
Targets = Annotated[list[str] | None, typer.Option("--target", help="lab_measure_target")]
Language = Annotated[str, typer.Option(help="language")]
MOST_ROWS = 25  # of a comparison in the terminal


def setup_of(
    game: str,
    players: int,
    option: list[str] | None,
    level: list[str] | None,
    set_dials: list[str] | None,
    dial_file: Path | None,
    seed: int,
) -> Setup:
    """The table that arguments describe; what is set one by one goes over what a file says."""
    from zashiki.lab import Setup

    file = read_dials(dial_file) if dial_file else None
    if file and file.game != game:
        raise BadOption(WORDS("dials_for", file=dial_file, game=file.game, wanted=game))
    dials = dict(file.values if file else {}) | dials_in(" ".join(set_dials or []))
    levels = tuple(level or ["greedy"])
    return Setup(game=game, players=players, options=given_options(option or []), dials=dials, levels=levels, seed=seed)


@app.command("measure", help="do_lab_measure", cls=SentenceCommand)
def measure_game(
    game: GameName,
    players: Players = 0,
    option: Options = None,
    level: Levels = None,
    games: Annotated[int, typer.Option(min=1, help="games")] = 10_000,
    set_dials: SetDials = None,
    dial_file: DialFile = None,
    out: Annotated[Path | None, typer.Option(help="lab_measure_out")] = None,
    look_ahead: Annotated[int | None, typer.Option(min=0, help="lab_measure_look_ahead")] = None,
    search: Annotated[int | None, typer.Option(min=0, help="lab_measure_search")] = None,
    pairs: Annotated[int, typer.Option(min=0, help="lab_measure_pairs")] = 400,
    target: Targets = None,
    house: Annotated[str, typer.Option(metavar="URL", help="lab_measure_house")] = "",
    seed: Seed = 1,
    jobs: Jobs = None,
    ray: Ray = "",
    language: Language = LANGUAGES[0],
) -> None:
    """Play many games and measure them: an HTML report, the figures as JSON, games and decisions as Parquet."""
    from zashiki.lab import Effort, fitted, measure, read_target
    from zashiki.lab.report import write_report
    from zashiki.lab.telling import findings, verdict

    speak(language)
    setup = setup_of(game, players, option, level, set_dials, dial_file, seed)
    targets = [read_target(text) for text in target or []]
    if house and not house.startswith(("http://", "https://")):
        raise BadOption(WORDS("no_address", server=house))
    folder = out or Path(f"lab-{setup.rules().id}-{setup.players}")
    make_room(folder)
    with shown_progress() as progress:
        effort = Effort(games, pairs=pairs)
        if not ray and None in (look_ahead, search):
            effort = fitted(setup, effort, jobs or cores())
        ahead, searched = (
            usual if given is None else given for given, usual in ((look_ahead, effort.ahead), (search, effort.search))
        )
        effort = replace(effort, ahead=ahead, search=searched)
        result = measure(setup, effort, jobs=jobs, ray=ray, folder=folder, progress=progress)
    result.save(folder)
    page = write_report(result, folder, targets, language, house)
    console = wide_console()
    console.print(Text(verdict(result), style="bold"))
    for finding in findings(result):
        console.print(Text(f"· {finding.sentence}"))
    console.print(Text(str(page)))


def make_room(folder: Path) -> None:
    """Take an older result's data away; BadOption where the folder holds other things."""
    from zashiki.lab.report import RECORDS, REPORT
    from zashiki.lab.result import RESULT

    known = {"decisions", "games", RECORDS, RESULT, REPORT}
    if folder.exists() and (not folder.is_dir() or {path.name for path in folder.iterdir()} - known):
        raise BadOption(WORDS("other_things", folder=folder))
    for part in folder.glob("*/part-*.parquet"):
        part.unlink()


@app.command("index", help="do_lab_index", cls=SentenceCommand)
def index_reports(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER…", help="lab_index_folders")],
    out: Annotated[Path, typer.Option(help="lab_index_out")] = Path(),
    language: Language = LANGUAGES[0],
) -> None:
    """Write a page over several reports."""
    from zashiki.lab.report import write_index

    speak(language)
    out.mkdir(parents=True, exist_ok=True)
    typer.echo(write_index(folders, out, language))


@app.command("compare", help="do_lab_compare", cls=SentenceCommand)
def compare_tables(
    tables: Annotated[list[str], typer.Argument(metavar="[GAME] A B", help="lab_compare_tables")],
    players: Players = 0,
    games: Annotated[int, typer.Option(min=10, help="lab_compare_games")] = 2000,
    out: Annotated[Path | None, typer.Option(help="lab_compare_out")] = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    ray: Ray = "",
    language: Language = LANGUAGES[0],
) -> None:
    """Compare two tables on common deals: what changed, the surest change first."""
    from zashiki.lab import Effort, Result, Setup, changed, compare, measure

    speak(language)
    if len(tables) == 2:
        results = [Result.load(Path(folder)) for folder in tables]
    elif len(tables) == 3:
        printed = Setup(game=tables[0], players=players, seed=seed)
        results = []
        with hired(jobs, ray) as workers:
            for text in tables[1:]:
                with shown_progress() as progress:
                    table = changed(printed, text)
                    results.append(measure(table, Effort.only_games(games), workers=workers, progress=progress))
    else:
        raise BadOption(WORDS("two_tables"))
    names = (tables[-2], tables[-1])
    changes = compare(*results)
    show_changes(results[0], changes, names)
    if out:
        from zashiki.lab.report import write_comparison

        typer.echo(write_comparison(results[0], changes, names, out, language))


def show_changes(result: Result, changes: list[Change], names: tuple[str, str]) -> None:
    """The surest changes as a table."""
    from zashiki.lab.telling import change_row

    grid = Grid("", *names, *titles("change", "interval", "clear", "correlation"), box=None, pad_edge=False)
    for change in changes[:MOST_ROWS]:
        row = change_row(result.setup.rules(), change)
        grid.add_row(row["name"], row["a"], row["b"], row["change"], row["interval"], row["clear"], row["pairing"])
    wide_console().print(grid)


@app.command("sweep", help="do_lab_sweep", cls=SentenceCommand)
def sweep_dials(
    game: GameName,
    dial: Annotated[list[str] | None, typer.Option("--dial", help="lab_sweep_dial")] = None,
    players: Players = 0,
    option: Options = None,
    level: Levels = None,
    games: Annotated[int, typer.Option(min=10, help="lab_sweep_games")] = 1000,
    set_dials: SetDials = None,
    dial_file: DialFile = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    ray: Ray = "",
    language: Language = LANGUAGES[0],
) -> None:
    """Turn one dial at a time and show what changes most at each value."""
    from zashiki.lab import sweep
    from zashiki.lab.telling import change_row

    speak(language)
    setup = setup_of(game, players, option, level, set_dials, dial_file, seed)
    with hired(jobs, ray) as workers, told_lines() as told:
        _, steps = sweep(setup, games, workers, dial or (), told)
    grid = Grid(*titles("dial", "value", "changes", "from", "to", "interval_change"), box=None, pad_edge=False)
    for step in steps:
        clear = [change_row(setup.rules(), change) for change in step.changes if change.clear][:3]
        for k, row in enumerate(clear or [{"name": "–", "a": "", "b": "", "interval": ""}]):
            first = (step.dial, str(step.value)) if k == 0 else ("", "")
            grid.add_row(*first, row["name"], row["a"], row["b"], row["interval"])
    wide_console().print(grid)


@app.command("tune", help="do_lab_tune", cls=SentenceCommand)
def tune_dials(
    game: GameName,
    free: Annotated[list[str], typer.Option("--free", metavar="DIAL=LOW..HIGH", help="lab_tune_free")],
    target: Annotated[list[str], typer.Option("--target", help="lab_tune_target")],
    players: Players = 0,
    option: Options = None,
    level: Levels = None,
    set_dials: SetDials = None,
    dial_file: DialFile = None,
    least_change: Annotated[bool, typer.Option("--least-change", help="lab_tune_least_change")] = False,
    trials: Annotated[int, typer.Option(min=1, help="lab_tune_trials")] = 40,
    confirm: Annotated[int, typer.Option(min=100, help="lab_tune_confirm")] = 20_000,
    study: Annotated[Path | None, typer.Option(help="lab_tune_study")] = None,
    out: Annotated[Path | None, typer.Option(help="lab_tune_out")] = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    ray: Ray = "",
    language: Language = LANGUAGES[0],
) -> None:
    """Search for dials that meet targets; the best five are confirmed on fresh deals."""
    from zashiki.lab import read_target, tune
    from zashiki.lab.telling import number, unit_of
    from zashiki.lab.tune import read_free

    speak(language)
    setup = setup_of(game, players, option, level, set_dials, dial_file, seed)
    targets, ranges = [read_target(text) for text in target], dict(read_free(text) for text in free)
    with hired(jobs, ray) as workers, told_lines() as told:
        found = tune(
            setup, ranges, targets, workers, trials=trials, confirm=confirm, least_change=least_change, study=study, told=told
        )
    grid = Grid(*titles("dials"), *(str(one) for one in targets), *titles("missed"), box=None, pad_edge=False)
    for one in found:
        parts = [goal.number(one.result.figures) for goal in targets]
        values = [
            number(part.value if part else None, unit_of(setup.rules(), goal.key))
            for part, goal in zip(parts, targets, strict=True)
        ]
        grid.add_row(" ".join(f"{name}={value}" for name, value in one.dials.items()), *values, f"{one.loss:.3f}")
    wide_console().print(grid)
    if out and found:
        lines = [f'game = "{game}"', 'name = "Tuned"', "", "[dials]", *(f"{name} = {n}" for name, n in found[0].dials.items())]
        out.write_text("\n".join(lines) + "\n", encoding="utf-8")


app.command("dials", help="do_lab_dials", cls=SentenceCommand)(list_dials)


# Terminal


def titles(*columns: str) -> list[str]:
    """What stands above the columns of a table."""
    return [WORDS(f"column_{column}") for column in columns]


def wide_console() -> Console:
    """Standard output; in a pipe every row stays on one line."""
    console = Console(highlight=False, soft_wrap=True)
    if not console.is_terminal:
        console.width = PIPED
    return console


@contextmanager
def hired(jobs: int | None, ray: str) -> Iterator[Workers]:
    """Workers for a while."""
    workers = hire(jobs, ray)
    try:
        yield workers
    finally:
        workers.close()


@contextmanager
def told_lines() -> Iterator[Callable[[str], None]]:
    """What is under way, line by line on stderr."""
    waiting = Console(stderr=True, highlight=False)
    yield lambda line: waiting.print(Text(line, style="dim"))


@contextmanager
def shown_progress() -> Iterator[Told]:
    """Games played and the time left, on a terminal."""
    waiting = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        TextColumn(WORDS("time_left")), TimeRemainingColumn(),
    )  # fmt: skip
    from zashiki.lab.telling import study_title

    with Progress(*columns, console=waiting, transient=True, disable=not waiting.is_interactive) as bar:
        task = bar.add_task(WORDS("compiling"), total=None)
        whole: list[int] = []

        def told(study: str, done: int, of: int) -> None:
            if whole != [of]:
                whole[:] = [of]
                bar.reset(task, total=of)
            bar.update(task, completed=done, description=study_title(study))

        yield told
