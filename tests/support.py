"""What many tests share. The cases to go through and random play are those of the contract suite."""

from __future__ import annotations

import importlib
import socket
from collections.abc import Callable
from typing import Any

from zashiki.core.game import AnyGame
from zashiki.testing.cases import every_case, every_game
from zashiki.testing.play import about_one_in, new_table, play_randomly, random_states

__all__ = [
    "MANY_TABLES", "about_one_in", "every_case", "every_game", "folder_name", "free_port",
    "new_table", "observed", "play_randomly", "random_states", "swap_of",
]  # fmt: skip

CAPS = ("max_tables_each", "max_new_tables_each", "max_bot_tables", "max_bot_tables_each")
MANY_TABLES = dict.fromkeys(CAPS, 10**6)  # settings of a house for tests
Swap = Callable[[Any, int, list[int]], Any]


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


def observed(game: AnyGame, s: Any, seat: int) -> dict[str, list[int]]:
    """The row the game writes, over whatever was there before, cut into its blocks."""
    row, at = [77] * game.observation_size, 0
    blocks: dict[str, list[int]] = {}
    game.eyes.observe(s, seat, row)
    for part in game.eyes.OBSERVATION:
        blocks[part.name] = row[at : at + part.size]
        at += part.size
    return blocks
