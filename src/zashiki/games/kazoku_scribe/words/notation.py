"""The notation of Kazoku Scribe, both ways, and its words: what is told, asked and offered."""

from __future__ import annotations

import re
from pathlib import Path

from zashiki.core.actions import Action
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import Words, seat_mark
from zashiki.games.kazoku_scribe.actions import (
    ACTIONS,
    BREAK_OUT,
    BRIDGE_NONE,
    CHALLENGE_NONE,
    CUT_NONE,
    CUT_PIECE,
    CUT_REQUIREMENT,
    DRAW_BRIDGE,
    ENTER,
    EXPLORE_CELL,
    FENCE_CELL,
    PIECE_SQUARES,
    PLACE_PIECE,
    PLAN_DEED,
    PLAN_NONE,
    SPREAD,
    STRIKE_PIECE,
    UNMATCHED,
    WARD_BOX,
    WARD_NONE,
    placed_cells,
    war_of,
)
from zashiki.games.kazoku_scribe.cards import (
    ACTION_NAMES,
    ARMY,
    BASICS,
    BATTLE_COLUMNS,
    BATTLE_ROWS,
    BIT_OF,
    CAVE_CELLS,
    CAVE_COLUMNS,
    CAVE_IDS,
    CELL_IDS,
    CELLS,
    CHALLENGE_IDS,
    CHALLENGE_NAMES,
    DEEDS_A_ROUND,
    DUNGEON_COLUMNS,
    DUNGEON_ROWS,
    ELEMENT_IDS,
    ELEMENT_LETTERS,
    HALF_OF,
    ICON_IDS,
    ICON_LETTERS,
    MODE_IDS,
    MODES,
    NONE,
    PAIR_FIRST,
    PAIR_SECOND,
    PAIRS,
    PLAN_CELLS,
    PLAN_COLUMNS,
    PLAN_IDS,
    ROUNDS,
    SHAPE_ROWS,
    SQUARES,
    VILLAGE_COLUMNS,
    VILLAGE_ROWS,
    WARS,
)
from zashiki.games.kazoku_scribe.rules import apply, to_act
from zashiki.games.kazoku_scribe.rules.challenges import target_of
from zashiki.games.kazoku_scribe.rules.digging import dungeon_fault
from zashiki.games.kazoku_scribe.rules.generation import (
    CREEK,
    PIECE_ICONS,
    battle_fault,
    knowledge_fault,
    pages_at_once,
    village_fault,
)
from zashiki.games.kazoku_scribe.state import (
    BATTLE,
    BRIDGE,
    BRIDGE_FOUND,
    CHALLENGE,
    CHOOSE,
    CUT,
    DUNGEON,
    ENTRY,
    EXPLORE,
    FENCE,
    OVER,
    PLAN,
    SAME,
    SHIELD_FOUND,
    START,
    SUBMIT,
    TAILORING_FOUND,
    VILLAGE,
    WARD,
    State,
)

WORDS = Words(Path(__file__).with_name("words.toml"))


# Chance


def page_name(s: State) -> str:
    """KZS-3: `all` where everybody gets the same page, else the seat."""
    return "all" if s.villages == SAME else str(s.printed)


def write_chance(s: State) -> str:
    """The chance event in the outcome."""
    if s.phase == START:
        return f"start {s.outcome[0]}"
    if s.phase == BATTLE:
        rows = _rows(s, BATTLE_ROWS[s.size], BATTLE_COLUMNS[s.size], PLAN_COLUMNS, ICON_LETTERS)
        return " ".join(["battle", *rows])
    if s.phase == DUNGEON:
        rows = _rows(s, DUNGEON_ROWS[s.size], DUNGEON_COLUMNS[s.size], CAVE_COLUMNS, ICON_LETTERS)
        return " ".join(["dungeon", *rows])
    if s.phase == VILLAGE:
        rows = _rows(s, VILLAGE_ROWS, VILLAGE_COLUMNS, VILLAGE_COLUMNS, ELEMENT_LETTERS)
        creek = [str(number) for number in s.outcome[CREEK : CREEK + VILLAGE_ROWS]]
        return " ".join(["village", page_name(s), *rows, "creek", *creek])
    pieces = ["/".join(piece_rows(s.outcome[w], s.outcome[PIECE_ICONS + w * 4 : PIECE_ICONS + w * 4 + 4])) for w in range(WARS)]
    return " ".join(["knowledge", page_name(s), *pieces])


def _rows(s: State, rows: int, columns: int, stride: int, letters: str) -> list[str]:
    return ["".join(letters[s.outcome[r * stride + c]] for c in range(columns)) for r in range(rows)]


