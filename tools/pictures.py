"""Make docs/pictures with a temporary server, bots that play, and a real browser.

    python tools/pictures.py

Needs `pillow`. Every screen is captured at phone and desktop width, light and dark, and docs/pictures/README.md shows them all;
beside them the pictures in docs/pictures/before, of the same screens as they were once.
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
PRESS = "selector => [...document.querySelectorAll(selector)].find(piece => piece.checkVisibility())?.click()"

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


def look(browser: Browser, page: Page, name: str, address: str, press: str = "") -> None:
    """Capture one page in every size and theme, as the user of `page` sees it, after pressing the first visible `press`."""
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
        if press:
            shown.evaluate(PRESS, press)
            shown.wait_for_timeout(900)
        keep_small(shown.screenshot(), PICTURES / f"{name}-{width}-{theme}.png")
        context.close()


def keep_small(picture: bytes, path: Path) -> None:
    """Save in 256 colours: a third of the size, and it looks the same."""
    Image.open(BytesIO(picture)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def take_pictures(browser: Browser, url: str) -> None:
    context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    context.add_init_script("localStorage.setItem('zashiki scenes', 'off')")  # a result waits for its scene
    page, chooser = context.new_page(), random.Random(5)
    for game in sorted(GAMES.values(), key=lambda game: game.id != MAIN_GAME):
        new_table(page, game.id, "Aiko")
        length = usual_length(game, page.locator(".at-seats li").count())
        play(page, int(length * SHARE), chooser)
        look(browser, page, f"table-{game.id}", page.url)
        print(game.name, flush=True)
        if game.id == MAIN_GAME:
            look(browser, page, "account", page.url, ".board .opens")
            look(browser, page, "recap", page.url, ".news > summary")
            look(browser, page, "beside-the-table", page.url, ".more a[href*='/rules/']")
            play(page, game.about.max_events, chooser)
            look(browser, page, "result", page.url)
            look(browser, page, "replay", f"{page.url}/replay?at={length // 3}&eyes=open")
    take_other_pictures(browser, page, url)
    context.close()


def take_other_pictures(browser: Browser, page: Page, url: str) -> None:
    page.goto("/")
    page.get_by_role("button", name="Invite friends: Rights of Losers").click()
    page.get_by_role("button", name="3 of us").click()
    page.wait_for_selector(".lobby")
    look(browser, page, "lobby", page.url)
    look(browser, page, "home", f"{url}/")
    look(browser, page, "new", f"{url}/new?game=saigo-no-kane")
    look(browser, page, "rules", f"{url}/rules/akiwado")
    look(browser, page, "gallery", f"{url}/rules/idol-conclave/gallery")
    look(browser, page, "lesson", f"{url}/learn/akiwado")
    look(browser, page, "practice", f"{url}/games/kazoku-scribe/practice")
    look(browser, page, "print", f"{url}/print/idol-conclave")


def write_page() -> None:
    """The page with all pictures, each beside the one from before if there is one."""
    lines = ["# Pictures of every screen", "", "Made by `tools/pictures.py`; the pictures from before are of 2026-11-15.", ""]
    screens = sorted({path.name.rsplit("-", 2)[0] for path in PICTURES.glob("*.png")})
    for screen in screens:
        lines += [f"## {screen.replace('-', ' ').capitalize()}", "", "| | before | now |", "|---|---|---|"]
        for width, _, theme in LOOKS:
            name = f"{screen}-{width}-{theme}.png"
            shown = [f"![{screen}, {width} px, {theme}]({folder}{name})" for folder in ("before/", "")]
            before = shown[0] if (PICTURES / "before" / name).exists() else "–"
            lines.append(f"| {width} px, {theme} | {before} | {shown[1]} |")
        lines.append("")
    (PICTURES / "README.md").write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = Settings(database=f"{folder}/house.sqlite", bot_pause=0.0, rate="100000/minute", log="warning")
        browser = open_chromium(playwright)
        with open_house(settings) as url:
            take_pictures(browser, url)
        browser.close()
    write_page()
    print(f"{len(list(PICTURES.glob('*.png')))} pictures in {PICTURES.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
