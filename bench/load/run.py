"""Put a server under load: many tables, several streams at each, and a steady rate of moves, all over loopback.

    python bench/load/run.py [--game …] [--stream pages programs] [--rate 25 50 75 100 150] [--compare REVISION]

Every table has four viewers with a stream each: people, and a spectator where fewer than four play. Moves are posted at a steady
rate, cycling through the tables, and pages post as our script does. `pages` are the streams of browsers, `programs` those of the
JSON API. Every row of the table gets a fresh server and fresh tables. With `--compare`, the server of another git revision takes
every load first, the one of this tree right after it; both get the same requests from the same program.

- **answered**: from the POST to its answer. **shown**: from the POST until the last viewer has it. Where moves are made in
  private (Kazoku Scribe), the viewers are the player and whoever else is sent anything before the table's next move.
- **behind**: how many moves were not shown to everybody yet, on average over the last quarter of the time. "growing": that was
  more than twice the average of the second quarter; "skipped": moves whose turn came before the table's last one was shown.
- **CPU**: user and system time of the server's processes, without bots. A core that did nothing else would carry `1 / CPU` moves
  per second. A reference loop in pure Python is timed before every row; **loops** is how many of its rounds take as long as a
  move, which compares better between machines.

The load generator shares the machine with the server, so the times cover both together; the CPU time does not.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import json
import os
import platform
import random
import re
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import psutil

from zashiki.games import find_game
from zashiki.server.changes import changed
from zashiki.server.live import PARTS, PEOPLE
from zashiki.server.security import COOKIE
from zashiki.server.tokens import Signer

ROOT = Path(__file__).parents[2]
GAMES = ("rights-of-losers", "kazoku-scribe", "saigo-no-kane")
PRIVATE = ("kazoku-scribe",)  # moves that not everybody is told of
RATES = (25, 50, 75, 100, 150)
STREAMS = ("pages", "programs")
VIEWERS = 4
SECRET = "a secret of the benchmark"
SERVE = "import sys; from zashiki.server.run import run_server; run_server(port=int(sys.argv[1]), workers=int(sys.argv[2]))"
AT_ONCE = 24  # connections used to set up tables and play
SAMPLE_SECONDS = 0.25
PATIENCE_SECONDS = 30  # after the last move, for what is still on its way
LOOP_ROUNDS = 2_000_000


@dataclass
class Table:
    id: str
    people: int
    versions: list[int] = field(default_factory=lambda: [0] * VIEWERS)  # the newest version each viewer has
    texts: list[str] = field(default_factory=lambda: [""] * VIEWERS)  # what each viewer was sent last
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    began: float = 0.0  # the last move
    shown: float = 0.0  # when a viewer was last sent anything
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

    def __init__(self, port: int, game: str, stream: str) -> None:
        self.port = port
        self.game = game
        self.people = 3 if 3 in find_game(game).seats else 4
        self.pages = stream == "pages"
        self.signer = Signer(SECRET)
        self.tables: list[Table] = []
        self.tokens: dict[tuple[str, int], str] = {}
        self.headers: dict[str, dict[str, str]] = {}  # of each visitor
        self.answered: list[float] = []
        self.shown: list[float] = []
        self.waiting: list[int] = []  # moves not shown yet, sampled
        self.refused = self.skipped = self.events = 0
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
        """What a browser sends; the token of a page is the same as long as that is open."""
        visitor = f"{table[:8]}-{seat}"
        if visitor not in self.headers:
            self.headers[visitor] = {
                "Cookie": f"{COOKIE}={self.signer.sign_visitor(visitor)}",
                "X-CSRF-Token": self.signer.form_token(visitor),
                "Content-Type": "application/x-www-form-urlencoded",
            }
        return self.headers[visitor]

    async def set_up(self) -> None:
        """A new table with browsers (or programs) in its seats."""
        seats = [{"kind": "person", "name": f"P{seat}"} for seat in range(self.people)]
        body = json.dumps({"game": self.game, "seats": seats})
        status, answer = await self.post("/api/v1/tables", {"Content-Type": "application/json"}, body)
        assert status == 201, answer
        made = json.loads(answer)
        table = made["table"]["id"]
        for given in made["tokens"]:
            self.tokens[table, given["seat"]] = given["token"]
            if self.pages:
                status, answer = await self.post(f"/seat/{given['token']}", self.visitor_headers(table, given["seat"]), "")
                assert status == 303, answer
        self.tables.append(Table(table, self.people))

    async def watch(self, table: Table, viewer: int) -> None:
        """Read one stream."""
        headers = {}
        if viewer < self.people:
            token = self.tokens[table.id, viewer]
            headers = self.visitor_headers(table.id, viewer) if self.pages else {"Authorization": f"Bearer {token}"}
        path = f"/tables/{table.id}/live" if self.pages else f"/api/v1/tables/{table.id}/stream"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"GET {path} HTTP/1.1\r\nHost: house\r\n{lines}\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head, head
        version, name, pieces = 0, "", list[str]()
        while line := await reader.readline():
            text = line.decode().rstrip("\r\n")
            if text.startswith("id: "):
                version = int(re.match(r"\d+", text[4:])[0])  # a page's also names the eyes
            elif text.startswith("event: "):
                name = text[7:]
            elif text.startswith("data: "):
                pieces.append(text[6:])
            elif not text and pieces:
                data = "\n".join(pieces)
                if name == PARTS:
                    data = changed(table.texts[viewer], json.loads(data)[1:])
                if name != PEOPLE:
                    self.note(table, viewer, version, data)
                name, pieces = "", []

    def note(self, table: Table, viewer: int, version: int, text: str) -> None:
        self.events += 1
        table.texts[viewer], table.versions[viewer], table.shown = text, version, time.perf_counter()
        table.changed.set()

    def options(self, text: str) -> list[str]:
        if self.pages:
            return re.findall(r'data-move="([^"]+)"', text)
        listed = re.search(r'"options":(\[\{"text".*?\}\])', text)
        return [choice["text"] for choice in json.loads(listed[1])] if listed else []

    async def move(self, table: Table, rng: random.Random) -> None:
        """Play one move and wait until it is shown."""
        asked = {seat: found for seat in range(table.people) if (found := self.options(table.texts[seat]))}
        if not asked:
            table.over = all(table.versions)
            return
        table.busy = True
        seat = rng.choice(list(asked))
        before, move = table.versions[:], rng.choice(asked[seat])
        table.began = table.shown = began = time.perf_counter()
        if self.pages:
            body = f"move={quote(move)}&seat={seat}&expected={before[seat]}&key={rng.getrandbits(60)}"
            script = {"X-Zashiki": "script", "X-Stream": "open", "Accept-Encoding": "gzip"}
            status, _ = await self.post(f"/tables/{table.id}/play", self.visitor_headers(table.id, seat) | script, body)
        else:
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.tokens[table.id, seat]}"}
            body = json.dumps({"move": move, "version": before[seat]})
            status, _ = await self.post(f"/api/v1/tables/{table.id}/moves", headers, body)
        if status >= 400:
            self.refused += 1
        else:
            self.answered.append(time.perf_counter() - began)
            told = [seat] if self.game in PRIVATE else range(VIEWERS)
            while any(table.versions[viewer] <= before[viewer] for viewer in told):
                table.changed.clear()
                await table.changed.wait()
        table.busy = False

    def count(self, table: Table) -> None:
        """The table's last move was shown to everybody whom it is shown to."""
        if table.began:
            self.shown.append(table.shown - table.began)
            table.began = 0.0

    async def play(self, rate: float, seconds: float) -> float:
        """Play moves at a steady rate; returns the rate achieved."""
        rng, tasks, began, number = random.Random(1), set[asyncio.Task[None]](), time.perf_counter(), 0
        while (now := time.perf_counter() - began) < seconds:
            while number < now * rate:
                number += 1
                table = self.tables[number % len(self.tables)]
                if table.busy:
                    self.skipped += 1
                elif not table.over:
                    self.count(table)
                    task = asyncio.create_task(self.move(table, rng))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
            if now > len(self.waiting) * SAMPLE_SECONDS:
                self.waiting.append(len(tasks))
            await asyncio.sleep(0.005)
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE_SECONDS)
        reached = len(self.answered) / (time.perf_counter() - began)
        await asyncio.sleep(1)
        for table in self.tables:
            if not table.busy:
                self.count(table)
        return reached

    def behind(self) -> str:
        """How far the streams were behind, and whether that grew."""
        quarter = max(1, len(self.waiting) // 4)
        earlier, last = (sum(part) / len(part) for part in (self.waiting[quarter : 2 * quarter], self.waiting[-quarter:]))
        words = [f"{last:.0f}", *(["growing"] if last > 2 * earlier + 5 else [])]
        return ", ".join([*words, *([f"{self.skipped} skipped"] if self.skipped else [])])


def reference() -> float:
    """Millions of rounds per second of CPU time of a fixed loop in pure Python."""
    began, total = time.process_time(), 0
    for number in range(LOOP_ROUNDS):
        total += number & 7
    return LOOP_ROUNDS / (time.process_time() - began) / 1e6


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def family(house: psutil.Process) -> list[psutil.Process]:
    """The server's processes, without its bots and those that have just ended."""
    found = []
    for process in (house, *house.children(recursive=True)):
        with contextlib.suppress(psutil.ZombieProcess, psutil.NoSuchProcess):
            if not any(word.startswith("zashiki.bots.") for word in process.cmdline()):
                found.append(process)
    return found


def memory(house: psutil.Process) -> float:
    return float(sum(p.memory_info().rss for p in family(house))) / 1e6


def processor_seconds(house: psutil.Process) -> float:
    return float(sum(sum(p.cpu_times()[:2]) for p in family(house)))


def processor_name() -> str:
    """What the machine says it is."""
    with contextlib.suppress(OSError):
        found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
        if found:
            return found[1].strip()
    return platform.processor() or platform.machine()


async def run(given: argparse.Namespace, game: str, stream: str, rate: float, port: int, house: psutil.Process) -> str:
    """Measure one server; returns the end of a row."""
    load = Load(port, game, stream)
    empty = memory(house)
    await asyncio.gather(*(load.set_up() for _ in range(given.tables)))
    with_tables = memory(house)
    watching = [asyncio.create_task(load.watch(table, viewer)) for table in load.tables for viewer in range(VIEWERS)]
    while not all(min(table.versions) > 0 for table in load.tables):
        await asyncio.sleep(0.1)
        for task in watching:
            if task.done():
                task.result()
    with_streams, loops, events = memory(house), reference(), load.events
    processor = processor_seconds(house)
    reached = await load.play(rate, given.seconds)
    processor = processor_seconds(house) - processor
    for task in watching:
        task.cancel()
    a_move = processor / max(1, len(load.answered))
    a_table, a_stream = (with_tables - empty) / given.tables * 1000, (with_streams - with_tables) / len(watching) * 1000
    answered = "/".join(f"{percentile(load.answered, share) * 1000:,.0f}" for share in (0.5, 0.95))
    shown = "/".join(f"{percentile(load.shown, share) * 1000:,.0f}" for share in (0.5, 0.95, 1))
    return (
        f"{reached:.0f} | {answered} ms | {shown} ms | {load.behind()} | {a_move * 1000:.1f} ms | {1 / a_move:.0f} "
        f"| {a_move * loops * 1000:.0f} k | {(load.events - events) / max(1, len(load.answered)):.1f} | {load.refused} "
        f"| {a_table:.0f}/{a_stream:.0f} KB | {os.getloadavg()[0]:.1f} |"
    )


def measure(given: argparse.Namespace, source: Path, game: str, stream: str, rate: float) -> str:
    """The end of a row, measured on a fresh server in its own process, with the sources there."""
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
            "LOG": "error",
            "BOT_PREPARE": "false",
        }
        environment = os.environ | {f"ZASHIKI_{name}": value for name, value in chosen.items()} | {"PYTHONPATH": str(source)}
        command = [sys.executable, "-c", SERVE, str(port), str(given.workers)]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            for _ in range(600):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.1)
            return asyncio.run(run(given, game, stream, rate, port, psutil.Process(process.pid)))
        finally:
            process.terminate()
            process.wait()


