"""Drawing a table in a terminal: the board, the log, the options, the final count. Plain text when piped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from zashiki.cli.language import WORDS
from zashiki.cli.phrases import by_phrases
from zashiki.core.actions import Action
from zashiki.core.errors import IllegalMove, ZashikiError
from zashiki.core.game import OPEN, SPECTATOR, AnyGame
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.table import Table
from zashiki.core.words import with_names

PIPED = 120  # columns for tables in a pipe, which has no width
TALL = 100  # lines; few screens have more
LABELLED = 12  # up to this many options are shown with a description next to the notation
BETWEEN = 2  # columns between two things in one row
LEAST_NEWS = 2  # lines below a table that does not fit on the screen even without any
ANSWERS = 4  # lines kept free below a page: the prompt, and what is said to a wrong answer
ANSWER = 8  # columns behind a prompt
NEW_PAGE = "\x1b[H\x1b[J"  # go to the upper left corner and erase what is on the screen, but nothing that was scrolled away

Draw = Callable[[], object]


class Screen:
    """One terminal, showing one table to whoever is using it."""

    def __init__(self, names: Sequence[str]) -> None:
        self.console = Console(highlight=False)
        if not self.console.is_terminal:
            self.console.soft_wrap = True  # a sentence is one line
            self.console.width = max(self.console.width, PIPED)
        self.names = list(names)
        self.turned = False  # whether a page has been drawn
        self.cut = False  # whether the page on the screen leaves a part of its table out

    @property
    def in_place(self) -> bool:
        """Whether a person sits at a terminal on which one page can replace another."""
        return self.console.is_interactive and not self.console.legacy_windows and sys.stdin.isatty()

    def page(self, table: Draw, news: Draw, question: Draw, *, prompt: str = "", cut: bool = False) -> None:
        """A table, what has happened and what is asked, one below the other where nothing can be replaced.

        Where a page replaces the one before, the table stays at the top, and below it there is as much of the news as fits;
        `prompt` is what will stand below that. Of a table higher than the screen, the part above is left out if it can be asked
        for (`cut`).
        """
        if not self.in_place:
            for part in (news, table, question):
                part()
            return
        above, told, below = (self._lines(part) for part in (table, news, question))
        free = self.console.height - self._rows(*above, *below, *self._wrapped(prompt))
        room = max(min(LEAST_NEWS, free) if free > 0 else LEAST_NEWS, free - ANSWERS + 1)
        if len(shown := self._fitting(told[::-1], room)) < len(told) and room > 1 and free > 0:
            shown = [*self._fitting(told[::-1], room - 1), WORDS("earlier")]
        below = [*shown[::-1], *below]
        room = self.console.height - self._rows(*below, *self._wrapped(prompt))
        self.cut = cut and self._rows(*above) > room
        if self.cut:
            kept = self._fitting(above[:0:-1], room - self._rows(above[0], WORDS("cut")))
            above = [above[0], WORDS("cut"), *kept[::-1]]
        self._turn_page([*above, *below])

    def read(self, text: Draw) -> bool:
        """Show something to read, a screenful at a time where the table can come back; returns whether it should."""
        if not self.in_place:
            text()
            return False
        lines = self._lines(text)
        while lines:
            shown = self._fitting(lines, self.console.height - 1)
            self._turn_page(shown)
            lines = lines[len(shown) :]
            if self.ask(WORDS("read_on" if lines else "go_back")) == "q":
                break
        return True

    def ask(self, prompt: str) -> str:
        """A line typed by the person; piped input is echoed as if it were typed. EOFError when there is none."""
        words = "\n".join(self._wrapped(prompt)) if self.in_place else prompt
        self.console.print(words, end="", markup=False, soft_wrap=True)
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            self.say("")
            raise EOFError
        if not sys.stdin.isatty():
            self.console.print(line.rstrip("\n"), markup=False, soft_wrap=True)
        return " ".join(line.split())

    def _lines(self, draw: Draw) -> list[str]:
        with self.console.capture() as drawn:
            draw()
        return drawn.get().splitlines()

    def _wrapped(self, prompt: str) -> list[str]:
        """The lines of a prompt, with room for an answer behind the last."""
        room = self.console.width - ANSWER
        lines = [line.plain.rstrip() for line in by_phrases(Text(prompt), room).wrap(self.console, room)]
        return [*lines[:-1], lines[-1] + " " * prompt.endswith(" ")]

    def _rows(self, *lines: str) -> int:
        """How many rows of the screen these lines take."""
        return sum(max(1, -(-Text.from_ansi(line).cell_len // self.console.width)) for line in lines)

    def _fitting(self, lines: Sequence[str], room: int) -> list[str]:
        """As many of the first lines as fit into that many rows, but at least one."""
        shown = list(lines[:1])
        for line in lines[1:]:
            if self._rows(*shown, line) > room:
                break
            shown.append(line)
        return shown

    def _turn_page(self, lines: Sequence[str]) -> None:
        if not self.turned:
            self.console.file.write("\n" * self.console.height)  # what stood on the screen can still be scrolled back to
        self.turned = True
        self.console.file.write(NEW_PAGE + "".join(f"{line}\n" for line in lines))
        self.console.file.flush()

    def clear(self) -> None:
        """Hide everything shown so far; a terminal that cannot clear its screen is filled with empty lines."""
        if self.console.is_interactive:
            self.console.clear()
        else:
            self.console.print("\n" * TALL)

    def say(self, sentence: str, style: str = "") -> None:
        """Print a sentence with the names filled in."""
        self._print(Text(with_names(sentence, self.names), style=style))

    def _print(self, text: Text) -> None:
        """Print a text; in a pipe it is one line, whatever its length."""
        self.console.print(text if self.console.soft_wrap else by_phrases(text, self.console.width))

    def refuse(self, error: ZashikiError) -> None:
        """Say why something cannot be done."""
        self.say(self.refusal(error), "red")

    def refusal(self, error: ZashikiError) -> str:
        """Why something cannot be done, with the names filled in."""
        return str(error.named(self.names)) if isinstance(error, IllegalMove) else str(error)

    def rule(self, words: str) -> None:
        """Print a line across the screen with words in it."""
        self.console.rule(Text(with_names(words, self.names)), align="left", characters="─")

    def board(self, game: AnyGame, view: Any) -> None:
        """Draw the table as that view shows it."""
        self.console.print(with_names(game.screen.draw_text(view), [escape(name) for name in self.names]))

    def told(self, table: Table[Any, Any], viewer: Viewer, known: Container[int] = (), again: int = 0) -> set[int]:
        """Print what the viewer has heard so far, of the lines already known only the last, `again` and dim; the numbers of all.

        The printed lines are numbered as this viewer heard them, so that nobody can count hidden ones.
        """
        heard = {number: line.told[viewer] for number, line in table.heard_by(viewer) if line.told[viewer]}
        for count, (number, words) in enumerate(heard.items(), 1):
            if number not in known or count > len(heard) - again:
                style = "dim" if number in known else ""
                self._print(Text.assemble((f"{count:>4} ", "dim"), (with_names(words, self.names), style)))
        return set(heard)

    def commands(self, first: str, commands: Mapping[str, str]) -> None:
        """Print what can be typed; the words beside each command wrap to the width of the screen."""
        self.say(first)
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        for command, words in commands.items():
            grid.add_row(Text(f"  {command}", style="bold"), Text(words))
        self.console.print(grid)

    def options(self, game: AnyGame, s: Any, seat: Seat, actions: Sequence[Action]) -> None:
        """Print a seat's numbered options in notation, with a description if there are few."""
        moves = [
            Text.assemble((f"{number:>3} ", "dim"), (game.actions.write(action), "bold"))
            for number, action in enumerate(actions, 1)
        ]
        if len(actions) > LABELLED:
            self.console.print(Columns(moves, padding=(0, BETWEEN), column_first=False))
            return
        labels = [Text(with_names(game.words.label(s, seat, action), self.names), "dim") for action in actions]
        self.console.print(_side_by_side(moves, labels, self.console.width))

    def count(self, game: AnyGame, view: Any) -> None:
        """Print the final count, step by step."""
        grid = Grid(box=None, pad_edge=False)
        for heading in ("", *self.names, ""):
            grid.add_column(Text(heading), justify="left" if not heading else "right")
        for row in game.screen.tally(view):
            note = f"{row.clause}  {with_names(row.note, self.names)}".rstrip()
            words = Text(with_names(row.words, self.names))
            grid.add_row(words, *(Text(str(cell)) for cell in row.cells), Text(note, style="dim"))
        self.console.print(grid)

    def rules(self, game: AnyGame) -> None:
        """Print how to play."""
        from rich.markdown import Markdown  # brings the colours of five hundred programming languages with it

        self.console.print(Markdown(game.help))


def _side_by_side(moves: Sequence[Text], labels: Sequence[Text], width: int) -> Grid:
    """Moves with their labels behind them, as many in one row as there is room for, each below the one above."""
    widest = sum(max(cell.cell_len for cell in cells) + BETWEEN for cells in (moves, labels))
    across = max(1, width // widest)
    grid = Grid.grid(padding=(0, BETWEEN, 0, 0))
    for _ in range(across):
        grid.add_column(no_wrap=True)
        grid.add_column()
    cells = [cell for pair in zip(moves, labels, strict=True) for cell in pair]
    for row in range(0, len(cells), 2 * across):
        grid.add_row(*cells[row : row + 2 * across])
    return grid


def viewer_name(viewer: Viewer, names: Sequence[str]) -> str:
    """The viewer, in words."""
    return WORDS({SPECTATOR: "eyes_spectator", OPEN: "eyes_open"}[viewer]) if viewer < 0 else names[viewer]
