"""Whole games in a real browser: by mouse, by keyboard, together, on a phone, on one screen, without scripts."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.browser.people import (
    ASKED,
    GAME,
    MOST_DECISIONS,
    OVER,
    REDRAW,
    click_a_target,
    come_in,
    invite,
    is_asked,
    play_now,
    press_a_target,
    share_a_screen,
    sit_down,
    version,
    wait_for_change,
    wait_for_focus,
    wait_for_question,
    wait_for_quiet,
)
from tests.cli.shell import zashiki
from zashiki.server.run import open_house
from zashiki.server.settings import Settings

FORCED = ".table[data-forced]"


def test_a_whole_game_against_bots_by_mouse(guest: Page) -> None:
    play_now(guest)
    guest.get_by_role("button", name="Settings for this device").click()
    guest.get_by_label("Play my only possible move for me").check()
    guest.keyboard.press("Escape")
    sent: list[str] = []
    guest.on("request", lambda request: sent.append(request.url) if request.url.endswith("/play") else None)
    chooser, decisions = random.Random(1), 0
    while guest.wait_for_selector(f"{ASKED}:not({FORCED}), {OVER}") and guest.query_selector(OVER) is None:
        click_a_target(guest, chooser, unless=FORCED)
        decisions += 1
        assert decisions < MOST_DECISIONS
    assert len(sent) > decisions  # the last card, at least, was played for us
    assert len(sent) >= 20  # who loses every trick plays ten cards and places ten chips
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    expect(guest.locator(".course-of .turns .trace")).to_have_count(3)
    rows = guest.locator(".tally tbody tr")
    assert rows.count() >= 4
    clause = rows.first.locator("a.clause")
    address = clause.get_attribute("href") or ""
    with guest.expect_download() as download:
        guest.get_by_role("link", name="Record", exact=True).click()
    assert download.value.suggested_filename.endswith(".kifu")
    guest.get_by_role("button", name="Play again").click()
    guest.wait_for_selector(ASKED)
    guest.goto(address)
    expect(guest.locator(f"a[id='{address.partition('#')[2]}']")).to_be_visible()


def test_the_end_is_shown_and_told_to_whoever_played_far_below_it(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, 390, 844)
    play_now(page, "Idol Conclave")
    chooser = random.Random(14)
    while wait_for_question(page):
        click_a_target(page, chooser)
    expect(page.locator("#result-heading")).to_be_in_viewport()
    expect(page.locator("#announce")).to_contain_text(page.locator("#result-heading").inner_text())
    page.context.close()


def test_a_long_log_leaves_room_for_what_stands_below_it(guest: Page) -> None:
    guest.set_viewport_size({"width": 1280, "height": 720})
    play_now(guest, "Saigo no Kane")
    chooser = random.Random(15)
    while guest.locator(".log li").count() < 20:
        click_a_target(guest, chooser)
        wait_for_question(guest)
    expect(guest.get_by_role("link", name="Download the record")).to_be_in_viewport()


def test_a_whole_game_by_keyboard_only(guest: Page) -> None:
    guest.goto("/")
    button = guest.get_by_role("button", name=f"Play now against bots: {GAME}")
    for _ in range(40):
        guest.keyboard.press("Tab")
        if button.evaluate("b => b === document.activeElement"):
            break
    guest.keyboard.press("Enter")
    chooser, decisions, arrows_moved = random.Random(2), 0, False
    while wait_for_question(guest):
        guest.keyboard.press("b")
        first = wait_for_focus(guest)
        arrows_moved = press_a_target(guest, chooser) != first or arrows_moved
        decisions += 1
        assert decisions < MOST_DECISIONS
    assert arrows_moved
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()


def test_keys_show_help_lists_options_and_undo(guest: Page) -> None:
    play_now(guest, "Kazoku Scribe")
    guest.keyboard.press("?")
    expect(guest.get_by_role("dialog")).to_be_visible()
    guest.keyboard.press("Escape")
    expect(guest.get_by_role("dialog")).to_be_hidden()
    guest.keyboard.press("l")
    assert guest.evaluate("document.activeElement.name") == "move"
    chooser, move = random.Random(3), ""
    while not move.startswith("plan "):  # the first of several steps, made side by side with the bot's
        move = click_a_target(guest, chooser)
    expect(guest.locator("#undo")).to_be_in_viewport()
    guest.keyboard.press("u")
    expect(guest.locator(f".board [data-move='{move}']").first).to_be_visible()
    expect(guest.locator("#undo")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_whoever_invites_sees_the_link_first_and_whoever_comes_sees_a_seat(
    browser: Browser, house_url: str, width: int, height: int
) -> None:
    aiko, kenji = (come_in(browser, house_url, width, height) for _ in range(2))
    link = invite(aiko)
    expect(aiko.get_by_role("button", name="Copy the link")).to_be_in_viewport()
    kenji.goto(link)
    expect(kenji.get_by_role("button", name="Sit here").first).to_be_in_viewport()
    assert aiko.locator(".invite").count() == kenji.locator(".invite").count() == 1
    for page in (aiko, kenji):
        page.context.close()


def test_a_late_friend_is_let_in_to_a_bots_seat(browser: Browser, house_url: str) -> None:
    aiko, kenji, mirei = (come_in(browser, house_url) for _ in range(3))
    link = invite(aiko)
    aiko.get_by_role("button", name="Start now with bots in the free seats").click()
    aiko.wait_for_selector(".board")
    for late, name in ((kenji, "Kenji"), (mirei, "Mirei")):
        late.goto(link)
        late.get_by_label("Your name").fill(name)
        late.get_by_role("button", name="Ask for this seat").first.click()
        expect(late.locator(".asks", has_text="You have asked")).to_be_visible()
        expect(aiko.locator(".asks", has_text=f"{name} asks")).to_be_visible()  # without loading the page again
    aiko.locator(".asks", has_text="Kenji asks").get_by_role("button", name="Let them in").click()
    kenji.wait_for_function("() => document.querySelector('.table')?.dataset.seat !== undefined")
    expect(mirei.locator(".at-seats", has_text="took over from a bot after move")).to_be_visible()
    kenji.locator(".asks", has_text="Mirei asks").get_by_role("button", name="No").click()
    expect(mirei.locator(".asks")).to_have_count(0)
    expect(mirei.get_by_text("At this table the bots keep their seats.")).to_be_visible()
    for page in (aiko, kenji, mirei):
        page.context.close()


def test_two_people_play_a_whole_game_while_a_third_watches(browser: Browser, house_url: str, guest: Page) -> None:
    link = invite(guest)
    expect(guest.get_by_role("img", name="The link as a QR code")).to_be_visible()
    friend, watcher = come_in(browser, house_url), come_in(browser, house_url)
    sit_down(friend, link, "<b>Kenji</b>")
    watcher.goto(link)
    expect(guest.locator(".chair .who", has_text="<b>Kenji</b>")).to_be_visible()
    guest.get_by_role("button", name="Start now with bots in the free seats").click()
    chooser, moved = random.Random(4), {guest: 0, friend: 0}
    guest.wait_for_selector(".board")
    while guest.query_selector(".table.over") is None:
        acting = [page for page in (guest, friend) if is_asked(page)]
        if acting:
            click_a_target(acting[0], chooser)
            moved[acting[0]] += 1
        else:
            guest.wait_for_timeout(15)
        assert sum(moved.values()) < MOST_DECISIONS
    for page in (guest, friend, watcher):
        page.wait_for_selector(".table.over")
        assert version(page) == version(guest)
    assert min(moved.values()) >= 20
    told = watcher.locator(".log li").all_inner_texts()
    assert sum("is dealt 10 cards" in line for line in told) == 3
    own = guest.locator(".log li").all_inner_texts()
    assert sum("is dealt 10 cards" in line for line in own) == 2
    assert watcher.locator("[data-move], .board .hand").count() == 0
    friend.context.close()
    watcher.context.close()


def test_the_link_is_copied_where_plain_http_leaves_no_clipboard(guest: Page) -> None:
    guest.add_init_script("Object.defineProperty(Navigator.prototype, 'clipboard', {value: undefined})")
    link = invite(guest)
    guest.get_by_role("button", name="Copy the link").click()
    expect(guest.get_by_role("button", name="Copied.")).to_be_visible()
    name = guest.get_by_label("Your name")
    name.fill("")
    name.press("Control+v")
    expect(name).to_have_value(link[:24])


def test_the_line_breaks_in_mid_game_and_the_move_is_kept(guest: Page) -> None:
    play_now(guest)
    chooser = random.Random(5)
    for _ in range(3):
        click_a_target(guest, chooser)
        wait_for_question(guest)
    before = version(guest)
    guest.context.set_offline(True)
    guest.locator(".board [data-move]").first.dispatch_event("click")
    expect(guest.locator("#line")).to_be_visible()
    expect(guest.locator("#line")).to_contain_text("saved")
    assert version(guest) == before
    guest.context.set_offline(False)
    wait_for_change(guest, before)
    expect(guest.locator("#line")).to_be_hidden()
    wait_for_question(guest)
    now = version(guest)
    guest.reload()
    wait_for_question(guest)
    assert version(guest) >= now


def test_a_page_says_that_its_table_was_deleted_and_asks_no_more(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "house.sqlite"
    with open_house(Settings(database=str(database), bot_pause=0.0, log="warning")) as url:
        page = come_in(browser, url)
        page.clock.install()
        play_now(page)
        zashiki("house", "delete", page.url.rpartition("/")[2], "--yes", "--database", database)
        expect(page.locator("#notice")).to_contain_text("it was deleted")
        expect(page.locator("#line")).to_be_hidden()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for _ in range(60):
            page.clock.run_for(1000)
        assert asked == []
        page.context.close()


def test_a_press_on_the_next_question_waits_for_the_answer_to_the_last(guest: Page) -> None:
    play_now(guest)
    held: list[tuple[Route, APIResponse]] = []
    guest.route("**/play", lambda route: held.append((route, route.fetch())), times=1)
    before = version(guest)
    guest.keyboard.press("b")
    guest.keyboard.press("Enter")
    guest.wait_for_function("v => Number(document.querySelector('.table[data-asked]')?.dataset.version) > v", arg=before)
    asked = version(guest)
    guest.keyboard.press("b")
    guest.keyboard.press("Enter")
    while not held:
        guest.wait_for_timeout(10)
    route, answer = held[0]
    assert version(guest) == asked
    route.fulfill(response=answer)
    wait_for_change(guest, asked)


def test_no_piece_moves_when_the_head_above_the_board_grows_or_shrinks(guest: Page) -> None:
    play_now(guest)
    wait_for_quiet(guest)
    guest.evaluate("document.querySelector('.table-head').style.paddingBottom = '5rem'")
    top = guest.locator(".board").bounding_box()
    moving = guest.evaluate(
        f"""async () => {{
          await ({REDRAW})();
          return document.getAnimations().filter(motion => motion.effect.target.closest('.board')).length;
        }}"""
    )
    assert guest.locator(".board").bounding_box() != top
    assert moving == 0


def test_where_streams_are_blocked_the_page_looks_for_news(guest: Page) -> None:
    guest.route("**/live*", lambda route: route.abort())
    play_now(guest)
    chooser = random.Random(6)
    for _ in range(2):
        click_a_target(guest, chooser)
        assert wait_for_question(guest)


def test_nothing_scrolls_sideways_on_a_small_phone(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, 360, 640, has_touch=True, is_mobile=True)
    play_now(page)
    chooser = random.Random(7)
    pages = ["/", "/new", "/replay", "/keys", "/rules/rights-of-losers", "/tables/nothing-here"]
    for _ in range(12):
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        boxes = page.locator(".board .hand [data-move]").evaluate_all("cards => cards.map(card => card.getBoundingClientRect())")
        assert all(min(box["width"], box["height"]) >= 44 for box in boxes)
        click_a_target(page, chooser)
        wait_for_question(page)
    table = page.url
    for address in [*pages, f"{table}/replay", f"{table}/seats/0"]:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
    page.context.close()


def test_a_finger_aims_at_a_small_piece_before_it_plays(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, 390, 844, has_touch=True, is_mobile=True)
    play_now(page)
    chooser = random.Random(12)
    while wait_for_question(page) and not page.locator(".board .spot").count():
        click_a_target(page, chooser)
    before, aim = version(page), page.locator("#aim")
    for k in (0, 5):
        point = page.locator(".board .point[data-move]").nth(k)
        point.scroll_into_view_if_needed()
        box = point.locator(".hit").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2 + 8, box["y"] + box["height"] / 2 - 8)
        expect(aim).to_contain_text(point.get_attribute("aria-label") or "nothing")
        expect(page.locator(".aimed")).to_have_count(1)
    assert version(page) == before
    chosen = page.locator(".aimed").get_attribute("data-move")
    aim.get_by_role("button").tap()
    wait_for_change(page, before)
    expect(aim).to_be_hidden()
    expect(page.locator(".log li", has_text=f"places a chip on {(chosen or '').split(' ')[1]}").first).to_be_visible()
    page.context.close()


def test_a_curtain_hangs_between_two_people_on_one_screen(guest: Page) -> None:
    share_a_screen(guest, "game=rights-of-losers")
    chooser = random.Random(8)
    lifted: list[str] = []
    while len(lifted) < 6:
        guest.wait_for_selector(f".curtain:not([open]), {ASKED}")
        guest.wait_for_load_state()
        curtain = guest.locator(".curtain:not([open])")
        if curtain.count():
            expect(guest.locator(".board")).to_be_hidden()
            assert guest.locator("#announce").inner_text().find("is dealt Red") == -1
            name = re.sub(r".*I'm (\w+):.*", r"\1", curtain.inner_text().replace("\n", " "))
            lifted.append(name)
            curtain.locator("summary").click()
        expect(guest.locator(".board")).to_be_visible()
        assert guest.locator(".board .hand").count() == 1
        click_a_target(guest, chooser)
    assert set(lifted) == {"Aiko", "Kenji"}
    assert all(a != b for a, b in itertools.pairwise(lifted))


def test_a_piece_that_has_no_part_in_the_question_says_what_is_asked(guest: Page) -> None:
    play_now(guest, "Saigo no Kane")
    wait_for_quiet(guest)
    before, question = version(guest), guest.locator("#ask").inner_text().removeprefix("Your turn").strip()
    guest.locator(".board .purse [data-piece^=cards-]").first.click()
    expect(guest.get_by_role("alert")).to_have_text(f"This is not what you are asked about now. {question}")
    guest.locator(".board .purse .opens").first.click()
    expect(guest.get_by_role("dialog", name=re.compile(": popularity$"))).to_be_visible()
    assert version(guest) == before
    guest.keyboard.press("Escape")


def test_an_unlit_piece_says_why_not_and_names_the_rule(guest: Page) -> None:
    play_now(guest)
    chooser = random.Random(9)
    while wait_for_question(guest) and guest.locator(".board .point[data-why]").count() == 0:
        click_a_target(guest, chooser)
    place = guest.locator(".board .point[data-why] .hit").first
    place.scroll_into_view_if_needed()
    place.click(force=True)
    notice = guest.get_by_role("alert")
    expect(notice).to_be_visible()
    clause = notice.get_by_role("link")
    assert re.fullmatch(r"ROL-\d+", clause.inner_text())
    name = clause.inner_text()
    clause.click()
    expect(guest.locator(f"a[id='{name}']")).to_be_in_viewport()


def test_a_refusal_speaks_of_people_not_of_seats(guest: Page) -> None:
    play_now(guest)
    name = guest.locator(".at-seats .who").first.inner_text()
    guest.get_by_text("Why can't I make a move?").click()
    guest.get_by_label("Move", exact=True).fill("pass")
    guest.get_by_role("button", name="Ask").click()
    expect(guest.get_by_role("alert")).to_contain_text(f"That is not possible now: {name} is to play a card.")


def test_enter_in_a_field_does_what_the_field_is_for(guest: Page) -> None:
    invite(guest)
    name = guest.get_by_label("Your name")
    name.fill("Aiko")
    name.press("Enter")
    expect(guest.locator(".chair .who").first).to_have_text("Aiko")
    expect(guest.locator(".lobby")).to_be_visible()
    play_now(guest)
    before = version(guest)
    guest.get_by_text("Why can't I make a move?").click()
    guest.get_by_label("Move", exact=True).fill("chip 1,1 and more")
    guest.get_by_label("Move", exact=True).press("Enter")
    expect(guest.get_by_role("alert")).to_contain_text("not a move")
    assert version(guest) == before


def test_everything_works_without_a_script(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, java_script_enabled=False)
    page.goto("/")
    with page.expect_navigation():
        page.get_by_role("button", name=f"Play now against bots: {GAME}").click()
    played = 0
    while played < 4:
        page.reload()
        buttons = page.locator("#options button")
        if buttons.count():
            if page.locator("#options[open]").count() == 0:
                page.locator("#options summary").click()
            with page.expect_navigation():
                buttons.first.click()
            played += 1
    page.locator("#why summary").click()
    page.get_by_label("Move", exact=True).fill("chip 1,1 and more")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("alert")).to_contain_text("not a move")
    page.context.close()


def test_a_seat_moves_to_another_device_after_a_question(browser: Browser, house_url: str, guest: Page) -> None:
    play_now(guest)
    guest.get_by_role("link", name="Move a seat to another device").click()
    link = guest.get_by_label("Your seat on another device").input_value()
    phone = come_in(browser, house_url, 390, 844)
    phone.goto(link)
    expect(phone.get_by_role("heading", name="Move this seat here?")).to_be_visible()
    phone.get_by_role("button", name="Yes, sit here").click()
    wait_for_question(phone)
    phone.goto(link)
    expect(phone.get_by_role("heading", name="This link no longer works")).to_be_visible()
    guest.go_back()
    guest.reload()
    expect(guest.get_by_text("You are watching.")).to_be_visible()
    assert guest.locator("[data-move]").count() == 0
    phone.context.close()


def test_the_lamp_changes_the_light_and_is_remembered(guest: Page) -> None:
    guest.goto("/")
    day = guest.evaluate("getComputedStyle(document.body).backgroundColor")
    guest.get_by_role("button", name="Lamp: switch between light and dark").click()
    night = guest.evaluate("getComputedStyle(document.body).backgroundColor")
    assert day != night
    guest.goto("/keys")
    assert guest.evaluate("getComputedStyle(document.body).backgroundColor") == night
