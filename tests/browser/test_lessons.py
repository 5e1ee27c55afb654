"""Somebody who knows nothing of a game is led through its lesson, on a phone and on a desk, whatever they press."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import come_in
from zashiki.core.game import AnyGame
from zashiki.core.teaching import table_at
from zashiki.server.pages.lessons import Place
from zashiki.server.pages.taught import lesson_of, taught_games

TAUGHT = taught_games()
SCREENS = {"phone": (390, 844), "desk": (1280, 800)}


# A reader who tries one move for every answer there is, then what the host asks for; each press must hit its piece on the screen,
# with the host's words and something they point at in view.
READ = """async ([steps, seconds]) => {
  const find = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const place = () => find(".lesson").dataset.place;
  const tried = () => "tried" in find(".lesson").dataset;

  async function until(what, condition) {
    const end = Date.now() + 1000 * seconds;
    while (!condition()) {
      if (Date.now() > end) throw new Error(`${place()}: ${what}`);
      await new Promise((done) => setTimeout(done, 5));
    }
    await new Promise((done) => setTimeout(done, 0)); // the page settles after it has changed
  }
  const shown = () => {
    const [host, head] = [".host", ".table-head"].map((part) => find(part).getBoundingClientRect());
    return host.top > innerHeight / 2 ? [head.bottom, host.top] : [host.bottom, innerHeight];
  };
  function look() {
    const host = find(".host").getBoundingClientRect();
    if (host.top < 0 || host.bottom > innerHeight + 1) throw new Error(`${place()}: the host is out of view`);
    if (document.documentElement.scrollWidth > innerWidth) throw new Error(`${place()}: wider than the screen`);
    const names = find(".host").dataset.point.split("\\n").filter(Boolean);
    const [top, bottom] = shown();
    const boxes = all(".pointed").map((piece) => piece.getBoundingClientRect());
    const seen = boxes.some((box) => box.bottom > top && box.top < bottom);
    if (names.length && !seen) throw new Error(`${place()}: none of ${names} is in view`);
  }
  function hit(piece) {
    piece.scrollIntoView({ block: "center" });
    const box = (piece.querySelector(".hit") ?? piece).getBoundingClientRect();
    for (const [x, y] of [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.15], [0.5, 0.85]]) {
      const there = document.elementFromPoint(box.x + x * box.width, box.y + y * box.height);
      if (there && piece.contains(there) && !there.closest(".opens")) return there;
    }
    return null;
  }
  function press(move) {
    const drawn = (piece) => piece.checkVisibility() && piece.getClientRects().length;
    const pieces = all(`.board [data-move="${CSS.escape(move)}"]`).filter(drawn);
    const there = pieces.map(hit).find(Boolean);
    if (there) return there.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (pieces.length) throw new Error(`${place()}: ${move} is covered`);
    find("#options").open = true; // some boards show a move only after another press
    find(`#options button[value="${CSS.escape(move)}"]`).click();
  }
  const go = (link) => hit(link).click();

  for (const { at, others, ask } of steps) {
    await until(`not at ${at}`, () => place() === at && !tried());
    look();
    for (const move of others) {
      press(move);
      await until(`nothing is said to ${move}`, tried);
      look();
      go(find(".host .primary"));
      await until(`no way back from ${move}`, () => !tried());
    }
    if (ask) press(ask);
    else if (find("[data-next]")) go(find("[data-next]"));
  }
  look();
}"""


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_lesson_has_no_dead_end(browser: Browser, house_url: str, game: AnyGame, screen: str) -> None:
    page = come_in(browser, house_url, *SCREENS[screen])
    lesson = lesson_of(game)
    page.goto(f"/learn/{game.id}")
    page.evaluate(READ, [[branches(Place(game, lesson, chapter, number)) for chapter, number, _ in lesson.steps()], 60])
    done = page.evaluate("name => JSON.parse(localStorage.getItem(name)).done", f"zashiki lesson {game.id}")
    assert done == [chapter.key for chapter in lesson.chapters]
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/tables/*")
    page.locator(".table.running").wait_for()
    page.context.close()


def branches(place: Place) -> dict[str, object]:
    """A step, with one move for each answer that can be had there."""
    legal = table_at(place.game, place.lesson, place.step).legal(place.lesson.seat) if place.step.ask else []
    others = {place.step.answer_to(move): move for move in reversed(legal) if move != place.step.ask}
    return {"at": place.address, "others": [others[answer] for answer in place.step.answers], "ask": place.step.ask}


def test_chapters_can_be_entered_repeated_and_gone_on_with(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url)
    game, lesson = TAUGHT[0], lesson_of(TAUGHT[0])
    second = lesson.chapters[1]
    page.goto("/")
    page.get_by_role("link", name="New here?").click()
    page.locator(".chapters").get_by_role("link", name=str(second.title)).click()
    expect(page.locator(".lesson")).to_have_attribute("data-place", f"/learn/{game.id}/{second.key}/1")
    page.locator("[data-next]").click()
    expect(page.locator(".lesson")).to_have_attribute("data-place", f"/learn/{game.id}/{second.key}/2")
    page.get_by_role("link", name="Show me").click()
    expect(page.locator(".lesson")).to_have_attribute("data-place", f"/learn/{game.id}/{second.key}/3")
    page.go_back()
    expect(page.locator(".lesson")).to_have_attribute("data-place", f"/learn/{game.id}/{second.key}/2")
    page.goto("/learn")
    page.locator(f'[data-lesson="{game.id}"]').get_by_role("link", name="Go on where you stopped").click()
    expect(page.locator(".lesson")).to_have_attribute("data-place", f"/learn/{game.id}/{second.key}/2")
    page.context.close()


def test_a_piece_that_is_not_lit_says_why_with_the_clause(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url)
    page.goto("/learn/rights-of-losers/trick/5")
    page.locator('.board [data-why="play r2"]').click()
    expect(page.locator("#notice")).to_contain_text("ROL-11")
    expect(page.locator(".lesson")).to_have_attribute("data-place", "/learn/rights-of-losers/trick/5")
    page.context.close()
