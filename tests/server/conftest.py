"""Real databases for the tests of the house: SQLite files and a PostgreSQL server of our own."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.helpers import Postgres
from zashiki.server.house import House
from zashiki.server.settings import database_url
from zashiki.server.store import Store
from zashiki.server.tokens import Signer


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for this run of the tests; as another user it could not reach pytest's own folders."""
    with tempfile.TemporaryDirectory(prefix="zashiki-postgres-") as folder:
        server = Postgres(Path(folder) / "data")
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "house.sqlite")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
async def house(database: str) -> AsyncIterator[House]:
    """An open house without bots."""
    store = Store(database_url(database))
    await store.open()
    yield House(store, Signer("a secret of the tests"))
    await store.close()


@pytest.fixture
async def small_house(tmp_path: Path) -> AsyncIterator[House]:
    """An open house on SQLite, where the kind of database does not matter."""
    store = Store(database_url(str(tmp_path / "small.sqlite")))
    await store.open()
    yield House(store, Signer("a secret of the tests"))
    await store.close()
