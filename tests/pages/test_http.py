"""Pages over HTTP without a browser: sub-paths, faces of refusals, forms, and what a seat may not see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from zashiki.server.app import create_app
from zashiki.server.pages.home import friendly_names
from zashiki.server.settings import Settings


def client_of(folder: Path, base_path: str = "") -> TestClient:
    settings = Settings(
        database=str(folder / "house.sqlite"), base_path=base_path, rate="100000/minute", bot_pause=0.0, log="warning"
    )
    return TestClient(create_app(settings), base_url="http://house.example", raise_server_exceptions=False)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(tmp_path) as client:
        yield client


def token_of(page: str) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    assert found
    return found[1]


def open_table(client: TestClient, base: str = "") -> str:
    """A table for friends, nobody else there yet; its path."""
    home = client.get(f"{base}/").text
    form = {"csrf": token_of(home), "game": "rights-of-losers"}
    answer = client.post(f"{base}/invite", data=form, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


@pytest.mark.parametrize("base", ["", "/games", "/a/b"])
def test_every_address_on_a_page_is_under_the_base_path(tmp_path: Path, base: str) -> None:
    with client_of(tmp_path, base) as client:
        table = open_table(client, base)
        assert table.startswith(f"{base}/tables/")
        client.post(f"{table}/start", data={"csrf": token_of(client.get(table).text)})
        pages = [f"{base}/{page}" for page in ("", "new", "replay", "rules/rights-of-losers")]
        for path in (*pages, table, f"{table}/replay?at=3"):
            page = client.get(path)
            assert page.status_code == 200, path
            links = re.findall(r'(?:href|src|action|formaction|data-fragment|hx-sse:connect)="(/[^"]*)"', page.text)
            assert len(links) > 5
            assert all(link.startswith(f"{base}/") for link in links), path
        style = re.search(r'href="([^"]+house\.css[^"]*)"', client.get(f"{base}/").text)
        assert style
        assert client.get(style[1]).status_code == 200


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/tables/nothing-here", 404, "There is nothing here"),
        ("/no/such/page", 404, "There is nothing here"),
        ("/seat/forged", 401, "This link no longer works"),
        ("/rules/chess", 404, "There is nothing here"),
        ("/print/chess", 404, "There is nothing here"),
        ("/boards/chess.css", 404, "There is nothing here"),
        ("/boards/rights-of-losers.js", 404, "There is nothing here"),
        ("/boards/rights-of-losers.py", 404, "There is nothing here"),
    ],
)
def test_every_refusal_has_a_face(client: TestClient, path: str, status: int, words: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert words in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("path", ["/tables", "/play-now", "/invite", "/language"])
def test_the_address_of_a_form_leads_home(client: TestClient, path: str) -> None:
    answer = client.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


def test_a_form_that_did_not_come_from_our_page_is_refused(client: TestClient) -> None:
    client.get("/")
    answer = client.post("/play-now", data={"game": "rights-of-losers"}, follow_redirects=False)
    assert answer.status_code == 403


def test_a_table_that_was_closed_says_so(client: TestClient) -> None:
    table = open_table(client)
    token = token_of(client.get(table).text)
    client.post(f"{table}/start", data={"csrf": token})
    client.post(f"{table}/abandon", data={"csrf": token})
    page = client.get(table).text
    assert "The game was abandoned" in page
    assert "data-move" not in page


def test_a_form_with_a_contradiction_comes_back_filled_in(client: TestClient) -> None:
    token = token_of(client.get("/new").text)
    form = {"csrf": token, "game": "rights-of-losers", "players": "3", "seat_0": "me", "name_0": "Aiko <3", "seat_1": "open"}
    answer = client.post("/tables", data=form | {"seat_2": "bot:none-such", "option_first_lead": "9"})
    assert answer.status_code == 422
    assert "Aiko &lt;3" in answer.text
    assert 'role="alert"' in answer.text


def test_a_lobby_names_its_options_as_the_form_does(client: TestClient) -> None:
    page = client.get("/new?game=akiwado&players=3").text
    assert "<legend>Open coins</legend>" in page
    form = {"csrf": token_of(page), "game": "akiwado", "players": "3", "option_open_coins": "true", "seat_0": "me"}
    lobby = client.post("/tables", data=form | {"name_0": "Aiko", "seat_1": "open", "seat_2": "open"}).text
    assert "Open coins: yes." in lobby


def test_a_list_of_events_is_ticked_one_by_one(client: TestClient) -> None:
    page = client.get("/new?game=idol-conclave&players=3").text
    assert 'name="part_events_idol-police" value="yes">' in page
    events = ["quiet-season", "only-regular", "idol-police", "overslept", "mania-popular"]
    seats = {"seat_0": "me", "name_0": "Aiko", "seat_1": "bot:random", "seat_2": "bot:random"}
    form = {"csrf": token_of(page), "game": "idol-conclave", "players": "3", "option_events": "basic"} | seats
    form |= {f"part_events_{event}": "yes" for event in events}
    answer = client.post("/tables", data=form)
    assert answer.status_code == 422
    assert "events must name at least 6 events, not 5" in answer.text
    assert 'name="part_events_idol-police" value="yes" checked>' in answer.text
    answer = client.post("/tables", data=form | {"part_events_hit-single": "yes"})
    assert answer.status_code == 200
    assert client.get(f"/api/v1{answer.url.path}").json()["options"] == {
        "events": "hit-single,quiet-season,only-regular,idol-police,overslept,mania-popular"
    }


def test_what_is_printed_is_chosen_by_its_picture(client: TestClient) -> None:
    events = client.get("/new?game=idol-conclave&players=3").text
    assert "/boards/idol-conclave.css" in events
    police = events.partition('name="part_events_idol-police"')[2].partition("</li>")[0]
    assert 'class="face board-idol-conclave"' in police
    assert "look at one face-down card of another idol" in police
    colours = client.get("/new?game=akiwado&players=3").text.partition('name="option_remove"')[2].partition("</fieldset>")[0]
    assert colours.count('class="face board-akiwado"') == 5
    assert "/boards/" not in client.get("/new?game=rights-of-losers&players=3").text


def test_each_seat_is_given_its_colour_by_choosing(client: TestClient) -> None:
    page = client.get("/new?game=akiwado&players=3").text
    seats = {"seat_0": "me", "name_0": "Aiko", "seat_1": "open", "seat_2": "open"}
    form = {"csrf": token_of(page), "game": "akiwado", "players": "3", "option_start": "2"} | seats
    half = client.post("/tables", data=form | {"each_colours_0": "red", "each_colours_1": ""})
    colours = client.get(f"/api/v1{half.url.path}").json()["options"]["colours"].split(",")
    assert colours[0] == "red"
    assert len(set(colours)) == 3, "the other seats are given any of those that are left"
    chosen = {f"each_colours_{seat}": colour for seat, colour in enumerate(("red", "black", "white"))}
    answer = client.post("/tables", data=form | chosen)
    assert client.get(f"/api/v1{answer.url.path}").json()["options"] == {"colours": "red,black,white", "start": "2"}
    assert "Colours: red, black, white · Start: Seat 3." in answer.text, "people count seats from 1"


def test_the_form_counts_seats_from_one_and_sends_what_the_rules_count(client: TestClient) -> None:
    page = client.get("/new?game=rights-of-losers&players=4").text
    for seat in range(4):
        assert re.search(rf'value="{seat}"><span>.*?Seat {seat + 1}</span>', page), seat
    assert "Seat 0" not in page


def test_an_invitation_is_for_as_many_as_one_says(client: TestClient) -> None:
    token = token_of(client.get("/").text)
    for players in (3, 5):
        answer = client.post("/invite", data={"csrf": token, "game": f"akiwado {players}"})
        seats = client.get(f"/api/v1{answer.url.path}").json()["seats"]
        assert [seat["kind"] for seat in seats] == ["person", *["open"] * (players - 1)]
    answer = client.post("/invite", data={"csrf": token, "game": "akiwado 99"})
    assert len(client.get(f"/api/v1{answer.url.path}").json()["seats"]) == 3, "as many as usual where the number makes no sense"


def test_a_friend_sits_down_by_name_and_the_host_sees_it(client: TestClient) -> None:
    table = open_table(client)
    host = dict(client.cookies)
    client.cookies.clear()
    page = client.get(table).text
    client.post(f"{table}/join", data={"csrf": token_of(page), "seat": "1", "name": "Mirei & co"})
    assert "Mirei &amp; co" in client.get(table).text
    assert 'value="Mirei &amp; co"' in client.get("/new").text, "the name is remembered"
    other = open_table(client)
    remembered = client.cookies.get("name") or ""
    client.cookies.clear()
    suggested = re.search(r'name="name" value="([^"]+)"', client.get(other).text)
    assert suggested
    assert suggested[1] in friendly_names(), "whoever has given no name yet is offered one"
    client.cookies.set("name", remembered)
    assert 'name="name" value="Mirei &amp; co 2"' in client.get(other).text, "also where somebody has that name already"
    client.cookies.clear()
    for name, value in host.items():
        client.cookies.set(name, value)
    assert "Mirei &amp; co" in client.get(table).text


def test_a_move_out_of_turn_is_refused_in_words_and_changes_nothing(client: TestClient) -> None:
    table = open_table(client)
    token = token_of(client.get(table).text)
    client.post(f"{table}/start", data={"csrf": token})
    before = client.get(f"{table}/now").headers["x-version"]
    form = {"csrf": token, "seat": "0", "move": "chip 1,1"}
    answer = client.post(f"{table}/play", data=form, headers={"x-zashiki": "script"})
    assert answer.status_code == 422
    assert answer.json()["clause"] == "ROL-9"
    plain = client.post(f"{table}/play", data=form)
    assert plain.status_code == 422
    assert "ROL-9" in plain.text
    assert int(client.get(f"{table}/now").headers["x-version"]) >= int(before)
    assert "places a chip" not in client.get(f"{table}/now").text


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "This is not the record of a game. A record begins with"), ("ja", "これはゲームの棋譜ではありません。")],
)
def test_whoever_pastes_something_else_is_told_what_a_record_is(client: TestClient, language: str, says: str) -> None:
    form = {"csrf": token_of(client.get("/replay").text), "text": "Thank you for last night, it was fun!"}
    answer = client.post("/replay", data=form, headers={"accept-language": language})
    assert answer.status_code == 422
    problem = re.search(r'<p class="problem" role="alert">(.*?)</p>', answer.text)
    assert problem
    assert problem[1].startswith(says), "and no line of it is named"
    assert "players: 3" in problem[1]
    assert "Thank you for last night" in answer.text, "what was pasted is still there"
