"""Thousands of learning seats in a Gymnasium vector environment; the bots in the other seats play inside the native gear.

    envs = SeatVectorEnv(game, players=3, n=512, opponents="greedy", threads=2)
    observations, infos = envs.reset(seed=1)
    observations, rewards, ended, cut, infos = envs.step(actions)   # actions allowed by infos["action_mask"]

A step is one decision of the learning seat and everything up to its next one. A finished game restarts in the same step
(`AutoresetMode.SAME_STEP`); what its seat saw at the end is in `infos["final_obs"]`. An illegal action raises IllegalMove.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zashiki.bots.kernels import PLACES
from zashiki.core.errors import BadOption, MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat
from zashiki.games import find_game
from zashiki.rl import kernels
from zashiki.rl.batch import OnProcessor

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra("This environment needs Gymnasium and llvmlite: pip install 'zashiki[gymnasium,native]'.") from error

OPPONENTS = ("random", "greedy")


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """One learning seat in each of n games against bots, either all random or all greedy.

    "greedy" is the bot of that name. Without a `seat` the learner takes all seats in turn: game i starts in seat i modulo the
    seats, and every new game moves it one seat on (see `seats`). The reward is the seat's share of the win plus `shaping` times
    the change in the game's own `worth`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as the base class declares it

    def __init__(
        self,
        game: AnyGame,
        players: int,
        n: int,
        *,
        seat: Seat | None = None,
        opponents: str = "greedy",
        options: Mapping[str, str] | None = None,
        shaping: float = 0.0,
        threads: int = 1,
    ) -> None:
        if n < 1 or threads < 1:
            raise BadOption(f"A vector needs at least one game and one thread, not {n} and {threads}.")
        if opponents not in OPPONENTS:
            raise BadOption(f"The opponents in a vector are {' or '.join(OPPONENTS)}, not '{opponents}'.")
        game.encode_options(players, options or {})  # refuses a wrong seat count or option at once
        if seat is not None and not 0 <= seat < players:
            raise BadOption(f"The seat must be from 0 to {players - 1}, not {seat}.")
        self.game, self.players, self.num_envs, self.shaping = game, players, n, shaping
        self._seat, self._greedy = seat, OPPONENTS.index(opponents)
        self.single_observation_space = spaces.Box(-1.0, 1.0, (game.observation_size,))
        self.single_action_space = spaces.Discrete(game.action_count)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._run = run = OnProcessor(game, n, threads)
        self._reset, self._step, self._weigh = (
            run.gear.compile(kernel) for kernel in (kernels.reset_seats, kernels.step_seats, kernels.weigh_seats)
        )
        self._held = run.states(n), run.rngs(n), players, run.options(players, dict(options or {}))
        self._imagined = [run.states(PLACES) for _ in run.outs]
        self._totals = [run.gear.buffer("int64") for _ in run.outs]
        self.seats, self.masks = run.array((n,), "int8"), run.array((n, game.action_count), "uint8")
        self._shares, self._gains = run.array((n, players), "float32"), run.array((n,), "int64")
        self._done, self._last_seen = run.array((n,), "bool"), run.array((n, game.observation_size), "float32")

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Restart every game and play up to the first decision of its learning seat."""
        super().reset(seed=seed)
        self.seats[:] = np.arange(self.num_envs) % self.players if self._seat is None else self._seat
        number = int(self.np_random.integers(2**62))
        self._run.spread(
            lambda k, a, b: self._reset(
                *self._held,
                number,
                self.seats,
                self._greedy,
                self.masks,
                self._imagined[k],
                self._run.outs[k],
                self._totals[k],
                a,
                b,
            )
        )
        return self._observe(), {"action_mask": self.masks.copy()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one decision in every game; IllegalMove names the first illegal action."""
        run, seats = self._run, self.seats.copy()
        run.check(self.masks, actions, seats)
        turns = int(self._seat is None)
        run.spread(
            lambda k, a, b: self._step(
                *self._held, actions, self.seats, turns, self._greedy, self.masks, self._shares, self._gains, self._done,
                run.scales, self._last_seen, self._imagined[k], run.outs[k], self._totals[k], a, b,
            )
        )  # fmt: skip
        rewards = self._shares[np.arange(self.num_envs), seats] + np.float32(self.shaping) * self._gains
        ended, infos = self._done.copy(), {"action_mask": self.masks.copy()}
        if ended.any():
            infos |= {"final_obs": self._last_seen.copy(), "_final_obs": ended}
        return self._observe(), rewards.astype(np.float32), ended, np.zeros_like(ended), infos

    def weigh(self) -> Any:
        """The game's own `worth` of every option, as greedy play sees it: int32 (n, actions), 0 where illegal."""
        worths, run = self._run.array(self.masks.shape, "int32"), self._run
        states, rngs, *_ = self._held
        run.spread(
            lambda k, a, b: self._weigh(states, rngs, self.seats, worths, self._imagined[k], run.outs[k], self._totals[k], a, b)
        )
        return worths

    def _observe(self) -> Any:
        seen = np.empty((self.num_envs, self.game.observation_size), np.float32)  # a new array: learners keep the last one
        self._run.observe(self._held[0], self.seats, seen)
        return seen


def seat_vector(game: str, players: int, num_envs: int, **kwargs: Any) -> SeatVectorEnv:
    """What `gymnasium.make_vec` calls: a vector of that many games, with everything else that SeatVectorEnv takes."""
    return SeatVectorEnv(find_game(game), players, num_envs, **kwargs)
