"""The figures of a made-up game, worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import pytest

from zashiki.core.errors import BadOption
from zashiki.lab import Effort, Result, Setup, measure
from zashiki.lab.figures import boot_count
from zashiki.lab.kernels import ACTION, SEAT
from zashiki.lab.metrics import METRICS, Evidence
from zashiki.lab.metrics.choice import dead_options
from zashiki.lab.metrics.skill import cycles, luck_sources
from zashiki.lab.play import Look, Lot, play_lot
from zashiki.lab.setup import Sitter
from zashiki.lab.studies import count_luck
from zashiki.lab.sums import Sums, weights_of

pytestmark = pytest.mark.xdist_group("metrics")  # one process measures what they ask about

COIN_RACE = "tests.lab.coin_race:GAME"
LOOK = Look(looks=4, playouts=24, worlds=24, options=3)


def outcomes(seats: int, rounds: int, head_start: int = 0) -> Iterator[list[int]]:
    """The coins of all seats at the end, for every way the coins can fall, when everybody takes two."""
    for tosses in product((0, 1), repeat=seats * rounds):
        coins = [2 * rounds + sum(tosses[seat::seats]) for seat in range(seats)]
        coins[0] += head_start
        yield coins


def shares(coins: list[int]) -> list[float]:
    winners = [seat for seat, held in enumerate(coins) if held == max(coins)]
    return [(seat in winners) / len(winners) for seat in range(len(coins))]


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


@cache
def measured(players: int, head_start: int = 0, together: str = "false", levels: tuple[str, ...] = ("greedy",)) -> Result:
    setup = Setup(
        game=COIN_RACE, players=players, options={"together": together}, dials={"head-start": head_start}, levels=levels
    )
    return measure(setup, Effort(1000, 30, 24, 150, LOOK), jobs=1)


def close_to(result: Result, key: str, label: str = "") -> tuple[float, float]:
    """A range around a number that it leaves once in a million times: four times as far as the ends of its interval."""
    part = next(part for part in result[key].parts if part.label == label)
    assert part.low is not None
    assert part.high is not None
    return part.value - 2.5 * (part.value - part.low) - 1e-9, part.value + 2.5 * (part.high - part.value) + 1e-9


def assert_about(result: Result, key: str, wanted: float, label: str = "") -> None:
    low, high = close_to(result, key, label)
    assert low <= wanted <= high, (key, wanted, low, high)


def exactly(result: Result, key: str, label: str = "") -> float:
    return next(part.value for part in result[key].parts if part.label == label)


@pytest.mark.parametrize(("players", "head_start"), [(2, 0), (3, 1)])
def test_shares_ties_and_margins_are_those_of_all_tosses(players: int, head_start: int) -> None:
    result, ends = measured(players, head_start), list(outcomes(players, 2, head_start))
    for seat in range(players):
        assert_about(result, "seat_share", mean([shares(coins)[seat] for coins in ends]), f"seat:{seat + 1}")
    assert_about(result, "ties", mean([float(sorted(coins)[-1] == sorted(coins)[-2]) for coins in ends]))
    assert_about(result, "margin", mean([sorted(coins)[-1] - sorted(coins)[-2] for coins in ends]), "in_points")
    assert_about(result, "field_gap", mean([max(coins) - min(coins) for coins in ends]), "in_points")


def test_a_head_start_is_found_and_a_fair_race_is_called_fair() -> None:
    assert measured(3, 1)["seat_spread"].notes["p"] < 1e-6
    assert measured(2, 0)["seat_spread"].notes["p"] > 1e-4


def test_length_and_tempo_are_counted() -> None:
    one, together = measured(3, 1), measured(3, 1, "true")
    for result in (one, together):
        assert exactly(result, "decisions", "mean") == 6
        assert exactly(result, "decisions", "sd_mean") == 0
        assert exactly(result, "rounds", "mean") == 2
        assert exactly(result, "options", "mean") == 3
        assert exactly(result, "forced") == 0
        assert exactly(result, "completion") == 1
        assert exactly(result, "own:coins") == pytest.approx(mean_coins(result), abs=0.2)
    assert exactly(one, "minutes", "mean") == pytest.approx(6 * 8 / 60)
    assert exactly(together, "minutes", "mean") == pytest.approx(2 * 8 / 60)  # side by side: once a round
    assert exactly(one, "waiting", "mean") == 2
    assert exactly(together, "waiting", "mean") == 0
    assert exactly(one, "side_by_side") == 0
    assert exactly(together, "side_by_side") == 1
    assert together["first_seat_edge"].why == "why_no_first"


def mean_coins(result: Result) -> float:
    """From the quantiles' source: the mean score over seats, as the final count tells it."""
    listed = result["sources_of_points"].notes["listed"]
    assert [row["words"] for row in listed] == [["Coins", "Coins"]]
    return exactly(result, "own:coins")


