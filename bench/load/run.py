"""Put a server under load: many tables, several streams at each, and a steady rate of moves, all over loopback.

    python bench/load/run.py [--tables 500] [--rate 50 100] [--seconds 30] [--stream api live] [--database URL] [--workers 1]

Every table has three people and a spectator, each with their own stream. Moves are posted at a steady rate, cycling through
the tables; the time runs from the POST until the last of the four has the new version. `live` streams are those of browser
pages, with HTML rendered for each viewer; `api` streams are those of programs. The load generator shares the machine with
the server, so the numbers cover both together. Every combination of stream and rate gets a fresh server; the last output is
the table for docs/performance.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from urllib.parse import quote

import psutil

from zashiki.server.security import COOKIE
from zashiki.server.tokens import Signer

GAME = "rights-of-losers"
SEATS = 3
SECRET = "a secret of the benchmark"
SERVE = "import sys; from zashiki.server.run import run_server; run_server(port=int(sys.argv[1]), workers=int(sys.argv[2]))"
NAMES = {"api": "programs", "live": "pages"}
AT_ONCE = 24  # connections used to set up tables and play


@dataclass
class Table:
    id: str
    versions: list[int] = field(default_factory=lambda: [0] * (SEATS + 1))  # the newest version each viewer has
    moves: list[list[str]] = field(default_factory=lambda: [[] for _ in range(SEATS)])  # the options each seat was shown
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    busy: bool = False
    over: bool = False


class Connection:
    """A keep-alive connection for POST requests."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, headers: dict[str, str], body: str) -> tuple[int, bytes]:
        """Post, and retry once on a new connection if the server has closed the idle one."""
        try:
            return await self._post(path, headers, body)
        except (OSError, asyncio.IncompleteReadError):
            self._streams = None
            return await self._post(path, headers, body)

    async def _post(self, path: str, headers: dict[str, str], body: str) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        reader, writer = self._streams
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        data = body.encode()
        writer.write(f"POST {path} HTTP/1.1\r\nHost: house\r\n{lines}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = re.search(r"content-length: (\d+)", head)
        answer = await reader.readexactly(int(length[1])) if length else b""
        return int(head.split()[1]), answer


class Load:
    """Everybody at all the tables."""

    def __init__(self, port: int, stream: str) -> None:
        self.port = port
        self.stream = stream
        self.signer = Signer(SECRET)
        self.tables: list[Table] = []
        self.tokens: dict[tuple[str, int], str] = {}
        self.latencies: list[float] = []
        self.refused = 0
        self.events = 0
        self._spare: asyncio.Queue[Connection] = asyncio.Queue()
        for _ in range(AT_ONCE):
            self._spare.put_nowait(Connection(port))

    async def post(self, path: str, headers: dict[str, str], body: str) -> tuple[int, bytes]:
        connection = await self._spare.get()
        try:
            return await connection.post(path, headers, body)
        finally:
            self._spare.put_nowait(connection)

    def visitor_headers(self, table: str, seat: int) -> dict[str, str]:
        visitor = f"{table[:8]}-{seat}"
        return {
            "Cookie": f"{COOKIE}={self.signer.sign_visitor(visitor)}",
            "X-CSRF-Token": self.signer.form_token(visitor),
            "Content-Type": "application/x-www-form-urlencoded",
        }

    async def set_up(self) -> None:
        """A new table with three browsers (or programs) in its seats."""
        body = json.dumps({"game": GAME, "seats": [{"kind": "person", "name": f"P{seat}"} for seat in range(SEATS)]})
        status, answer = await self.post("/api/v1/tables", {"Content-Type": "application/json"}, body)
        assert status == 201, answer
        made = json.loads(answer)
        table = made["table"]["id"]
        for given in made["tokens"]:
            self.tokens[table, given["seat"]] = given["token"]
            if self.stream == "live":
                status, answer = await self.post(f"/seat/{given['token']}", self.visitor_headers(table, given["seat"]), "")
                assert status == 303, answer
        self.tables.append(Table(table))

    async def watch(self, table: Table, viewer: int) -> None:
        """Read one stream, noting each version and any options."""
        headers = {}
        if viewer < SEATS:
            token = self.tokens[table.id, viewer]
            headers = self.visitor_headers(table.id, viewer) if self.stream == "live" else {"Authorization": f"Bearer {token}"}
        path = f"/tables/{table.id}/live" if self.stream == "live" else f"/api/v1/tables/{table.id}/stream"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"GET {path} HTTP/1.1\r\nHost: house\r\n{lines}\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head, head
        version, pieces = 0, []
        while line := await reader.readline():
            if line.startswith(b"id: "):
                version = int(line[4:])
            elif line.startswith(b"data: "):
                pieces.append(line[6:].rstrip(b"\r\n"))
            elif line in (b"\r\n", b"\n") and pieces:
                self.note(table, viewer, version, b"\n".join(pieces))
                pieces = []

    def note(self, table: Table, viewer: int, version: int, data: bytes) -> None:
        self.events += 1
        if viewer < SEATS:
            table.moves[viewer] = self.options(data)
        table.versions[viewer] = version
        table.changed.set()

    def options(self, data: bytes) -> list[str]:
        if self.stream == "live":
            return [move.decode() for move in re.findall(rb'data-move="([^"]+)"', data)]
        listed = re.search(rb'"options":(\[\{"text".*?\}\])', data)
        return [choice["text"] for choice in json.loads(listed[1])] if listed else []

    async def move(self, table: Table, rng: random.Random) -> None:
        """Play one move and time it until all four viewers have it."""
        seat = next((seat for seat in range(SEATS) if table.moves[seat]), None)
        if seat is None:
            table.over = table.over or all(table.versions)
            return
        table.busy = True
        move, seen = rng.choice(table.moves[seat]), table.versions[seat]
        began = time.perf_counter()
        if self.stream == "live":
            body = f"move={quote(move)}&seat={seat}&expected={seen}&key={rng.getrandbits(60)}"
            status, _ = await self.post(f"/tables/{table.id}/play", self.visitor_headers(table.id, seat), body)
        else:
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.tokens[table.id, seat]}"}
            body = json.dumps({"move": move, "version": seen})
            status, _ = await self.post(f"/api/v1/tables/{table.id}/moves", headers, body)
        if status >= 400:
            self.refused += 1
        else:
            while min(table.versions) <= seen:
                table.changed.clear()
                await table.changed.wait()
            self.latencies.append(time.perf_counter() - began)
        table.busy = False

    async def play(self, rate: float, seconds: float) -> float:
        """Play moves at a steady rate; returns the rate achieved."""
        rng, tasks, began, number = random.Random(1), set(), time.perf_counter(), 0
        order = self.tables[:]
        while (now := time.perf_counter() - began) < seconds:
            while number < now * rate:
                number += 1
                table = order[number % len(order)]
                if not table.busy and not table.over:
                    task = asyncio.create_task(self.move(table, rng))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
            await asyncio.sleep(0.005)
        if tasks:
            await asyncio.wait(tasks, timeout=20)
        return len(self.latencies) / (time.perf_counter() - began)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def memory(process: psutil.Process) -> float:
    """Megabytes used by the server, without its bots."""
    family = [process, *process.children(recursive=True)]
    return sum(p.memory_info().rss for p in family if "zashiki.bots.worker" not in p.cmdline()) / 1e6


