"""What a page makes of a stream: parts give the table that a fresh page shows, to two people in their own languages to the end
of a game, and after a lost one it comes whole again."""

from __future__ import annotations

import math
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import (
    OVER,
    click_a_target,
    come_in,
    play_now,
    wait_for_question,
    wait_for_quiet,
)
from tests.browser.test_japanese import MOST_BETWEEN, send_an_answer
from tests.cli.shell import zashiki
from tests.reading import allowed_in, foreign
from tests.server.test_japanese import HOUSE, KANA, read
from zashiki.core.game import AnyGame
from zashiki.server import live
from zashiki.server.pages.board import games_with_board
from zashiki.server.run import open_house
from zashiki.server.settings import Settings

DECISIONS = 12

# Before the page hears of an event: its kind is noted, but for signs of life, and it is lost if the test asks for that.
OVERHEAR = """
  window.kinds = [];
  window.losing = 0;
  addEventListener("htmx:sse:after:connection", () => window.kinds.push("connected"), true);
  addEventListener("htmx:sse:before:message", (event) => {
    if (event.detail.message.event !== "here") window.kinds.push(event.detail.message.event);
    if (!window.losing || event.detail.message.event !== "parts") return;
    window.losing -= 1;
    event.detail.cancelled = true;
    event.stopImmediatePropagation();
  }, true);
"""

# What stands on the page and what a fresh page shows, without what our script and the reader add to either.
COMPARE = """async () => {
  const live = document.querySelector("#live");
  const fresh = document.createElement("div");
  fresh.innerHTML = await (await fetch(live.dataset.fragment)).text();
  const plain = (root) => {
    const copy = root.cloneNode(true);
    copy.querySelector(".left-places")?.remove();
    for (const element of copy.querySelectorAll("*")) {
      const ours = ["tabindex", "open", "hidden", "style", "data-htmx-powered", "aria-pressed"];
      if (element.matches(".board [data-move]")) ours.push("aria-label");
      if (element.matches(".held .square")) ours.push("transform"); // a piece in the hand, and the places where it fits as it is
      if (element.matches(".handling button")) ours.push("disabled");
      if (element.matches(".fair-mine, .presence, [hx-trigger=load]")) element.textContent = "";
      if (element.matches(".presence")) ours.push("data-state");
      const added = [...element.classList].filter((name) => name.startsWith("htmx-"));
      element.classList.remove("changed", "aside", "carrying", ...added);
      if (!element.classList.length) element.removeAttribute("class");
      const attributes = [...element.attributes].sort((one, other) => (one.name < other.name ? -1 : 1));
      for (const { name } of attributes) element.removeAttribute(name);
      for (const { name, value } of attributes) if (!ours.includes(name)) element.setAttribute(name, value);
    }
    return copy.innerHTML.replace(/\\s+/g, " ").split(/(?<=>)(?=<)/);
  };
  const version = (root) => root.querySelector(".table").dataset.version;
  return version(live) === version(fresh) ? [plain(live), plain(fresh)] : null;
}"""


def compare(page: Page) -> None:
    """The table is what a fresh page shows of the same version."""
    while (found := page.evaluate(COMPARE)) is None:
        wait_for_quiet(page)  # a bot moved in between
    shown, fresh = found
    assert shown == fresh


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_parts_give_the_table_that_a_fresh_page_shows(
    browser: Browser, house_url: str, game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "WORTHWHILE", math.inf)  # at the end of a game, chance decides whether parts save enough
    page = come_in(browser, house_url)
    page.add_init_script(OVERHEAR)
    play_now(page, game.name)
    chooser, made = random.Random(3), 0
    page.wait_for_function("() => window.kinds.includes('')")
    while made < DECISIONS and wait_for_question(page):  # a game may end before that
        click_a_target(page, chooser)
        compare(page)
        made += 1
    kinds = page.evaluate("window.kinds")
    page.context.close()
    assert kinds[:2] == ["connected", ""]
    assert set(kinds[2:]) <= {"parts", "people"}
    assert kinds.count("parts") >= made > 0  # what several seats did may come together


