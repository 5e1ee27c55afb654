"""What many tests share: the cases to go through, and random play."""

from __future__ import annotations

import importlib
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from zashiki.core.chance import below, seeded
from zashiki.core.game import CHANCE, OVER, AnyGame
from zashiki.core.table import Table
from zashiki.games import GAMES

Swap = Callable[[Any, int, list[int]], Any]


def cases() -> list[Any]:
    """Every game with every seat count and variant; the quick loop leaves all but the first to CI."""
    found = []
    for game in GAMES.values():
        for players in game.seats:
            for variant in game.about.variants:
                words = ",".join(f"{k}={v}" for k, v in variant.items()) or "default"
                marks = [pytest.mark.slow] if variant or players != game.seats[0] else []
                found.append(pytest.param(game, players, variant, id=f"{game.id}-{players}-{words}", marks=marks))
    return found


every_case = pytest.mark.parametrize(("game", "players", "options"), cases())
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port: int = s.getsockname()[1]
        return port


def folder_name(game: AnyGame) -> str:
    return game.folder.name


def swap_of(game: AnyGame) -> Swap:
    """The game's own shuffle of what a seat cannot see, written from the clauses."""
    swap: Swap = importlib.import_module(f"tests.games.{folder_name(game)}.swap").swap
    return swap


def new_table(game: AnyGame, players: int, options: dict[str, str], seed: int = 1) -> Table[Any, Any]:
    return Table(game, players, options, seed=seed)


def play_randomly(table: Table[Any, Any], rng: list[int]) -> Iterator[tuple[int, int]]:
    """Play a table to its end, a random seat and a random option at a time; yields (seat, action) before each move."""
    while not table.over:
        seats = table.to_act
        seat = seats[below(rng, len(seats))]
        options = table.game.legal_actions(table.state, seat)
        action = options[below(rng, len(options))]
        yield seat, action
        table.play(seat, action)


def random_states(game: AnyGame, players: int, options: dict[str, str], seed: int) -> Iterator[Any]:
    """Every state of one random game, chance states included. The yielded state goes on changing: copy what you keep."""
    rng, out = seeded(seed), [0] * game.about.max_legal
    s = game.new(players, options)
    while game.rules.status(s) != OVER:
        yield s
        if game.rules.status(s) == CHANCE:
            game.rules.draw(s, rng)
            game.rules.reveal(s)
        else:
            seats = game.acting(s)
            seat = seats[below(rng, len(seats))]
            n = game.rules.legal(s, seat, out)
            game.rules.apply(s, seat, out[below(rng, n)])
    yield s


def every_nth(states: Iterator[Any], n: int) -> Iterator[Any]:
    """A copy of every n-th state, and of the last."""
    s = None
    for k, s in enumerate(states):
        if k % n == 0:
            yield s.copy()
    if s is not None:
        yield s.copy()
