"""How the networks that come with the games do against greedy play, in whole numbers, on the native gear of this machine.

    .venv/bin/python bench/networks.py [--games 200] [--seed 5] [GAME ...]
    .venv/bin/python bench/networks.py --games 2000 kazoku-scribe --network trained.bin [--near 0.25]

Every deal is played once for each side, the network on that side and greedy seats on the others; the interval is over deals.
Who answers first among those who decide at the same time is drawn, as at a table. `--network` judges a file in place of the
network that comes with the game, and tells how much more of the win it gets in the same deals.
"""

from __future__ import annotations

import argparse
import math
import time
from array import array
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from zashiki.bots.network import kernels
from zashiki.bots.network.file import Network, network_of, read_network
from zashiki.core.game import AnyGame
from zashiki.games import GAMES, find_game
from zashiki.lab import play
from zashiki.lab.kernels import WON
from zashiki.lab.setup import Setup, Sitter

LOT = 250  # deals played in one go


def shares(game: AnyGame, players: int, seed: int, first: int, last: int) -> Any:
    """The network's share of the win of every deal, the mean over all sides."""
    setup, sides = Setup(game=game.id, players=players, seed=seed), game.sides(players)
    total = np.zeros(last - first)
    for seats in sides:
        sitters = tuple(Sitter("network" if seat in seats else "greedy") for seat in range(players))
        (played,) = play.play_lot(play.Lot(setup, sitters, first, last))
        won = played.results[:, WON, None] >> np.arange(players) & 1
        total += won[:, list(seats)].sum(1) / won.sum(1)
    return total / len(sides)


def against_greedy(game: AnyGame, players: int, deals: int, seed: int, network: Network) -> Any:
    """That network's share of the win of every deal."""
    play.network_arrays = lambda game: (*network.arrays(), np.zeros(network.room, np.int32))
    play._room.cache_clear()
    return np.concatenate([shares(game, players, seed, first, min(first + LOT, deals)) for first in range(0, deals, LOT)])


def told(by_deal: Any, sign: str = "") -> str:
    """The mean over deals, with half of its 95 % interval."""
    return f"{by_deal.mean():{sign}.1%} ± {1.96 * by_deal.std() / math.sqrt(len(by_deal)):.1%}"


def drawing(network: Network, near: float) -> Network:
    """The same network, with answers drawn so many logits near the best where others decide at the same time."""
    net = array("q", network.net)
    net[kernels.NEAR] = round(near * (1 << kernels.ONE))
    return replace(network, net=net)


def main() -> None:
    parser = argparse.ArgumentParser(description="Networks against greedy play.")
    parser.add_argument("game", nargs="*", help="ids of games; default: all")
    parser.add_argument("--games", type=int, default=200, help="deals for each seat count")
    parser.add_argument("--seed", type=int, default=5, help="the same seed gives the same deals")
    parser.add_argument("--network", type=Path, help="a file to judge beside the network that comes with the game")
    parser.add_argument("--near", type=float, help="how near its best, in logits, it draws; default: as its file says")
    given = parser.parse_args()
    beside = given.network is not None or given.near is not None
    for game in [find_game(name) for name in given.game] or list(GAMES.values()):
        released = network_of(game)
        assert released is not None
        network = released if given.network is None else read_network(game, given.network)
        if given.near is not None:
            network = drawing(network, given.near)
        for players in game.seats:
            begun, sides = time.process_time(), len(game.sides(players))
            found = against_greedy(game, players, given.games, given.seed, network)
            cells = [game.name, str(players), told(found), f"{1 / sides:.1%}", f"{found.mean() * sides:.2f}"]
            if beside:
                cells.append(told(found - against_greedy(game, players, given.games, given.seed, released), "+"))
            print(f"| {' | '.join(cells)} | {time.process_time() - begun:.0f} s |", flush=True)


if __name__ == "__main__":
    main()
