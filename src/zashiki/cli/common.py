"""Shared by several commands: errors as one sentence and exit code 2, reading options, seats and records."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from zashiki.cli.language import WORDS
from zashiki.core.dials import dials_in, read_dials
from zashiki.core.errors import BadOption, BadRecord, ZashikiError
from zashiki.core.game import AnyGame
from zashiki.core.reasons import reason
from zashiki.core.record import Kifu, read_kifu
from zashiki.core.turning import turned
from zashiki.games import find_game

BAD_INPUT = 2  # exit code
DAY = 24 * 60 * 60.0  # seconds; the longest time for one decision

Seconds = Annotated[float, typer.Option(min=0.0, max=DAY, help="seconds")]


DialFile = Annotated[Path | None, typer.Option("--dials", metavar="FILE", help="dial_file")]
SetDials = Annotated[list[str] | None, typer.Option("--set", metavar="DIAL=NUMBER", help="set_dials")]
Streams = Annotated[bool, typer.Option("--streams", help="streams")]


def complain(error: ZashikiError) -> None:
    """Report on stderr what the caller did wrong."""
    typer.echo(f"zashiki: {harmless(str(error))}", err=True)


def harmless(text: str) -> str:
    """The text without control characters: a record may come from a stranger."""
    return "".join("\N{REPLACEMENT CHARACTER}" if unicodedata.category(sign)[0] == "C" else sign for sign in text)


def given_options(words: list[str]) -> dict[str, str]:
    """`--option key=value` arguments as a dict."""
    given: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise BadOption(WORDS("bad_form", word=word))
        if key in given:
            raise BadOption(WORDS("twice", key=key))
        given[key] = value
    return given


def wanted_game(name: str, file: Path | None = None, turn: list[str] | None = None) -> AnyGame:
    """The game of that id with dials turned: those of a file, and over them those set one by one."""
    game, values = find_game(name), {}
    if file is not None:
        given = read_dials(file)
        if given.game != game.id:
            raise BadOption(WORDS("dials_for", file=file, game=given.game, wanted=game.id))
        values = dict(given.values)
    return turned(game, values | dials_in(" ".join(turn or [])))


def seat_count(game_id: str, players: int | None) -> int:
    """The requested number of players, or the smallest the game allows."""
    return find_game(game_id).seats[0] if players is None else players


def read_text(path: Path) -> str:
    """The text of a file; BadOption if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError:
        raise BadOption(WORDS("not_text", file=path)) from None
    except OSError as error:
        raise BadOption(WORDS("unread", file=path, why=reason(error))) from None


def read_record(path: Path) -> Kifu:
    """The record in a file; if it is not valid, the error names the file and the line."""
    with naming(path):
        return read_kifu(read_text(path))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the file name in front of errors about a record."""
    try:
        yield
    except BadRecord as error:
        raise BadOption(WORDS("about_file", file=path, sentence=error)) from None


def write_text(path: Path, text: str) -> None:
    """Write text to a file, all of it or none; BadOption if that fails."""
    if path.is_dir():
        raise BadOption(WORDS("is_folder", file=path))
    if path.exists() and not path.is_file():  # a device or a pipe, which the new file would replace
        raise BadOption(WORDS("is_special", file=path))
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except (OSError, ValueError) as error:
        raise BadOption(WORDS("unwritten", file=path, why=reason(error))) from None
