"""Pages and boards drawn without a browser: contexts, words, and every board over whole random games."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import meta

from tests.support import folder_name
from zashiki.core.chance import below, seeded
from zashiki.core.game import OPEN, SPECTATOR, AnyGame
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.games import GAMES
from zashiki.server import paper
from zashiki.server.pages import (
    chairs,
    chances,
    fair,
    gallery,
    hints,
    home,
    lessons,
    looking_back,
    practice,
    primer,
    replay,
    routes,
    rules,
    table,
)
from zashiki.server.pages.board import TEMPLATES, draw_board, games_with_board
from zashiki.server.pages.draw import SERVER, Frame, choice_words, environment
from zashiki.server.promises import Offer

CONTEXTS = {
    "home.html": home.HomePage,
    "new.html": home.NewPage,
    "table.html": table.TablePage,
    "_live.html": table.Live,
    "_foot.html": table.Foot,
    "_seats.html": chairs.AtSeats,
    "_chair.html": chairs.InChair,
    "_more.html": table.More,
    "replay.html": replay.ReplayPage,
    "account.html": table.AccountPage,
    "_course.html": replay.CoursePart,
    "rules.html": rules.RulesPage,
    "gallery.html": gallery.GalleryPage,
    "_about.html": gallery.AboutPart,
    "_shelf.html": gallery.Legend,
    "_rules_panel.html": rules.Rules,
    "_shown.html": primer.ShownPart,
    "_figure.html": primer.FigurePart,
    "_glossary.html": primer.GlossaryPart,
    "example.html": primer.ExamplePage,
    "practice.html": practice.PracticeList,
    "exercise.html": practice.PracticePage,
    "learn.html": lessons.LearnPage,
    "lesson.html": lessons.LessonPage,
    "_lesson.html": lessons.LessonPart,
    "print.html": paper.PrintPage,
    "chances.html": chances.ChancesPage,
    "_chances.html": chances.ChancesPart,
    "hints.html": hints.HintsPage,
    "_hints.html": hints.HintsPart,
    "keys.html": routes.BarePage,
    "fair.html": routes.BarePage,
    "fair_table.html": fair.FairPage,
    "error.html": routes.ErrorPage,
    "upload.html": looking_back.UploadPage,
    "seat_link.html": routes.SeatLinkPage,
    "seat_take.html": routes.SeatTakePage,
}
every_board = pytest.mark.parametrize("game", games_with_board(), ids=lambda game: game.id)


@every_board
def test_what_a_form_offers_is_accepted_alone_or_in_a_list(game: AnyGame) -> None:
    for option in game.about.options:
        for players in game.seats:
            parts = home.parts_of(option, players)
            assert option.default not in parts
            assert not parts or option.read(",".join(parts), players)


def names_used(template: str, known: frozenset[str] = frozenset()) -> set[str]:
    """The names a template takes from its context, with what it includes and extends."""
    env = environment()
    source, _, _ = env.loader.get_source(env, template)  # type: ignore[union-attr]
    tree = env.parse(source)
    inside = set(meta.find_undeclared_variables(tree))
    loops = set(re.findall(r"{% for ([\w, ]+) in", source))
    local = {name.strip() for loop in loops for name in loop.split(",")}
    for other in meta.find_referenced_templates(tree):
        assert other is not None
        inside |= names_used(other) - local
    return inside - {"w", "spoken", "choice_words"}


@pytest.mark.parametrize("template", CONTEXTS)
def test_a_template_uses_the_fields_of_its_context_and_no_others(template: str) -> None:
    given = {f.name for f in fields(CONTEXTS[template])}
    used = names_used(template)
    assert used <= given, used - given
    unused = given - used - {"base", "frame"}
    assert unused <= {"status", "seat", "names"}, unused


def test_every_template_is_drawn_by_some_page() -> None:
    whole = {path.name for path in TEMPLATES.glob("[!_]*.html")} - {"base.html"}
    assert whole <= set(CONTEXTS)


def test_every_word_of_the_pages_is_in_the_catalogue_and_used() -> None:
    words = set(tomllib.loads((SERVER / "words.toml").read_text(encoding="utf-8")))
    sources = [
        path.read_text(encoding="utf-8")
        for path in [*TEMPLATES.glob("*.html"), *SERVER.glob("*.py"), *(SERVER / "pages").glob("*.py")]
    ]
    text = "\n".join(sources)
    asked = set(re.findall(r"(?:\bw|WORDS)\(\s*['\"]([a-z_0-9]+)['\"]\s*[,)]", text))
    assert asked <= words, asked - words
    built = re.compile(
        r"(status|error|level|bot|phrase|gesture|people|is|number|range|store|problem|field)_\w+"
        r"|home_(open|running|results|past)(_none)?|print_(card|ink|part|paper)_\w+"
    )  # keys put together from parts
    unused = {word for word in words if f'"{word}"' not in text and f"'{word}'" not in text and not built.fullmatch(word)}
    assert not unused


class Reader(HTMLParser):
    """Takes down ids, moves and anything the page's policy would refuse."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.moves: list[str] = []
        self.whys: list[str] = []
        self.refused: list[str] = []
        self.unnamed: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if "data-move" in given:
            self.moves.append(str(given["data-move"]))
            if not given.get("aria-label"):
                self.unnamed.append(str(given["data-move"]))
        if "data-why" in given:
            self.whys.append(str(given["data-why"]))
        if "style" in given or tag in ("script", "style") or any(name.startswith("on") for name in given):
            self.refused.append(f"<{tag} {attrs}>")


