"""Running a house: health, numbers, logs that tell nothing, sentences for bad settings."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import os
import pty
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import psutil
import pytest
import sqlalchemy as sa
import structlog
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tests.server.helpers import GAME, Served, form_token, full_table, moves_of_record, open_app, play_on, seat_people
from zashiki.bots.preparing import can_prepare
from zashiki.server import ops
from zashiki.server.addresses import network_of
from zashiki.server.backup import backup, mark_restored, restore
from zashiki.server.errors import BadWish, HouseError, NotNow, Unavailable
from zashiki.server.house import House
from zashiki.server.model import Guest, SeatWish, TableWish
from zashiki.server.ops import set_up_logs
from zashiki.server.run import run_server
from zashiki.server.schema import KEYS, METADATA, TABLES
from zashiki.server.settings import Settings, database_url, default_place, from_environment
from zashiki.server.store import Conflict, Store
from zashiki.server.tokens import Signer

ME = Guest(visitor="me")
VISITOR = "203.0.113.77"  # an address


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """`set_up_logs` is for a whole process; give the tests theirs back."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.mark.anyio
async def test_the_migrations_lead_to_the_schema(database: str) -> None:
    store = Store(database_url(database))
    await store.open()
    await store.open()  # nothing to do the second time
    differences = await store.read(lambda connection: compare_metadata(MigrationContext.configure(connection), METADATA))
    await store.close()
    assert differences == []


@pytest.mark.anyio
async def test_a_house_from_before_there_were_notes_takeovers_and_promises_opens_with_none(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    house = House(Store(database_url(str(file))), Signer("a secret of the tests"))
    await house.store.open()
    info = await full_table(house, ME)
    await house.store.close()
    with contextlib.closing(sqlite3.connect(file)) as old:
        old.execute("ALTER TABLE seats DROP COLUMN notes")
        old.execute("ALTER TABLE tables DROP COLUMN takeover")
        old.execute("ALTER TABLE tables DROP COLUMN looked")
        old.execute("DROP INDEX tables_changed")
        old.execute("ALTER TABLE tables DROP COLUMN changed")
        old.execute("DROP TABLE blocked")
        old.execute("ALTER TABLE tables DROP COLUMN turned_away")
        old.execute("DROP INDEX tables_maker")
        old.execute("ALTER TABLE tables DROP COLUMN maker")
        old.execute("ALTER TABLE seats DROP COLUMN asking")
        old.execute("ALTER TABLE seats DROP COLUMN taken_over")
        old.execute("DROP TABLE secrets")
        old.execute("ALTER TABLE tables DROP COLUMN talk")
        old.execute("ALTER TABLE tables DROP COLUMN hints")
        old.execute("ALTER TABLE tables DROP COLUMN dials")
        old.execute("DROP TABLE said")
        old.execute("DROP TABLE notices")
        old.execute("UPDATE alembic_version SET version_num = '0001'")
        old.commit()
    house = House(Store(database_url(str(file))), Signer("a secret of the tests"))
    await house.store.open()
    assert (await house.snapshot(ME, info.id, 0)).notes == {}
    await house.note(ME, info.id, 0, "1:red", "yes")
    assert (await house.snapshot(ME, info.id, 0)).notes == {"1:red": "yes"}
    assert (await house.info(info.id)).fair.commitment == ""
    await play_on(house, ME, info.id, 3)
    await house.store.close()


@pytest.mark.anyio
async def test_the_secret_is_made_once(database: str) -> None:
    for fresh in ("first", "second"):
        store = Store(database_url(database))
        await store.open()
        assert await store.key("secret", fresh) == "first"
        await store.close()


@pytest.mark.anyio
async def test_health_and_numbers(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        assert (await client.get("/healthz")).json() == {"status": "ok"}
        await client.get("/api/v1/games")
        numbers = (await client.get("/metrics")).text
        assert 'zashiki_requests_total{method="GET",route="/api/v1/games",status="200"}' in numbers


@pytest.mark.anyio
async def test_numbers_are_for_those_who_run_the_house(tmp_path: Path) -> None:
    async with open_app(tmp_path, metrics_from="127.0.0.1, 10.1.0.0/16", metrics_token="sesame") as (app, client):
        for host, status in {"127.0.0.1": 200, "10.1.2.3": 200, "10.2.0.1": 404, "203.0.113.5": 404, "somewhere": 404}.items():
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(host, 1)), base_url="http://house") as caller:
                assert (await caller.get("/metrics")).status_code == status
                for word, opened in {"sesame": 200, "sesam": status, "": status, "sésame": status}.items():
                    answer = await caller.get("/metrics", headers={b"Authorization": f"Bearer {word}".encode()})
                    assert answer.status_code == opened
        assert (await client.get("/healthz")).status_code == 200
    async with open_app(tmp_path, metrics_from="") as (_, client):
        assert (await client.get("/metrics", headers={"Authorization": "Bearer "})).status_code == 404


