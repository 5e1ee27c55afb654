"""The page of Akiwado: what can be pressed, how numbers came about, scenes of what was turned over, and what is printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.games.akiwado.positions import base, counts, table_at
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.rooms import Scene
from zashiki.core.table import Table
from zashiki.games.akiwado import GAME
from zashiki.games.akiwado.cards import CARD_IDS
from zashiki.games.akiwado.eyes.view import View
from zashiki.games.akiwado.gallery import things
from zashiki.games.akiwado.screen import accounts
from zashiki.games.akiwado.screen.terminal import draw_text
from zashiki.games.akiwado.state import State
from zashiki.server.model import LogEntry
from zashiki.server.pages.board import draw_board, draw_scene

NAMES = ("Aiko", "Kenji", "Mirei", "Sora", "Taro")
AkiTable = Table[State, View]


def drawn(table: AkiTable, viewer: int) -> str:
    """The board for a seat, or for an onlooker."""
    me = viewer if viewer >= 0 else None
    actions = GAME.legal_actions(table.state, viewer) if me is not None else []
    legal = {GAME.actions.write(action): GAME.words.label(table.state, viewer, action) for action in actions}
    return str(draw_board(GAME, table.view(viewer), me, NAMES[: table.players], legal))


def heard(table: AkiTable, viewer: int) -> list[LogEntry]:
    """The newest lines as the house hands them to a scene."""
    lines = table.heard_by(viewer)
    return [LogEntry(n, line.seat, line.told[viewer], line.heard[viewer]) for n, (_, line) in enumerate(lines, 1)][-60:]


def scenes(table: AkiTable, viewer: int) -> tuple[Scene, ...]:
    return tuple(GAME.scenes(heard(table, viewer), table.view(viewer)))


def moments(players: int, seed: int, **options: str) -> Iterator[AkiTable]:
    """A random game, before its first decision and after each."""
    table: AkiTable = Table(GAME, players, options, seed=seed)
    yield table
    for _ in play_randomly(table, seeded(seed)):
        yield table


def total(rows: accounts.Rows) -> int:
    return sum(int(str(value).replace("−", "-")) for _, value, _ in rows)


# What can be pressed


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_option_stands_on_the_board_once_and_nothing_else_is_lit(players: int) -> None:
    phases = set()
    for table in moments(players, 1, purveyor="true"):
        for seat in table.to_act:
            page, options = drawn(table, seat), table.legal(seat)
            pressed = re.findall(r'data-move="([^"]*)"', page)
            lit = re.findall(r'class="[^"]*\blit\b[^"]*"', page)
            phases.add(table.view(seat).phase)
            if len(options) == 1:  # the house offers a single answer in its own part of the bar
                assert set(pressed) <= set(options)
            else:
                assert sorted(pressed) == sorted(options)
            assert len(lit) == len(pressed)
    assert {"keep", "challenge", "declare", "bid"} <= phases


def test_nobody_else_is_offered_anything() -> None:
    for table in moments(4, 2):
        for viewer in {*range(4), SPECTATOR} - set(table.to_act):
            page = drawn(table, viewer)
            assert "data-move" not in page
            assert not re.search(r'class="[^"]*\blit\b', page)


def test_stalls_dice_and_waste_say_why_not_in_every_phase() -> None:
    asked = set()
    for table in moments(4, 3, purveyor="true"):
        for seat in table.to_act:
            asked_now = table.view(seat).phase
            asked.add(asked_now)
            page = drawn(table, seat)
            for text in re.findall(r'data-why="([^"]*)"', page):
                assert GAME.words.explain(table.state, seat, text).clause, text
                assert text not in table.legal(seat)
            for place in ("east", "west", "pocket"):
                assert f'="declare {place}"' in page
            assert ('data-why="take ' in page) == (asked_now != "red")
            assert ('data-why="keep ' in page) == (asked_now != "keep")
    assert {"keep", "challenge", "declare", "bid"} <= asked


def test_the_way_out_of_the_blue_marker_is_quiet_and_comes_last() -> None:
    s = base(hands="blue blue / white / red / yellow", markers={"blue": 0})
    table = table_at(s)
    for line in ("*: roll 1 2 3", "0: keep 1", "1: accept", "2: accept", "3: accept", "*: market red blue"):
        table.feed(line)
    for line in (*(f"{seat}: declare east" for seat in range(4)), *(f"{seat}: bid east {seat + 1}" for seat in range(4))):
        table.feed(line)
    page = drawn(table, 0)
    assert page.index('data-move="reduce"') < page.index('data-move="stand"')
    assert re.search(r'class="[^"]*quiet[^"]*" id="blue-stand"', page)


def test_each_piece_has_a_name_of_its_own() -> None:
    for table in moments(5, 4, purveyor="true"):
        for viewer in (0, SPECTATOR):
            page = drawn(table, viewer)
            for attribute in ("data-piece", " id"):
                names = Counter(re.findall(rf'{attribute}="([^"]*)"', page))
                assert [name for name, count in names.items() if count > 1] == []


def test_the_terminal_says_how_many_voices_are_needed() -> None:
    table = next(table for table in moments(4, 5) if table.view(OPEN).phase == "challenge")
    v = table.view(OPEN)
    assert f"Voices that force a new roll: {v.voices_needed} of {4 - sum(v.unjust)}" in draw_text(v)


@pytest.mark.rule("AKI-11")
def test_an_answer_is_given_by_itself_only_where_all_can_see_that_it_is_forced() -> None:
    forced = Counter[bool]()
    for seed in range(12):
        for open_coins in ("false", "true"):
            for table in moments(4, seed, purveyor="true", open_coins=open_coins):
                for seat in table.to_act:
                    single = len(table.legal(seat)) == 1
                    by_itself = GAME.open_forced(table.view(seat))
                    assert by_itself <= single
                    if single and table.view(seat).phase == "bid":
                        assert by_itself == (open_coins == "true")
                        forced[by_itself] += 1
    assert forced[True]
    assert forced[False]


# How numbers came about


@pytest.mark.rule("AKI-61", "AKI-62", "AKI-63", "AKI-86")
@pytest.mark.parametrize("options", [{}, {"purveyor": "true"}])
def test_accounts_add_up_to_the_numbers_they_explain(options: dict[str, str]) -> None:
    opened = Counter[str]()
    for seed in range(6):
        for table in moments(3 + seed % 3, seed, open_coins="true", **options):
            v = table.view(0)
            assert total(accounts.stock(v)) == v.stock
            for seat in range(v.players):
                assert total(accounts.points(v, seat)) == v.points[seat]
                assert total(accounts.purse(v, seat)) == v.coins[seat]
                if v.phase in ("challenge", "declare", "bid", "blue") and not v.turns[-1].voided:
                    coins = next(iter(v.prospects.values()))[seat] if v.phase == "challenge" else v.turns[-1].incomes[seat]
                    assert total(accounts.income(v, seat, coins)) == coins
                    opened[v.phase] += 1
    assert opened["challenge"]
    assert opened["bid"]


@pytest.mark.rule("AKI-62")
def test_points_say_what_pairs_are_worth_before_there_are_any() -> None:
    words = accounts.points(table_at(base()).view(0), 0)[1][0]
    assert words.endswith("3 for 2, 6 for 3, 12 for 4, 20 for 5")


@pytest.mark.rule("AKI-63", "AKI-R27")
@pytest.mark.parametrize(
    ("hand", "natural", "named"),
    [
        ("red red blue", ["Red"], []),
        ("red red blue custom", ["Red"], ["Blue"]),
        ("red blue custom custom", [], ["Red", "Blue"]),
        ("custom custom", [], ["White"]),
        ("red red custom custom", ["Red"], ["White"]),
    ],
)
def test_the_account_of_points_names_the_pairs_custom_cards_make(hand: str, natural: list[str], named: list[str]) -> None:
    assert accounts.pairs_of(dict(zip(CARD_IDS, counts(hand), strict=True))) == (natural, named)


@pytest.mark.rule("AKI-12")
def test_a_short_stock_is_told_in_the_account_of_an_income() -> None:
    s = base(hands="white / red red / red / yellow")
    s.coins[:4], s.stock, s.area = [12, 12, 12, 13], 1, 0
    table = table_at(s)
    for line in ("*: roll 1 1 4", "0: keep 1", "1: accept", "2: accept", "3: accept", "*: market red blue"):
        table.feed(line)
    v = table.view(0)
    assert v.turns[-1].incomes == (1, 0, 0, 0)
    assert accounts.income(v, 1, 0)[-1] == ("The stock is empty", "−3", "AKI-12")


@pytest.mark.rule("AKI-11")
def test_a_closed_purse_opens_to_nothing() -> None:
    for table in moments(4, 6):
        page = drawn(table, 0)
        closed = [seat for seat, coins in enumerate(table.view(0).coins) if coins is None]
        assert [seat for seat in closed if f'id="acc-purse-{seat}"' in page] == []


def test_sales_and_voices_open_to_who_did_what() -> None:
    table = next(t for t in moments(4, 7, purveyor="true") if t.view(0).phase == "challenge" and any(t.view(0).unjust))
    v = table.view(0)
    rows = accounts.voices(v)
    assert rows[0][1] == 4 - sum(v.unjust)
    assert rows[-1][1] == v.voices_needed
    assert sum(clause == "AKI-32" for *_, clause in rows) == sum(v.unjust)
    settled = v.turns[-2]
    for market, place in enumerate(("east", "west")):
        bids = [(words, value) for words, value, clause in accounts.sale(settled, market) if clause == "AKI-42"]
        assert sorted(bids) == sorted((f"{{{s}}}", settled.bids[s]) for s in range(4) if settled.acted[s] == place)


# Scenes


def test_votes_and_bids_are_shown_to_everybody_with_what_follows() -> None:
    found = Counter[str]()
    for seed in range(8):
        players = 3 + seed % 3
        table: AkiTable = Table(GAME, players, {"purveyor": "true"}, seed=seed)
        shown: set[tuple[int, int]] = set()
        for _ in play_randomly(table, seeded(seed)):
            for viewer in (seed % players, SPECTATOR):
                v = table.view(viewer)
                for scene in scenes(table, viewer):
                    if (viewer, scene.number) not in shown:
                        shown.add((viewer, scene.number))
                        assert all(draw_scene(GAME, scene, v, viewer if viewer >= 0 else None, NAMES, ""))
                        check(scene, v)
                        found[scene.title] += 1
    assert set(found) == {
        "The votes are shown",
        "The screens are lifted",
        "The blue marker: the bid stays as it is",
        "The blue marker: the bid is lowered by one coin",
    }


def check(scene: Scene, v: View) -> None:
    """A scene that has just opened tells what the view has of its turn: this one, or the one before if this has only begun."""
    given = scene.steps[-1].given
    if scene.steps[0].macro == "vote":
        assert given["callers"] in (v.turns[-1].callers, v.turns[-1].first_callers)
        return
    told = {place.key: {seat: coins for seat, coins, _ in place.there} for place in given["places"]}  # type: ignore[attr-defined]
    turn = next(turn for turn in reversed(v.turns) if turn.acted[0] is not None)
    for seat in range(v.players):
        assert told[str(turn.acted[seat])][seat] == turn.bids[seat]


def sealed_table(*answers: str, last: bool = False) -> AkiTable:
    table = table_at(base(4))
    if last:
        table.state.deck[:] = counts("red blue")
    for line in ("*: roll 1 2 3", "0: keep 1", "1: accept", "2: accept", "3: accept", "*: market red blue"):
        table.feed(line)
    for line in (*(f"{seat}: declare east" for seat in range(4)), *answers):
        table.feed(line)
    return table


@pytest.mark.rule("AKI-40", "AKI-45")
def test_scenes_and_board_tell_nothing_of_bids_before_all_have_answered() -> None:
    one, other = sealed_table("1: bid east 3", "2: pocket"), sealed_table("1: pocket", "2: bid west 1")
    for viewer in (0, 3, SPECTATOR):
        assert scenes(one, viewer) == scenes(other, viewer)
        assert drawn(one, viewer) == drawn(other, viewer)
        assert [scene.title for scene in scenes(one, viewer)] == ["The votes are shown"]
    assert drawn(one, 1) == drawn(other, 1)  # the own answer stands in the question, not on the board


@pytest.mark.rule("AKI-26")
def test_scenes_tell_nothing_of_votes_before_all_have_answered() -> None:
    def voted(vote: str) -> AkiTable:
        table = table_at(base(4))
        for line in ("*: roll 1 2 3", "0: keep 1", f"1: {vote}", "2: accept"):
            table.feed(line)
        return table

    for viewer in (0, 3, SPECTATOR):
        assert scenes(voted("accept"), viewer) == scenes(voted("challenge"), viewer) == ()


@pytest.mark.rule("AKI-29", "AKI-30")
def test_both_votes_of_a_turn_are_shown() -> None:
    table = table_at(base(4))
    for line in ("*: roll 1 2 3", "0: keep 1", "1: challenge", "2: accept", "3: challenge", "*: roll 4 4 5", "0: keep 4"):
        table.feed(line)
    first = scenes(table, 2)
    assert [scene.steps[-1].given["callers"] for scene in first] == [(1, 3)]
    for line in ("1: accept", "2: challenge", "3: challenge"):
        table.feed(line)
    both = scenes(table, 2)
    assert [scene.steps[-1].given["callers"] for scene in both] == [(1, 3), (2, 3)]
    stamps = [scene.steps[-1].given["outcome"]["stamp"] for scene in both]  # type: ignore[index]
    assert stamps == ["The split fails: all three dice are rolled again.", "The second split fails as well: nobody is paid."]


@pytest.mark.rule("AKI-85")
def test_a_challenge_won_by_the_black_marker_says_so() -> None:
    table = table_at(base(4, markers={"black": 1}))
    for line in ("*: roll 1 2 3", "0: keep 1", "1: challenge", "2: accept", "3: accept"):
        table.feed(line)
    (scene,) = scenes(table, 2)
    assert scene.steps[-1].given["outcome"]["twice"] is True  # type: ignore[index]


@pytest.mark.rule("AKI-48", "AKI-54", "AKI-56", "AKI-R11")
def test_what_broken_words_cost_is_stamped_on_the_scene() -> None:
    table = sealed_table("0: bid east 2", "1: bid east 2", "2: bid west 1", "3: pocket")
    after = scenes(table, 0)[-1].steps[-1].given["after"]
    assert after == ("Broke their word and sit out the next touting: {2}, {3}.",)
    stamps = {place.key: place.stamp for place in scenes(table, 0)[-1].steps[-1].given["places"]}  # type: ignore[attr-defined]
    assert stamps == {"east": "Tied: the lot stays", "pocket": "{3} +2", "west": "{2} bought it for 1"}
    everybody = sealed_table("0: pocket", "1: pocket", "2: pocket", "3: pocket")
    assert scenes(everybody, 0)[-1].steps[-1].given["after"] == ("Everybody broke their word, so nobody is unjust.",)
    on_the_last_turn = sealed_table("0: bid east 2", "1: bid east 1", "2: bid east 1", last=True)
    on_the_last_turn.feed("3: pocket")
    after = scenes(on_the_last_turn, 0)[-1].steps[-1].given["after"]
    assert after == ("Broke their word: {3}. No touting follows, so it costs nothing.",)


@pytest.mark.rule("AKI-48")
def test_a_tied_lot_is_at_stake_again_in_the_next_scene() -> None:
    table = sealed_table("0: bid east 2", "1: bid east 2", "2: bid east 1", "3: bid east 1")
    for line in ("*: roll 1 2 3", "1: keep 1", "0: accept", "2: accept", "3: accept", "*: market red blue"):
        table.feed(line)
    for seat in (1, 2, 3, 0):
        table.feed(f"{seat}: declare east")
    for seat in range(4):
        table.feed(f"{seat}: bid east {seat + 1}")
    goods = {place.key: place.goods for place in scenes(table, 0)[-1].steps[-1].given["places"]}  # type: ignore[attr-defined]
    assert goods == {"east": ("red", "red"), "pocket": (), "west": ("blue",)}


# What is printed


def test_everything_on_the_board_can_be_read_about() -> None:
    known = {thing.key for group in things() for thing in group.things}
    used: set[str] = set()
    for table in moments(5, 8, purveyor="true"):
        used |= set(re.findall(r'data-about="([^"]*)"', drawn(table, 0)))
    assert used <= known
    assert {"white", "custom", "die-1", "tile", "dish", "deck", "announcement", "screen", "screen-red", "coin"} <= used
