"""Whole games through a page in Japanese, on a phone and on a desk: no word is cut, no page too wide, nothing in English."""

from __future__ import annotations

import html
import random
import re

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.people import OVER, click_a_target, come_in, resize, sit_alone, wait_for_quiet
from tests.browser.test_in_view import MOST_DECISIONS, MOST_TOLD, questions
from tests.reading import allowed_in, foreign
from tests.server.test_japanese import HOUSE, read
from zashiki.core.game import AnyGame
from zashiki.server.pages.asked import SEE_OTHER
from zashiki.server.pages.board import games_with_board

SIZES = ((390, 844), (1280, 800))
MOST_BETWEEN = 12  # decisions between two looks; they are sent by the forms of the page, without drawing it
BOTS_MS = 30

# Words in the bar, the hand and the head that do not fit: wider than the button or card they stand on, or cut by their element.
# Heights are not compared: the box of a line is as high as its typeface may need, and few letters fill it.
CUT = """() => {
  const found = [];
  for (const place of document.querySelectorAll('.table .bar, .table .hand, .house-head, .table-head .gear')) {
    const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const words = walk.currentNode.textContent.trim(), around = walk.currentNode.parentElement;
      const toBeHeard = around.clientWidth === 1; // a word beside a sign, for those who hear the page
      if (!words || !around.checkVisibility() || around.closest('.sr-only, template') || toBeHeard) continue;
      const range = document.createRange();
      range.selectNodeContents(walk.currentNode);
      const text = range.getBoundingClientRect();
      if (!text.width) continue;
      const holder = around.closest('button, a, .button, [data-about], [data-move], .bar, .hand') ?? place;
      const box = holder.getBoundingClientRect();
      const style = getComputedStyle(around), pushed = getComputedStyle(holder).overflowX === 'auto'; // aside, with a finger
      const hides = style.overflowX === 'hidden' && around.scrollWidth > around.clientWidth + 1
        || style.overflowY === 'hidden' && around.scrollHeight > around.clientHeight + 2;
      if (!pushed && (text.right - box.right > 2 || box.left - text.left > 2) || hides) found.push(words);
    }
  }
  return found;
}"""


def asked(page: Page, address: str) -> str:
    """The table as it asks its next question; as it ended, where there is none."""
    while "data-asked" not in (drawn := page.request.get(f"{address}/now").text()):
        if 'data-status="running"' not in drawn:
            return drawn
        page.wait_for_timeout(BOTS_MS)
    return drawn


def answer(page: Page, address: str, chooser: random.Random, count: int) -> None:
    """Answer so many questions as the list of options would, and wait for the next one or the end."""
    for _ in range(count):
        if not send_an_answer(page, address, asked(page, address), chooser):
            return
    asked(page, address)


def send_an_answer(page: Page, address: str, drawn: str, chooser: random.Random) -> bool:
    """Answer what the table as it was drawn asks; False if it asks nothing."""
    moves = re.findall(r'form="play-form" name="move" value="([^"]*)"', drawn)
    if moves:
        form = {"csrf": page.get_attribute("#play-form [name=csrf]", "value") or ""}
        fields = dict(re.findall(r'form="play-form" name="(seat|expected)" value="(\d+)"', drawn))
        sent = form | fields | {"move": html.unescape(chooser.choice(moves))}
        assert page.request.post(f"{address}/play", form=sent, max_redirects=0).status == SEE_OTHER
    return bool(moves)


def wrong_here(page: Page, game: AnyGame, where: str) -> list[str]:
    """What is wrong with the page on both screens."""
    wrong = []
    for size in SIZES:
        resize(page, *size)
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            wrong.append(f"{where} at {size[0]}: {wide} px too wide")
        wrong += [f"{where} at {size[0]}: cut: {words}" for words in page.evaluate(CUT)]
    allowed = allowed_in(game, more=[*HOUSE, "Aiko"])
    return wrong + [f"{where}: foreign: {words}" for words in foreign(read(page.content()), allowed)]


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_a_whole_game_is_played_in_japanese(browser: Browser, house_url: str, game: AnyGame) -> None:
    look_every = min(MOST_BETWEEN, game.about.max_events // 20)
    page = come_in(browser, house_url, *SIZES[0], locale="ja-JP")
    sit_alone(page, game)
    address, chooser, wrong, count = page.url, random.Random(5), [], 0
    for _ in questions(page):
        wait_for_quiet(page)
        wrong += wrong_here(page, game, f"decision {count}")
        click_a_target(page, chooser)
        count += look_every
        assert count < MOST_DECISIONS
        answer(page, address, chooser, look_every - 1)
        page.goto(address)
    page.wait_for_selector(f"{OVER} .tally")
    wrong += wrong_here(page, game, "the result")
    page.context.close()
    assert count > look_every
    told = "\n".join([*dict.fromkeys(wrong)][:MOST_TOLD])
    assert not wrong, f"{len(wrong)} findings, among them\n{told}"
