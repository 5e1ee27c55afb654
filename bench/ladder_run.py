"""Measure guests and anchors in every game within a given time, on all cores of a machine.

    PYTHONPATH=src:build/wheels python3 bench/ladder_run.py --out FOLDER --minutes 9 [--seconds 0.05] [--jobs 16] [GAME …]

FOLDER gets a file of sets for every game, which `zashiki ladder GAME --join` rates and draws; what is in them already is not
played again. When the time is up, every part has about the same share of its sets; `--share 0` only compiles. Needs no typer:
only NumPy, llvmlite and, for IS-MCTS, OpenSpiel (`tools/pack_wheels.sh`). The parts, at the usual seat count, or with
`--others` at all others:

levels   guests one to six, and chance and greedy play beside those they are near to
seventh  the seventh guest beside those below
search   the seventh alone with the old search
ismcts   the seventh alone with OpenSpiel's IS-MCTS
seer     greedy play, the seventh, and its copy that sees everything
styles   the three guests with a style beside those of middle levels
tune     no sets: wits that put guests on even steps, what is good enough for those with a style; `--write` for levels.toml

`--trial akiwado turns=3,greedy=2` lets the seventh, thinking so, play alone with the old search; repeatable. For levels.toml.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import threading
import time
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from zashiki.bots.levels import FILE, NAMES, STYLES
from zashiki.core.errors import MissingExtra
from zashiki.core.workers import Processes, Stop
from zashiki.games import GAMES, find_game
from zashiki.lab.ladder import Ladder, Place, Standings, Table, Task, play_set, play_task, rated
from zashiki.lab.ladder_books import Book
from zashiki.lab.ladder_players import read_spec
from zashiki.lab.ladder_tune import CHANCE, styled_line, tuned, tuned_styles

PARTS = ("levels", "search", "ismcts", "seer", "styles", "seventh")
SETS = {"levels": 1500, "seventh": 300, "search": 100, "ismcts": 50, "seer": 30, "styles": 500}
STYLES_ARE = "# What is good enough for those with a style, in hundredths of the way from the worst option to the best."
SEEDS = {part: 10 + number for number, part in enumerate(PARTS)}


def seconds_in(game: str, given: argparse.Namespace) -> float:
    """Processor time of a choice for whoever searches."""
    return float(dict(given.at).get(game, given.seconds))


def places_of(game: str, *, others: bool) -> list[Place]:
    """Where a game is measured."""
    usual = Place(game)
    return [Place(game, players) for players in find_game(game).seats if players != usual.players] if others else [usual]


def file_of(place: Place) -> str:
    """The name of the file of a place."""
    return f"{place.game}.jsonl" if place == Place(place.game) else f"{place.game}-{place.players}.jsonl"


def ladders(place: Place, part: str, sets: int, seconds: float, seed: int) -> list[Ladder]:
    """The ladders of one part."""
    best = f"warashi@{seconds}"
    lines: dict[str, list[tuple[str, ...]]] = {
        "levels": [NAMES[:-1], ("random", NAMES[0]), (NAMES[2], "greedy"), ("greedy", NAMES[3])],
        "seventh": [(*NAMES[-place.sides : -1], best)],
        "search": [(f"search@{seconds}", best)],
        "ismcts": [(f"ismcts@{seconds}", best)],
        "seer": [("greedy", best, f"seer@{seconds}")],
        "styles": [styled_line(style, NAMES) for style in STYLES],
    }
    return [Ladder(place, names, sets, seed) for names in lines[part]]


def example(name: str) -> str:
    """Somebody who needs the same machine code and takes next to no time."""
    spec = read_spec(name)
    if spec.steps:
        return f"{spec.name}*1"
    return next((kind[0] for kind in (NAMES, STYLES) if spec.name in kind), spec.name)


def compile_all(names: dict[Place, set[str]], workers: Processes, stop: Stop) -> None:
    """Compile what players use, every part once; later, everybody finds it on disk."""
    began = time.monotonic()
    tables = {Table(place, (example(name),) * place.sides): 0 for place, players in names.items() for name in sorted(players)}
    for _ in workers.work(compile_for, list(tables), stop):
        pass
    print(f"compiled after {time.monotonic() - began:.0f} s", flush=True)


def compile_for(table: Table) -> None:
    """Play a game."""
    play_set(table, 0, 0)


def interleaved(wanted: Sequence[Ladder], books: dict[Place, Book]) -> list[Task]:
    """What is left to play, so that all ladders get on alike."""
    tasks = [(task.deals[-1] / one.sets, task) for one in wanted for task in one.tasks(but=books[one.place].sets)]
    return [task for _, task in sorted(tasks, key=lambda pair: pair[0])]


def told(standings: Standings) -> str:
    """The ratings as lines of text."""
    lines = [f"{standings.place.game}, {standings.place.players} seats: {standings.sets} sets, {standings.games} games"]
    for one in standings.ratings:
        step = f"{one.step:+6.0f} [{one.step_low:+.0f} {one.step_high:+.0f}] above {one.above}" if one.above else ""
        lines.append(f"  {one.name:24} {one.points:6.0f} [{one.low:.0f} {one.high:.0f}] {one.milliseconds:7.2f} ms {step}")
    for pair in standings.comparisons:
        share = f"{pair.share:.1%} [{pair.low:.1%} {pair.high:.1%}], {pair.sets} sets"
        lines.append(f"  {pair.name} alone with {pair.other}: {share}")
    return "\n".join(lines)


def measure(games: Sequence[str], given: argparse.Namespace, workers: Processes, stop: Stop) -> None:
    """Play until the time is up and tell what came out."""
    began = time.monotonic()
    places = [place for game in games for place in places_of(game, others=given.others)]
    books = {place: Book(given.out / file_of(place), place) for place in places}
    wanted = [
        one for part in given.part for place in places
        for one in ladders(place, part, round(SETS[part] * given.share), seconds_in(place.game, given), given.seed + SEEDS[part])
    ]  # fmt: skip
    for game, settings in given.trial:
        seconds = seconds_in(game, given)
        names = f"search@{seconds}", f"warashi:{settings}@{seconds}"
        wanted.append(Ladder(Place(game), names, round(SETS["search"] * given.share), given.seed + SEEDS["search"]))
    names: dict[Place, set[str]] = defaultdict(set)
    for one in wanted:
        names[one.place].update(one.names)
    compile_all(names, workers, stop)
    tasks = interleaved(wanted, books)
    done = 0
    for number, played in workers.work(play_task, tasks, stop):
        books[tasks[number].table.place].add(played)
        done += len(played)
    print(f"{done} of {sum(len(task.deals) for task in tasks)} sets after {time.monotonic() - began:.0f} s", flush=True)
    for place in places:
        if books[place].sets:
            print(told(rated(place, books[place].sets)), flush=True)


class TimeIsUp(Exception):
    """Of a ladder only a part was played."""


def tune(game: str, given: argparse.Namespace, workers: Processes, stop: Stop) -> None:
    """Find the numbers of levels.toml for a game, telling how far it is after every ladder."""
    place, sets = Place(game), round(SETS["seventh"] * given.share)

    def climb(ladder: Ladder) -> Standings:
        book, tasks = Book(None, ladder.place), ladder.tasks()
        for _, played in workers.work(play_task, tasks, stop):
            book.add(played)
        if len(book.sets) < sum(len(task.deals) for task in tasks):
            raise TimeIsUp
        standings = rated(ladder.place, book.sets)
        print(told(standings), flush=True)
        return standings

    wits: list[int] = []
    nears: dict[str, int] = {}
    try:
        for wits in tuned(place, f"warashi@{seconds_in(game, given)}", given.step, sets, 1, climb):
            print(f"{game}: wits = {wits}", flush=True)
        for style, near in tuned_styles(place, wits, sets, 1, climb):
            nears[style] = near
            print(f"{game}: {style} = {near}", flush=True)
    except TimeIsUp:
        print(f"{game}: no time for more", flush=True)
    if given.write and wits:
        file = find_game(game).folder / FILE
        file.write_text(with_levels(file.read_text(encoding="utf-8"), wits, nears), encoding="utf-8")


def with_levels(text: str, wits: list[int], nears: dict[str, int]) -> str:
    """A levels.toml with these numbers and everything else as it was; styles that were not tuned keep theirs."""
    old = tomllib.loads(text).get("styles", {})
    text = re.sub(r"^wits = .*$", f"wits = {wits}", text, flags=re.M)
    text = re.sub(rf"\n{STYLES_ARE}.*?(?=\n#|\Z)", "", text, flags=re.S)
    lines = [f"{style} = {near}" for style, near in (old | nears).items()]
    return text.rstrip("\n") + "\n" + "\n".join(["", STYLES_ARE, "[styles]", *lines, ""]) * bool(lines)


def tune_all(games: Sequence[str], given: argparse.Namespace, workers: Processes, stop: Stop) -> None:
    """Tune all games at once: while one waits for the last games of a ladder, others play."""
    players = {CHANCE, NAMES[0], "warashi", STYLES[0]}
    compile_all({Place(game): players for game in games}, workers, stop)
    with ThreadPoolExecutor(len(games)) as threads:
        for told_game in [threads.submit(tune, game, given, workers, stop) for game in games]:
            told_game.result()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="default: all")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--seconds", type=float, default=0.05, help="processor time of a choice for whoever searches")
    parser.add_argument("--at", nargs=2, action="append", default=[], metavar=("GAME", "SECONDS"), help="otherwise in one game")
    parser.add_argument("--others", action="store_true", help="at all seat counts but the usual one")
    parser.add_argument("--part", nargs="*", default=list(PARTS), choices=[*PARTS, "tune"])
    parser.add_argument("--trial", nargs=2, action="append", default=[], metavar=("GAME", "SETTINGS"))
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of sets")
    parser.add_argument("--step", type=float, default=120, help="points between guests, for tuning")
    parser.add_argument("--seed", type=int, default=0, help="other deals")
    parser.add_argument("--write", action="store_true", help="write what was tuned into levels.toml")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    games = [find_game(name).id for name in given.game] or list(GAMES)
    given.trial = [(game, settings) for game, settings in given.trial if game in games]
    if "ismcts" in given.part:
        try:
            import zashiki.lab.ladder_ismcts  # noqa: F401
        except MissingExtra as error:
            print(f"{error} That part is left out.", flush=True)
            given.part = [part for part in given.part if part != "ismcts"]
    workers, stop = Processes(given.jobs), Stop()
    clock = threading.Timer(given.minutes * 60, stop.set)
    clock.daemon = True
    clock.start()
    if "tune" in given.part:
        tune_all(games, given, workers, stop)
    given.part = [part for part in given.part if part != "tune"]
    if given.part or given.trial:
        measure(games, given, workers, stop)
    if not stop.is_set():
        workers.close()
    for worker in multiprocessing.active_children():  # in the middle of games that nobody waits for any more
        worker.kill()


if __name__ == "__main__":
    main()
