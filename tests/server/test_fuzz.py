"""Bad input of every kind: no answer is a fault of ours, none shows a traceback, and what is refused changes nothing.

`ZASHIKI_FUZZ` says how many random requests are made; the default keeps the run short.
"""

from __future__ import annotations

import json
import logging
import os
import random
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import schemathesis
import sqlalchemy as sa
import structlog
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from tests.server.helpers import GAME, Served, full_table, open_app
from zashiki.games import GAMES
from zashiki.server.house import House
from zashiki.server.model import BOT, Guest
from zashiki.server.schema import SEATS, TABLES
from zashiki.server.security import COOKIE

REQUESTS = int(os.environ.get("ZASHIKI_FUZZ", "800"))
CASES = int(os.environ.get("ZASHIKI_FUZZ_CASES", "12"))  # of each operation of the API
ME = Guest(visitor="me")


def test_the_api_keeps_to_its_own_description(tmp_path: Path) -> None:
    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    with Served(str(tmp_path / "house.sqlite")) as served:
        seats = [{"kind": "person", "name": f"P{seat}"} for seat in range(3)]
        made = served.post("/api/v1/tables", json={"game": GAME, "seats": seats}).json()
        table, token = made["table"]["id"], made["tokens"][0]["token"]
        schema = schemathesis.openapi.from_url(f"{served.url}/api/v1/openapi.json")
        tried = 0
        for found in schema.get_all_operations():
            operation = found.ok()
            if operation.path.endswith("/stream"):
                continue  # it never ends; test_live reads it

            @settings(
                max_examples=CASES, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
            )
            @given(case=operation.as_strategy(), real=st.booleans(), authorised=st.booleans())
            def try_it(case: schemathesis.Case, real: bool, authorised: bool) -> None:
                if real and "table" in case.path_parameters:
                    case.path_parameters["table"] = table
                headers = {"Authorization": f"Bearer {token}"} if authorised else {}
                answer = case.call(headers=headers)
                assert b"Traceback" not in answer.content
                case.validate_response(answer, checks=checks)

            try_it()
            tried += 1
    assert tried >= 15


class Mischief:
    """Random requests to pages and API: half well formed, half nonsense, with cookies and tokens real, old or forged."""

    def __init__(self, rng: random.Random, app: FastAPI, tables: list[str], tokens: list[str]) -> None:
        self.rng = rng
        self.app = app
        self.tables = [*tables, "nothing", "x" * 40, "%00", "..", "%2e%2e%2f", "a b", "\u00e9", "'"]
        self.tokens = tokens

    def text(self) -> str:
        """A word: sensible, wild or long."""
        rng = self.rng
        sensible = ["0", "1", "2", "-1", "-2", "999999999999", "", "play r1", "pass", "person", "bot", "open", "greedy", GAME]
        kind = rng.random()
        if kind < 0.5:
            return rng.choice(sensible)
        if kind < 0.8:
            alphabet = "abc019 .,:;{}<>\"'&%/\\\x00\n\r\u202e\u00e9\u65e5\U0001f3ee²\u3164\u2800\u0301\ufeff\ufe0f"
            return "".join(rng.choice(alphabet) for _ in range(rng.randrange(30)))
        return rng.choice("xé日{") * rng.choice((26, 600, 5000))

    def spoiled(self, text: str) -> str:
        """A token or cookie as it is, or with something changed."""
        at = self.rng.randrange(len(text) + 1)
        if self.rng.random() < 0.6:
            return text
        return self.rng.choice((text[:at], text[:at] + "x" + text[at + 1 :], text + "=", text.swapcase()))

    def path(self) -> str:
        rng = self.rng
        table, at = rng.choice(self.tables), rng.choice(("0", "1", "3", "-1", "99", "²", ""))
        words = ("play", "undo", "why", "join", "rename", "start", "abandon", "rematch", "now", "record", "hand", "take-back")
        words += ("let-in", "turn-away", "withdraw")
        for_programs = ("moves", "undo", "why-not", "join", "start", "leave", "return", "answer", "view", "options", "record")
        for_programs += ("rematch",)
        return rng.choice(
            (
                "/",
                "/play-now",
                "/invite",
                "/new",
                "/tables",
                "/replay",
                "/keys",
                "/fair",
                f"/rules/{rng.choice([*GAMES, 'x'])}",
                f"/static/{rng.choice(('house.css', '../app.py', '%2e%2e/app.py', '', 'x'))}",
                "/metrics",
                "/healthz",
                f"/print/{rng.choice([*GAMES, 'x'])}{rng.choice(('', '.pdf', '.kifu', '/x.svg'))}",
                f"/seat/{self.spoiled(rng.choice(self.tokens))}",
                f"/tables/{table}/replay?at={at}&eyes={rng.choice(('', '0', 'open', 'x'))}",
                f"/api/v1/tables/{table}/view?at={at}",
                f"/tables/{table}",
                f"/tables/{table}/fair",
                f"/tables/{table}/seats/{self.text()[:40] or 0}",
                *(f"/tables/{table}/{word}" for word in words),
                "/api/v1/tables",
                "/api/v1/records",
                "/api/v1/promises",
                *(f"/api/v1/tables/{table}/{word}" for word in for_programs),
            )
        )

    def headers(self) -> dict[str, str]:
        rng, signer = self.rng, self.app.state.house.signer
        visitor = rng.choice(("me", "you"))
        headers = {}
        if rng.random() < 0.8:
            headers["Cookie"] = f"{COOKIE}={self.spoiled(signer.sign_visitor(visitor))}"
        if rng.random() < 0.8:
            headers["X-CSRF-Token"] = self.spoiled(signer.form_token(visitor))
        if rng.random() < 0.5:
            headers["Authorization"] = f"Bearer {self.spoiled(rng.choice(self.tokens))}"
        if rng.random() < 0.3:
            headers["Idempotency-Key"] = "".join(c for c in self.text() if 32 < ord(c) < 127)[:100]
        if rng.random() < 0.2:
            headers["Accept-Language"] = rng.choice(("ja", "de, ja;q=0.5", ";;;", "en-GB"))
        if rng.random() < 0.1:
            headers["X-Forwarded-For"] = rng.choice(("203.0.113.7", "::1", "nowhere", ",,"))
        return headers

    def body(self) -> dict[str, object]:
        rng = self.rng
        names = ("move", "version", "seat", "name", "game", "bot", "key", "record", "seats", "options", "players", "eyes", "at")
        names += ("word", "typed_word", "promise", "rematch_of")
        names += ("asker", "agree")
        fields = {rng.choice(names): self.text() for _ in range(rng.randrange(6))}
        if rng.random() < 0.2:
            fields["promise"] = self.spoiled(self.app.state.house.promises.offer(rng.choice(("", *self.tables))).signed)
        kind = rng.random()
        if kind < 0.4:
            return {"data": fields}
        if kind < 0.6:
            return {"json": {**fields, rng.choice(names): rng.choice((None, [], {}, 1, -1, 1e308, True, [{}] * 9))}}
        if kind < 0.8:
            return {"files": {rng.choice(("record", "file", "csrf")): ("x.kifu", rng.randbytes(rng.randrange(400)))}}
        form = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x")
        content_type = rng.choice(("application/json", "x", *form))
        return {"content": rng.randbytes(rng.randrange(300)), "headers": {"Content-Type": content_type}}

    def request(self) -> dict[str, object]:
        method = self.rng.choice(("GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD"))
        asked: dict[str, object] = {"method": method, "url": self.path(), "headers": self.headers()}
        if method != "GET":
            body = self.body()
            asked["headers"] = {**asked["headers"], **body.pop("headers", {})}  # type: ignore[dict-item]
            asked |= body
        elif self.rng.random() < 0.5:
            asked["params"] = {self.rng.choice(("eyes", "at", "seat", "game", "players", "status", "limit")): self.text()[:50]}
        return asked