@pytest.mark.anyio
async def test_the_log_tells_neither_moves_nor_tokens_nor_names(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Served(str(tmp_path / "house.sqlite"), log=log, settings={"LOG": "debug"}) as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=20) as client:
            people = await seat_people(client, 1, bots=1)
            for person in people:
                await client.get(f"/seat/{person.token}")
            for person in people:
                person.client = client
            path, mine = f"/api/v1/tables/{people[0].table}", {"Authorization": f"Bearer {people[0].token}"}
            for move in ("a-secret-move", "pass"):
                await client.post(f"{path}/moves", json={"move": move, "version": 1}, headers=mine)
            await client.get("/tables/no-such-table", headers={"cookie": "zashiki=a-stolen-cookie", "x-forwarded-for": VISITOR})
            await asyncio.gather(*(person.play() for person in people))
            record = (await client.get(f"/api/v1/tables/{people[0].table}/record")).text
        served.stop()
    told = log.read_text()
    assert len(told.splitlines()) > 50
    assert not [move for move in moves_of_record(record, range(3)) if move.split(": ")[1] in told]
    assert not [line for line in record.splitlines() if line.startswith("*: ") and line[3:] in told]
    assert not [person.token for person in people if person.token in told]
    assert people[0].table not in told
    secrets = ["a-secret-move", "a-stolen-cookie", "P0", "P1", VISITOR, *stored_ids(tmp_path / "house.sqlite")]
    unnamed = told.replace(people[0].table[:6], "")  # which is told, and may have any two letters in it
    assert not [secret for secret in secrets if secret in unnamed]
    lines = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    refused = [line for line in lines if "reason" in line]  # on a busy machine some of them were slow as well
    assert {"illegal-move", "bad-notation", "no-such-table"} & {line["reason"] for line in refused}
    assert {line.get("table") for line in refused} >= {people[0].table[:6], "no-suc"}
    assert all({"request", "route", "status", "seconds"} <= set(line) for line in refused)
    assert all(json.loads(line) for line in told.splitlines() if line.startswith("{"))


def stored_ids(database: Path) -> list[str]:
    """Everything in the database that opens something or names somebody: ids of tables and visitors, nonces, the secret."""
    queries = ("SELECT id FROM tables", "SELECT host FROM tables", "SELECT owner FROM seats", "SELECT nonce FROM seats")
    with contextlib.closing(sqlite3.connect(database)) as connection:
        found = [
            row[0] for query in (*queries, "SELECT value FROM keys WHERE name = 'secret'") for row in connection.execute(query)
        ]
    return [word for word in found if word]


@pytest.mark.anyio
async def test_every_answer_names_its_lines_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_app(tmp_path) as (app, client):
        set_up_logs("info")
        monkeypatch.setattr(ops, "SLOW_SECONDS", math.inf)
        refused = await client.get("/api/v1/tables/nowhere-at-all")
        monkeypatch.setattr(ops, "SLOW_SECONDS", 0.0)
        late = await client.get("/healthz")
        app.state.house.store.read = None
        fault = await client.get("/healthz")
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    by_request = {line["request"]: line for line in told if "request" in line}
    line = by_request[refused.headers["x-request-id"]]
    assert (line["event"], line["reason"], line["table"], line["level"]) == ("request refused", "no-such-table", "nowher", "info")
    line = by_request[late.headers["x-request-id"]]
    assert (line["event"], line["route"], line["level"]) == ("request was slow", "/healthz", "warning")
    assert fault.status_code == 500
    assert [line["error"] for line in told if line["event"] == "request met a fault"] == ["TypeError"]


@pytest.mark.parametrize(
    ("address", "network"), [("203.0.113.77", "203.0.113.0/24"), ("2001:db8:1:2::3", "2001:db8:1::/48"), ("nowhere", "unknown")]
)
def test_a_network_is_logged_instead_of_an_address(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.anyio
async def test_a_long_wait_for_the_database_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs("info")
    store = Store(database_url(str(tmp_path / "house.sqlite")))
    monkeypatch.setattr("zashiki.server.store.LONG_WAIT", math.inf)  # on a busy machine opening takes long as well
    await store.open()
    monkeypatch.setattr("zashiki.server.store.LONG_WAIT", 0.05)
    await store.write(lambda _: time.sleep(0.05))
    await store.close()
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["kind"] for line in told if line["event"] == "waited for the database"] == ["write"]


