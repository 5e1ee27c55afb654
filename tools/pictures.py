"""Make docs/pictures with a temporary server, bots that play, and a real browser.

    python tools/pictures.py
    python tools/pictures.py --only table scene    # those whose names begin so

Needs `pillow`. Every screen is captured at phone and desktop width, light and dark, and docs/pictures/README.md shows them all;
beside them the pictures in docs/pictures/before, of the same screens as they were once.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
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
KIND = ".webp"
LOOKS = [(1280, 860, "light"), (1280, 860, "dark"), (390, 844, "light"), (390, 844, "dark")]
MAIN_GAME = "rights-of-losers"
SHARE = 0.4  # how far into a game the tables are captured
LONGEST_MS = 600_000  # until bots have played a game to its end, or its chances are reckoned

LIT = """share => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(piece => piece.checkVisibility());
  const first = shown('.board .lit:not([data-move])'); // what must be chosen before anything can be played
  if (!shown('.board [data-move]').length) first[Math.floor(share * first.length)]?.click();
  const lit = shown('.board [data-move]');
  lit[Math.floor(share * lit.length)]?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  return lit.length > 0; // false while the table is being redrawn
}"""
PRESS = """selector => [...document.querySelectorAll(selector)].find(piece => piece.checkVisibility())
  ?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))"""
SCENES = """localStorage.setItem('zashiki scenes', 'wait');
  for (const key of Object.keys(localStorage)) if (key.startsWith('zashiki scene ')) localStorage.setItem(key, '0');"""

Act = Callable[[Page], None]


def press(selector: str) -> Act:
    """Press the first visible thing of this kind."""
    return lambda page: page.evaluate(PRESS, selector)


def enlarge(page: Page) -> None:
    """Read about a card, as a key does."""
    page.locator(".board [data-move][data-about], .board [data-about]:has([data-move])").first.focus()
    page.keyboard.press("i")


def until_reckoned(page: Page) -> None:
    page.wait_for_selector(".traces", timeout=LONGEST_MS)


@dataclass
class Camera:
    """Takes pictures of screens as one person sees them, in every size and theme."""

    browser: Browser
    page: Page
    url: str
    only: tuple[str, ...]

    def wants(self, name: str) -> bool:
        return not self.only or name.startswith(self.only)

    def look(self, name: str, address: str = "", act: Act | None = None, set_up: str = "") -> None:
        """Capture a page, the one in front unless an address is given, after doing something there."""
        if not self.wants(name):
            return
        for width, height, theme in LOOKS:
            context = self.browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                storage_state=self.page.context.storage_state(),
                reduced_motion="reduce",
            )
            if set_up:
                context.add_init_script(set_up)
            shown = context.new_page()
            shown.goto(f"{self.url}{address}" if address else self.page.url)
            shown.wait_for_timeout(600)
            if act:
                act(shown)
                shown.wait_for_timeout(900)
            keep_small(shown.screenshot(), PICTURES / f"{name}-{width}-{theme}{KIND}")
            context.close()
        print(name, flush=True)


def keep_small(picture: bytes, path: Path) -> None:
    Image.open(BytesIO(picture)).convert("RGB").save(path, quality=80, method=6)


def play(page: Page, lines: int, chooser: random.Random, until: str = "") -> None:
    """Click highlighted pieces until it is our turn and the game has had that many events, or shows `until`; or it is over."""
    while True:
        page.wait_for_selector(".table[data-asked], .table.over", timeout=LONGEST_MS)
        last = page.locator(".log li[data-number]").first.get_attribute("data-number") or "0"
        if page.query_selector(".table.over") or int(last) >= lines or (until and page.query_selector(until)):
            return
        before = page.get_attribute(".table", "data-version")
        if page.evaluate(LIT, chooser.random()):
            page.wait_for_function("v => document.querySelector('.table').dataset.version !== v", arg=before, timeout=LONGEST_MS)


def usual_length(game: AnyGame, players: int) -> int:
    """How many lines a game of random moves takes."""
    table, chooser = Table(game, players, seed=1), random.Random(1)
    while not table.over:
        seat = table.to_act[0]
        table.play(seat, chooser.choice(game.legal_actions(table.state, seat)))
    return len(table.lines)


def new_table(page: Page, game: str, name: str, players: str = "") -> None:
    """Start a game against bots; it is listed on the home page."""
    page.goto(f"/new?game={game}{players and f'&players={players}'}")
    page.locator("[name=name_0]").fill(name)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".table.running")


def let_bots_finish(page: Page) -> None:
    """To the end of the game, unless it is over already."""
    if not page.query_selector(".table.over"):
        page.get_by_role("button", name="Let a bot play for me").click()
    page.wait_for_selector(".table.over", timeout=LONGEST_MS)


def take_tables(camera: Camera, chooser: random.Random) -> None:
    page = camera.page
    for game in sorted(GAMES.values(), key=lambda game: game.id != MAIN_GAME):
        names = [f"{screen}-{game.id}" for screen in ("table", "scene")]
        names.append("result" if game.id == MAIN_GAME else f"result-{game.id}")
        if not any(map(camera.wants, names)) and game.id != MAIN_GAME:
            continue
        new_table(page, game.id, "Aiko")
        length = usual_length(game, page.locator(".at-seats li").count())
        play(page, int(length * SHARE), chooser)
        if game.id == MAIN_GAME:
            play(page, game.about.max_events, chooser, ".log .since")  # until there is something for the recap to show
        camera.look(names[0])
        if game.id == MAIN_GAME:
            take_what_opens(camera)
        play(page, game.about.max_events, chooser, "template[data-scene]")
        camera.look(names[1], set_up=SCENES)
        let_bots_finish(page)
        camera.look(names[2])
        if game.id == MAIN_GAME:
            table = page.url.removeprefix(camera.url)
            camera.look("replay", f"{table}/replay?at={length // 3}&eyes=open")
            camera.look("chances", f"{table}/chances", until_reckoned)
            camera.look("fair-table", f"{table}/fair")


def take_what_opens(camera: Camera) -> None:
    """What opens at a table."""
    camera.look("account", act=press(".board .score .opens"))
    camera.look("enlarged", act=enlarge)
    camera.look("why-not", act=press(".board [data-why]"))
    camera.look("recap", act=lambda page: page.keyboard.press("w"))
    camera.look("beside-the-table", act=press(".more a[href*='/rules/']"))
    camera.look("talk", act=press(".talk-open"))
    camera.look("settings", act=press("[data-open=settings]"), set_up=SCENES)
    camera.look("keys", act=lambda page: page.keyboard.press("?"))


def take_other_pictures(camera: Camera, chooser: random.Random) -> None:
    page = camera.page
    if camera.wants("table-of-four-kazoku-scribe"):
        new_table(page, "kazoku-scribe", "Aiko", "4")
        play(page, int(usual_length(GAMES["kazoku-scribe"], 4) * SHARE), chooser)
        camera.look("table-of-four-kazoku-scribe")
    page.goto("/new?game=rights-of-losers")
    page.locator("[name=seat_1][value=me]").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".curtain")
    camera.look("curtain")
    camera.look("invite", "/", act=lambda shown: shown.locator("[popovertarget^=invite]").first.click())
    page.goto("/")
    page.get_by_role("button", name="Invite friends: Rights of Losers").click()
    page.get_by_role("button", name="3 of us").click()
    page.wait_for_selector(".lobby")
    camera.look("lobby")
    for name, address in {
        "home": "/",
        "new": "/new?game=saigo-no-kane",
        "rules": "/rules/akiwado",
        "gallery": "/rules/idol-conclave/gallery",
        "learn": "/learn",
        "lesson": "/learn/akiwado",
        "practice": "/games/kazoku-scribe/practice",
        "print": "/print/idol-conclave",
        "open-a-record": "/replay",
        "fair": "/fair",
        "no-such-table": "/tables/none",
    }.items():
        camera.look(name, address)
    for name, address, link in (
        ("example", "/rules/akiwado", "a[href*='/examples/']"),
        ("exercise", "/games/kazoku-scribe/practice", "main a[href*='/practice/']"),
    ):
        page.goto(address)
        page.goto(page.locator(link).first.get_attribute("href") or "")
        camera.look(name)


def write_page() -> None:
    """The page with all pictures, each beside the one from before if there is one."""
    lines = ["# Pictures of every screen", "", "Made by `tools/pictures.py`; the pictures from before are of 2026-11-15.", ""]
    screens = sorted({path.name.rsplit("-", 2)[0] for path in PICTURES.glob(f"*{KIND}")})
    for screen in screens:
        lines += [f"## {screen.replace('-', ' ').capitalize()}", "", "| | before | now |", "|---|---|---|"]
        for width, _, theme in LOOKS:
            name, words = f"{screen}-{width}-{theme}", f"{screen}, {width} px, {theme}"
            before = f"![{words}](before/{name}.png)" if (PICTURES / "before" / f"{name}.png").exists() else "–"
            lines.append(f"| {width} px, {theme} | {before} | ![{words}]({name}{KIND}) |")
        lines.append("")
    (PICTURES / "README.md").write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[], help="how the names of the pictures begin")
    only = tuple(parser.parse_args().only)
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = Settings(database=f"{folder}/house.sqlite", bot_pause=0.0, rate="100000/minute", log="warning")
        browser = open_chromium(playwright)
        with open_house(settings) as url:
            context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
            context.add_init_script("localStorage.setItem('zashiki scenes', 'off')")  # a result waits for its scene
            context.set_default_timeout(LONGEST_MS)
            camera, chooser = Camera(browser, context.new_page(), url, only), random.Random(5)
            take_tables(camera, chooser)
            take_other_pictures(camera, chooser)
        browser.close()
    write_page()
    print(f"{len(list(PICTURES.glob(f'*{KIND}')))} pictures in {PICTURES.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
