"""How much luck two versions of a game have in common, by how their chance is seeded.

    python -m bench.pairs akiwado starting-coins=6 --games 4000

Greedy bots play the same seeds with the printed numbers and with a dial turned, in three ways: everything from one generator;
chance and bots apart, as `trace` and `arena` draw; and chance and bots in streams. For the first seat it prints the correlation
of score and win over the pairs, and how many pairs of independent games one of them is worth when the difference is measured:
(var A + var B) / var (A − B). The last column says how many of the chance events are alike: the fifth roll in one game and in the
other, the third card laid out, and so on.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
from bench.pair_kernels import APART, REAL, STREAMS, TOGETHER, play_greedily

from zashiki.bots import find_bot
from zashiki.bots.match import play_match
from zashiki.core.chance import seeded
from zashiki.core.dials import dials_in
from zashiki.core.game import AnyGame
from zashiki.core.native import native
from zashiki.core.streams import streamed
from zashiki.core.turning import turned
from zashiki.games import find_game

WATCHED = 20  # games whose chance events are compared
WAYS = {"one generator": TOGETHER, "chance apart": APART, "streams": STREAMS}


def play(game: AnyGame, players: int, games: int, seed: int, apart: int) -> Any:
    """Score and share of the win of the first seat in every game."""
    gear = native(game)
    results = gear.array((games, players + 1), "int64")
    whims = np.array(seeded(0, 0, players))
    given = (gear.states(REAL + 1), gear.rngs(1)[0], whims, apart, gear.buffer(), gear.buffer("int64"))
    gear.compile(play_greedily)(*given, players, gear.options(players), seed, results)
    won = results[:, players]
    count = sum(won >> seat & 1 for seat in range(players))
    return np.stack([results[:, 0].astype(float), (won & 1) / count])


def worth_of_a_pair(one: Any, other: Any) -> str:
    """Correlation, and independent pairs of games that a pair is worth."""
    between = np.var(one - other)
    gain = (np.var(one) + np.var(other)) / between if between else np.inf
    return f"{np.corrcoef(one, other)[0, 1]:+.2f} (×{gain:.1f})"


def events(game: AnyGame, players: int, seed: int, number: int) -> dict[str, list[str]]:
    """The chance events of a game that greedy bots play, by kind."""
    found: dict[str, list[str]] = {}
    for _, line in play_match(game, [find_bot("greedy")] * players, {}, seed, number):
        if line is not None and line.startswith("*: "):
            found.setdefault(line.split()[1], []).append(line)
    return found


def alike(pair: Sequence[AnyGame], players: int, games: int, seed: int) -> float:
    """The share of the chance events of two versions of a game that are the same."""
    same, among = 0, 0
    for number in range(games):
        one, other = (events(game, players, seed, number) for game in pair)
        for kind in one.keys() | other.keys():
            matched = list(zip_longest(one.get(kind, []), other.get(kind, [])))
            same, among = same + sum(a == b for a, b in matched), among + len(matched)
    return same / among


def main() -> None:
    """Print a table for one game and one set of dials."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("dials", nargs="+")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = find_game(given.game)
    players = given.players or game.seats[0]
    print(f"{game.id} {' '.join(given.dials)}, {players} players, {given.games:,} pairs")
    for way, apart in WAYS.items():
        pair = [game, turned(game, dials_in(" ".join(given.dials)))]
        if apart == STREAMS:
            pair = [streamed(each) for each in pair]
        one, other = (play(each, players, given.games, given.seed, apart) for each in pair)
        score, win = (worth_of_a_pair(a, b) for a, b in zip(one, other, strict=True))
        luck = "" if apart == TOGETHER else f"  events alike {alike(pair, players, WATCHED, given.seed):.0%}"
        print(f"  {way:14} score {score:16} win {win:16}{luck}", flush=True)


if __name__ == "__main__":
    main()
