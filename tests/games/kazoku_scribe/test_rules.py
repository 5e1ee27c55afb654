"""What else shows the clauses of Kazoku Scribe: brute force against the searches, generators, arrows, found icons."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.games.kazoku_scribe.positions import board_e, fits, mask, only_intact, play, print_village, require, submitting
from tests.support import random_states
from zashiki.core.chance import below, seeded
from zashiki.core.errors import IllegalMove
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.games.kazoku_scribe import GAME, actions, cards, phase, scoring
from zashiki.games.kazoku_scribe.eyes.view import View, cells_in, has_bridge
from zashiki.games.kazoku_scribe.rules import digging, estates, exploring, faults, generation, submission
from zashiki.games.kazoku_scribe.state import State

RECORDS = Path(__file__).parent / "records"
Cells = frozenset[int]
PAGES = int(os.environ.get("ZASHIKI_PAGES", "2000"))  # to generate for each number of players


class Slow:
    """A village looked at with sets of cells, written from the rules and not from the bit sets."""

    def __init__(self, s: State) -> None:
        page = GAME.eyes.view(s, OPEN).pages[0]
        self.letters = "".join(page.rows)
        self.bank = [cell % 9 < page.creek[cell // 9] for cell in range(72)]
        self.bridges = {tuple(cards.CELL_IDS.index(end) for end in name.split("-")) for name in page.bridges}
        self.needs = page.required

    def linked(self, a: int, b: int) -> bool:
        return b in cards.NEIGHBOURS[a] and (self.bank[a] == self.bank[b] or tuple(sorted((a, b))) in self.bridges)

    def connected(self, cells: Iterable[int]) -> bool:
        left = set(cells)
        waiting = [left.pop()] if left else []
        while waiting:
            cell = waiting.pop()
            near = {other for other in left if self.linked(cell, other)}
            left -= near
            waiting += near
        return not left

    def has_hole(self, cells: Iterable[int]) -> bool:
        outside = set(range(72)) - set(cells)
        waiting = [cell for cell in outside if cell // 9 in (0, 7) or cell % 9 in (0, 8)]
        outside -= set(waiting)
        while waiting:
            near = outside & set(cards.NEIGHBOURS[waiting.pop()])
            outside -= near
            waiting += near
        return bool(outside)

    def estates(self, intact: list[int], action: str, mode: str) -> set[Cells]:
        """Every complete estate, by trying all choices of elements."""
        times = 2 if mode == "double" else 1
        counts = {name[0] if name != "tower" else "w": times * n for name, n in self.needs[action].items()}
        counts |= {"s": int(mode == "shield"), "d": int(mode == "double")}
        choices = [
            list(itertools.combinations([c for c in intact if self.letters[c] == letter], n)) for letter, n in counts.items()
        ]
        sets = (frozenset(itertools.chain(*parts)) for parts in itertools.product(*choices))
        return {cells for cells in sets if self.connected(cells) and not self.has_hole(cells)}

    def beauty(self, intact: list[int]) -> int:
        for size in range(len(intact), 0, -1):
            for cells in itertools.combinations(intact, size):
                if sum(self.letters[c] in "sd" for c in cells) <= 1 and self.connected(cells) and not self.has_hole(cells):
                    return size
        return 0


def small_village(seed: int, size: int) -> tuple[State, list[int]]:
    """A random page with few intact cells around one another, some bridges and some cuts."""
    rng = seeded(seed)
    table = Table(GAME, 2, {"start": "0"}, seed=seed)
    table.play(1, table.legal(1)[0])
    s = table.state
    cells = [below(rng, 72)]
    while len(cells) < size:
        near = [n for c in cells for n in cards.NEIGHBOURS[c] if n not in cells]
        cells.append(near[below(rng, len(near))])
    for pair, number in actions.PAIR_NAMES.items():
        west = [cards.CELL_IDS.index(end) % 9 < s.creek[cards.CELL_IDS.index(end) // 9] for end in pair.split("-")]
        if west[0] != west[1] and below(rng, 2):
            only_intact(s, "", bridges=pair)
            assert has_bridge(s, 0, number)
    for _ in range(below(rng, 8)):
        deed, kind = divmod(below(rng, 28), 4)
        numbers = [s.required[deed] >> 2 * each & 3 for each in range(4)]
        if numbers[kind] and sum(numbers) > 1:
            s.required[deed] -= 4**kind
    only_intact(s, " ".join(cards.CELL_IDS[cell] for cell in cells))
    return s, sorted(cells)


@pytest.mark.rule("KZS-15", "KZS-16", "KZS-17", "KZS-18", "KZS-19", "KZS-20", "KZS-21")
@pytest.mark.parametrize("seed", range(60))
def test_brute_force_equals_the_look_ahead(seed: int) -> None:
    s, intact = small_village(seed, 14)
    slow = Slow(s)
    for action, mode in itertools.product(cards.ACTION_IDS, ("plain", "shield", "double")):
        found = slow.estates(intact, action, mode)
        assert fits(s, action, mode) == bool(found), (action, mode)
        if found:
            assert_drafts_agree(s, slow, found, cards.ACTION_IDS.index(action), ("plain", "shield", "double").index(mode), seed)


def assert_drafts_agree(s: State, slow: Slow, complete: set[Cells], deed: int, mode: int, seed: int) -> None:
    """Walk to a complete estate at random; at every step the options are those some estate allows."""
    rng, draft = seeded(seed, 5), set[int]()
    s.deed[0], s.mode[0], s.draft[0:2] = deed, mode, [0, 0]
    while draft not in complete:
        expected = {
            cell for estate in complete if estate >= draft for cell in estate - draft
            if not draft or any(slow.linked(cell, other) for other in draft)
        }  # fmt: skip
        assert {cards.CELL_IDS.index(name) for name in cells_in(*estates.fenceable(s, 0))} == expected
        draft.add(sorted(expected)[below(rng, len(expected))])
        s.draft[0:2] = mask(s, " ".join(cards.CELL_IDS[cell] for cell in draft))
    s.deed[0], s.draft[0:2] = -1, [0, 0]


@pytest.mark.rule("KZS-21", "KZS-R8")
def test_the_smallest_ring_of_six_cells_has_a_hole_and_five_of_them_have_none() -> None:
    s, rings = board_e().state, 0
    slow = Slow(s)
    for centre in range(72):
        ring = cards.NEIGHBOURS[centre]
        letters = "".join(slow.letters[cell] for cell in ring)
        if len(ring) < 6 or not slow.connected(ring) or set(letters) - set("htwg") or max(map(letters.count, "htw")) > 3:
            continue
        rings += 1
        for cells, complete in ((ring, False), (ring[1:], True)):
            only_intact(s, " ".join(cards.CELL_IDS[cell] for cell in cells))
            require(s, "w1", *(sum(slow.letters[cell] == letter for cell in cells) for letter in "htwg"))
            assert fits(s, "w1", "plain") is complete
    assert rings >= 5


@pytest.mark.rule("KZS-59")
@pytest.mark.parametrize("seed", range(30))
def test_brute_force_equals_beauty(seed: int) -> None:
    s, intact = small_village(100 + seed, 13)
    assert scoring.beauty(s, 0) == Slow(s).beauty(intact)


@pytest.mark.rule("KZS-59", "KZS-21")
def test_a_ring_with_an_advanced_element_across_the_middle_of_the_page_has_a_hole() -> None:
    ring = [cards.CELL_IDS[cell] for cell in cards.NEIGHBOURS[3 * cards.VILLAGE_COLUMNS + 4]]
    s = board_e().state
    print_village(s, "".join("s" if name == ring[0] else "h" for name in cards.CELL_IDS), creek=6)
    only_intact(s, " ".join(ring))
    assert len(ring) == 6
    assert scoring.beauty(s, 0) == 5


@pytest.mark.rule("KZS-59", "KZS-21")
def test_beauty_gives_up_cells_around_several_holes() -> None:
    rings = "b2 b3 c2 c4 d2 d3 d4 c5 b4 d5 c6 e3 e4"
    s = board_e().state
    print_village(s, "h" * cards.CELLS, creek=6)
    only_intact(s, rings)
    assert scoring.beauty(s, 0) == Slow(s).beauty([cards.CELL_IDS.index(name) for name in rings.split()])


GENERATORS: tuple[tuple[str, int, Callable[[State, list[int]], object], Callable[[State], int]], ...] = (
    ("battle", phase.BATTLE, generation.draw_battle, generation.battle_fault),
    ("dungeon", phase.DUNGEON, digging.dig_dungeon, digging.dungeon_fault),
    ("village", phase.VILLAGE, generation.shuffle_village, generation.village_fault),
    ("knowledge", phase.KNOWLEDGE, generation.shuffle_knowledge, generation.knowledge_fault),
)


def draw_pages(pages: int, players: int) -> dict[str, float]:
    """Draw so many pages of each kind; all are valid and read back. The share of tries that were rejected, by kind."""
    rng, rejected = seeded(1), {}
    for name, due, make, fault in GENERATORS:
        s = GAME.new(players, {"start": "0"})
        while s.phase < due:
            GAME.rules.draw(s, rng)
            GAME.rules.reveal(s)
        tries = 0
        for _ in range(pages):
            valid = False
            while not valid:
                tries += 1
                valid = make(s, rng) != 0 and fault(s) == 0
            outcome = GAME.words.read_chance(s, GAME.words.write_chance(s))
            assert outcome == s.outcome[: len(outcome)]
        rejected[name] = 1 - pages / tries
    return rejected


@pytest.mark.rule("KZS-2", "KZS-3", "KZS-4", "KZS-6", "KZS-23")
@pytest.mark.parametrize("players", GAME.seats)
def test_generated_pages_are_valid(players: int) -> None:
    assert set(draw_pages(60, players)) == {"battle", "dungeon", "village", "knowledge"}


@pytest.mark.slow
@pytest.mark.rule("KZS-2")
@pytest.mark.parametrize("players", GAME.seats)
def test_thousands_of_generated_pages_are_valid(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    rejected = draw_pages(PAGES, players)
    with capsys.disabled():
        print(f"\n{players} players, rejected:", {name: f"{share:.1%}" for name, share in rejected.items()})


@pytest.mark.rule("KZS-3", "KZS-R27")
def test_different_villages_differ_and_the_same_are_the_same() -> None:
    same = Table(GAME, 4, {}, seed=2).view(SPECTATOR).pages
    assert len({(page.rows, page.creek, str(page.pieces)) for page in same}) == 1
    different = Table(GAME, 4, {"villages": "different"}, seed=2).view(SPECTATOR).pages
    assert len({(page.rows, page.creek) for page in different}) == 4


@pytest.mark.rule("KZS-14")
def test_an_action_with_two_used_arrows_is_not_offered() -> None:
    table = board_e()
    table.state.arrows[0:2] = [1, 2]
    assert not any(option.startswith("plan w1") for option in table.legal(0))
    with pytest.raises(IllegalMove, match="KZS-14"):
        table.play(0, "plan w1 plain")


@pytest.mark.rule("KZS-15", "KZS-16", "KZS-17", "KZS-18", "KZS-19")
@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("d4", "d4 is already in the draft.*KZS-15"),
        ("e3", "e3 is fenced or sick.*KZS-16"),
        ("f4", "f4 does not touch the cells fenced so far.*KZS-15"),  # d4 c5 e4 e5 f4 is an estate, but e4 or e5 comes first
        ("c6", "No bridge leads from the cells fenced so far to c6.*KZS-17"),
        ("c4", "No estate for War piece 5 can be completed with c4.*KZS-19"),  # a tower is not wanted
        ("d5", "d5 is a double arrow, and this estate cannot hold another one.*KZS-18"),
    ],
)
def test_a_cell_that_cannot_be_fenced_is_told_why(cell: str, why: str) -> None:
    table = board_e()
    table.state.sick[0:2] = mask(table.state, "e3")
    play(table, "0: plan w5 plain", "0: fence d4", "0: fence c5")
    with pytest.raises(IllegalMove, match=why):
        table.play(0, f"fence {cell}")


@pytest.mark.rule("KZS-20")
def test_a_cell_that_no_doubled_estate_can_hold_is_refused_with_its_clause() -> None:
    table = board_e()
    play(table, "0: plan w1 double", "0: fence d4", "0: fence d5")
    with pytest.raises(IllegalMove, match=r"No estate for War piece 1 can be completed with e4.*KZS-20"):  # the gate
        table.play(0, "fence e4")


@pytest.mark.rule("KZS-21")
@pytest.mark.parametrize(
    ("draft", "cell", "why"),
    [
        ("f4 f5 g4 g3 h4 h5", "g6", "With g6 and the cells fenced so far, every estate for .* would have a hole.*KZS-21"),
        ("f5 f4", "g6", "With g6 and the cells fenced so far, every estate for .* would have a hole.*KZS-21"),
        ("f5 g6 g5 g4", "f4", "No estate for Bridge building can be completed with f4.*KZS-20"),  # a fifth tree
    ],
)
def test_a_cell_that_leaves_only_estates_with_a_hole_is_told_so(draft: str, cell: str, why: str) -> None:
    table = board_e()
    require(table.state, "bridges", 0, 2, 1)
    only_intact(table.state, "f4 f5 g3 g4 g5 g6 h4 h5", bridges="f5-g6")
    play(table, "0: plan bridges double", *(f"0: fence {name}" for name in draft.split()))
    with pytest.raises(IllegalMove, match=why):
        table.play(0, f"fence {cell}")


@pytest.mark.rule("KZS-43")
@pytest.mark.parametrize("cells", ["a1 a2 a3 a4", "a1 b2"])  # w1 has three squares, and no piece falls apart
def test_cells_that_a_piece_can_never_cover_are_refused(cells: str) -> None:
    with pytest.raises(IllegalMove, match=r"that war piece can never have this shape. \(KZS-43\)"):
        submitting(board_e(), "w1 w4", "").play(0, f"place w1 {cells}")


@pytest.mark.rule("KZS-10")
def test_a_move_of_another_phase_is_told_what_comes_next() -> None:
    table = board_e()
    with pytest.raises(IllegalMove, match=r"Seat 1 is to choose an action. \(KZS-10\)"):
        table.play(0, "explore c5")


@pytest.mark.rule("KZS-33", "KZS-11", "KZS-41", "KZS-R1")
def test_the_check_is_the_reveal_and_gives_one_challenge_each() -> None:
    table = board_e()
    only_intact(table.state, "a1", 0)
    only_intact(table.state, "a1", 1)
    play(table, "0: plan none")
    assert table.view(1).phase == "plan"
    assert table.view(1).ready == (True, False)
    play(table, "1: plan none")
    assert table.view(1).phase == "challenge"
    assert set(table.view(1).plans) == {0, 1}
    play(table, "1: challenge deserter w1 1", "0: challenge deserter w1 1")
    assert table.view(1).challenged == ((1, 0, "challenge deserter w1 1"), (1, 1, "challenge deserter w1 1"))
    assert (table.view(1).phase, table.view(1).round) == ("plan", 2)


@pytest.mark.rule("KZS-R29", "KZS-8")
def test_the_entry_gives_nothing_and_belongs_to_nobody() -> None:
    summary = GAME.eyes.summary(board_e().state)
    assert summary["crossed"] == 1
    assert summary["lanes"] == {"coin": [0, 0], "jade": [0, 0], "silk": [0, 0]}


@pytest.mark.rule("KZS-R26", "KZS-11")
def test_partners_do_not_see_each_others_plans() -> None:
    table = Table(GAME, 4, {"start": "0"}, seed=3)
    table.play(3, table.legal(3)[0])
    before = table.view(0), table.view(2)
    for _ in range(4):
        table.play(0, table.legal(0)[0])
    assert table.view(2) == before[1]
    assert table.view(0) != before[0]


@pytest.mark.rule("KZS-R33", "KZS-17")
def test_a_bridge_with_a_sick_end_stays_and_is_useless() -> None:
    s = only_intact(board_e().state, "a4 b3 b4 b5", bridges="b4-b5")
    assert fits(s, "w2", "plain")
    s.sick[0:2] = mask(s, "b5")
    assert not fits(s, "w2", "plain")
    assert GAME.eyes.view(s, 0).pages[0].bridges == ("b4-b5",)


@pytest.mark.rule("KZS-50", "KZS-R11")
def test_a_bridge_in_the_dungeon_may_be_drawn_or_left() -> None:
    for choice in ("bridge a4-a5", "bridge none"):
        table = submitting(board_e("c3"), "w3", "")
        table.play(0, table.legal(0)[0])
        exploring.cross(table.state, cards.CAVE_IDS.index("c2"))
        table.play(0, "explore c1")
        assert len(table.legal(0)) == 18
        table.play(0, choice)
        assert table.view(0).pages[0].bridges == (("a4-a5",) if choice != "bridge none" else ())
        assert table.view(0).steps == 3


@pytest.mark.rule("KZS-R28", "KZS-1", "KZS-53")
def test_a_treasure_is_the_teams_and_a_mark_is_made_on_the_explorers_page() -> None:
    """Seat 2 of team A explores one cell of each kind, by a crossed cell put beside it."""
    for letter in "cbht":
        table = submitting(Table(GAME, 4, {"start": "0"}, seed=3), "", "", "w1", "")
        rows, pages = table.view(SPECTATOR).dungeon, table.view(SPECTATOR).pages
        row, column = next((r, rows[r].index(letter)) for r in range(len(rows)) if letter in rows[r])
        exploring.cross(table.state, row * cards.CAVE_COLUMNS + (column - 1 if column else column + 1))
        table.play(2, table.legal(2)[0])
        table.play(2, f"explore {cards.CAVE_IDS[row * cards.CAVE_COLUMNS + column]}")
        if letter == "c":
            assert table.view(SPECTATOR).lanes == {"coin": (1, 0), "jade": (0, 0), "silk": (0, 0)}
        else:
            table.play(2, table.legal(2)[0])
        changed = [seat for seat, page in enumerate(table.view(SPECTATOR).pages) if page != pages[seat]]
        assert changed == ([] if letter == "c" else [2])


@pytest.mark.rule("KZS-R17", "KZS-43")
def test_the_same_cells_in_another_orientation_are_one_placement() -> None:
    """War piece 1 of Board E, sps, reads the same from both ends."""
    table = submitting(board_e(), "w1", "")
    assert table.legal(0) == ["place w1 g5 g6 g7", "place w1 c5 d5 e5", "place w1 d9 e9 f9"]
    s = table.state
    assert submission.count_placements(s, s.icons, 0, s.shapes[0], s.squares[0], 99) == 3
    assert 1 <= submission.count_placements(s, s.icons, 0, s.shapes[0], s.squares[0], 1) <= 3


@pytest.mark.rule("KZS-R31")
@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("choice", [0, -1], ids=["first", "last"])
def test_every_game_ends_however_stubbornly_it_is_played(players: int, choice: int) -> None:
    """Always the first option, or always the last, which declines wherever one may decline."""
    table = Table(GAME, players, seed=1)
    while not table.over:
        table.play(table.to_act[0], table.legal(table.to_act[0])[choice])
        assert len(table.lines) <= GAME.about.max_events


@pytest.mark.rule("KZS-R32", "KZS-R10")
def test_icons_of_used_up_actions_may_be_cut_but_not_the_last_one() -> None:
    table = submitting(board_e("e2"), "w2", "")
    table.state.arrows[0:2] = [1, 1]
    require(table.state, "w1", 1)
    play(table, "0: place w2 c1 c2 d1", "0: explore e1")
    assert "cut piece w1 1" in table.legal(0)
    with pytest.raises(IllegalMove, match="KZS-R10"):
        table.play(0, "cut req w1 house")


@pytest.mark.rule("KZS-R25", "KZS-59")
def test_equal_beauty_is_a_shared_victory() -> None:
    table = board_e()
    table.state.phase = 10
    assert table.winners() == [0, 1]
    only_intact(table.state, "a1 a2", 1)
    assert table.winners() == [0]


@pytest.mark.rule("KZS-11")
def test_lines_of_a_plan_are_held_back_until_the_phase_ends() -> None:
    table = board_e()
    only_intact(table.state, "a1 a2 a3 b1", 0)
    only_intact(table.state, "a1", 1)
    play(table, "0: plan w2 plain", "0: fence a1", "0: fence a2", "0: fence a3", "0: fence b1", "0: plan none")
    own = [line for line in table.lines if line.seat == 0]
    assert [line.heard[0] for line in own] == [line.text for line in own]
    assert {line.heard[viewer] + line.told[viewer] for line in own for viewer in (1, SPECTATOR)} == {""}
    play(table, "1: plan none")
    own = [line for line in table.lines if line.seat == 0]
    assert [line.heard[1] for line in own] == [line.text for line in own]
    play(table, "1: challenge deserter w1 1")
    assert table.lines[-1].told[0] == ""
    play(table, "0: challenge deserter w1 1")
    assert [line.heard[SPECTATOR] for line in table.lines[-2:]] == ["challenge deserter w1 1"] * 2


@pytest.mark.rule("KZS-56", "KZS-57", "KZS-58", "KZS-59", "KZS-R25")
@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("won-at-once", lambda v: list(v.owners.values()).count(v.winners[0] % 2) == 2),
        ("won-by-points", lambda v: len(set(v.scores)) == 2 and v.scores[v.winners[0]] == max(v.scores) and v.round == 4),
        ("complete-game", lambda v: len(set(v.scores)) == 1 and len(v.winners) == 1),
        ("shared-win", lambda v: len(set(v.scores)) == 1 and len(set(v.beauty)) == 1 and len(v.winners) == 2),
    ],
)
def test_a_record_for_every_way_the_game_ends(name: str, ends: Callable[[View], bool]) -> None:
    table = replay(read_kifu((RECORDS / f"{name}.kifu").read_text(encoding="utf-8")), GAMES)
    assert table.over
    assert ends(table.view(OPEN))
    with pytest.raises(IllegalMove) as refused:
        table.play(0, "explore a1")
    assert refused.value.clause == ("KZS-56" if name == "won-at-once" else "KZS-57")


@pytest.mark.rule("KZS-11")
def test_every_hidden_plan_is_imagined_anew() -> None:
    done = next(s for s in random_states(GAME, 4, {}, 6) if s.phase == phase.PLAN and s.step[:4].count(phase.DONE) == 3)
    me = next(seat for seat in range(4) if done.step[seat] != phase.DONE)
    plans: dict[int, set[tuple[int, ...]]] = {seat: set() for seat in range(4)}
    for seed in range(12):
        s = done.copy()
        GAME.eyes.resample(s, me, seeded(seed))
        for seat in range(4):
            plans[seat].add(
                (*s.fenced[2 * seat : 2 * seat + 2], *s.estates[6 * seat : 6 * seat + 6], *s.planned[2 * seat : 2 * seat + 2])
            )
    assert [len(plans[seat]) > 1 for seat in range(4)] == [seat != me for seat in range(4)]


@pytest.mark.rule("KZS-3")
def test_a_creek_keeps_to_the_middle_of_the_page_and_turns_one_column_at_most() -> None:
    s = next(s for s in random_states(GAME, 2, {}, 2) if s.phase == phase.VILLAGE)
    GAME.rules.draw(s, seeded(1))
    valid = s.outcome[:]
    rows = range(generation.CREEK, generation.CREEK + cards.VILLAGE_ROWS)
    low, high = cards.CREEK_LOW, cards.CREEK_HIGH
    assert generation.village_fault(s) == faults.VALID
    for creek in ([low - 1] * len(rows), [high + 1] * len(rows), [low, low + 2] * (len(rows) // 2)):
        s.outcome[:] = valid
        s.outcome[rows.start : rows.stop] = creek
        assert generation.village_fault(s) == faults.BAD_CREEK
