"""Whole games of Kazoku Scribe in a real browser: by mouse and by keyboard; the opponent's plan stays hidden."""

from __future__ import annotations

import contextlib
import os
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.people import CHOOSE, MOST_DECISIONS, version, wait_for_change, wait_for_question
from zashiki.games.kazoku_scribe import GAME

pytestmark = pytest.mark.browser

PICTURES = os.environ.get("ZASHIKI_PICTURES")  # a folder: keep a picture of every phase there


def keep_picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"kazoku-scribe-{name}.png", full_page=True)


def click_something(page: Page, chooser: random.Random) -> str:
    """Click a lit piece; the move it stands for, empty when the page changed under the hand: all plan at once."""
    before = version(page)
    move, x, y = page.evaluate(CHOOSE, chooser.random())
    page.mouse.click(x, y)
    try:
        page.wait_for_function("v => Number(document.querySelector('.table')?.dataset.version) > v", arg=before, timeout=5000)
    except TimeoutError:
        return ""
    return str(move)


@pytest.mark.skip(reason="clicks that land beside a hidden target make this run for minutes; the keyboard game below is whole")
def test_a_whole_game_by_mouse(guest: Page) -> None:
    guest.goto("/")
    guest.get_by_role("button", name=f"Play now against bots: {GAME.name}").click()
    chooser, verbs = random.Random(1), set[str]()
    for _ in range(MOST_DECISIONS):
        if not wait_for_question(guest):
            break
        verb = click_something(guest, chooser).split(" ")[0]
        if verb not in verbs:
            keep_picture(guest, f"after-{verb}")
        verbs.add(verb)
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    assert {"plan", "fence", "challenge", "explore"} <= verbs
    assert guest.locator(".tally tbody tr").count() >= 6


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
        assert guest.evaluate("document.activeElement.dataset.move"), "the focus stays on a lit piece"
        guest.keyboard.press("Enter")
        with contextlib.suppress(TimeoutError):
            wait_for_change(guest, before)
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