def piece_rows(shape: int, icons: list[int]) -> tuple[str, ...]:
    """A war piece as it is printed: its rows with a letter for each icon and a point for each gap."""
    letters = iter(ICON_LETTERS[icon] for icon in icons if icon != NONE)
    return tuple("".join(next(letters) if sign == "x" else "." for sign in row) for row in SHAPE_ROWS[shape])


def read_piece(text: str) -> tuple[int, list[int]]:
    """The shape and the icons of a printed piece; ValueError when it has none of the seven shapes."""
    outline = tuple(re.sub(r"[^.]", "x", row) for row in text.split("/"))
    icons = [ICON_LETTERS.index(letter) for letter in text if letter not in "./"]
    return SHAPE_ROWS.index(outline), icons + [NONE] * (SQUARES - len(icons))


def due(s: State) -> str:
    """The form of the chance event that comes next."""
    forms = {
        START: "start <seat>",
        BATTLE: f"battle <{BATTLE_ROWS[s.size]} rows of {BATTLE_COLUMNS[s.size]}>",
        DUNGEON: f"dungeon <{DUNGEON_ROWS[s.size]} rows of {DUNGEON_COLUMNS[s.size]}>",
        VILLAGE: f"village {page_name(s)} <8 rows of 9> creek <8 numbers>",
    }
    return forms.get(s.phase, f"knowledge {page_name(s)} <5 pieces>")


_CHANCE_WORDS = ("start", "battle", "dungeon", "village", "knowledge")  # by phase


def read_chance(s: State, text: str) -> list[int]:
    """The outcome a text names; a page that breaks a rule of its making is refused."""
    words = text.split(" ")
    if words[0] not in _CHANCE_WORDS:
        raise BadNotation(f"'{text}' is not a chance event of Kazoku Scribe; '{due(s)}' comes next.")
    if words[0] != _CHANCE_WORDS[s.phase]:
        raise IllegalMove(f"'{words[0]}' does not come now; '{due(s)}' does.", "KZS-2")
    if s.phase == START:
        if len(words) != 2 or words[1] not in map(str, range(s.players)):
            raise IllegalMove(f"'{text}' must name a seat from 0 to {s.players - 1}.", "KZS-7")
        return [int(words[1])]
    if s.phase == BATTLE:
        return _read_battle(s, words[1:])
    if s.phase == DUNGEON:
        return _read_dungeon(s, words[1:])
    if len(words) < 2 or words[1] != page_name(s):
        raise IllegalMove(f"The page is '{page_name(s)}'; '{due(s)}' comes next.", "KZS-3")
    return _read_village(s, words[2:]) if s.phase == VILLAGE else _read_knowledge(s, words[2:])


def _grid(what: str, rows: list[str], height: int, width: int, letters: str) -> None:
    if len(rows) != height or any(len(row) != width or set(row) - set(letters) for row in rows):
        raise BadNotation(f"The {what} has {height} rows of {width} letters out of '{letters}'.")


def _refuse(what: str, fault: int, clause: str) -> None:
    if fault:
        raise IllegalMove(WORDS(f"fault_{what}_{fault}"), clause)


def _read_battle(s: State, rows: list[str]) -> list[int]:
    _grid("battle plan", rows, BATTLE_ROWS[s.size], BATTLE_COLUMNS[s.size], ICON_LETTERS[:ARMY])
    _fill(s, rows, PLAN_COLUMNS, PLAN_CELLS)
    _refuse("battle", battle_fault(s), "KZS-4")
    return s.outcome[:PLAN_CELLS]


def _fill(s: State, rows: list[str], stride: int, cells: int) -> None:
    s.outcome[:cells] = [NONE] * cells
    for r, row in enumerate(rows):
        s.outcome[r * stride : r * stride + len(row)] = [ICON_LETTERS.index(letter) for letter in row]


def _read_dungeon(s: State, rows: list[str]) -> list[int]:
    _grid("dungeon", rows, DUNGEON_ROWS[s.size], DUNGEON_COLUMNS[s.size], ICON_LETTERS)
    _fill(s, rows, CAVE_COLUMNS, CAVE_CELLS)
    _refuse("dungeon", dungeon_fault(s), "KZS-5")
    return s.outcome[:CAVE_CELLS]


def _read_village(s: State, words: list[str]) -> list[int]:
    rows, creek = words[:VILLAGE_ROWS], words[VILLAGE_ROWS + 1 :]
    digits = len(creek) == VILLAGE_ROWS and all(re.fullmatch("[0-9]", number) for number in creek)
    if words[VILLAGE_ROWS : VILLAGE_ROWS + 1] != ["creek"] or not digits:
        raise BadNotation(f"A village page is written '{due(s)}'.")
    _grid("village", rows, VILLAGE_ROWS, VILLAGE_COLUMNS, ELEMENT_LETTERS)
    s.outcome[:CELLS] = [ELEMENT_LETTERS.index(letter) for row in rows for letter in row]
    s.outcome[CREEK : CREEK + VILLAGE_ROWS] = [int(number) for number in creek]
    _refuse("village", village_fault(s), "KZS-6")
    return s.outcome[: CREEK + VILLAGE_ROWS]


