"""A Gymnasium environment for one seat against chosen bots, for single-agent learning.

    env = SeatEnv(game, players=4, seat=0, opponents="greedy")
    env = gymnasium.make("zashiki/Akiwado-v0", players=4)  # the same: importing this module registers every game
    envs = gymnasium.make_vec("zashiki/Akiwado-v0", num_envs=512, players=4)  # a vector of seats, `zashiki.rl.vector`

The observation is what the seat knows (docs/observations); the legal actions are in `info["action_mask"]` and, for
MaskablePPO from sb3-contrib, in `env.action_masks()`. The reward comes at the end: one win, split among the winners.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zashiki.bots import find_bot
from zashiki.core.chance import seeded
from zashiki.core.errors import BadOption, IllegalMove, MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat
from zashiki.games import GAMES, find_game
from zashiki.rl.episode import RENDER_MODES, Episode

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
except ImportError as error:
    raise MissingExtra("This environment needs Gymnasium: pip install 'zashiki[gymnasium]'.") from error

ILLEGAL = ("end", "retry", "raise")  # what an illegal action does


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of one game; the others are bots."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as the base class declares it

    def __init__(
        self,
        game: AnyGame | str,
        players: int,
        seat: Seat = 0,
        opponents: str | tuple[str, ...] = "random",
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
        seconds: float = 0.1,
        illegal: str = "end",
        penalty: float = -1.0,
    ) -> None:
        """`game` is a game or its id. `opponents` is one bot for all other seats or one for each, in seat order, and `seconds`
        their time for a move.

        `illegal` says what an illegal action does, always without touching the game: `end` ends the episode with `penalty`
        as its reward, `retry` pays the penalty and asks again, `raise` raises IllegalMove.
        """
        game = find_game(game) if isinstance(game, str) else game
        if not 0 <= seat < players:
            raise BadOption(f"The seat must be from 0 to {players - 1}, not {seat}.")
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal must be one of {', '.join(ILLEGAL)}, not '{illegal}'.")
        self.illegal, self.penalty, self._playing = illegal, penalty, False
        self.episode, self.seat, self.seconds = Episode(game, players, options, render_mode), seat, seconds
        self.render_mode = render_mode
        names = (opponents,) * (players - 1) if isinstance(opponents, str) else opponents
        if len(names) != players - 1:
            raise BadOption(f"{players - 1} opponents are needed, not {len(names)}.")
        others = [other for other in range(players) if other != seat]
        self._bots = {other: find_bot(name) for other, name in zip(others, names, strict=True)}
        self._bot_rng = seeded(0, 1)
        self.observation_space = spaces.Box(-1.0, 1.0, (game.observation_size,))
        self.action_space = spaces.Discrete(game.action_count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game and play up to the seat's first decision."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**62))
        self._bot_rng = seeded(number, 1)
        self.episode.begin(number)
        self._let_bots_play()
        self._playing = True
        return self.episode.observation(self.seat), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the seat's decision and everything up to its next one."""
        if not self._playing:
            raise ResetNeeded("No game is being played: call reset() before step().")
        info = {}
        try:
            self.episode.apply(self.seat, int(action))
        except IllegalMove:
            if self.illegal == "raise":
                raise
            ended, reward, info = self.illegal == "end", self.penalty, {"illegal_action": int(action)}
        else:
            self._let_bots_play()
            ended = self.episode.over
            reward = self.episode.rewards()[self.seat] if ended else 0.0
        self._playing = not ended
        if self.render_mode == "human":
            self.render()
        return self.episode.observation(self.seat), reward, ended, False, {**self._info(), **info}

    def _let_bots_play(self) -> None:
        game, episode = self.episode.game, self.episode
        while not episode.over and self.seat not in episode.acting():
            other = episode.acting()[0]
            legal, view = episode.legal(other), game.eyes.view(episode.state, other)
            episode.apply(other, self._bots[other].choose(game, view, other, legal, self._bot_rng, self.seconds))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(self.seat)}

    def action_masks(self) -> Any:
        """The mask, under the name that sb3-contrib expects."""
        return self.episode.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """The table as the seat sees it: text for `ansi`, a picture for `rgb_array`; `human` prints it after every step."""
        return self.episode.render(self.seat)


def id_of(game: AnyGame) -> str:
    """What Gymnasium calls the game: `zashiki/GameName-v0`."""
    return f"zashiki/{''.join(word.capitalize() for word in game.id.split('-'))}-v0"


def _register() -> None:
    """Every game under its id, with the fewest seats and the same opponents for one environment and for a vector of them."""
    for game in GAMES.values():
        if id_of(game) not in gymnasium.registry:  # the module may be loaded twice
            gymnasium.register(
                id_of(game),
                entry_point="zashiki.rl.gymnasium:SeatEnv",
                vector_entry_point="zashiki.rl.vector:seat_vector",
                kwargs={"game": game.id, "players": game.seats[0], "seat": 0, "opponents": "random"},
            )


_register()
