"""How the networks that come with the games do against greedy play, in whole numbers, on the native gear of this machine.

    .venv/bin/python bench/networks.py [--games 200] [GAME ...]

Every deal is played once for each side, the network on that side and greedy seats on the others; the interval is over deals.
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np

from zashiki.bots.network.file import network_of
from zashiki.core.game import AnyGame
from zashiki.games import GAMES, find_game
from zashiki.rl import Batch


def against_greedy(game: AnyGame, players: int, deals: int) -> tuple[float, float]:
    """The network's share of the win, and half of its 95 % interval."""
    network, sides = network_of(game), game.sides(players)
    assert network is not None
    n = deals * len(sides)
    env = Batch(game, players, n, seed=5)
    env.reset()
    env.rngs[:] = np.repeat(env.rngs[:: len(sides)], len(sides), axis=0)
    env.states[:] = np.repeat(env.states[:: len(sides)], len(sides))
    env.restart(np.zeros(n, dtype=np.bool_))  # asks again: the games have changed places
    own = np.zeros((n, players), dtype=np.bool_)
    for number, seats in enumerate(sides):
        own[number :: len(sides), list(seats)] = True
    rows, shares, going = np.arange(n), np.zeros(n), np.ones(n, dtype=np.bool_)
    rng = np.random.default_rng(5)
    while going.any():
        options, worths, counts = env.weigh(game.worth.WORLDS)
        drawn = worths + 0.5 * rng.random(worths.shape)
        drawn[np.arange(worths.shape[1])[None, :] >= counts[:, None]] = -np.inf
        greedy = options[rows, drawn.argmax(1)]
        mine = own[rows, env.seats]
        env.step(np.where(mine, env.choose(network), greedy).astype(np.int32))
        ended = going & env.done
        shares[ended] = (env.rewards * own).sum(1)[ended]
        going &= ~env.done
    by_deal = shares.reshape(deals, len(sides)).mean(1)
    return float(by_deal.mean()), 1.96 * float(by_deal.std()) / math.sqrt(deals)


def main() -> None:
    parser = argparse.ArgumentParser(description="Networks against greedy play.")
    parser.add_argument("game", nargs="*", help="ids of games; default: all")
    parser.add_argument("--games", type=int, default=200, help="deals for each seat count")
    given = parser.parse_args()
    for game in [find_game(name) for name in given.game] or list(GAMES.values()):
        for players in game.seats:
            begun = time.perf_counter()
            share, half = against_greedy(game, players, given.games)
            fair = 1 / len(game.sides(players))
            print(
                f"| {game.name} | {players} | {share:.1%} ± {half:.1%} | {fair:.1%} | {time.perf_counter() - begun:.0f} s |",
                flush=True,
            )


if __name__ == "__main__":
    main()
