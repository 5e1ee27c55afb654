"""Saigo no Kane in a real browser: a whole game by mouse, and one by keyboard."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import (
    MOST_DECISIONS,
    click_a_target,
    come_in,
    play_now,
    press_a_target,
    resize,
    sit_alone,
    wait_for_question,
)
from zashiki.core.words import LANGUAGE
from zashiki.games.saigo_no_kane import GAME
from zashiki.games.saigo_no_kane.screen.faces import ITEMS, STUDENTS

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


# How far School and Market end above a hand of so many cards with the longest words.
ABOVE = """([cards, longest]) => {
  const hand = document.querySelector('.board .hand'), held = () => hand.querySelectorAll('.teacher');
  while (held().length < cards) hand.append(held()[0].cloneNode(true));
  while (held().length > cards) held()[0].remove();
  for (const power of hand.querySelectorAll('.power')) power.textContent = longest;
  scrollTo(0, 0);
  return hand.getBoundingClientRect().top - document.querySelector('.board .tracks').getBoundingClientRect().bottom;
}"""


@pytest.mark.parametrize(
    ("language", "longest"), [("en", "turn one of your students upright"), ("ja", "アイテムを市場のものと交換")]
)
def test_no_hand_of_up_to_six_cards_covers_school_and_market(
    browser: Browser, house_url: str, language: str, longest: str
) -> None:
    page = come_in(browser, house_url, 1366, 650, locale=language)
    sit_alone(page, GAME, players=4)
    for cards in range(6, 0, -1):
        assert page.evaluate(ABOVE, [cards, longest]) >= -1, f"{cards} cards"
    page.context.close()


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


# Which names, in the place of that of the first tile, are wider than the tile.
WIDE = """names => {
  const name = document.querySelector('.board .track .tile:not(.hollow) .name > span');
  const tile = name.closest('.tile').getBoundingClientRect();
  const range = document.createRange();
  return names.filter(([drawn, long]) => {
    name.innerHTML = drawn;
    name.parentElement.classList.toggle('long', long);
    range.selectNodeContents(name);
    const { left, right } = range.getBoundingClientRect();
    return left < tile.left || right > tile.right;
  }).map(([drawn]) => drawn);
}"""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_name_fits_a_tile_of_school_and_market(browser: Browser, house_url: str, language: str) -> None:
    page = come_in(browser, house_url, locale=language)
    sit_alone(page, GAME)
    token = LANGUAGE.set(language)
    names = [["<wbr>".join(face.pieces), face.longest > 11] for face in (*ITEMS.values(), *STUDENTS.values())]
    LANGUAGE.reset(token)
    assert len(names) > 60
    for width, height in ((360, 640), (600, 960), (900, 800), (1024, 768), (1280, 800)):
        resize(page, width, height)
        assert page.evaluate(WIDE, names) == [], f"at {width} × {height}"
    page.context.close()
