"""What a page makes of a stream: parts give the table that a fresh page shows, and after a lost one it comes whole again."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import click_a_target, come_in, play_now, wait_for_question, wait_for_quiet
from tests.cli.shell import zashiki
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
      if (element.matches(".fair-mine, .presence, [hx-trigger=load]")) element.textContent = "";
      if (element.matches(".presence")) ours.push("data-state");
      element.classList.remove("changed", ...[...element.classList].filter((name) => name.startsWith("htmx-")));
      if (!element.className) element.removeAttribute("class");
      const attributes = [...element.attributes].sort((one, other) => (one.name < other.name ? -1 : 1));
      for (const { name } of attributes) element.removeAttribute(name);
      for (const { name, value } of attributes) if (!ours.includes(name)) element.setAttribute(name, value);
    }
    return copy.innerHTML.replace(/\\s+/g, " ");
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
