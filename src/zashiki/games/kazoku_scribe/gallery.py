"""Everything printed for Kazoku Scribe: signs, marks, actions, war pieces, challenges, battle plans and dungeons."""

from __future__ import annotations

from collections.abc import Iterable

from zashiki.core.cards import Entry
from zashiki.core.rooms import Group, Thing
from zashiki.core.words import listed
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.screen.glyphs import GLYPHS
from zashiki.games.kazoku_scribe.words.catalogue import WORDS, counted

# What is drawn in the course of a game, and where the rules say so.
MARKS = {"creek": "KZS-17", "bridge": "KZS-27", "fence": "KZS-22", "sick": "KZS-37", "label": "KZS-44", "cross": "KZS-47"}
MODES = {"plain": "KZS-19", "shield": "KZS-30", "double": "KZS-28"}
EARNED = {"tailoring": "tailoring", "bridges": "bridge"}  # the sign of what a special action brings besides shields


def things() -> tuple[Group, ...]:
    """Everything printed."""
    elements, icons = (tuple(_printed(kind, entries)) for kind, entries in (("element", cards.ELEMENTS), ("icon", cards.ICONS)))
    return (
        Group(WORDS("gallery_elements"), elements, WORDS("gallery_reconstructed"), signs=True),
        Group(WORDS("gallery_icons"), icons, signs=True),
        Group(WORDS("gallery_modes"), tuple(_mode(mode, clause) for mode, clause in MODES.items()), signs=True),
        Group(WORDS("gallery_marks"), tuple(_mark(mark, clause) for mark, clause in MARKS.items()), signs=True),
        Group(WORDS("gallery_actions"), tuple(map(_action, cards.ACTION_ENTRIES))),
        Group(WORDS("gallery_shapes"), tuple(map(_shape, cards.SHAPE_ENTRIES)), WORDS("gallery_shapes_note")),
        Group(WORDS("gallery_challenges"), (*map(_challenge, cards.CHALLENGES), _box())),
        Group(WORDS("gallery_pages"), tuple(_sizes())),
    )


def _thing(key: str, title: str, text: str, clause: str, kind: str, **shown: object) -> Thing:
    return Thing(key, title[0].upper() + title[1:], text, clause, {"kind": kind, "glyphs": GLYPHS, **shown})


def _printed(kind: str, entries: Iterable[Entry]) -> Iterable[Thing]:
    """The elements of a village or the icons of the Shogun's page."""
    for entry in entries:
        key = entry.text("key")
        text = WORDS(f"about_{kind}_{key}", **_copies(kind, entry))
        face = "empty" if key == "empty" else "sign"
        yield _thing(f"{kind}-{key}", WORDS(f"{kind}_{key}"), text, entry.text("clause"), face, sign=key)


def _copies(kind: str, entry: Entry) -> dict[str, object]:
    if kind == "element":
        return {"copies": entry.number("copies")}
    two, four = entry.numbers("dungeon")
    return {"two": two, "four": four}


def _mode(mode: str, clause: str) -> Thing:
    return _thing(f"mode-{mode}", WORDS(f"mode_{mode}"), WORDS(f"about_mode_{mode}"), clause, "sign", sign=mode)


def _mark(mark: str, clause: str) -> Thing:
    return _thing(f"mark-{mark}", WORDS(f"mark_{mark}"), WORDS(f"about_mark_{mark}"), clause, "mark", mark=mark)


def _action(entry: Entry) -> Thing:
    key, needs = entry.text("key"), entry.counts("needs")
    icons = tuple(element for element, count in needs.items() for _ in range(count))
    words = listed(counted(WORDS(f"element_{element}"), count) for element, count in needs.items())
    squares, marks, shields = (entry.number(name) for name in ("squares", "marks", "shields"))
    finds: tuple[str, ...] = ()
    if squares:
        earns = WORDS("about_earns_piece", squares=squares)
    else:
        earns = WORDS(f"about_earns_{key}", marks=marks, shields=shields)
        finds = (EARNED[key],) * marks + ("shield",) * shields
    text = WORDS("about_action", needs=words, earns=earns, twice=WORDS("about_twice"))
    name = WORDS.name(f"name_{key}", entry.text("name"))
    return _thing(f"action-{key}", name, text, entry.text("clause"), "action", icons=icons, finds=finds, squares=squares)


def _shape(entry: Entry) -> Thing:
    rows = entry.texts("rows")
    spots = tuple((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != ".")
    text = WORDS("about_shape_3" if len(spots) == 3 else "about_shape_4")
    title = WORDS(f"shape_{entry.text('key')}")
    return _thing(
        f"shape-{entry.text('key')}", title, text, entry.text("clause"), "shape", spots=spots, size=(len(rows[0]), len(rows))
    )


def _challenge(entry: Entry) -> Thing:
    key = entry.text("key")
    name = WORDS.name(f"name_{key}", entry.text("name"))
    return _thing(f"challenge-{key}", name, WORDS(f"about_challenge_{key}"), entry.text("clause"), "sign", sign=key)


def _box() -> Thing:
    return _thing("ward", WORDS("ward_title"), WORDS("about_ward"), "KZS-31", "box")


def _sizes() -> Iterable[Thing]:
    """The two sizes of battle plan and dungeon."""
    for size, players in enumerate(("two", "four")):
        for page, rows, columns, copies in (
            ("battle", cards.BATTLE_ROWS[size], cards.BATTLE_COLUMNS[size], cards.BATTLE_COPIES[size]),
            ("dungeon", cards.DUNGEON_ROWS[size], cards.DUNGEON_COLUMNS[size], cards.DUNGEON_COPIES[size]),
        ):
            held = zip(cards.ICON_IDS, copies, strict=False)
            holds = listed(counted(WORDS(f"icon_{icon}"), count) for icon, count in held if count)
            text = WORDS(f"about_{page}", rows=rows, columns=columns, holds=holds)
            title = WORDS(f"{page}_for_{players}")
            yield _thing(
                f"{page}-{players}", title, text, "KZS-4" if page == "battle" else "KZS-47", page, rows=rows, columns=columns
            )
