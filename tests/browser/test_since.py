"""What happened since one's last decision, in a real browser: the log's line, the recap, and settings that are kept."""

from __future__ import annotations

import random

from playwright.sync_api import Browser, Page, expect

from tests.browser.people import click_a_target, come_in, play_now, version, wait_for_question


def until_others_have_acted(page: Page, chooser: random.Random) -> None:
    """Play until others have done something after the last decision."""
    wait_for_question(page)
    while not page.locator(".log .since").count():
        click_a_target(page, chooser)
        wait_for_question(page)


def until_others_have_changed_something(page: Page, chooser: random.Random) -> None:
    """Play until others have done something that shows on the board: a vote may change nothing."""
    until_others_have_acted(page, chooser)
    while not page.locator(".table-board .changed").count():
        click_a_target(page, chooser)
        until_others_have_acted(page, chooser)


def test_a_recap_steps_through_what_others_did_and_any_key_ends_it(guest: Page) -> None:
    play_now(guest)
    guest.get_by_role("button", name="Settings for this device").click()
    guest.get_by_label("Pace of scenes and recaps").select_option("slow")
    guest.keyboard.press("Escape")
    until_others_have_acted(guest, random.Random(21))
    first = guest.locator(".log li:has(+ .since)").inner_text()
    before, recap = version(guest), guest.locator("#recap")
    guest.locator(".log [data-recap]").click()
    expect(recap.locator(".recap-told")).to_have_text(first)
    expect(recap.locator(".recap-board .board")).to_be_visible()
    assert recap.locator("[data-move]").count() == 0
    guest.keyboard.press("x")
    expect(recap).to_be_hidden()
    assert version(guest) == before, "the key that ended it has played nothing"
    guest.keyboard.press("w")
    expect(recap).to_be_visible()
    expect(recap).to_be_hidden()  # after the last event it closes by itself


def test_what_changed_is_marked_until_the_next_decision(guest: Page) -> None:
    play_now(guest, "Akiwado")
    chooser = random.Random(23)
    until_others_have_changed_something(guest, chooser)
    marked = guest.locator(".table-board .changed").evaluate_all("pieces => pieces.map(piece => piece.dataset.piece)")
    guest.reload()
    guest.wait_for_selector(".table-board .changed")
    again = guest.locator(".table-board .changed").evaluate_all("pieces => pieces.map(piece => piece.dataset.piece)")
    assert set(marked) <= set(again), "marks are kept when the page is loaded again; others may have acted meanwhile"
    kept = """() => {
      const key = Object.keys(sessionStorage).find(key => key.startsWith('zashiki marks'));
      return [JSON.parse(sessionStorage[key]).since, document.querySelector('.table').dataset.since];
    }"""
    before, _ = guest.evaluate(kept)
    click_a_target(guest, chooser)
    after, decision = guest.evaluate(kept)
    assert before != after == decision, "from here on, what others do is compared with the board after this decision"


def test_settings_are_kept_on_the_device(guest: Page) -> None:
    play_now(guest)
    guest.get_by_role("button", name="Settings for this device").click()
    guest.get_by_label("When something is turned over").select_option("8")
    guest.get_by_role("button", name="Done").click()
    guest.reload()
    wait_for_question(guest)
    guest.get_by_role("button", name="Settings for this device").click()
    expect(guest.get_by_label("When something is turned over")).to_have_value("8")


def test_on_a_phone_the_last_event_stands_above_the_board_and_opens(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, 390, 844)
    play_now(page)
    until_others_have_acted(page, random.Random(22))
    news, top = page.locator("#news"), "document.querySelector('.table-board').getBoundingClientRect().y + scrollY"
    expect(news.locator("summary [lang]")).to_have_text(page.locator(".log li[data-number]").first.inner_text())
    before = page.evaluate(top)
    news.locator("summary").click()
    expect(news.get_by_role("button", name="Recap")).to_be_visible()
    assert page.evaluate(top) == before
    page.context.close()
