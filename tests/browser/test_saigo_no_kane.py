"""Saigo no Kane in a real browser: a whole game by mouse, and one by keyboard."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import MOST_DECISIONS, click_a_target, play_now, press_a_target, resize, wait_for_question
from zashiki.games.saigo_no_kane import GAME

pytestmark = pytest.mark.browser

HARMLESS = "#spare:not([data-hit])"
LONG = 40  # decisions; a game has more than a hundred


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


def until_a_harmless_card(page: Page, chooser: random.Random) -> None:
    """A table, early in the game, where a card is played that does not hit us; in a few games there is none for long."""
    while True:
        play_now(page, GAME.name)
        for _ in range(LONG):
            if page.locator(HARMLESS).count():
                return
            click_a_target(page, chooser)
            assert wait_for_question(page)


def test_who_lets_cards_be_is_asked_only_about_those_that_hit(guest: Page) -> None:
    chooser, harmless = random.Random(9), guest.locator(HARMLESS)
    until_a_harmless_card(guest, chooser)
    harmless.click()
    expect(harmless).to_have_count(0)  # it was answered, and so are all that follow
    for _ in range(LONG):
        assert wait_for_question(guest)
        expect(harmless).to_have_count(0)
        click_a_target(guest, chooser, unless=HARMLESS)  # the next harmless card may come any moment


LOW_HAND = 48  # pixels: one row of teacher cards
ROOM = """() => {
  const edge = (which, side) => document.querySelector(`.board ${which}`).getBoundingClientRect()[side];
  return edge('.bar', 'top') - edge('.tracks', 'bottom');
}"""


def test_school_and_market_end_above_a_low_hand_on_a_laptop(guest: Page) -> None:
    guest.goto(f"/new?game={GAME.id}&players=4")
    guest.get_by_role("button", name="Open the table").click()
    wait_for_question(guest)
    for width, height in ((1366, 650), (1280, 800)):
        resize(guest, width, height)
        guest.evaluate("scrollTo(0, 0)")
        assert guest.evaluate(ROOM) >= LOW_HAND, f"at {width} × {height}"


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
