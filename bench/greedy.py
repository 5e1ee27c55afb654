"""How long greedy play takes for a move in the plain gear, what a browser and a house run: CPU milliseconds a move.

python bench/greedy.py [--games 2] [GAME ...]
"""

from __future__ import annotations

import argparse
import time

from zashiki.bots.players import choose_greedily
from zashiki.core.chance import seeded
from zashiki.core.table import Table
from zashiki.games import GAMES, find_game


def measure(name: str, games: int) -> tuple[int, float]:
    """Whole games of greedy players: moves, and CPU seconds spent on choosing them."""
    game, moves, spent = find_game(name), 0, 0.0
    players = 4 if 4 in game.seats else game.max_seats
    for seed in range(games):
        table, rng = Table(game, players, seed=seed), seeded(seed)
        while not table.over:
            seat = table.to_act[0]
            view, options = table.view(seat), game.legal_actions(table.state, seat)
            start = time.process_time()
            action = choose_greedily(game, view, seat, options, rng)
            spent += time.process_time() - start
            moves += 1
            table.play(seat, game.actions.write(action))
    return moves, spent


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure greedy play in the plain gear.")
    parser.add_argument("--games", type=int, default=2, help="whole games of each")
    parser.add_argument("game", nargs="*", help="ids of games; default: all")
    given = parser.parse_args()
    for name in given.game or GAMES:
        moves, spent = measure(name, given.games)
        print(f"{name}: {1000 * spent / moves:.2f} ms a move over {moves} moves", flush=True)


if __name__ == "__main__":
    main()
