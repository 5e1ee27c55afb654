"""The numeric observation of Kazoku Scribe against the view: every block is built a second time, from what the seat is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import pytest

from tests.games.kazoku_scribe.reference import ACTIONS, KINDS, MODES, WAR, hexes, name
from zashiki.core.chance import below, seeded
from zashiki.games.kazoku_scribe import GAME
from zashiki.games.kazoku_scribe.eyes.view import Page, Piece, Plan, View
from zashiki.games.kazoku_scribe.state import State
from zashiki.testing.play import about_one_in, random_states

Numbers = list[int]
Blocks = dict[str, Numbers]

# The order of everything: stages, steps and icons as in phase.py and cards.toml, the rest as in docs/rules/kazoku-scribe.md.
SEATS = 4
STAGES = (
    "start", "battle", "dungeon", "village", "knowledge", "entry", "plan", "challenge", "submit", "explore", "over",
    "bridge", "ward", "cut",
)  # fmt: skip
STEPS = ("plan", "fence", "bridge", "cut", "ward", "done")
ELEMENTS = "htwgsd"  # house, tree, tower, gate, shield, double arrow
BASICS = ("house", "tree", "tower", "gate")
ICONS = "sapcjkobht"  # the army, the treasures, empty, bridge, shield, tailoring
ARMY = ("soldier", "archer", "supply")
TREASURES = ("coin", "jade", "silk")
SHAPES = ("xxx", "xx/x.", "xxxx", "xxx/x..", "xxx/.x.", ".xx/xx.", "xx/xx")
BATTLE = [(r, c) for r in range(10) for c in range(12)]
CAVE = [(r, c) for r in range(12) for c in range(14)]
VILLAGE = [(r, c) for r in range(8) for c in range(9)]
BATTLE_NAMES, CAVE_NAMES, VILLAGE_NAMES = ([name(cell) for cell in grid] for grid in (BATTLE, CAVE, VILLAGE))
PAIRS = [f"{name(cell)}-{name(near)}" for cell in VILLAGE for near in sorted(hexes(cell)) if near > cell]
BOXES = [f"{kind} {number}" for kind in KINDS for number in range(1, 5)]

# Before the page of a seat is printed the view has no plan of that seat, while the observation calls it done and plain.
NO_PLAN = Plan(step="done", deed=None, mode="plain", draft=(), planned=(), pieces=(), shields=0, marks=0)


# The row, from the view


def blocks_of(v: View, seat: int) -> Blocks:
    """Every block of the observation by name."""
    return table_blocks(v, seat) | shogun_blocks(v, seat) | plan_blocks(v.plans.get(seat, NO_PLAN)) | page_blocks(v, seat)


def seat_at(v: View, seat: int, k: int) -> int | None:
    """The seat that is k places to the left of the observer; nobody where there are fewer seats."""
    return (seat + k) % v.players if k < v.players else None


def marked(names: Sequence[str], *chosen: str | None) -> Numbers:
    """A place for each name, 1 for those chosen."""
    wanted = set(chosen)
    assert wanted <= {*names, None}
    return [int(each in wanted) for each in names]


def table_blocks(v: View, seat: int) -> Blocks:
    order = [seat_at(v, seat, k) for k in range(SEATS)]
    return {
        "phase": marked(STAGES, v.stage),
        "round": [v.round],
        "to_act": [int(other in v.to_act) for other in order],
        "seats": [int(other is not None) for other in order],
        "start": [int(other is not None and other == v.start) for other in order],
        "target": [int(v.stage == "challenge" and k == target(v)) for k in range(SEATS)],
    }


def target(v: View) -> int:
    """KZS-32: a seat challenges its right neighbour in rounds 1 and 3, its left one in rounds 2 and 4."""
    return {1: v.players - 1, 2: 1, 3: v.players - 1, 4: 1}[v.round]


def shogun_blocks(v: View, seat: int) -> Blocks:
    own = seat % 2  # KZS-1
    return {
        "lanes": [v.lanes[treasure][team] for treasure in TREASURES for team in (own, 1 - own)],
        "steps": [v.steps],
        "troops": [v.troops.get(icon, 0) for icon in ARMY],
        "battle": [0 if each in v.labels else icon_at(v.battle, cell) for each, cell in zip(BATTLE_NAMES, BATTLE, strict=True)],
        "dungeon": [icon_at(v.dungeon, cell) for cell in CAVE],
        "crossed": marked(CAVE_NAMES, *v.crossed),
    }


def icon_at(rows: tuple[str, ...], cell: tuple[int, int]) -> int:
    """The icon + 1; 0 outside the grid, which is smaller for two players, and before it is printed."""
    r, c = cell
    return ICONS.index(rows[r][c]) + 1 if r < len(rows) and c < len(rows[r]) else 0


def plan_blocks(plan: Plan) -> Blocks:
    return {
        "step": marked(STEPS, plan.step),
        "deed": marked(ACTIONS, plan.deed),
        "mode": marked(MODES, plan.mode),
        "draft": marked(VILLAGE_NAMES, *plan.draft),
        "planned": marked(ACTIONS, *plan.planned),
        "shields": [plan.shields],
        "marks": [plan.marks],
    }


# What each block of the pages says of one page; a place where nobody sits, or whose page is not printed, is all zero.
PAGE: dict[str, Callable[[Page], Numbers]] = {
    "elements": lambda page: [ELEMENTS.index(page.rows[r][c]) + 1 for r, c in VILLAGE],
    "west": lambda page: [int(c + 1 <= page.creek[r]) for r, c in VILLAGE],
    "estates": lambda page: [page.estates.get(each, 0) for each in VILLAGE_NAMES],
    "sick": lambda page: marked(VILLAGE_NAMES, *page.sick),
    "bridges": lambda page: marked(PAIRS, *page.bridges),
    "required": lambda page: [page.required[action][element] for action in ACTIONS for element in BASICS],
    "arrows": lambda page: [number for action in ACTIONS for number in filled(page.arrows[action], 2)],
    "shapes": lambda page: [SHAPES.index(re.sub(r"[a-z]", "x", "/".join(page.pieces[war].rows))) + 1 for war in WAR],
    "squares": lambda page: [number for war in WAR for number in squares(page.pieces[war])],
    "wards": lambda page: marked(BOXES, *page.wards),
}
PAGE_SIZE = {
    "elements": 72, "west": 72, "estates": 72, "sick": 72, "bridges": 183, "required": 28, "arrows": 14,
    "shapes": 5, "squares": 20, "wards": 16,
}  # fmt: skip
PER_SEAT = [*PAGE, "pieces"]


def filled(numbers: tuple[int, ...], size: int) -> Numbers:
    """The numbers, and zeros up to the size."""
    return [*numbers, *[0] * (size - len(numbers))]


def squares(piece: Piece) -> Numbers:
    """Each square of a war piece: its icon + 1; 0 when crossed out, or when the piece has no such square."""
    letters = [letter for row in piece.rows for letter in row if letter != "."]
    return filled(tuple(ICONS.index(letter) + 1 if n in piece.left else 0 for n, letter in enumerate(letters, 1)), 4)


def page_blocks(v: View, seat: int) -> Blocks:
    blocks: Blocks = {block: [] for block in PER_SEAT}
    for k in range(SEATS):
        other = seat_at(v, seat, k)
        page = v.pages[other] if other is not None and other < len(v.pages) else None
        for block, numbers in PAGE.items():
            blocks[block] += [0] * PAGE_SIZE[block] if page is None else numbers(page)
        plan = NO_PLAN if other is None else v.plans.get(other, NO_PLAN)
        blocks["pieces"] += [plan.pieces.count(war) for war in WAR]
    return blocks


# The row, as it is written


def observed(s: State, seat: int) -> Blocks:
    """What `observe` writes over a row that was used before, cut into its blocks."""
    row = [99] * GAME.observation_size
    GAME.eyes.observe(s, seat, row)
    blocks, at = {}, 0
    for part in GAME.eyes.OBSERVATION:
        blocks[part.name] = row[at : at + part.size]
        at += part.size
    assert at == len(row)
    return blocks


def sampled(players: int, options: dict[str, str], seed: int, one_in: int) -> Iterator[State]:
    """Positions of a random game: where nobody is to act, the first of every stage, and about one in so many of the others."""
    rng, stages = seeded(seed, one_in), set()
    for s in random_states(GAME, players, options, seed):
        if not GAME.acting(s) or s.phase not in stages or below(rng, one_in) == 0:
            stages.add(s.phase)
            yield s.copy()


def differences(got: Blocks, wanted: Blocks) -> dict[str, list[tuple[int, int, int]]]:
    """For every block that is not as wanted: the places, what they hold and what they should."""
    assert {block: len(row) for block, row in got.items()} == {block: len(row) for block, row in wanted.items()}
    return {
        block: [(k, a, b) for k, (a, b) in enumerate(zip(got[block], wanted[block], strict=True)) if a != b]
        for block in wanted
        if got[block] != wanted[block]
    }


def position(v: View, seat: int, seed: int) -> str:
    return f"seat {seat}, {v.players} players, seed {seed}, {v.stage} in round {v.round}; (place, observed, wanted)"


# Places that stand for something of their own. Every one must be seen in use, or the comparison says nothing about it.
SINGLE = {"phase", "to_act", "seats", "start", "target", "lanes", "troops", "step", "deed", "mode", "planned"}


def parts(block: str, row: Numbers) -> Iterator[tuple[str, Numbers]]:
    """The named parts of a block: single places, seats, or the whole of it."""
    size = 1 if block in SINGLE else len(row) // SEATS if block in PER_SEAT else len(row)
    for k, at in enumerate(range(0, len(row), size)):
        yield f"{block} {k}", row[at : at + size]


def never_used(players: int) -> set[str]:
    """Seats that do not exist, and seats that nobody challenges: oneself, and the partner."""
    missing = {f"{block} {k}" for block in (*PER_SEAT, "to_act", "seats", "start") for k in range(players, SEATS)}
    return missing | {f"target {k}" for k in range(SEATS) if k not in (1, players - 1)}


# The tests


@pytest.mark.rule("KZS-1", "KZS-11", "KZS-32", "KZS-R15", "KZS-R26")
@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("variant", GAME.about.variants, ids=["default", "different", "beginner"])
def test_every_block_says_what_the_view_shows(players: int, variant: dict[str, str]) -> None:
    used: set[str] = set()
    every: set[str] = set()
    for seed in range(8 // players):
        for s in sampled(players, variant, seed, one_in=3 * players):
            for seat in range(players):
                v, got = GAME.eyes.view(s, seat), observed(s, seat)
                wrong = differences(got, blocks_of(v, seat))
                assert wrong == {}, position(v, seat, seed)
                for block, row in got.items():
                    every.update(part for part, _ in parts(block, row))
                    used.update(part for part, numbers in parts(block, row) if any(numbers))
    assert every - used == never_used(players)


@pytest.mark.rule("KZS-11", "KZS-R26")
@pytest.mark.parametrize("players", GAME.seats)
def test_while_plans_are_made_the_pages_of_the_others_do_not_change(players: int) -> None:
    first: dict[tuple[int, int], Blocks] = {}  # of every round, for every seat
    compared = 0
    for s in about_one_in(4, random_states(GAME, players, {"villages": "different"}, seed=5)):
        for seat in range(players):
            v = GAME.eyes.view(s, seat)
            if v.stage == "plan":
                pages = others(s, seat)
                wrong = differences(pages, first.setdefault((v.round, seat), pages))
                assert wrong == {}, position(v, seat, seed=5)
                compared += 1
    assert len(first) == 4 * players
    assert compared > 10 * players


def others(s: State, seat: int) -> Blocks:
    """What the observer reads of the pages of all other seats."""
    got = observed(s, seat)
    return {block: got[block][len(got[block]) // SEATS :] for block in PER_SEAT}
