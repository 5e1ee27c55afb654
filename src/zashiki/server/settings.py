"""How a house is run: one record, filled from the command line and the environment."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields, replace
from pathlib import Path

from limits import parse_many
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from zashiki.server.errors import BadWish

PREFIX = "ZASHIKI_"
TRUE, FALSE = {"1", "true", "yes", "on"}, {"", "0", "false", "no", "off"}
MOST = 10**9
PATH_PART = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]*")


@dataclass(frozen=True)
class Settings:
    """Every setting has an environment variable: `ZASHIKI_` and its name in capitals."""

    database: str = ""  # a path of a SQLite file or a URL; "" is the default place
    base_path: str = ""  # such as "/games" behind a reverse proxy
    log: str = "info"  # debug, info, warning, error
    secret: str = ""  # signs cookies and tokens; "" keeps one in the database, made on first start
    rate: str = "300/minute"  # POSTs of one address (several separated by ";")
    max_body: int = 256 * 1024  # bytes of a request; an uploaded record is far smaller
    heartbeat: float = 15.0  # seconds between signs of life on a quiet stream
    max_streams: int = 5000  # streams a process keeps open
    max_streams_each: int = 200  # of them for one address
    kept_tables: int = 2000  # replayed tables a process keeps in memory
    bot_workers: int = 1  # processes that think for the bots
    bot_seconds: float = 1.0  # what a bot may take for a decision; a worker that needs far more is replaced
    bot_pause: float = 0.5  # seconds between two moves of bots where people look on
    secure: bool = False  # mark cookies "Secure" even when the proxy does not say that it speaks https

    @property
    def url(self) -> str:
        """The database as SQLAlchemy wants it."""
        return database_url(self.database)

    def environment(self) -> dict[str, str]:
        """The settings as environment variables, for worker processes."""
        return {PREFIX + f.name.upper(): str(getattr(self, f.name)) for f in fields(self)}


def from_environment(**given: str | int | float | bool | None) -> Settings:
    """The settings of the environment, with what is given (and not None) put over them."""
    found: dict[str, str | int | float | bool] = {}
    for f in fields(Settings):
        text = os.environ.get(PREFIX + f.name.upper())
        if text is not None:
            found[f.name] = _read(f.name, str(f.type), text)
    found |= {key: value for key, value in given.items() if value is not None}
    chosen = replace(Settings(), **found)  # type: ignore[arg-type]
    _check_rate(chosen.rate)
    return replace(chosen, base_path=_base_path(chosen.base_path))


def _read(name: str, kind: str, text: str) -> str | int | float | bool:
    variable = PREFIX + name.upper()
    if kind == "bool":
        if text.lower() not in TRUE | FALSE:
            raise BadWish(f"{variable} must be true or false, not '{text}'.")
        return text.lower() in TRUE
    if kind == "str":
        return text
    try:
        number = int(text) if kind == "int" else float(text)
    except ValueError:
        raise BadWish(f"{variable} must be a number, not '{text}'.") from None
    if not 0 <= number <= MOST:
        raise BadWish(f"{variable} must be from 0 to {MOST:,}, not {text}.")
    return number


def _check_rate(rate: str) -> None:
    try:
        parse_many(rate)
    except ValueError:
        raise BadWish(f"{PREFIX}RATE is written like '300/minute' or '30/second; 1000/hour', unlike '{rate}'.") from None


def _base_path(path: str) -> str:
    trimmed = path.strip("/")
    if not trimmed:
        return ""
    if not all(map(PATH_PART.fullmatch, trimmed.split("/"))):
        raise BadWish(f"The base path is made of letters, digits, '-', '.', '_' and '~' between slashes, unlike '{path}'.")
    return f"/{trimmed}"


def default_place() -> Path:
    """Where the database file is unless told otherwise: `$XDG_DATA_HOME/zashiki/house.sqlite`."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "zashiki" / "house.sqlite"


def database_url(database: str) -> str:
    """The URL for a path or URL; BadWish when it is a kind of database we do not keep tables in."""
    if not database:
        database = str(default_place())
    if "://" not in database:
        return f"sqlite:///{Path(database).expanduser().absolute()}"
    try:
        url = make_url(database)
    except ArgumentError:
        raise BadWish(f"'{database}' is not the URL of a database.") from None
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    kind = url.drivername.partition("+")[0]
    if kind not in drivers:
        raise BadWish(f"The house keeps its tables in SQLite or PostgreSQL, not in '{kind}'.")
    return url.set(drivername=drivers[kind]).render_as_string(hide_password=False)
