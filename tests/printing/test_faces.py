"""The faces of Saigo no Kane, Idol Conclave and Akiwado on paper: complete, in the right number, and alike from behind."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from zashiki.core.dials import dials
from zashiki.core.pieces import POKER, Edition, Ink, Piece, Size
from zashiki.core.turning import turned
from zashiki.core.words import LANGUAGE
from zashiki.games import GAMES
from zashiki.games.akiwado import cards as akiwado_cards
from zashiki.games.akiwado import sheets as akiwado
from zashiki.games.idol_conclave import cards as idol_cards
from zashiki.games.idol_conclave import sheets as idol_conclave
from zashiki.games.saigo_no_kane import cards as saigo_cards
from zashiki.games.saigo_no_kane import sheets as saigo_no_kane
from zashiki.games.saigo_no_kane.screen import faces as saigo_faces
from zashiki.games.saigo_no_kane.sheets.art import PEOPLE, THINGS, looks

JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
SEATS = {akiwado: (3, 4, 5), idol_conclave: (3, 4, 5), saigo_no_kane: (2, 3, 4)}
every_game = pytest.mark.parametrize("sheets", list(SEATS), ids=lambda sheets: sheets.__name__.split(".")[2])


def edition(
    sheets: ModuleType, players: int, options: dict[str, str] | None = None, card: Size | None = None, ink: Ink = "full"
) -> Edition:
    return Edition(players, options or {}, card or sheets.CARD, ink)


def counted(sheets: ModuleType, asked: Edition) -> dict[str, int]:
    """How many pieces there are of each component."""
    made = Counter[str]()
    for piece in sheets.pieces(asked):
        made[piece.component] += piece.copies
    del made[""]
    return dict(made)


def words_on(piece: Piece) -> str:
    return " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", piece.front))


def digits(piece: Piece) -> Counter[str]:
    return Counter(re.findall(r"\d+", words_on(piece)))


# The component lists of the specifications. Colours, candidates and the like that are drawn by lot must all be there.
AKIWADO = {"coins": 50, "dice": 3, "board": 1, "screens": 5, "markers": 5, "auction": 5, "tiles": 5, "cards": 30}
IDOLS = {"idols": 6, "identities": 6, "candidates": 6, "neutral": 4, "events": 6, "sheet": 1, "ranks": 6}
SAIGO = {
    "candidates": 6, "students": 48, "items": 36, "blue": 20, "orange": 10, "teachers": 25, "talents": 72, "popularity": 40,
    "yen": 40, "popularity_five": 8, "yen_five": 8, "board": 2, "pawns": 18, "draw": 6, "turn": 1, "pet": 1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("sheets", "players", "options", "expected"),
    [
        (akiwado, 3, {}, AKIWADO),
        (akiwado, 4, {}, AKIWADO | {"custom": 1}),
        (akiwado, 5, {}, AKIWADO | {"custom": 2}),
        (akiwado, 5, {"purveyor": "true"}, AKIWADO | {"custom": 2, "privileges": 5}),
        (
            akiwado, 3, {"colours": "red,white,blue", "remove": "black", "purveyor": "true"},
            AKIWADO | {"cards": 24, "screens": 3, "markers": 3, "auction": 3, "tiles": 3, "privileges": 4},
        ),
        (
            akiwado, 4, {"colours": "red,white,blue,black"},
            AKIWADO | {"cards": 24, "custom": 1, "screens": 4, "markers": 4, "auction": 4, "tiles": 4},
        ),
        (idol_conclave, 3, {}, IDOLS | {"votes": 21, "counters": 27, "summaries": 3}),
        (idol_conclave, 4, {}, IDOLS | {"votes": 28, "counters": 36, "summaries": 4}),
        (idol_conclave, 5, {"events": "advanced"}, IDOLS | {"votes": 35, "counters": 45, "summaries": 5, "events": 13}),
        (saigo_no_kane, 2, {}, SAIGO | {"talents": 54}),
        (saigo_no_kane, 3, {"candidates": "choose"}, SAIGO),
        (saigo_no_kane, 4, {}, SAIGO),
        (saigo_no_kane, 2, {"first_game": "true"}, {key: n for key, n in SAIGO.items() if key != "orange"} | {"talents": 54}),
        (
            saigo_no_kane, 2, {"candidates": "nijino-ame,fuyuno-kiri"},
            SAIGO | {"talents": 54, "candidates": 2, "pawns": 6, "draw": 2},
        ),
    ],
)  # fmt: skip
def test_every_component_is_there_in_its_number(
    sheets: ModuleType, players: int, options: dict[str, str], expected: dict[str, int]
) -> None:
    asked = edition(sheets, players, options)
    assert counted(sheets, asked) == expected
    assert {part.key: part.count for part in sheets.components(asked)} == expected


@every_game
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_face_is_drawn_in_both_inks_and_sizes(sheets: ModuleType, language: str) -> None:
    """Text that does not fit its place is an error of its own, so that drawing is the test."""
    options = {"events": "advanced", "purveyor": "true"}
    reader = LANGUAGE.set(language)
    try:
        for players in SEATS[sheets]:
            for ink, card in (("full", sheets.CARD), ("spare", POKER)):
                asked = edition(sheets, players, options, card, ink)  # type: ignore[arg-type]
                pieces, shapes = sheets.pieces(asked), sheets.shapes(asked)
                known = set(re.findall(r'id="([\w-]+)"', shapes))
                assert len({piece.key for piece in pieces}) == len(pieces)
                for piece in pieces:
                    for face in (piece.front, piece.back or ""):
                        ElementTree.fromstring(f"<svg>{face}</svg>")
                        assert set(re.findall(r'(?:href="|url\()#([\w-]+)', face)) <= known
                    if piece.cut == "card":
                        assert piece.size == card
    finally:
        LANGUAGE.reset(reader)


@every_game
def test_a_japanese_set_is_japanese(sheets: ModuleType) -> None:
    reader = LANGUAGE.set("ja")
    try:
        asked = edition(sheets, max(SEATS[sheets]), {"events": "advanced", "purveyor": "true"})
        assert [piece.words for piece in sheets.pieces(asked) if not JAPANESE.search(piece.words)] == []
        assert [part.words for part in sheets.components(asked) if not JAPANESE.search(part.words)] == []
        assert JAPANESE.search(sheets.pitch())
    finally:
        LANGUAGE.reset(reader)


@every_game
def test_the_rules_to_print_cite_the_same_clauses_in_both_languages(sheets: ModuleType) -> None:
    from zashiki.printing.booklet import SCREEN_ONLY

    folder = Path(sheets.__file__ or "").parents[1]
    cited = []
    for name in ("help.md", "help.ja.md"):
        sections = re.split(r"^(?=## )", (folder / name).read_text(encoding="utf-8"), flags=re.M)
        kept = [part for part in sections if not part.startswith(SCREEN_ONLY)]
        cited.append((len(kept), Counter(re.findall(r"[A-Z]{3}-\d+", "".join(kept)))))
    assert cited[0] == cited[1]


def backs(sheets: ModuleType, component: str, ink: Ink) -> dict[str, str | None]:
    asked = edition(sheets, max(SEATS[sheets]), {"events": "advanced"}, ink=ink)
    return {piece.key: piece.back for piece in sheets.pieces(asked) if piece.component == component}


@pytest.mark.parametrize("ink", ["full", "spare"])
@pytest.mark.parametrize(
    ("sheets", "component"),
    [
        (akiwado, "cards"), (idol_conclave, "identities"), (idol_conclave, "candidates"), (idol_conclave, "events"),
        (saigo_no_kane, "students"), (saigo_no_kane, "items"), (saigo_no_kane, "blue"), (saigo_no_kane, "orange"),
        (saigo_no_kane, "teachers"), (saigo_no_kane, "draw"),
    ],
)  # fmt: skip
def test_what_is_drawn_or_held_in_secret_looks_alike_from_behind(sheets: ModuleType, component: str, ink: Ink) -> None:
    found = backs(sheets, component, ink)
    assert None not in found.values()
    assert len(set(found.values())) == 1


@pytest.mark.parametrize("ink", ["full", "spare"])
def test_a_custom_card_of_akiwado_cannot_be_told_in_the_deck(ink: Ink) -> None:
    assert set(backs(akiwado, "custom", ink).values()) == set(backs(akiwado, "cards", ink).values())


@pytest.mark.rule("IDL-53")
@pytest.mark.parametrize("ink", ["full", "spare"])
def test_only_negative_atmosphere_is_known_by_its_back(ink: Ink) -> None:
    votes = backs(idol_conclave, "votes", ink) | backs(idol_conclave, "neutral", ink)
    negative = {back for key, back in votes.items() if key.endswith("-neg")}
    plain = {back for key, back in votes.items() if not key.endswith("-neg")}
    assert len(negative) == len(plain) == 1
    assert negative != plain


def test_cards_of_akiwado_show_their_pips() -> None:
    for piece in akiwado.pieces(edition(akiwado, 5)):
        if piece.component in ("cards", "custom"):
            die = re.search(r'<g transform="translate\(4\.600 4\.600\) scale[^>]*>(.*?)</g>', piece.front)
            dots = len(re.findall("<circle", die[1])) if die else 0
            assert dots == akiwado_cards.PIPS[akiwado_cards.CARD_IDS.index(piece.key)]


def test_opposite_faces_of_a_folded_die_add_up_to_seven() -> None:
    """In a strip, faces two apart lie opposite; so do those to its left and right."""
    from zashiki.games.akiwado.sheets.large import PLACES

    strip = [face for face, (column, _) in sorted(PLACES.items(), key=lambda item: item[1][1]) if column == 1]
    left, right = (face for face, (column, _) in PLACES.items() if column != 1)
    assert [strip[0] + strip[2], strip[1] + strip[3], left + right] == [7, 7, 7]


def test_votes_and_events_of_idol_conclave_show_their_numbers() -> None:
    pieces = {piece.key: piece for piece in idol_conclave.pieces(edition(idol_conclave, 3, {"events": "advanced"}))}
    for kind in idol_cards.KINDS:
        key, number = kind.text("key"), kind.number("votes")
        piece = pieces[f"{'red' if kind.text('from') == 'hand' else 'neutral'}-{key}"]
        assert not number or f"{number:+}".replace("-", "−") in words_on(piece)
    for event in idol_cards.EVENTS:
        number = event.number("votes")
        assert not number or f"{number:+}".replace("-", "−") in words_on(pieces[event.text("key")])
        assert event.text("name") in words_on(pieces[event.text("key")])


def test_tiles_of_saigo_no_kane_show_their_numbers() -> None:
    pieces = {piece.key: words_on(piece).split() for piece in saigo_no_kane.pieces(edition(saigo_no_kane, 4))}
    for student in saigo_faces.STUDENTS.values():
        expected = [*student.name.split(), str(student.cost), *(str(number) for _, number in student.talents)]
        expected += [f"+{number}" for _, number in student.produces]
        expected += [f"+{student.votes_cleanup}"] if student.votes_cleanup else []
        expected += [str(student.votes_now)] if student.votes_now else []
        assert Counter(pieces[student.key]) == Counter(expected), student.key
    for poster in saigo_faces.EVENTS.values():
        shown = Counter(pieces[poster.key])
        assert not Counter([str(poster.votes), *(str(n) for _, n in (*poster.requires, *poster.rewards))]) - shown
        assert shown["X"] == (poster.auction is not None)
    for item in saigo_faces.ITEMS.values():
        assert not Counter([str(item.price), *(str(n) for step in item.steps for _, n in step)]) - Counter(pieces[item.key])


def test_nobody_at_school_looks_like_anybody_else() -> None:
    table = looks()
    people = [*saigo_faces.CANDIDATES.values(), *saigo_faces.STUDENTS.values()]
    seen = Counter((person.club.key, *table["looks"][person.key]) for person in people)
    assert seen.most_common(1)[0][1] == 1
    assert set(table["looks"]) == {person.key for person in people} | set(saigo_cards.TEACHER_IDS)


def test_every_item_and_event_has_a_picture_of_its_own() -> None:
    assert [key for key in saigo_cards.ITEM_IDS if not THINGS.has(key)] == []
    events = looks()["events"]
    assert set(events) == set(saigo_cards.EVENT_IDS)
    assert [name for names in events.values() for name in names if not THINGS.has(name)] == []
    assert [hair for hair, *_ in looks()["looks"].values() if not PEOPLE.has(f"{hair}-f")] == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_turned_dial_prints_turned(language: str) -> None:
    """Whatever `dials.toml` lets a designer turn is read from the data when it is drawn."""
    game = turned(GAMES["akiwado"], {"white-points": 7, "article-copies": 4, "double": 5, "dish-coins": 4, "one-pays": 2})
    assert game.sheets is not None
    reader = LANGUAGE.set(language)
    try:
        asked = edition(akiwado, 5, {"purveyor": "true"})
        plain, other = ({piece.key: piece for piece in sheets.pieces(asked)} for sheets in (akiwado, game.sheets))
        assert next(part.count for part in game.sheets.components(asked) if part.key == "cards") == 20
        for key, changed in (("privilege-white", "7"), ("board", "4"), ("board", "5"), ("tile-red", "4"), ("tile-red", "2")):
            assert (digits(other[key]) - digits(plain[key]))[changed] >= 1, (key, changed)
    finally:
        LANGUAGE.reset(reader)


@pytest.mark.parametrize("end", ["low", "high"])
@pytest.mark.parametrize("name", ["akiwado", "idol-conclave", "saigo-no-kane"])
def test_every_dial_can_be_printed_at_either_end(name: str, end: str) -> None:
    values = {dial.name: getattr(dial, end) for dial in dials(GAMES[name])}
    if name == "akiwado" and end == "high":
        values["starting-coins"] = 6  # with the handicaps of all five seats that is every coin there is
    game = turned(GAMES[name], values)
    assert game.sheets is not None
    for language in ("en", "ja"):
        reader = LANGUAGE.set(language)
        try:
            asked = Edition(max(game.seats), {"events": "advanced", "purveyor": "true"}, game.sheets.CARD, "full")
            made = Counter[str]()
            for piece in game.sheets.pieces(asked):
                made[piece.component] += piece.copies
            assert {part.key: part.count for part in game.sheets.components(asked)}.items() <= made.items()
        finally:
            LANGUAGE.reset(reader)
