"""How long people wait at tables with bots, and beside many of them.

    python bench/bots.py [--measure none bots people four fifty] [--tables 60] [--moves 12]

Every measurement gets a fresh server. With default settings, and waits that run from the answer to a person's move until they
are to move again, against two normal bots: `none`, with nothing else in the house; `bots`, while one address makes so many
tables of three hard bots as fast as it can; `people`, while it sits at each of them itself, with two hard bots, and always moves
at once. `four`: four of the strongest guest at one table, and how long somebody who watches waits for the next move. `fifty`:
fifty tables of guests, all watched, and how long the house takes to answer the move of a person at another table. Addresses are
told to the server as a proxy would. What guests use is compiled first. The last output is the table for docs/performance.md; all
five take 6 minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

import httpx

GAME = "rights-of-losers"
SERVE = "import sys; from zashiki.server.run import run_server; run_server(port=int(sys.argv[1]))"
LONGEST = 100.0  # seconds a person waits before giving up
LOOK_SECONDS = 0.05
MANY = httpx.Limits(max_connections=None)
WISHES = ("none", "bots", "people", "four", "fifty")


@dataclass
class Seat:
    """Somebody at a table, over the API."""

    client: httpx.AsyncClient
    table: str
    token: str

    async def view(self) -> dict[str, object]:
        headers = {"Authorization": f"Bearer {self.token}"}
        view: dict[str, object] = (await self.client.get(f"/api/v1/tables/{self.table}/view", headers=headers)).json()
        return view

    async def wait(self, seconds: float) -> tuple[dict[str, object] | None, float]:
        """The table once this seat is to move or the game is over, None if that takes too long; and how long it took."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            shown = await self.view()
            if shown["options"] or shown["over"]:
                return shown, time.monotonic() - began
            await asyncio.sleep(LOOK_SECONDS)
        return None, seconds

    async def play(self, shown: dict[str, object]) -> None:
        options = shown["options"]
        assert isinstance(options, list)
        move = {"move": options[0]["text"], "version": shown["version"]}
        headers = {"Authorization": f"Bearer {self.token}"}
        await self.client.post(f"/api/v1/tables/{self.table}/moves", json=move, headers=headers)


async def sit_down(client: httpx.AsyncClient, *seats: dict[str, str]) -> Seat | None:
    """A new table; None if the house refuses it."""
    made = await client.post("/api/v1/tables", json={"game": GAME, "seats": list(seats)})
    if made.status_code != 201:
        return None
    body = made.json()
    return Seat(client, body["table"]["id"], body["tokens"][0]["token"] if body["tokens"] else "")


async def keep_moving(seat: Seat) -> None:
    while True:
        shown, _ = await seat.wait(LONGEST)
        if shown is not None and shown["over"]:
            return
        if shown is not None:
            await seat.play(shown)


async def measure(url: str, attack: str, tables: int, moves: int) -> str:
    """A line of the table."""
    person, hard = {"kind": "person", "name": "Aiko"}, {"kind": "bot", "bot": "hard"}
    async with (
        httpx.AsyncClient(base_url=url, headers={"X-Forwarded-For": "198.51.100.7"}, timeout=60) as attacker,
        httpx.AsyncClient(base_url=url, headers={"X-Forwarded-For": "203.0.113.9"}, timeout=60) as client,
    ):
        first = hard if attack == "bots" else person
        wanted = 0 if attack == "none" else tables
        made = await asyncio.gather(*(sit_down(attacker, first, hard, hard) for _ in range(wanted)))
        busy = [asyncio.create_task(keep_moving(seat)) for seat in made if seat is not None and seat.token]
        await asyncio.sleep(3.0)
        seat = await sit_down(client, person, {"kind": "bot", "bot": "normal"}, {"kind": "bot", "bot": "normal"})
        assert seat is not None
        waits: list[float] = []
        while len(waits) < moves:
            shown, waited = await seat.wait(LONGEST)
            waits.append(waited)
            if shown is None or shown["over"]:
                break
            await seat.play(shown)
        for task in busy:
            task.cancel()
        await asyncio.gather(*busy, return_exceptions=True)
    return row(f"{attack}: {sum(seat is not None for seat in made)} of {wanted} tables made", waits)


async def watch(client: httpx.AsyncClient, table: str) -> None:
    """Look at a table as somebody in a browser does, for good."""
    async with client.stream("GET", f"/api/v1/tables/{table}/stream", timeout=None) as shown:
        async for _ in shown.aiter_lines():
            pass


