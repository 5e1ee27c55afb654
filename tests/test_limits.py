"""The games hand-written in C++ are the same games: equal checksums before anybody compares their speed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from bench import limits, planning

from zashiki.games import find_game

pytest.importorskip("llvmlite")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("g++") is None, reason="The C++ programs need g++, which is not installed here."),
]

GAMES, POSITIONS, SEED = 500, 2000, 7


@pytest.mark.parametrize("game_id", limits.PLAYED)
def test_random_games_in_cpp_end_as_in_the_native_gear(game_id: str, tmp_path: Path) -> None:
    from zashiki.core.native import native

    game, program = find_game(game_id), limits.build(game_id, tmp_path)
    for players in game.seats:
        decisions, checksum, _ = limits.run(program, "playouts", players, GAMES, SEED)
        assert native(game).play_random(players, GAMES, SEED) == (decisions, checksum), f"{game.name} for {players}"


@pytest.mark.parametrize("players", [2, 4])
def test_planning_in_cpp_gives_the_options_of_the_native_gear(players: int, tmp_path: Path) -> None:
    program, positions = limits.build(planning.GAME.id, tmp_path), tmp_path / "positions"
    states, seats = planning.planning_positions(players, POSITIONS, SEED)
    planning.write_positions(states, seats, positions)
    assert planning.cpp_answers(program, positions) == planning.native_answers(states, seats)
