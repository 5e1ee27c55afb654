"""Whole games of Kazoku Scribe in a real browser: by mouse and by keyboard; pieces carried, fences drawn, a plan revealed."""

from __future__ import annotations

import math
import random
import re
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import MOST_DECISIONS, come_in, version, wait_for_change, wait_for_focus, wait_for_question
from zashiki.games.kazoku_scribe import GAME

pytestmark = pytest.mark.browser

# A lit piece that can be seen, brought into view: its move, its middle, and what would take a click there instead.
CHOOSE = """([share, verb]) => {
  const lit = [...document.querySelectorAll('.board [data-move]')]
    .filter(piece => piece.dataset.move.startsWith(verb) && piece.getClientRects().length);
  if (!lit.length) return null;
  const piece = lit[Math.floor(share * lit.length)];
  const place = piece.querySelector('.hit') ?? piece;
  place.scrollIntoView({block: 'center'});
  const box = place.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const top = document.elementFromPoint(x, y);
  return [piece.dataset.move, x, y, piece.contains(top) ? '' : top?.outerHTML.slice(0, 200) ?? 'nothing'];
}"""

# The middles of pieces and the moves they stand for, the first of them brought into view if asked for.
MIDDLES = """([selector, scroll]) => {
  const pieces = [...document.querySelectorAll(selector)];
  if (scroll) pieces[0].scrollIntoView({block: 'center'});
  return pieces.map(piece => {
    const box = (piece.querySelector('.hit') ?? piece).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, piece.dataset.move ?? ''];
  });
}"""


def play_now(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=f"Play now against bots: {GAME.name}").click()


def click_something(page: Page, chooser: random.Random, verb: str = "") -> str:
    """Click a lit piece, which nothing may cover; the move it stands for, empty when the table moved on meanwhile."""
    before, share = version(page), chooser.random()
    chosen = page.evaluate(CHOOSE, [share, verb])
    while chosen is not None and chosen[3].startswith("<html"):  # the old page still fades into this one
        page.wait_for_timeout(50)
        chosen = page.evaluate(CHOOSE, [share, verb])
    if chosen is None:
        return ""
    move, x, y, covered_by = chosen
    assert not covered_by, f"{move} is covered by {covered_by}"
    page.mouse.click(x, y)
    wait_for_change(page, before)
    return str(move)


def play_until(page: Page, stage: str) -> None:
    """Click until a step is asked for."""
    chooser = random.Random(3)
    while wait_for_question(page) and not page.locator(f".board [data-move^='{stage} ']").count():
        click_something(page, chooser)


def test_a_whole_game_by_mouse(guest: Page) -> None:
    play_now(guest)
    chooser, verbs = random.Random(1), set[str]()
    for _ in range(MOST_DECISIONS):
        if not wait_for_question(guest):
            break
        verbs.add(click_something(guest, chooser).split(" ")[0])
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    assert {"plan", "fence", "challenge", "explore"} <= verbs
    assert guest.locator(".tally tbody tr").count() >= 6


def test_a_whole_game_by_keyboard(guest: Page) -> None:
    guest.goto("/")
    guest.get_by_role("button", name=f"Play now against bots: {GAME.name}").focus()
    guest.keyboard.press("Enter")
    chooser = random.Random(2)
    for _ in range(MOST_DECISIONS):
        if not wait_for_question(guest):
            break
        before = version(guest)
        guest.keyboard.press("b")
        for _ in range(chooser.randrange(4)):
            guest.keyboard.press(chooser.choice(["ArrowRight", "ArrowDown"]))
        assert wait_for_focus(guest)
        guest.keyboard.press("Enter")
        wait_for_change(guest, before)
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()


def middles(page: Page, pieces: str) -> dict[tuple[float, float], str]:
    """The middle of each piece on the screen, with its move: measured in one step, as the table may be redrawn at any time."""
    page.wait_for_selector(pieces)
    return {(x, y): move for x, y, move in page.evaluate(MIDDLES, [pieces, False])}


def middle(page: Page, piece: str) -> tuple[float, float]:
    """The middle of the first such piece, brought into view."""
    page.wait_for_selector(piece)
    x, y, _ = page.evaluate(MIDDLES, [piece, True])[0]
    return x, y


def test_a_piece_is_carried_turned_and_dropped_where_it_fits(guest: Page) -> None:
    play_now(guest)
    play_until(guest, "place")
    piece = guest.locator(".held").first
    places = guest.locator(f".placement[data-war='{piece.get_attribute('data-war')}']")
    everything = places.count()
    guest.mouse.move(*middle(guest, ".held"))
    guest.mouse.down()
    guest.mouse.move(*middle(guest, ".plan"), steps=4)
    expect(guest.locator(".carried")).to_have_count(1)
    expect(piece).to_have_attribute("aria-pressed", "true")
    shown = set[str]()
    for key in ["r"] * 4 + ["f"] + ["r"] * 4:
        fitting = guest.locator(".placement:not(.aside)").evaluate_all("all => all.map(place => place.dataset.move)")
        assert fitting, "a piece is only turned to where it fits"
        shown |= set(fitting)
        guest.keyboard.press(key)
        guest.mouse.move(*middle(guest, ".plan"), steps=2)
    assert len(shown) == everything, "every placement fits one way round or the other"
    place = guest.locator(".placement:not(.aside)").last.get_attribute("data-move")
    assert place
    before = version(guest)
    x, y = middle(guest, f".placement[data-move='{place}'] .cover")
    guest.mouse.move(x + 6, y - 5, steps=3)
    expect(guest.locator(".carried.fits")).to_have_count(1)
    guest.mouse.up()
    wait_for_change(guest, before)
    cells = place.split(" ")[2:]
    for cell in cells:
        expect(guest.locator(f"#label-{cell}")).to_have_count(1)


