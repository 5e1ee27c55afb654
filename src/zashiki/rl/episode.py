"""One game for the single-game environments: draws chance and provides masks, observations and rewards."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from zashiki.core.actions import Action
from zashiki.core.errors import BadOption, IllegalMove
from zashiki.core.game import AnyGame, seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import with_names
from zashiki.rl.desk import desk_for

RENDER_MODES = ("ansi", "human", "rgb_array")


def shares_of(winners: int, players: int) -> list[float]:
    """One win, split among the winners."""
    return [1 / winners.bit_count() if winners >> seat & 1 else 0.0 for seat in range(players)]


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
        self._desk = desk_for(game, players, self.options)
        self.begin(0)

    def begin(self, seed: int) -> None:
        """A new game; the same seed gives the same chance."""
        self._look(self._desk.begin(seed))

    def _look(self, to_act: int) -> None:
        """Take note of a change, and forget what was found before."""
        self._to_act = to_act
        self._state: Any = None
        self._legal: dict[Seat, list[Action]] = {}

    @property
    def state(self) -> Any:
        """The position. It may be replaced, but only a copy of it may be changed."""
        if self._state is None:
            self._state = self._desk.state_of(self._desk.position)
        return self._state

    @state.setter
    def state(self, state: Any) -> None:
        self._desk.position = self._desk.position_of(state)
        self._look(self._desk.go_on())

    @property
    def position(self) -> Any:
        """The same, to come back to."""
        return self._desk.position

    @position.setter
    def position(self, position: Any) -> None:
        self._desk.position = position
        self._look(self._desk.go_on())

    @property
    def over(self) -> bool:
        return self._to_act == 0

    def acting(self) -> list[Seat]:
        """The seats to act, ascending."""
        return seats_in(self._to_act)

    def legal(self, seat: Seat) -> list[Action]:
        """The legal actions of a seat, listed once in every position; empty if it has nothing to decide."""
        if seat not in self._legal:
            self._legal[seat] = self._desk.legal(seat)
        return self._legal[seat]

    def apply(self, seat: Seat, action: Action) -> None:
        """Play a legal action and the chance that follows; IllegalMove if it is not legal."""
        if action not in self.legal(seat):
            raise IllegalMove(f"Action {action} is not legal for seat {seat} now; the mask says which are.", "")
        self._look(self._desk.play(seat, int(action)))

    def mask(self, seat: Seat) -> Any:
        """1 for every legal action of the seat, as int8; all 0 if it has nothing to decide."""
        return self._desk.mask(seat)

    def observation(self, seat: Seat) -> Any:
        """What the seat knows, scaled to -1 .. 1, as float32."""
        return self._desk.observation(seat)

    def rewards(self) -> list[float]:
        """One win, split among the winners; 0 before the end."""
        return shares_of(self._desk.winners(), self.players)

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
