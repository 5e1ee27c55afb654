"""Chance in streams: what one source draws does not depend on the others."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from zashiki.core.chance import RNG_WORDS, below, seed_source, seeded
from zashiki.core.game import CHANCE
from zashiki.core.gears import plain
from zashiki.core.native import native
from zashiki.core.streams import begin_event, next_source, sources_of, streamed
from zashiki.core.table import Table
from zashiki.core.turning import turned
from zashiki.games import GAMES

AKIWADO = GAMES["akiwado"]
STREAMED = streamed(AKIWADO)


def test_a_generator_with_streams_begins_like_one_without() -> None:
    for seed, number in ((0, 0), (7, 3), (2**40 + 1, 2**33)):
        assert seeded(seed, number, 4)[:RNG_WORDS] == seeded(seed, number)


def test_every_source_has_its_own_numbers() -> None:
    pairs = {
        (rng[at], rng[at + 1])
        for seed in range(20)
        for number in range(20)
        for rng in [seeded(seed, number, 5)]
        for at in range(0, len(rng), RNG_WORDS)
    }
    assert len(pairs) == 20 * 20 * 6


def test_one_source_can_be_seeded_by_itself() -> None:
    rng, other = seeded(1, 2, 3), seeded(9, 2, 3)
    seed_source(rng, 1, 9, 2)
    at = RNG_WORDS * 2
    assert rng[at : at + RNG_WORDS] == other[at : at + RNG_WORDS]
    assert rng[:at] + rng[at + RNG_WORDS :] == [*seeded(1, 2, 3)[:at], *seeded(1, 2, 3)[at + RNG_WORDS :]]


def test_what_an_event_draws_leaves_the_next_event_of_its_source_alone() -> None:
    def second_event(draws: int) -> int:
        rng = seeded(5, 0, 2)
        begin_event(rng, 1)
        for _ in range(draws):
            below(rng, 100)
        begin_event(rng, 0)
        begin_event(rng, 1)
        return below(rng, 2**31)

    assert second_event(0) == second_event(7)


def test_the_numbers_of_a_stream_are_even() -> None:
    rng, counts = seeded(3, 0, 1), [0] * 10
    for _ in range(10_000):
        begin_event(rng, 0)
        counts[below(rng, 10)] += 1
    assert all(900 < found < 1_100 for found in counts)


def luck(table: Table, event: str) -> list[str]:  # type: ignore[type-arg]
    return [line.text for line in table.lines if line.seat is None and line.text.startswith(event)]


def play_out(table: Table, choices: list[int]) -> Table:  # type: ignore[type-arg]
    while not table.over:
        seat = table.to_act[0]
        options = table.legal(seat)
        table.play(seat, options[below(choices, len(options))])
    return table


def test_other_decisions_change_no_dice() -> None:
    """In five games of three, with other choices every time, the same dice come up and the same cards are laid out."""
    dice, markets = set(), set()
    for number in range(5):
        table = play_out(Table(STREAMED, 3, {"start": "0"}, seed=4), seeded(number, 1))
        dice.add(tuple(luck(table, "roll")[:5]))
        markets.add(tuple(luck(table, "market")))
    assert len(dice) == len(markets) == 1


def test_without_streams_other_decisions_change_the_cards() -> None:
    """Otherwise the test above would show nothing."""
    tables = [play_out(Table(AKIWADO, 3, {"start": "0"}, seed=4), seeded(number, 1)) for number in range(5)]
    assert len({tuple(luck(table, "market")) for table in tables}) > 1


def test_a_turned_dial_changes_no_luck_of_other_sources() -> None:
    rich = turned(STREAMED, {"starting-coins": 9})
    printed, other = (play_out(Table(game, 4, seed=11), seeded(2, 1)) for game in (STREAMED, rich))
    for event in ("colours", "waste", "start", "market"):
        assert luck(printed, event) == luck(other, event), event


def test_a_generator_without_streams_draws_as_ever() -> None:
    s, t, rng, same = STREAMED.new(3), AKIWADO.new(3), seeded(8), seeded(8)
    plain(STREAMED).advance(s, rng)
    plain(AKIWADO).advance(t, same)
    assert s.to_bytes() == t.to_bytes()
    assert rng == same


def test_every_chance_event_names_its_source() -> None:
    table = Table(AKIWADO, 3)
    assert next_source(AKIWADO, table.state) == "screens"
    table.feed("*: colours red white blue")
    assert next_source(AKIWADO, table.state) == "case"
    assert AKIWADO.rules.status(table.state) == CHANCE


def test_a_game_that_names_no_sources_has_one() -> None:
    rules = SimpleNamespace(**{name: value for name, value in vars(AKIWADO.rules).items() if name not in ("source", "SOURCES")})
    bare = replace(AKIWADO, rules=rules)
    assert sources_of(bare) == ("chance",)
    assert streamed(bare).sources == ("chance",)
    table = Table(streamed(bare), 3, seed=1)
    assert next_source(bare, Table(bare, 3).state) == "chance"
    assert table.to_act


def test_streamed_games_are_the_same_in_both_gears() -> None:
    gear, loops = native(STREAMED), plain(STREAMED)
    states, rng, out, totals = [STREAMED.state()], seeded(0, 0, len(STREAMED.sources)), [0] * STREAMED.about.max_legal, [0, 0]
    loops.play_games(states, rng, out, 3, [*STREAMED.encode_options(3, {})], 6, 0, 5, totals)
    assert tuple(totals) == gear.play_random(3, 5, 6)
    assert tuple(totals) != native(AKIWADO).play_random(3, 5, 6)
