"""Time the lists of legal actions of a game, over the positions of random games.

    python bench/lists.py [--game kazoku-scribe] [--players 2] [--games 40] [--plain-share 0.05]

Every position is timed several times and the fastest counts, in CPU time, so that other work on the machine
matters little. The plain gear is timed on a sample of the positions and again on the native gear's slowest ones.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from heapq import nlargest
from typing import Any

import numpy as np

from zashiki.core.chance import seeded
from zashiki.core.game import OVER, seats_in
from zashiki.core.gears import plain
from zashiki.core.native import native
from zashiki.games import find_game

ATTEMPTS = 5
SLOWEST = 100


def quickest(work: Callable[[], object], attempts: int = ATTEMPTS) -> float:
    """The CPU time of one call in microseconds."""
    found = []
    for _ in range(attempts):
        start = time.process_time_ns()
        work()
        found.append(time.process_time_ns() - start)
    return min(found) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="kazoku-scribe")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--plain-share", type=float, default=0.05)
    given = parser.parse_args()
    game = find_game(given.game)
    players = given.players or game.seats[0]
    gear, rules, chooser = native(game), plain(game), random.Random(1)
    states, buffer, size = gear.states(1), gear.buffer(), game.state.layout.size
    out = [0] * max(game.about.max_legal, game.max_seats)

    def both(data: bytes, seat: int, *, slow: bool) -> tuple[float, float]:
        states.view(np.uint8)[:size] = np.frombuffer(data, dtype=np.uint8)
        native_time = quickest(lambda: gear.legal_at(states, 0, seat, buffer))
        if not slow:
            return native_time, 0.0
        state: Any = game.state.from_bytes(data)
        return native_time, quickest(lambda: rules.legal(state, seat, out), 2)

    asked: list[tuple[float, float, bytes, int]] = []
    for number in range(given.games):
        state, rng = game.new(players, {}), seeded(1, number)
        while rules.status(state) != OVER:
            for seat in seats_in(rules.to_act(state)):
                data = state.to_bytes()
                asked.append((*both(data, seat, slow=chooser.random() < given.plain_share), data, seat))
            rules.random_event(state, rng, out)
    again = [both(data, seat, slow=True) for _, _, data, seat in nlargest(SLOWEST, asked)]
    times = sorted(entry[0] for entry in asked)
    slow = [entry[1] for entry in asked if entry[1]] + [entry[1] for entry in again]
    print(f"{game.id}, {players} players, {len(asked)} lists in {given.games} random games")
    half, most = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"native: median {half:.1f} µs, 99 % within {most:.1f} µs, slowest {times[-1]:.1f} µs")
    print(f"plain ({len(slow)} of them): slowest {max(slow) / 1000:.2f} ms")


if __name__ == "__main__":
    main()
