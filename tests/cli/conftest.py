"""What several commands are tried at."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest


@pytest.fixture
def table(tmp_path: Path) -> str:
    """The only table of the house in `house.sqlite`."""
    from tests.server.helpers import full_table
    from zashiki.server import admin
    from zashiki.server.house import House
    from zashiki.server.model import Guest
    from zashiki.server.settings import database_url
    from zashiki.server.store import Store
    from zashiki.server.tokens import Signer

    async def make() -> str:
        store = Store(database_url(str(tmp_path / "house.sqlite")))
        await store.open()
        house = House(store, Signer("a secret of the tests"))
        while (info := await full_table(house, Guest(visitor="a-visitor"))).id.startswith("-"):  # typed, it would be an option
            await admin.delete(store, info.id)
        await store.close()
        return info.id

    return asyncio.run(make())
