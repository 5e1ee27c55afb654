"""Positions of Kazoku Scribe in which a seat plans, for the native gear and for bench/limit/kazoku_scribe.cpp."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from zashiki.core.chance import seed_rng
from zashiki.core.kernels import begin, legal_at, random_event, seat_to_act
from zashiki.core.native import native
from zashiki.core.rule import rule
from zashiki.games import find_game
from zashiki.games.kazoku_scribe import cards, phase

GAME = find_game("kazoku-scribe")
BLOCK = 256  # positions timed together, so that they stay in the cache
# What planning reads, and how many numbers each page has of it.
PAGE = {
    "elements": cards.KINDS * cards.BANKS, "bridges": cards.CROSSINGS, "fenced": cards.BANKS, "sick": cards.BANKS,
    "draft": cards.BANKS, "creek": cards.VILLAGE_ROWS, "required": cards.DEEDS,
    "arrows": cards.DEEDS * cards.ARROWS, "planned": cards.DEEDS_A_ROUND, "pieces": cards.PIECES_A_ROUND, "deed": 1, "mode": 1,
}  # fmt: skip


@rule
def note_planning(states: Any, rng: Any, out: Any, players: int, options: Any, seed: int, kept: Any, seats: Any) -> None:
    """Play random games in states[0] and keep positions in which a seat chooses an action or a cell, until there are enough."""
    s, n, game = states[0], 0, 0
    while n < len(seats):
        seed_rng(rng, seed, game)
        begin(s, players, options, rng)
        while s.phase != phase.OVER and n < len(seats):
            seat = seat_to_act(s)
            if s.phase == phase.PLAN and s.step[seat] <= phase.FENCE:
                kept[n] = s
                seats[n] = seat
                n += 1
            random_event(s, rng, out)
        game += 1


@rule
def answer_all(states: Any, seats: Any, rounds: int, out: Any) -> int:
    """List the options of every position, several times over, a block after the other; how many options."""
    options = 0
    for first in range(0, len(seats), BLOCK):
        for _ in range(rounds):
            for i in range(first, min(first + BLOCK, len(seats))):
                options += legal_at(states, i, seats[i], out)
    return options


def planning_positions(players: int, number: int, seed: int) -> tuple[Any, Any]:
    """Positions of random games in which a seat plans, and those seats."""
    gear = native(GAME)
    kept, seats = gear.states(number), gear.array(number, "int64")
    note = gear.compile(note_planning)
    note(gear.states(1), gear.rngs(1)[0], gear.buffer(), players, gear.options(players), seed, kept, seats)
    return kept, seats


def write_positions(states: Any, seats: Any, path: Path) -> None:
    """What planning reads of each seat's page, field by field, for the C++ program."""
    places = np.arange(len(seats))
    kinds = [(name, states[name].dtype, size) for name, size in PAGE.items()]
    written = np.zeros(len(seats), dtype=np.dtype([*kinds, ("fencing", "int8")], align=True))
    for name, size in PAGE.items():
        written[name] = states[name].reshape(len(seats), -1, size)[places, seats].reshape(written[name].shape)
    written["fencing"] = states["step"][places, seats] == phase.FENCE
    written.tofile(path)


def native_answers(states: Any, seats: Any) -> list[list[int]]:
    """The legal actions of every position, by the native gear."""
    gear = native(GAME)
    out = gear.buffer()
    return [out[: gear.legal_at(states, i, seats[i], out)].tolist() for i in range(len(seats))]


def cpp_answers(program: Path, positions: Path) -> list[list[int]]:
    """The same by the C++ program."""
    done = subprocess.run([str(program), "answers", str(positions)], check=True, capture_output=True, text=True)
    return [[*map(int, line.split())] for line in done.stdout.splitlines()]
