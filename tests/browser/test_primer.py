"""Rules that show, and practice, in a browser: numbers on pictures, search, steps, tries on the board, what was solved."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.people import come_in, play_now
from tests.primer.test_content import SHOWN, primer_of
from zashiki.core.game import AnyGame

SIZES = [(1280, 800), (390, 844)]
GAME = "rights-of-losers"


def numbers_on(picture: Locator) -> list[str]:
    """The numbers on a picture, once they stand inside it."""
    expect(picture.locator(".number-of").first).to_be_attached()
    inside = picture.evaluate(
        """picture => [...picture.querySelectorAll('.number-of')].every(number => {
            const [one, all] = [number, picture].map(each => each.getBoundingClientRect());
            const beside = one.left >= all.left - 1 && one.right <= all.right + 1;
            return beside && one.top >= all.top - 1 && one.bottom <= all.bottom + 1;
        })"""
    )
    assert inside
    return picture.locator(".number-of").all_inner_texts()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_part_of_every_table_is_numbered_on_its_picture(browser: Browser, house_url: str, width: int, height: int) -> None:
    guest = come_in(browser, house_url, width, height)
    for game in SHOWN:
        guest.goto(f"/rules/{game.id}")
        parts = primer_of(game).overview.parts
        assert numbers_on(guest.locator("#parts .shown")) == [str(number) for number in range(1, len(parts) + 1)], game.id
        assert guest.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), game.id
    guest.context.close()


def test_the_rules_are_searched_on_their_page(guest: Page) -> None:
    guest.goto(f"/rules/{GAME}")
    search = guest.get_by_role("searchbox")
    search.fill("influence")
    expect(guest.locator(".finder [role=status]")).to_have_text(re.compile(r"Passages found: [1-9]"))
    expect(guest.locator("#glossary dt:visible")).to_have_text(["influence"])
    expect(guest.locator("#parts .shown")).to_be_hidden()
    search.fill("")
    expect(guest.locator("#parts .shown")).to_be_visible()


def test_the_pictures_are_numbered_beside_a_table_too(guest: Page) -> None:
    play_now(guest)
    table = guest.locator("#live .board").inner_html()
    guest.keyboard.press("r")
    panel = guest.locator("#rules-panel")
    panel.get_by_role("link", name="The table and its parts").click()
    assert len(numbers_on(panel.locator("#parts .shown"))) >= 6
    assert guest.locator("#live .board").inner_html() == table
    with guest.context.expect_page() as opened:  # the table stays where it is
        panel.locator("#examples a").first.click()
    expect(opened.value.locator("#example")).to_be_visible()


def test_an_example_is_stepped_through_with_one_click_a_step(browser: Browser, house_url: str) -> None:
    guest = come_in(browser, house_url, *SIZES[1])
    example = next(primer_of(game) for game in SHOWN if game.id == GAME).examples[0]
    guest.goto(f"/rules/{GAME}/examples/{example.key}")
    for number, _ in enumerate(example.steps[1:], 2):
        guest.locator("#example-next").click()
        expect(guest.locator("#example")).to_contain_text(f"Step {number} of {len(example.steps)}")
    guest.locator("#example-back").click()
    expect(guest.locator("#example")).to_contain_text(f"Step {len(example.steps) - 1} of")
    guest.go_back()
    expect(guest.locator("#example")).to_contain_text("Step ")
    guest.context.close()


@pytest.mark.parametrize("game", SHOWN, ids=lambda game: game.id)
def test_what_an_example_marks_is_outlined_and_no_step_is_too_wide(browser: Browser, house_url: str, game: AnyGame) -> None:
    guest = come_in(browser, house_url, *SIZES[1])
    for example in primer_of(game).examples:
        number = max((number for number, step in enumerate(example.steps, 1) if step.marks), default=1)
        guest.goto(f"/rules/{game.id}/examples/{example.key}?step={number}")
        outlines = "() => [...document.querySelectorAll('[data-mark]')].map(each => getComputedStyle(each).outlineStyle)"
        assert guest.evaluate(outlines) == ["solid"] * len(example.steps[number - 1].marks), example.key
        assert guest.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), example.key
    guest.context.close()


@pytest.mark.parametrize(
    ("game", "size"), [(game, SIZES[k % 2]) for k, game in enumerate(SHOWN, 1)], ids=[game.id for game in SHOWN]
)
def test_a_mistake_is_told_tried_again_and_what_is_solved_is_kept(
    browser: Browser, house_url: str, game: AnyGame, size: tuple[int, int]
) -> None:
    guest = come_in(browser, house_url, *size)
    exercise = primer_of(game).exercises[0]
    guest.goto(f"/games/{game.id}/practice")
    expect(guest.locator(".practice-list")).to_contain_text("0 of 10")
    with guest.expect_navigation():  # before it is over nobody knows whether the list is open
        guest.get_by_role("link", name=str(exercise.title)).click()
    if not guest.locator("#options[open]").count():
        guest.locator("#options summary").click()
    tries = guest.locator("#options button")
    moves = [str(button.get_attribute("value")) for button in tries.all()]
    tries.nth(next(k for k, move in enumerate(moves) if move not in exercise.answers)).click()
    expect(guest.locator(".judged.wrong")).to_be_in_viewport()
    lit = guest.locator(f'#exercise .board [data-move="{exercise.answers[0]}"]:visible')
    if lit.count():
        lit.first.dispatch_event("click")
    else:  # what must be chosen on the board first can be chosen from the list
        guest.locator(f'#options button[value="{exercise.answers[0]}"]').dispatch_event("click")
    expect(guest.locator(".judged.right")).to_be_in_viewport()
    assert guest.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    guest.goto(f"/games/{game.id}/practice")
    expect(guest.locator(".practice-list")).to_contain_text("1 of 10")
    expect(guest.locator(f'[data-exercise="{exercise.key}"] .solved')).to_be_visible()
    guest.get_by_role("button", name="Begin all over again").click()
    expect(guest.locator(".practice-list")).to_contain_text("0 of 10")
    guest.context.close()