async def measure_four(url: str, moves: int) -> list[str]:
    """Four of the strongest guest at one table: the waits of somebody who watches."""
    best = {"kind": "bot", "bot": "warashi"}
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        waits: list[float] = []
        while len(waits) < moves:
            seat = await sit_down(client, best, best, best, best)
            assert seat is not None
            watching = asyncio.create_task(watch(client, seat.table))
            version, since, over = -1, time.monotonic(), False
            while not over and len(waits) < moves:
                shown = (await client.get(f"/api/v1/tables/{seat.table}/view")).json()
                if shown["version"] != version:
                    waits += [time.monotonic() - since] * (version > 0)
                    version, since, over = shown["version"], time.monotonic(), bool(shown["over"])
                await asyncio.sleep(0.01)
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
    return [row("four at a table: the next move", waits)]


async def measure_fifty(url: str, tables: int, moves: int) -> list[str]:
    """Tables of guests, all watched: how long the house takes to answer somebody's move, and to show it."""
    guests = [{"kind": "bot", "bot": name} for name in ("warashi", "genji", "hana")]
    async with (
        httpx.AsyncClient(base_url=url, headers={"X-Forwarded-For": "198.51.100.7"}, timeout=60, limits=MANY) as crowd,
        httpx.AsyncClient(base_url=url, headers={"X-Forwarded-For": "203.0.113.9"}, timeout=60) as client,
    ):
        made = [await sit_down(crowd, *guests) for _ in range(tables)]
        watched = [asyncio.create_task(watch(crowd, seat.table)) for seat in made if seat is not None]
        await asyncio.sleep(5.0)
        person, bot = {"kind": "person", "name": "Aiko"}, {"kind": "bot", "bot": "genji"}
        answers: list[float] = []
        while len(answers) < moves:
            seat = await sit_down(client, person, bot, bot)
            assert seat is not None
            while len(answers) < moves:
                shown, _ = await seat.wait(LONGEST)
                if shown is None or shown["over"]:
                    break
                began = time.monotonic()
                await seat.play(shown)
                answers.append(time.monotonic() - began)
        for task in watched:
            task.cancel()
        await asyncio.gather(*watched, return_exceptions=True)
    return [row(f"{len(watched)} of {tables} tables of guests: a person's move is answered", answers)]


def row(what: str, waits: list[float]) -> str:
    """A line of the table."""
    p50, p95 = statistics.median(waits), sorted(waits)[int(0.95 * (len(waits) - 1) + 0.5)]
    over = " (gave up)" if max(waits) >= LONGEST else ""
    return f"| {what} | {len(waits)} | {p50:.3f} s | {p95:.3f} s{over} |"


async def with_server(wish: str, tables: int, moves: int) -> list[str]:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        chosen = {"DATABASE": f"{folder}/house.sqlite", "LOG": "warning", "RATE": "1000000/second", "BOT_PREPARE": "false"}
        if wish == "fifty":
            chosen |= {"MAX_BOT_TABLES": "100", "MAX_BOT_TABLES_EACH": "100"}
        environment = os.environ | {f"ZASHIKI_{name}": value for name, value in chosen.items()}
        with subprocess.Popen([sys.executable, "-c", SERVE, str(port)], env=environment, stdout=subprocess.DEVNULL) as server:
            try:
                url = f"http://127.0.0.1:{port}"
                async with httpx.AsyncClient() as client:
                    while True:
                        with contextlib.suppress(httpx.TransportError):
                            await client.get(f"{url}/healthz")
                            break
                        await asyncio.sleep(0.1)
                if wish == "four":
                    return await measure_four(url, 5 * moves)
                if wish == "fifty":
                    return await measure_fifty(url, 50, 5 * moves)
                return [await measure(url, wish, tables, moves)]
            finally:
                server.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--moves", type=int, default=12)
    parser.add_argument("--measure", nargs="+", default=list(WISHES), choices=WISHES)
    given = parser.parse_args()
    subprocess.run([sys.executable, "-m", "zashiki.bots.preparing", GAME], check=True)
    lines = []
    for wish in given.measure:
        lines += asyncio.run(with_server(wish, given.tables, given.moves))
        print(lines[-1], flush=True)
    print("\n| in the house | waits | p50 | p95 |\n|---|---|---|---|")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
