"""The house prints: a page to choose from, the boards of a seed as PDF, SVG and record, a sentence for what cannot be printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from tests.browser.people import come_in
from tests.browser.test_accessibility import findings
from zashiki.core.record import read_kifu, replay
from zashiki.games import GAMES, find_game
from zashiki.printing.collection import collect
from zashiki.printing.order import Order, paper_link, paper_table
from zashiki.printing.pages import pages_of
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
    answer = client.get(f"/print/{GAME.id}.pdf?{ASKED}&copies=2&part=boards")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert len(pdfium.PdfDocument(answer.content)) == 2 * 2 * 3  # two copies of three sheets with two sides


def test_the_address_in_the_code_shows_the_same_boards(client: TestClient) -> None:
    options = {"villages": "different"}
    order = Order(GAME.id, 2, 7, tuple(options.items()), server="http://house.example")
    link = paper_link(order)
    page = client.get(link)
    assert page.status_code == 200
    shown = [unescape(address) for address in re.findall(r'<img src="(/print/[^"]+)"', page.text)]
    pages = {page.name: page for page in pages_of(collect(order)) if not page.blank}
    assert [address.partition("?")[0] for address in shown] == [f"/print/{GAME.id}/{name}.svg" for name in pages]
    for address, drawn in zip(shown, pages.values(), strict=True):
        if "boards" in address or "rules" in address:
            assert client.get(address).text == drawn.svg
    record = client.get(link.replace("?", ".kifu?", 1)).text
    assert replay(read_kifu(record), GAMES).state == paper_table(GAME, 2, 7, options).state
    assert unescape(re.findall(r'name="text" value="([^"]+)"', page.text)[0]) == record


def test_sizes_ink_and_parts_are_named_and_chosen(client: TestClient) -> None:
    page = client.get("/print/rights-of-losers?seed=1&players=5&card=poker&ink=spare&paper=letter").text
    assert "8 × 63.5 × 88.9 mm" in page
    assert "Outlines, saves ink" in page
    assert re.search(r"\d+ pages on \d+ sheets of Letter", page)
    only = client.get("/print/rights-of-losers?seed=1&part=label").text
    assert re.findall(r'<img src="/print/rights-of-losers/([\w-]+)', only) == ["label-box-label-1"]
    japanese = client.get("/print/rights-of-losers?seed=1&part=aids", headers={"accept-language": "ja"}).text
    assert "手番ガイド" in japanese
    assert "フルカラー" in japanese


def test_house_rules_are_offered_and_printed(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text('game = "rights-of-losers"\nname = "short"\n[dials]\ntricks = 8\n', encoding="utf-8")
    settings = Settings(database=str(tmp_path / "house.sqlite"), log="warning", dials=str(file))
    with TestClient(create_app(settings), base_url="http://house.example") as client:
        page = client.get("/print/rights-of-losers?seed=1&house_rules=short&part=aids").text
        assert re.search(r'<option value="short" selected>', page)
        address = unescape(re.findall(r'<img src="(/print/[^"]+)"', page)[0])
        assert "house_rules=short" in address
        assert client.get(address).text != client.get(address.replace("house_rules=short", "house_rules=")).text
        assert "dials: tricks=8" in client.get("/print/rights-of-losers.kifu?seed=1&house_rules=short").text
        assert client.get("/print/rights-of-losers?seed=1&house_rules=long").status_code >= 400


def test_single_pieces_and_decks_are_packed(client: TestClient) -> None:
    for kind, name in (("pieces", "aid.svg"), ("tabletop", "deck-1.png")):
        answer = client.get(f"/print/rights-of-losers/{kind}.zip?seed=1&part=aids")
        assert answer.headers["content-type"] == "application/zip"
        assert name in ZipFile(BytesIO(answer.content)).namelist()


def test_without_a_seed_new_boards_get_an_address(client: TestClient) -> None:
    seeds = set()
    for address in (f"/print/{GAME.id}", f"/print/{GAME.id}?players=4", f"/print/{GAME.id}?players=4&seed="):
        answer = client.get(address)
        assert answer.status_code == 200
        assert str(answer.url.path) == f"/print/{GAME.id}"
        seeds.add(answer.url.params["seed"])
    assert len(seeds) == 3
    assert answer.url.params["players"] == "4"


@pytest.mark.parametrize(
    "address",
    [
        "rights-of-losers?seed=1&players=2",
        "rights-of-losers?seed=1&card=tarot",
        "rights-of-losers?seed=1&ink=gold",
        "rights-of-losers?seed=1&part=lid",
        "rights-of-losers/gold.zip?seed=1",
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
    for words in ("Turn aids", "Rules", "Score pad and record sheet", "Box label", "Pieces"):
        page.get_by_label(words, exact=True).uncheck()
        page.wait_for_load_state()
    expect(page.locator(".printed img")).to_have_count(5)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.printed img')].every(image => (image.loading = 'eager', image.naturalWidth > 0))"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert findings(page) == []
    page.get_by_role("button", name="Show these boards here").click()
    expect(page.locator(".board .village").first).to_be_visible()
    expect(page.locator(".board .plan")).to_have_count(1)
    page.context.close()
