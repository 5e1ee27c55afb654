"""The house prints: a page to choose from, the boards of a seed as PDF, SVG and record, a sentence for what cannot be printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from tests.browser.people import come_in
from tests.browser.test_accessibility import findings
from zashiki.core.record import read_kifu, replay
from zashiki.games import GAMES, find_game
from zashiki.printing.sheets import draw_pages, paper_link, paper_table
from zashiki.server.app import create_app
from zashiki.server.settings import Settings

GAME = find_game("kazoku-scribe")
ASKED = "players=2&seed=7&villages=different&paper=letter"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(database=str(tmp_path / "house.sqlite"), log="warning")
    with TestClient(create_app(settings), base_url="http://house.example") as client:
        yield client


def test_the_pages_are_one_pdf(client: TestClient) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    answer = client.get(f"/print/{GAME.id}.pdf?{ASKED}&copies=2")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert len(pdfium.PdfDocument(answer.content)) == 6


def test_the_address_in_the_code_shows_the_same_boards(client: TestClient) -> None:
    options = {"villages": "different"}
    link = paper_link("http://house.example", GAME, 2, 7, options)
    page = client.get(link)
    assert page.status_code == 200
    shown = [unescape(address) for address in re.findall(r'<img src="(/print/[^"]+)"', page.text)]
    assert len(shown) == 3
    drawn = [client.get(address).text for address in shown]
    assert drawn == [sheet.svg for sheet in draw_pages(GAME, 2, 7, options=options, server="http://house.example")]
    record = client.get(link.replace("?", ".kifu?", 1)).text
    assert replay(read_kifu(record), GAMES).state == paper_table(GAME, 2, 7, options).state
    assert unescape(re.findall(r'name="text" value="([^"]+)"', page.text)[0]) == record


def test_without_a_seed_new_boards_get_an_address(client: TestClient) -> None:
    seeds = set()
    for address in ("/print", f"/print/{GAME.id}?players=4", f"/print/{GAME.id}?players=4&seed="):
        answer = client.get(address)
        assert answer.status_code == 200
        assert str(answer.url.path) == f"/print/{GAME.id}"
        seeds.add(answer.url.params["seed"])
    assert len(seeds) == 3
    assert answer.url.params["players"] == "4"


@pytest.mark.parametrize(
    "address",
    [
        "rights-of-losers?seed=1",
        "kazoku-scribe?seed=1&players=3",
        "kazoku-scribe?seed=1&paper=a3",
        "kazoku-scribe?seed=-1",
        "kazoku-scribe?seed=1000000000",
        "kazoku-scribe?seed=1&villages=none",
        "kazoku-scribe.pdf?seed=1&copies=0",
        "kazoku-scribe.pdf?seed=1&copies=1000",
        "kazoku-scribe/cover.svg?seed=1",
        "nothing?seed=1",
    ],
)
def test_what_cannot_be_printed_is_refused_with_a_sentence(client: TestClient, address: str) -> None:
    answer = client.get(f"/print/{address}")
    assert 400 <= answer.status_code < 500
    assert "Traceback" not in answer.text


@pytest.mark.browser
@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_pages_are_chosen_in_a_browser_and_their_boards_opened_there(
    browser: Browser, house_url: str, theme: str, width: int
) -> None:
    page = come_in(browser, house_url, width, 844, color_scheme=theme)
    page.goto("/")
    page.get_by_role("link", name=f"Print and play: {GAME.name}").click()
    page.wait_for_url("**/print/**")
    page.get_by_label("Players").select_option("4")
    page.wait_for_url("**players=4**")
    page.get_by_label("Villages").select_option("different")
    page.wait_for_url("**villages=different**")
    expect(page.locator(".printed img")).to_have_count(5)
    page.wait_for_function("() => [...document.querySelectorAll('.printed img')].every(image => image.naturalWidth > 0)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert findings(page) == []
    page.get_by_role("button", name="Show these boards here").click()
    expect(page.locator(".board .village").first).to_be_visible()
    expect(page.locator(".board .plan")).to_have_count(1)
    page.context.close()
