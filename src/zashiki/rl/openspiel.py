"""The games registered with OpenSpiel: `pyspiel.load_game("zashiki_NAME(players=4)")` after importing this module.

The options of a game are one more parameter, `options=purveyor:true;start:1` (written by `options_text`). Seats that decide
at the same time are asked one by one, lowest first; their answers are sealed. The return is one win, split among the winners.
An information state is everything the seat has heard and done, line by line, plus its view wherever something hidden was shown
(perfect recall); an observation is what its view shows now, and its tensor is the numbers of docs/observations.

A chance node has CHANCE_OUTCOMES equally likely outcomes, each of which seeds one draw: a hand of ten cards has too many
outcomes to list. So every history is finite and explicit, can be replayed and stored, and each draw is one of that many.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

from zashiki.core.chance import seeded
from zashiki.core.errors import BadOption, MissingExtra
from zashiki.core.game import OPEN, AnyGame
from zashiki.core.rooms import Seat
from zashiki.games import GAMES, find_game
from zashiki.rl.desk import desk_for
from zashiki.rl.episode import shares_of
from zashiki.rl.kernels import CHANCE_NEXT

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise MissingExtra("These games need OpenSpiel: pip install 'zashiki[openspiel]'.") from error

CHANCE_OUTCOMES = 4096
_OUTCOMES = [(outcome, 1 / CHANCE_OUTCOMES) for outcome in range(CHANCE_OUTCOMES)]
_NOBODY = {CHANCE_NEXT: pyspiel.PlayerId.CHANCE, 0: pyspiel.PlayerId.TERMINAL}

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


class _Setting(threading.local):
    """A game with its seats and options, and the desk at which all its states are played on: each thread has one of its own."""

    def __init__(self, game: AnyGame, players: int, options: str) -> None:
        self.game, self.players, self._options = game, players, options
        self.desk = desk_for(game, players, read_options(options))

    def __deepcopy__(self, memo: object) -> _Setting:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _setting, (self.game.id, self.players, self._options)


@cache
def _setting(game: str, players: int, options: str) -> _Setting:
    return _Setting(find_game(game), players, options)


class _Moment:
    """A position, and how the game got there. It never changes, so clones share it; what it is asked for is found once.

    `since` has for each seat the number of events that it knows nothing of.
    """

    __slots__ = ("action", "before", "events", "options", "player", "position", "setting", "since", "told")

    def __init__(
        self, setting: _Setting, position: Any, awaited: int, before: _Moment | None, action: int, since: tuple[int, ...]
    ) -> None:
        self.setting, self.position, self.before, self.action, self.since = setting, position, before, action, since
        self.player = (awaited & -awaited).bit_length() - 1 if awaited > 0 else _NOBODY[awaited]
        self.events: int = 0 if before is None else before.events + 1
        self.options: list[int] | None = None
        self.told: dict[Seat, list[str]] = {}

    def following(self, action: int) -> _Moment:
        """The moment after an action or an outcome of chance."""
        desk, player = self.setting.desk, self.player
        desk.position = self.position
        awaited = desk.happen(action, self.events) if player is pyspiel.PlayerId.CHANCE else desk.move(player, action)
        return _Moment(self.setting, desk.position, awaited, self, action, self.since)

    def replaced(self, position: Any, since: tuple[int, ...]) -> _Moment:
        """This moment with another position."""
        desk = self.setting.desk
        desk.position = position
        return _Moment(self.setting, position, desk.awaited(), self.before, self.action, since)

    def state(self) -> Any:
        """The position as a state that may be changed."""
        return self.setting.desk.state_of(self.position)

    def options_of(self, player: Seat) -> list[int]:
        """The legal actions of a player in ascending order, as OpenSpiel wants them."""
        if player != self.player:
            return self._listed(player)
        if self.options is None:
            self.options = self._listed(player)
        return self.options

    def _listed(self, player: Seat) -> list[int]:
        desk = self.setting.desk
        desk.position = self.position
        return sorted(desk.legal(player))

    def log(self, seat: Seat) -> list[str]:
        """What the seat has heard and been shown up to this moment."""
        lines, moment = [], self
        while moment.before is not None and moment.events > self.since[seat]:
            lines.append(moment.told_to(seat))
            moment = moment.before
        return [line for each in reversed(lines) for line in each]

    def told_to(self, seat: Seat) -> list[str]:
        """What the seat was told about the event that led here, and its view where something hidden was shown."""
        if self.before is not None and seat not in self.told:
            self.told[seat] = self.before.telling(self.action, seat)
        return self.told[seat]

    def telling(self, action: int, viewer: Seat) -> list[str]:
        """What is hidden from a seat leaves no line: an empty one would let it count the steps others take in private."""
        game, s, shown, who = self.setting.game, self.state(), list[str](), str(self.player)
        if self.player is pyspiel.PlayerId.CHANCE:
            game.rules.draw(s, seeded(action, self.events))
            who, text = "*", game.words.heard_chance(s, viewer)
        else:
            text = game.words.heard(s, self.player, action, viewer)
            if game.eyes.reveals(s, self.player, action):
                game.rules.apply(s, self.player, action)
                shown = [str(game.eyes.view(s, viewer))]
        return [f"{who}: {text}", *shown] if text else shown

    def __deepcopy__(self, memo: object) -> _Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        moments = [self]
        while (before := moments[-1].before) is not None:
            moments.append(before)
        # As a list: Python would not follow a chain this long.
        return _moments, (self.setting, [(each.position, each.action, each.since) for each in reversed(moments)])


def _moments(setting: _Setting, given: list[tuple[Any, int, tuple[int, ...]]]) -> _Moment:
    moment, desk = None, setting.desk
    for position, action, since in given:
        desk.position = position
        moment = _Moment(setting, position, desk.awaited(), moment, action, since)
    return cast(_Moment, moment)


class SpielState(pyspiel.State):
    """An OpenSpiel state: a moment of a game. OpenSpiel's `clone` is a deep copy, and this makes it a quick one."""

    def __init__(self, owner: SpielGame) -> None:
        super().__init__(owner)
        setting = owner.setting
        position = setting.desk.position_of(owner.zashiki.new(owner.players, owner.given))
        self._moment = _moments(setting, [(position, 0, (0,) * owner.players)])

    @property
    def record(self) -> Any:
        """A copy of the state of the game itself; a changed one may be put in its place."""
        return self._moment.state()

    @record.setter
    def record(self, record: Any) -> None:
        self._moment = self._moment.replaced(self._moment.setting.desk.position_of(record), self._moment.since)

    @property
    def events(self) -> int:
        """How many actions and outcomes of chance there have been."""
        return self._moment.events

    @property
    def zashiki(self) -> AnyGame:
        return self._moment.setting.game

    def current_player(self) -> Any:
        return self._moment.player

    def is_terminal(self) -> bool:
        return self._moment.player is pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: Seat) -> list[int]:
        return self._moment.options_of(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _OUTCOMES

    def _apply_action(self, action: int) -> None:
        self._moment = self._moment.following(action)

    def log(self, seat: Seat) -> list[str]:
        """What the seat has heard, and its views of what was shown; worked out only here, because few callers ask."""
        return self._moment.log(seat)

    def _action_to_string(self, player: Any, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"*: seed {action}"
        return f"{player}: {self.zashiki.actions.write(action)}"

    def resample_from_infostate(self, player_id: Seat, probability_sampler: Callable[[], float]) -> SpielState:
        """Another state the player could be in, for IS-MCTS; the other logs are empty, because the player does not know them.

        Have it distinguish nodes by observation strings (`use_observation_string=True`): they depend on the new state alone.
        """
        moment, other = self._moment, cast(SpielState, self.clone())
        desk = moment.setting.desk
        desk.position = moment.position
        desk.imagine(player_id, int(probability_sampler() * 2**53))
        other._moment = moment.replaced(
            desk.position, tuple(known if seat == player_id else moment.events for seat, known in enumerate(moment.since))
        )
        return other

    def returns(self) -> list[float]:
        desk = self._moment.setting.desk
        desk.position = self._moment.position
        return shares_of(desk.winners(), len(self._moment.since))

    def __str__(self) -> str:
        return str(self.zashiki.eyes.summary(self.record))


class SpielGame(pyspiel.Game):
    """One of the games with its seat count and options; created by OpenSpiel from a registered name."""

    def __init__(self, game: AnyGame, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.zashiki = game
        self.players = int(given.get("players", min(game.seats)))
        options = str(given.get("options", NO_OPTIONS))
        self.given = read_options(options)
        game.encode_options(self.players, self.given)  # refuses a wrong seat count or option at once
        self._setting = game.id, self.players, options
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

    @property
    def setting(self) -> _Setting:
        """Made when the first state is."""
        return _setting(*self._setting)

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
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict, at = {}, 0
        for part in game.eyes.OBSERVATION:
            self.dict[part.name] = self.tensor[at : at + part.size]
            at += part.size

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Fill the tensor with what the player knows."""
        desk = state._moment.setting.desk
        desk.position = state._moment.position
        self.tensor[:] = desk.observation(player)

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
