"""Whole games of Akiwado in a real browser: by mouse, by keyboard, and with the Purveyor variant on a phone."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import MOST_DECISIONS, come_in, version, wait_for_change, wait_for_focus, wait_for_question
from zashiki.games.akiwado import GAME

pytestmark = pytest.mark.browser

CHOOSE = """share => {
  const lit = [...document.querySelectorAll('.board [data-move]')].filter(piece => piece.getClientRects().length);
  if (!lit.length) return null;
  const piece = lit[Math.floor(share * lit.length)];
  piece.scrollIntoView({block: 'center'});
  const box = piece.getBoundingClientRect();
  return [piece.dataset.move, box.x + box.width / 2, box.y + box.height / 2, box.height];
}"""


def click_something(page: Page, chooser: random.Random) -> str:
    """Click a lit piece; the move it stands for, empty when the table moved on. Every piece is large enough for a finger."""
    before, chosen = version(page), page.evaluate(CHOOSE, chooser.random())
    if chosen is None:  # an answer of another seat came in between
        return ""
    move, x, y, height = chosen
    assert height >= 44
    page.mouse.click(x, y)
    wait_for_change(page, before)
    return str(move)


def play_through(page: Page, chooser: random.Random) -> set[str]:
    """Click to the end; the verbs that were played."""
    verbs: set[str] = set()
    for _ in range(MOST_DECISIONS):
        if not wait_for_question(page):
            break
        verbs.add(click_something(page, chooser).split(" ")[0])
    expect(page.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    return verbs


def test_a_whole_game_by_mouse(guest: Page) -> None:
    guest.goto("/")
    guest.get_by_role("button", name=f"Play now against bots: {GAME.name}").click()
    verbs = play_through(guest, random.Random(1))
    assert {"declare", "bid"} <= verbs
    assert verbs & {"accept", "challenge"}
    assert guest.locator(".tally tbody tr").count() >= 3


def test_a_whole_game_by_keyboard(guest: Page) -> None:
    guest.goto("/")
    guest.get_by_role("button", name=f"Play now against bots: {GAME.name}").focus()
    guest.keyboard.press("Enter")
    chooser = random.Random(2)
    for _ in range(MOST_DECISIONS):
        if not wait_for_question(guest):
            break
        before = version(guest)
        guest.keyboard.press("b")
        for _ in range(chooser.randrange(4)):
            guest.keyboard.press(chooser.choice(["ArrowRight", "ArrowDown"]))
        assert wait_for_focus(guest)
        guest.keyboard.press("Enter")
        wait_for_change(guest, before)
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()


def test_purveyor_with_five_seats_on_a_phone(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, 360, 640)
    page.goto(f"/new?game={GAME.id}&players=5")
    page.select_option("select[name*=purveyor]", "true")
    page.get_by_role("button", name="Open the table").click()
    play_through(page, random.Random(3))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator(".tally tbody")).to_contain_text("White marker")
    page.context.close()
