"""The command line: one module per group of commands, imported here."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from io import StringIO, TextIOWrapper

import typer

from zashiki import __version__
from zashiki.cli import (
    admin,
    arena,
    house,
    lab,
    ladder,
    learn,
    lists,
    new,
    paper,
    play,
    practice,
    record,
    records,
    trace,
    training,
)
from zashiki.cli.help import SentenceCommand, SentenceGroup
from zashiki.cli.language import chosen
from zashiki.core.words import LANGUAGE

app = typer.Typer(
    name="zashiki",
    help="do_zashiki",
    cls=SentenceGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"zashiki {__version__}")
        raise typer.Exit


@app.callback()
def zashiki(
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="zashiki_version"),
) -> None:
    """What stands before all commands."""


COMMANDS: dict[str, Callable[..., None]] = {
    "games": lists.games,
    "play": play.play,
    "learn": learn.learn,
    "practice": practice.practice,
    "replay": records.replay_file,
    "record": record.record,
    "verify": records.verify,
    "trace": trace.trace,
    "bots": lists.bots,
    "arena": arena.arena,
    "ladder": ladder.ladder,
    "train": training.train,
    "export-onnx": training.export_onnx,
    "print": paper.print_game,
    "serve": house.serve,
    "backup": house.backup,
    "restore": house.restore,
    "restored": house.restored,
    "new": new.new,
}
for name, command in COMMANDS.items():
    app.command(name, help=f"do_{name.replace('-', '_')}", cls=SentenceCommand)(command)
app.add_typer(lab.app, name="lab")
app.add_typer(admin.app, name="house")


def main() -> None:
    """The entry point of the command `zashiki`."""
    if sys.stdin is None:  # closed by whoever started the command: nothing will be typed
        sys.stdin = StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character the terminal lacks becomes a question mark
    LANGUAGE.set(chosen(sys.argv[1:], os.environ))
    try:
        app()
    except OSError as error:  # a full disk, for example
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # unwritten output has nowhere to go
        sys.exit(f"zashiki: {error}")
