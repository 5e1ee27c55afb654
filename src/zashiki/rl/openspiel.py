"""The games registered with OpenSpiel: `pyspiel.load_game("zashiki_NAME(players=4)")` after importing this module.

The options of a game are one more parameter, `options=purveyor:true;start:1` (written by `options_text`). Seats that decide
at the same time are asked one by one, lowest first; their answers are sealed. The return is one win, split among the winners.
An information state is everything the seat has heard and done, line by line, plus its view wherever something hidden was shown
(perfect recall); an observation is what its view shows now, and its tensor is the numbers of docs/observations.

A chance node has CHANCE_OUTCOMES equally likely outcomes, each of which seeds one draw: a hand of ten cards has too many
outcomes to list. So every history is finite and explicit, can be replayed and stored, and each draw is one of that many.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, cast

from zashiki.core.chance import seeded
from zashiki.core.errors import BadOption, MissingExtra
from zashiki.core.game import DECISION, OPEN, OVER, AnyGame
from zashiki.core.rooms import Seat
from zashiki.games import GAMES, find_game
from zashiki.rl.episode import observer, win_shares

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise MissingExtra("These games need OpenSpiel: pip install 'zashiki[openspiel]'.") from error

CHANCE_OUTCOMES = 4096
_OUTCOMES = [(outcome, 1 / CHANCE_OUTCOMES) for outcome in range(CHANCE_OUTCOMES)]


NO_OPTIONS = "default"


def options_text(given: Mapping[str, str]) -> str:
    """Options as one OpenSpiel parameter; OpenSpiel reserves commas and equals signs."""
    return ";".join(f"{name}:{value.replace(',', '+')}" for name, value in given.items()) or NO_OPTIONS


def read_options(text: str) -> dict[str, str]:
    """The options in such a parameter; BadOption if it is malformed."""
    if text == NO_OPTIONS:
        return {}
    pairs = [part.partition(":") for part in text.split(";")]
    if not all(name and colon for name, colon, _ in pairs):
        raise BadOption(f"Options are written name:value;name:value, not '{text}'.")
    return {name: value.replace("+", ",") for name, _, value in pairs}


def name_of(game: AnyGame) -> str:
    """The game's name in OpenSpiel."""
    return f"zashiki_{game.id.replace('-', '_')}"


def _game_type(game: AnyGame) -> Any:
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(game.seats), "options": NO_OPTIONS},
    )


class _Heard:
    """One more thing a seat has heard, or seen where something hidden was shown. It never changes, so clones share it."""

    __slots__ = ("before", "entry")

    def __init__(self, before: _Heard | None, entry: str | Any) -> None:
        self.before, self.entry = before, entry

    def all(self) -> list[Any]:
        """Everything from the beginning."""
        found, heard = [], cast("_Heard | None", self)
        while heard is not None:
            found.append(heard.entry)
            heard = heard.before
        return found[::-1]

    def __deepcopy__(self, memo: object) -> _Heard:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce, (_Heard, self.all(), None)  # as a list: Python would not follow a chain this long


class _Position:
    """The record, and what OpenSpiel asks about it several times at every step, found once: who is next, and their options.

    OpenSpiel's `clone` is a deep copy, and this makes it use the record's own fast copy.
    """

    def __init__(self, game: AnyGame, record: Any) -> None:
        self.game, self.record = game, record
        self.look()

    def look(self) -> None:
        """Take note of a change."""
        status = self.game.rules.status(self.record)
        self.options: list[int] | None = None
        if status == DECISION:
            self.player = self.game.acting(self.record)[0]
        else:
            self.player = pyspiel.PlayerId.TERMINAL if status == OVER else pyspiel.PlayerId.CHANCE

    def options_of(self, player: Seat) -> list[int]:
        """The legal actions of a player in ascending order, as OpenSpiel wants them."""
        if player != self.player:
            return sorted(self.game.legal_actions(self.record, player))
        if self.options is None:
            self.options = sorted(self.game.legal_actions(self.record, player))
        return self.options

    def __reduce__(self) -> tuple[Any, ...]:
        return _position_of, (self.game.id, self.record)

    def __deepcopy__(self, memo: object) -> _Position:
        other = object.__new__(_Position)
        other.game, other.record, other.player, other.options = self.game, self.record.copy(), self.player, self.options
        return other


def _position_of(game: str, record: Any) -> _Position:
    return _Position(find_game(game), record)


