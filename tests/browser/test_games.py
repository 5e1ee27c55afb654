"""Every game of the house takes moves on its board, on a phone in lamplight, without a serious finding."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser

from tests.browser.people import come_in, version, wait_for_change
from tests.browser.test_accessibility import findings
from zashiki.core.game import AnyGame
from zashiki.server.pages.board import games_with_board

DECISIONS = 10
LIT = """share => {
  const lit = [...document.querySelectorAll('.board [data-move]')].filter(piece => piece.checkVisibility());
  if (lit.length) { lit[Math.floor(share * lit.length)].dispatchEvent(new MouseEvent('click', {bubbles: true})); return true; }
  return false;
}"""


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_a_game_can_be_played_on_its_board(browser: Browser, house_url: str, game: AnyGame) -> None:
    page = come_in(browser, house_url, 360, 740, color_scheme="dark")
    page.goto("/")
    page.get_by_role("button", name=f"Play now against bots: {game.name}").click()
    chooser, found = random.Random(12), []
    for decision in range(DECISIONS):
        page.wait_for_selector(".table[data-asked], .table.over", timeout=60_000)
        if page.query_selector(".table.over"):
            break
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        if decision in (0, 5):
            found += findings(page)
        before = version(page)
        assert page.evaluate(LIT, chooser.random()), "something on the board is lit"
        wait_for_change(page, before)
    found += findings(page)
    page.context.close()
    assert found == []
