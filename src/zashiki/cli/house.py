"""`zashiki serve`, `backup` and `restore`: the tables in a browser, and keeping them. The server is imported on demand."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated

import typer

from zashiki.core.errors import BadOption, MissingExtra

Database = Annotated[
    str | None,
    typer.Option(metavar="FILE|URL", help="SQLite file or PostgreSQL URL; else ZASHIKI_DATABASE, else the user's data folder."),
]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8000,
    workers: Annotated[int, typer.Option(min=1, help="Processes; more than one needs PostgreSQL.")] = 1,
    database: Database = None,
    base_path: Annotated[str | None, typer.Option(metavar="PATH", help="The path behind a proxy, such as /games.")] = None,
    log: Annotated[str | None, typer.Option(metavar="LEVEL", help="debug, info, warning or error.")] = None,
) -> None:
    """Serve the tables to browsers and programs."""
    require_server()
    from zashiki.server.run import run_server

    check_address(host, port)
    run_server(host=host, port=port, workers=workers, database=database, base_path=base_path, log=log)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file to write.")],
    database: Database = None,
) -> None:
    """Copy all tables, as of one moment, into one file; the house may be open."""
    require_server()
    from zashiki.server.backup import backup as copy_house

    count = copy_house(_database(database), file)
    typer.echo(f"{file}: {_tables(count)}.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `zashiki backup` wrote.")],
    database: Database = None,
) -> None:
    """Fill an empty database from a backup."""
    require_server()
    from zashiki.server.backup import restore as fill_house

    count = fill_house(file, _database(database))
    typer.echo(f"{_tables(count)} restored.")


def _tables(count: int) -> str:
    return "1 table" if count == 1 else f"{count} tables"


def check_address(host: str, port: int) -> None:
    """BadOption where nobody can listen there, before anything is started."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise BadOption(f"Cannot listen at {host}:{port}: {error.strerror}. Choose another with --host or --port.") from None


def _database(given: str | None) -> str:
    from zashiki.server.settings import from_environment

    return from_environment(database=given).database


def require_server() -> None:
    """MissingExtra with what to type where the server's packages are not installed."""
    try:
        import fastapi  # noqa: F401
        import pydantic_settings  # noqa: F401
        import sqlalchemy  # noqa: F401
    except ImportError:
        raise MissingExtra("The tables need more packages: pip install 'zashiki[server]'.") from None
