"""PettingZoo environments: `aec(game, players)` asks one agent at a time, `parallel(game, players)` all of them.

Agents are `seat_0`, `seat_1`, … An observation is a dict: `observation` (what that seat knows, docs/observations) and
`action_mask` (1 for every legal action; all 0 if the seat has nothing to decide). A finished game pays one win, split among
the winners. When several seats decide at once, the AEC environment asks them in seat order and the parallel one takes
their answers together; the answers are sealed, so both lead to the same state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zashiki.core.errors import BadOption, MissingExtra
from zashiki.core.game import SPECTATOR, AnyGame
from zashiki.core.rooms import Seat
from zashiki.rl.episode import RENDER_MODES, Episode

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise MissingExtra("These environments need PettingZoo and Gymnasium: pip install 'zashiki[pettingzoo]'.") from error


class _Seats:
    """What both kinds of environment share."""

    episode: Episode
    render_mode: str | None
    _seed: int

    def _prepare(self, game: AnyGame, players: int, options: Mapping[str, str] | None, render_mode: str | None) -> None:
        self.episode, self.render_mode, self._seed = Episode(game, players, options, render_mode), render_mode, 0
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents = list(self.possible_agents)
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (game.observation_size,)),
                "action_mask": spaces.MultiBinary(game.action_count),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(game.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _seat(self, agent: str) -> Seat:
        return self.possible_agents.index(agent)

    def _seen_by(self, agent: str) -> dict[str, Any]:
        seat = self._seat(agent)
        return {"observation": self.episode.observation(seat), "action_mask": self.episode.mask(seat)}

    def _begin(self, seed: int | None) -> None:
        """Without a seed every new game takes the next one, so that a run can be repeated from its first seed."""
        self._seed = self._seed + 1 if seed is None else seed
        self.episode.begin(self._seed)
        self.agents = list(self.possible_agents)

    def render(self) -> Any:
        """The table as a spectator sees it: text, a picture, or printed after every step, depending on the mode."""
        return self.episode.render(SPECTATOR)

    def close(self) -> None:
        """There is nothing to close."""


class SeatByTurn(_Seats, AECEnv):
    """One game that asks one agent at a time."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1, "is_parallelizable": False}  # noqa: RUF012  # as the base class declares it

    def __init__(
        self, game: AnyGame, players: int, options: Mapping[str, str] | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.metadata = {**type(self).metadata, "name": game.id}
        self._prepare(game, players, options, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. `options` is ignored: the options of the game were given when the environment was created."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        return self._seen_by(agent)

    def step(self, action: Any) -> None:
        """Play the selected agent's decision and all chance that follows."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.episode.apply(self._seat(agent), int(action))
        self._clear_rewards()
        if self.episode.over:
            self.rewards = dict(zip(self.possible_agents, self.episode.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        acting = self.episode.acting()
        self.agent_selection = self.possible_agents[acting[0]] if acting else self.agents[0]


class SeatsTogether(_Seats, ParallelEnv):
    """One game in which every agent answers at every step; only the answers of seats to act are read."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as the base class declares it

    def __init__(
        self, game: AnyGame, players: int, options: Mapping[str, str] | None = None, render_mode: str | None = None
    ) -> None:
        self.metadata = {**type(self).metadata, "name": game.id}
        self._prepare(game, players, options, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new game; returns observations and infos of all agents."""
        self._begin(seed)
        return {agent: self._seen_by(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play the answers of all seats to act together; if one is missing or illegal, none is played."""
        before = self.episode.position
        try:
            for seat in self.episode.acting():
                agent = self.possible_agents[seat]
                if agent not in actions:
                    raise BadOption(f"{agent} has to decide, but the actions include only {', '.join(actions) or 'nobody'}.")
                self.episode.apply(seat, int(actions[agent]))
        except Exception:
            self.episode.position = before
            raise
        over, agents = self.episode.over, self.agents
        rewards = dict(zip(self.possible_agents, self.episode.rewards(), strict=True))
        seen = {agent: self._seen_by(agent) for agent in agents}
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), {agent: {} for agent in agents}


def aec(game: AnyGame, players: int, options: Mapping[str, str] | None = None, render_mode: str | None = None) -> SeatByTurn:
    """The environment that asks one agent at a time."""
    return SeatByTurn(game, players, options, render_mode)


def parallel(
    game: AnyGame, players: int, options: Mapping[str, str] | None = None, render_mode: str | None = None
) -> SeatsTogether:
    """The environment in which all agents answer together."""
    return SeatsTogether(game, players, options, render_mode)
