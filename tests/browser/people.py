"""What the people in front of the browsers do.

A table may be redrawn at any moment, when a bot answers beside us. So what belongs together is read in one step, and clicks go
to a piece, not to a place where it once was.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from zashiki.core.game import AnyGame

GAME = "Rights of Losers"
ASKED = ".table[data-asked]"
OVER = ".table.over"
LONGEST_MS = 120_000  # several bots may have to think in between, on a busy machine
MOST_DECISIONS = 400
ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")


def come_in(browser: Browser, url: str, width: int = 1280, height: int = 800, *, scenes: str = "off", **more: object) -> Page:
    """Another person with a browser of their own, who gives every answer, and sees scenes only as `scenes` says."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        **more,  # type: ignore[arg-type]
    )
    context.set_default_timeout(LONGEST_MS)
    for name, value in (("scenes", scenes), ("forced", "false")):
        context.add_init_script(f"localStorage.getItem('zashiki {name}') ?? localStorage.setItem('zashiki {name}', '{value}')")
    return context.new_page()


def play_now(page: Page, game: str = GAME) -> None:
    """One click from the home page to the first decision."""
    page.goto("/")
    page.get_by_role("button", name=f"Play now against bots: {game}").click()
    wait_for_question(page)


def sit_alone(page: Page, game: AnyGame, options: dict[str, str] | None = None, *, players: int = 0, name: str = "Aiko") -> None:
    """A table of this game, of three players or about as many, with bots that play at random, up to the first decision."""
    bots = [{"kind": "bot", "bot": "random"}] * ((players or min(game.seats, key=lambda count: abs(count - 3))) - 1)
    wish = {"game": game.id, "seats": [{"kind": "person", "name": name}, *bots], "options": options or {}}
    made = page.request.post("/api/v1/tables", data=wish).json()
    page.goto(f"/seat/{made['tokens'][0]['token']}")
    page.locator("main form button").click()
    wait_for_question(page)


def invite(page: Page, players: int = 3) -> str:
    """A table for friends; its link."""
    page.goto("/")
    page.get_by_role("button", name=f"Invite friends: {GAME}").click()
    page.get_by_role("button", name=f"{players} of us").click()
    page.wait_for_selector(".lobby")
    page.wait_for_load_state()  # until then scripts show more of the page, and what is pressed may slide
    return page.url


def share_a_screen(page: Page, wish: str) -> None:
    """A table, as its address wishes, at which Aiko and Kenji sit in front of one browser."""
    page.goto(f"/new?{wish}")
    for number, name in enumerate(("Aiko", "Kenji")):
        page.locator(f"[name=seat_{number}][value=me]").check()
        page.locator(f"[name=name_{number}]").fill(name)
    page.get_by_role("button", name="Open the table").click()


def sit_down(page: Page, link: str, name: str) -> None:
    """Open a friend's link, say a name, take the first free seat."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit here").first.click()
    page.wait_for_function("() => document.querySelector('.table')?.dataset.seat !== undefined")


def wait_for_question(page: Page) -> bool:
    """Until something is asked and the page hears the answer; False when the game is over."""
    found = page.wait_for_selector(f"{ASKED}, {OVER}")
    page.wait_for_load_state()
    return found is not None and not found.evaluate("found => found.matches('.over')")


def version(page: Page) -> int:
    return int(page.get_attribute(".table", "data-version") or 0)


def wait_for_change(page: Page, since: int) -> None:
    """Until the last press is answered and the table shows it: another seat's answer alone is not enough."""
    page.wait_for_function(
        "v => Number(document.querySelector('.table')?.dataset.version) > v && !document.querySelector('#live[aria-busy]')",
        arg=since,
    )


def wait_for_quiet(page: Page) -> None:
    """Until nothing moves and no bot will redraw the table before somebody here does something."""
    page.wait_for_function(
        """() => !document.querySelector('.thinking, #live[aria-busy]') && document.getAnimations().every(
          motion => motion.playState !== 'running' || motion.effect.getTiming().iterations === Infinity)"""
    )


RESIZED = """async ([width, height]) => {
  const frame = () => new Promise(requestAnimationFrame);
  while (innerWidth !== width || innerHeight !== height) await frame();
  await frame(); // the page has been told, and has settled
}"""


def resize(page: Page, width: int, height: int) -> None:
    """Look at the page on another screen."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(RESIZED, [width, height])


@contextmanager
def clock_stopped(page: Page) -> Iterator[None]:
    """Nothing that a page does after a while happens meanwhile, unless `page.clock` runs; it must have been installed before."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    yield
    page.clock.resume()


REDRAW = """async () => {
  const live = document.querySelector('#live');
  const text = await (await fetch(live.dataset.fragment)).text();
  await htmx.swap({sourceElement: live, target: live, swap: 'innerMorph ignoreTitle:true', text});
}"""


def redraw(page: Page) -> None:
    """Show the table anew, as when another seat has answered."""
    page.evaluate(REDRAW)


def wait_for_focus(page: Page) -> str:
    """Until a lit piece has the focus; its move."""
    return str(page.wait_for_function("() => document.activeElement?.dataset.move").json_value())


def is_asked(page: Page) -> bool:
    return page.query_selector(ASKED) is not None


def click_a_target(page: Page, chooser: random.Random, verb: str = "", unless: str = ":not(*)") -> str:
    """Click a lit piece that can be seen, which nothing may cover; the move it stands for, once the table shows it.

    While the page shows `unless`, it answers by itself, and nothing is clicked.
    """
    before, move = page.wait_for_function(
        """([share, verb, unless]) => {
          const table = !document.querySelector(unless) && document.querySelector('.table[data-asked]');
          const every = selector => [...table ? table.querySelectorAll(selector) : []];
          const shown = selector => every(selector).filter(piece => piece.getClientRects().length);
          const lit = shown('.board [data-move]').filter(piece => piece.dataset.move.startsWith(verb));
          const first = shown('.board .lit:not([data-move])'); // what must be chosen before anything can be played
          if (!lit.length && first.length) first[Math.floor(share * first.length)].click();
          return lit.length && [Number(table.dataset.version), lit[Math.floor(share * lit.length)].dataset.move];
        }""",
        arg=[chooser.random(), verb, unless],
    ).json_value()
    page.wait_for_load_state()
    piece = f'.board [data-move="{move}"]:visible'
    page.locator(f"{piece} .hit, {piece}:not(:has(.hit))").first.click()
    wait_for_change(page, before)
    return str(move)


def press_a_target(page: Page, chooser: random.Random) -> str:
    """With a lit piece in focus, go about with the arrows and press Enter; the move, once the table shows it."""
    before = version(page)
    wait_for_focus(page)
    for _ in range(chooser.randrange(5)):
        page.keyboard.press(chooser.choice(ARROWS))
    move = wait_for_focus(page)
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    return move
