"""Looking back: at a finished record, at one's own running game, by link and by keyboard."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import click_a_target, play_now, resize, wait_for_question
from zashiki.core.game import AnyGame
from zashiki.server import seating
from zashiki.server.pages.board import games_with_board
from zashiki.server.pages.draw import columns
from zashiki.server.tokens import fresh_id

RECORD = Path(__file__).parents[1] / "games/rights_of_losers/records/complete-game.kifu"


def open_record(guest: Page, record: Path = RECORD, lines: int = 109) -> Locator:
    """A record at its beginning; where the page says how far it is."""
    guest.goto("/replay")
    guest.get_by_label("Record file").set_input_files(record)
    guest.get_by_role("button", name="Open the record").click()
    where = guest.locator(".where")
    expect(where).to_have_text(f"After move 0 of {lines}")
    guest.wait_for_load_state("load")
    return where


def test_an_uploaded_record_is_stepped_through_by_keyboard(guest: Page) -> None:
    where = open_record(guest)
    for number in range(1, 6):
        guest.keyboard.press("ArrowRight")
        expect(where).to_have_text(f"After move {number} of 109")
    guest.keyboard.press("ArrowLeft")
    expect(where).to_have_text("After move 4 of 109")
    expect(guest).to_have_url(re.compile("at=4"))
    guest.keyboard.press("End")
    expect(guest.get_by_role("heading", name="Seat 1 wins")).to_be_visible()
    guest.keyboard.press("Home")
    expect(where).to_have_text("After move 0 of 109")


def test_whatever_was_told_can_be_read_on_a_phone_and_moves_nothing(guest: Page) -> None:
    resize(guest, 360, 640)
    record = RECORD.parents[2] / "saigo_no_kane/records/two-seats-37-33.kifu"
    lines = len(record.read_text(encoding="utf-8").split("\n---\n")[1].splitlines())
    open_record(guest, record, lines)
    at, head = guest.url.partition("?")[0], guest.locator(".table-head")
    guest.goto(f"{at}?at={lines}&eyes=open")
    told = {int(str(each.get_attribute("data-number"))): each.inner_text() for each in guest.locator(".log [data-number]").all()}
    for most in (1000, 120, 64):  # what opens, what is small, and what is large
        number, words = max(
            ((number, words) for number, words in told.items() if columns(words) <= most), key=lambda line: columns(line[1])
        )
        guest.goto(f"{at}?at={number}&eyes=open")
        height = guest.evaluate("document.querySelector('.table-head').offsetHeight")
        if most > 120:
            tallest = height
            guest.locator("#ask summary").click()
            expect(guest.locator("#ask .whole")).to_have_text(words)
            expect(guest.locator("#ask .whole")).to_be_in_viewport(ratio=1)
            guest.locator("#ask .whole").click()  # whoever marks words in it reads on
            expect(guest.locator("#ask .whole")).to_be_visible()
            guest.locator(".headline").click()
            expect(guest.locator("#ask .whole")).to_be_hidden()
            guest.locator("#ask summary").click()
            expect(guest.locator("#ask .whole")).to_be_visible()
            guest.keyboard.press("Escape")
            expect(guest.locator("#ask .whole")).to_be_hidden()
        else:
            expect(guest.locator("#ask")).to_have_text(words)
            assert guest.evaluate("document.querySelector('#ask').scrollHeight <= document.querySelector('#ask').clientHeight")
        assert height == tallest
        expect(head.locator("#speed")).to_be_in_viewport(ratio=1)


def test_the_island_is_whole_on_a_laptop(guest: Page) -> None:
    open_record(guest)
    for width, height in ((1366, 650), (1280, 800)):
        resize(guest, width, height)
        expect(guest.locator(".board .island")).to_be_in_viewport(ratio=1)


def test_a_link_brings_a_record_along_and_sends_nothing_by_itself(guest: Page) -> None:
    """As the reports of the lab link to their games."""
    sent: list[str] = []
    guest.on("request", lambda request: sent.append(request.method + (request.post_data or request.url)))
    guest.goto(f"/replay#record={quote(RECORD.read_text(encoding='utf-8'), safe='')}")
    expect(guest.locator("#text")).to_have_value(RECORD.read_text(encoding="utf-8"))
    expect(guest).to_have_url(re.compile("/replay$"))
    assert not [text for text in sent if "POST" in text or "rights-of-losers" in text]
    expect(guest.get_by_role("button", name="Open the record")).to_be_focused()
    guest.keyboard.press("Enter")
    expect(guest.locator(".where")).to_have_text("After move 0 of 109")


def test_a_record_plays_by_itself_and_can_be_entered_at_any_turn(guest: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "fresh_id", lambda: f"AT{fresh_id()}")  # an id may have any letters in it
    where = open_record(guest)
    guest.get_by_label("Speed").select_option("8×")
    guest.keyboard.press("Escape")
    guest.locator("h1").click()
    guest.keyboard.press("Space")
    expect(guest.get_by_role("button", name="Stop")).to_be_visible()
    expect(where).to_have_text(re.compile(r"After move ([3-9]|\d\d+) of 109"))
    guest.get_by_role("button", name="Stop").click()
    expect(guest.get_by_role("button", name="Play", exact=True)).to_be_visible()
    second = guest.locator(".timeline .turns a").nth(1)
    begins = re.search(r"at=(\d+)", str(second.get_attribute("href")))
    assert begins is not None
    second.locator("rect").click()
    expect(where).to_have_text(f"After move {begins[1]} of 109")
    expect(guest.locator(".timeline .turns a[aria-current]")).to_have_attribute("aria-label", "Trick 2 of 10")
    guest.locator("h1").click()
    guest.keyboard.press("PageDown")
    expect(guest.locator(".headline")).to_contain_text("Trick 3 of 10")
    guest.keyboard.press("PageUp")
    expect(where).to_have_text(f"After move {begins[1]} of 109")
    guest.get_by_label("Go to move").fill("50")
    expect(where).to_have_text("After move 50 of 109")
    expect(guest).to_have_url(re.compile("at=50"))
    guest.get_by_text("The points turn by turn").click()
    expect(guest.locator(".course .tally tbody tr")).to_have_count(10)


def test_where_the_house_refuses_a_position_the_last_one_stays(guest: Page) -> None:
    where = open_record(guest)
    guest.route("**/replay?at=*", lambda route: route.fulfill(status=503, body="<h1>The house restarts</h1>"), times=2)
    for key in ("ArrowRight", "PageDown"):
        with guest.expect_response("**/replay?at=*") as refused:
            guest.keyboard.press(key)
        refused.value.finished()
    expect(where).to_have_text("After move 0 of 109")
    guest.keyboard.press("ArrowRight")
    expect(where).to_have_text("After move 1 of 109")


def test_a_link_to_a_moment_opens_it(guest: Page) -> None:
    guest.goto("/replay")
    guest.get_by_label("Or paste it here").fill(RECORD.read_text(encoding="utf-8"))
    guest.get_by_role("button", name="Open the record").click()
    guest.wait_for_selector("#replay")
    guest.goto(f"{guest.url.partition('?')[0]}#40")
    expect(guest.locator(".where")).to_have_text("After move 40 of 109")
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    guest.get_by_role("button", name="Copy the link to this moment").click()
    expect(guest.get_by_role("button", name="Link copied.")).to_be_visible()
    assert "at=40" in guest.evaluate("() => navigator.clipboard.readText()")


def test_a_link_shows_one_position_through_any_eyes(guest: Page) -> None:
    guest.goto("/replay")
    guest.get_by_label("Or paste it here").fill(RECORD.read_text(encoding="utf-8"))
    guest.get_by_role("button", name="Open the record").click()
    guest.wait_for_selector("#replay")
    address = guest.url.partition("?")[0]
    guest.goto(f"{address}?at=40&eyes=open")
    assert guest.locator(".board .hand").count() == 3
    tops = guest.locator(".board .hand").evaluate_all(
        "hands => hands.map(hand => hand.getBoundingClientRect()).map(box => [box.top, box.bottom])"
    )
    assert len(tops) == 3
    assert all(above[1] <= below[0] for above, below in pairwise(tops)), "no hand lies on another"
    guest.goto(f"{address}?at=40&eyes=1")
    assert guest.locator(".board .hand").count() == 1
    expect(guest.locator(".board .hand h3")).to_contain_text("Hand of Seat 2")
    guest.get_by_label("Seen by").select_option("a spectator")
    guest.get_by_role("button", name="Show").click()
    expect(guest).to_have_url(re.compile("eyes=spectator"))
    expect(guest.locator(".board .hand")).to_have_count(0)


def test_a_broken_record_is_refused_with_its_line(guest: Page) -> None:
    guest.goto("/replay")
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    number = lines.index("0: play b1")
    text = "\n".join([*lines[:number], "0: play b1 b2", *lines[number + 1 :]])
    guest.get_by_label("Or paste it here").fill(text)
    guest.get_by_role("button", name="Open the record").click()
    expect(guest.get_by_role("alert")).to_contain_text(f"line {number + 1}:")


def test_a_line_of_the_log_shows_the_position_as_ones_own_seat_saw_it(guest: Page) -> None:
    play_now(guest)
    chooser = random.Random(10)
    for _ in range(4):
        click_a_target(guest, chooser)
        wait_for_question(guest)
    guest.locator(".log li a").nth(5).click()
    expect(guest.locator(".log li.here")).to_have_count(1)
    assert guest.locator(".board .hand").count() == 1
    expect(guest.locator(".board .hand h3")).to_contain_text("Your hand")
    assert guest.locator("select[name=eyes]").count() == 0
    answer = guest.goto(f"{guest.url.partition('?')[0]}?at=5&eyes=open")
    assert answer is not None
    assert answer.status == 403
    expect(guest.get_by_role("heading", name="This is not your table")).to_be_visible()


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_nothing_can_be_chosen_where_one_only_looks_back(guest: Page, game: AnyGame) -> None:
    play_now(guest, game.name)
    guest.get_by_role("link", name="Look back through the game").click()
    expect(guest.locator("#replay .board")).to_be_visible()
    assert guest.locator(".board :is([data-move], [data-why], .quiet, input)").count() == 0
    guest.keyboard.press("b")
    guest.keyboard.press("Enter")
