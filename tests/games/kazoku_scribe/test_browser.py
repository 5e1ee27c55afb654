"""Whole games of Kazoku Scribe in a real browser: by mouse and by keyboard; pieces carried, fences drawn, a plan revealed."""

from __future__ import annotations

import math
import random
import re
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import (
    MOST_DECISIONS,
    click_a_target,
    come_in,
    play_now,
    press_a_target,
    redraw,
    version,
    wait_for_change,
    wait_for_focus,
    wait_for_question,
)
from zashiki.games.kazoku_scribe import GAME

pytestmark = pytest.mark.browser

# The middles of pieces and the moves they stand for, the first of them brought into view if asked for.
MIDDLES = """([selector, scroll]) => {
  const pieces = [...document.querySelectorAll(selector)];
  if (scroll) pieces[0].scrollIntoView({block: 'center'});
  return pieces.map(piece => {
    const box = (piece.querySelector('.hit') ?? piece).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, piece.closest('[data-move]')?.dataset.move ?? ''];
  });
}"""

# Whether the focus is on the lit cell nearest to one that has been fenced.
BESIDE = """fenced => {
  const here = document.querySelector(`.cell.draft[data-why="${fenced}"]`);
  const lit = [...document.querySelectorAll('.cell[data-move]')];
  const box = cell => cell.querySelector('.hit').getBoundingClientRect();
  const far = cell => Math.hypot(box(cell).x - box(here).x, box(cell).y - box(here).y);
  return here && lit.includes(document.activeElement) && far(document.activeElement) < Math.min(...lit.map(far)) + 1;
}"""


def play_until(page: Page, stage: str) -> None:
    """Click until a step is asked for."""
    chooser = random.Random(3)
    while wait_for_question(page) and not page.locator(f".board [data-move^='{stage} ']").count():
        click_a_target(page, chooser)


def test_a_whole_game_by_keyboard(guest: Page) -> None:
    guest.goto("/")
    guest.get_by_role("button", name=f"Play now against bots: {GAME.name}").focus()
    guest.keyboard.press("Enter")
    chooser = random.Random(2)
    for _ in range(MOST_DECISIONS):
        if not wait_for_question(guest):
            break
        guest.keyboard.press("b")
        if guest.locator(".held:focus").count():  # a piece is picked up before it has a place
            guest.keyboard.press("Enter")
        press_a_target(guest, chooser)
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    assert guest.locator(".tally tbody tr").count() >= 6


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
    play_now(guest, GAME.name)
    play_until(guest, "place")
    piece = guest.locator(".held").first
    places = guest.locator(f".placement[data-war='{piece.get_attribute('data-war')}']")
    everything = places.count()
    assert guest.locator(".placement:not(.aside)").count() == 0, "a place is lit for a piece in the hand"
    guest.mouse.move(*middle(guest, ".held"))
    guest.mouse.down()
    guest.mouse.move(*middle(guest, ".plan .ground"), steps=4)
    expect(guest.locator(".carried")).to_have_count(1)
    expect(piece).to_have_attribute("aria-pressed", "true")
    shown = set[str]()
    for key in ["r"] * 4 + ["f"] + ["r"] * 4:
        fitting = guest.locator(".placement:not(.aside)").evaluate_all("all => all.map(place => place.dataset.move)")
        assert fitting, "a piece is only turned to where it fits"
        shown |= set(fitting)
        guest.keyboard.press(key)
        expect(guest.locator(".carried")).to_have_count(1)
    assert len(shown) == everything, "every placement fits one way round or the other"
    place = guest.locator(".placement:not(.aside)").last.get_attribute("data-move")
    assert place
    before = version(guest)
    x, y = middle(guest, f".placement[data-move='{place}'] .cover")
    guest.mouse.move(x + 6, y - 5, steps=3)
    expect(guest.locator(".carried.fits")).to_have_count(1)
    redraw(guest)
    expect(guest.locator(".carried.fits")).to_have_count(1)
    guest.mouse.up()
    wait_for_change(guest, before)
    for cell in place.split(" ")[2:]:
        expect(guest.locator(f"#label-{cell}")).to_have_count(1)


def test_a_piece_can_be_picked_up_turned_by_its_button_and_clicked_down(guest: Page) -> None:
    play_now(guest, GAME.name)
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
    play_now(page, GAME.name)
    play_until(page, "place")
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    before = version(page)
    x, y = middle(page, ".held")
    touch("touchStart", (x, y))
    touch("touchMove", (x + 10, y + 20))
    over, place = next(iter(middles(page, ".placement:not(.aside) .cover").items()))
    touch("touchMove", over)
    expect(page.locator(".carried.fits")).to_have_count(1)
    touch("touchEnd")
    wait_for_change(page, before)
    expect(page.locator(f"#label-{place.split(' ')[2]}")).to_have_count(1)
    page.context.close()


def test_a_fence_is_drawn_in_one_stroke_over_the_cells(guest: Page) -> None:
    play_now(guest, GAME.name)
    play_until(guest, "plan")
    click_a_target(guest, random.Random(4), "plan w3 plain")
    wait_for_question(guest)
    click_a_target(guest, random.Random(4), "fence")
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
    play_now(guest, GAME.name)
    play_until(guest, "plan")
    click_a_target(guest, random.Random(4), "plan w3 plain")
    wait_for_question(guest)
    guest.mouse.move(*middle(guest, ".cell[data-move]"))
    guest.mouse.down()
    redraw(guest)
    guest.mouse.up()
    expect(guest.locator(".cell.draft")).to_have_count(1)


def test_with_the_keyboard_the_focus_goes_on_beside_the_fenced_cell(guest: Page) -> None:
    play_now(guest, GAME.name)
    play_until(guest, "plan")
    click_a_target(guest, random.Random(4), "plan w3 plain")
    wait_for_question(guest)
    guest.keyboard.press("b")
    for count in (1, 2, 3):
        cell = wait_for_focus(guest)
        guest.keyboard.press("Enter")
        guest.wait_for_function(BESIDE, arg=cell)
        expect(guest.locator(".cell.draft")).to_have_count(count)


def test_the_other_plan_is_hidden_until_the_reveal_and_then_drawn(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url)
    page.emulate_media(reduced_motion="no-preference")
    play_now(page, GAME.name)
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
        click_a_target(page, chooser)
    assert page.locator(theirs).count() > 0
    strokes = [stroke for stroke in page.evaluate("window.drawn") if stroke[0].startswith(f"fence-{1 - int(me or 0)}-")]
    assert strokes, "the fences of the other plan are drawn"
    assert all(long < 500 and drawn for _, long, drawn in strokes)
    page.context.close()
