"""Random play through the interfaces of other libraries: decisions per second of CPU time, one game at a time.

    python bench/adapters.py [--game rights-of-losers ...] [--seconds 1]

Every line is played from Python as its library's own tutorial does it: PettingZoo with observations and masks at every step,
OpenSpiel with `legal_actions` and `apply_action`. `Single` is our own interface for one game. The last lines are games that
come with OpenSpiel, played by the same loop.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import pyspiel

import zashiki.rl.openspiel
from zashiki.core.game import AnyGame
from zashiki.games import GAMES, find_game
from zashiki.rl.pettingzoo import aec
from zashiki.rl.single import Single

ATTEMPTS = 5
PEERS = ("hearts", "spades", "oh_hell", "euchre", "skat")


def rate(play: Callable[[int], int], seconds: float) -> float:
    """Decisions per second, the best of several attempts; `play` plays the game of a seed."""
    best, seed = 0.0, 0
    for _ in range(ATTEMPTS):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / ATTEMPTS:
            seed += 1
            done += play(seed)
        best = max(best, done / spent)
    return best


def by_single(game: AnyGame, players: int) -> Callable[[int], int]:
    table = Single(game, players)
    step, options = table.step, table.options

    def play(seed: int) -> int:
        n, decisions = table.begin(seed), 0
        while n:
            n = step(options[decisions % n])
            decisions += 1
        return decisions

    return play


def by_pettingzoo(game: AnyGame, players: int) -> Callable[[int], int]:
    env = aec(game, players)

    def play(seed: int) -> int:
        env.reset(seed=seed)
        decisions = 0
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
            decisions += not (ended or cut)
        return decisions

    return play


def by_openspiel(name: str) -> Callable[[int], int]:
    game: Any = pyspiel.load_game(name)

    def play(seed: int) -> int:
        state, events, decisions = game.new_initial_state(), 0, 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[(seed + events) % len(outcomes)][0])
            else:
                options = state.legal_actions()
                state.apply_action(options[decisions % len(options)])
                decisions += 1
            events += 1
        return decisions

    return play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="*", default=list(GAMES))
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    for game in map(find_game, given.game):
        players = 4 if 4 in game.seats else game.max_seats
        ways = {
            "Single": by_single(game, players),
            "PettingZoo": by_pettingzoo(game, players),
            "OpenSpiel": by_openspiel(f"{zashiki.rl.openspiel.name_of(game)}(players={players})"),
        }
        for way, play in ways.items():
            print(f"{game.id} ({players}), {way}: {rate(play, given.seconds):,.0f}", flush=True)
    for name in PEERS:
        print(f"OpenSpiel's own {name}: {rate(by_openspiel(name), given.seconds):,.0f}", flush=True)


if __name__ == "__main__":
    main()
