"""The sentences of Kazoku Scribe: what is told, asked and offered."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import seat_mark
from zashiki.games.kazoku_scribe import actions, cards, phase, rules
from zashiki.games.kazoku_scribe.actions import ACTIONS
from zashiki.games.kazoku_scribe.cards import NONE
from zashiki.games.kazoku_scribe.rules import challenges, village
from zashiki.games.kazoku_scribe.rules.setup import pages_at_once
from zashiki.games.kazoku_scribe.state import MAX_LEGAL, State
from zashiki.games.kazoku_scribe.words.catalogue import WORDS, action_name, challenge_name
from zashiki.games.kazoku_scribe.words.notation import may_hear


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The move in words; nothing for those who may not hear it."""
    if not may_hear(s, seat, viewer):
        return ""
    return WORDS(f"tell_{key_of(action)}", seat=seat_mark(seat), **_parts(s, seat, action))


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words."""
    key = phase.NAMES[s.phase]
    if s.phase in (phase.BATTLE, phase.DUNGEON):
        return WORDS(key)
    if s.phase == phase.START:
        return WORDS(key, seat=seat_mark(s.outcome[0]))
    return WORDS(f"{key}_all") if pages_at_once(s) > 1 else WORDS(key, seat=seat_mark(s.printed))


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the action says."""
    return WORDS(f"label_{key_of(action)}", **_parts(s, seat, action))


def challenge_label(action: Action) -> str:
    """A challenge that everybody has seen, in few words."""
    return WORDS(f"label_{key_of(action)}", **_challenge_words(action))


_SHARED = {"fever": "pair", "root_rot": "pair", "blight": "strike", "deserter": "strike"}


def key_of(action: Action) -> str:
    """The key of an action's sentences: the name of its block, or one that two challenges share."""
    name = next(block.name for block in reversed(ACTIONS.blocks) if action >= block.first)
    return _SHARED.get(name, name)


def _parts(s: State, seat: Seat, action: Action) -> dict[str, object]:
    """What the sentences of an action may name."""
    key = key_of(action)
    if key in ("enter", "explore"):
        cell = action - (actions.ENTER if key == "enter" else actions.EXPLORE_CELL)
        return {"cell": cards.CAVE_IDS[cell], "icon": _icon(s.dungeon[cell])}
    if key == "plan":
        deed, mode = divmod(action - actions.PLAN_DEED, cards.MODES)
        return {"deed": action_name(deed), "mode": WORDS(f"mode_{cards.MODE_IDS[mode]}")}
    if key == "fence":
        return {"cell": cards.CELL_IDS[action - actions.FENCE_CELL], "element": _element(s, seat, action - actions.FENCE_CELL)}
    if key == "bridge":
        return _pair_words(action - actions.DRAW_BRIDGE)
    if key == "cut_requirement":
        deed, kind = divmod(action - actions.CUT_REQUIREMENT, cards.BASICS)
        return {"deed": action_name(deed), "element": WORDS(f"element_{cards.BASIC_IDS[kind]}")}
    if key == "cut_piece":
        at = action - actions.CUT_PIECE
        return _square_words(at) | {"icon": _icon(s.icons[seat * actions.PIECE_SQUARES + at])}
    if key == "ward":
        kind, number = divmod(action - actions.WARD_BOX, cards.ROUNDS)
        return {"kind": WORDS(f"kind_{cards.CHALLENGE_IDS[kind]}"), "round": number + 1}
    if key in ("pair", "spread", "strike", "challenge_none"):
        return _challenge_words(action) | {"other": seat_mark(challenges.target_of(s, seat))}
    if key == "place":
        cells = " ".join(cards.PLAN_IDS[cell] for cell in actions.placed_cells(action))
        return {"deed": action_name(actions.war_of(action)), "cells": cells}
    if key == "unmatched":
        return {"deed": action_name(action - actions.UNMATCHED)}
    return {}


