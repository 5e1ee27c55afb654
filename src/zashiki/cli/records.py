"""`zashiki replay` and `zashiki verify`: stepping through records, and checking them."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from zashiki.cli.common import BAD_INPUT, complain, naming, read_record
from zashiki.cli.language import WORDS
from zashiki.cli.screen import Screen, viewer_name
from zashiki.cli.seats import record_names
from zashiki.core.errors import BadOption, BadRecord, ZashikiError
from zashiki.core.game import OPEN, SPECTATOR, write_dials
from zashiki.core.heard import HeardTable, as_heard
from zashiki.core.record import Kifu, open_record, positions
from zashiki.core.rooms import Viewer
from zashiki.core.table import Table
from zashiki.core.words import listed
from zashiki.fairness.check import COMMITMENT, check_record
from zashiki.games import GAMES


def replay_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="replay_file")],
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="replay_seat")] = "open",
    at: Annotated[int | None, typer.Option(min=0, help="replay_at")] = None,
) -> None:
    """Step through a record, as any seat saw it or with everything shown."""
    kifu = read_record(file)
    with naming(file):
        tables = tables_of(kifu)
    show = Replay(Screen(record_names(kifu, tables[0].players)), tables)
    show.look_as(seat)
    if at is not None:
        show.go_to(at)
        show.draw()
    elif sys.stdin.isatty() and sys.stdout.isatty():
        show.step_through()
    else:
        show.print_all()


def tables_of(kifu: Kifu) -> list[Table[Any, Any]]:
    """The table before every line of a record and after the last; of a game that had not ended, as its reader saw it."""
    try:
        return [table.copy() for table in positions(kifu, GAMES)]
    except BadRecord:
        heard = as_heard(kifu, open_record(kifu, GAMES))
        if not heard:
            raise
        return [*heard]


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
        if isinstance(self.table, HeardTable):
            self._look_as_heard(self.table.viewer, who)
            return
        eyes = {"open": OPEN, "spectator": SPECTATOR} | {str(seat): seat for seat in range(self.table.players)}
        if who not in eyes:
            raise BadOption(WORDS("no_eyes", last=self.table.players - 1, who=who))
        self.viewer = eyes[who]

    def _look_as_heard(self, viewer: Viewer, who: str) -> None:
        """Nobody else's view is known; where no eyes were named, they are those."""
        heard_by = "spectator" if viewer == SPECTATOR else str(viewer)
        if who not in ("open", heard_by):
            raise BadOption(WORDS("heard_eyes", who=heard_by))
        self.viewer = viewer

    def go_to(self, number: int) -> None:
        """Go to the table after that many lines."""
        if number > self.last:
            raise BadOption(WORDS("no_line", count=self.last, number=number))
        self.at = number

    def draw(self) -> None:
        """Show the last line as this viewer heard it, and the table after it."""
        game, view = self.table.game, self.table.view(self.viewer)
        eyes = viewer_name(self.viewer, self.screen.names)
        place, seen = WORDS("line_of", at=self.at, last=self.last), WORDS("seen_as", eyes=eyes)
        self.screen.rule(f"{game.name} · {place} · {game.screen.headline(view)} · {seen}")
        if self.at > 0:
            self.tell_line()
        self.screen.board(game, view)
        if self.table.over:
            self.screen.count(game, view)

    def tell_line(self) -> None:
        number, line = self.table.heard_by(self.viewer)[-1] if self.table.heard_by(self.viewer) else (-1, None)
        if line is None or number != self.at - 1 or not line.told[self.viewer]:
            self.screen.say(WORDS("in_secret"), "bold")
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
            while (key := self.screen.ask(keys())) not in ("q", "quit"):
                self.try_key(key)
        except EOFError:
            return

    def try_key(self, key: str) -> None:
        try:
            self.press(key)
        except ZashikiError as error:
            self.screen.refuse(error)

    def show(self) -> None:
        """The table, in the place of the one before."""
        self.screen.page(self.draw, lambda: None, lambda: None, prompt=keys(), cut=True)

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
        elif word == "board":
            if not self.screen.read(self.draw):
                return
        else:
            raise BadOption(WORDS("no_key", key=key))
        self.show()


def keys() -> str:
    """What is asked below a table."""
    return f"{WORDS('keys')}\n> "


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="verify_files")],
) -> None:
    """Replay records, draw all promised chance again, and report the line number where a bad one goes wrong."""
    bad = 0
    for file in files:
        try:
            typer.echo(WORDS("about_file", file=file, sentence=verdict(file)))
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
    words = [WORDS("good", count=len(table.lines), game=table.game.id)]
    if table.game.turned:
        words.append(WORDS("good_dials", dials=write_dials(table.game.turned)))
    if not table.over:
        words.append(WORDS("good_unfinished"))
    else:
        scores, winners = (" ".join(map(str, numbers)) for numbers in (table.scores(), table.winners()))
        words.append(WORDS("good_result", scores=scores, winners=winners))
    if checked.drawn is not None:
        words.append(WORDS("good_chance", count=checked.drawn, commitment=kifu.header[COMMITMENT]))
    elif COMMITMENT in kifu.header:
        words.append(WORDS("good_unchecked"))
    return listed(words)
