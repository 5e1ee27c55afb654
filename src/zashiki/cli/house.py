"""`zashiki serve`, `backup`, `restore` and `restored`: running a server and backing it up. The server is imported on demand."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Annotated

import typer

from zashiki.cli.language import WORDS
from zashiki.core.errors import BadOption, MissingExtra
from zashiki.core.reasons import reason

Database = Annotated[
    str | None,
    typer.Option(metavar="FILE|URL", help="database"),
]


def serve(
    host: Annotated[str, typer.Option(help="serve_host")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="serve_port")] = 8000,
    workers: Annotated[int, typer.Option(min=1, help="serve_workers")] = 1,
    database: Database = None,
    base_path: Annotated[str | None, typer.Option(metavar="PATH", help="serve_base_path")] = None,
    log: Annotated[str | None, typer.Option(metavar="LEVEL", help="serve_log")] = None,
    dials: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="serve_dials"),
    ] = None,
) -> None:
    """Serve the tables to browsers and programs."""
    require_server()
    from zashiki.server.run import run_server

    check_address(host, port)
    run_server(host=host, port=port, workers=workers, database=database, base_path=base_path, log=log, dials=_listed(dials))


def _listed(files: list[Path] | None) -> str | None:
    """Files as the setting names them."""
    return None if files is None else os.pathsep.join(str(file.absolute()) for file in files)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="backup_file")],
    database: Database = None,
) -> None:
    """Save a snapshot of all tables to one file; the server may keep running."""
    require_server()
    from zashiki.server.backup import backup as copy_house

    count = copy_house(database_of(database), file, _show_progress)
    typer.echo(WORDS("backed_up", file=file, count=count))


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="restore_file")],
    database: Database = None,
) -> None:
    """Fill an empty database from a backup. Chance that was drawn after the backup will not come again."""
    require_server()
    from zashiki.server.backup import restore as fill_house

    count = fill_house(file, database_of(database), _show_progress)
    typer.echo(WORDS("restored", count=count))


def _show_progress(table: str, done: int, rows: int) -> None:
    """One line on a terminal, written over again and again; nothing in a pipe or a log."""
    if sys.stderr.isatty():
        line = WORDS("rows_done", table=table, done=f"{done:,}", rows=f"{rows:,}")
        typer.echo(f"\r{line}\033[K" + ("\n" if done == rows else ""), err=True, nl=False)


def restored(database: Database = None) -> None:
    """Say that a database was put back by other means than `restore`, before serving it again."""
    require_server()
    from zashiki.server.backup import mark_restored

    typer.echo(WORDS("marked", count=mark_restored(database_of(database))))


def check_address(host: str, port: int) -> None:
    """BadOption if the address cannot be used, before anything is started."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise BadOption(WORDS("cannot_listen", host=host, port=port, why=reason(error))) from None


def database_of(given: str | None) -> str:
    from zashiki.server.settings import from_environment

    return from_environment(database=given).database


def require_server() -> None:
    """MissingExtra, with the command to type, if the server's packages are not installed."""
    try:
        import fastapi  # noqa: F401
        import pydantic_settings  # noqa: F401
        import sqlalchemy  # noqa: F401
        import structlog
    except ImportError:
        raise MissingExtra(WORDS("needs_server")) from None
    # A command's output stays its own. Standard error is looked up at every line: whoever redirects it may close it again.
    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))