@every_board
def test_a_board_can_be_drawn_at_every_point_of_a_game_for_all_eyes(game: AnyGame) -> None:
    one_in = max(7, game.about.max_events // 12)
    for players in game.seats:
        options = game.about.variants[-1] if players == max(game.seats) else game.about.variants[0]
        at_table: Table[object, object] = Table(game, players, dict(options), seed=players)  # type: ignore[type-var]
        names, rng, sample = [f"<x-{seat}>" for seat in range(players)], seeded(players, 5), seeded(players, 6)
        while not at_table.over:
            if below(sample, one_in) == 0:
                check_boards(game, at_table, names)
            seat = at_table.to_act[below(rng, len(at_table.to_act))]
            moves = at_table.legal(seat)
            at_table.play(seat, moves[below(rng, len(moves))])
        check_boards(game, at_table, names)


def check_boards(game: AnyGame, at_table: Table[object, object], names: list[str]) -> None:  # type: ignore[type-var]
    for viewer in (*range(len(names)), SPECTATOR, OPEN):
        state = at_table.state
        actions = game.legal_actions(state, viewer) if viewer >= 0 else []
        legal = {game.actions.write(action): game.words.label(state, viewer, action) for action in actions}
        html = draw_board(game, at_table.view(viewer), viewer if viewer >= 0 else None, names, legal)
        reader = Reader()
        reader.feed(html)
        assert not reader.refused
        assert not reader.unnamed
        assert set(reader.moves) <= set(legal)
        assert not set(reader.whys) & set(legal)
        assert len(reader.ids) == len(set(reader.ids)), sorted({i for i in reader.ids if reader.ids.count(i) > 1})
        assert "<x-" not in html


@every_board
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_an_anchor_for_every_clause_and_no_dead_link(game: AnyGame, language: str) -> None:
    reader = LANGUAGE.set(language)
    html = str(rules.help_of(game)) + str(rules.clauses_of(game, language)[0])
    LANGUAGE.reset(reader)
    anchors = re.findall(r'id="([A-Z]+-R?\d+)"', html)
    assert len(anchors) > 20, folder_name(game)
    assert anchors == re.findall(r'id="([A-Z]+-R?\d+)"', rules.clauses_of(game, "en")[0])
    assert set(re.findall(r'href="#([A-Z]+-R?\d+)"', html)) <= set(anchors)


def test_rules_are_shown_in_the_readers_language_or_else_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["akiwado"]
    monkeypatch.setattr(rules, "_PLACES", (tmp_path,))
    (tmp_path / "akiwado.md").write_text("# Rules\n\n- **AKI-1** One, as in AKI-2.\n- **AKI-2** Two.\n", encoding="utf-8")
    english = rules.clauses_of(game, "ja")
    assert english == (rules.clauses_of(game, "en")[0], "en")
    (tmp_path / "akiwado.ja.md").write_text("# ルール\n\n- **AKI-1** 一。AKI-2と\n  同じ。\n- **AKI-2** 二。\n", encoding="utf-8")
    html, language = rules.clauses_of(game, "ja")
    assert language == "ja"
    assert '一。<a class="clause" href="#AKI-2">AKI-2</a>と同じ。' in html
    assert rules.clauses_of(game, "en") == (english[0], "en")


@pytest.mark.parametrize(("language", "choices"), [("en", ["yes", "no"]), ("ja", ["あり", "なし"])])
def test_true_and_false_are_called_as_the_game_calls_them(language: str, choices: list[str]) -> None:
    reader = LANGUAGE.set(language)
    named = [choice_words(GAMES["akiwado"], value) for value in ("true", "false")]
    LANGUAGE.reset(reader)
    assert named == choices


@pytest.mark.parametrize(("language", "seats"), [("en", "2 or 4"), ("ja", "2か4")])
def test_numbers_of_players_with_a_gap_are_joined_in_the_language_of_the_page(language: str, seats: str) -> None:
    token = LANGUAGE.set(language)
    try:
        page = home.home_page(Frame("", "", "", "", language, "/", Offer("", "", "")), {}, [], [], [], [])
    finally:
        LANGUAGE.reset(token)
    assert [card.seats for card in page.games if card.game.id == "kazoku-scribe"] == [seats]
