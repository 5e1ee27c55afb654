"""The door: cookies, forms, limits, sizes, headers, base paths."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from limits import parse_many

from tests.server.helpers import GAME, form_token, open_app
from zashiki.server.costs import cost_of
from zashiki.server.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
def minute_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute begins with the test: what was read in the minute before counts less and less."""
    clock, late = time.time, time.time() % 60
    monkeypatch.setattr(time, "time", lambda: clock() - late)


async def test_a_new_visitor_gets_one_signed_cookie_that_scripts_cannot_read(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        first = await client.get("/")
        cookie = first.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "set-cookie" not in (await client.get("/")).headers
        for path in ("/api/v1/games", "/healthz", "/static/house.css"):
            client.cookies.clear()
            assert "set-cookie" not in (await client.get(path)).headers


async def test_a_forged_cookie_is_a_new_visitor(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        await client.get("/")
        good = client.cookies["zashiki"]
        for bad in (good[:-1], "x", f'"{app.state.house.signer.form_token("me")}"', "a" * 5000):
            answer = await client.get("/", headers={"Cookie": f"zashiki={bad}"})
            assert answer.status_code == 200
            assert "set-cookie" in answer.headers


async def test_behind_https_the_cookie_is_secure_and_bound_to_this_host(tmp_path: Path) -> None:
    async with open_app(tmp_path, secure=True) as (_, client):
        cookie = (await client.get("/")).headers["set-cookie"]
        assert cookie.startswith("__Host-zashiki=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
        signed = cookie.split("; ")[0].partition("=")[2]
        known = await client.get("/", headers={"Cookie": f"__Host-zashiki={signed}"})
        assert "set-cookie" not in known.headers
        tossed = await client.get("/", headers={"Cookie": f"zashiki={signed}"})  # which a neighbouring host could have set
        assert tossed.headers["set-cookie"].startswith("__Host-zashiki=")
        token = re.search(r'name="csrf" value="([^"]+)"', known.text)
        assert token
        form = {"csrf": token[1], "language": "ja"}
        spoken = await client.post("/language", data=form, headers={"Cookie": f"__Host-zashiki={signed}"})
        assert {"Secure", "HttpOnly", "SameSite=lax"} <= set(spoken.headers["set-cookie"].split("; "))
    async with open_app(tmp_path, secure=True, base_path="/games") as (_, client):
        cookie = (await client.get("/games/")).headers["set-cookie"]
        assert cookie.startswith("zashiki=")
        assert {"Secure", "Path=/games"} <= set(cookie.split("; "))


async def test_nothing_private_is_kept_by_browsers_or_proxies(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        seats = [{"kind": "person", "name": "Aiko"}, {"kind": "bot"}, {"kind": "bot"}]
        made = (await client.post("/api/v1/tables", json={"game": GAME, "seats": seats})).json()
        table, token = made["table"]["id"], {"Authorization": f"Bearer {made['tokens'][0]['token']}"}
        pages = ("", "/replay", "/record", "/now", "/seats/0")
        for path in (
            "/",
            *(f"/tables/{table}{page}" for page in pages),
            *(f"/api/v1/tables/{table}{page}" for page in ("", "/view")),
        ):
            assert (await client.get(path, headers=token)).headers["cache-control"] == "no-store", path
        assert (await client.get("/static/house.css")).headers["cache-control"].startswith("max-age=")


async def test_a_form_needs_the_token_of_its_own_visitor(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        token = await form_token(client)
        foreign = app.state.house.signer.form_token("somebody else")
        visitor_cookie = client.cookies["zashiki"]
        for wrong in ({}, {"csrf": ""}, {"csrf": "x"}, {"csrf": foreign}, {"csrf": visitor_cookie}):
            assert (await client.post("/play-now", data={"game": GAME} | wrong)).status_code == 403
        cross = await client.post("/play-now", data={"game": GAME, "csrf": token}, headers={"Sec-Fetch-Site": "cross-site"})
        assert cross.status_code == 403
        assert await app.state.house.store.count() == {}
        good = await client.post("/play-now", data={"game": GAME, "csrf": token})
        assert good.status_code == 303
        client.cookies.clear()
        assert (await client.post("/play-now", data={"game": GAME, "csrf": token})).status_code == 403


async def test_every_answer_carries_the_policy(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        for path in ("/", "/nothing", "/api/v1/games", "/api/v1/nothing", "/healthz", "/static/house.css", "/tables/x"):
            headers = (await client.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["cross-origin-resource-policy"] == "same-origin"
            assert "camera=()" in headers["permissions-policy"]
            assert "cross-origin-opener-policy" not in headers, "browsers complain about it without https"
            assert "strict-transport-security" not in headers
            secure = (await client.get(f"https://house.example{path}")).headers
            assert secure["cross-origin-opener-policy"] == "same-origin"
            assert secure["strict-transport-security"] == "max-age=31536000"


async def test_posts_beyond_the_rate_are_refused(tmp_path: Path) -> None:
    async with open_app(tmp_path, rate="3/minute") as (_, client):
        answers = [await client.post("/api/v1/tables", json={}) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [422, 422, 422, 429, 429]
        assert (await client.post("/play-now")).status_code == 429
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
        assert (await client.get("/")).status_code == 200


@pytest.mark.usefixtures("minute_begins")
async def test_reading_beyond_ones_account_is_refused_and_others_read_on(tmp_path: Path) -> None:
    async with open_app(tmp_path, read_rate="30/minute") as (_, client):
        for path in ["/rules/akiwado"] * 30:
            assert (await client.get(path)).status_code == 200
        for path, words in (
            ("/rules/akiwado", "<html"),
            ("/api/v1/games", "urn:zashiki:too-many"),
            ("/static/house.css", "<html"),
        ):
            refused = await client.get(path)
            assert refused.status_code == 429
            assert words in refused.text
            assert "Too many requests from your address" in refused.text
            assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert (await client.get("/healthz")).status_code == 200
        assert (await client.post("/api/v1/tables", json={})).status_code == 422
        client._transport = httpx.ASGITransport(client._transport.app, client=("192.0.2.9", 1))  # type: ignore[attr-defined]
        assert (await client.get("/rules/akiwado")).status_code == 200


@pytest.mark.parametrize(
    ("path", "query", "cost"),
    [
        ("/healthz", {}, 0),
        ("/metrics", {}, 0),
        ("/static/house.css", {}, 1),
        ("/api/v1/games", {}, 1),
        ("/tables/x/record", {}, 1),
        ("/replay", {}, 1),
        ("/tables/x/hints", {}, 4),
        ("/tables/x/chances", {}, 400),
        ("/", {}, 2),
        ("/tables/x", {}, 2),
        ("/tables/x/live", {}, 2),
        ("/api/v1/tables/x/stream", {}, 2),
        ("/api/v1/tables/x/view", {}, 1),
        ("/api/v1/tables/x/view", {"at": "3"}, 4),
        ("/tables/x/replay", {"at": "3"}, 4),
        ("/print/kazoku-scribe", {}, 80),
        ("/print/kazoku-scribe/page.svg", {}, 10),
        ("/print/kazoku-scribe/pieces.zip", {}, 160),
        ("/print/kazoku-scribe/tabletop.zip", {}, 800),
        ("/print/kazoku-scribe.pdf", {}, 130),
        ("/print/kazoku-scribe.pdf", {"copies": "20"}, 530),
        ("/print/kazoku-scribe.pdf", {"copies": "²"}, 130),
        ("/print/kazoku-scribe.pdf", {"copies": "9999999"}, 130),
    ],
)
async def test_what_reading_costs(path: str, query: dict[str, str], cost: int) -> None:
    assert cost_of(path, query) == cost


@pytest.mark.usefixtures("minute_begins")
async def test_records_are_charged_to_the_account_before_they_are_replayed(tmp_path: Path) -> None:
    """One that is refused at its last line has cost as much as one that is kept."""
    async with open_app(tmp_path, read_rate="220/minute") as (_, client):
        token = await form_token(client)
        pages = [await client.post("/replay", data={"csrf": token, "text": "x"}) for _ in range(2)]
        assert [page.status_code for page in pages] == [422, 422]
        refused = await client.post("/api/v1/records", json={"record": "x"})
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert (await client.post("/api/v1/tables", json={})).status_code == 422, "moves and tables are no part of it"


async def test_an_arrow_key_held_down_in_a_replay_stays_within_the_account() -> None:
    pages = 20  # a second, more than a browser draws
    for limit in parse_many(Settings().read_rate):
        assert pages * limit.get_expiry() * cost_of("/tables/x/replay", {"at": "1"}) <= limit.amount


async def test_somebody_who_tries_every_choice_of_a_set_and_prints_it_stays_within_the_account() -> None:
    """Ten changes in a minute, with the pages in view, all pages once, the PDF and both sets of files."""
    changes, seen, pages = 10, 9, 50
    cost = {path: cost_of(f"/print/x{path}", {}) for path in ("", "/page.svg", ".pdf", "/pieces.zip", "/tabletop.zip")}
    asked = changes * (cost[""] + seen * cost["/page.svg"]) + pages * cost["/page.svg"]
    for limit in parse_many(Settings().read_rate):
        assert asked + cost[".pdf"] + cost["/pieces.zip"] + cost["/tabletop.zip"] <= limit.amount / limit.get_expiry() * 60


async def test_bodies_are_bounded_announced_or_not(tmp_path: Path) -> None:
    async with open_app(tmp_path, max_body=1000) as (_, client):
        assert (await client.post("/api/v1/tables", content=b"x" * 2000)).status_code == 413

        async def drip() -> object:
            for _ in range(20):
                yield b"x" * 100

        assert (await client.post("/api/v1/tables", content=drip())).status_code == 413
        assert (await client.post("/replay", content=drip())).status_code == 413


async def test_a_request_that_breaks_off_changes_nothing(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        token = await form_token(client)
        headers = {"content-type": "application/x-www-form-urlencoded", "cookie": f"zashiki={client.cookies['zashiki']}"}
        scope = {
            "type": "http", "method": "POST", "path": "/play-now", "query_string": b"", "server": ("house", 80),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }  # fmt: skip
        half = f"csrf={token}&game={GAME}".encode()
        coming = iter([{"type": "http.request", "body": half, "more_body": True}, {"type": "http.disconnect"}])
        sent: list[Any] = []

        async def receive() -> Any:
            return next(coming)

        async def send(message: Any) -> None:
            sent.append(message)

        await app(scope, receive, send)
        assert sent[0]["status"] == 422
        assert await app.state.house.store.count() == {}


@pytest.mark.parametrize("cut_off", [True, False])
async def test_a_base_path_works_whether_or_not_the_proxy_cuts_it_off(tmp_path: Path, cut_off: bool) -> None:
    front = "" if cut_off else "/games"
    async with open_app(tmp_path, base_path="/games") as (_, client):
        page = await client.get(f"{front}/")
        assert page.status_code == 200
        assert "Path=/games" in page.headers["set-cookie"]
        assert 'href="/games/' in page.text
        assert not re.search(r'(href|src|action)="/(?!games[/"])', page.text)
        token = re.search(r'name="csrf" value="([^"]+)"', page.text)
        assert token
        headers = {"Cookie": page.headers["set-cookie"].split(";")[0]}
        made = await client.post(f"{front}/play-now", data={"game": GAME, "csrf": token[1]}, headers=headers)
        assert made.headers["location"].startswith("/games/tables/")
        assert (await client.get(f"{front}/api/v1/games")).status_code == 200


async def test_names_are_escaped_everywhere(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        seats = [{"kind": "person", "name": "<script>x</script>"}, {"kind": "person", "name": "\"'><i id=q>"}, {"kind": "bot"}]
        made = (await client.post("/api/v1/tables", json={"game": GAME, "seats": seats})).json()
        for path in ("/", f"/tables/{made['table']['id']}"):
            page = await client.get(path)
            assert page.status_code == 200
            assert "<script>x" not in page.text
            assert "<i id=q>" not in page.text


async def test_errors_have_a_face_for_people_and_no_traceback(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        for path in ("/nothing", "/tables/nothing", "/tables/x/replay?at=9", "/seat/forged", "/rules/nothing"):
            answer = await client.get(path)
            assert 400 <= answer.status_code < 500, path
            assert "<html" in answer.text
            assert "Traceback" not in answer.text
