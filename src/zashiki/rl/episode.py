"""One game with plain rules, for the single-game environments: draws chance and provides masks, observations and rewards."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from zashiki.core.actions import Action
from zashiki.core.chance import seeded
from zashiki.core.errors import BadOption, IllegalMove, MissingExtra
from zashiki.core.game import CHANCE, OVER, AnyGame, seats_in
from zashiki.core.native import native
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import with_names
from zashiki.rl import kernels
from zashiki.rl.batch import observation_scales

RENDER_MODES = ("ansi", "human", "rgb_array")


Observe = Callable[[Any, Seat], Any]  # (state, seat) -> what the seat knows, scaled to -1 .. 1, as float32


def observer(game: AnyGame) -> Observe:
    """A function that observes: compiled where Numba is installed, because an observation is most of the work of a step."""
    try:
        return native_observer(game)
    except MissingExtra:
        return plain_observer(game)


def plain_observer(game: AnyGame) -> Observe:
    """The rules as they are."""
    import numpy as np

    scales, numbers = observation_scales(game), [0] * game.observation_size

    def observe(s: Any, seat: Seat) -> Any:
        game.eyes.observe(s, seat, numbers)
        return np.array(numbers, dtype=np.float32) * scales

    return observe


def native_observer(game: AnyGame) -> Observe:
    """The compiled rules, on a copy of the state; MissingExtra without Numba."""
    gear = native(game)

    import numpy as np

    states, seats, seen = gear.states(1), gear.array(1, "int8"), gear.array((1, game.observation_size), "float32")
    look = gear.compile(kernels.observe_batch).bind(states, seats, observation_scales(game), seen, 0)
    room = states.view(np.uint8)[: game.state.layout.size]

    def observe(s: Any, seat: Seat) -> Any:
        room[:] = np.frombuffer(s.to_bytes(), dtype=np.uint8)
        seats[0] = seat
        look(1)
        return seen[0].copy()

    return observe


def win_shares(game: AnyGame, s: Any) -> list[float]:
    """One win, split among the winners; 0 before the end."""
    winners = seats_in(game.scoring.winners(s))
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(s.players)]


class Episode:
    """A game played without a record: faster than a Table, and checked like one."""

    def __init__(
        self, game: AnyGame, players: int, options: Mapping[str, str] | None = None, render_mode: str | None = None
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"render_mode must be one of {', '.join(RENDER_MODES)}, not '{render_mode}'.")
        self.game, self.players, self.render_mode = game, players, render_mode
        self.options = dict(options or {})
        game.encode_options(players, self.options)  # refuses a wrong seat count or option at once
        self._observe = observer(game)
        self.begin(0)

    def begin(self, seed: int) -> None:
        """A new game; the same seed gives the same chance."""
        self.rng = seeded(seed)
        self._state = self.game.new(self.players, self.options)
        self._advance()

    @property
    def state(self) -> Any:
        """The position. It may be replaced, but only a copy of it may be changed."""
        return self._state

    @state.setter
    def state(self, state: Any) -> None:
        self._state = state
        self._advance()

    def _advance(self) -> None:
        """Carry out all chance up to the next decision, and forget what was listed before."""
        while self.game.rules.status(self._state) == CHANCE:
            self.game.rules.draw(self._state, self.rng)
            self.game.rules.reveal(self._state)
        self._legal: dict[Seat, list[Action]] = {}

    @property
    def over(self) -> bool:
        return self.game.rules.status(self.state) == OVER

    def acting(self) -> list[Seat]:
        """The seats to act, ascending."""
        return self.game.acting(self.state)

    def legal(self, seat: Seat) -> list[Action]:
        """The legal actions of a seat, listed once in every position; empty if it has nothing to decide."""
        if seat not in self._legal:
            self._legal[seat] = self.game.legal_actions(self._state, seat)
        return self._legal[seat]

    def apply(self, seat: Seat, action: Action) -> None:
        """Play a legal action and the chance that follows; IllegalMove if it is not legal."""
        if action not in self.legal(seat):
            raise IllegalMove(f"Action {action} is not legal for seat {seat} now; the mask says which are.", "")
        self.game.rules.apply(self._state, seat, int(action))
        self._advance()

    def mask(self, seat: Seat) -> Any:
        """1 for every legal action of the seat, as int8; all 0 if it has nothing to decide."""
        import numpy as np

        mask = np.zeros(self.game.action_count, dtype=np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def observation(self, seat: Seat) -> Any:
        """What the seat knows, scaled to -1 .. 1, as float32."""
        return self._observe(self.state, seat)

    def rewards(self) -> list[float]:
        """One win, split among the winners; 0 before the end."""
        return win_shares(self.game, self.state)

    def render(self, viewer: Viewer) -> Any:
        """The table as that viewer sees it: text for `ansi`, an array for `rgb_array`; `human` prints it in colour."""
        names = [f"seat_{seat}" for seat in range(self.players)]
        markup = with_names(self.game.screen.draw_text(self.game.eyes.view(self.state, viewer)), names)
        if self.render_mode == "rgb_array":
            from zashiki.rl.picture import draw_picture

            return draw_picture(markup)
        if self.render_mode == "ansi":
            from rich.text import Text

            return Text.from_markup(markup).plain
        if self.render_mode == "human":
            from rich.console import Console

            Console(highlight=False, soft_wrap=True).print(markup)
        else:
            warnings.warn(f"Nothing is drawn without a render_mode; choose one of: {', '.join(RENDER_MODES)}.", stacklevel=3)
        return None
