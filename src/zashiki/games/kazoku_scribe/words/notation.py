"""The notation of chance events, both ways, and who hears which line."""

from __future__ import annotations

import re

from zashiki.core.actions import Action
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN
from zashiki.core.rooms import Seat, Viewer
from zashiki.games.kazoku_scribe import cards, phase
from zashiki.games.kazoku_scribe.actions import ACTIONS
from zashiki.games.kazoku_scribe.cards import ICON_LETTERS, NONE, SQUARES, VILLAGE_ROWS, WARS
from zashiki.games.kazoku_scribe.rules import digging, generation
from zashiki.games.kazoku_scribe.rules.generation import CREEK, PIECE_ICONS
from zashiki.games.kazoku_scribe.state import SAME, State
from zashiki.games.kazoku_scribe.words.catalogue import WORDS

# Chance


def page_name(s: State) -> str:
    """KZS-3: `all` where everybody gets the same page, else the seat."""
    return "all" if s.villages == SAME else str(s.printed)


def _grid(s: State) -> tuple[int, int, int, str]:
    """The grid that is printed next: its rows and columns, the columns of the state, and its letters."""
    if s.phase == phase.BATTLE:
        return cards.BATTLE_ROWS[s.size], cards.BATTLE_COLUMNS[s.size], cards.PLAN_COLUMNS, ICON_LETTERS[: cards.ARMY]
    if s.phase == phase.DUNGEON:
        return cards.DUNGEON_ROWS[s.size], cards.DUNGEON_COLUMNS[s.size], cards.CAVE_COLUMNS, ICON_LETTERS
    return VILLAGE_ROWS, cards.VILLAGE_COLUMNS, cards.VILLAGE_COLUMNS, cards.ELEMENT_LETTERS


def rows_of(grid: list[int], rows: int, columns: int, stride: int, letters: str) -> tuple[str, ...]:
    """A printed grid, a letter for each cell."""
    return tuple("".join(letters[kind] for kind in grid[r * stride : r * stride + columns]) for r in range(rows))


def write_chance(s: State) -> str:
    """The chance event in the outcome."""
    if s.phase == phase.START:
        return f"start {s.outcome[0]}"
    if s.phase == phase.KNOWLEDGE:
        icons = [s.outcome[PIECE_ICONS + war * SQUARES :][:SQUARES] for war in range(WARS)]
        pieces = ["/".join(piece_rows(s.outcome[war], icons[war])) for war in range(WARS)]
        return " ".join(["knowledge", page_name(s), *pieces])
    rows = rows_of(s.outcome, *_grid(s))
    if s.phase != phase.VILLAGE:
        return " ".join([phase.NAMES[s.phase], *rows])
    return " ".join(["village", page_name(s), *rows, "creek", *map(str, s.outcome[CREEK : CREEK + VILLAGE_ROWS])])


def piece_rows(shape: int, icons: list[int]) -> tuple[str, ...]:
    """A war piece as it is printed: its rows with a letter for each icon and a point for each gap."""
    letters = iter(ICON_LETTERS[icon] for icon in icons if icon != NONE)
    return tuple("".join(next(letters) if sign == "x" else "." for sign in row) for row in cards.SHAPE_ROWS[shape])


def read_piece(text: str) -> tuple[int, list[int]]:
    """The shape and the icons of a printed piece; ValueError when it has none of the seven shapes."""
    outline = tuple(re.sub(r"[^.]", "x", row) for row in text.split("/"))
    icons = [ICON_LETTERS.index(letter) for letter in text if letter not in "./"]
    return cards.SHAPE_ROWS.index(outline), icons + [NONE] * (SQUARES - len(icons))


def due(s: State) -> str:
    """The form of the chance event that comes next."""
    rows, columns, _, _ = _grid(s)
    return WORDS(f"due_{phase.NAMES[s.phase]}", page=page_name(s), rows=rows, columns=columns, pieces=WARS)


