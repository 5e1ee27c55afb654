"""Train MaskablePPO to beat greedy play at Rights of Losers, in minutes.

    make example-ppo                                       (or: pip install -e '.[learn]' and then)
    python examples/train_ppo.py [--decisions 1000000] [--players 3] [--envs 512] [--out policy.zip]

The learner sees its observation and, in addition, the game's own `worth` of every option, which is all that greedy play
uses. It starts out by loosely following these numbers and learns by PPO where they are misleading, against greedy opponents
and in every seat in turn. Its reward is the change in `worth` up to its next decision and, at the end, its share of the win;
it looks about ten decisions ahead. Every half minute it plays a series of games and reports its win rate; the last lines are
the result, measured over fresh games.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from typing import Any

try:
    import numpy as np
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise SystemExit(f"This example needs PyTorch and sb3-contrib ({error}): pip install -e '.[learn]'.") from None

from board_network import BoardNetwork, BoardPolicy
from gymnasium import spaces

from zashiki.games import find_game
from zashiki.rl.vector import SeatVectorEnv

GAME = find_game("rights-of-losers")
SHAPING = 1 / 500  # wins per hundredth of a point of `worth`
CHECK_SECONDS, CHECK_GAMES = 30, 900


def with_worths(envs: SeatVectorEnv, seen: Any) -> Any:
    """The observations, the worth of every option (1 for the best, 0 if ten or more points below it) and that of the best."""
    legal, worths = envs.masks != 0, envs.weigh().astype(np.float32)
    best = np.where(legal, worths, -np.inf).max(axis=1, keepdims=True)
    return np.hstack([seen, np.where(legal, np.clip(1 + (worths - best) / 1000, 0, 1), 0), np.clip(best / 10_000, -1, 1)])


class Seats(VecEnv):
    """The vector of seats behind the interface of Stable-Baselines3."""

    def __init__(self, envs: SeatVectorEnv) -> None:
        self.envs = envs
        sight = spaces.Box(-1.0, 1.0, (GAME.observation_size + GAME.action_count + 1,))
        super().__init__(envs.num_envs, sight, envs.single_action_space)

    def reset(self) -> Any:
        return with_worths(self.envs, self.envs.reset(seed=self._seeds[0])[0])

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        seen, rewards, ended, _, _ = self.envs.step(self._actions)
        return with_worths(self.envs, seen), rewards, ended, [{}] * self.num_envs

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return list(getattr(self, method_name)(*args, **kwargs))

    def action_masks(self) -> Any:
        return self.envs.masks.astype(bool)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        """There is nothing to close."""


def make_model(seats: Seats, width: int, steps: int, seed: int) -> MaskablePPO:
    """A learner that starts close to greedy play and looks a few decisions ahead."""
    network = {"features_extractor_class": BoardNetwork, "features_extractor_kwargs": {"width": width}, "net_arch": []}
    return MaskablePPO(
        BoardPolicy, seats, n_steps=steps, batch_size=min(1024, steps * seats.num_envs // 4), n_epochs=3, learning_rate=3e-3,
        gamma=0.9, gae_lambda=0.9, ent_coef=0.001, target_kl=0.1, policy_kwargs=network, seed=seed,
    )  # fmt: skip


def win_share(model: MaskablePPO, players: int, games: int, seed: int, threads: int) -> tuple[float, float]:
    """The mean share of the win over that many games, with each seat equally often, and half its 95 % interval."""
    envs = SeatVectorEnv(GAME, players, players * math.ceil(games / players), threads=threads)
    shares, first = np.zeros(envs.num_envs), np.ones(envs.num_envs, bool)
    seen, _ = envs.reset(seed=seed)
    while first.any():  # count the first game of every environment, long or short
        actions, _ = model.predict(with_worths(envs, seen), action_masks=envs.masks.astype(bool), deterministic=True)
        seen, rewards, ended, _, _ = envs.step(actions)
        shares[first & ended] = rewards[first & ended]
        first &= ~ended
    return float(shares.mean()), 1.96 * float(shares.std()) / math.sqrt(len(shares))


class Report(BaseCallback):
    """Reports every half minute how the learner is doing."""

    def __init__(self, players: int, games: int, threads: int) -> None:
        super().__init__()
        self.players, self.games, self.threads = players, games, threads
        self.start, self.next = time.monotonic(), 0.0

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if time.monotonic() >= self.next:
            mean, half = win_share(self.model, self.players, self.games, 2, self.threads)
            spent = time.monotonic() - self.start
            print(f"{spent:5.0f} s  {self.num_timesteps:>10,} decisions  wins {mean:5.1%} ± {half:.1%}", flush=True)
            self.next = time.monotonic() + CHECK_SECONDS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=1_000_000, help="how many of the learner's decisions to learn from")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--envs", type=int, default=512, help="games played in parallel; use thousands with a GPU")
    parser.add_argument("--steps", type=int, default=32, help="decisions per game between two updates")
    parser.add_argument("--width", type=int, default=32, help="width of the layers")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--games", type=int, default=3000, help="how many games to measure the result over")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="file to save the policy to")
    given = parser.parse_args()
    print("Compiling the rules (once per machine) …", flush=True)
    seats = Seats(SeatVectorEnv(GAME, given.players, given.envs, shaping=SHAPING, threads=given.threads))
    model = make_model(seats, given.width, given.steps, given.seed)
    seats.reset()
    seats.envs.step(seats.envs.masks.argmax(axis=1))
    start, fair = time.monotonic(), 1 / given.players
    print(f"Learning from {given.decisions:,} decisions on {model.device}; a fair share is {fair:.1%}.", flush=True)
    model.learn(given.decisions, callback=Report(given.players, min(CHECK_GAMES, given.games), given.threads))
    mean, half = win_share(model, given.players, given.games, 1000 + given.seed, given.threads)
    verdict = "more than" if mean - half > fair else "less than" if mean + half < fair else "about"
    print(f"Learned from {model.num_timesteps:,} decisions in {(time.monotonic() - start) / 60:.1f} minutes on {model.device}.")
    print(
        f"Against {given.players - 1} greedy seats it wins {mean:.1%} ± {half:.1%} of {given.games:,} fresh games: "
        f"{verdict} its fair share of {fair:.1%}."
    )
    if given.out:
        model.save(given.out)


if __name__ == "__main__":
    main()
