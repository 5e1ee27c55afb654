"""How a house is run: one record, filled from the command line, the environment and defaults, in that order."""

from __future__ import annotations

import os
import re
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any

from limits import parse_many
from pydantic import BeforeValidator, Field, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from zashiki.server.errors import BadWish
from zashiki.server.words import WORDS

PREFIX = "ZASHIKI_"
MOST = 10**9
PATH_PART = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]*")

Count = Annotated[int, Field(ge=0, le=MOST)]
Seconds = Annotated[float, Field(ge=0, le=MOST)]
Flag = Annotated[bool, BeforeValidator(lambda given: False if given == "" else given)]


class Settings(BaseSettings):
    """Every setting has an environment variable: `ZASHIKI_` and its name in capitals. What is given by name goes first."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    database: str = ""  # the path of a SQLite file, or a URL; "" is the default place
    base_path: str = ""  # such as "/games" behind a reverse proxy
    log: str = "info"  # debug, info, warning, error
    secret: str = Field("", repr=False)  # signs cookies and tokens; "" keeps one in the database, made on first start
    secure: Flag = False  # mark cookies "Secure" even if the proxy does not say that it speaks https
    metrics_from: str = "127.0.0.1, ::1"  # addresses and networks that may read /metrics
    metrics_token: str = Field("", repr=False)  # with it as a bearer token, so may anybody else
    dials: str = ""  # files with house rules that tables may have, separated as in PATH
    # What one address, or all together, may ask for.
    rate: str = "300/minute"  # POSTs from one address (several limits separated by ";")
    read_rate: str = "6000/minute"  # cost of GETs and records from one address, in units of about 5 ms of processor (`costs.py`)
    max_body: Count = 256 * 1024  # bytes of a request; an uploaded record is far smaller
    head_seconds: Seconds = 10.0  # for the header fields of a request to arrive
    max_connections: Count = 6000  # connections a process keeps open
    max_connections_each: Count = 400  # of these, for one address that is not a trusted proxy
    heartbeat: Seconds = 15.0  # between signs of life on a quiet stream
    max_streams: Count = 5000  # streams a process keeps open
    max_streams_each: Count = 200  # of these, for one address
    max_tables_each: Count = 60  # tables that have not ended, for one address
    max_new_tables_each: Count = 120  # tables that one address may make within an hour
    max_bot_tables: Count = 20  # tables of bots only that are moving in this house
    max_bot_tables_each: Count = 4  # of these, for one address
    # What a process keeps in memory.
    kept_tables: Count = 2000  # replayed tables
    kept_studies: Count = 100  # uploaded records, in places of their own
    # Bots.
    bot_prepare: bool = True  # whether `zashiki serve` compiles what strong bots need, in a process that gives way to all others
    bot_workers: Count = 1  # processes that think for them
    bot_memory: Count = 4096  # MB that each of these processes may take; 0: no limit
    bot_seconds: Seconds = 1.0  # what a bot may take for a decision; a worker that needs far more is replaced
    bot_patience: Seconds = 3.0  # how long people shall wait for the bots' time for thinking; with many tables it is cut
    bot_pause: Seconds = 0.5  # a bot that thinks no longer than this moves at multiples of it; 0: whenever it has its move
    # Days after the last change at a table until it goes; 0 keeps it for good (`retention.py`).
    keep_finished: Count = 0
    keep_running: Count = 0
    keep_abandoned: Count = 90
    keep_waiting: Count = 30
    keep_bots: Count = 7  # tables where only bots ever sat
    keep_study: Count = 30  # uploaded records
    keep_receipts: Count = 7  # what makes it safe to repeat a request; its table stays
    keep_notes: Count = 30  # private notes of games that have ended; their table stays
    keep_said: Count = 30  # what people said at tables that have ended; their table stays
    # Notices that it is somebody's turn.
    private_notices: Flag = False  # whether they may go to addresses inside the house's own network, and to pushes over http
    push_contact: str = ""  # whom a push service may turn to, "mailto:…" or "https://…"; "" is the address of the house

    @field_validator("rate", "read_rate")
    @classmethod
    def _check_rate(cls, rate: str, field: ValidationInfo) -> str:
        try:
            parse_many(rate)
        except ValueError:
            name = f"{PREFIX}{field.field_name}".upper()
            raise BadWish(WORDS("setting_rate", name=name, given=rate)) from None
        return rate

    @field_validator("metrics_from")
    @classmethod
    def _check_networks(cls, listed: str) -> str:
        try:
            networks(listed)
        except ValueError:
            raise BadWish(WORDS("setting_networks", name=f"{PREFIX}METRICS_FROM", given=listed)) from None
        return listed

    @field_validator("base_path")
    @classmethod
    def _trim_base_path(cls, path: str) -> str:
        trimmed = path.strip("/")
        if not trimmed:
            return ""
        if not all(map(PATH_PART.fullmatch, trimmed.split("/"))):
            raise BadWish(WORDS("setting_base_path", given=path))
        return f"/{trimmed}"

    @property
    def url(self) -> str:
        """The database as SQLAlchemy wants it."""
        return database_url(self.database)

    def environment(self) -> dict[str, str]:
        """The settings as environment variables, for worker processes."""
        return {PREFIX + name.upper(): str(value) for name, value in self}


def from_environment(**given: str | float | bool | None) -> Settings:
    """The settings of the environment, overridden by what is given (and not None); BadWish for the first that is wrong."""
    try:
        chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        return Settings(**chosen)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise BadWish(_sentence(str(wrong["loc"][0]), wrong["type"], str(wrong["input"]))) from None


def _sentence(name: str, problem: str, text: str) -> str:
    """What is wrong with a setting, by pydantic's name for the problem."""
    variable = PREFIX + name.upper()
    if problem == "extra_forbidden":
        return WORDS("setting_unknown", name=variable)
    if problem.startswith("bool"):
        return WORDS("setting_bool", name=variable, given=text)
    if problem in ("greater_than_equal", "less_than_equal"):
        return WORDS("setting_range", name=variable, most=f"{MOST:,}", given=text)
    return WORDS("setting_number", name=variable, given=text)


def networks(listed: str) -> list[IPv4Network | IPv6Network]:
    """Addresses and networks separated by commas; ValueError for anything else."""
    return [ip_network(part.strip()) for part in listed.split(",") if part.strip()]


def default_place() -> Path:
    """Where the database file is by default: `$XDG_DATA_HOME/zashiki/house.sqlite`."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "zashiki" / "house.sqlite"


def database_url(database: str) -> str:
    """The URL for a path or URL; BadWish if it is a kind of database that we do not support."""
    if not database:
        database = str(default_place())
    if "://" not in database:
        return f"sqlite:///{Path(database).expanduser().absolute()}"
    try:
        url = make_url(database)
    except ArgumentError:
        raise BadWish(WORDS("no_database_url", given=database)) from None
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    kind = url.drivername.partition("+")[0]
    if kind not in drivers:
        raise BadWish(WORDS("no_database_kind", kind=kind))
    return url.set(drivername=drivers[kind]).render_as_string(hide_password=False)
