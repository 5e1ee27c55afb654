"""What happened since one's last decision, in a real browser: the log's line, the recap, and settings that are kept."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.people import (
    click_a_target,
    clock_stopped,
    come_in,
    play_now,
    resize,
    share_a_screen,
    sit_alone,
    version,
    wait_for_question,
    wait_for_quiet,
)
from zashiki.games import find_game

PACE_MS = 1900  # of a recap, from one event to the next
SEEN = """() => {
  const told = document.querySelector('.recap-told');
  window.seen = [];
  new MutationObserver(() => window.seen.push(told.textContent)).observe(told, {childList: true});
}"""


def until_others_have_acted(page: Page, chooser: random.Random) -> None:
    """Play until others have done something after the last decision."""
    wait_for_question(page)
    while not page.locator(".log .since").count():
        click_a_target(page, chooser)
        wait_for_question(page)


def until_others_have_changed_something(page: Page, chooser: random.Random) -> None:
    """Play until others have done something that shows on the board: a vote may change nothing."""
    until_others_have_acted(page, chooser)
    while not page.locator(".table-board .changed").count():
        click_a_target(page, chooser)
        until_others_have_acted(page, chooser)


# What the live region has said since.
HEARD = """() => {
  const region = document.querySelector('#announce');
  window.heard = '';
  new MutationObserver(() => (window.heard += `${region.textContent}\\n`)).observe(region, {childList: true});
}"""


def test_whoever_hears_the_page_is_told_what_others_did_and_then_the_question(guest: Page) -> None:
    play_now(guest)
    guest.evaluate(HEARD)
    chooser = random.Random(28)
    click_a_target(guest, chooser)
    until_others_have_acted(guest, chooser)
    wait_for_quiet(guest)
    heard, told = guest.evaluate("window.heard"), guest.locator(".log li[data-number]:has(~ .since)").all_inner_texts()
    assert told
    assert [line for line in told if line not in heard] == []
    assert heard.strip().endswith((guest.locator("#ask").text_content() or "?").strip())


def test_a_recap_steps_through_what_others_did_and_any_key_ends_it(guest: Page) -> None:
    guest.clock.install()
    play_now(guest)
    until_others_have_acted(guest, random.Random(21))
    told = guest.locator(".log li[data-number]:has(~ .since)").all_inner_texts()[::-1]
    before, recap = version(guest), guest.locator("#recap")
    guest.evaluate(SEEN)
    with clock_stopped(guest):
        guest.locator(".log [data-recap]").click()
        expect(recap.locator(".recap-told")).to_have_text(told[0])
        expect(recap.locator(".recap-board .board")).to_be_visible()
        assert recap.locator("[data-move]").count() == 0
        guest.keyboard.press("x")
        expect(recap).to_be_hidden()
        assert version(guest) == before, "the key that ended it has played nothing"
        guest.keyboard.press("w")
        while recap.is_visible():
            guest.clock.run_for(PACE_MS)
    assert guest.evaluate("window.seen") == [told[0], *told], "after the last event it closes by itself"


def test_on_a_phone_the_words_of_a_recap_stay_in_view_and_a_tap_goes_on(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, 390, 844)
    page.add_init_script("localStorage.setItem('zashiki pace', 'slow')")
    sit_alone(page, find_game("saigo-no-kane"))
    until_others_have_acted(page, random.Random(26))
    recap = page.locator("#recap")
    page.keyboard.press("w")
    place, board = recap.locator(".recap-place"), recap.locator(".recap-board")
    expect(place).to_have_text(re.compile("^1 of [2-9]"))
    assert board.evaluate("board => { board.scrollTop = 10_000; return board.scrollTop; }") > 0, "it is higher than a phone"
    expect(recap.locator(".recap-told")).to_be_in_viewport(ratio=1)
    expect(board.locator(".bar")).to_be_hidden()
    board.click()
    expect(place).to_have_text(re.compile("^2 of "))
    page.context.close()


def test_on_a_phone_the_pace_of_a_recap_is_named_in_one_line(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, 360, 640, locale="ja-JP")
    sit_alone(page, find_game("saigo-no-kane"))
    until_others_have_acted(page, random.Random(26))
    page.keyboard.press("w")
    named = """label => {
      const range = document.createRange();
      range.selectNodeContents(label.firstChild);
      return new Set([...range.getClientRects()].map(box => box.top)).size;
    }"""
    assert page.locator("#recap[open] .recap-foot label").evaluate(named) == 1
    assert page.evaluate("document.querySelector('#recap').scrollWidth <= document.querySelector('#recap').clientWidth")
    page.context.close()


def test_a_recap_goes_at_the_pace_that_is_set_in_it(guest: Page) -> None:
    guest.add_init_script("localStorage.getItem('zashiki pace') ?? localStorage.setItem('zashiki pace', 'slow')")
    play_now(guest)
    until_others_have_acted(guest, random.Random(27))
    before, recap = version(guest), guest.locator("#recap")
    guest.keyboard.press("w")
    pace = recap.get_by_label("Pace")
    expect(pace).to_have_value("slow")
    pace.select_option("fast")
    expect(recap).to_be_hidden()  # the last event was shown; the pace has not ended it before, nor played anything
    assert version(guest) == before
    guest.get_by_role("button", name="Settings for this device").click()
    expect(guest.get_by_label("Pace of scenes and recaps")).to_have_value("fast")


def test_what_changed_is_marked_until_the_next_decision(guest: Page) -> None:
    play_now(guest, "Akiwado")
    chooser = random.Random(23)
    until_others_have_changed_something(guest, chooser)
    marked = guest.locator(".table-board .changed").evaluate_all("pieces => pieces.map(piece => piece.dataset.piece)")
    guest.reload()
    guest.wait_for_selector(".table-board .changed")
    again = guest.locator(".table-board .changed").evaluate_all("pieces => pieces.map(piece => piece.dataset.piece)")
    assert set(marked) <= set(again), "marks are kept when the page is loaded again; others may have acted meanwhile"
    kept = """() => {
      const key = Object.keys(sessionStorage).find(key => key.startsWith('zashiki marks'));
      return [JSON.parse(sessionStorage[key]).since, document.querySelector('.table').dataset.since];
    }"""
    before, _ = guest.evaluate(kept)
    click_a_target(guest, chooser)
    after, decision = guest.evaluate(kept)
    assert before != after == decision, "from here on, what others do is compared with the board after this decision"


# Where every piece that may leave the table was last seen, and of those that have left, what is farthest from any outline.
WATCH = """() => {
  window.boxOf = piece => {
    const [box, board] = [piece, piece.closest('.board')].map(each => each.getBoundingClientRect());
    return [box.x - board.x, box.y - board.y, box.width, box.height];
  };
  window.lay = {};
  document.addEventListener('htmx:before:swap', () => {
    for (const piece of document.querySelectorAll('.table-board [data-leaves]')) lay[piece.dataset.piece] = boxOf(piece);
  });
}"""
ASTRAY = """() => {
  const gone = Object.entries(lay).filter(([piece]) => !document.querySelector(`[data-piece="${piece}"]`)).map(([, box]) => box);
  const far = (one, other) => Math.max(...one.map((length, side) => Math.abs(length - other[side])));
  const outlines = [...document.querySelectorAll('.left-place')].map(boxOf);
  return Math.max(...outlines.map(outline => Math.min(...gone.map(box => far(outline, box)))));
}"""

THERE = "() => [...document.querySelectorAll('.table-board [data-piece]')].map(piece => piece.dataset.piece)"
COMPARED = """() => {
  const key = Object.keys(sessionStorage).find(key => key.startsWith('zashiki marks'));
  return Object.keys(JSON.parse(sessionStorage[key]).look);
}"""


def until_something_has_left(page: Page, chooser: random.Random) -> None:
    """Play until others have taken something away, and nothing lies in its place yet."""
    while not page.locator(".left-place").count():
        click_a_target(page, chooser)
        assert wait_for_question(page), "nothing was ever taken away"
        wait_for_quiet(page)


def test_where_a_piece_has_left_an_outline_stays_until_the_next_decision(guest: Page) -> None:
    sit_alone(guest, find_game("akiwado"))
    chooser = random.Random(29)
    guest.evaluate(WATCH)
    until_something_has_left(guest, chooser)
    assert guest.evaluate(ASTRAY) < 2
    many = guest.locator(".left-place").count()
    guest.reload()
    guest.wait_for_selector(".left-place")
    expect(guest.locator(".left-place")).to_have_count(many)
    resize(guest, 390, 844)
    wait_for_quiet(guest)
    places = guest.locator(".left-place").evaluate_all(
        """places => places.map(place => {
          place.scrollIntoView({block: 'center'});
          const {x, y, width, height} = place.getBoundingClientRect();
          place.hidden = true;
          return document.elementsFromPoint(x + width / 2, y + height / 2).some(below => below.closest('.stall, .shop'));
        })"""
    )
    assert any(places), "on a small screen it lies on the same part of the board"
    guest.locator(".left-place").first.evaluate("place => Object.assign(place, {hidden: false}).style.left = '100%'")
    assert guest.evaluate("document.documentElement.scrollWidth") <= 390, "one past the edge of the board makes the page no wider"
    left = set(guest.evaluate(COMPARED)) - set(guest.evaluate(THERE))
    click_a_target(guest, chooser)
    assert left
    assert not left & set(guest.evaluate(COMPARED)), "from here on, the board is compared with one on which they lay no more"


# The outlines on a board whose first part, with a piece on its lower line, has lost that piece, and is as high as before or not.
LEFT = """stays => {
  const board = document.createElement('div');
  board.innerHTML =
    '<section id="one"><p>-</p><p><b data-piece="a" data-leaves>a</b></p></section><section id="two"><p>-</p></section>';
  document.body.append(board);
  const [look, places] = [zashikiMarks.lookAt(board), zashikiMarks.placesIn(board)];
  if (stays) board.querySelector('b').remove();
  else board.querySelector('p:has(b)').remove();
  if (stays) board.querySelector('p:empty').style.height = '2rem';
  zashikiMarks.mark(board, look, places);
  const outlines = board.querySelectorAll('.left-place').length;
  board.remove();
  return outlines;
}"""


def test_no_outline_lies_on_what_has_moved_up_to_its_place(guest: Page) -> None:
    play_now(guest)
    assert guest.evaluate(LEFT, True) == 1
    assert guest.evaluate(LEFT, False) == 0


# Whose board this is, the cards in the hand on it, and the cards of hands with which it is compared.
HANDS = """() => {
  const {seat} = document.querySelector('.table').dataset;
  const cards = [...document.querySelectorAll('.hand [data-piece]')].map(card => card.dataset.piece);
  const {look} = JSON.parse(sessionStorage[`zashiki marks ${location.pathname} ${seat}`]);
  return [seat, cards, Object.keys(look).filter(piece => piece.startsWith('hand-'))];
}"""


def test_on_a_shared_screen_marks_come_from_ones_own_drawings(guest: Page) -> None:
    share_a_screen(guest, "game=saigo-no-kane&players=2")
    chooser, held, turns = random.Random(30), {"0": set[str](), "1": set[str]()}, []
    while len(set(turns)) < 2 or len(turns) < 16 or held["0"] == held["1"]:  # both may have held the same for a while
        guest.wait_for_selector(".curtain:not([open]), .table[data-asked]")
        guest.wait_for_load_state()
        if guest.locator(".curtain:not([open])").count():
            expect(guest.locator(".left-places")).to_be_hidden()
            guest.locator(".curtain summary").click()
        wait_for_quiet(guest)
        seat, hand, kept = guest.evaluate(HANDS)
        held[seat] |= set(hand)
        turns.append(seat)
        assert set(kept) <= held[seat], "cards that only the other player has held"
        click_a_target(guest, chooser)


def test_settings_are_kept_on_the_device(guest: Page) -> None:
    play_now(guest)
    guest.get_by_role("button", name="Settings for this device").click()
    guest.get_by_label("When something is turned over").select_option("8")
    guest.get_by_role("button", name="Done").click()
    guest.reload()
    wait_for_question(guest)
    guest.get_by_role("button", name="Settings for this device").click()
    expect(guest.get_by_label("When something is turned over")).to_have_value("8")


def test_on_a_phone_the_last_event_stands_above_the_board_and_opens(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, 390, 844)
    play_now(page)
    until_others_have_acted(page, random.Random(22))
    news, top = page.locator("#news"), "document.querySelector('.table-board').getBoundingClientRect().y + scrollY"
    expect(news.locator("summary [lang]")).to_have_text(page.locator(".log li[data-number]").first.inner_text())
    before = page.evaluate(top)
    news.locator("summary").click()
    expect(news.get_by_role("button", name="Recap")).to_be_visible()
    assert page.evaluate(top) == before
    page.context.close()
