"""One game of plain rules as the environments for single games need it: chance drawn, seats numbered, numbers ready."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zashiki.core.chance import seeded
from zashiki.core.errors import IllegalMove
from zashiki.core.game import CHANCE, OVER, Action, AnyGame, Seat, seats_in
from zashiki.rl.batch import observation_scales


class Episode:
    """A game being played without a record: faster than a Table, checked like one."""

    def __init__(self, game: AnyGame, players: int, options: Mapping[str, str] | None = None) -> None:
        self.game, self.players = game, players
        self.options = dict(options or {})
        game.encode_options(players, self.options)  # refuses a wrong seat count or option at once
        self._scales = observation_scales(game)
        self.begin(0)

    def begin(self, seed: int) -> None:
        """A new game; the same seed gives the same chance."""
        self.rng = seeded(seed)
        self.state = self.game.new(self.players, self.options)
        self._advance()

    def _advance(self) -> None:
        while self.game.status(self.state) == CHANCE:
            self.game.draw(self.state, self.rng)
            self.game.reveal(self.state)

    @property
    def over(self) -> bool:
        return self.game.status(self.state) == OVER

    def acting(self) -> list[Seat]:
        """The seats to act, ascending."""
        return self.game.acting(self.state)

    def apply(self, seat: Seat, action: Action) -> None:
        """A legal action and the chance behind it; IllegalMove where it is not legal."""
        if action not in self.game.legal_actions(self.state, seat):
            raise IllegalMove(f"Action {action} is not legal for seat {seat} now; the mask says which are.", "")
        self.game.apply(self.state, seat, int(action))
        self._advance()

    def mask(self, seat: Seat) -> Any:
        """1 for every legal action of the seat, as int8; all 0 while it has nothing to decide."""
        import numpy as np

        mask = np.zeros(self.game.action_count, dtype=np.int8)
        mask[self.game.legal_actions(self.state, seat)] = 1
        return mask

    def observation(self, seat: Seat) -> Any:
        """What the seat knows, scaled to -1 .. 1, as float32."""
        import numpy as np

        numbers = [0] * self.game.observation_size
        self.game.observe(self.state, seat, numbers)
        return np.array(numbers, dtype=np.float32) * self._scales

    def rewards(self) -> list[float]:
        """One win, shared by the winners; nothing before the end."""
        winners = seats_in(self.game.winners(self.state))
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    def text(self, viewer: int) -> str:
        """The table as that viewer sees it, as plain text."""
        from rich.text import Text

        return Text.from_markup(self.game.draw_text(self.game.view(self.state, viewer))).plain
