"""`zashiki replay` and `zashiki verify`: stepping through records, and checking them."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from zashiki.cli.common import BAD_INPUT, complain, naming, read_record
from zashiki.cli.screen import Screen, viewer_name
from zashiki.cli.seats import record_names
from zashiki.core.errors import BadOption, ZashikiError
from zashiki.core.game import OPEN, SPECTATOR, write_dials
from zashiki.core.record import positions
from zashiki.core.rooms import Viewer
from zashiki.core.table import Table
from zashiki.fairness.check import COMMITMENT, check_record
from zashiki.games import GAMES

KEYS = "Enter or n: next   b: back   a number: go to that line   s SEAT|spectator|open: change view   l: log   q: quit"


def replay_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record (.kifu).")],
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="Whose view: a seat, spectator or open (all).")] = "open",
    at: Annotated[int | None, typer.Option(min=0, help="Show only the table after this many lines.")] = None,
) -> None:
    """Step through a record, as any seat saw it or with everything shown.

    When piped, or with --at, it prints what happened in words and the table at that point.
    """
    kifu = read_record(file)
    with naming(file):
        tables = [table.copy() for table in positions(kifu, GAMES)]
    show = Replay(Screen(record_names(kifu, tables[0].players)), tables)
    show.look_as(seat)
    if at is not None:
        show.go_to(at)
        show.draw()
    elif sys.stdin.isatty() and sys.stdout.isatty():
        show.step_through()
    else:
        show.print_all()


@dataclass
class Replay:
    """A record being viewed: the table before every line and after the last."""

    screen: Screen
    tables: list[Table[Any, Any]]
    viewer: Viewer = OPEN
    at: int = 0

    @property
    def table(self) -> Table[Any, Any]:
        return self.tables[self.at]

    @property
    def last(self) -> int:
        return len(self.tables) - 1

    def look_as(self, who: str) -> None:
        """Choose whose view to show."""
        eyes = {"open": OPEN, "spectator": SPECTATOR} | {str(seat): seat for seat in range(self.table.players)}
        if who not in eyes:
            raise BadOption(f"The view must be a seat from 0 to {self.table.players - 1}, spectator or open, not '{who}'.")
        self.viewer = eyes[who]

    def go_to(self, number: int) -> None:
        """Go to the table after that many lines."""
        if number > self.last:
            raise BadOption(f"The record has {self.last} lines, so there is no line {number}.")
        self.at = number

    def draw(self) -> None:
        """Show the last line as this viewer heard it, and the table after it."""
        game, view = self.table.game, self.table.view(self.viewer)
        eyes = viewer_name(self.viewer, self.screen.names)
        self.screen.rule(f"{game.name} · line {self.at} of {self.last} · {game.screen.headline(view)} · view: {eyes}")
        if self.at > 0:
            self.tell_line()
        self.screen.board(game, view)
        if self.table.over:
            self.screen.count(game, view)

    def tell_line(self) -> None:
        number, line = self.table.heard_by(self.viewer)[-1] if self.table.heard_by(self.viewer) else (-1, None)
        if line is None or number != self.at - 1 or not line.told[self.viewer]:
            self.screen.say("Somebody does something in secret.", "bold")
            return
        self.screen.say(f"{'*' if line.seat is None else line.seat}: {line.heard[self.viewer]}", "dim")
        self.screen.say(line.told[self.viewer], "bold")

    def print_all(self) -> None:
        """Print everything this viewer was told, and the table at the end."""
        self.go_to(self.last)
        self.screen.told(self.table, self.viewer)
        self.draw()

    def step_through(self) -> None:
        """Ask for keys until the reader quits."""
        self.show()
        try:
            while (key := self.screen.ask(f"{KEYS}\n> ")) not in ("q", "quit"):
                self.try_key(key)
        except EOFError:
            return

    def try_key(self, key: str) -> None:
        try:
            self.press(key)
        except ZashikiError as error:
            self.screen.say(str(error), "red")

    def show(self) -> None:
        """The table, in the place of the one before."""
        self.screen.page(self.draw, lambda: None, lambda: None)

    def press(self, key: str) -> None:
        """Carry out one key."""
        word, _, rest = key.partition(" ")
        if word in ("", "n"):
            self.go_to(min(self.at + 1, self.last))
        elif word == "b":
            self.go_to(max(self.at - 1, 0))
        elif word.isdecimal():
            self.go_to(int(word))
        elif word == "s":
            self.look_as(rest)
        elif word == "l":
            if not self.screen.read(lambda: self.screen.told(self.table, self.viewer)):
                return
        else:
            raise BadOption(f"'{key}' is not one of the keys.")
        self.show()


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Records (.kifu).")],
) -> None:
    """Replay records, draw all promised chance again, and report the line number where a bad one goes wrong.

    Prints a line for every good record; the exit code is 2 if any record is bad.
    """
    bad = 0
    for file in files:
        try:
            typer.echo(f"{file}: {verdict(file)}")
        except ZashikiError as error:
            bad += 1
            complain(error)
    if bad:
        raise typer.Exit(BAD_INPUT)


def verdict(file: Path) -> str:
    """A short description of a good record; BadOption with file and line if it is bad."""
    kifu = read_record(file)
    with naming(file):
        checked = check_record(kifu, GAMES)
    table = checked.table
    words = [f"good, {len(table.lines)} lines of {table.game.id}"]
    if table.game.turned:
        words.append(f"house rules {write_dials(table.game.turned)}")
    if not table.over:
        words.append("unfinished")
    else:
        words.append(f"scores {' '.join(map(str, table.scores()))}, won by {' '.join(map(str, table.winners()))}")
    if checked.drawn is not None:
        words.append(f"all {checked.drawn} chance events as promised by {kifu.header[COMMITMENT]}")
    elif COMMITMENT in kifu.header:
        words.append("chance not checked: the secret is shown when the game is over")
    return ", ".join(words)
