"""The line between a page and the house: cut anywhere, slow, silent, refused; in the end the page shows what the house has."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.people import click_a_target, clock_stopped, come_in, is_asked, play_now, version, wait_for_question
from tests.browser.test_parts import compare
from zashiki.server.run import open_house
from zashiki.server.settings import Settings

DECISIONS = 4
RELOADS = 6
A_CLICK = "new MouseEvent('click', {bubbles: true})"

# A stream as a network may deliver it: in pieces, also at the end of every line; or one that falls silent and does not end.
STREAMS = """
  const fetchPlainly = window.fetch;
  window.cutting = false;
  window.silent = false;
  window.streams = 0;
  window.heard = 0;
  window.fetch = async (...asked) => {
    const answer = await fetchPlainly(...asked);
    if (!answer.headers.get("content-type")?.startsWith("text/event-stream")) return answer;
    window.streams += 1;
    const mine = window.streams;
    const pass = new TransformStream({ transform(chunk, out) {
      if (window.silent === mine) return;
      window.heard += 1;
      if (!window.cutting) return out.enqueue(chunk);
      let from = 0;
      for (let at = 1; at <= chunk.length; at += 1) {
        if (at < chunk.length && ![10, 13].includes(chunk[at - 1]) && at - from < 100) continue;
        out.enqueue(chunk.slice(from, at));
        from = at;
      }
    } });
    return new Response(answer.body.pipeThrough(pass), { headers: answer.headers, status: answer.status });
  };
"""

# How often a stream has told something, whoever heard it, and how often the page has looked for itself.
LOOKS = """
  window.told = window.looks = 0;
  addEventListener("htmx:sse:before:message", () => (window.told += 1), true);
  const fetchPlainly = window.fetch;
  window.fetch = (address, ...more) => {
    if (String(address).endsWith("/now")) window.looks += 1;
    return fetchPlainly(address, ...more);
  };
"""


def test_a_stream_may_come_in_any_pieces(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url)
    page.add_init_script(f"{STREAMS} window.cutting = true;")
    play_now(page, "Kazoku Scribe")
    chooser = random.Random(31)
    for _ in range(DECISIONS):
        click_a_target(page, chooser)
        if not wait_for_question(page):
            break
        compare(page)
    page.context.close()


def test_a_page_that_loads_while_bots_move_is_asked_at_last(browser: Browser, tmp_path: Path) -> None:
    """The page is drawn at one version and its stream begins at another, over and over, at every moment of the bots' turns."""
    with open_house(Settings(database=str(tmp_path / "house.sqlite"), bot_pause=0.15, log="warning")) as url:
        page = come_in(browser, url)
        page.add_init_script(f"{STREAMS} window.cutting = true;")
        page.route("**/live", lambda route: (time.sleep(chooser.random() / 2), route.continue_()))
        chooser = random.Random(32)
        play_now(page)
        for _ in range(RELOADS):
            if is_asked(page):
                before = version(page)
                page.evaluate(f"document.querySelector('.board [data-move]').dispatchEvent({A_CLICK})")
                page.wait_for_function("v => Number(document.querySelector('.table').dataset.version) > v", arg=before)
            page.wait_for_timeout(chooser.random() * 400)
            page.reload(wait_until="commit")
            if not wait_for_question(page):
                break
            compare(page)
        page.context.close()


def test_no_stream_begins_before_the_scripts_that_listen(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url)
    page.add_init_script(LOOKS)
    page.clock.install()

    def come_late(route: Route) -> None:
        time.sleep(0.7)
        route.continue_()

    play_now(page)
    page.route(re.compile(r"/static/(table|people|figures)\.js"), come_late)
    page.reload()
    page.wait_for_function("() => window.told")
    before = page.evaluate("window.looks")
    page.clock.run_for(4000)
    assert page.evaluate("window.looks") == before, "a page that hears its stream does not look for itself"
    page.context.close()


def test_a_stream_that_falls_silent_is_left_for_another(browser: Browser, tmp_path: Path) -> None:
    with open_house(Settings(database=str(tmp_path / "house.sqlite"), bot_pause=0.0, heartbeat=1, log="warning")) as url:
        page = come_in(browser, url)
        page.add_init_script(STREAMS)
        page.clock.install()
        play_now(page)
        with clock_stopped(page):
            for _ in range(5):
                before = page.evaluate("window.heard")
                page.wait_for_function("before => window.heard > before", arg=before)
                page.clock.run_for(1000)
        assert page.evaluate("window.streams") == 1, "signs of life keep a quiet stream"
        page.evaluate("window.silent = 1")
        click_a_target(page, random.Random(33))
        page.wait_for_function("() => window.streams === 2")
        assert wait_for_question(page)
        compare(page)
        page.context.close()


def test_a_house_without_room_for_streams_still_shows_the_table(browser: Browser, tmp_path: Path) -> None:
    with open_house(Settings(database=str(tmp_path / "house.sqlite"), bot_pause=0.0, max_streams=1, log="warning")) as url:
        first, page = come_in(browser, url), come_in(browser, url)
        play_now(first)
        first.wait_for_function("() => document.querySelector('#live')._htmx?.sse")
        with page.expect_response(re.compile("/live$")) as refused:
            play_now(page)
        assert refused.value.status == 429
        page.wait_for_timeout(500)
        assert page.locator("#live > .table .board").count() == 1
        click_a_target(page, random.Random(34))
        assert wait_for_question(page)
        for each in (first, page):
            each.context.close()


@pytest.mark.parametrize("mark", ['data-queue="7"', 'data-weaker="1"'])
def test_what_is_no_part_of_a_version_is_shown_without_a_new_one(guest: Page, mark: str) -> None:
    play_now(guest)
    text = guest.request.get(f"{guest.url}/now").text()
    longer = text.replace(" data-since=", f" {mark} data-since=", 1).replace("</header>", "<p>seven wait</p></header>", 1)
    assert longer.count("seven wait") == 1
    stream = "\n".join(["id: 1", *(f"data: {line}" for line in longer.split("\n")), "", ""])
    guest.route("**/live", lambda route: route.fulfill(content_type="text/event-stream", body=stream))
    guest.reload()
    expect(guest.get_by_text("seven wait")).to_be_visible()
