"""Whole games by mouse, on five screens: whoever is asked has an answer in view, what can be pressed is lit and nothing else is,
nothing jumps or slides away under a finger.

One page plays; at every decision it is looked at in all five sizes, and everything that is wrong is collected.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import click_a_target, come_in, resize, sit_alone, wait_for_question, wait_for_quiet
from tests.support import every_game
from zashiki.core.game import AnyGame
from zashiki.games import find_game
from zashiki.server.pages.board import games_with_board

SIZES = ((360, 640), (390, 844), (1280, 800), (1366, 650), (1920, 1080))
MOST_SHIFT = 2  # pixels
MOST_DECISIONS = 600
MOST_TOLD = 12  # findings in a message

Numbers = dict[str, float]

# What a person sees of a question: where the board and everything lit stand in the document, and what can be pressed right away.
LOOK = """() => {
  const table = document.querySelector('.table[data-asked]');
  if (!table) return null;
  const board = table.querySelector('.table-board .board');
  const place = piece => {
    const box = (piece.querySelector('.hit') ?? piece).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const within = piece => {
    const [x, y] = place(piece);
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const top = document.elementFromPoint(x, y);
    return top !== null && (piece.contains(top) || top.contains(piece) && top.closest('.board') === board);
  };
  const lit = [...board.querySelectorAll('[data-move], .lit')].filter(piece => piece.checkVisibility());
  const moves = lit.filter(piece => piece.dataset.move && !piece.closest('.bar, .hand'));
  return {
    version: table.dataset.version,
    ask: document.querySelector('#ask').textContent.trim(),
    verbs: [...new Set(lit.map(piece => (piece.dataset.move ?? 'choose').split(' ')[0]))].sort().join(' '),
    top: board.getBoundingClientRect().y + scrollY,
    pieces: board.querySelectorAll('[data-piece]').length,
    lines: [...board.querySelectorAll('[data-at]')].reduce((all, {dataset: {at}}) => ({...all, [at]: (all[at] ?? 0) + 1}), {}),
    parts: Object.fromEntries([...board.querySelectorAll(':scope > :is(section, div), :scope > * > :is(section, div)')]
      .filter(part => part.checkVisibility() && !part.closest('.bar, .hand, .left-places'))
      .map(part => [part.id || part.className.split(' ')[0], part.getBoundingClientRect().y - board.getBoundingClientRect().y])),
    wide: document.documentElement.scrollWidth - innerWidth,
    inView: lit.filter(within).length,
    places: Object.fromEntries(moves.map(piece => [piece.dataset.move, [place(piece)[0] + scrollX, place(piece)[1] + scrollY]])),
  };
}"""

# What looks as if it could be pressed and cannot, and what can be pressed and does not look like it.
LIGHTS = """() => {
  const board = document.querySelector('.table-board .board');
  const every = which => [...board.querySelectorAll(which)];
  const [lit, others] = [every('[data-move], .lit'), every(':not([data-move], [data-move] *, .lit, .lit *)')];
  const probes = ['--lit', '--lit-halo'].map(name => {
    const probe = document.createElement('i');
    probe.style.color = `var(${name})`;
    return probe;
  });
  board.append(...probes); // until all is looked at: the page is drawn up anew for whatever comes or goes
  const lights = probes.map(probe => getComputedStyle(probe).color);
  const shines = ({boxShadow, filter}) => lights.some(color => boxShadow.includes(color) || filter.includes(color));
  const isDrawn = piece => {
    const style = getComputedStyle(piece);
    return shines(style) || [style.borderTopColor, style.stroke, style.fill].includes(lights[0]);
  };
  const called = piece => `${piece.localName}.${piece.getAttribute('class')}`;
  const lies = others.filter(piece => shines(getComputedStyle(piece)) && piece.checkVisibility()).map(called);
  const dark = lit.filter(piece => piece.checkVisibility() && ![piece, ...piece.querySelectorAll('*')].some(isDrawn)).map(called);
  probes.forEach(probe => probe.remove());
  return {lies, dark};
}"""


@dataclass
class Looks:
    """What was seen of one game, and what was wrong with it."""

    wrong: list[str] = field(default_factory=list)
    tops: dict[tuple[int, str], float] = field(default_factory=dict)  # of the board, by size and phase
    parts: dict[tuple[int, str], tuple[int, Numbers, Numbers]] = field(default_factory=dict)  # pieces, in lines, and its parts
    questions: int = 0

    def take(self, size: tuple[int, int], seen: dict[str, object]) -> None:
        """A question as it stands on a screen of this size."""
        where = f"question {self.questions} at {size[0]} × {size[1]} ({seen['ask']})"
        if not seen["inView"]:
            self.wrong.append(f"{where}: nothing that answers it is in view")
        if int(str(seen["wide"])) > 0:
            self.wrong.append(f"{where}: the page is {seen['wide']} px too wide")
        top, phase = float(str(seen["top"])), (size[0], str(seen["verbs"]))
        before = self.tops.get(phase, top)
        if abs(top - before) > MOST_SHIFT:
            self.wrong.append(f"{where}: the board has moved by {top - before:.0f} px since the last question of this kind")
        self.tops[phase] = top
        pieces, lines, parts = int(str(seen["pieces"])), seen["lines"], seen["parts"]
        assert isinstance(lines, dict)
        assert isinstance(parts, dict)
        few, filled, old = self.parts.get(phase, (pieces, lines, parts))
        taken = any(lines.get(line, 0) < number for line, number in filled.items())
        put = pieces > few or any(number > filled.get(line, 0) for line, number in lines.items())
        for part in parts.keys() & old.keys():
            lower = parts[part] - old[part]
            # A line of cards may grow, and one that a card was taken from may get shorter.
            if abs(lower) > MOST_SHIFT and not (put if lower > 0 else taken):
                self.wrong.append(
                    f"{where}: {part} has moved by {lower:.0f} px on the board since the last question of this kind"
                )
        self.parts[phase] = pieces, lines, parts

    def light(self, seen: dict[str, object]) -> None:
        """What can be pressed is lit, and nothing else."""
        if seen["lies"]:
            self.wrong.append(f"question {self.questions}: lit, and nothing that can be pressed: {seen['lies']}")
        if seen["dark"]:
            self.wrong.append(f"question {self.questions}: can be pressed, and is not lit: {seen['dark']}")

    def compare(self, before: dict[str, object], after: dict[str, object]) -> None:
        """The same question, first as it came and then after the others have acted beside it."""
        if before["ask"] != after["ask"] or before["verbs"] != after["verbs"]:
            return
        places, now = before["places"], after["places"]
        assert isinstance(places, dict)
        assert isinstance(now, dict)
        for move in places.keys() & now.keys():
            far = max(abs(a - b) for a, b in zip(places[move], now[move], strict=True))
            if far > MOST_SHIFT:
                self.wrong.append(f"question {self.questions} ({before['ask']}): {move} slid by {far:.0f} px under the pointer")
                return


def questions(page: Page) -> Iterator[dict[str, object]]:
    """Every question of a game as it comes; the caller answers it."""
    while wait_for_question(page):
        seen = page.evaluate(LOOK)
        if seen is not None:
            yield seen


@pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)
def test_every_question_has_an_answer_in_view_and_nothing_jumps(browser: Browser, house_url: str, game: AnyGame) -> None:
    page = come_in(browser, house_url, *SIZES[0])
    sit_alone(page, game)
    looks, chooser, sizes = Looks(), random.Random(16), list(SIZES)
    for seen in questions(page):
        wait_for_quiet(page)
        looks.compare(seen, page.evaluate(LOOK))
        looks.questions += 1
        looks.light(page.evaluate(LIGHTS))
        assert looks.questions < MOST_DECISIONS
        for size in sizes:
            resize(page, *size)
            looks.take(size, page.evaluate(LOOK))
        sizes.reverse()  # the next question comes at the size that is shown now
        click_a_target(page, chooser)
    expect(page.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    assert page.locator(".tally tbody tr").count() >= 4
    page.context.close()
    assert looks.questions > 5
    told = "\n".join(looks.wrong[:MOST_TOLD])
    assert not looks.wrong, f"{len(looks.wrong)} findings in {looks.questions} questions, among them\n{told}"


# How far a question of two lines, of letters with tails, is cut off below.
CUT = """() => {
  const ask = document.querySelector('#ask');
  const [words, line] = [ask.lastChild, parseFloat(getComputedStyle(ask).lineHeight)];
  const lines = () => {
    const range = document.createRange();
    range.selectNodeContents(words);
    return new Set([...range.getClientRects()].map(({bottom}) => Math.round(bottom))).size;
  };
  words.data = 'gyp';
  while (lines() < 2) words.data += ' gyp';
  return lines() === 2 ? ask.scrollHeight - ask.clientHeight : line;
}"""
HEAD = "() => document.querySelector('.table-head').offsetHeight"


def test_the_head_has_room_for_a_question_and_leaves_room_on_a_phone_held_sideways(browser: Browser, house_url: str) -> None:
    page = come_in(browser, house_url, 390, 844)
    sit_alone(page, find_game("akiwado"))
    for width, height in ((360, 640), (390, 844), (600, 960), (768, 1024), (1000, 700), (844, 390), (640, 360)):
        resize(page, width, height)
        assert page.evaluate(CUT) <= 0, f"at {width} × {height}"
        assert width < height or height > 480 or page.evaluate(HEAD) < height / 5
    page.context.close()


# The share of the screen that is left for the board between the head and what sticks below, with a bar of one row.
LEFT = """() => {
  const head = document.querySelector('.table-head').offsetHeight;
  const bar = parseFloat(getComputedStyle(document.querySelector('.board .bar')).minHeight);
  const hand = document.querySelector('.board .hand[data-hand]');
  const sticks = hand && getComputedStyle(hand).position === 'sticky';
  return 1 - (head + bar + (sticks ? hand.offsetHeight : 0)) / innerHeight;
}"""


@every_game
def test_on_a_phone_held_sideways_most_of_the_screen_is_for_the_board(game: AnyGame, browser: Browser, house_url: str) -> None:
    page, chooser = come_in(browser, house_url, 844, 390, has_touch=True, is_mobile=True), random.Random(3)
    sit_alone(page, game)
    for _ in range(4):
        wait_for_quiet(page)
        assert page.evaluate(LEFT) > 0.55, page.locator("#ask").text_content()
        click_a_target(page, chooser)
        wait_for_question(page)
    page.context.close()


CHANGES = """() => new Promise(done => {
  let count = 0;
  const watch = new MutationObserver(changes => (count += changes.length));
  watch.observe(document.documentElement, {attributes: true});
  setTimeout(() => done(count), 300);
})"""


@pytest.mark.parametrize("name", ["kazoku-scribe", "idol-conclave"])
def test_a_hand_as_high_as_may_stick_stays_still(browser: Browser, house_url: str, name: str) -> None:
    page, chooser = come_in(browser, house_url, 390, 844), random.Random(3)
    sit_alone(page, find_game(name))
    while not page.query_selector(".hand-sticks .board .hand[data-hand]"):
        click_a_target(page, chooser)
        wait_for_question(page)
    wait_for_quiet(page)
    high = page.evaluate("() => document.querySelector('.board .hand[data-hand]').offsetHeight")
    for height in range(int(high / 0.4) - 6, int(high / 0.4) + 6):  # where `reach.js` decides
        resize(page, 390, height)
        assert page.evaluate(CHANGES) == 0, f"at a height of {height}"
    page.context.close()


# Where a piece is over ten frames, with the pointer where it is put: just above its lower edge.
TREMBLES = """piece => new Promise(done => {
  const places = new Set();
  const look = left => {
    places.add(piece.getBoundingClientRect().y);
    if (left) requestAnimationFrame(() => look(left - 1));
    else done(places.size);
  };
  requestAnimationFrame(() => requestAnimationFrame(() => look(10)));
})"""


@pytest.mark.parametrize(
    ("name", "kind"),
    [("saigo-no-kane", ".tile[data-move]"), ("rights-of-losers", ".card[data-move]"), ("idol-conclave", ".pick")],
)
def test_what_rises_under_the_pointer_does_not_tremble(browser: Browser, house_url: str, name: str, kind: str) -> None:
    page, chooser = come_in(browser, house_url), random.Random(5)
    sit_alone(page, find_game(name))
    while not page.query_selector(f".board {kind}"):
        click_a_target(page, chooser)
        wait_for_question(page)
    wait_for_quiet(page)
    piece = page.locator(f".board {kind}").first
    box = piece.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 1)
    assert piece.evaluate(TREMBLES) == 1
    assert piece.evaluate("(piece, y) => y - piece.getBoundingClientRect().y", box["y"]) > 1, "it has risen"
    page.context.close()