@contextlib.contextmanager
def servers(compare: str) -> Iterator[dict[str, Path]]:
    """The sources to measure, by the name of their revision."""
    with tempfile.TemporaryDirectory(prefix="zashiki-compare-") as folder:
        found = {}
        if compare:
            archive = subprocess.run(["git", "archive", compare, "src"], cwd=ROOT, check=True, capture_output=True).stdout
            with tarfile.open(fileobj=io.BytesIO(archive)) as files:
                files.extractall(folder, filter="data")
            found[compare] = Path(folder) / "src"
        yield found | {"this tree": ROOT / "src"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else "")
    parser.add_argument("--game", choices=GAMES, nargs="+", default=list(GAMES[:2]))
    parser.add_argument("--stream", choices=STREAMS, nargs="+", default=list(STREAMS))
    parser.add_argument("--rate", type=float, nargs="+", default=list(RATES))
    parser.add_argument("--compare", default="", metavar="REVISION", help="of the server, measured in turn with this tree")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--database", default="")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    print(f"{processor_name()} × {os.cpu_count()}, Python {platform.python_version()}; the loop: {reference():.1f} M rounds/s\n")
    print(
        f"| {given.tables} tables, {given.tables * VIEWERS:,} streams | moves/s asked | reached | answered p50/p95 "
        "| shown p50/p95/max | behind | CPU a move | moves/s a core | loops | events a move | refused | table/stream | load |"
    )
    print("|---" * 13 + "|", flush=True)
    with servers(given.compare) as sources:
        for game in given.game:
            for stream in given.stream:
                for rate in given.rate:
                    for name, source in sources.items():
                        row = f"| {game}, {stream}, {name} | {rate:g} "
                        print(f"{row}| {measure(given, source, game, stream, rate)}", flush=True)


if __name__ == "__main__":
    main()
