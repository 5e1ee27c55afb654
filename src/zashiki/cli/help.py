"""Commands that speak the reader's language: their help, the words of typer around it, and complaints as one sentence.

Where a command is declared, its `help` and that of its options are keys of `help.toml`. What typer itself says stands in
`typer.toml` as typer says it; a complaint of typer is said in the reader's words if it fits one of the sentences there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import typer
from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from zashiki.cli.common import BAD_INPUT, complain
from zashiki.core.errors import ZashikiError
from zashiki.core.words import LANGUAGE, LANGUAGES, Words

HELP = Words(Path(__file__).with_name("help.toml"))
_TYPER = Path(__file__).with_name("typer.toml")
TYPER = Words(_TYPER)
CONSTANTS = (  # of `typer.rich_utils`, which reads them whenever it prints
    "DEFAULT_STRING", "ENVVAR_STRING", "REQUIRED_LONG_STRING", "ARGUMENTS_PANEL_TITLE", "OPTIONS_PANEL_TITLE",
    "COMMANDS_PANEL_TITLE", "ERRORS_PANEL_TITLE", "ABORTED_TEXT", "RICH_HELP",
)  # fmt: skip


class InReadersWords:
    """What makes a command of typer speak the reader's language; it stands before the class of typer."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        _translate(self)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        _write_usage(self, ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        return _translated_option(super().get_help_option(ctx))  # type: ignore[misc]  # of the class of typer

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _translate_panels()
        super().format_help(ctx, formatter)  # type: ignore[misc]


class SentenceCommand(InReadersWords, TyperCommand):
    """A command with its help in the reader's language."""


class SentenceGroup(InReadersWords, TyperGroup):
    """A group of commands that reports the caller's mistakes as one sentence on stderr, in the reader's language."""

    def make_context(self, *given: Any, **settings: Any) -> Any:
        with _readers_words():
            return super().make_context(*given, **settings)

    def invoke(self, ctx: Any) -> Any:
        try:
            with _readers_words():
                return super().invoke(ctx)
        except ZashikiError as error:
            complain(error)
            raise typer.Exit(BAD_INPUT) from None


def _translate(command: Any) -> None:
    command.help = HELP(command.help)
    for param in command.params:
        param.help = HELP(param.help)
        if param.name == "language":
            param.default = LANGUAGE.get()


def _write_usage(command: Any, ctx: Any, formatter: Any) -> None:
    formatter.write_usage(ctx.command_path, " ".join(command.collect_usage_pieces(ctx)), prefix=TYPER("usage"))


def _translated_option(option: Any) -> Any:
    if option is not None:
        option.help = TYPER("help_option")
    return option


def _translate_panels() -> None:
    from typer import rich_utils

    for name in CONSTANTS:
        setattr(rich_utils, name, TYPER(name))
    if LANGUAGE.get() != LANGUAGES[0]:
        rich_utils.Table = _Folding  # type: ignore[attr-defined]
        rich_utils.Columns = _folding  # type: ignore[attr-defined, assignment]


class _Folding(Grid):
    """A table that breaks a line anywhere: sentences of some languages have no spaces, and would be cut off."""

    def add_row(self, *cells: Any, **settings: Any) -> None:
        super().add_row(*cells, **settings)
        for column in self.columns:
            column.overflow = "fold"


def _folding(texts: list[Text]) -> Columns:
    """The same for the help of an option, which stands beside its default."""
    for text in texts:
        text.overflow = "fold"
    return Columns(texts)


@contextmanager
def _readers_words() -> Iterator[None]:
    """Complaints of typer in the reader's words."""
    try:
        yield
    except (typer.Abort, KeyboardInterrupt):
        _translate_panels()
        raise
    except Exception as error:
        said = getattr(error, "format_message", None)  # typer's own errors have it, and print it
        if said is not None:
            _translate_panels()
            sentence = in_readers_words(said())
            error.format_message = lambda: sentence  # type: ignore[attr-defined]
        raise


def in_readers_words(sentence: str) -> str:
    """A sentence of typer in the reader's language; as it is where the catalogue has none like it."""
    for key, form in _forms():
        found = form.fullmatch(sentence)
        if found:
            return TYPER(key, **{name: in_readers_words(part) for name, part in found.groupdict().items()})
    return sentence


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The complaints of typer by key, with whatever their parts are."""
    english: dict[str, str] = tomllib.loads(_TYPER.read_text(encoding="utf-8"))
    said = {key: sentence for key, sentence in english.items() if key.startswith("says_")}
    return tuple((key, re.compile(re.sub(r"\\\{(\w+)\\\}", _part, re.escape(form)))) for key, form in said.items())


def _part(found: re.Match[str]) -> str:
    """What fits a part of a sentence: the name of an option ends where its quotation marks do."""
    name = found[1]
    fits = "[^']+" if name in ("option", "other") else ".+"
    return f"(?P<{name}>{fits})"
