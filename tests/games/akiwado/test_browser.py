"""Whole games of Akiwado in a real browser: by mouse, by keyboard, and with the Purveyor variant on a phone."""

from __future__ import annotations

import random
import re
from pathlib import Path

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
from zashiki.games.akiwado import GAME

pytestmark = pytest.mark.browser

# The lit pieces that are too low for a finger.
LOW = """() => [...document.querySelectorAll('.board [data-move]')]
  .filter(piece => piece.getClientRects().length && piece.getBoundingClientRect().height < 44).map(piece => piece.dataset.move)"""


def play_through(page: Page, chooser: random.Random) -> set[str]:
    """Click to the end; the verbs that were played."""
    verbs: set[str] = set()
    for _ in range(MOST_DECISIONS):
        if not wait_for_question(page):
            break
        assert page.evaluate(LOW) == []
        verbs.add(click_a_target(page, chooser).split(" ")[0])
    expect(page.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    return verbs


def test_a_whole_game_by_mouse(guest: Page) -> None:
    play_now(guest, GAME.name)
    verbs = play_through(guest, random.Random(1))
    assert {"declare", "bid"} <= verbs
    assert guest.locator(".tally tbody tr").count() >= 3


def test_bids_are_turned_over_in_a_scene_that_waits(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, scenes="wait")
    sit_alone(page, GAME)
    scene, chooser = page.locator("#scene"), random.Random(4)
    bids = scene.get_by_role("heading", name="The screens are lifted")
    # Whatever was opened before a question is on show when the question comes, and nothing opens while it waits for an answer.
    while wait_for_question(page) and not bids.is_visible():
        if scene.is_visible():
            page.keyboard.press("Escape")
        else:
            click_a_target(page, chooser)
    expect(scene.get_by_role("button", name="Back to the table")).to_be_visible()  # the steps come by themselves
    expect(scene.locator(".scene-place")).to_have_count(3)
    expect(scene.locator(".stamp:not(.blank)").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(bids).to_be_hidden()
    page.context.close()


def test_a_whole_game_by_keyboard(guest: Page) -> None:
    guest.goto("/")
    guest.get_by_role("button", name=f"Play now against bots: {GAME.name}").focus()
    guest.keyboard.press("Enter")
    chooser = random.Random(2)
    for _ in range(MOST_DECISIONS):
        if not wait_for_question(guest):
            break
        guest.keyboard.press("b")
        press_a_target(guest, chooser)
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()


def test_purveyor_with_five_seats_on_a_phone(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, 360, 640)
    page.goto(f"/new?game={GAME.id}&players=5")
    page.check("input[name*=purveyor][value=true]")
    page.get_by_role("button", name="Open the table").click()
    play_through(page, random.Random(3))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator(".tally tbody").first).to_contain_text("White marker")
    page.context.close()


def test_who_keeps_the_dice_can_be_read_on_a_phone_however_long_the_name(guest: Page) -> None:
    head, lines, *_ = (Path(__file__).parent / "records/won-by-points.kifu").read_text(encoding="utf-8").split("\n---\n")
    seats = " ".join(f"{seat}=Kitsunenoyomeiri" for seat in range(3))
    at = next(number for number, line in enumerate(lines.splitlines(), 1) if ": keep" in line)
    resize(guest, 360, 640)
    guest.goto("/replay")
    guest.get_by_label("Or paste it here").fill(f"{head}\nseats: {seats}\n---\n{lines}")
    guest.get_by_role("button", name="Open the record").click()
    guest.wait_for_selector("#replay")
    address, tray = guest.url.partition("?")[0], guest.locator(".board .tray")
    guest.goto(f"{address}?at={at - 1}&eyes=open")
    height = tray.evaluate("tray => tray.offsetHeight")
    guest.goto(f"{address}?at={at}&eyes=open")
    who = tray.locator(".legend span").first
    expect(who).to_have_text("Kitsunenoyomeiri keeps")
    assert who.evaluate("who => Math.max(who.scrollWidth - who.clientWidth, who.scrollHeight - who.clientHeight)") <= 2
    assert tray.evaluate("tray => tray.offsetHeight") <= height + 2
