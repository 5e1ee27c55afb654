"""Whole games by mouse, on five screens: whoever is asked has an answer in view, nothing jumps or slides away under a finger.

One page plays; at every decision it is looked at in all five sizes, and everything that is wrong is collected.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import click_a_target, come_in, sit_alone, wait_for_question, wait_for_quiet
from zashiki.core.game import AnyGame
from zashiki.server.pages.board import games_with_board

SIZES = ((360, 640), (390, 844), (1280, 800), (1366, 650), (1920, 1080))
MOST_SHIFT = 2  # pixels
MOST_DECISIONS = 600
MOST_TOLD = 12  # findings in a message

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
    wide: document.documentElement.scrollWidth - innerWidth,
    inView: lit.filter(within).length,
    places: Object.fromEntries(moves.map(piece => [piece.dataset.move, [place(piece)[0] + scrollX, place(piece)[1] + scrollY]])),
  };
}"""

SETTLED = "() => new Promise(done => requestAnimationFrame(() => done(true)))"  # the page has been told its new size


@dataclass
class Looks:
    """What was seen of one game, and what was wrong with it."""

    wrong: list[str] = field(default_factory=list)
    tops: dict[tuple[int, str], float] = field(default_factory=dict)  # of the board, by size and phase
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
        assert looks.questions < MOST_DECISIONS
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate(SETTLED)
            looks.take(size, page.evaluate(LOOK))
        sizes.reverse()  # the next question comes at the size that is shown now
        click_a_target(page, chooser)
    expect(page.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    assert page.locator(".tally tbody tr").count() >= 4
    page.context.close()
    assert looks.questions > 5
    told = "\n".join(looks.wrong[:MOST_TOLD])
    assert not looks.wrong, f"{len(looks.wrong)} findings in {looks.questions} questions, among them\n{told}"
