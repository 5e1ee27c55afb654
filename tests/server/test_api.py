"""The JSON API: a whole game by a stranger's program, tokens that open one seat, problems with their clauses."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.helpers import GAME, Served, full_table, open_app, play_on
from zashiki.core.game import OPEN
from zashiki.games import GAMES
from zashiki.server.bodies import ViewBody, view_json
from zashiki.server.model import Guest

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parent.parent.parent
PEOPLE = {"game": GAME, "seats": [{"kind": "person", "name": f"P{seat}"} for seat in range(3)]}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def a_table(client: httpx.AsyncClient) -> tuple[str, list[str]]:
    made = (await client.post("/api/v1/tables", json=PEOPLE)).json()
    return made["table"]["id"], [given["token"] for given in made["tokens"]]


def test_the_bot_of_thirty_lines_plays_a_whole_game(tmp_path: Path) -> None:
    script = ROOT / "examples" / "api_bot.py"
    assert len([line for line in script.read_text().splitlines() if line.strip()]) <= 36
    with Served(str(tmp_path / "house.sqlite")) as served:
        done = subprocess.run([sys.executable, script, served.url], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.splitlines()[-1].startswith("scores: ")


async def test_the_requests_of_the_docs_are_those_of_the_api(tmp_path: Path) -> None:
    named = re.findall(r"^\| `(GET|POST) (/api/v1/\S+)` \|", (ROOT / "docs" / "bots.md").read_text(encoding="utf-8"), re.M)
    assert len(named) == 6
    async with open_app(tmp_path) as (_, client):
        paths = (await client.get("/api/v1/openapi.json")).json()["paths"]
    assert all(method.lower() in paths[path] for method, path in named)


async def test_games_list_options_with_their_choices_and_the_bots(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        listed = (await client.get("/api/v1/games")).json()
    game = next(game for game in listed["games"] if game["id"] == GAME)
    assert game["players"] == [3, 4, 5]
    assert game["options"][0]["choices"]["3"] == ["random", "0", "1", "2"]
    assert {bot["level"] for bot in listed["bots"]} >= {"easy", "normal"}


async def test_join_undo_why_not_and_record_over_the_api(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        seats = [{"kind": "person", "name": "Aiko"}, {}, {}]
        made = (await client.post("/api/v1/tables", json={"game": GAME, "seats": seats})).json()
        table, first = made["table"]["id"], made["tokens"][0]["token"]
        listed = (await client.get("/api/v1/tables?status=waiting")).json()["tables"]
        assert [entry["id"] for entry in listed] == [table]
        joined = (await client.post(f"/api/v1/tables/{table}/join", json={"name": "Kenji"})).json()
        assert joined["seat"] == 1
        taken = await client.post(f"/api/v1/tables/{table}/join", json={"name": "X", "seat": 0})
        assert taken.status_code == 409
        started = await client.post(f"/api/v1/tables/{table}/start", json={}, headers=bearer(first))
        assert started.json()["status"] == "running"
        why = await client.post(f"/api/v1/tables/{table}/why-not", json={"move": "play r1"}, headers=bearer(first))
        assert set(why.json()) == {"legal", "sentence", "clause"}
        undo = await client.post(f"/api/v1/tables/{table}/undo", json={}, headers=bearer(first))
        assert undo.status_code == 422
        record = await client.get(f"/api/v1/tables/{table}/record", headers=bearer(joined["token"]))
        assert record.text.count("hidden") == 2
        left = await client.post(f"/api/v1/tables/{table}/leave", json={}, headers=bearer(first))
        assert left.json()["seats"][0]["minded"]
        back = await client.post(f"/api/v1/tables/{table}/return", headers=bearer(first))
        assert not back.json()["seats"][0]["minded"]
        over = await client.post(f"/api/v1/tables/{table}/abandon", headers=bearer(first))
        assert over.json()["status"] == "abandoned"
        again = await client.post(f"/api/v1/tables/{table}/rematch", headers=bearer(joined["token"]))
        new = again.json()
        view = await client.get(f"/api/v1/tables/{new['table']['id']}/view", headers=bearer(new["tokens"][0]["token"]))
        assert view.json()["seat"] == 1


async def test_an_illegal_move_is_a_problem_with_its_clause(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        table, tokens = await a_table(client)
        info = (await client.get(f"/api/v1/tables/{table}")).json()
        waiting = next(seat for seat in range(3) if seat not in info["to_act"])
        answer = await client.post(f"/api/v1/tables/{table}/moves", json={"move": "play r1"}, headers=bearer(tokens[waiting]))
        assert answer.status_code == 422
        assert answer.headers["content-type"] == "application/problem+json"
        body = answer.json()
        assert body["type"] == "urn:zashiki:illegal-move"
        assert body["clause"].startswith("ROL-")
        assert (await client.get(f"/api/v1/tables/{table}")).json() == info


async def test_a_token_opens_one_seat_at_one_table(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        table, tokens = await a_table(client)
        other, _ = await a_table(client)
        before = [(await client.get(f"/api/v1/tables/{t}")).json() for t in (table, other)]
        for path in ("moves", "undo", "why-not", "start", "leave", "return", "abandon", "rematch"):
            answer = await client.post(f"/api/v1/tables/{other}/{path}", json={"move": "pass"}, headers=bearer(tokens[0]))
            assert answer.status_code in (401, 422), path
            bare = await client.post(f"/api/v1/tables/{table}/{path}", json={"move": "pass"})
            assert bare.status_code in (401, 422), path
        for eyes in (1, 2, -2):
            answer = await client.get(f"/api/v1/tables/{table}/view?eyes={eyes}", headers=bearer(tokens[0]))
            assert answer.status_code == 403
        view = (await client.get(f"/api/v1/tables/{table}/view", headers=bearer(tokens[0]))).json()
        assert list(view["view"]["hands"]) == ["0"]
        spectator = (await client.get(f"/api/v1/tables/{table}/view")).json()
        assert spectator["view"]["hands"] == {}
        assert [(await client.get(f"/api/v1/tables/{t}")).json() for t in (table, other)] == before


@pytest.mark.parametrize("header", ["Bearer x", "Bearer ", "Basic abc", "Bearer a.b.c", "Bearer \xff", "x"])
async def test_a_forged_token_is_refused(tmp_path: Path, header: str) -> None:
    async with open_app(tmp_path) as (_, client):
        table, _ = await a_table(client)
        answer = await client.get(f"/api/v1/tables/{table}/view", headers={"Authorization": header.encode("latin-1")})
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_a_repeated_post_with_its_key_is_harmless(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        table, tokens = await a_table(client)
        seat = (await client.get(f"/api/v1/tables/{table}")).json()["to_act"][0]
        options = (await client.get(f"/api/v1/tables/{table}/options", headers=bearer(tokens[seat]))).json()
        body = {"move": options["options"][0]["text"], "version": options["version"]}
        headers = bearer(tokens[seat]) | {"Idempotency-Key": "press-1"}
        answers = [await client.post(f"/api/v1/tables/{table}/moves", json=body, headers=headers) for _ in range(3)]
        assert [answer.json()["repeated"] for answer in answers] == [False, True, True]
        assert len({answer.json()["version"] for answer in answers}) == 1
        stale = await client.post(f"/api/v1/tables/{table}/moves", json=body, headers=bearer(tokens[seat]))
        assert stale.status_code == 409


async def test_a_private_note_is_set_and_read_with_the_token_of_its_seat(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        table, tokens = await a_table(client)
        where = f"/api/v1/tables/{table}"
        kept = await client.post(f"{where}/notes", json={"key": "1:red", "value": "yes"}, headers=bearer(tokens[0]))
        assert kept.json()["notes"] == {"1:red": "yes"}
        mine, other = [(await client.get(f"{where}/view", headers=bearer(token))).json() for token in tokens[:2]]
        assert (mine["notes"], mine["version"], other["notes"]) == ({"1:red": "yes"}, kept.json()["version"], {})
        assert (await client.get(f"{where}/view")).json()["notes"] == {}
        gone = await client.post(f"{where}/notes", json={"key": "1:red", "value": ""}, headers=bearer(tokens[0]))
        assert gone.json()["notes"] == {}
        assert (await client.post(f"{where}/notes", json={"key": "1:red", "value": "yes"})).status_code == 401
        bad = await client.post(f"{where}/notes", json={"key": "1 red", "value": "yes"}, headers=bearer(tokens[0]))
        assert bad.status_code == 422
        assert "/api/v1/tables/{table}/notes" in (await client.get("/api/v1/openapi.json")).json()["paths"]


@pytest.mark.parametrize("game", GAMES)
async def test_a_view_has_the_members_it_promises_and_is_what_a_stream_carries(tmp_path: Path, game: str) -> None:
    me = Guest(visitor="me")
    async with open_app(tmp_path) as (app, client):
        house = app.state.house
        table = (await full_table(house, me, game)).id
        for moves in (0, 7, 1000):
            await play_on(house, me, table, moves)
            answer = await client.get(f"/api/v1/tables/{table}/view")
            assert answer.headers["content-type"] == "application/json"
            assert answer.text == view_json(await house.snapshot(Guest(), table))
            for seat in range(GAMES[game].seats[0]):
                shown = await house.snapshot(me, table, seat)
                body = ViewBody.model_validate_json(view_json(shown), extra="forbid", strict=True)
                assert (body.version, len(body.log), len(body.options)) == (shown.version, len(shown.log), len(shown.options))
        assert (await client.get(f"/api/v1/tables/{table}/view?eyes={OPEN}")).json()["over"]