def test_what_nobody_wants_is_dead_and_what_everybody_wants_is_needed() -> None:
    result = measured(2)
    dead = {entry["action"] for entry in result["dead_options"].notes["listed"]}
    assert dead == {"take 1", "pass"}
    losses = {part.label: part.value for part in result["restricted_play"].parts}
    assert losses["=take"] == pytest.approx(-0.5)  # four coins behind, at most two of them tossed back


def test_looking_ahead_knows_what_options_are_worth() -> None:
    """With two seats and the last decision, taking one instead of two costs what the tosses say."""
    result = measured(2)
    assert 0.05 < exactly(result, "stakes") < 0.6
    assert exactly(result, "random_cost") == pytest.approx(exactly(result, "stakes"), abs=0.1)
    assert exactly(result, "dead_seats") < 0.2
    assert exactly(result, "tension", "quarter:1") > 0.9
    assert exactly(result, "decided") > 0.5


def test_the_ladder_and_luck_are_those_of_the_game() -> None:
    result = measured(2)
    ladder = {part.label: part.value for part in result["ladder"].parts}
    assert ladder["against:greedy:random"] > 0.75
    assert ladder["against:search:greedy"] == pytest.approx(0.5, abs=0.25)  # greedy play is perfect here
    assert_about(result, "luck_share", 0.0)  # nothing is dealt before the first decision
    assert_about(result, "worth_of_knowledge", 0.0, "over_honest")  # nothing is hidden


def test_a_frozen_source_settles_everything_between_perfect_players() -> None:
    """All chance of the race is in the tosses, and greedy play never differs."""
    setup = Setup(game=COIN_RACE, players=2)
    lot = Lot(setup, (Sitter(), Sitter()), 0, 100, repeats=3, frozen=0, gear="plain")
    (part,) = luck_sources(Evidence(setup, {"luck:toss": count_luck(play_lot(lot))})).parts
    assert part.value == pytest.approx(1.0)


def test_every_metric_has_a_number_or_says_why_not() -> None:
    from zashiki.lab.telling import WORDS

    result = measured(3, 1)
    assert sorted(metric.number for metric in METRICS.values()) == list(range(1, 47))
    for key in METRICS:
        assert result[key].parts or WORDS(result[key].why), key
        assert WORDS(key)
        assert WORDS(f"{key}_means")


def test_the_same_numbers_in_plain_python_and_compiled_and_on_any_number_of_processes() -> None:
    setup = Setup(game=COIN_RACE, players=3, levels=("search", "random", "greedy"))
    effort = Effort(40, 4, 4, 20, LOOK)
    plain = measure(setup, effort, jobs=1, gear="plain")
    assert measure(setup, effort, jobs=1).figures == plain.figures
    assert measure(setup, effort, jobs=2).figures == plain.figures


# Intervals of figures that are no means


def test_dead_options_and_traps_of_the_race_leave_nothing_open() -> None:
    """Nobody good ever takes one coin or none, in any sample: the interval is a point. Passing is the one trap of two kinds."""
    result = measured(2)
    (dead,), (trap,) = result["dead_options"].parts, result["traps"].parts
    assert (dead.low, dead.value, dead.high) == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    assert (trap.low, trap.value, trap.high) == (0.5, 0.5, 0.5)
    assert [entry["kind"] for entry in result["traps"].notes["listed"]] == ["pass"]


