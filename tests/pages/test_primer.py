"""Rules that show, and practice, as pages: pictures, examples without dead ends, judged tries, and nothing hidden told."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from markupsafe import Markup

from tests.primer.test_content import every_primer, primer_of
from tests.server.helpers import open_app
from tests.support import swap_of
from zashiki.core.chance import seeded
from zashiki.core.game import AnyGame
from zashiki.games import GAMES
from zashiki.primer import answering, judging
from zashiki.primer.positions import table_at
from zashiki.server.pages import practice
from zashiki.server.pages.cutting import cut, elements, marked, matching, with_own_ids
from zashiki.server.pages.draw import Frame
from zashiki.server.promises import Offer

DRAWING = Markup('<div id="a" class="x y"><svg><use href="#b"/><g id="b"><path d="M0"/></g></svg><p>one<br>two</p></div>')
MOST = 60_000  # bytes of a rules page, compressed


def test_elements_are_found_by_tag_class_id_and_attribute() -> None:
    found = elements(DRAWING)
    assert [each.tag for each in found] == ["div", "svg", "use", "g", "path", "p", "br"]
    for selector, tag in (("p", "p"), (".y", "div"), ("#b", "g"), ("use[href=#b]", "use"), ("div.x.y#a", "div")):
        assert [each.tag for each in matching(found, selector)] == [tag], selector
    assert cut(DRAWING, ["g", "p"]) == '<g id="b"><path d="M0"/></g>\n<p>one<br>two</p>'
    for selector in ("", "p q", "p:hover"):
        with pytest.raises(ValueError, match="not a selector"):
            matching(found, selector)


def test_marks_are_numbered_and_what_is_not_drawn_cannot_be_marked_or_cut() -> None:
    assert marked(DRAWING, ["p", "svg"]).count("data-mark") == 2
    assert '<p data-mark="1">' in marked(DRAWING, ["p", "svg"])
    for change in (marked, cut):
        with pytest.raises(ValueError, match="Nothing drawn"):
            change(DRAWING, ["table"])


def test_a_picture_keeps_only_ids_that_it_refers_to_itself() -> None:
    own = with_own_ids(DRAWING, "one")
    assert re.findall(r'id="([^"]+)"', own) == ["one-b"]
    assert 'href="#one-b"' in own
    assert 'href="#b"' in with_own_ids(Markup('<use href="#b"/>'), "one")  # drawn elsewhere on the page


@pytest.mark.anyio
@every_primer
async def test_the_rules_show_the_table_and_diagrams_on_their_page_and_beside_a_table(tmp_path: Path, game: AnyGame) -> None:
    primer = primer_of(game)
    async with open_app(tmp_path) as (_, client):
        page = await client.get(f"/rules/{game.id}")
        panel = await client.get(f"/rules/{game.id}/panel")
        for text in (page.text, panel.text):
            assert text.count("<figure") == len(primer.diagrams) + 1
            assert text.count("data-mark=") == len(primer.overview.parts) + sum(len(each.marks) for each in primer.diagrams)
            assert all(term.word.said("en") in text for term in primer.glossary)
            ids = re.findall(r'\sid="([^"]+)"', text)
            assert [each for each in set(ids) if ids.count(each) > 1] == []
        same = await client.get(f"/rules/{game.id}/panel", headers={"if-none-match": panel.headers["etag"]})
        assert (same.status_code, same.content) == (304, b"")
        client.headers["Accept-Language"] = "ja"
        shown = (await client.get(f"/rules/{game.id}")).text
        assert all(part.name.said("ja") in shown for part in primer.overview.parts)


@pytest.mark.anyio
@every_primer
async def test_the_rules_stay_small(tmp_path: Path, game: AnyGame) -> None:
    async with open_app(tmp_path) as (_, client):
        for path in (f"/rules/{game.id}", f"/rules/{game.id}/panel"):
            async with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
                assert len(b"".join([piece async for piece in answer.aiter_raw()])) < MOST, path


@pytest.mark.anyio
@every_primer
async def test_examples_lead_from_the_rules_through_every_step_to_practice(tmp_path: Path, game: AnyGame) -> None:
    primer = primer_of(game)
    async with open_app(tmp_path) as (_, client):
        linked = set(re.findall(rf'href="/rules/{game.id}/examples/([^"]+)"', (await client.get(f"/rules/{game.id}")).text))
        assert linked == {example.key for example in primer.examples}
        here, seen = f"/rules/{game.id}/examples/{primer.examples[0].key}", 0
        while "/examples/" in here:
            page = await client.get(here)
            assert page.status_code == 200, here
            seen += 1
            onward = re.findall(r'<a class="button primary"[^>]* href="([^"]+)"', page.text)
            assert len(onward) == 1, here
            here = onward[0]
        assert seen == sum(len(example.steps) for example in primer.examples)
        assert here == f"/games/{game.id}/practice"
        for wrong in ("nothing-here", f"{primer.examples[0].key}?step=99", f"{primer.examples[0].key}?step=0"):
            assert (await client.get(f"/rules/{game.id}/examples/{wrong}")).status_code == 404


async def tried(client: httpx.AsyncClient, game: AnyGame, key: str, **query: str) -> tuple[str, str]:
    """The kind of the verdict, and the page."""
    page = await client.get(f"/games/{game.id}/practice/{key}", params=query)
    assert page.status_code == 200
    kinds = re.findall(r'class="judged ?(\w*)"', page.text)
    return kinds[0], page.text


@pytest.mark.anyio
@every_primer
async def test_every_try_is_answered_and_none_is_a_dead_end(tmp_path: Path, game: AnyGame) -> None:
    primer = primer_of(game)
    async with open_app(tmp_path) as (_, client):
        listed = (await client.get(f"/games/{game.id}/practice")).text
        for exercise in primer.exercises:
            assert f"/practice/{exercise.key}" in listed
            kind, page = await tried(client, game, exercise.key)
            assert kind == ""
            moves = re.findall(r'name="try" value="([^"]+)"', page)
            assert set(exercise.answers) < set(moves)
            wrong = next(move for move in moves if move not in exercise.answers)
            kind, page = await tried(client, game, exercise.key, **{"try": wrong})
            assert kind == "wrong"
            assert "data-solved" not in page
            assert exercise.answers[0] in page  # still to be chosen
            for answer in exercise.answers[:1]:
                kind, page = await tried(client, game, exercise.key, **{"try": answer})
                assert kind == "right"
                assert "data-solved" in page
                assert f"#{exercise.clause}" in page
            kind, page = await tried(client, game, exercise.key, show="yes")
            assert kind == "told"
            assert "data-solved" not in page
        kind, page = await tried(client, game, primer.exercises[0].key, **{"try": "castle kingside"})
        assert kind == "refused"
        assert (await client.get(f"/games/{game.id}/practice/no-such-thing")).status_code == 404
    assert (await client_status(tmp_path, "/games/chess/practice")) == 404


async def client_status(folder: Path, path: str) -> int:
    async with open_app(folder) as (_, client):
        return (await client.get(path)).status_code


def test_an_exercise_is_drawn_and_judged_the_same_whatever_the_others_hide(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame("", "token", "", "stamp", "en", "/", Offer("table", "commitment", "signed"))
    for game in (game for game in GAMES.values() if game.primer):
        for exercise in primer_of(game).exercises:
            table = table_at(game, exercise.place.record, exercise.place.at)
            wrong = next(move for move in table.legal(exercise.seat) if move not in exercise.answers)
            judging.recorded_values.cache_clear()
            shown = practice.practice_page(frame, game, exercise.key, wrong, show=False)
            other = table.copy()
            other.state = swap_of(game)(other.state, exercise.seat, seeded(5, 7))
            judging.recorded_values.cache_clear()
            for module in (practice, answering, judging):
                monkeypatch.setattr(module, "table_at", lambda *_, other=other: other)
            assert practice.practice_page(frame, game, exercise.key, wrong, show=False) == shown, exercise.key
            monkeypatch.undo()
        judging.recorded_values.cache_clear()