async def run(given: argparse.Namespace, stream: str, rate: float, port: int, house: psutil.Process) -> str:
    """Measure one server; returns a row of the table."""
    load = Load(port, stream)
    empty = memory(house)
    began = time.perf_counter()
    await asyncio.gather(*(load.set_up() for _ in range(given.tables)))
    with_tables = memory(house)
    print(f"{given.tables} tables set up in {time.perf_counter() - began:.1f} s", flush=True)
    watching = [asyncio.create_task(load.watch(table, viewer)) for table in load.tables for viewer in range(SEATS + 1)]
    while not all(min(table.versions) > 0 for table in load.tables):
        await asyncio.sleep(0.1)
        for task in watching:
            if task.done():
                task.result()
    with_streams = memory(house)
    processor = sum(house.cpu_times()[:2])
    reached = await load.play(rate, given.seconds)
    processor = sum(house.cpu_times()[:2]) - processor
    for task in watching:
        task.cancel()
    ms = [percentile(load.latencies, share) * 1000 for share in (0.5, 0.95, 0.99)]
    a_move = processor / len(load.latencies) * 1000
    a_table, a_stream = (with_tables - empty) / given.tables * 1000, (with_streams - with_tables) / len(watching) * 1000
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"{len(watching)} {stream} streams, requested {rate:g} moves/s, achieved {reached:.0f} moves/s")
    print(f"from the POST to the last of four viewers: p50 {ms[0]:.0f} ms, p95 {ms[1]:.0f} ms, p99 {ms[2]:.0f} ms")
    print(f"refused {load.refused}; {load.events} updates; {a_move:.1f} ms of CPU time per move")
    print(f"memory: empty {empty:.0f} MB, {a_table:.0f} KB per table, {a_stream:.0f} KB per stream; {memory(house):.0f} MB total")
    times = " | ".join(f"{time:,.0f} ms" for time in ms)
    return (
        f"| {NAMES[stream]} | {rate:g} moves/s | {reached:.0f} moves/s | {times} | {a_move:.1f} ms "
        f"| {a_table:.0f} KB / {a_stream:.0f} KB | {busy:.1f} |"
    )


def measure(given: argparse.Namespace, stream: str, rate: float) -> str:
    """A row of the table, measured on a fresh server in its own process."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="zashiki-load-") as folder:
        chosen = {
            "DATABASE": given.database or f"{folder}/house.sqlite",
            "SECRET": SECRET,
            "RATE": "1000000/second",
            "MAX_TABLES_EACH": "100000",
            "MAX_NEW_TABLES_EACH": "100000",
            "READ_RATE": "1000000/second",
            "MAX_STREAMS_EACH": "100000",
            "LOG": "warning",
        }
        environment = os.environ | {f"ZASHIKI_{name}": value for name, value in chosen.items()}
        command = [sys.executable, "-c", SERVE, str(port), str(given.workers)]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.1)
            return asyncio.run(run(given, stream, rate, port, psutil.Process(process.pid)))
        finally:
            process.terminate()
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, nargs="+", default=[50, 100])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--stream", choices=tuple(NAMES), nargs="+", default=list(NAMES))
    parser.add_argument("--database", default="")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    rows = [measure(given, stream, rate) for stream in given.stream for rate in given.rate]
    print(
        f"\n| {given.tables} tables, {given.tables * (SEATS + 1):,} streams | requested | achieved | p50 | p95 | p99 "
        "| CPU per move | memory per table / stream | load average |"
    )
    print("| --- " * 9 + "|")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