async def truth(house: House) -> tuple[int, int]:
    """How many tables there are and how many changes they have had, where no bot changes anything by itself."""
    with_bots = sa.select(SEATS.c.table_id).where(SEATS.c.kind == BOT)
    query = sa.select(sa.func.count(), sa.func.sum(TABLES.c.version)).where(TABLES.c.id.not_in(with_bots))
    return await house.store.read(lambda connection: tuple(connection.execute(query).one()))  # type: ignore[return-value]


@pytest.fixture
def few_words() -> Iterator[None]:
    """A log of what matters: a line for each of many requests would hide the progress."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    yield
    structlog.reset_defaults()


@pytest.mark.anyio
@pytest.mark.timeout(7200)
@pytest.mark.usefixtures("few_words")
async def test_nonsense_of_every_kind_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        tables = [(await full_table(house, ME, game)).id for game in GAMES]
        tokens = [await house.seat_token(ME, table, 0) for table in tables]
        before, statuses = await truth(house), set()
        began = time.monotonic()
        for number in range(REQUESTS):
            if number % 5000 == 0:
                print(f"{number} of {REQUESTS} requests in {time.monotonic() - began:.0f} s", flush=True)
            asked = Mischief(random.Random(number), app, tables, tokens).request()
            try:
                answer = await client.request(**asked)  # type: ignore[arg-type]
            except (httpx.InvalidURL, UnicodeEncodeError):
                continue  # the client itself refuses to send it
            statuses.add(answer.status_code)
            assert answer.status_code < 500, (number, asked, answer.text)
            assert "Traceback" not in answer.text, (number, asked)
            if answer.headers.get("content-type") == "application/problem+json" and asked["method"] != "HEAD":
                assert json.loads(answer.text)["detail"]
            after = await truth(house) if answer.status_code < 400 or number % 25 == 0 else before
            if answer.status_code >= 400:
                assert after == before, (number, asked)
            before = after
        assert await truth(house) == before
    assert statuses >= {200, 303, 401, 403, 404, 405, 422}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nonsense_on_the_wire_is_refused_and_the_house_lives(tmp_path: Path) -> None:
    rng = random.Random(1)
    with Served(str(tmp_path / "house.sqlite"), settings={"HEAD_SECONDS": "1"}) as served:
        for number in range(REQUESTS):
            asked = bytearray(b"GET /tables/x?at=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc")
            for _ in range(rng.randrange(6)):
                at = rng.randrange(len(asked))
                asked[at : at + rng.randrange(4)] = rng.choice((b"\r\n", b"\x00", b":", b"\xff", rng.randbytes(3), b" " * 40))
            with socket.create_connection(("127.0.0.1", served.port), 60) as connection:
                connection.sendall(asked)
                answer = connection.recv(65536)
            assert not answer or 200 <= int(answer.split(maxsplit=2)[1]) < 500, (number, bytes(asked), answer)
        assert served.get("/healthz").status_code == 200
