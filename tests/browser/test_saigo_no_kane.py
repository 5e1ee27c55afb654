"""Saigo no Kane in a real browser: a whole game by mouse, and one by keyboard."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import MOST_DECISIONS, click_a_target, play_now, press_a_target, wait_for_question
from zashiki.games.saigo_no_kane import GAME

pytestmark = pytest.mark.browser


def test_a_whole_game_by_keyboard(guest: Page) -> None:
    play_now(guest, GAME.name)
    chooser, decisions = random.Random(8), 0
    guest.keyboard.press("b")  # once; from then on the focus stays on the board
    while wait_for_question(guest):
        press_a_target(guest, chooser)
        decisions += 1
        assert decisions < MOST_DECISIONS
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    assert guest.locator(".tally tbody tr").count() >= 5
    assert guest.locator(".board .days .past").count() == 5


def test_who_lets_cards_be_is_asked_only_about_those_that_hit(guest: Page) -> None:
    play_now(guest, GAME.name)
    chooser, spared = random.Random(9), "#spare:not([data-hit])"
    harmless = guest.locator(spared)
    while wait_for_question(guest) and not harmless.count():
        click_a_target(guest, chooser)
    harmless.click()
    expect(harmless).to_have_count(0)  # it was answered, and so are all that follow
    asked = 0
    while wait_for_question(guest) and asked < 40:
        expect(harmless).to_have_count(0)
        click_a_target(guest, chooser, unless=spared)  # the next harmless card may come any moment
        asked += 1
    assert asked == 40


@pytest.mark.parametrize("width", [360, 900, 1280])
def test_no_event_is_so_narrow_that_a_word_of_its_name_is_broken(guest: Page, width: int) -> None:
    guest.set_viewport_size({"width": width, "height": 800})
    guest.goto(f"/rules/{GAME.id}/gallery")
    measure = """titles => titles.map(title => {
      const range = document.createRange();
      range.selectNodeContents(title);
      return [title.textContent, new Set([...range.getClientRects()].map(box => box.top)).size];
    })"""
    titles = guest.locator(".poster .title").evaluate_all(measure)
    assert len(titles) > 20
    assert [name for name, lines in titles if lines > len(name.split())] == []
