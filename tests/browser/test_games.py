"""Every game of the house takes moves on its board, on a phone in lamplight, without a serious finding; and at a full table
nothing sticks out of what it stands on.
"""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Browser

from tests.browser.people import click_a_target, come_in, play_now, resize, sit_alone, wait_for_question, wait_for_quiet
from tests.browser.test_accessibility import findings
from tests.browser.test_japanese import answer
from zashiki.core.game import AnyGame
from zashiki.core.words import LANGUAGES
from zashiki.games import find_game
from zashiki.server.pages.board import games_with_board
from zashiki.server.security import LANGUAGE_COOKIE

DECISIONS = 10
SIZES = ((390, 844), (768, 1024), (1024, 768), (1280, 800))
LOOKS = 8  # at a game from its beginning to its end, in one language and the other

# Words on a board that are wider than the nearest box around them: one with a border on both sides, or with a colour.
STICKS_OUT = """() => {
  const found = [], walk = document.createTreeWalker(document.querySelector('.table-board'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const around = walk.currentNode.parentElement, words = walk.currentNode.textContent.trim();
    if (!words || !around.checkVisibility() || around.closest('.sr-only, svg, template') || around.clientWidth === 1) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const text = range.getBoundingClientRect();
    for (let box = around; text.width && !box.matches('.table-board'); box = box.parentElement) {
      const style = getComputedStyle(box), { left, right } = box.getBoundingClientRect();
      if (style.overflowX !== 'visible') break; // aside, with a finger, or cut with an ellipsis
      const bordered = parseFloat(style.borderLeftWidth) && parseFloat(style.borderRightWidth);
      if (style.display === 'inline' || !bordered && style.backgroundColor === 'rgba(0, 0, 0, 0)') continue;
      if (text.left < left - 0.5 || text.right > right + 0.5) found.push(`${words} out of ${box.className}`);
      break;
    }
  }
  return found;
}"""


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_a_game_can_be_played_on_its_board(browser: Browser, house_url: str, game: AnyGame) -> None:
    page = come_in(browser, house_url, 360, 740, color_scheme="dark")
    play_now(page, game.name)
    chooser, found = random.Random(12), []
    for decision in range(DECISIONS):
        if not wait_for_question(page):
            break
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        if decision in (0, 5):
            found += findings(page)
        click_a_target(page, chooser)
    found += findings(page)
    page.context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_nothing_sticks_out_of_what_it_stands_on_at_a_full_table(browser: Browser, house_url: str, game: AnyGame) -> None:
    page = come_in(browser, house_url)
    sit_alone(page, game, players=max(game.seats))
    address, chooser, found = page.url, random.Random(17), list[str]()
    for look in range(LOOKS):
        language = LANGUAGES[look % 2]
        page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": house_url}])
        page.goto(address)
        wait_for_quiet(page)
        assert page.locator(f"html[lang={language}]").count()
        for size in SIZES:
            resize(page, *size)
            found += [f"{words} at {size[0]}" for words in page.evaluate(STICKS_OUT)]
        answer(page, address, chooser, game.about.max_events // (8 * LOOKS))
    page.context.close()
    assert not found, "\n".join(dict.fromkeys(found))


# Something comes to the board, and its bar grows.
CHANGE = """async () => {
  const board = document.querySelector('.table-board .board'), frame = () => new Promise(requestAnimationFrame);
  board.append(document.createElement('i'));
  await frame();
  await frame();
  board.querySelector('.bar').style.minHeight = '200px';
  await frame();
  await frame();
}"""


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_a_change_on_the_board_is_no_reason_to_style_the_whole_page_anew(browser: Browser, house_url: str, game: AnyGame) -> None:
    """As it is where a rule with `:has()` draws what it does not call by a class, or where the root has a new property."""
    page = come_in(browser, house_url, 390, 844)
    sit_alone(page, game)
    wait_for_quiet(page)
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline", "devtools.timeline"])
    page.evaluate(CHANGE)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree" and event["ph"] == "X"]
    assert 0 < max(styled) < page.locator("*").count() / 4, styled
    page.context.close()


# Every player has what is longest in a row.
LONGEST = """() => document.querySelectorAll('.tally tbody tr').forEach(row => {
  const cells = [...row.querySelectorAll('td')];
  const longest = cells.reduce((one, other) => other.innerText.length > one.innerText.length ? other : one);
  const text = longest.innerHTML, isWordy = longest.classList.contains('wordy');
  cells.forEach(cell => {
    cell.innerHTML = text;
    cell.classList.toggle('wordy', isWordy);
  });
})"""


@pytest.mark.parametrize("name", ["akiwado", "idol-conclave"])
def test_the_count_of_a_full_table_fits_a_phone_however_long_a_name(browser: Browser, house_url: str, name: str) -> None:
    game = find_game(name)
    page = come_in(browser, house_url, 390, 844)
    sit_alone(page, game, players=max(game.seats), name="Bartholomew Featherstone")
    answer(page, page.url, random.Random(18), game.about.max_events)
    for language in LANGUAGES:
        page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": house_url}])
        page.reload()
        page.wait_for_selector(f"html[lang={language}] .tally")
        page.evaluate(LONGEST)
        too_wide = page.locator(".result > .scroll").evaluate("around => around.scrollWidth - around.clientWidth")
        assert too_wide <= 0, f"{too_wide} px in {language}"
    page.context.close()
