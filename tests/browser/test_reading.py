"""Reading at the table: a card enlarged by mouse, finger and key; the rules beside the board; why something is not possible."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import (
    click_a_target,
    clock_stopped,
    come_in,
    play_now,
    sit_alone,
    version,
    wait_for_focus,
    wait_for_question,
    wait_for_quiet,
)
from zashiki.core.game import AnyGame
from zashiki.server.pages.board import games_with_board

SHEET = "#about-sheet:popover-open"
TILE = "#thing-mori-kenta .face"


def test_a_card_is_enlarged_while_the_pointer_rests_on_it(guest: Page) -> None:
    guest.goto("/rules/saigo-no-kane/gallery")
    guest.locator(TILE).hover()
    sheet = guest.locator(SHEET)
    expect(sheet.get_by_role("heading", name="Mori Kenta")).to_be_visible()
    expect(sheet).to_contain_text("Costs 2 popularity.")
    guest.locator("h1").hover()
    expect(sheet).to_have_count(0)
    guest.locator(TILE).hover()
    sheet.get_by_role("link", name="SNK-26").click()
    expect(sheet).to_have_count(0)
    clause = guest.locator("#rules-panel .at-clause")
    expect(clause).to_contain_text("pay the cost of a student")
    expect(clause).to_be_in_viewport()
    guest.keyboard.press("Escape")
    expect(guest.locator("#rules-panel")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_an_enlarged_card_is_seen_whole(browser: Browser, house_url: str, width: int, height: int) -> None:
    page = come_in(browser, house_url, width, height)
    page.goto("/rules/rights-of-losers/gallery")
    page.locator("#thing-r7 .face").first.hover()
    sheet, card = (page.locator(f"{SHEET} {part}".strip()).bounding_box() for part in ("", ".face .paper"))
    assert sheet is not None
    assert card is not None
    assert sheet["x"] < card["x"]
    assert card["x"] + card["width"] < sheet["x"] + sheet["width"]
    page.context.close()


def test_a_chip_on_the_island_is_read_like_a_card(guest: Page) -> None:
    play_now(guest)
    chip, chooser = guest.locator(".island:not(:has(.plot[data-move])) .point[data-about]").first, random.Random(3)
    while not chip.count():
        click_a_target(guest, chooser)
        assert wait_for_question(guest)
    wait_for_quiet(guest)
    box = chip.bounding_box()
    assert box is not None
    guest.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(guest.locator(SHEET)).to_contain_text("A chip counts for every card it touches")


def test_a_key_enlarges_the_card_in_focus_and_gives_the_focus_back(guest: Page) -> None:
    play_now(guest, "Saigo no Kane")
    guest.keyboard.press("b")
    move = wait_for_focus(guest)
    guest.keyboard.press("i")
    sheet = guest.locator(SHEET)
    expect(sheet).to_be_focused()
    expect(sheet.locator("h2")).not_to_be_empty()
    guest.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert wait_for_focus(guest) == move


def test_a_pointer_that_has_just_pressed_covers_nothing_until_it_moves(guest: Page) -> None:
    play_now(guest)
    card = guest.locator(".hand [data-about]").last
    box = card.bounding_box()
    assert box is not None
    guest.mouse.move(box["x"] + 10, box["y"] + 10)
    guest.mouse.down()
    guest.mouse.up()
    guest.evaluate("() => new Promise(done => setTimeout(done, 700))")
    expect(guest.locator(SHEET)).to_have_count(0)
    land = guest.locator(".plot.land").first
    land.hover(position={"x": 8, "y": 8})  # in its middle there may be a place for a chip by now
    expect(guest.locator(SHEET)).to_be_visible()


def test_a_finger_that_stays_enlarges_a_card_and_one_that_slips_does_not(browser: Browser, house_url: str) -> None:
    guest = come_in(browser, house_url, 390, 844, has_touch=True)
    guest.add_init_script(
        "window.asked = 0; window.fetch = new Proxy(fetch, {apply: (...given) => (asked += 1, Reflect.apply(...given))})"
    )
    guest.clock.install()
    guest.goto("/rules/saigo-no-kane/gallery")
    tile = guest.locator(TILE)
    tile.scroll_into_view_if_needed()
    finger = {"pointerType": "touch", "clientX": 40, "clientY": 400, "bubbles": True}
    with clock_stopped(guest):
        tile.dispatch_event("pointerdown", finger)
        tile.dispatch_event("pointermove", finger | {"clientY": 440})
        guest.clock.run_for(700)
        assert guest.evaluate("window.asked") == 0
        tile.dispatch_event("pointerdown", finger)
        guest.clock.run_for(700)
        assert guest.evaluate("window.asked") == 1
    expect(guest.locator(f"{SHEET}.low")).to_be_visible()
    tile.dispatch_event("pointerup", finger)
    tile.dispatch_event("click")
    expect(guest.locator(f"{SHEET}.low")).to_be_visible()
    guest.locator("h1").dispatch_event("pointerdown", finger)
    expect(guest.locator(SHEET)).to_have_count(0)


def test_a_press_that_enlarges_a_card_plays_nothing(browser: Browser, house_url: str) -> None:
    guest = come_in(browser, house_url, 390, 844, has_touch=True)
    play_now(guest)
    before = version(guest)
    piece = guest.locator(".board [data-move]").first
    piece.evaluate("piece => piece.dataset.about = 'no-such-thing'")  # nothing opens, and yet the press was a question
    piece.dispatch_event("pointerdown", {"pointerType": "touch", "clientX": 40, "clientY": 400, "bubbles": True})
    guest.evaluate("() => new Promise(done => setTimeout(done, 700))")
    piece.dispatch_event("click")
    assert version(guest) == before
    assert guest.locator("#live[aria-busy]").count() == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_the_rules_open_beside_the_table_and_can_be_searched(browser: Browser, house_url: str, width: int, height: int) -> None:
    guest = come_in(browser, house_url, width, height)
    play_now(guest)
    address = guest.url
    guest.keyboard.press("r")
    panel = guest.locator("#rules-panel")
    search = panel.get_by_role("searchbox")
    expect(search).to_be_focused()
    search.fill("island")
    expect(panel.get_by_role("status")).to_have_text(re.compile(r"Passages found: [1-9]"))
    shown = panel.locator("[data-searched] li:visible:not(.drawn li)")
    assert all("island" in words.lower() for words in shown.all_inner_texts())
    search.fill("no such words at all")
    expect(panel.get_by_role("status")).to_have_text("Nothing found.")
    search.fill("")
    panel.get_by_role("link", name="Clauses").click()
    expect(panel.get_by_role("heading", name="The rules, clause by clause")).to_be_in_viewport()
    panel.locator("#panel-help .clause").first.click()
    expect(panel.locator(".at-clause")).to_be_in_viewport()
    assert guest.url == address
    assert guest.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    click_a_target(guest, random.Random(1))  # the table has stayed as it was


def test_the_clause_of_a_refusal_opens_beside_the_table(guest: Page) -> None:
    play_now(guest)
    unlit, chooser = guest.locator(".board [data-why]:visible"), random.Random(3)
    while not unlit.count():  # at the first questions everything may be possible
        click_a_target(guest, chooser)
        assert wait_for_question(guest)
    before = version(guest)
    guest.locator("#why summary").click()
    guest.get_by_role("button", name="Point at a piece").click()
    unlit.first.click()
    notice = guest.locator("#notice")
    expect(notice).to_be_visible()
    clause = notice.locator(".clause")
    name = clause.inner_text()
    clause.click()
    expect(guest.locator(f"#rules-panel .at-clause [id='{name}']")).to_be_in_viewport()
    assert version(guest) == before


def test_pointing_at_what_can_be_played_says_so_and_plays_nothing(guest: Page) -> None:
    play_now(guest)
    before = version(guest)
    guest.locator("#why summary").click()
    guest.get_by_role("button", name="Point at a piece").click()
    guest.locator(".board [data-move]:visible").first.click()
    expect(guest.locator("#notice")).to_have_text("That move is legal.")
    assert version(guest) == before
    expect(guest.get_by_role("button", name="Point at a piece")).to_have_attribute("aria-pressed", "false")


# Points of drawings, pieces and empty places that cannot be pressed for anything: one for each kind.
QUIET_POINTS = """() => {
  const [board, points] = [document.querySelector('.table-board .board'), {}];
  const box = board.getBoundingClientRect();
  for (let y = Math.max(box.top, 0); y < Math.min(box.bottom, innerHeight); y += 9)
    for (let x = box.left; x < box.right; x += 9) {
      const top = document.elementFromPoint(x, y);
      const kind = board.contains(top) && top.closest('svg, .hollow, .stall, [data-piece], [data-about]');
      if (kind && !top.closest('a, button, summary, input, label, .lit, .bar, [data-move], [data-why]'))
        points[`${kind.classList[0]} ${top.localName}`] ??= [x, y];
    }
  return points;
}"""


def test_pointing_at_what_has_no_part_in_the_question_says_what_is_asked(guest: Page) -> None:
    play_now(guest)
    wait_for_quiet(guest)
    guest.locator("#why summary").click()
    guest.get_by_role("button", name="Point at a piece").click()
    guest.mouse.click(*next(iter(guest.evaluate(QUIET_POINTS).values())))
    expect(guest.locator("#notice")).to_contain_text("This is not what you are asked about now.")


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_whatever_is_drawn_can_be_read_and_says_what_is_asked_when_it_has_no_part_in_it(guest: Page, game: AnyGame) -> None:
    sit_alone(guest, game)
    chooser, keys, pressed = random.Random(7), set(), set()
    for _ in range(4):
        wait_for_quiet(guest)
        keys |= set(guest.locator(".board [data-about]").evaluate_all("all => all.map(one => one.dataset.about)"))
        before, points = version(guest), guest.evaluate(QUIET_POINTS)
        for kind in points.keys() - pressed:
            guest.mouse.click(*points[kind])
            assert guest.locator("#notice:visible").all_inner_texts(), f"{kind} says nothing"
            guest.keyboard.press("Escape")
            pressed.add(kind)
        assert version(guest) == before
        click_a_target(guest, chooser)
        assert wait_for_question(guest)
    assert len(pressed) > 2
    assert [key for key in keys if not guest.request.get(f"/games/{game.id}/about/{key}").ok] == []
