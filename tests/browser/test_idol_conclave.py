"""Idol Conclave in a real browser: a whole game by mouse, choosing a card and then an idol, and one by keyboard."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.people import (
    MOST_DECISIONS,
    click_a_target,
    come_in,
    play_now,
    press_a_target,
    redraw,
    version,
    wait_for_change,
    wait_for_question,
    wait_for_quiet,
)
from tests.browser.test_accessibility import findings
from zashiki.games.idol_conclave import GAME

pytestmark = pytest.mark.browser


def pick_a_card(page: Page, chooser: random.Random) -> str | None:
    """Choose a card of the hand, where a turn asks for one; the drops of that card, and of no other, are shown."""
    cards = page.locator(".board .pick")
    if cards.count() == 0:
        return None
    assert page.locator(".board .drop:visible, .board .pick :checked").count() == 0
    card = cards.nth(chooser.randrange(cards.count()))
    card.click()
    kind = card.locator("input").input_value()
    shown = page.locator(".board .drop:visible").evaluate_all("drops => drops.map((d) => d.dataset.move ?? d.dataset.why)")
    assert shown
    assert {move.split(" ")[1] for move in shown} == {kind}
    redraw(page)
    assert page.locator(".board .pick :checked").input_value() == kind
    return kind


def test_a_whole_game_by_mouse_card_first_then_idol(guest: Page) -> None:
    play_now(guest, GAME.name)
    chooser, decisions, picked = random.Random(5), 0, 0
    while wait_for_question(guest):
        kind = pick_a_card(guest, chooser)
        move = click_a_target(guest, chooser)
        if kind is not None:
            picked += 1
            assert move.split(" ")[1] == kind
        decisions += 1
        assert decisions < MOST_DECISIONS
    assert picked > 3
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    assert guest.locator(".board .column .rank").count() == 6
    assert guest.locator(".tally tbody tr").count() >= 5


def test_a_whole_game_by_keyboard(guest: Page) -> None:
    play_now(guest, GAME.name)
    chooser, decisions = random.Random(6), 0
    while wait_for_question(guest):
        cards = guest.locator(".board .pick input")
        if cards.count():
            cards.first.press("Space")
            for _ in range(chooser.randrange(cards.count())):
                guest.keyboard.press("ArrowRight")
        guest.keyboard.press("b")
        press_a_target(guest, chooser)
        decisions += 1
        assert decisions < MOST_DECISIONS
    assert decisions > 3


def fields(page: Page) -> Locator:
    """The fields of the grid of suspicions."""
    return page.locator("#suspicions .guess")


def open_the_grid(page: Page) -> None:
    if not fields(page).first.is_visible():
        page.get_by_text("Who might be whom").click()


def board_shown(page: Page) -> str:
    html: str = page.locator("#board").evaluate("board => board.innerHTML")
    return html


def test_marks_in_the_grid_of_suspicions_are_kept_and_private(browser: Browser, guest: Page, house_url: str) -> None:
    play_now(guest, GAME.name)
    stranger = come_in(browser, house_url)
    stranger.goto(guest.url)
    open_the_grid(stranger)
    assert stranger.locator("#suspicions button").count() == 0
    wait_for_quiet(stranger)
    shown, told = board_shown(stranger), version(stranger)

    open_the_grid(guest)
    field = guest.locator("#suspicions button").first
    name = (field.get_attribute("aria-label") or "").partition(":")[0]
    key = (field.get_attribute("id") or "").removeprefix("note-")
    for mark in ("maybe", "no", "yes", "no mark", "maybe", "no"):
        before = version(guest)
        field.press("Enter")
        wait_for_change(guest, before)
        expect(guest.get_by_role("button", name=f"{name}: {mark},")).to_be_focused()
    second = guest.locator("#suspicions button").nth(3)
    before = version(guest)
    second.click()
    wait_for_change(guest, before)
    expect(second).to_have_class("guess maybe")

    guest.reload()
    open_the_grid(guest)
    expect(guest.get_by_role("button", name=f"{name}: no,")).to_have_id(f"note-{key}")
    expect(guest.locator("#suspicions .guess-mark")).to_have_count(2)
    stranger.reload()
    open_the_grid(stranger)
    assert (board_shown(stranger), version(stranger)) == (shown, told)
    assert key not in stranger.content()
    stranger.context.close()


def test_a_mark_is_made_without_script(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, java_script_enabled=False)
    page.goto("/")
    page.get_by_role("button", name="Play now against bots: Idol Conclave").click()
    page.get_by_text("Who might be whom").click()
    page.locator("#suspicions button").first.click()
    expect(page.locator("#suspicions .guess-mark")).to_have_count(1)
    expect(page.locator("#suspicions .guess-mark")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_the_board_has_no_serious_finding_and_fits_the_screen(browser: Browser, house_url: str, theme: str, width: int) -> None:
    page = come_in(browser, house_url, width, 844, color_scheme=theme)
    play_now(page, GAME.name)
    chooser, seen, found = random.Random(13), set[str](), list[str]()
    while wait_for_question(page):
        asked = page.locator("#ask").inner_text()
        if asked not in seen:
            seen.add(asked)
            page.evaluate("document.querySelector('#suspicions')?.setAttribute('open', '')")
            found += findings(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        click_a_target(page, chooser)
    found += findings(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()
    assert not found, "\n".join(found)