def two_people(browser: Browser, url: str, game: AnyGame) -> tuple[Page, Page]:
    """Somebody at a desk who reads English and a friend on a phone who reads Japanese, at a table with bots."""
    desk, phone = come_in(browser, url, locale="en-GB"), come_in(browser, url, 390, 844, locale="ja-JP")
    bots = [{"kind": "bot", "bot": "random"}] * (min(game.seats, key=lambda players: abs(players - 3)) - 2)
    wish = {"game": game.id, "seats": [{"kind": "person", "name": name} for name in ("Aiko", "Kenji")] + bots}
    made = desk.request.post("/api/v1/tables", data=wish).json()
    for page, given in zip((desk, phone), made["tokens"], strict=True):
        page.goto(f"/seat/{given['token']}")
        page.locator("main form button").click()
    return desk, phone


def next_question(pages: tuple[Page, Page]) -> tuple[Page, str] | None:
    """Whoever of them is asked next, with what a fresh page shows there; None when the game is over."""
    while True:
        for page in pages:
            drawn = page.request.get(f"{page.url}/now").text()
            if "data-asked" in drawn:
                return page, drawn
        if 'data-status="running"' not in drawn:
            return None
        pages[0].wait_for_timeout(10)


def wait_until_shown(page: Page, drawn: str) -> None:
    """Until the page has heard of what was drawn."""
    version = re.search(r'data-version="(\d+)"', drawn)
    assert version is not None
    page.wait_for_function("v => Number(document.querySelector('.table').dataset.version) >= v", arg=int(version[1]))


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_to_the_end_of_a_game_two_people_see_what_fresh_pages_show_in_their_languages(
    browser: Browser, house_url: str, game: AnyGame
) -> None:
    desk, phone = pages = two_people(browser, house_url, game)
    allowed, chooser, decisions, looks = allowed_in(game, more=[*HOUSE, "Aiko", "Kenji"]), random.Random(7), 0, 0
    look_every = min(MOST_BETWEEN, game.about.max_events // 60)
    while question := next_question(pages):
        acting, drawn = question
        decisions += 1
        if decisions % look_every:  # sent by the form of a page, while both hear of it
            send_an_answer(acting, acting.url, drawn, chooser)
            continue
        wait_until_shown(acting, drawn)
        click_a_target(acting, chooser)
        for page in pages:
            compare(page)
        assert foreign(read(phone.locator("#live").inner_html()), allowed) == []
        assert not KANA.search(" ".join(read(desk.locator("#live").inner_html())))
        looks += 1
    for page in pages:
        page.wait_for_selector(f"{OVER} .tally")
        compare(page)
        page.context.close()
    assert looks > 5


def test_after_a_lost_part_the_stream_begins_again_with_the_whole(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url)
    page.add_init_script(OVERHEAR)
    play_now(page)
    chooser = random.Random(4)
    click_a_target(page, chooser)
    wait_for_question(page)
    page.evaluate("window.losing = 1")
    for _ in range(3):
        click_a_target(page, chooser)
        wait_for_question(page)
        compare(page)
    assert page.evaluate("window.losing") == 0
    page.wait_for_function("() => window.kinds.indexOf('', window.kinds.indexOf('connected', 1)) > 1")
    kinds = page.evaluate("window.kinds")
    page.context.close()
    assert kinds.count("connected") == 2
    assert kinds[kinds.index("connected", 1) + 1] == ""


def test_a_table_deleted_under_its_page_is_said_once_and_out_of_reach(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "house.sqlite"
    with open_house(Settings(database=str(database), bot_pause=0.0, log="warning")) as url:
        page = come_in(browser, url)
        faults: list[str] = []
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        play_now(page)
        page.wait_for_function("() => document.querySelector('#live')._htmx?.sse")
        zashiki("house", "delete", page.url.rsplit("/", 1)[-1], "--yes", "--database", database)
        page.wait_for_selector("#live[inert] .board", state="attached")
        expect(page.get_by_text("There is no such table: it was deleted")).to_have_count(1)
        expect(page.locator("#line")).to_be_hidden()
        assert not faults
        page.context.close()
