"""Make docs/pictures with a temporary server, bots that play, and a real browser.

    python tools/pictures.py

Needs `pillow`. Every page is captured at phone and desktop width, light and dark: home, lobby, result, replay,
and a table of every game in mid-play.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from io import BytesIO
from pathlib import Path

from chromium import open_chromium
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from zashiki.core.game import AnyGame
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.server.run import open_house
from zashiki.server.settings import Settings

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs/pictures"
LOOKS = [(1280, 860, "light"), (1280, 860, "dark"), (390, 844, "light"), (390, 844, "dark")]
MAIN_GAME = "rights-of-losers"
SHARE = 0.4  # how far into a game the tables are captured


LIT = """share => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(piece => piece.checkVisibility());
  const first = shown('.board .lit:not([data-move])'); // what must be chosen before anything can be played
  if (!shown('.board [data-move]').length) first[Math.floor(share * first.length)]?.click();
  const lit = shown('.board [data-move]');
  lit[Math.floor(share * lit.length)]?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  return lit.length > 0; // false while the table is being redrawn
}"""


def play(page: Page, lines: int, chooser: random.Random) -> None:
    """Click highlighted pieces until the game has had that many events and it is our turn again, or it is over."""
    while True:
        page.wait_for_selector(".table[data-asked], .table.over", timeout=120_000)
        last = page.locator(".log li[data-number]").first.get_attribute("data-number") or "0"
        if page.query_selector(".table.over") or int(last) >= lines:
            return
        before = page.get_attribute(".table", "data-version")
        if page.evaluate(LIT, chooser.random()):
            page.wait_for_function("v => document.querySelector('.table').dataset.version !== v", arg=before, timeout=120_000)


def usual_length(game: AnyGame, players: int) -> int:
    """How many lines a game of random moves takes."""
    table, chooser = Table(game, players, seed=1), random.Random(1)
    while not table.over:
        seat = table.to_act[0]
        table.play(seat, chooser.choice(game.legal_actions(table.state, seat)))
    return len(table.lines)


def new_table(page: Page, game: str, name: str) -> None:
    """Start a game against bots; it is listed on the home page."""
    page.goto(f"/new?game={game}")
    page.locator("[name=name_0]").fill(name)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".table.running")


def look(browser: Browser, page: Page, name: str, address: str) -> None:
    """Capture one page in every size and theme, as the user of `page` sees it."""
    for width, height, theme in LOOKS:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            storage_state=page.context.storage_state(),
            reduced_motion="reduce",
        )
        shown = context.new_page()
        shown.goto(address)
        shown.wait_for_timeout(600)
        keep_small(shown.screenshot(), PICTURES / f"{name}-{width}-{theme}.png")
        context.close()


def keep_small(picture: bytes, path: Path) -> None:
    """Save in 256 colours: a third of the size, and it looks the same."""
    Image.open(BytesIO(picture)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def take_pictures(browser: Browser, url: str) -> None:
    context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    page, chooser = context.new_page(), random.Random(5)
    for game in sorted(GAMES.values(), key=lambda game: game.id != MAIN_GAME):
        new_table(page, game.id, "Aiko")
        length = usual_length(game, page.locator(".at-seats li").count())
        play(page, int(length * SHARE), chooser)
        look(browser, page, f"table-{game.id}", page.url)
        print(game.name, flush=True)
        if game.id == MAIN_GAME:
            play(page, game.about.max_events, chooser)
            look(browser, page, "result", page.url)
            look(browser, page, "replay", f"{page.url}/replay?at={length // 3}&eyes=open")
    page.goto("/")
    page.get_by_role("button", name="Invite friends: Rights of Losers").click()
    page.wait_for_selector(".lobby")
    look(browser, page, "lobby", page.url)
    look(browser, page, "home", f"{url}/")
    context.close()


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = Settings(database=f"{folder}/house.sqlite", bot_pause=0.0, rate="100000/minute", log="warning")
        browser = open_chromium(playwright)
        with open_house(settings) as url:
            take_pictures(browser, url)
        browser.close()
    print(f"{len(list(PICTURES.glob('*.png')))} pictures in {PICTURES.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
