"""The command line: one module per group of commands, imported here."""

from __future__ import annotations

import os
import sys
from io import StringIO, TextIOWrapper

import typer

from zashiki import __version__
from zashiki.cli import (
    admin,
    arena,
    dials,
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
from zashiki.cli.common import SentenceGroup

app = typer.Typer(
    name="zashiki",
    help="Five tabletop games from one readable source of rules: play, host, study, measure, print.",
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
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Show the version."),
) -> None:
    """Five tabletop games from one readable source of rules: play, host, study, measure, print."""


app.command("games")(lists.games)
app.command("play")(play.play)
app.command("learn")(learn.learn)
app.command("practice")(practice.practice)
app.command("replay")(records.replay_file)
app.command("record")(record.record)
app.command("verify")(records.verify)
app.command("trace")(trace.trace)
app.command("bots")(lists.bots)
app.command("arena")(arena.arena)
app.command("ladder")(ladder.ladder)
lab.app.command("dials")(dials.list_dials)
app.add_typer(lab.app, name="lab")
app.command("train")(training.train)
app.command("export-onnx")(training.export_onnx)
app.command("print")(paper.print_game)
app.command("serve")(house.serve)
app.command("backup")(house.backup)
app.command("restore")(house.restore)
app.add_typer(admin.app, name="house")
app.command("restored")(house.restored)
app.command("new")(new.new)


def main() -> None:
    """The entry point of the command `zashiki`."""
    if sys.stdin is None:  # closed by whoever started the command: nothing will be typed
        sys.stdin = StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character the terminal lacks becomes a question mark
    try:
        app()
    except OSError as error:  # a full disk, for example
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # unwritten output has nowhere to go
        sys.exit(f"zashiki: {error}")
