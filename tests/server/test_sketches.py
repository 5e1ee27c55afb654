"""Parts of a page that are drawn once for all who are shown the same, and for nobody else."""

from __future__ import annotations

import gc
import json
import weakref
from dataclasses import dataclass

import pytest
from jinja2 import DictLoader, TemplateSyntaxError

from zashiki.server.changes import changed, changes
from zashiki.server.pages.sketches import Sheet, Sketchbook, put_together
from zashiki.server.pages.templates import templates


@dataclass(frozen=True)
class View:
    """What somebody sees."""

    trick: int
    hand: tuple[str, ...]


class Thing:
    """Something that can be drawn and missed."""

    def __str__(self) -> str:
        return "thing"


class Pen:
    """Draws a template for several viewers of one table, and counts how often it was really drawn."""

    def __init__(self, template: str) -> None:
        self._env = templates(DictLoader({"page": template, "other": "{{ secret }}"}))
        self._env.globals["drawn"] = self._count
        self._book = Sketchbook()
        self.times = 0

    def _count(self) -> str:
        self.times += 1
        return ""

    def __call__(self, **given: object) -> str:
        self._book.begin()
        return "".join(self._env.texts("page", {"sketches": self._book, **given}))


def test_a_part_is_drawn_once_for_all_whose_view_has_the_same_in_what_it_reads() -> None:
    pen = Pen("{% shared %}\n{{ drawn() }}{{ v.trick }}\n{% endshared %}\n")
    assert pen(v=View(3, ("a",))) == pen(v=View(3, ("b",))) == "3\n"
    assert pen.times == 1
    assert pen(v=View(4, ("a",))) == "4\n"
    assert pen.times == 2


@pytest.mark.parametrize(
    "body",
    [
        "{{ v.hand[0] }}",
        "{{ shown(v) }}",
        "{% set found = v %}{{ found.hand[0] }}",
        "{{ own() }}",
        "{% for card in v.hand %}{{ card }}{% endfor %}",
        "{% set card = v.hand[0] %}{{ card }}",
        "{% if v.trick %}{% set card = v.hand[0] %}{{ card }}{% endif %}",
    ],
)
def test_nobody_is_shown_what_was_drawn_from_the_hand_of_another(body: str) -> None:
    macros = "{% macro deeper() %}{{ v.hand[0] }}{% endmacro %}{% macro own() %}{{ deeper() }}{% endmacro %}"
    pen = Pen(f"{macros}{{% shared %}}\n{body}\n{{% endshared %}}\n")
    shown = {"shown": lambda view: view.hand[0]}
    assert "a" in pen(v=View(3, ("a",)), **shown)
    assert "b" in pen(v=View(3, ("b",)), **shown)
    assert "a" in pen(v=View(3, ("a",)), **shown)


def test_of_parts_in_a_loop_only_the_one_that_reads_something_else_is_drawn_again() -> None:
    pen = Pen("{% for card in v.hand %}\n{% shared loop.index0 %}\n{{ drawn() }}{{ card }}\n{% endshared %}\n{% endfor %}\n")
    assert pen(v=View(3, ("a", "b", "c"))) == "a\nb\nc\n"
    assert pen.times == 3
    assert pen(v=View(4, ("a", "d", "c"))) == "a\nd\nc\n"
    assert pen.times == 4


def test_the_account_of_a_number_is_neither_made_nor_read_where_it_is_fetched() -> None:
    pen = Pen('{% shared %}\n{{ opens("box", 1, told(v.trick), rows(v.hand)) }}{{ drawn() }}\n{% endshared %}\n')
    told: list[object] = []

    class Opens:
        tells = False

        def __call__(self, number: str, shown: int, title: str, rows: object) -> str:
            return f"{number}{shown}{title}{rows}"

    opens, note = Opens(), told.append
    for view in (View(3, ("a",)), View(4, ("b",))):
        assert pen(v=view, opens=opens, told=note, rows=note) == "box1()\n"
    assert told == []
    assert pen.times == 1


def test_macros_are_taken_apart_after_use_and_leave_nothing_to_the_collector() -> None:
    env = templates(
        DictLoader({"page": "{% macro one(a) %}{{ a }}{{ given }}{% endmacro %}{% macro two(a) %}{{ one(a) }}{% endmacro %}"})
    )
    given = Thing()
    gone = weakref.ref(given)
    gc.collect()
    gc.disable()
    try:
        with env.macros("page", {"given": given}) as macros:
            assert macros["two"]("a") == "athing"
        del given
        assert gone() is None
    finally:
        gc.enable()


def test_a_part_takes_in_no_other_template() -> None:
    with pytest.raises(TemplateSyntaxError):
        Pen("{% shared %}\n{% include 'other' %}\n{% endshared %}\n")(secret=1)


def test_texts_put_together_are_the_same_text_whatever_stands_between_the_sheets() -> None:
    one, two = Sheet.of("1\n1\n", "one"), Sheet.of("2", "two")
    for texts in (
        [one, two],
        [two, one],
        ["<p>\n", one, "</p>"],
        ["a", one, "\n", two, "\nb"],
        [one, one, "\n"],
        [two, two, ""],
        [two, "\n\n", one],
    ):
        drawn = put_together(texts)
        assert drawn.text == "".join(texts)
        before = put_together([one])
        found = [piece.decode() for piece in changes(before.traces, drawn)]
        assert changed(before.text, json.loads(f"[{','.join(found)}]")) == drawn.text


def test_macros_of_another_template_stay_as_they_are() -> None:
    env = templates(
        DictLoader({"page": "{% from 'other' import one %}{{ one(1) }}", "other": "{% macro one(a) %}{{ a }}{% endmacro %}"})
    )
    assert ["".join(env.texts("page", {})) for _ in range(2)] == ["1", "1"]
