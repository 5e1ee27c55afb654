"""Tables with house rules: chosen from what the house offers, kept with the table, told on its page, by record and API."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.cli.shell import refusal
from tests.server.helpers import form_token, full_table, open_app, play_on
from zashiki.core.errors import BadDial
from zashiki.core.record import read_kifu, replay
from zashiki.games import GAMES
from zashiki.server.errors import BadWish
from zashiki.server.house import House
from zashiki.server.house_rules import SEPARATOR, HouseRules
from zashiki.server.model import Guest, SeatWish, TableWish
from zashiki.server.settings import Settings
from zashiki.server.store import Store
from zashiki.server.tokens import Signer

pytestmark = pytest.mark.anyio

AIKO = Guest(visitor="aiko")
SIX = "Six coins"
SEATS = [{"kind": "person", "name": f"P{seat}"} for seat in range(3)]


@pytest.fixture
def files(tmp_path: Path) -> str:
    """The setting of a house that offers two sets for Akiwado."""
    texts = {
        "six": f'game = "akiwado"\nname = "{SIX}"\n[dials]\nstarting-coins = 6\n',
        "rich": 'game = "akiwado"\n[dials]\nstarting-coins = 9\npocket-money = 2\n',
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    return SEPARATOR.join(str(tmp_path / f"{name}.toml") for name in texts)


def wish(rules: str) -> TableWish:
    return TableWish("akiwado", tuple(SeatWish("person", f"P{seat}") for seat in range(3)), house_rules=rules)


async def test_a_table_keeps_its_house_rules_through_a_restart_that_no_longer_offers_them(tmp_path: Path, files: str) -> None:
    url = Settings(database=str(tmp_path / "house.sqlite")).url
    store = Store(url)
    await store.open()
    house = House(store, Signer("a secret"))
    house.rules = HouseRules(files)
    table = (await house.create(AIKO, wish(SIX))).id
    await play_on(house, AIKO, table, 10)
    before = await house.snapshot(AIKO, table, 0)
    await store.close()

    store = Store(url)
    await store.open()
    house = House(store, Signer("a secret"))
    again = await house.snapshot(AIKO, table, 0)
    assert again.table.game.turned == {"starting-coins": 6}
    assert again.view == before.view
    await play_on(house, AIKO, table, 500)
    assert (await house.info(table)).status == "over"
    following = await house.rematch(AIKO, table)
    assert following.game.turned == {"starting-coins": 6}
    kifu = read_kifu(await house.record(AIKO, table))
    assert kifu.header["dials"] == "starting-coins=6"
    assert replay(kifu, GAMES).game.turned == {"starting-coins": 6}
    await store.close()


async def test_the_printed_rules_are_the_default(tmp_path: Path, files: str) -> None:
    async with open_app(tmp_path, dials=files) as (app, client):
        info = await full_table(app.state.house, AIKO, "akiwado")
        assert info.game is GAMES["akiwado"]
        page = (await client.get(f"/tables/{info.id}")).text
        assert "House rules" not in page
        assert (await client.get(f"/api/v1/tables/{info.id}")).json()["dials"] == {}
        assert "dials" not in await app.state.house.record(AIKO, info.id)


async def test_the_page_the_lists_and_the_api_tell_of_house_rules(tmp_path: Path, files: str) -> None:
    async with open_app(tmp_path, dials=files) as (_, client):
        asked = {"game": "akiwado", "seats": SEATS, "house_rules": SIX}
        made = (await client.post("/api/v1/tables", json=asked)).json()["table"]
        assert made["dials"] == {"starting-coins": 6}
        page = (await client.get(f"/tables/{made['id']}")).text
        assert "House rules" in page
        assert "Coins each player starts with: <b>6</b>" in page
        assert '(printed 5)</span> <a class="clause" href="/rules/akiwado#AKI-7">AKI-7</a>' in page
        japanese = (await client.get(f"/tables/{made['id']}", headers={"accept-language": "ja"})).text
        assert "最初に持つ銭：<b>6</b>" in japanese
        assert "ハウスルール" in japanese
        waiting = {"game": "akiwado", "seats": [SEATS[0], {}, {}], "house_rules": "rich"}
        lobby = (await client.post("/api/v1/tables", json=waiting)).json()["table"]
        assert "Coins each player starts with: <b>9</b>" in (await client.get(f"/tables/{lobby['id']}")).text
        assert (await client.get("/")).text.count('<span class="soft">House rules</span>') == 2


async def test_the_api_lists_dials_and_sets(tmp_path: Path, files: str) -> None:
    async with open_app(tmp_path, dials=files) as (_, client):
        games = {game["id"]: game for game in (await client.get("/api/v1/games")).json()["games"]}
    assert games["akiwado"]["house_rules"] == [
        {"name": SIX, "dials": {"starting-coins": 6}},
        {"name": "rich", "dials": {"starting-coins": 9, "pocket-money": 2}},
    ]
    assert games["idol-conclave"]["house_rules"] == []
    first = games["akiwado"]["dials"][0]
    assert {name: first[name] for name in ("name", "value", "low", "high", "clause")} == {
        "name": "starting-coins", "value": 5, "low": 1, "high": 10, "clause": "AKI-7",
    }  # fmt: skip


async def test_the_form_offers_them_and_makes_the_table(tmp_path: Path, files: str) -> None:
    async with open_app(tmp_path, dials=files) as (app, client):
        assert 'name="house_rules"' not in (await client.get("/new?game=idol-conclave")).text
        form = (await client.get("/new?game=akiwado")).text
        assert f'value="{SIX}"' in form
        assert 'name="house_rules" value="" checked' in form
        given = {"csrf": await form_token(client), "game": "akiwado", "players": "3", "house_rules": "rich"}
        given |= {"seat_0": "me", "name_0": "Aiko", "seat_1": "open", "seat_2": "open", "public": "yes"}
        made = await client.post("/tables", data=given)
        assert made.status_code == 303
        table = made.headers["location"].rpartition("/")[2]
        assert (await app.state.house.info(table)).game.turned == {"starting-coins": 9, "pocket-money": 2}
        refused = await client.post("/tables", data=given | {"house_rules": "poor"})
        assert refused.status_code == 422
        assert "This house has no house rules &#39;poor&#39; for Akiwado." in refused.text


async def test_bots_play_with_the_house_rules(tmp_path: Path, files: str) -> None:
    async with open_app(tmp_path, dials=files, bot_seconds=0.2) as (app, client):
        seats = [{"kind": "bot", "bot": "greedy"} for _ in range(3)]
        made = (await client.post("/api/v1/tables", json={"game": "akiwado", "seats": seats, "house_rules": "rich"})).json()
        async for _ in app.state.house.tables.watch(made["table"]["id"]):
            if (await app.state.house.info(made["table"]["id"])).status == "over":
                break
        record = (await client.get(f"/tables/{made['table']['id']}/record")).text
    table = replay(read_kifu(record), GAMES)
    assert table.over
    assert table.game.turned == {"starting-coins": 9, "pocket-money": 2}


async def test_a_record_with_house_rules_is_studied_where_they_are_offered(tmp_path: Path, files: str) -> None:
    text = "game: akiwado\nrules: 1\nplayers: 3\ndials: starting-coins={coins}\n---\n*: colours red white blue\n"
    async with open_app(tmp_path, dials=files) as (_, client):
        kept = await client.post("/api/v1/records", json={"record": text.format(coins=6)})
        assert kept.json()["dials"] == {"starting-coins": 6}
        refused = await client.post("/api/v1/records", json={"record": text.format(coins=7)})
    assert refused.status_code == 422
    assert "line 4: this house does not offer these house rules" in refused.json()["detail"]


def test_a_house_does_not_open_with_bad_files(tmp_path: Path, files: str) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('game = "akiwado"\n[dials]\nstarting-coins = 60\n', encoding="utf-8")
    with pytest.raises(BadDial, match="so it cannot be 60"):
        HouseRules(str(wrong))
    with pytest.raises(BadWish, match="Two files name the house rules 'rich' of akiwado"):
        HouseRules(SEPARATOR.join([files, files.split(SEPARATOR)[1]]))
    told = refusal("serve", "--dials", wrong, "--database", tmp_path / "house.sqlite")
    assert told == "zashiki: Akiwado: starting-coins goes from 1 to 10, so it cannot be 60.\n"
    assert not (tmp_path / "house.sqlite").exists()


async def test_a_table_whose_dials_a_newer_version_no_longer_has_still_shows_its_lines(tmp_path: Path, files: str) -> None:
    async with open_app(tmp_path, dials=files) as (app, client):
        house: House = app.state.house
        table = (await house.create(AIKO, wish(SIX))).id
        await play_on(house, AIKO, table, 500)
    with sqlite3.connect(tmp_path / "app.sqlite") as database:
        database.execute("UPDATE tables SET dials = 'starting-coins=6 coins-of-old=3'")
    async with open_app(tmp_path) as (app, client):
        page = await client.get(f"/tables/{table}")
        assert page.status_code == 200
        assert "dials: starting-coins=6 coins-of-old=3" in (await client.get(f"/tables/{table}/record")).text
