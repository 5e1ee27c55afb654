"""Drawing a table in a terminal: the board, the log, the options, the final count. Plain text when piped."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from zashiki.core.actions import Action
from zashiki.core.game import OPEN, SPECTATOR, AnyGame
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.table import Table
from zashiki.core.words import with_names

PIPED = 120  # columns for tables in a pipe, which has no width
TALL = 100  # lines; few screens have more
LABELLED = 12  # up to this many options are shown with a description next to the notation


class Screen:
    """One terminal, showing one table to whoever is using it."""

    def __init__(self, names: Sequence[str]) -> None:
        self.console = Console(highlight=False)
        if not self.console.is_terminal:
            self.console.soft_wrap = True  # a sentence is one line
            self.console.width = max(self.console.width, PIPED)
        self.names = list(names)

    def clear(self) -> None:
        """Hide everything shown so far; a terminal that cannot clear its screen is filled with empty lines."""
        if self.console.is_interactive:
            self.console.clear()
        else:
            self.console.print("\n" * TALL)

    def say(self, sentence: str, style: str = "") -> None:
        """Print a sentence with the names filled in."""
        self.console.print(Text(with_names(sentence, self.names), style=style))

    def rule(self, words: str) -> None:
        """Print a line across the screen with words in it."""
        self.console.rule(Text(with_names(words, self.names)), align="left", characters="─")

    def board(self, game: AnyGame, view: Any) -> None:
        """Draw the table as that view shows it."""
        self.console.print(with_names(game.screen.draw_text(view), [escape(name) for name in self.names]), soft_wrap=True)

    def told(self, table: Table[Any, Any], viewer: Viewer, known: Container[int] = ()) -> set[int]:
        """Print what the viewer has heard so far, except the lines already known; returns the numbers of all lines heard.

        The printed lines are numbered as this viewer heard them, so that nobody can count hidden ones.
        """
        heard = {number: line.told[viewer] for number, line in table.heard_by(viewer) if line.told[viewer]}
        for count, (number, words) in enumerate(heard.items(), 1):
            if number not in known:
                self.console.print(Text.assemble((f"{count:>4} ", "dim"), with_names(words, self.names)))
        return set(heard)

    def options(self, game: AnyGame, s: Any, seat: Seat, actions: Sequence[Action]) -> None:
        """Print a seat's numbered options in notation, with a description if there are few."""
        cells = []
        for number, action in enumerate(actions, 1):
            cell = Text.assemble((f"{number:>3} ", "dim"), (game.actions.write(action), "bold"))
            label = with_names(game.words.label(s, seat, action), self.names)
            if len(actions) <= LABELLED:
                cell.append(f"  {label}", "dim")
            cells.append(cell)
        self.console.print(Columns(cells, padding=(0, 2), column_first=False))

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
        self.console.print(Markdown((game.folder / "help.md").read_text(encoding="utf-8")))


def viewer_name(viewer: Viewer, names: Sequence[str]) -> str:
    """The viewer, in words."""
    return {SPECTATOR: "spectator", OPEN: "open"}.get(viewer) or names[viewer]
