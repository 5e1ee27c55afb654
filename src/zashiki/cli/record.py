"""`zashiki record`: types a game in that was played on paper, checked line by line, into a record file."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from zashiki.cli.common import DialFile, SetDials, given_options, naming, read_record, seat_count, wanted_game, write_text
from zashiki.cli.language import WORDS
from zashiki.cli.screen import Screen
from zashiki.cli.seats import person, record_names, seat_words
from zashiki.core.chance import seeded
from zashiki.core.errors import BadNotation, BadOption, ZashikiError
from zashiki.core.game import CHANCE, OPEN, SPECTATOR
from zashiki.core.record import BOOKKEEPING, Kifu, kifu_of, open_record, replay
from zashiki.core.shorthand import meant
from zashiki.core.table import Table
from zashiki.core.words import listed
from zashiki.games import GAMES


def record(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="record_game")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="record_output")] = None,
    players: Annotated[int | None, typer.Option(help="players")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="option")] = None,
    name: Annotated[list[str] | None, typer.Option(metavar="N=NAME", help="record_name")] = None,
    start: Annotated[Path | None, typer.Option("--from", metavar="FILE", help="record_start")] = None,
    dial_file: DialFile = None,
    set_dials: SetDials = None,
) -> None:
    """Type in a game that was played on paper. Every line is checked against the rules; short forms will do."""
    if output is None:
        raise BadOption(WORDS("where_to_keep"))
    begun = output if output.exists() else start
    if begun is not None:
        if players is not None or option or dial_file or set_dials:
            raise BadOption(WORDS("begun_as_it_is", file=begun))
        kifu = read_record(begun)
        with naming(begun):
            table = replay(kifu, GAMES)
        if game not in (None, table.game.id):
            raise BadOption(WORDS("other_game", file=begun, game=table.game.id, wanted=game))
    elif game is None:
        raise BadOption(WORDS("which_game", known=listed(GAMES)))
    else:
        table = Table(wanted_game(game, dial_file, set_dials), seat_count(game, players), given_options(option or []))
        kifu = kifu_of(table)
    names = {seat: person(who).name for seat, who in seat_words(name or [], table.players).items()}
    seats = kifu.seats | {str(seat): who for seat, who in names.items()}
    header = {key: value for key, value in kifu.header.items() if key not in BOOKKEEPING}
    if seats:
        header["seats"] = " ".join(f"{seat}={seats[seat]}" for seat in sorted(seats))
    header.setdefault("date", date.today().isoformat())
    Scribe(table, output, header).write_down()


@dataclass
class Scribe:
    """A game being typed in."""

    table: Table[Any, Any]
    output: Path
    header: dict[str, str]
    screen: Screen = field(init=False)

    def __post_init__(self) -> None:
        self.screen = Screen(record_names(Kifu(self.header, []), self.table.players))

    def write_down(self) -> None:
        """Take lines until the game is over or the writer stops."""
        self.keep()
        self.screen.say(WORDS("how_to_record"), "dim")
        try:
            while not self.table.over:
                self.take(self.ask())
        except (EOFError, KeyboardInterrupt):
            self.screen.say(WORDS("recorded_so_far", count=len(self.table.lines), file=self.output))
            return
        self.screen.count(self.table.game, self.table.view(OPEN))
        self.screen.say(WORDS("record_is_in", file=self.output))

    def ask(self) -> str:
        """What is typed for the next line; at a terminal Tab completes it."""
        who = "*" if self.table.status == CHANCE else self.screen.names[self.table.to_act[0]]
        prompt = f"{len(self.table.lines) + 1} {who}> "
        if not sys.stdin.isatty():
            return self.screen.ask(prompt)
        with suppress(ImportError):  # not on every system
            import readline

            readline.set_completer_delims("")
            readline.set_completer(self.complete)
            readline.parse_and_bind("tab: complete")
        return " ".join(input(prompt).split())

    def complete(self, text: str, number: int) -> str | None:
        """The completions of what is typed, one by one."""
        if self.table.status == CHANCE:
            return None
        options = [option for seat in self.table.to_act for option in self.table.legal(seat)]
        found = sorted({option for option in options if option.startswith(text)})
        return found[number] if number < len(found) else None

    def take(self, text: str) -> None:
        """Carry out what was typed; a mistake changes nothing."""
        try:
            if text == "?":
                self.show_options()
            elif text == "board":
                self.screen.board(self.table.game, self.table.view(OPEN))
            elif text in ("back", "undo"):
                self.go_back()
            elif text in ("quit", "exit"):
                raise EOFError
            elif self.table.status == CHANCE:
                self.happen(text.removeprefix("*:").strip())
            else:
                self.decide(text)
        except ZashikiError as error:
            self.screen.refuse(error)

    def decide(self, text: str) -> None:
        """One decision: of the first seat to act, or of the one whose number was typed."""
        who, colon, rest = text.partition(":")
        seat = int(who) if colon and who.isdecimal() else self.table.to_act[0]
        typed = (rest if colon and who.isdecimal() else text).strip()
        options = self.table.legal(seat)
        if not typed and len(options) == 1:
            typed = options[0]
        if not typed:
            raise BadNotation(WORDS("so_many_options", count=len(options)))
        try:
            move = meant(typed, options) if options else typed
        except BadNotation:
            for verb in ("", *dict.fromkeys(f"{option.split(' ')[0]} " for option in options)):
                with suppress(BadNotation):  # if it is a move, but not now, the rules say why
                    self.table.copy().play(seat, verb + typed)
            raise
        self.table.feed(f"{seat}: {move}")
        self.tell()

    def happen(self, text: str) -> None:
        """A chance event, of which the beginning that it must have may be left out."""
        beginning = self.example().split(" ")[:2]
        tried = [text, *(" ".join([*beginning[:k], text]) for k in (1, 2))]
        for attempt in tried:
            with suppress(ZashikiError):
                self.table.copy().feed(f"*: {attempt}")
                self.table.feed(f"*: {attempt}")
                return self.tell()
        self.table.feed(f"*: {text}")  # says what is wrong
        return None

    def example(self) -> str:
        """A chance event as it could be written here."""
        game, s = self.table.game, self.table.state.copy()
        game.rules.draw(s, seeded(len(self.table.lines)))
        return game.words.write_chance(s)

    def tell(self) -> None:
        """Say back what was understood, and keep it."""
        self.keep()
        line = self.table.lines[-1]
        self.screen.say(f"  {line}   {line.told[OPEN]}", "green")

    def show_options(self) -> None:
        if self.table.status == CHANCE:
            asked = self.table.game.words.ask(self.table.state, SPECTATOR)
            self.screen.say(WORDS("written_like", question=asked, example=self.example()))
            return
        for seat in self.table.to_act:
            self.screen.say(self.table.game.words.ask(self.table.state, seat), "bold")
            self.screen.options(self.table.game, self.table.state, seat, self.table.game.legal_actions(self.table.state, seat))

    def go_back(self) -> None:
        """Take back the last line, whatever it showed: on paper it was another one."""
        if not self.table.lines:
            raise BadNotation(WORDS("nothing_yet"))
        *kept, last = map(str, self.table.lines)
        table = open_record(kifu_of(self.table), GAMES)
        for line in kept:
            table.feed(line)
        self.table = table
        self.keep()
        self.screen.say(WORDS("taken_back", line=last), "dim")

    def keep(self) -> None:
        write_text(self.output, kifu_of(self.table, self.header).write())
