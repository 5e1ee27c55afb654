"""Every game of the house takes moves on its board, on a phone in lamplight, without a serious finding."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser

from tests.browser.people import click_a_target, come_in, play_now, wait_for_question
from tests.browser.test_accessibility import findings
from zashiki.core.game import AnyGame
from zashiki.server.pages.board import games_with_board

DECISIONS = 10


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_a_game_can_be_played_on_its_board(browser: Browser, house_url: str, game: AnyGame) -> None:
    page = come_in(browser, house_url, 360, 740, color_scheme="dark")
    play_now(page, game.name)
    chooser, found = random.Random(12), []
    for decision in range(DECISIONS):
        if not wait_for_question(page):
            break
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        if decision in (0, 5):
            found += findings(page)
        click_a_target(page, chooser)
    found += findings(page)
    page.context.close()
    assert not found, "\n".join(found)