def test_a_piece_can_be_picked_up_turned_by_its_button_and_clicked_down(guest: Page) -> None:
    play_now(guest)
    play_until(guest, "place")
    guest.locator(".held").first.focus()
    guest.keyboard.press("Enter")
    guest.get_by_role("button", name="Flip").click()
    guest.get_by_role("button", name="Turn").click()
    place = guest.locator(".placement:not(.aside)").first.get_attribute("data-move")
    assert place
    before = version(guest)
    x, y = middle(guest, f".placement[data-move='{place}'] .cover")
    guest.mouse.move(x, y, steps=3)
    guest.mouse.click(x, y)
    wait_for_change(guest, before)
    expect(guest.locator(f"#label-{place.split(' ')[2]}")).to_have_count(1)


def test_on_a_phone_a_piece_follows_the_finger(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, 390, 844, has_touch=True, is_mobile=True)
    play_now(page)
    play_until(page, "place")
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    before = version(page)
    x, y = middle(page, ".held")
    touch("touchStart", (x, y))
    touch("touchMove", (x + 10, y + 20))
    place = page.locator(".placement:not(.aside)").first.get_attribute("data-move") or ""
    (over,) = middles(page, f".placement[data-move='{place}'] .cover")
    touch("touchMove", over)
    expect(page.locator(".carried.fits")).to_have_count(1)
    touch("touchEnd")
    wait_for_change(page, before)
    expect(page.locator(f"#label-{place.split(' ')[2]}")).to_have_count(1)
    page.context.close()


def test_a_fence_is_drawn_in_one_stroke_over_the_cells(guest: Page) -> None:
    play_now(guest)
    play_until(guest, "plan")
    click_something(guest, random.Random(4), "plan w3 plain")
    wait_for_question(guest)
    click_something(guest, random.Random(4), "fence")
    wait_for_question(guest)
    here = middle(guest, ".cell.draft .hit")
    fenced = [guest.locator(".cell.draft").get_attribute("data-why")]
    guest.mouse.move(*here)
    guest.mouse.down()
    for count in (2, 3):
        lit = middles(guest, ".cell[data-move]")
        here = min(lit, key=partial(math.dist, here))
        fenced.append(lit[here])
        guest.mouse.move(*here, steps=2)
        guest.wait_for_function("count => document.querySelectorAll('.cell.draft').length >= count", arg=count)
    guest.mouse.up()
    drafted = guest.locator(".cell.draft").evaluate_all("all => all.map(cell => cell.dataset.why)")
    assert set(fenced) <= set(drafted)


def test_a_press_counts_although_the_board_is_redrawn_before_the_release(guest: Page) -> None:
    play_now(guest)
    play_until(guest, "plan")
    click_something(guest, random.Random(4), "plan w3 plain")
    wait_for_question(guest)
    guest.mouse.move(*middle(guest, ".cell[data-move]"))
    guest.mouse.down()
    guest.evaluate("""() => {
      for (const drawn of document.querySelectorAll('.board svg')) drawn.replaceChildren(...drawn.cloneNode(true).childNodes);
    }""")
    guest.mouse.up()
    expect(guest.locator(".cell.draft")).to_have_count(1)


def test_with_the_keyboard_the_focus_goes_on_beside_the_fenced_cell(guest: Page) -> None:
    play_now(guest)
    play_until(guest, "plan")
    click_something(guest, random.Random(4), "plan w3 plain")
    wait_for_question(guest)
    guest.keyboard.press("b")
    for count in (1, 2, 3):
        (here,) = middles(guest, ".cell:focus")
        guest.keyboard.press("Enter")
        guest.wait_for_function("count => document.querySelectorAll('.cell.draft').length === count", arg=count)
        nearest = min(math.dist(here, spot) for spot in middles(guest, ".cell[data-move]"))
        (focused,) = middles(guest, ".cell:focus")
        assert math.dist(here, focused) == pytest.approx(nearest, abs=1)


def test_the_other_plan_is_hidden_until_the_reveal_and_then_drawn(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url)
    page.emulate_media(reduced_motion="no-preference")
    play_now(page)
    wait_for_question(page)
    page.evaluate("""() => {
      window.drawn = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, timing) {
        if (this.dataset.stroke) window.drawn.push([this.dataset.stroke, timing.duration, 'strokeDasharray' in frames]);
        return animate.call(this, frames, timing);
      };
    }""")
    chooser = random.Random(5)
    me = page.get_attribute(".table", "data-seat")
    theirs = f"path[data-stroke^='fence-{1 - int(me or 0)}-']"
    while wait_for_question(page) and page.locator(".phase-entry, .phase-plan").count():
        assert page.locator(theirs).count() == 0
        page.evaluate("window.drawn = []")
        click_something(page, chooser)
    assert page.locator(theirs).count() > 0
    strokes = [stroke for stroke in page.evaluate("window.drawn") if stroke[0].startswith(f"fence-{1 - int(me or 0)}-")]
    assert strokes, "the fences of the other plan are drawn"
    assert all(long < 500 and drawn for _, long, drawn in strokes)
    page.context.close()
