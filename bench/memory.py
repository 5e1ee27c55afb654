"""What a table kept in memory costs: `python bench/memory.py [GAME …]`.

Games of random moves with as many players as the game takes are uploaded as records and looked at: the last position in one
language, then also one in the middle, in both languages, through two pairs of eyes. Memory is what tracemalloc counts, per table.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import tempfile
import tracemalloc
from pathlib import Path

from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE
from zashiki.games import GAMES, find_game
from zashiki.server.house import House
from zashiki.server.model import STRANGER, Guest
from zashiki.server.settings import database_url
from zashiki.server.store import Store
from zashiki.server.tokens import Signer

TABLES = 8


def random_record(game_id: str, seed: int) -> str:
    """The record of a whole game."""
    game, rng = find_game(game_id), random.Random(seed)
    table = Table(game, game.seats[-1], seed=seed)
    while not table.over:
        seat = rng.choice(table.to_act)
        table.play(seat, rng.choice(table.legal(seat)))
    return table.record


async def look(house: House, table: str) -> None:
    for language in ("en", "ja"):
        LANGUAGE.set(language)
        for eyes in (None, 0):
            shown = await house.snapshot(STRANGER, table, eyes)
            await house.snapshot(STRANGER, table, eyes, at=shown.table.lines // 2)


async def measure(game_id: str, folder: Path) -> tuple[float, float, int]:
    """KB per uploaded record after it was looked at in one language and in both, and the number of its lines."""
    store = Store(database_url(str(folder / f"{game_id}.sqlite")))
    await store.open()
    house = House(store, Signer("a secret"))
    records = [random_record(game_id, seed) for seed in range(TABLES + 1)]
    warm = await house.study(Guest(visitor="me"), records[-1])  # what is made once for all tables
    await look(house, warm.id)
    tables = [(await house.study(Guest(visitor="me"), record)).id for record in records[:TABLES]]
    tracemalloc.start()
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    LANGUAGE.set("en")
    for table in tables:
        await house.snapshot(STRANGER, table, None)
    gc.collect()
    once = tracemalloc.get_traced_memory()[0]
    for table in tables:
        await look(house, table)
    gc.collect()
    both = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    await store.close()
    lines = sum(record.count("\n") for record in records[:TABLES]) // TABLES
    return (once - before) / TABLES / 1024, (both - before) / TABLES / 1024, lines


def main() -> None:
    print(f"{'game':<20}{'lines':>8}{'one language':>15}{'both, two eyes':>17}   KB per table")
    with tempfile.TemporaryDirectory() as folder:
        for game_id in sys.argv[1:] or GAMES:
            once, both, lines = asyncio.run(measure(game_id, Path(folder)))
            print(f"{game_id:<20}{lines:>8}{once:>15.0f}{both:>17.0f}", flush=True)


if __name__ == "__main__":
    main()