@pytest.mark.anyio
async def test_a_game_begun_under_older_rules_does_not_close_the_home_page(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        form = {"csrf": await form_token(client), "game": GAME, "players": "3"} | {f"seat_{seat}": "me" for seat in range(3)}
        table = (await client.post("/tables", data=form)).headers["location"]
        house: House = app.state.house
        await house.store.write(lambda connection: connection.execute(sa.update(TABLES), {"rules": 0}))
        house.tables.shelf.forget(table.removeprefix("/tables/"))  # as after a start with newer rules
        home = await client.get("/")
        assert home.status_code == 200
        assert table in home.text
        refused = await client.get(table)
        assert refused.status_code == 409  # its game is not over
        assert "begun under rules 0" in refused.text


FAULT = """
from zashiki.server.ops import LOG, set_up_logs

set_up_logs("info")
hand = "-".join(("r7", "b2"))
try:
    raise ValueError("oh")
except ValueError:
    LOG.exception("a fault")
"""


def test_a_fault_is_told_on_a_terminal_without_the_values_of_variables() -> None:
    front, terminal = pty.openpty()
    subprocess.run([sys.executable, "-c", FAULT], stderr=terminal, check=True)
    os.close(terminal)
    told = os.read(front, 65536).decode()
    os.close(front)
    assert "ValueError: oh" in told
    assert "r7-b2" not in told


@pytest.mark.anyio
async def test_what_a_database_refuses_is_not_repeated_in_its_error(database: str) -> None:
    store = Store(database_url(database))
    await store.open()
    row = {"name": "a key", "value": "a secret"}
    await store.write(lambda connection: connection.execute(sa.insert(KEYS), row))
    with pytest.raises(Conflict) as refused:
        await store.write(lambda connection: connection.execute(sa.insert(KEYS), row))
    await store.close()
    assert "INSERT INTO keys" in str(refused.value.__cause__)
    assert "a secret" not in str(refused.value.__cause__)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"workers": 2}, "PostgreSQL"),
        ({"workers": 0}, "at least one"),
        ({"log": "loud"}, "log level"),
        ({"database": "mysql://here/there"}, "SQLite or PostgreSQL"),
        ({"database": "://"}, "URL"),
        ({"database": "/proc/nowhere/house.sqlite"}, "database"),
    ],
)
def test_a_house_that_cannot_open_says_why(tmp_path: Path, given: dict[str, object], sentence: str) -> None:
    with pytest.raises(HouseError, match=sentence):
        run_server(**({"database": str(tmp_path / "house.sqlite")} | given))  # type: ignore[arg-type]


def test_a_file_that_is_no_database_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "house.sqlite").write_text("Dear diary, today we played Akiwado and nobody kept their word." * 100)
    with pytest.raises(Unavailable, match=r"house.sqlite cannot be opened: file is not a database\. Restore a backup"):
        run_server(database=str(tmp_path / "house.sqlite"))


@pytest.mark.parametrize("seed", range(8))
def test_a_database_with_a_smashed_header_is_named_with_what_to_do(tmp_path: Path, seed: int) -> None:
    place, rng = tmp_path / "house.sqlite", random.Random(seed)
    asyncio.run(an_empty_house(place))
    whole = place.read_bytes()
    place.write_bytes(rng.randbytes(100 + seed * 4096) + whole[100 + seed * 4096 :])
    with pytest.raises(Unavailable, match=rf"{place} cannot be opened: .* Restore a backup into a new file"):
        run_server(database=str(place))


async def an_empty_house(place: Path) -> None:
    store = Store(database_url(str(place)))
    await store.open()
    await store.close()


@pytest.mark.parametrize("umask", [0o022, 0o000, 0o077])
def test_only_the_owner_can_read_a_database_its_companions_and_its_backups(tmp_path: Path, umask: int) -> None:
    place = tmp_path / "new" / "house.sqlite"
    before = os.umask(umask)
    try:
        with Served(str(place)) as served:
            served.post("/api/v1/tables", json={"game": GAME, "seats": [{"kind": "bot"}] * 3}).raise_for_status()
            backup(str(place), tmp_path / "new" / "a.backup")
            modes = {file.name: file.stat().st_mode & 0o777 for file in (tmp_path / "new").iterdir()}
    finally:
        os.umask(before)
    assert set(modes) >= {"house.sqlite", "house.sqlite-wal", "house.sqlite-shm", "a.backup"}
    assert set(modes.values()) == {0o600}
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_second_house_on_the_same_file_does_not_start_until_the_first_is_gone(tmp_path: Path) -> None:
    place = tmp_path / "house.sqlite"
    with Served(str(place)) as first:
        with pytest.raises(NotNow, match=r"Another house has .*house.sqlite open"):
            run_server(port=first.port, database=str(place))
        assert backup(str(place), tmp_path / "a.backup") == 0
        for put_back in (partial(restore, tmp_path / "a.backup"), mark_restored):
            with pytest.raises(NotNow, match="Another house has"):  # which has already read the keys of its promises
                put_back(str(place))
        first.kill()  # leaves no lock behind
        with Served(str(place)) as second:
            assert second.get("/healthz").status_code == 200


