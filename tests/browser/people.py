"""What the people in front of the browsers do."""

from __future__ import annotations

import random

from playwright.sync_api import Browser, BrowserContext, Page

GAME = "Rights of Losers"
ASKED = ".table[data-asked] .board [data-move]"
OVER = ".table.over"
LONGEST_MS = 120_000  # several bots may have to think in between, on a busy machine
MOST_DECISIONS = 400


def come_in(browser: Browser, url: str, width: int = 1280, height: int = 800, **more: object) -> Page:
    """Another person with a browser of their own."""
    context: BrowserContext = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        **more,  # type: ignore[arg-type]
    )
    return context.new_page()


def play_now(page: Page) -> None:
    """One click from the home page to the first decision."""
    page.goto("/")
    page.get_by_role("button", name=f"Play now against bots: {GAME}").click()
    wait_for_question(page)


def invite(page: Page) -> str:
    """A table for friends; its link."""
    page.goto("/")
    page.get_by_role("button", name=f"Invite friends: {GAME}").click()
    page.wait_for_selector(".lobby")
    return page.url


def sit_down(page: Page, link: str, name: str) -> None:
    """Open a friend's link, say a name, take the first free seat."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit here").first.click()
    page.wait_for_function("document.querySelector('.table')?.dataset.seat !== undefined")


def wait_for_question(page: Page) -> bool:
    """Until something is asked; False when the game is over."""
    page.wait_for_selector(f"{ASKED}, {OVER}", timeout=LONGEST_MS)
    return page.query_selector(OVER) is None


def version(page: Page) -> int:
    return int(page.get_attribute(".table", "data-version") or 0)


def wait_for_change(page: Page, since: int) -> None:
    page.wait_for_function("v => Number(document.querySelector('.table')?.dataset.version) > v", arg=since, timeout=LONGEST_MS)


def wait_for_focus(page: Page) -> str:
    """Until a lit piece has the focus; its move."""
    return str(page.wait_for_function("document.activeElement?.dataset.move", timeout=5_000).json_value())


def is_asked(page: Page) -> bool:
    return page.query_selector(ASKED) is not None


CHOOSE = """share => {
  const targets = [...document.querySelectorAll('.board [data-move]')];
  const target = targets[Math.floor(share * targets.length)];
  const place = target.querySelector('.hit') ?? target;
  place.scrollIntoView({block: 'center'});
  const box = place.getBoundingClientRect();
  return [target.dataset.move, box.x + box.width / 2, box.y + box.height / 2];
}"""


def click_a_target(page: Page, chooser: random.Random) -> str:
    """Click a lit piece with the mouse; the move it stands for."""
    before = version(page)
    move, x, y = page.evaluate(CHOOSE, chooser.random())
    page.mouse.click(x, y)
    wait_for_change(page, before)
    return str(move)
