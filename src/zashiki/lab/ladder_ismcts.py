"""OpenSpiel's IS-MCTS as a player of a ladder, with everything around its tree compiled.

The search is `open_spiel.python.algorithms.ismcts.ISMCTSBot`, which asks game states and an evaluator. `rl/openspiel.py` has
states for all of OpenSpiel; the ones here do only what this search asks, in machine code, so that it gets as far as it can in
its time: chance follows a move at once, worlds are imagined as the other bots imagine theirs, a position is known by its
observation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from zashiki.bots.kernels import BASE, PLACES, WHOLE_WIN, WORLD, imagine
from zashiki.bots.watch import Watch
from zashiki.core.actions import Action
from zashiki.core.chance import RNG_WORDS, next_word
from zashiki.core.errors import BadOption, MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.native import native
from zashiki.core.rooms import Seat
from zashiki.lab import kernels
from zashiki.lab.catalogue import WORDS

try:
    from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
except ImportError as error:
    raise MissingExtra(WORDS("needs_openspiel")) from error

FINAL = {
    "visits": ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    "value": ISMCTSFinalPolicyType.MAX_VALUE,
    "drawn": ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT,
}
ENDINGS = {"random": kernels.RANDOM, "greedy": kernels.GREEDY}
USUAL = {"c": "0.7", "final": "visits", "endings": "greedy"}


class Desk:
    """Room for one position, and what is done with it."""

    def __init__(self, game: AnyGame) -> None:
        self.game, gear = game, native(game)
        self.states, self.words = gear.states(PLACES), gear.array(RNG_WORDS, "int64")
        self.out, self.turn = gear.buffer(), gear.array(2, "int64")
        self.seen, self.shares = gear.array(game.observation_size, "int32"), gear.array(game.max_seats, "int64")
        rooms = self.states, self.words, self.out
        self.step = gear.compile(kernels.step_in_place).over(*rooms, self.turn, ...)
        self.imagine = gear.compile(imagine).over(self.states, ..., self.words)
        self.observe = gear.compile(kernels.observe_in_place).over(self.states, ..., self.seen)
        self.play_out = gear.compile(kernels.play_out_in_place).over(*rooms, gear.buffer("int64"), self.shares, ...)

    def shares_of(self, record: Any, endings: int) -> list[float]:
        """Everybody's share of the win, after an ending if the game is not over."""
        self.states[WORLD], self.shares[:] = record, 0
        self.play_out(endings)
        return [share / WHOLE_WIN for share in self.shares[: int(record["players"])].tolist()]


class Position:
    """A game state as far as the search asks about it."""

    __slots__ = ("_desk", "_key", "_options", "_record", "_seat")

    def __init__(self, desk: Desk, record: Any, seat: Seat, options: list[Action]) -> None:
        self._desk, self._record, self._seat, self._options, self._key = desk, record, seat, options, b""

    def is_terminal(self) -> bool:
        return not self._options

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> Seat:
        return self._seat

    def legal_actions(self) -> list[Action]:
        return self._options

    def observation_string(self) -> bytes:
        """Not text, but what text would say."""
        if not self._key:
            self._desk.states[BASE] = self._record
            self._desk.observe(self._seat)
            self._key = self._desk.seen.tobytes()
        return self._key

    def apply_action(self, action: Action) -> None:
        """Play, and all chance behind it."""
        desk = self._desk
        desk.states[BASE] = self._record
        desk.turn[0] = self._seat
        n = desk.step(action)
        self._record, self._seat, self._options = desk.states[BASE].copy(), int(desk.turn[0]), desk.out[:n].tolist()
        self._key = b""

    def resampled(self) -> Position:
        """A position that the seat to act cannot tell from this one."""
        self._desk.states[BASE] = self._record
        self._desk.imagine(self._seat)
        return Position(self._desk, self._desk.states[WORLD].copy(), self._seat, self._options)

    def returns(self) -> list[float]:
        return self._desk.shares_of(self._record, kernels.RANDOM)

    def evaluate(self, endings: int) -> list[float]:
        return self._desk.shares_of(self._record, endings)


class Endings:
    """The evaluator that the search calls: one game played to its end, all options equally promising."""

    def __init__(self, endings: int) -> None:
        self._endings = endings

    def evaluate(self, state: Position) -> list[float]:
        return state.evaluate(self._endings)

    def prior(self, state: Position) -> list[tuple[Action, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class TimedBot(ISMCTSBot):
    """The bot, with a watch instead of a number of simulations."""

    def search(self, state: Position, watch: Watch) -> Action:
        self.reset()
        self._root_node = self.create_new_node(state)
        for _ in range(max(watch.most, 2)):  # the first opens the root and tries nothing
            if self._root_node.child_info and not watch.has_time():
                break
            self.run_simulation(state.resampled())
        actions, chances = zip(*self.get_final_policy(state, self._root_node), strict=True)
        return int(self._random_state.choice(actions, p=chances))


class Ismcts:
    """A player of a ladder."""

    def __init__(self, game: AnyGame, settings: Mapping[str, str], watch: Callable[[], Watch]) -> None:
        chosen = {**USUAL, **settings}
        if chosen.keys() != USUAL.keys() or chosen["final"] not in FINAL or chosen["endings"] not in ENDINGS:
            raise BadOption(WORDS("ladder_ismcts", known=", ".join(f"{key}={value}" for key, value in USUAL.items())))
        self._desk, self._watch = Desk(game), watch
        self._evaluator, self._c, self._final = Endings(ENDINGS[chosen["endings"]]), float(chosen["c"]), FINAL[chosen["final"]]

    def answer(self, s: Any, seat: Seat, options: list[Action], rng: list[int]) -> Action:
        watch = self._watch()
        self._desk.words[:] = [next_word(rng), next_word(rng) | 1]
        bot = TimedBot(
            None, self._evaluator, self._c, 0, random_state=np.random.RandomState(next_word(rng)), final_policy_type=self._final,
            use_observation_string=True,
        )  # fmt: skip
        return bot.search(Position(self._desk, s.copy(), seat, options), watch)