def test_points_of_winners_and_others_are_those_of_all_tosses() -> None:
    won, others = [], []
    for coins in outcomes(2, 2):
        for held, share in zip(coins, shares(coins), strict=True):
            (won if share else others).append(float(held))
    assert_about(measured(2), "sources_of_points", mean(won) - mean(others), "=Coins\nCoins")


def test_an_option_at_the_edge_of_being_dead_has_both_answers_in_its_interval() -> None:
    """Three options, offered ten times in each of 1,000 deals: one never taken, one always, one in 49 of the deals."""
    sums, deals = Sums(), np.arange(1000)
    sums.weigh(deals, {"games": np.ones(1000)})
    taken = np.zeros((1000, 3))
    taken[:, 1] = 10
    taken[:49, 2] = 1
    weights = weights_of(deals)
    sums.tables = {"offered:greedy": weights @ np.full((1000, 3), 10.0), "taken:greedy": weights @ taken}
    (part,) = dead_options(Evidence(Setup(game=COIN_RACE, players=2), {"main": sums})).parts
    assert (part.low, part.value, part.high) == pytest.approx((1 / 3, 2 / 3, 2 / 3))


def test_an_interval_holds_its_number_where_every_sample_tips_the_other_way() -> None:
    part = boot_count(np.array([1.0, *[0.5] * 200]))
    assert (part.low, part.value, part.high) == (0.5, 1.0, 1.0)


@pytest.mark.parametrize(
    ("games", "beats", "wanted"),
    [
        (1000, {"a:b": 600, "a:c": 400, "b:c": 600}, (1, 1, 1)),  # a beats b beats c beats a, surely
        (1000, {"a:b": 600, "a:c": 600, "b:c": 600}, (0, 0, 0)),  # a beats both: no circle, surely
        (100, {"a:b": 51, "a:c": 49, "b:c": 51}, (0, 0, 2)),  # nothing is sure, either circle is possible
    ],
)
def test_circles_of_styles_are_counted_from_the_sure_to_the_possible(
    games: int, beats: dict[str, int], wanted: tuple[int, int, int]
) -> None:
    found = {}
    for pair, won in beats.items():
        found[f"style:{pair}"] = Sums()
        spread = np.array([float(7 * deal % games < won) for deal in range(games)])
        found[f"style:{pair}"].weigh(np.arange(games), {"games": np.ones(games), "place_won_0": spread})
    (part,) = cycles(Evidence(Setup(game=COIN_RACE, players=2), found)).parts
    assert (part.value, part.low, part.high) == wanted


def test_every_number_has_an_interval() -> None:
    for key, figure in measured(3, 1).figures.items():
        for part in figure.parts:
            assert part.low is not None, key
            assert part.high is not None, key
            assert part.low <= part.value + 1e-9, key
            assert part.value <= part.high + 1e-9, key


# The network as a level


def test_a_game_without_a_network_says_so() -> None:
    with pytest.raises(BadOption, match="Coin race comes with no network"):
        Setup(game=COIN_RACE, levels=("network",))


def test_the_network_plays_its_own_way() -> None:
    decisions = {}
    for level in ("greedy", "network"):
        setup = Setup(game="akiwado", players=3, levels=(level,))
        (played,) = play_lot(Lot(setup, setup.sitters, 0, 1, gear="plain"))
        decisions[level] = played.rows[:, [SEAT, ACTION]].tolist()
    assert decisions["greedy"] != decisions["network"]


@pytest.mark.slow
def test_the_network_is_a_rung_of_the_ladder_and_the_same_in_both_gears() -> None:
    setup = Setup(game="akiwado", players=3, levels=("network", "greedy"))
    assert measure(setup, 3, jobs=1, gear="plain").figures == measure(setup, 3, jobs=1).figures
    result = measure(setup, Effort(100, 0, 0, 150), jobs=1)
    assert [part.label for part in result["ladder"].parts] == ["against:greedy:random", "against:network:greedy"]
    assert result["ladder"].parts[1].low > 1 / 3  # type: ignore[operator]
