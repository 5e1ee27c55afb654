"""Advice is about legal moves, comes within a second, and is the same whatever the asking seat cannot know."""

from __future__ import annotations

import re
from typing import Any

import pytest

from zashiki.bots.hints import MOST, Plea, advice, hints
from zashiki.core.chance import below, seeded
from zashiki.core.game import AnyGame
from zashiki.core.table import Table
from zashiki.core.turning import turned
from zashiki.games import GAMES
from zashiki.testing.cases import every_game
from zashiki.testing.play import random_states

POSITIONS = 12


def asked(game: AnyGame, players: int, seed: int) -> list[tuple[Any, int]]:
    """Positions of a random game, each with a seat that has a choice there."""
    found = [
        (s.copy(), seat)
        for s in random_states(game, players, game.about.first_game, seed)
        for seat in game.acting(s)
        if len(game.legal_actions(s, seat)) > 1
    ]
    assert len(found) > POSITIONS
    return found[:: len(found) // POSITIONS]


@every_game
def test_advice_names_a_few_legal_moves_the_best_first(game: AnyGame) -> None:
    for s, seat in asked(game, game.max_seats, 3):
        found = hints(game, game.eyes.view(s, seat), seat, seed=1)
        legal = [game.actions.write(action) for action in game.legal_actions(s, seat)]
        assert 1 <= len(found) <= MOST
        assert {hint.move for hint in found} <= set(legal)
        assert [hint.worth for hint in found] == sorted((hint.worth for hint in found), reverse=True)
        assert all(hint.options == len(legal) and hint.label for hint in found)
        assert not any(re.search(r"\bseat \d", hint.aim, re.IGNORECASE) for hint in found)  # people are named by marks


def test_advice_is_by_the_house_rules_of_the_table() -> None:
    dials = {"land-bonus": 30}
    game = turned(GAMES["rights-of-losers"], dials)
    different = 0
    for s, seat in asked(game, 3, 5):
        view = game.eyes.view(s, seat)
        found = advice(Plea(game.id, view, seat, 1, "en", dials))
        assert found == hints(game, view, seat, seed=1)
        different += found != advice(Plea(game.id, view, seat, 1, "en"))
    assert different, "as if there were no house rules"


@every_game
def test_advice_does_not_depend_on_what_the_seat_cannot_know(game: AnyGame) -> None:
    """Another world with the same view gives the same advice for the same seed, word by word."""
    rng = seeded(9)
    for s, seat in asked(game, game.max_seats, 4):
        other = s.copy()
        game.eyes.resample(other, seat, rng)
        view, again = game.eyes.view(s, seat), game.eyes.view(other, seat)
        seed = below(rng, 1000)
        assert hints(game, view, seat, seed) == hints(game, again, seat, seed)


@every_game
def test_what_a_move_aims_at_does_not_depend_on_the_world_that_was_imagined(game: AnyGame) -> None:
    """A sentence about a move says only what the seat knows: it is the same in every world it cannot rule out."""
    for s, seat in asked(game, game.max_seats, 5):
        view = game.eyes.view(s, seat)
        worlds = [game.eyes.state_from(view, seeded(seed)) for seed in range(3)]
        for action in game.legal_actions(s, seat):
            assert len({game.aim(world, seat, action) for world in worlds}) == 1, game.actions.write(action)


def advice_after(game: AnyGame, lines: list[str], seat: int, players: int, **options: str) -> dict[str, str]:
    table: Table = Table(game, players, options)
    for line in lines:
        table.feed(line)
    s = table.state
    return {game.actions.write(action): game.aim(s, seat, action) for action in game.legal_actions(s, seat)}


@pytest.fixture
def lesson_lines() -> list[str]:
    lessons = GAMES["rights-of-losers"].lessons
    assert lessons is not None
    return list(lessons.lesson().record)


def position(lines: list[str], until: str) -> list[str]:
    return lines[: lines.index(until)]


def test_the_sentences_of_rights_of_losers(lesson_lines: list[str]) -> None:
    game = GAMES["rights-of-losers"]
    play = advice_after(game, position(lesson_lines, "0: play b2"), 0, 3)
    assert play == {
        "play b2": "It loses the trick: you place a chip.",
        "play b9": "It wins the trick: you build, and place no chip.",
    }
    chips = advice_after(game, position(lesson_lines, "0: chip 4,4"), 0, 3)
    assert chips["chip 4,4"] == "You would own Land (centre), and be first at 3 empty plots."
    assert chips["chip 5,5"] == "You would own Land (centre)."
    assert chips["chip 1,2"] == "You would own Land (north-west), and be first at an empty plot."
    lead = advice_after(game, position(lesson_lines, "0: play g3"), 0, 3)
    assert lead["play y10"] == "Nothing you have not seen beats it: you would build."
    assert lead["play b9"] == "One card you have not seen beats it; if it falls, you place a chip."
    assert lead["play g3"] == "6 cards you have not seen beat it; if one falls, you place a chip."
    second = advice_after(game, position(lesson_lines, "0: chip 3,4"), 0, 3)
    assert second["chip 3,4"] == "You would own Blue 2."
    build = advice_after(game, position(lesson_lines, "0: build 3,5"), 0, 3)
    assert build["build 3,5"] == "It would be yours, for 10 points."
    assert build["build 9,7"] == "There it goes to {1}, for 10 points."
    assert build["build 1,5"] == "Red 10 would belong to nobody for now."
    action = advice_after(game, position(lesson_lines, "0: reverse"), 0, 3)
    assert action["reverse"] == "Of your 7 cards, 4 would then be weak and lose easily."
    assert action["pass"] == "Everything stays as it is, and you lead."


def test_the_sentences_of_akiwado() -> None:
    game = GAMES["akiwado"]
    assert game.lessons is not None
    lines = list(game.lessons.lesson().record)
    keep = advice_after(game, position(lines, "0: keep 4"), 0, 3)
    assert keep["keep 4"] == "You would earn 2 coins, and {2} something, too."
    assert keep["keep 2 4"] == "You would earn 3 coins and nobody else anything, so they may challenge."
    vote = advice_after(game, position(lines, "0: challenge"), 0, 3)
    assert vote["challenge"] == "You are paid only 0 coins, {2} 1 coin; new dice may be better."
    declare = advice_after(game, position(lines, "0: declare east"), 0, 3)
    assert declare["declare east"] == "The lot would bring you one point."
    assert declare["declare west"] == "The lot would bring you one point. Announced there, too: {2}."
    bids = advice_after(game, position(lines, "0: bid east 5"), 0, 3)
    assert bids["bid east 5"] == "The lot would bring you 4 points. Announced there, too: {2}."
    assert bids["bid west 1"] == "The lot would bring you one point. But it breaks your word."
    assert bids["pocket"] == (
        "Up to 3 coins: 1 from the stock and the dish, shared with whoever takes it, too. But it breaks your word."
    )
