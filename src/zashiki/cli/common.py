"""What several commands share: bad input as one sentence and exit code 2, reading options, seats and records."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from zashiki.core.errors import BadOption, BadRecord, ZashikiError
from zashiki.core.record import Kifu, read_kifu
from zashiki.games import find_game

BAD_INPUT = 2  # exit code
DAY = 24 * 60 * 60.0  # seconds; no bot thinks longer about one decision

Seconds = Annotated[float, typer.Option(min=0.0, max=DAY, help="Time for one decision, for bots that think.")]


class SentenceGroup(TyperGroup):
    """A group of commands in which what the caller did wrong ends as one sentence on stderr."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except ZashikiError as error:
            complain(error)
            raise typer.Exit(BAD_INPUT) from None


def complain(error: ZashikiError) -> None:
    """Say on stderr what the caller did wrong."""
    typer.echo(f"zashiki: {harmless(str(error))}", err=True)


def harmless(text: str) -> str:
    """The text without signs that steer a terminal: a record may come from a stranger."""
    return "".join("\N{REPLACEMENT CHARACTER}" if unicodedata.category(sign)[0] == "C" else sign for sign in text)


def given_options(words: list[str]) -> dict[str, str]:
    """`--option key=value` arguments as a table."""
    given: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise BadOption(f"An option is written key=value, not '{word}'.")
        if key in given:
            raise BadOption(f"The option '{key}' is given twice.")
        given[key] = value
    return given


def seat_count(game_id: str, players: int | None) -> int:
    """The number of players asked for, or the smallest the game is for."""
    return find_game(game_id).seats[0] if players is None else players


def read_text(path: Path) -> str:
    """The text of a file; a sentence where there is none."""
    try:
        return path.read_text(encoding="utf-8-sig")  # some editors put a mark in front
    except UnicodeDecodeError:
        raise BadOption(f"{path} is not a text file in UTF-8.") from None
    except OSError as error:
        raise BadOption(f"{path} cannot be read: {error.strerror or error}.") from None


def read_record(path: Path) -> Kifu:
    """The record in a file; the sentence names the file and the line where it is none."""
    with naming(path):
        return read_kifu(read_text(path))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the name of the file in front of what is wrong with a record."""
    try:
        yield
    except BadRecord as error:
        raise BadOption(f"{path}: {error}") from None


def write_text(path: Path, text: str) -> None:
    """Put text into a file, whole or not at all; a sentence where that fails."""
    if path.is_dir():
        raise BadOption(f"{path} cannot be written: it is a folder.")
    if path.exists() and not path.is_file():  # a device or a pipe, which the new file would replace
        raise BadOption(f"{path} cannot be written: it is no ordinary file.")
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except (OSError, ValueError) as error:
        raise BadOption(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.") from None