def _icon(icon: int) -> str:
    return WORDS(f"icon_{cards.ICON_IDS[icon]}") if icon != NONE else ""


def _element(s: State, seat: Seat, cell: int) -> str:
    bank = village.bank_of(s, seat, cell)
    for kind, name in enumerate(cards.ELEMENT_IDS):
        if s.elements[(seat * cards.KINDS + kind) * cards.BANKS + bank] & cards.BIT_OF[bank * cards.CELLS + cell]:
            return WORDS(f"element_{name}")
    return ""


def _pair_words(pair: int) -> dict[str, object]:
    return {"first": cards.CELL_IDS[cards.PAIR_FIRST[pair]], "second": cards.CELL_IDS[cards.PAIR_SECOND[pair]]}


def _square_words(at: int) -> dict[str, object]:
    return {"deed": action_name(at // cards.SQUARES), "square": at % cards.SQUARES + 1}


def _challenge_words(action: Action) -> dict[str, object]:
    """What a challenge is and what it hits."""
    key = key_of(action)
    if key == "pair":
        kind, pair = divmod(action - actions.BREAK_OUT, cards.PAIRS)
        return _pair_words(pair) | _kind_words(kind)
    if key == "spread":
        return _kind_words(action - actions.SPREAD)
    if key == "strike":
        kind, at = divmod(action - actions.STRIKE_PIECE, actions.PIECE_SQUARES)
        return _square_words(at) | _kind_words(cards.BLIGHT + kind)
    return {}


def _kind_words(kind: int) -> dict[str, object]:
    """A challenge within a sentence, and its name on the page."""
    return {"kind": WORDS(f"kind_{cards.CHALLENGE_IDS[kind]}"), "name": challenge_name(kind)}


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    if s.phase < phase.ENTRY:
        return WORDS("ask_setup")
    if s.phase == phase.OVER:
        return WORDS("ask_over")
    acting = viewer >= 0 and rules.to_act(s) >> viewer & 1
    if s.phase == phase.PLAN:
        return _ask_planner(s, viewer) if acting else WORDS("wait_plan")
    if s.phase == phase.CHALLENGE:
        return _ask_challenger(s, viewer) if acting else WORDS("wait_challenge")
    if not acting:
        key = phase.NAMES[s.phase] if s.phase in (phase.ENTRY, phase.SUBMIT) else "explore"
        return WORDS(f"wait_{key}", seat=seat_mark(s.seat))
    if s.phase == phase.ENTRY:
        return WORDS("ask_entry_beginner" if s.beginner else "ask_entry")
    if s.phase == phase.SUBMIT:
        return WORDS("ask_submit" if any(option < actions.UNMATCHED for option in _options(s, viewer)) else "ask_submit_none")
    if s.phase == phase.EXPLORE:
        return WORDS("ask_explore", count=s.steps)
    return WORDS(f"ask_found_{phase.NAMES[s.phase]}")


def _options(s: State, seat: Seat) -> list[Action]:
    options = [0] * MAX_LEGAL
    return options[: rules.legal(s, seat, options)]


def _ask_challenger(s: State, seat: Seat) -> str:
    nothing = _options(s, seat) == [actions.CHALLENGE_NONE]
    return WORDS("ask_challenge_none" if nothing else "ask_challenge", other=seat_mark(challenges.target_of(s, seat)))


def _ask_planner(s: State, seat: Seat) -> str:
    if s.step[seat] == phase.CHOOSE and _options(s, seat) == [actions.PLAN_NONE]:
        return WORDS("ask_plan_none")
    order = 1 if s.planned[seat * cards.DEEDS_A_ROUND] == NONE else 2
    deed = "" if s.deed[seat] == NONE else action_name(s.deed[seat])
    number = s.shields[seat] if s.step[seat] == phase.WARD else s.marks[seat]
    return WORDS(f"ask_{phase.STEPS[s.step[seat]]}", order=WORDS(f"order_{order}"), deed=deed, number=number, round=s.round)
