"""Numbers for learning: nothing but what the view shows, seats and teams counted from the observer."""

from __future__ import annotations

from zashiki.core.bits import lowest
from zashiki.core.rooms import Observed
from zashiki.core.rows import blank, mark_one, mark_set, turned
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe import cards, phase, rules
from zashiki.games.kazoku_scribe.cards import ARROWS, BANKS, BASICS, CELLS, DEEDS, KINDS, MAX_SEATS, SQUARES, TEAMS, WARS
from zashiki.games.kazoku_scribe.rules import challenges, marks, village
from zashiki.games.kazoku_scribe.state import BEFORE, State, team_of

PHASES, STEPS = len(phase.NAMES), len(phase.STEPS)
OBSERVATION = (
    Observed("phase", PHASES, 1, "the phase, one place each"),
    Observed("round", 1, cards.ROUNDS, "number of the round"),
    Observed("to_act", MAX_SEATS, 1, "the seats to act"),
    Observed("seats", MAX_SEATS, 1, "1 for every seat in the game"),
    Observed("start", MAX_SEATS, 1, "the first starting seat"),
    Observed("target", MAX_SEATS, 1, "whose page the observer challenges"),
    Observed("lanes", cards.TREASURES * TEAMS, max(cards.LANE), "per treasure: own icons, theirs"),
    Observed("steps", 1, SQUARES, "steps left to explore"),
    Observed("troops", cards.ARMY, SQUARES, "army icons left of the submitted piece"),
    Observed("battle", cards.PLAN_CELLS, cards.ARMY, "per cell: icon + 1; 0 when covered"),
    Observed("dungeon", cards.CAVE_CELLS, cards.ALL_ICONS, "per cell: icon + 1"),
    Observed("crossed", cards.CAVE_CELLS, 1, "crossed dungeon cells"),
    Observed("step", STEPS, 1, "own step of planning"),
    Observed("deed", DEEDS, 1, "the action being fenced"),
    Observed("mode", cards.MODES, 1, "its mode"),
    Observed("draft", CELLS, 1, "cells of the own draft"),
    Observed("planned", DEEDS, 1, "own actions of this round"),
    Observed("shields", 1, 12, "shields to spend"),
    Observed("marks", 1, 4, "bridges or cuts to make"),
    Observed("elements", MAX_SEATS * CELLS, KINDS, "per seat and cell: element + 1"),
    Observed("west", MAX_SEATS * CELLS, 1, "per seat and cell: 1 on the west bank"),
    Observed("estates", MAX_SEATS * CELLS, cards.ESTATES, "per seat and cell: number of its estate"),
    Observed("sick", MAX_SEATS * CELLS, 1, "per seat: sick cells"),
    Observed("bridges", MAX_SEATS * cards.PAIRS, 1, "per seat: bridges"),
    Observed("required", MAX_SEATS * DEEDS * BASICS, max(cards.REQUIRED), "per seat: requirements"),
    Observed("arrows", MAX_SEATS * DEEDS * ARROWS, cards.ROUNDS, "per seat: rounds in the arrows"),
    Observed("shapes", MAX_SEATS * WARS, cards.SHAPES, "per seat: shape of each war piece + 1"),
    Observed("squares", MAX_SEATS * WARS * SQUARES, cards.ARMY, "per seat and square: icon + 1; 0 when crossed out"),
    Observed("wards", MAX_SEATS * cards.BOXES, 1, "per seat: crossed boxes"),
    Observed("pieces", MAX_SEATS * WARS, cards.PIECES_A_ROUND, "per seat: pieces still to be submitted"),
)


@rule
def observe(s: State, seat: int, out: list[int]) -> None:
    """What the seat knows, as OBSERVATION lists it."""
    blank(out)
    at = mark_one(s.phase, out, 0, PHASES)
    out[at] = s.round
    at = observe_seats(s, seat, out, at + 1)
    at = observe_shogun(s, seat, out, at)
    at = observe_own_plan(s, seat, out, at)
    observe_pages(s, seat, out, at)


@rule
def mark_cells(banks: list[int], first: int, number: int, out: list[int], at: int) -> None:
    """Write a number for every cell of a set, whose two words start at `first`."""
    for bank in range(BANKS):
        left = banks[first + bank]
        while left:
            out[at + cards.CELL_AT[bank * cards.PLACES + lowest(left)]] = number
            left &= left - 1


@rule
def observe_seats(s: State, seat: int, out: list[int], at: int) -> int:
    for other in range(s.players):
        k = turned(s, other, seat)
        out[at + k] = rules.to_act(s) >> other & 1
        out[at + MAX_SEATS + k] = 1
        out[at + 2 * MAX_SEATS + k] = 1 if other == s.start else 0
    if s.phase == phase.CHALLENGE:
        out[at + 3 * MAX_SEATS + turned(s, challenges.target_of(s, seat), seat)] = 1
    return at + 4 * MAX_SEATS


