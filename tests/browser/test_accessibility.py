"""axe-core finds nothing serious on any page, in daylight or lamplight, on a desktop or a phone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.people import click_a_target, come_in, invite, play_now, wait_for_question, wait_for_quiet

AXE = (Path(__file__).parent / "vendor/axe.min.js").read_text(encoding="utf-8")
RECORD = Path(__file__).parents[1] / "games/rights_of_losers/records/complete-game.kifu"
WORST = ("serious", "critical")


# How often the page changed meanwhile, and what was found.
LOOK = """async () => {
  let changes = 0;
  const changed = () => (changes += 1);
  for (const when of ['htmx:before:swap', 'htmx:after:swap']) document.addEventListener(when, changed);
  const {violations} = await axe.run(document, {resultTypes: ['violations']});
  for (const when of ['htmx:before:swap', 'htmx:after:swap']) document.removeEventListener(when, changed);
  return [changes, violations];
}"""


def findings(page: Page) -> list[str]:
    """The serious findings on the page as it stands; one that changes while it is looked at is looked at again."""
    wait_for_quiet(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    changes, violations = page.evaluate(LOOK)
    while changes:
        wait_for_quiet(page)
        changes, violations = page.evaluate(LOOK)
    return [
        f"{page.url} {found['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for found in violations
        if found["impact"] in WORST
        for node in found["nodes"][:3]
    ]


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_no_page_has_a_serious_finding(browser: Browser, house_url: str, theme: str, width: int) -> None:
    page = come_in(browser, house_url, width, 844, color_scheme=theme)
    found: list[str] = []
    plain = ("/", "/new", "/replay", "/keys", "/fair", "/rules/saigo-no-kane", "/tables/nothing-here", "/seat/forged")
    for address in (*plain, "/learn", "/learn/rights-of-losers/trick/5"):
        page.goto(address)
        found += findings(page)
    for address in (
        "/rules/akiwado/examples/touting",
        "/games/akiwado/practice",
        "/games/akiwado/practice/dice-that-pay?try=keep+4",
    ):
        page.goto(address)
        found += findings(page)
    page.goto("/rules/saigo-no-kane/gallery")
    page.locator("#thing-mori-kenta .face").hover()
    page.wait_for_selector("#about-sheet:popover-open")
    found += findings(page)
    invite(page)
    found += findings(page)
    play_now(page)
    chooser = random.Random(11)
    while not page.locator("[data-house-says]").count():  # nobody needs advice on an only option
        click_a_target(page, chooser)
        assert wait_for_question(page)
    page.locator("[data-house-says]").click()
    page.wait_for_selector("#hints:popover-open")
    found += findings(page)
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.wait_for_selector("#rules-panel")
    found += findings(page)
    page.keyboard.press("Escape")
    seen = set()
    for _ in range(16):
        kind = (page.locator(".board [data-move]").first.get_attribute("data-move") or "").split(" ")[0]
        if kind not in seen:
            seen.add(kind)
            found += findings(page)
        click_a_target(page, chooser)
        wait_for_question(page)
    page.locator(".talk-open").click()
    page.locator("#ring summary").click()
    found += findings(page)
    page.keyboard.press("Escape")
    table = page.url
    for address in (f"{table}/replay?at=20", f"{table}/seats/0"):
        page.goto(address)
        found += findings(page)
    page.goto(table)
    page.locator("#fair summary").click()
    found += findings(page)
    page.locator("#abandon summary").click()
    page.locator("#abandon button").click()
    page.wait_for_selector(".table.abandoned")
    found += findings(page)
    page.goto(f"{table}/fair")
    found += findings(page)
    page.goto("/replay")
    page.get_by_label("Record file").set_input_files(RECORD)
    page.get_by_role("button", name="Open the record").click()
    page.get_by_role("link", name="Last", exact=True).click()
    page.wait_for_selector(".result")
    found += findings(page)
    page.goto("/new?game=akiwado&players=4")
    found += findings(page)
    page.goto("/new?game=rights-of-losers")
    page.locator("[name=seat_1][value=me]").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".curtain")
    found += findings(page)
    page.context.close()
    assert not found, "\n".join(found)
