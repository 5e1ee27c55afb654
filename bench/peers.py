"""Measure other libraries, in an environment of their own; prints one JSON object. `bench/run.py` starts it.

    .venv-bench/bin/python bench/peers.py

The games differ, so the numbers compare similar kinds of work, not the same work. Every library is used in its fastest way:
OpenSpiel's rollouts run inside its C++, from a state after the deal; RLCard and PettingZoo build an observation at every
step; Pgx steps thousands of games in one compiled call.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

SECONDS = 1.0  # of CPU time per measurement
TRICK_GAMES = ("hearts", "spades", "oh_hell", "euchre", "skat")


def rate(work: Callable[[], int], attempts: int = 3) -> float:
    """Decisions per second of CPU time, the best of a few attempts."""
    best = 0.0
    for _ in range(attempts):
        done, start = 0, time.process_time()
        while time.process_time() - start < SECONDS / attempts:
            done += work()
        best = max(best, done / (time.process_time() - start))
    return best


def dealt(game: Any) -> Any:
    """A state after the deal, at its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def spiel_playout(start: Any) -> int:
    """Play a game from Python, choosing as `python_rate` of bench/run.py does; none of these games has chance after the deal."""
    state, decisions = start.clone(), 0
    while not state.is_terminal():
        options = state.legal_actions()
        state.apply_action(options[decisions % len(options)])
        decisions += 1
    return decisions


def open_spiel() -> dict[str, Any]:
    import pyspiel

    found = {}
    for name in TRICK_GAMES:
        game = pyspiel.load_game(name)
        start = dealt(game)
        length = sum(spiel_playout(start) for _ in range(50)) / 50
        # A search with one simulation and many rollouts: nearly all of its time is spent on rollouts inside C++.
        rollouts = 500
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 2.0, 1, 1000, False, 1, False)

        def inside(bot: Any = bot, start: Any = start, length: float = length) -> int:
            bot.step(start)
            return int(rollouts * (length - 1))

        found[name] = {
            "rollouts inside C++": rate(inside),
            "from Python": rate(lambda start=start: spiel_playout(start)),
            "clone_ns": 1e9 / rate(lambda start=start: sum(1 for _ in range(200) if start.clone())),
        }
    return found


def rlcard_games() -> dict[str, Any]:
    import rlcard
    from rlcard.agents import RandomAgent

    found = {}
    for name in ("uno", "leduc-holdem", "gin-rummy"):
        env = rlcard.make(name)
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

        def play(env: Any = env) -> int:
            trajectories, _ = env.run(is_training=False)
            return sum(len(seat) // 2 for seat in trajectories)

        found[name] = {"with observations": rate(play)}
    return found


def pettingzoo_games() -> dict[str, Any]:
    from importlib import import_module

    found = {}
    for name in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4"):
        env = import_module(f"pettingzoo.classic.{name}").env()

        def play(env: Any = env) -> int:
            env.reset()
            steps = 0
            for agent in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
                steps += not (ended or cut)
            return steps

        found[name] = {"with observations": rate(play)}
    return found


def pgx_games() -> dict[str, Any]:
    from pgx_run import GAMES, best_batches

    return best_batches(list(GAMES), [1024, 4096])


PEERS = {"OpenSpiel": open_spiel, "RLCard": rlcard_games, "PettingZoo classic": pettingzoo_games, "Pgx": pgx_games}


def main() -> None:
    results: dict[str, Any] = {}
    for peer, measure in PEERS.items():
        try:
            results[peer] = measure()
        except Exception as error:  # report a library that cannot run
            print(f"{peer} could not be measured: {type(error).__name__}: {error}", file=sys.stderr)
            results[peer] = {}
    print(json.dumps(results))


if __name__ == "__main__":
    main()