@rule
def observe_shogun(s: State, seat: int, out: list[int], at: int) -> int:
    own = team_of(seat)
    for treasure in range(cards.TREASURES):
        out[at + TEAMS * treasure] = s.lanes[treasure * TEAMS + own]
        out[at + TEAMS * treasure + 1] = s.lanes[treasure * TEAMS + 1 - own]
    at += cards.TREASURES * TEAMS
    out[at] = s.steps
    for icon in range(cards.ARMY):
        out[at + 1 + icon] = s.troops[icon]
    at += 1 + cards.ARMY
    for icon in range(cards.ARMY):
        for half in range(cards.HALVES):
            cells = s.battle[icon * cards.HALVES + half] & ~s.covered[half]
            while cells:
                out[at + half * cards.PLAN_HALF + lowest(cells)] = icon + 1
                cells &= cells - 1
    at += cards.PLAN_CELLS
    for cell in range(cards.CAVE_CELLS):
        out[at + cell] = s.dungeon[cell] + 1
        out[at + cards.CAVE_CELLS + cell] = 1 if s.crossed[cards.CAVE_WORD_OF[cell]] & cards.CAVE_BIT_OF[cell] else 0
    return at + 2 * cards.CAVE_CELLS


@rule
def observe_own_plan(s: State, seat: int, out: list[int], at: int) -> int:
    at = mark_one(s.step[seat], out, at, STEPS)
    at = mark_one(s.deed[seat], out, at, DEEDS)
    at = mark_one(s.mode[seat], out, at, cards.MODES)
    mark_cells(s.draft, seat * BANKS, 1, out, at)
    at += CELLS
    for k in range(cards.DEEDS_A_ROUND):
        mark_one(s.planned[seat * cards.DEEDS_A_ROUND + k], out, at, DEEDS)
    out[at + DEEDS] = s.shields[seat]
    out[at + DEEDS + 1] = s.marks[seat]
    return at + DEEDS + 2


@rule
def observe_pages(s: State, seat: int, out: list[int], at: int) -> None:
    cells = at
    rest = at + 4 * MAX_SEATS * CELLS
    for other in range(s.printed):
        k = turned(s, other, seat)
        # KZS-11: while planning, other pages are seen as they were before.
        hidden = 1 if s.phase == phase.PLAN and other != seat else 0
        observe_cells(s, other, hidden, out, cells + k * CELLS)
        observe_marks(s, other, k, hidden, out, rest)


@rule
def observe_cells(s: State, other: int, hidden: int, out: list[int], at: int) -> None:
    """Element, bank, estate and sickness of every cell of a page."""
    block = MAX_SEATS * CELLS
    for kind in range(KINDS):
        mark_cells(s.elements, (other * KINDS + kind) * BANKS, kind + 1, out, at)
    for row in range(cards.VILLAGE_ROWS):
        for column in range(s.creek[other * cards.VILLAGE_ROWS + row]):
            out[at + block + row * cards.VILLAGE_COLUMNS + column] = 1
    for bank in range(BANKS):
        fenced = s.fenced[other * BANKS + bank]
        if hidden:
            fenced &= ~village.fenced_in(s, other, s.round, bank)
        while fenced:
            place = lowest(fenced)
            out[at + 2 * block + cards.CELL_AT[bank * cards.PLACES + place]] = village.estate_at(s, other, bank, place) + 1
            fenced &= fenced - 1
    mark_cells(s.sick, other * BANKS, 1, out, at + 3 * block)


@rule
def observe_marks(s: State, other: int, k: int, hidden: int, out: list[int], at: int) -> None:
    """Bridges, requirements, arrows, pieces and boxes of a page; `k` is its place among the seats."""
    page = other + BEFORE if hidden else other
    for crossing in range(cards.CROSSINGS):
        ends = s.bridges[page * cards.CROSSINGS + crossing]
        while ends:
            out[at + k * cards.PAIRS + marks.bridged_pair(lowest(ends), crossing)] = 1
            ends &= ends - 1
    at += MAX_SEATS * cards.PAIRS
    for i in range(DEEDS * BASICS):
        out[at + k * DEEDS * BASICS + i] = s.required[page * DEEDS + i // BASICS] >> 2 * (i % BASICS) & 3
    at += MAX_SEATS * DEEDS * BASICS
    for i in range(DEEDS * ARROWS):
        number = s.arrows[other * DEEDS * ARROWS + i]
        out[at + k * DEEDS * ARROWS + i] = number if number <= s.round - hidden else 0
    at += MAX_SEATS * DEEDS * ARROWS
    for war in range(WARS):
        out[at + k * WARS + war] = s.shapes[other * WARS + war] + 1
        for square in range(SQUARES):
            left = s.squares[page * WARS + war] >> square & 1
            icon = s.icons[(other * WARS + war) * SQUARES + square]
            out[at + MAX_SEATS * WARS + (k * WARS + war) * SQUARES + square] = icon + 1 if left else 0
    at += MAX_SEATS * WARS * (1 + SQUARES)
    mark_set(s.wards[page], out, at + k * cards.BOXES, cards.BOXES)
    at += MAX_SEATS * cards.BOXES
    for i in range(cards.PIECES_A_ROUND):
        war = s.pieces[other * cards.PIECES_A_ROUND + i]
        if war != cards.NONE and hidden == 0:
            out[at + k * WARS + war] += 1