def _read_knowledge(s: State, words: list[str]) -> list[int]:
    if len(words) != WARS or any(set(word) - set(ICON_LETTERS[:ARMY] + "./") for word in words):
        raise BadNotation(f"A knowledge block is written '{due(s)}', each piece in rows of s, a, p and '.', split by '/'.")
    for war, word in enumerate(words):
        try:
            shape, icons = read_piece(word)
        except ValueError:
            raise IllegalMove(f"'{word}' has none of the seven shapes of war pieces.", "KZS-23") from None
        s.outcome[war] = shape
        s.outcome[PIECE_ICONS + war * SQUARES : PIECE_ICONS + (war + 1) * SQUARES] = icons
    _refuse("knowledge", knowledge_fault(s), "KZS-23")
    return s.outcome[: PIECE_ICONS + WARS * SQUARES]


# As others hear it


def heard(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """KZS-11: lines of planning and of the challenges are held back from the others; an empty text says so."""
    return ACTIONS.write(action) if may_hear(s, seat, viewer) else ""


def may_hear(s: State, seat: Seat, viewer: Viewer) -> bool:
    """Whether a viewer hears a decision of a seat as it is made."""
    return s.phase not in (PLAN, CHALLENGE) or viewer in (seat, OPEN)


def heard_chance(s: State, viewer: Viewer) -> str:
    """The printed pages are open to everybody."""
    return write_chance(s)


def reveals(s: State, seat: Seat, action: Action) -> bool:
    """Whether the move shows something hidden: the last plan that is finished, the last challenge that is chosen."""
    if s.phase not in (PLAN, CHALLENGE) or to_act(s) != 1 << seat:
        return False
    return s.phase == CHALLENGE or _finishes(s, seat, action)


def _finishes(s: State, seat: Seat, action: Action) -> bool:
    after = s.copy()
    apply(after, seat, action)
    return after.phase != PLAN


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The move in words; nothing for those who may not hear it."""
    if not may_hear(s, seat, viewer):
        return ""
    return WORDS(f"tell_{key_of(action)}", seat=seat_mark(seat), **_parts(s, seat, action))


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words."""
    if s.phase == START:
        return WORDS("start", seat=seat_mark(s.outcome[0]))
    if s.phase in (BATTLE, DUNGEON):
        return WORDS("battle" if s.phase == BATTLE else "dungeon")
    key = "village" if s.phase == VILLAGE else "knowledge"
    return WORDS(f"{key}_all") if pages_at_once(s) > 1 else WORDS(key, seat=seat_mark(s.printed))


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the action says."""
    return WORDS(f"label_{key_of(action)}", **_parts(s, seat, action))


_KEYS = (
    (ENTER, "enter"), (PLAN_DEED, "plan"), (PLAN_NONE, "plan_none"), (FENCE_CELL, "fence"), (DRAW_BRIDGE, "bridge"),
    (BRIDGE_NONE, "bridge_none"), (CUT_REQUIREMENT, "cut_req"), (CUT_PIECE, "cut_piece"), (CUT_NONE, "cut_none"),
    (WARD_BOX, "ward"), (WARD_NONE, "ward_none"), (BREAK_OUT, "pair"), (SPREAD, "spread"), (STRIKE_PIECE, "strike"),
    (CHALLENGE_NONE, "challenge_none"), (PLACE_PIECE, "place"), (UNMATCHED, "unmatched"), (EXPLORE_CELL, "explore"),
)  # fmt: skip


def key_of(action: Action) -> str:
    return next(key for first, key in reversed(_KEYS) if action >= first)


def _parts(s: State, seat: Seat, action: Action) -> dict[str, object]:
    """The words of an action that its sentences may use."""
    key = key_of(action)
    if key in ("enter", "explore"):
        cell = action - (ENTER if key == "enter" else EXPLORE_CELL)
        return {"cell": CAVE_IDS[cell], "icon": WORDS(f"icon_{ICON_IDS[s.dungeon[cell]]}") if s.dungeon[cell] != NONE else ""}
    if key == "plan":
        deed, mode = divmod(action - PLAN_DEED, MODES)
        return {"deed": ACTION_NAMES[deed], "mode": WORDS(f"mode_{MODE_IDS[mode]}")}
    if key == "fence":
        return {"cell": CELL_IDS[action - FENCE_CELL], "element": _element(s, seat, action - FENCE_CELL)}
    if key == "bridge":
        return _pair_words(action - DRAW_BRIDGE)
    if key == "cut_req":
        deed, kind = divmod(action - CUT_REQUIREMENT, BASICS)
        return {"deed": ACTION_NAMES[deed], "element": WORDS(f"element_{ELEMENT_IDS[kind]}")}
    if key == "cut_piece":
        return _square_words(s, seat, action - CUT_PIECE)
    if key == "ward":
        kind, at = divmod(action - WARD_BOX, ROUNDS)
        return {"kind": WORDS(f"kind_{CHALLENGE_IDS[kind]}"), "round": at + 1}
    if key in ("pair", "spread", "strike", "challenge_none"):
        return _challenge_words(s, seat, key, action)
    if key == "place":
        cells = placed_cells(action)
        return {"deed": ACTION_NAMES[war_of(action)], "cells": " ".join(PLAN_IDS[cell] for cell in cells), "steps": len(cells)}
    if key == "unmatched":
        return {"deed": ACTION_NAMES[action - UNMATCHED]}
    return {}


def _element(s: State, seat: Seat, cell: int) -> str:
    for kind, name in enumerate(ELEMENT_IDS):
        if s.elements[(seat * len(ELEMENT_IDS) + kind) * 2 + HALF_OF[cell]] & BIT_OF[cell]:
            return WORDS(f"element_{name}")
    return ""


def _pair_words(pair: int) -> dict[str, object]:
    return {"first": CELL_IDS[PAIR_FIRST[pair]], "second": CELL_IDS[PAIR_SECOND[pair]]}


def _square_words(s: State, seat: Seat, at: int) -> dict[str, object]:
    icon = s.icons[seat * PIECE_SQUARES + at]
    name = WORDS(f"icon_{ICON_IDS[icon]}") if icon != NONE else ""
    return {"deed": ACTION_NAMES[at // SQUARES], "square": at % SQUARES + 1, "icon": name}


def _challenge_words(s: State, seat: Seat, key: str, action: Action) -> dict[str, object]:
    victim = target_of(s, seat)
    parts: dict[str, object] = {"other": seat_mark(victim)}
    if key == "pair":
        kind, pair = divmod(action - BREAK_OUT, PAIRS)
        return parts | _pair_words(pair) | _kind_words(kind)
    if key == "spread":
        return parts | _kind_words(action - SPREAD)
    if key == "strike":
        kind, square = divmod(action - STRIKE_PIECE, PIECE_SQUARES)
        return parts | _square_words(s, victim, square) | _kind_words(2 + kind)
    return parts


def _kind_words(kind: int) -> dict[str, object]:
    """A challenge within a sentence, and its name on the page."""
    return {"kind": WORDS(f"kind_{CHALLENGE_IDS[kind]}"), "name": CHALLENGE_NAMES[kind]}


STEP_WORDS = {CHOOSE: "plan", FENCE: "fence", BRIDGE: "bridge", CUT: "cut", WARD: "ward"}
FOUND_WORDS = {BRIDGE_FOUND: "bridge", SHIELD_FOUND: "ward", TAILORING_FOUND: "cut"}


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    if s.phase < ENTRY:
        return WORDS("ask_setup")
    if s.phase == OVER:
        return WORDS("ask_over")
    acting = viewer >= 0 and to_act(s) >> viewer & 1
    if s.phase == PLAN:
        return _ask_planner(s, viewer) if acting else WORDS("wait_plan")
    if s.phase == CHALLENGE:
        return WORDS("ask_challenge", other=seat_mark(target_of(s, viewer))) if acting else WORDS("wait_challenge")
    if not acting:
        return WORDS(f"wait_{ {ENTRY: 'entry', SUBMIT: 'submit'}.get(s.phase, 'explore') }", seat=seat_mark(s.seat))
    if s.phase == ENTRY:
        return WORDS("ask_entry_beginner" if s.beginner else "ask_entry")
    if s.phase == SUBMIT:
        return WORDS("ask_submit")
    if s.phase == EXPLORE:
        return WORDS("ask_explore_1") if s.steps == 1 else WORDS("ask_explore", steps=s.steps)
    return WORDS(f"ask_found_{FOUND_WORDS[s.phase]}")


def _ask_planner(s: State, seat: Seat) -> str:
    order = 1 if s.planned[seat * DEEDS_A_ROUND] == NONE else 2
    deed = "" if s.deed[seat] == NONE else ACTION_NAMES[s.deed[seat]]
    number = s.shields[seat] if s.step[seat] == WARD else s.marks[seat]
    return WORDS(f"ask_{STEP_WORDS[s.step[seat]]}", order=WORDS(f"order_{order}"), deed=deed, number=number, round=s.round)
