"""The door under a flood of costly GETs: how long the health check takes while somebody looks back at a long game without pause.

    python bench/door.py            # a quiet house, one visitor with 8 connections, 8 visitors with one each
    python bench/door.py --costs    # the processor time behind the table of server/costs.py

The house runs in a process of its own, the flood in another; X-Forwarded-For says who the visitors are.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from zashiki.core.record import kifu_of
from zashiki.core.table import Table
from zashiki.games import GAMES

CONNECTIONS = 8
SECONDS = 10.0
ADDRESSES = (
    "/tables/{table}/replay?at={at}", "/tables/{table}/replay?at={last}", "/api/v1/tables/{table}/view?at={at}",
    "/api/v1/tables/{table}/view", "/tables/{table}/record", "/", "/rules/kazoku-scribe", "/rules/saigo-no-kane/gallery",
    "/print/kazoku-scribe?seed={seed}", "/print/kazoku-scribe.pdf?seed={seed}", "/print/kazoku-scribe.pdf?seed={seed}&copies=20",
    "/static/house.css", "/healthz",
)  # fmt: skip


@contextlib.contextmanager
def served(folder: Path, **settings: str) -> Iterator[tuple[str, int]]:
    """A house on a free port: its address and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"ZASHIKI_DATABASE": str(folder / "house.sqlite"), "ZASHIKI_LOG": "error"} | settings
    command = [sys.executable, "-m", "zashiki", "serve", "--port", str(port)]
    house = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        while True:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{url}/healthz").status_code == 200:
                    break
            time.sleep(0.1)
        yield url, house.pid
    finally:
        house.terminate()
        house.wait()


def long_game(url: str) -> tuple[str, int]:
    """A whole random game of Kazoku Scribe for four, kept at the house: its table and how many events it has."""
    game, rng = GAMES["kazoku-scribe"], random.Random(1)
    table = Table(game, 4, seed=1)
    while not table.over:
        seat = rng.choice(table.to_act)
        table.play(seat, rng.choice(table.legal(seat)))
    made = httpx.post(f"{url}/api/v1/records", json={"record": kifu_of(table).write()}, timeout=60)
    return made.json()["id"], len(table.lines)


async def flood(url: str, table: str, events: int, visitors: int) -> None:
    """Look back at random positions, as fast as answers come."""

    async def look(number: int) -> None:
        source = {"X-Forwarded-For": f"203.0.113.{number % visitors + 1}"}
        async with httpx.AsyncClient(base_url=url, headers=source, timeout=60) as client:
            rng, until = random.Random(number), time.monotonic() + SECONDS + 2
            while time.monotonic() < until:
                answer = await client.get(f"/api/v1/tables/{table}/view?at={rng.randrange(events)}&eyes=-2")
                told[answer.status_code] = told.get(answer.status_code, 0) + 1

    told: dict[int, int] = {}
    await asyncio.gather(*(look(number) for number in range(CONNECTIONS)))
    print("  answers:", dict(sorted(told.items())), flush=True)


def health(url: str) -> list[float]:
    """How long health checks take for a while, in milliseconds."""
    taken, until = [], time.monotonic() + SECONDS
    with httpx.Client(base_url=url, timeout=60) as client:
        while time.monotonic() < until:
            began = time.perf_counter()
            client.get("/healthz").raise_for_status()
            taken.append((time.perf_counter() - began) * 1000)
            time.sleep(0.02)
    return taken


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_flood() -> None:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as (url, pid):
        table, events = long_game(url)
        for visitors in (0, 1, CONNECTIONS):
            command = [sys.executable, __file__, "--flood", url, table, str(events), str(visitors)]
            flooding = subprocess.Popen(command) if visitors else None
            time.sleep(1 if flooding else 0)
            before, taken = processor_seconds(pid), health(url)
            used = (processor_seconds(pid) - before) / SECONDS
            if flooding is not None:
                flooding.wait()
            cuts = statistics.quantiles(taken, n=20)
            words = f"{CONNECTIONS} connections of {visitors} visitors" if visitors else "quiet"
            print(f"{words}: health check p50 {cuts[9]:.1f} ms, p95 {cuts[18]:.1f} ms; {used:.0%} of a core", flush=True)


def measure_costs() -> None:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), ZASHIKI_READ_RATE="1000000/second") as (url, pid):
        table, events = long_game(url)
        with httpx.Client(base_url=url, timeout=60) as client:
            for address in ADDRESSES:
                before, rounds = processor_seconds(pid), 30
                for seed in range(rounds):
                    at = seed * events // rounds
                    client.get(address.format(table=table, at=at, last=events - 1, seed=seed)).raise_for_status()
                print(f"{(processor_seconds(pid) - before) / rounds * 1000:7.1f} ms  {address}", flush=True)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--costs", action="store_true")
    reader.add_argument("--flood", nargs=4, help=argparse.SUPPRESS)
    given = reader.parse_args()
    if given.flood:
        url, table, events, visitors = given.flood
        asyncio.run(flood(url, table, int(events), int(visitors)))
    elif given.costs:
        measure_costs()
    else:
        measure_flood()


if __name__ == "__main__":
    main()