def test_a_house_that_is_stopped_leaves_no_process_behind(tmp_path: Path) -> None:
    if not can_prepare():
        pytest.skip("nothing is compiled here")
    settings = {"BOT_PREPARE": "true", "CACHE": str(tmp_path / "cache")}
    with Served(str(tmp_path / "house.sqlite"), settings=settings) as served:
        assert served.process is not None
        beside = psutil.Process(served.process.pid).children(recursive=True)
        assert any("zashiki.bots.preparing" in process.cmdline() for process in beside)
        assert served.stop() == 0
        assert psutil.wait_procs(beside, timeout=60)[1] == []


@pytest.mark.anyio
@pytest.mark.parametrize("years", [-1, 1])
async def test_bots_that_are_due_are_found_whatever_the_clock_says(
    small_house: House, monkeypatch: pytest.MonkeyPatch, years: int
) -> None:
    seats = (SeatWish("bot"), SeatWish("bot"), SeatWish("person", "Aiko"))
    table = (await small_house.create(ME, TableWish(GAME, seats, {"first_lead": "0"}))).id
    assert await small_house.store.bots_due(time.time() - 10) == []  # it has only just become due
    now = time.time() + years * 365 * 24 * 3600
    monkeypatch.setattr(time, "time", lambda: now)
    assert [due.table for due in await small_house.store.bots_due(now)] == [table]


def test_a_password_is_not_shown_when_a_database_does_not_answer() -> None:
    with pytest.raises(Unavailable, match=r"me:\*\*\*@127.0.0.1:1/house cannot be opened: ") as refused:
        run_server(database="postgresql://me:sesame@127.0.0.1:1/house")
    assert "sesame" not in str(refused.value)


def test_a_database_of_a_newer_zashiki_is_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "house.sqlite"

    asyncio.run(an_empty_house(place))
    with sqlite3.connect(place) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadWish, match="schema 9999 of a newer Zashiki; this one knows up to 0"):
        run_server(database=str(place))
    with pytest.raises(BadWish, match="newer Zashiki"):
        backup(str(place), tmp_path / "copy.backup")


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_place() == tmp_path / "zashiki" / "house.sqlite"
    monkeypatch.setenv("ZASHIKI_BASE_PATH", "games/")
    monkeypatch.setenv("ZASHIKI_BOT_SECONDS", "0.5")
    monkeypatch.setenv("ZASHIKI_SECURE", "true")
    assert from_environment(log=None) == Settings(base_path="/games", bot_seconds=0.5, secure=True)
    assert from_environment(bot_seconds=2.0, log="debug") == Settings(base_path="/games", bot_seconds=2.0, log="debug")
    assert from_environment(base_path="/").base_path == ""
    assert from_environment(base_path="/our.games/x~1/").base_path == "/our.games/x~1"
    for path in ("a b?c", "/games/../x", "games//x", "/sp%69el", "遊び"):
        with pytest.raises(BadWish, match="base path"):
            from_environment(base_path=path)
    assert from_environment(rate="30/second; 1000/hour").rate == "30/second; 1000/hour"
    with pytest.raises(BadWish, match="ZASHIKI_RATE"):
        from_environment(rate="often")
    wrong = {"BOT_WORKERS": "many", "HEARTBEAT": "nan", "BOT_SECONDS": "inf", "KEPT_TABLES": "-1", "SECURE": "maybe"}
    for name, text in wrong.items():
        with monkeypatch.context() as set_wrong, pytest.raises(BadWish, match=f"ZASHIKI_{name} must be .* not .*{text}"):
            set_wrong.setenv(f"ZASHIKI_{name}", text)
            from_environment()
    for text, secure in {"": False, "0": False, "no": False, "Off": False, "1": True, "YES": True, "on": True}.items():
        monkeypatch.setenv("ZASHIKI_SECURE", text)
        assert from_environment().secure is secure
    with pytest.raises(BadWish, match="There is no setting ZASHIKI_LAMP"):
        from_environment(lamp="on")
    with pytest.raises(BadWish, match="ZASHIKI_METRICS_FROM lists addresses or networks"):
        from_environment(metrics_from="here, there")
    assert database_url("postgres://me@there/house").startswith("postgresql+asyncpg://")


def test_settings_reach_worker_processes_through_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given = Settings(database="a.sqlite", base_path="/games", secret="s", max_body=7, heartbeat=0.25, bot_pause=0.0, secure=True)
    monkeypatch.setenv("ZASHIKI_CACHE", "not a setting of the house")
    for name, value in given.environment().items():
        monkeypatch.setenv(name, value)
    assert from_environment() == given
    assert "'s'" not in repr(given)