def read_chance(s: State, text: str) -> list[int]:
    """The outcome a text names; a page that breaks the rules for such pages is refused."""
    kind, *words = text.split(" ")
    if kind not in phase.NAMES[: phase.ENTRY]:
        raise BadNotation(WORDS("bad_chance", text=text, due=due(s)))
    if kind != phase.NAMES[s.phase]:
        raise IllegalMove(WORDS("bad_now", kind=kind, due=due(s)), "KZS-2")
    if s.phase == phase.START:
        if len(words) != 1 or words[0] not in map(str, range(s.players)):
            raise IllegalMove(WORDS("bad_seat", text=text, last=s.players - 1), "KZS-7")
        return [int(words[0])]
    if s.phase == phase.BATTLE:
        _fill(s, kind, words)
        _refuse(kind, generation.battle_fault(s), "KZS-4")
        return s.outcome[: cards.PLAN_CELLS]
    if s.phase == phase.DUNGEON:
        _fill(s, kind, words)
        _refuse(kind, digging.dungeon_fault(s), "KZS-5")
        return s.outcome[: cards.CAVE_CELLS]
    if words[:1] != [page_name(s)]:
        raise IllegalMove(WORDS("bad_page", page=page_name(s), due=due(s)), "KZS-3")
    return _read_village(s, words[1:]) if s.phase == phase.VILLAGE else _read_knowledge(s, words[1:])


def _fill(s: State, what: str, rows: list[str]) -> None:
    """Put a printed grid into the outcome."""
    height, width, stride, letters = _grid(s)
    if len(rows) != height or any(len(row) != width or set(row) - set(letters) for row in rows):
        raise BadNotation(WORDS(f"bad_{what}", rows=height, columns=width, letters=letters))
    s.outcome[:] = [NONE] * len(s.outcome)
    for r, row in enumerate(rows):
        s.outcome[r * stride : r * stride + width] = [letters.index(letter) for letter in row]


def _refuse(what: str, fault: int, clause: str) -> None:
    if fault:
        raise IllegalMove(WORDS(f"fault_{what}_{fault}"), clause)


def _read_village(s: State, words: list[str]) -> list[int]:
    rows, creek = words[:VILLAGE_ROWS], words[VILLAGE_ROWS + 1 :]
    digits = len(creek) == VILLAGE_ROWS and all(re.fullmatch("[0-9]", number) for number in creek)
    if words[VILLAGE_ROWS : VILLAGE_ROWS + 1] != ["creek"] or not digits:
        raise BadNotation(WORDS("bad_village_form", due=due(s)))
    _fill(s, "village", rows)
    s.outcome[CREEK : CREEK + VILLAGE_ROWS] = map(int, creek)
    _refuse("village", generation.village_fault(s), "KZS-6")
    return s.outcome[: CREEK + VILLAGE_ROWS]


def _read_knowledge(s: State, words: list[str]) -> list[int]:
    if len(words) != WARS or any(set(word) - set(ICON_LETTERS[: cards.ARMY] + "./") for word in words):
        raise BadNotation(WORDS("bad_knowledge_form", due=due(s)))
    for war, word in enumerate(words):
        try:
            s.outcome[war], icons = read_piece(word)
        except ValueError:
            raise IllegalMove(WORDS("bad_shape", piece=word), "KZS-23") from None
        s.outcome[PIECE_ICONS + war * SQUARES : PIECE_ICONS + (war + 1) * SQUARES] = icons
    _refuse("knowledge", generation.knowledge_fault(s), "KZS-23")
    return s.outcome[: PIECE_ICONS + WARS * SQUARES]


# Who hears it


def heard(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """KZS-11: lines of planning and of the challenges are held back from the others: they hear nothing yet."""
    return ACTIONS.write(action) if may_hear(s, seat, viewer) else ""


def may_hear(s: State, seat: Seat, viewer: Viewer) -> bool:
    """Whether a viewer hears a decision of a seat as it is made."""
    return s.phase not in (phase.PLAN, phase.CHALLENGE) or viewer in (seat, OPEN)


def heard_chance(s: State, viewer: Viewer) -> str:
    """The printed pages are open to everybody."""
    return write_chance(s)
