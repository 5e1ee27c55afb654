"""What a browser does about fair cards: it makes a word, keeps the promise it was given, and compares both at the end."""

from __future__ import annotations

import json
import random
import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.people import GAME, click_a_target, come_in, invite, is_asked, play_now, sit_down
from zashiki.fairness.promise import commitment_of

SAME = "Your browser has compared: the fingerprint is the one it got before you sat down, and your word is among those used."
OTHER = "Your browser has compared, and something differs: it got another fingerprint before you sat down, or sent another word."


def kept(page: Page) -> dict[str, str]:
    """What the browser keeps about the table on the page."""
    table = page.url.rsplit("/", 1)[-1]
    found = page.evaluate("table => localStorage.getItem(`fair:${table}`)", table)
    return dict(json.loads(found))


def close_table(page: Page) -> None:
    page.locator("#abandon summary").click()
    page.locator("#abandon button").click()
    page.wait_for_selector(".table.abandoned")


def test_one_click_makes_a_table_whose_cards_the_browser_can_check(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url)
    play_now(page)
    mine = kept(page)
    shown = page.locator("#fair")
    expect(shown).to_have_attribute("data-commitment", mine["commitment"])
    assert len(mine["word"]) == 32
    assert mine["word"] not in page.content()
    close_table(page)
    expect(page.locator(".fair-mine")).to_have_text(SAME)
    expect(page.locator("#fair [data-word]")).to_have_text([mine["word"]])
    secret = page.locator("#fair code").nth(1).text_content() or ""
    assert commitment_of(bytes.fromhex(secret)) == mine["commitment"]
    page.get_by_role("link", name="Check every card").click()
    expect(page.locator("article")).to_contain_text("draws of this game. Each came out as promised.")
    expect(page.locator(".fair-mine")).to_have_text(SAME)
    page.context.close()


def test_a_friend_types_a_word_and_finds_it_at_the_end(browser: Browser, house_url: str) -> None:
    host, friend = come_in(browser, house_url), come_in(browser, house_url)
    link = invite(host)
    friend.goto(link)
    friend.locator("#fair summary").click()
    friend.get_by_label("A word of your own").fill("  lucky  cat ")
    friend.get_by_role("button", name="Sit here").first.click()
    friend.wait_for_function("() => document.querySelector('.table')?.dataset.seat !== undefined")
    assert kept(friend)["word"] == "lucky_cat"
    host.get_by_role("button", name="Start now").click()
    host.wait_for_selector(".table.running")
    close_table(host)
    friend.wait_for_selector(".table.abandoned")
    for page in (host, friend):
        expect(page.locator(".fair-mine")).to_have_text(SAME)
    friend.locator("#fair summary").click()
    expect(friend.locator("#fair")).to_contain_text("lucky_cat")
    for page in (host, friend):
        page.context.close()


def test_a_promise_that_was_changed_is_told(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url)
    play_now(page)
    changed = kept(page) | {"commitment": "0" * 64}
    table = page.url.rsplit("/", 1)[-1]
    page.evaluate("([table, text]) => localStorage.setItem(`fair:${table}`, text)", [table, json.dumps(changed)])
    close_table(page)
    expect(page.locator(".fair-mine")).to_have_text(OTHER)
    page.context.close()


def test_going_back_and_pressing_again_makes_another_table(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url)
    play_now(page)
    first = page.url
    page.go_back()
    page.get_by_role("button", name=f"Play now against bots: {GAME}").click()
    page.wait_for_url("**/tables/*")
    assert page.url != first
    page.context.close()


def test_whoever_gave_no_word_brings_one_with_the_first_move(browser: Browser, house_url: str) -> None:
    host, friend = come_in(browser, house_url), come_in(browser, house_url)
    friend.route(
        "**/join", lambda route: route.continue_(post_data=re.sub(r"\bword=\w+", "word=", route.request.post_data or ""))
    )
    sit_down(friend, invite(host), "Kenji")
    friend.evaluate("localStorage.clear()")
    host.get_by_role("button", name="Start now").click()
    friend.wait_for_selector(".table.running")
    chooser = random.Random(1)
    while not is_asked(friend):  # who may hear later than the host that it is their turn
        if is_asked(host):
            click_a_target(host, chooser)
        friend.wait_for_timeout(50)
    click_a_target(friend, chooser)
    word = kept(friend)["word"]
    close_table(host)
    friend.wait_for_selector(".table.abandoned")
    expect(friend.locator(".fair-mine")).to_have_text(SAME)
    expect(friend.locator("#fair")).to_contain_text(word)
    for page in (host, friend):
        page.context.close()
