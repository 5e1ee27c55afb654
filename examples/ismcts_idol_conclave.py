"""OpenSpiel's IS-MCTS plays Idol Conclave against random and greedy seats.

    make example-ismcts                                    (or: pip install -e '.[openspiel]' and then)
    python examples/ismcts_idol_conclave.py [--games 60] [--players 4] [--simulations 150]

The bot is `open_spiel.python.algorithms.ismcts.ISMCTSBot`, unmodified; it takes every seat in turn. Random playouts use
our plain rules. After every ten games a line shows the results so far; the last line of each series is the final result.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from typing import Any

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
except ImportError as error:
    raise SystemExit(f"This example needs OpenSpiel ({error}): pip install -e '.[openspiel]'.") from None

from zashiki.bots import find_bot
from zashiki.core.chance import seeded
from zashiki.core.gears import plain
from zashiki.games import find_game
from zashiki.rl import openspiel

GAME = find_game("idol-conclave")


class RandomEndings:
    """The evaluator that OpenSpiel's searches call: one random playout, all options equally promising."""

    def __init__(self, seed: int) -> None:
        self._rng, self._out = seeded(seed), [0] * max(GAME.about.max_legal, GAME.max_seats)

    def evaluate(self, state: Any) -> list[float]:
        end, record = state.clone(), state.record
        plain(GAME).playout(record, self._rng, self._out)
        end.record = record
        returns: list[float] = end.returns()
        return returns

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def play(spiel: Any, bot: ISMCTSBot, seat: int, opponents: str, seed: int) -> float:
    """Play one game; returns the bot's share of the win."""
    state, chance, rng, others = spiel.new_initial_state(), random.Random(seed), seeded(seed), find_bot(opponents)
    while not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            action = chance.randrange(openspiel.CHANCE_OUTCOMES)
        elif player == seat:
            action = bot.step(state)
        else:
            action = others.choose(GAME, GAME.eyes.view(state.record, player), player, state.legal_actions(), rng, 0.0)
        state.apply_action(int(action))
    share: float = state.returns()[seat]
    return share


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60, help="number of games in each series")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=150, help="number of simulations per decision")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    spiel = pyspiel.load_game(openspiel.name_of(GAME), {"players": given.players})
    bot = ISMCTSBot(
        spiel, RandomEndings(given.seed), uct_c=0.7, max_simulations=given.simulations,
        random_state=np.random.RandomState(given.seed), use_observation_string=True,
    )  # fmt: skip
    for opponents in ("random", "greedy"):
        shares, start = [], time.monotonic()
        for game in range(given.games):
            shares.append(play(spiel, bot, game % given.players, opponents, 1000 * given.seed + game))
            if (game + 1) % 10 == 0 or game + 1 == given.games:
                mean = sum(shares) / len(shares)
                half = 1.96 * math.sqrt(sum((share - mean) ** 2 for share in shares)) / len(shares)
                print(
                    f"{time.monotonic() - start:5.0f} s  {len(shares):3} games against {given.players - 1} {opponents} seats: "
                    f"wins {mean:.0%} ± {half:.0%} (fair share {1 / given.players:.0%})",
                    flush=True,
                )


if __name__ == "__main__":
    main()
