"""How long a person waits for normal bots while somebody else keeps the house busy with hard ones.

    python bench/bots.py [--tables 60] [--moves 12] [--attack none bots people]

Every attack gets a fresh server with default settings. `bots`: one address makes so many tables of three hard bots as fast as it
can. `people`: it sits at each of them itself, with two hard bots, and always moves at once. Then a person at another address
plays against two normal bots; a wait runs from the answer to their move until they are to move again. Addresses are told
to the server as a proxy would. The last output is the table for docs/performance.md.
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
    p50, p95 = statistics.median(waits), sorted(waits)[int(0.95 * (len(waits) - 1) + 0.5)]
    over = " (gave up)" if max(waits) >= LONGEST else ""
    return f"| {attack} | {sum(seat is not None for seat in made)} of {wanted} | {len(waits)} | {p50:.1f} s | {p95:.1f} s{over} |"


async def with_server(attack: str, tables: int, moves: int) -> str:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        chosen = {"DATABASE": f"{folder}/house.sqlite", "LOG": "warning", "RATE": "1000000/second"}
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
                return await measure(url, attack, tables, moves)
            finally:
                server.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--moves", type=int, default=12)
    parser.add_argument("--attack", nargs="+", default=["none", "bots", "people"], choices=["none", "bots", "people"])
    given = parser.parse_args()
    lines = []
    for attack in given.attack:
        lines.append(asyncio.run(with_server(attack, given.tables, given.moves)))
        print(lines[-1], flush=True)
    print("\n| attack | tables made | waits | p50 | p95 |\n|---|---|---|---|---|")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
