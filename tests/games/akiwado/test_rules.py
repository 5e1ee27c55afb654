"""Clauses of Akiwado that the worked examples do not show: options, refusals, secrets, coins and cards kept together."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections import Counter
from math import comb

import pytest

from tests.games.akiwado.positions import (
    act,
    announce,
    announcing,
    base,
    coins,
    counts,
    hand,
    lot,
    options,
    phase,
    play,
    refused,
    table_at,
    unjust,
    vote,
)
from tests.support import about_one_in, play_randomly, random_states
from zashiki.core.chance import below, seeded
from zashiki.core.errors import BadDial, BadOption, IllegalMove
from zashiki.core.game import OPEN, SPECTATOR, seats_in
from zashiki.core.table import Table
from zashiki.core.turning import turned
from zashiki.games.akiwado import GAME
from zashiki.games.akiwado.cards import CARD_IDS, COINS, COPIES, KINDS, SPECIAL
from zashiki.games.akiwado.eyes.view import counted_coins
from zashiki.games.akiwado.phase import NAMES, OVER
from zashiki.games.akiwado.scoring import paired_colours
from zashiki.games.akiwado.state import State
from zashiki.server.pages.board import draw_board

VARIANTS = [{}, {"purveyor": "true"}, {"purveyor": "true", "open_coins": "true"}]


def games(seeds: int) -> list[tuple[int, dict[str, str], int]]:
    return [(players, variant, seed) for players in GAME.seats for variant in VARIANTS for seed in range(seeds)]


# Setup and options


@pytest.mark.rule("AKI-1", "AKI-13", "AKI-6", "AKI-R34")
def test_screens_and_start_are_drawn_evenly_over_all_seats() -> None:
    screens: Counter[tuple[int, ...]] = Counter()
    starts: Counter[int] = Counter()
    for seed in range(3000):
        s, rng = GAME.new(3), seeded(seed)
        for _ in range(4):
            GAME.rules.draw(s, rng)
            GAME.rules.reveal(s)
        screens[tuple(s.colours[:3])] += 1
        starts[s.turn_player] += 1
    assert len(screens) == 60
    assert max(screens.values()) < 90
    assert all(900 < starts[seat] < 1100 for seat in range(3))
    for players in (2, 6):
        with pytest.raises(BadOption, match="players"):
            Table(GAME, players)


def test_three_dice_are_fair() -> None:
    s, rng, seen = base(), seeded(3), Counter()
    for _ in range(21600):
        GAME.rules.draw(s, rng)
        seen[tuple(s.outcome[:3])] += 1
    assert len(seen) == 56
    ways = {dice: len(set(itertools.permutations(dice))) for dice in seen}
    assert all(abs(seen[dice] - 100 * ways[dice]) < 45 + 10 * ways[dice] for dice in seen)


@pytest.mark.rule("AKI-10", "AKI-35")
def test_cards_are_drawn_as_from_a_shuffled_deck() -> None:
    s, rng = play(GAME.new(3), "*: colours white yellow red", "*: remove black"), seeded(4)
    draws, without_blue = 6000, 0
    for _ in range(draws):
        GAME.rules.draw(s, rng)
        without_blue += 3 not in s.outcome[:6]
    assert sum(s.deck) == 18
    assert s.deck[3] == 6
    assert without_blue / draws == pytest.approx(comb(12, 6) / comb(18, 6), abs=0.012)


@pytest.mark.parametrize(
    ("players", "given", "lines"),
    [
        (3, {"colours": "red,white,blue"}, ["*: colours red white blue"]),
        (3, {"colours": "red,white,blue", "remove": "black"}, ["*: colours red white blue", "*: remove black"]),
        (5, {"colours": "black,blue,red,yellow,white"}, ["*: colours black blue red yellow white"]),
    ],
)
def test_an_event_fixed_by_an_option_still_stands_in_the_record(players: int, given: dict[str, str], lines: list[str]) -> None:
    for seed in range(5):
        table = Table(GAME, players, given | {"start": "2"}, seed=seed)
        told = [str(line) for line in table.lines]
        assert told[: len(lines)] == lines
        assert "*: start 2" in told
    other = Table(GAME, players, given | {"start": "2"})
    wrong = "*: colours yellow white black" if players == 3 else "*: colours white blue red yellow black"
    with pytest.raises(IllegalMove, match="option colours"):
        other.feed(wrong)


def test_remove_and_start_must_be_those_of_the_options() -> None:
    table = Table(GAME, 3, {"colours": "red,white,blue", "remove": "black", "start": "2"})
    table.feed("*: colours red white blue")
    with pytest.raises(IllegalMove, match="option remove"):
        table.feed("*: remove yellow")
    table.feed("*: remove black")
    table.feed("*: waste white white white yellow yellow red")
    with pytest.raises(IllegalMove, match="option start"):
        table.feed("*: start 0")
    table.feed("*: start 2")
    assert table.state.turn_player == 2


@pytest.mark.rule("AKI-5")
@pytest.mark.parametrize(
    ("players", "given"),
    [
        (3, {"colours": "red,white"}),
        (3, {"colours": "red,white,red"}),
        (3, {"colours": "red,white,custom"}),
        (3, {"colours": "red white blue"}),
        (3, {"remove": "black"}),
        (3, {"remove": "custom", "colours": "red,white,blue"}),
        (3, {"remove": "red", "colours": "red,white,blue"}),
        (5, {"remove": "red", "colours": "white,yellow,red,blue,black"}),
        (4, {"start": "4"}),
        (4, {"purveyor": "yes"}),
        (4, {"open_coins": "1"}),
        (4, {"colour": "red"}),
    ],
)
def test_options_of_the_wrong_kind_are_refused(players: int, given: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        Table(GAME, players, given)


def test_impossible_chance_is_refused() -> None:
    s = GAME.new(3)
    assert refused(s, "*: colours red white red") == "AKI-6"
    assert refused(s, "*: colours red white") == "AKI-6"
    assert refused(s, "*: remove red") == "AKI-5"
    play(s, "*: colours red white blue")
    assert refused(s, "*: remove red") == "AKI-5"
    play(s, "*: remove black")
    assert refused(s, "*: waste yellow yellow yellow yellow yellow black") == "AKI-10"
    assert refused(s, "*: waste white yellow red blue blue yellow") == "AKI-10"
    play(s, "*: waste white white white yellow yellow red")
    assert refused(s, "*: start 3") == "AKI-13"
    play(s, "*: start 0")
    assert refused(s, "*: market red blue") == "AKI-35"
    assert refused(s, "*: roll 1 1") == "AKI-20"


# Refusals: why can't I do that?


@pytest.mark.rule("AKI-21", "AKI-26", "AKI-32", "AKI-20")
def test_refusals_in_touting() -> None:
    s = play(base(unjust="3"), "*: roll 1 4 5")
    for text in ("keep", "keep 1 4 5"):
        assert refused(s, f"0: {text}") == "AKI-21"
    assert refused(s, "0: keep 6") == "AKI-21"
    assert refused(s, "0: keep 4 4") == "AKI-21"
    assert refused(s, "1: keep 1") == "AKI-20"
    assert refused(s, "3: keep 1") == "AKI-57"
    assert refused(s, "0: accept") == "AKI-14"
    play(s, "0: keep 1")
    assert refused(s, "0: challenge") == "AKI-26"
    assert refused(s, "3: accept") == "AKI-32"
    play(s, "1: accept")
    assert refused(s, "1: challenge") == "AKI-26"


@pytest.mark.rule("AKI-38", "AKI-41", "AKI-42", "AKI-43", "AKI-14", "AKI-R15")
def test_refusals_in_stocking() -> None:
    s = announcing(base(), west="")
    assert refused(s, "2: declare east") == "AKI-38"
    assert refused(s, "0: bid east 1") == "AKI-14"
    announce(s, "e e e e")
    assert refused(s, "0: bid east 6") == "AKI-42"
    assert refused(s, "0: bid east 0") == "AKI-42"
    assert refused(s, "0: bid east 51") == "AKI-42"
    assert refused(s, "0: bid west 1") == "AKI-43"
    assert refused(s, "0: bid east 1 west 1") == "AKI-41"
    play(s, "0: bid east 1")
    assert refused(s, "0: pocket") == "AKI-41"


@pytest.mark.rule("AKI-89")
def test_a_liar_misses_no_touting_after_the_last_turn() -> None:
    s = base(markers={"red": 0})
    s.deck[:] = [0] * KINDS
    act(announce(announcing(s), "p e p p"), "p p p p")
    assert (phase(s), unjust(s)) == ("red", [1])
    assert refused(s, "1: take blue") == "AKI-89"


@pytest.mark.rule("AKI-59", "AKI-88", "AKI-89")
def test_refusals_with_markers() -> None:
    s = act(announce(announcing(base(markers={"blue": 0})), "e e w w"), "e1 e2 w1 w2")
    assert refused(s, "1: reduce") == "AKI-88"
    s = base(markers={"red": 0})
    s.deck[:], s.waste[:] = [0] * KINDS, counts("yellow custom")
    act(announce(announcing(s), "p p p p"), "p p p p")
    assert refused(s, "0: take custom") == "AKI-89"
    assert refused(s, "0: take white") == "AKI-89"
    assert refused(s, "1: take yellow") == "AKI-89"


# Stocking


@pytest.mark.rule("AKI-34", "AKI-38", "AKI-40", "AKI-44")
def test_all_seats_announce_in_turn_and_then_answer_together() -> None:
    s = announcing(base(turn_player=2))
    order = []
    for _ in range(4):
        [seat] = table_at(s).to_act
        order.append(seat)
        play(s, f"{seat}: declare pocket")
        assert GAME.eyes.summary(s)["declared"][seat] == "pocket"  # type: ignore[index]
    assert order == [2, 3, 0, 1]
    assert table_at(s).to_act == [0, 1, 2, 3]
    play(s, "1: bid east 2")
    assert table_at(s).to_act == [0, 2, 3]
    assert options(s, 0)[:6] == ["bid east 1", "bid east 2", "bid east 3", "bid east 4", "bid east 5", "bid west 1"]


@pytest.mark.rule("AKI-40", "AKI-45", "AKI-26", "AKI-11", "AKI-R7", "AKI-R21")
def test_answers_are_secret_until_all_have_answered() -> None:
    s = announce(announcing(base()), "e e w w")
    play(s, "1: bid east 2", "0: bid west 1")
    for viewer in (2, SPECTATOR):
        v = GAME.eyes.view(s, viewer)
        assert (v.answered, v.answers) == ((0, 1), {})
        assert v.turns[-1].acted == (None,) * 4
    assert GAME.eyes.view(s, 1).answers == {1: "bid east 2"}
    assert GAME.eyes.view(s, OPEN).answers == {0: "bid west 1", 1: "bid east 2"}
    assert GAME.eyes.view(s, 2).coins == (None, None, 5, None)
    assert (GAME.words.heard(s, 2, 40, 0), GAME.words.heard(s, 2, 40, 2)) == ("bid hidden", GAME.actions.write(40))
    play(s, "2: pocket")
    assert "pocket" in GAME.words.heard(s, 3, GAME.actions.read("pocket"), 0)
    assert GAME.eyes.reveals(s, 3, GAME.actions.read("pocket"))
    play(s, "3: pocket")
    assert GAME.eyes.view(s, 2).turns[0].acted == ("west", "east", "pocket", "pocket")
    assert GAME.eyes.view(s, 2).turns[0].bids == (1, 2, 0, 0)


def test_open_coins_and_the_end_show_all_purses() -> None:
    s = base(open_coins="true")
    assert GAME.eyes.view(s, SPECTATOR).coins == (5, 5, 5, 5)
    s = base()
    assert GAME.eyes.view(s, SPECTATOR).coins == (None,) * 4
    s.phase = OVER
    assert GAME.eyes.view(s, 1).coins == (5, 5, 5, 5)


@pytest.mark.rule("AKI-47", "AKI-46", "AKI-50")
def test_only_winners_pay_and_the_order_is_east_then_west() -> None:
    s = act(announce(announcing(base(), area=3), "e e w w"), "e1 e3 w2 w4")
    assert (coins(s), s.stock) == ([5, 2, 5, 1], 50 - 13 - 3)
    assert s.lot_winner[:2] == [1, 3]
    assert (hand(s, 1), hand(s, 3)) == ("white yellow red", "red blue blue")


@pytest.mark.rule("AKI-12", "AKI-51", "AKI-R20")
@pytest.mark.parametrize(
    ("turn_player", "paid"), [(0, [13, 13, 12, 12]), (1, [12, 13, 13, 12]), (2, [12, 12, 13, 13]), (3, [13, 12, 12, 13])]
)
def test_a_short_stock_pays_pocket_money_clockwise_from_the_turn_player(turn_player: int, paid: list[int]) -> None:
    s = announcing(base(coins="12 12 12 12", turn_player=turn_player))
    act(announce(s, "p p p p"), "p p p p")
    assert (coins(s), s.stock) == (paid, 0)


@pytest.mark.rule("AKI-65", "AKI-66", "AKI-67")
@pytest.mark.parametrize(
    ("hands", "points"),
    [
        ("white yellow red blue black black black / red red blue blue / - / -", [7, 7]),
        ("red red blue blue / white white white white yellow red / - / -", [7, 6]),
    ],
)
def test_a_point_outweighs_all_cards_and_cards_outweigh_all_coins(hands: str, points: list[int]) -> None:
    s = base(hands=hands, coins="0 50 0 0")
    s.phase = OVER
    assert GAME.final_scores(s)[:2] == points
    assert seats_in(GAME.scoring.winners(s)) == [0]


@pytest.mark.rule("AKI-54", "AKI-55", "AKI-R11")
def test_lying_on_the_last_turn_is_free() -> None:
    s = announcing(base())
    s.deck[:] = [0] * KINDS
    act(announce(s, "e e w w"), "p e1 w1 w2")
    assert (phase(s), unjust(s)) == ("over", [0])


@pytest.mark.rule("AKI-55", "AKI-33")
def test_a_tile_stays_unjust_through_a_second_roll() -> None:
    s = act(announce(announcing(base()), "e e w w"), "p e1 w1 w2")
    play(s, "*: roll 1 2 3", "1: keep 1")
    vote(s, "2 3")
    assert (phase(s), unjust(s)) == ("roll", [0])
    vote(play(s, "*: roll 1 2 3", "1: keep 1"), "")
    assert unjust(s) == []


@pytest.mark.rule("AKI-90", "AKI-32", "AKI-85")
def test_an_unjust_holder_keeps_the_marker_and_misses_touting() -> None:
    s = base(unjust="1", markers={"black": 1})
    vote(play(s, "*: roll 1 2 3", "0: keep 1"), "2")
    assert (phase(s), s.privileges[4]) == ("market", 1)


@pytest.mark.rule("AKI-84", "AKI-82")
def test_the_marker_of_the_colour_in_the_case_is_never_held() -> None:
    for seed in range(20):
        *_, s = random_states(GAME, 3, {"purveyor": "true"}, seed)
        assert s.privileges[s.removed] == -1


@pytest.mark.rule("AKI-80")
def test_the_base_game_has_no_holders() -> None:
    for seed in range(10):
        *_, s = random_states(GAME, 4, {}, seed)
        assert s.privileges == [-1] * 5


@pytest.mark.rule("AKI-82", "AKI-R28")
def test_a_holder_always_has_the_most_though_perhaps_shared() -> None:
    for players, _, seed in games(4):
        for s in random_states(GAME, players, {"purveyor": "true"}, seed):
            for colour, holder in enumerate(s.privileges):
                owned = [s.hands[seat * KINDS + colour] for seat in range(players)]
                if s.phase == OVER:  # AKI-83: the card taken with red moves no marker
                    continue
                if holder >= 0:
                    assert owned[holder] == max(owned)
                else:
                    assert owned.count(max(owned)) > 1


# Pieces and coins


@pytest.mark.rule("AKI-3", "AKI-16", "AKI-12")
def test_cards_and_coins_are_conserved() -> None:
    for players, variant, seed in games(4):
        for s in random_states(GAME, players, variant, seed):
            assert sum(s.coins) + s.stock + s.area == 50
            if s.phase < 2:
                continue
            case = GAME.eyes.view(s, SPECTATOR).case
            for kind, name in enumerate(CARD_IDS):
                owned = sum(s.hands[seat * KINDS + kind] for seat in range(players))
                lots = s.markets[kind] + s.markets[KINDS + kind]
                assert owned + lots + s.deck[kind] + s.waste[kind] + case[name] == COPIES[kind]


@pytest.mark.rule("AKI-11", "AKI-R21")
def test_every_purse_can_be_counted_from_what_was_public() -> None:
    for players, variant, seed in games(3):
        for s in about_one_in(4, random_states(GAME, players, variant, seed)):
            v = GAME.eyes.view(s, SPECTATOR)
            assert [counted_coins(v, seat) for seat in range(players)] == coins(s)


@pytest.mark.rule("AKI-7", "AKI-11")
def test_a_handicap_comes_out_of_the_stock_and_can_be_counted() -> None:
    handicap = turned(GAME, {"seat-2-coins": 2, "starting-coins": 4})
    s = handicap.new(4)
    assert (coins(s), s.stock) == ([4, 6, 4, 4], COINS - 18)
    for s in about_one_in(4, random_states(handicap, 4, {}, 1)):
        assert coins(handicap.eyes.state_from(handicap.eyes.view(s, SPECTATOR), seeded(1))) == coins(s)
    with pytest.raises(BadDial, match="would start with 51 coins, and there are 50"):
        turned(GAME, {"seat-2-coins": 1, "starting-coins": 10})


@pytest.mark.rule("AKI-60", "AKI-R12", "AKI-R24", "AKI-R35")
def test_a_game_has_six_turns_five_with_four_players() -> None:
    for players, variant, seed in games(3):
        *_, s = random_states(GAME, players, variant, seed)
        assert s.turn == {3: 6, 4: 5, 5: 6}[players]
        assert sum(s.deck) == 0


@pytest.mark.rule("AKI-63", "AKI-R27")
def test_custom_cards_are_named_as_well_as_by_trying_everything() -> None:
    rng = seeded(8)
    for _ in range(400):
        owned = [below(rng, 4) for _ in range(5)] + [below(rng, 3)]
        s = base()
        s.hands[:KINDS] = owned
        best = 0
        for naming in itertools.product(range(5), repeat=owned[5]):
            named = [owned[colour] + naming.count(colour) for colour in range(5)]
            best = max(best, SPECIAL[sum(number >= 2 for number in named)])
        assert SPECIAL[paired_colours(s, 0)] == best


@pytest.mark.rule("AKI-R33")
def test_the_waste_always_holds_an_article_for_red() -> None:
    shown = 0
    for seed in range(60):
        *_, s = random_states(GAME, 3 + seed % 3, {"purveyor": "true"}, seed)
        shown += s.privileges[2] >= 0
        assert sum(s.waste[:5]) > 0
    assert shown > 10


# The summary and the words


def test_the_summary_of_a_new_game() -> None:
    zero = dict.fromkeys(CARD_IDS, 0)
    assert GAME.eyes.summary(GAME.new(3)) == {
        "phase": "colours", "turn": 0, "turn_player": None, "colours": None, "removed": None, "deck": None,
        "final_turn": False, "hands": [zero] * 3, "east": zero, "west": zero, "waste": zero, "coins": [5, 5, 5], "stock": 35,
        "area": 0, "unjust": [False] * 3, "privileges": dict.fromkeys(CARD_IDS[:5]), "roll_no": 0, "dice": None, "kept": None,
        "declared": [None] * 3, "to_act": [], "chance": True, "scores": None, "winners": [],
    }  # fmt: skip


def test_the_summary_clears_the_turn_when_a_new_one_starts_and_keeps_it_at_the_end() -> None:
    s = act(announce(announcing(vote(play(base(), "*: roll 1 2 3", "0: keep 1"), "")), "e e w w"), "e1 e2 w1 w2")
    cleared = GAME.eyes.summary(s)
    assert [cleared[key] for key in ("phase", "turn", "roll_no", "dice", "kept")] == ["roll", 2, 0, None, None]
    assert cleared["declared"] == [None] * 4
    s = announcing(vote(play(base(), "*: roll 1 2 3", "0: keep 1"), ""))
    s.deck[:] = [0] * KINDS
    act(announce(s, "e e w w"), "e1 e2 w1 w2")
    over = GAME.eyes.summary(s)
    assert [over[key] for key in ("phase", "roll_no", "dice", "kept")] == ["over", 1, [1, 2, 3], [1]]
    assert (over["declared"], over["final_turn"]) == (["east", "east", "west", "west"], True)
    assert over["scores"] == GAME.final_scores(s)


def test_what_came_of_sealed_answers_is_told_with_the_last_of_them() -> None:
    s = announce(announcing(base(), area=1), "e e w p")
    play(s, "0: bid east 2", "1: pocket", "2: bid west 2")
    told = GAME.words.tell(s, 3, GAME.actions.read("bid west 2"), SPECTATOR)
    assert "{0} buys the east lot for 2: Red." in told
    assert "The highest bids on west are tied, so the lot stays: Blue." in told
    assert "Pocket money: {1} +2." in told
    assert "Broke their word: {1}, {3}." in told
    s = announce(announcing(base(), east="white red", west="red blue"), "e e p p")
    play(s, "0: bid east 2", "1: bid east 2", "2: pocket")
    told = GAME.words.tell(s, 3, GAME.actions.read("pocket"), SPECTATOR)
    assert "The highest bids on east are tied, so the lot stays: White, Red." in told
    assert "Nobody bid on west, so the lot goes to the waste: Red, Blue." in told
    s = play(base(3, unjust="1 2"), "*: roll 1 2 6")
    assert "Paid: {0} +1." in GAME.words.tell(s, 0, GAME.actions.read("keep 1"), 1)


@pytest.mark.rule("AKI-R23")
def test_the_table_calls_each_thing_by_one_name() -> None:
    catalogue = tomllib.loads((GAME.folder / "words" / "words.toml").read_text(encoding="utf-8")).values()
    sentences = [form for words in catalogue for form in (words.values() if isinstance(words, dict) else [words])]
    page = (GAME.folder / "help.md").read_text(encoding="utf-8")
    said = "\n".join((*sentences, page, *GAME.actions.texts, *NAMES, *GAME.eyes.summary(base()))).lower()
    assert re.findall("disposal|destruction|discard|ungrateful|injustice|hunt|extra money|buyer", said) == []
    for name in ("waste", "unjust", "pocket money", "lot"):
        assert re.search(rf"\b{name}\b", said), name


def test_a_view_shows_what_every_split_would_pay() -> None:
    s: State = play(base(hands="white blue / red red / white yellow / yellow red", unjust="3"), "*: roll 1 4 5")
    assert GAME.eyes.view(s, 1).prospects == {
        "keep 1": (1, 2, 0, 0),
        "keep 4": (0, 1, 1, 0),
        "keep 5": (1, 3, 1, 0),
        "keep 1 4": (1, 0, 0, 0),
        "keep 1 5": (2, 2, 0, 0),
        "keep 4 5": (1, 1, 1, 0),
    }
    assert GAME.eyes.view(s, 1).voices_needed == 2
    assert lot(s, "east") == ""


def test_everything_that_can_happen_does_happen_in_random_games() -> None:
    seen: set[str] = set()
    for seed in range(40):
        table = Table(GAME, 3 + seed % 3, {"purveyor": "true"}, seed=seed)
        for _, action in play_randomly(table, seeded(seed)):
            seen.add(" ".join(GAME.actions.write(action).split()[:2]).rstrip("0123456789 "))
        for turn in GAME.eyes.view(table.state, OPEN).turns:
            seen |= {f"{turn.rolls} rolls", "void" if turn.voided else "paid", "lowered" if turn.reduced else "stood"}
            seen |= {"sold" if isinstance(lot, int) else str(lot) for lot in turn.lots}
    assert seen == {
        "keep", "accept", "challenge", "declare east", "declare west", "declare pocket", "bid east", "bid west", "pocket",
        "stand", "reduce", "take white", "take yellow", "take red", "take blue", "take black",
        "1 rolls", "2 rolls", "void", "paid", "lowered", "stood", "sold", "tied", "unsold", "None",
    }  # fmt: skip


def test_numbers_on_the_page_are_read_out_once_with_what_they_count() -> None:
    s = base(hands="white / red red / custom / yellow")
    s.coins[0] = 1
    page = str(draw_board(GAME, GAME.eyes.view(s, 0), 0, ("Aiko", "Kenji", "Mirei", "Sora"), {}))
    read = re.sub(r"<[^>]+>", "|", re.sub(r'<(b|svg)\b[^>]*aria-hidden="true".*?</\1>', "", page, flags=re.S))
    assert 'aria-label="1 coin"' in page
    assert [words for words in ("|2 Red|", "|0 White|", "|1 Custom|") if words not in read] == []
    assert not re.search(r"\|\d+\|+\d+ (coin|Red|White|Custom)", read)
