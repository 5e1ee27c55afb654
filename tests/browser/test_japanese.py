"""Whole games through a page in Japanese, on a phone and on a desk: no word is cut, no page too wide, nothing in English."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.people import OVER, come_in, sit_alone, version, wait_for_change, wait_for_quiet
from tests.browser.test_in_view import LOOK, MOST_DECISIONS, MOST_TOLD, SETTLED, questions
from tests.reading import allowed_in, foreign
from tests.server.test_japanese import HOUSE, read
from zashiki.core.game import AnyGame
from zashiki.server.pages.board import games_with_board

SIZES = ((390, 844), (1280, 800))
LOOK_EVERY = 9  # questions; what lies between is answered without looking

# Words in the bar and in the hand that do not fit: cut by their own element, or out of the button or card they stand on.
CUT = """() => {
  const found = [];
  for (const place of document.querySelectorAll('.table .bar, .table .hand, .house-head, .table-head .gear')) {
    const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const words = walk.currentNode.textContent.trim(), around = walk.currentNode.parentElement;
      if (!words || !around.checkVisibility() || around.closest('.sr-only, template')) continue;
      const range = document.createRange();
      range.selectNodeContents(walk.currentNode);
      const text = range.getBoundingClientRect();
      if (!text.width) continue;
      const holder = around.closest('button, a, .button, [data-about], [data-move], .bar, .hand') ?? place;
      const box = holder.getBoundingClientRect();
      const out = Math.max(text.right - box.right, box.left - text.left, text.bottom - box.bottom, box.top - text.top);
      const hides = getComputedStyle(around).overflowX !== 'visible' && around.scrollWidth > around.clientWidth + 1;
      if (out > 2 || hides) found.push(words);
    }
  }
  return found;
}"""

# The list of options has every answer; pressing one there is sent like any other.
ANSWER = """share => {
  const all = [...document.querySelectorAll('#options button[name=move]')];
  all[Math.floor(share * all.length)].click();
}"""


def wrong_here(page: Page, game: AnyGame, where: str) -> list[str]:
    """What is wrong with the page on both screens."""
    wrong = []
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(SETTLED)
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            wrong.append(f"{where} at {size[0]}: {wide} px too wide")
        wrong += [f"{where} at {size[0]}: cut: {words}" for words in page.evaluate(CUT)]
    allowed = allowed_in(game, more=[*HOUSE, "Aiko"])
    return wrong + [f"{where}: foreign: {words}" for words in foreign(read(page.content()), allowed)]


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_a_whole_game_is_played_in_japanese(browser: Browser, house_url: str, game: AnyGame) -> None:
    page = come_in(browser, house_url, *SIZES[0], locale="ja-JP")
    sit_alone(page, game)
    chooser, wrong, count = random.Random(5), [], 0
    for _ in questions(page):
        if count % LOOK_EVERY == 0:
            wait_for_quiet(page)
            assert page.evaluate(LOOK) is not None
            wrong += wrong_here(page, game, f"question {count}")
        before = version(page)
        page.evaluate(ANSWER, chooser.random())
        wait_for_change(page, before)
        count += 1
        assert count < MOST_DECISIONS
    page.wait_for_selector(f"{OVER} .tally")
    wrong += wrong_here(page, game, "the result")
    page.context.close()
    assert count > 5
    told = "\n".join([*dict.fromkeys(wrong)][:MOST_TOLD])
    assert not wrong, f"{len(wrong)} findings, among them\n{told}"
