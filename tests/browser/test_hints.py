"""Whoever plays alone with bots asks the house what it would do, and takes its advice with one more press."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tests.browser.people import click_a_target, play_now, wait_for_question


def test_advice_opens_beside_the_table_and_can_be_taken(guest: Page) -> None:
    play_now(guest)
    chooser = random.Random(1)
    while not guest.locator("[data-house-says]").count():  # nobody needs advice on an only option
        click_a_target(guest, chooser)
        assert wait_for_question(guest)
    version = guest.locator("#live .table").get_attribute("data-version")
    guest.get_by_role("link", name="What would you do?").click()
    sheet = guest.get_by_role("dialog", name="What the house would do")
    expect(sheet).to_be_visible()
    sheet.get_by_text("The numbers").first.click()
    expect(sheet).to_contain_text("of 100 by the measure of the house's bots")
    advised = sheet.get_by_role("button").first
    advised.click()
    expect(sheet).to_be_hidden()
    expect(guest.locator("#live .table")).not_to_have_attribute("data-version", version or "")