class SpielState(pyspiel.State):
    """An OpenSpiel state: the record, and what every seat has heard and seen so far."""

    def __init__(self, owner: SpielGame) -> None:
        super().__init__(owner)
        self._position = _Position(owner.zashiki, owner.zashiki.new(owner.players, owner.given))
        self._heard: tuple[_Heard | None, ...] = (None,) * owner.players
        self.events = 0

    @property
    def record(self) -> Any:
        """The state of the game itself."""
        return self._position.record

    @record.setter
    def record(self, record: Any) -> None:
        self._position = _Position(self.zashiki, record)

    @property
    def zashiki(self) -> AnyGame:
        return self._position.game

    def current_player(self) -> Any:
        return self._position.player

    def is_terminal(self) -> bool:
        return self._position.player is pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: Seat) -> list[int]:
        return self._position.options_of(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _OUTCOMES

    def _apply_action(self, action: int) -> None:
        position = self._position
        game, s, seat = position.game, position.record, position.player
        seats, shown = range(len(self._heard)), None
        if seat is pyspiel.PlayerId.CHANCE:
            game.rules.draw(s, seeded(action, self.events))
            who, told = "*", [game.words.heard_chance(s, viewer) for viewer in seats]
            game.rules.reveal(s)
        else:
            who, told = str(seat), [game.words.heard(s, seat, action, viewer) for viewer in seats]
            reveals = game.eyes.reveals(s, seat, action)
            game.rules.apply(s, seat, action)
            shown = s.copy() if reveals else None
        # What is hidden from a seat leaves no line: an empty one would let it count the steps others take in private.
        heard = [_Heard(log, f"{who}: {text}") if text else log for log, text in zip(self._heard, told, strict=True)]
        self._heard = tuple(heard if shown is None else [_Heard(log, shown) for log in heard])
        self.events += 1
        position.look()

    def log(self, seat: Seat) -> list[str]:
        """What the seat has heard, and its views of what was shown; views are computed only here, because few callers ask."""
        heard, view = self._heard[seat], self.zashiki.eyes.view
        entries = heard.all() if heard else []
        return [entry if isinstance(entry, str) else str(view(entry, seat)) for entry in entries]

    def _action_to_string(self, player: Any, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"*: seed {action}"
        return f"{player}: {self.zashiki.actions.write(action)}"

    def resample_from_infostate(self, player_id: Seat, probability_sampler: Callable[[], float]) -> SpielState:
        """Another state the player could be in, for IS-MCTS; the other logs are empty, because the player does not know them.

        Have it distinguish nodes by observation strings (`use_observation_string=True`): they depend on the new state alone.
        """
        other: SpielState = self.clone()
        self.zashiki.eyes.resample(other.record, player_id, seeded(int(probability_sampler() * 2**53)))
        other._position.look()
        other._heard = tuple(log if seat == player_id else None for seat, log in enumerate(other._heard))
        return other

    def returns(self) -> list[float]:
        return win_shares(self.zashiki, self.record)

    def __str__(self) -> str:
        return str(self.zashiki.eyes.summary(self.record))


class SpielGame(pyspiel.Game):
    """One of the games with its seat count and options; created by OpenSpiel from a registered name."""

    def __init__(self, game: AnyGame, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.zashiki = game
        self.players = int(given.get("players", min(game.seats)))
        self.given = read_options(str(given.get("options", NO_OPTIONS)))
        game.encode_options(self.players, self.given)  # refuses a wrong seat count or option at once
        facts = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=CHANCE_OUTCOMES,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=game.about.max_events,
        )
        super().__init__(_game_type(game), facts, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.zashiki, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Observer:
    """What a seat knows: with perfect recall the log it has heard, otherwise the view as text; the tensor in both cases."""

    def __init__(self, game: AnyGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observers of {game.name} take no parameters; given: {params}.")
        self._game, self._recall = game, kind.perfect_recall
        self._open = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self._observe = observer(game)
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict, at = {}, 0
        for part in game.eyes.OBSERVATION:
            self.dict[part.name] = self.tensor[at : at + part.size]
            at += part.size

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Fill the tensor with what the player knows."""
        self.tensor[:] = self._observe(state.record, player)

    def string_from(self, state: SpielState, player: Seat) -> str:
        """What the player knows, as text."""
        if self._recall:
            return "\n".join(state.log(player))
        return str(self._game.eyes.view(state.record, OPEN if self._open else player))


def _register(game: AnyGame) -> None:
    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params)

    pyspiel.register_game(_game_type(game), Registered)


for _game in GAMES.values():
    _register(_game)
