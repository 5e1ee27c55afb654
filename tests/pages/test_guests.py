"""Guests on the pages: who comes by itself, what a browser remembers, portraits, and bots of older tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.pages.test_http import client_of, token_of
from zashiki.bots import GUESTS
from zashiki.server import lists
from zashiki.server.pages.draw import STATIC

PORTRAIT = re.compile(r'<use href="[^"]*/static/guests\.svg\?[0-9a-f]+#(\w+)"/>')


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(tmp_path) as client:
        yield client


def chosen(page: str) -> list[str]:
    """Who is chosen in the form, by seat."""
    return re.findall(r'name="seat_\d" value="([^"]+)" checked', page)


def set_up(client: TestClient, game: str, *bots: str) -> str:
    """A table with one person and these bots; its page."""
    page = client.get(f"/new?game={game}&players={len(bots) + 1}").text
    seats = {f"seat_{seat}": f"bot:{bot}" for seat, bot in enumerate(bots, 1)}
    form = {"csrf": token_of(page), "game": game, "players": str(len(bots) + 1), "seat_0": "me", "name_0": "Aiko"}
    answer = client.post("/tables", data=form | seats)
    assert answer.status_code == 200
    return answer.text


def test_every_guest_is_offered_with_portrait_level_and_character(client: TestClient) -> None:
    page = client.get("/new?game=akiwado&players=3").text
    for name, bot in GUESTS.items():
        assert page.count(f'value="bot:{name}"') == 3
        strength = f"level {bot.level}" if bot.level.isdecimal() else bot.level
        assert f'aria-label="{bot.title}, {strength}"' in page
        assert bot.words in page
        assert PORTRAIT.findall(page).count(name) == 6  # small to choose by, and large on each cushion
    assert "bot:greedy" not in page
    drawn = (STATIC / "guests.svg").read_text(encoding="utf-8")
    assert re.findall(r'<symbol id="(\w+)"', drawn) == list(GUESTS)
    assert not re.search(r"#[0-9a-f]{3}|style=|href|rgb", drawn)  # every colour is one of the theme's


def test_somebody_new_to_a_game_gets_gentle_guests_and_others_those_of_a_middle_level(
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def has_played(store: object, guest: object, game: str) -> bool:
        return game == "akiwado"

    monkeypatch.setattr(lists, "has_played", has_played)
    assert chosen(client.get("/new?game=rights-of-losers&players=5").text) == [
        "me",
        "bot:mame",
        "bot:taro",
        "bot:hana",
        "bot:genji",
    ]
    assert chosen(client.get("/new?game=akiwado&players=4").text) == ["me", "bot:genji", "bot:hana", "bot:oharu"]
    token = token_of(client.get("/").text)
    for game, guests in (("rights-of-losers", ["mame", "taro"]), ("akiwado", ["genji", "hana"])):
        table = client.post("/play-now", data={"csrf": token, "game": game}).url.path
        seats = client.get(f"/api/v1{table}").json()["seats"]
        assert [seat["bot"] for seat in seats[1:]] == guests
        assert [seat["name"] for seat in seats[1:]] == [GUESTS[name].title for name in guests]


def test_what_was_filled_in_stays_when_another_game_or_number_of_seats_is_chosen(client: TestClient) -> None:
    kept = "seat_0=me&name_0=Aiko&seat_1=open&seat_2=bot:taro&option_first_lead=2&public=yes"
    page = client.get(f"/new?game=rights-of-losers&players=3&{kept}").text
    assert chosen(page) == ["me", "open", "bot:taro"]
    assert 'name="name_0" value="Aiko"' in page
    assert re.search(r'name="option_first_lead" value="2" checked', page)
    assert re.findall(r'name="(\w+)" value="yes" checked', page) == ["public"]
    fuller = client.get(f"/new?game=akiwado&players=4&{kept}").text
    assert chosen(fuller) == ["me", "open", "bot:taro", "bot:mame"], "nobody comes twice while others are left"
    fewer = client.get(f"/new?game=kazoku-scribe&players=2&{kept}").text
    assert chosen(fewer) == ["me", "open"]
    seats = client.get("/new?game=saigo-no-kane&players=2&seat_0=me&each_candidates_1=nijino-ame").text
    assert '<option value="nijino-ame" selected>Nijino Ame</option>' in seats
    lost = client.get(f"/new?game=rights-of-losers&players=3&{kept.replace('first_lead=2', 'first_lead=7')}").text
    assert re.search(r'name="option_first_lead" value="random" checked', lost)


def test_the_browser_remembers_the_levels_that_were_chosen_in_a_game(client: TestClient) -> None:
    set_up(client, "akiwado", "kyubei", "warashi")
    set_up(client, "rights-of-losers", "hana", "search")
    assert chosen(client.get("/new?game=akiwado&players=4").text) == ["me", "bot:kyubei", "bot:warashi", "bot:oharu"]
    assert chosen(client.get("/new?game=rights-of-losers&players=3").text) == ["me", "bot:hana", "bot:taro"]
    assert chosen(client.get("/new?game=idol-conclave&players=3").text) == ["me", "bot:mame", "bot:taro"]  # not played yet
    token = token_of(client.get("/").text)
    table = client.post("/play-now", data={"csrf": token, "game": "akiwado"}).url.path
    assert [seat["bot"] for seat in client.get(f"/api/v1{table}").json()["seats"]][1:] == ["kyubei", "warashi"]
    client.cookies.set("levels", "akiwado:90.x:")
    assert client.get("/new?game=akiwado").status_code == 200


def test_two_of_the_same_guest_are_told_apart_and_people_keep_their_names(client: TestClient) -> None:
    page = set_up(client, "rights-of-losers", "mame", "mame", "mame")
    assert re.findall(r'<span class="who">([^<]+)</span> <span class="soft">level 1 bot', page) == ["Mame", "Mame 2", "Mame 3"]


def test_bots_of_older_tables_keep_their_names_and_levels(client: TestClient) -> None:
    page = set_up(client, "rights-of-losers", "greedy", "search")
    seats = re.findall(r'<span class="who">([^<]+)</span> <span class="soft">([^<]+)</span>', page)
    assert seats[:3] == [("Aiko", "you"), ("Kitsune", "normal bot"), ("Tsuru", "hard bot")]
    assert PORTRAIT.findall(page) == []


def test_whoever_fills_in_for_a_person_is_named(client: TestClient) -> None:
    page = set_up(client, "rights-of-losers", "genji", "taro")
    table = re.search(r'data-fragment="([^"]+)/now"', page)
    assert table
    page = client.post(f"{table[1]}/hand", data={"csrf": token_of(page), "seat": "0"}).text
    assert "Hana (level 3 bot) is filling in" in page  # a guest of a middle level who is not at the table yet
    assert "Hana (level 3 bot) is playing for you." in page
    assert {"hana", "genji", "taro"} == set(PORTRAIT.findall(page))
