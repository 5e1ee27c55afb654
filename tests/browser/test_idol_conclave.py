"""Idol Conclave in a real browser: a whole game by mouse, choosing a card and then an idol, and one by keyboard."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.people import (
    MOST_DECISIONS,
    click_a_target,
    come_in,
    play_now,
    press_a_target,
    redraw,
    resize,
    sit_alone,
    version,
    wait_for_change,
    wait_for_question,
    wait_for_quiet,
)
from tests.browser.test_accessibility import findings
from tests.browser.test_in_view import SIZES
from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.games.idol_conclave import GAME, phase
from zashiki.games.idol_conclave.words.catalogue import WORDS

pytestmark = pytest.mark.browser


def pick_a_card(page: Page, chooser: random.Random) -> str | None:
    """Choose a card of the hand, where a turn asks for one; the drops of that card, and of no other, are shown."""
    cards = page.locator(".board .pick")
    if cards.count() == 0:
        return None
    assert page.locator(".board .drop:visible, .board .pick :checked").count() == 0
    card = cards.nth(chooser.randrange(cards.count()))
    card.click()
    kind = card.locator("input").input_value()
    shown = page.locator(".board .drop:visible").evaluate_all("drops => drops.map((d) => d.dataset.move ?? d.dataset.why)")
    assert shown
    assert {move.split(" ")[1] for move in shown} == {kind}
    redraw(page)
    assert page.locator(".board .pick :checked").input_value() == kind
    return kind


# How high the players' panels are when one of them has no mark, one, and so on up to five.
HEIGHTS = """() => {
  const [seats, marks] = ['.board .seats', '.board .seat:nth-of-type(2) .marks'].map(part => document.querySelector(part));
  const before = [...marks.childNodes];
  const heights = [0, 1, 2, 3, 4, 5].map(many => {
    const mark = Object.assign(document.createElement('span'), {className: 'mark', textContent: 'I'});
    marks.replaceChildren(...Array.from({length: many}, () => mark.cloneNode(true)));
    return seats.offsetHeight;
  });
  marks.replaceChildren(...before);
  return heights;
}"""


def test_panels_keep_their_height_however_many_marks_stand_there(guest: Page) -> None:
    play_now(guest, GAME.name)
    for width, height in SIZES:
        resize(guest, width, height)
        assert len(set(guest.evaluate(HEIGHTS))) == 1, f"at {width} × {height}"


def test_no_winner_is_named_before_the_count_was_seen(browser: Browser, house_url: str) -> None:
    page, chooser = come_in(browser, house_url, scenes="wait"), random.Random(6)
    sit_alone(page, GAME)
    count = page.locator("#scene[open] h2", has_text=re.compile("^The count$"))
    while not count.is_visible():
        if page.query_selector("#scene[open]"):  # of an event, or of a card that was turned up
            page.keyboard.press("Enter")
        else:
            click_a_target(page, chooser)
        page.wait_for_selector(".table[data-asked], #scene[open]")
    named = re.compile("wins|share the win")
    heading, told = page.locator("#result-heading"), page.locator("#announce")
    resize(page, 844, 390)  # a phone held sideways: the scene is higher, and what goes on is in view
    while page.query_selector("#scene[open]"):
        expect(page.locator("#scene button")).to_be_in_viewport(ratio=1)
        expect(heading).to_be_hidden()
        assert not named.search(f"{page.title()} {told.inner_text()}")
        page.keyboard.press("Enter")
    expect(heading).to_be_in_viewport()
    expect(told).to_have_text(heading.inner_text())
    page.context.close()


def test_a_whole_game_by_mouse_card_first_then_idol(guest: Page) -> None:
    play_now(guest, GAME.name)
    chooser, decisions, picked = random.Random(5), 0, 0
    while wait_for_question(guest):
        kind = pick_a_card(guest, chooser)
        move = click_a_target(guest, chooser)
        if kind is not None:
            picked += 1
            assert move.split(" ")[1] == kind
        decisions += 1
        assert decisions < MOST_DECISIONS
    assert picked > 3
    expect(guest.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    assert guest.locator(".board .column .rank").count() == 6
    assert guest.locator(".tally tbody tr").count() >= 5


def test_a_whole_game_by_keyboard(guest: Page) -> None:
    play_now(guest, GAME.name)
    chooser, decisions = random.Random(6), 0
    while wait_for_question(guest):
        cards = guest.locator(".board .pick input")
        if cards.count():
            cards.first.press("Space")
            for _ in range(chooser.randrange(cards.count())):
                guest.keyboard.press("ArrowRight")
        guest.keyboard.press("b")
        press_a_target(guest, chooser)
        decisions += 1
        assert decisions < MOST_DECISIONS
    assert decisions > 3


def fields(page: Page) -> Locator:
    """The fields of the grid of suspicions."""
    return page.locator("#suspicions .guess")


def open_the_grid(page: Page) -> None:
    if not fields(page).first.is_visible():
        page.get_by_text("Who might be whom").click()


def board_shown(page: Page) -> str:
    html: str = page.locator("#board").evaluate("board => board.innerHTML")
    return html


# How far the hand reaches down, where it is and where it would be without staying in view, and where the bar begins.
HAND_AND_BAR = """() => {
  scrollTo(0, 0);
  const [hand, bar] = ['.hand', '.bar'].map(part => document.querySelector(`.board ${part}`));
  const here = hand.getBoundingClientRect().bottom;
  hand.style.position = 'static';
  const pushed = hand.getBoundingClientRect().bottom;
  hand.style.position = '';
  return [here, pushed, bar.getBoundingClientRect().top];
}"""


def test_the_hand_stays_above_the_bar_however_long_a_line_grows(browser: Browser, house_url: str) -> None:
    page, seen = come_in(browser, house_url, 1280, 780), []
    sit_alone(page, GAME)
    while wait_for_question(page):
        wait_for_quiet(page)
        seen.append(page.evaluate(HAND_AND_BAR))
        if page.locator(".board .pick").count():
            page.locator(".board .pick").first.click()
        click_a_target(page, random.Random(0), "vote")  # always for the same idol, who has a long line in the end
    assert all(here <= bar + 1 for here, _, bar in seen)
    assert any(pushed > bar + 1 for _, pushed, bar in seen), "no line was long enough"
    page.context.close()


WRITE = """words => {
  const line = document.querySelector('.stands > span');
  line.innerHTML = words.split(' · ').map(part => `<span class="part">${part}</span>`).join(' · ');
  return line.parentElement.scrollHeight <= line.parentElement.clientHeight;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_line_above_the_question_is_whole_in_every_phase(browser: Browser, house_url: str, language: str) -> None:
    page = come_in(browser, house_url, 360, 640)
    sit_alone(page, GAME)
    token = LANGUAGE.set(language)
    phases = [WORDS(f"phase_{name}") for name in phase.NAMES]
    lines = {f"{GAME.name} · {WORDS('headline', round=8, turn=28, left=12, phase=words)}" for words in phases}
    LANGUAGE.reset(token)
    assert [line for line in sorted(lines) if not page.evaluate(WRITE, line)] == []
    page.context.close()


def test_marks_in_the_grid_of_suspicions_are_kept_and_private(browser: Browser, guest: Page, house_url: str) -> None:
    play_now(guest, GAME.name)
    stranger = come_in(browser, house_url)
    stranger.goto(guest.url)
    open_the_grid(stranger)
    assert stranger.locator("#suspicions button").count() == 0
    wait_for_quiet(stranger)
    shown, told = board_shown(stranger), version(stranger)

    open_the_grid(guest)
    field = guest.locator("#suspicions button").first
    name = (field.get_attribute("aria-label") or "").partition(":")[0]
    key = (field.get_attribute("id") or "").removeprefix("note-")
    for mark in ("maybe", "no", "yes", "no mark", "maybe", "no"):
        before = version(guest)
        field.press("Enter")
        wait_for_change(guest, before)
        expect(guest.get_by_role("button", name=f"{name}: {mark},")).to_be_focused()
    second = guest.locator("#suspicions button").nth(3)
    before = version(guest)
    second.click()
    wait_for_change(guest, before)
    expect(second).to_have_class("guess maybe")

    guest.reload()
    open_the_grid(guest)
    expect(guest.get_by_role("button", name=f"{name}: no,")).to_have_id(f"note-{key}")
    expect(guest.locator("#suspicions .guess-mark")).to_have_count(2)
    stranger.reload()
    open_the_grid(stranger)
    assert (board_shown(stranger), version(stranger)) == (shown, told)
    assert key not in stranger.content()
    stranger.context.close()


def test_a_mark_is_made_without_script(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, java_script_enabled=False)
    page.goto("/")
    page.get_by_role("button", name="Play now against bots: Idol Conclave").click()
    page.get_by_text("Who might be whom").click()
    page.locator("#suspicions button").first.click()
    expect(page.locator("#suspicions .guess-mark")).to_have_count(1)
    expect(page.locator("#suspicions .guess-mark")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_the_board_has_no_serious_finding_and_fits_the_screen(browser: Browser, house_url: str, theme: str, width: int) -> None:
    page = come_in(browser, house_url, width, 844, color_scheme=theme)
    play_now(page, GAME.name)
    chooser, seen, found = random.Random(13), set[str](), list[str]()
    while wait_for_question(page):
        asked = page.locator("#ask").inner_text()
        if asked not in seen:
            seen.add(asked)
            page.evaluate("document.querySelector('#suspicions')?.setAttribute('open', '')")
            found += findings(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        click_a_target(page, chooser)
    found += findings(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("width", [360, 1280])
def test_the_bar_says_in_words_whose_face_is_in_it(guest: Page, width: int) -> None:
    resize(guest, width, 800)
    play_now(guest, GAME.name)
    identity = guest.locator("#identity")
    expect(identity.get_by_text("You are").filter(visible=True)).to_have_count(1)
    expect(identity.locator("b")).to_have_text(re.compile(r"\w"))
    identity.locator("summary").click()
    expect(identity.locator("b")).to_be_hidden()
