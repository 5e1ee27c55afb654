"""The games registered with OpenSpiel: `pyspiel.load_game("zashiki_NAME(players=4)")` after importing this module.

Options of a game are one more parameter, `options=purveyor:true;start:1` (`options_text` writes it). Seats that decide at
once are asked one by one, lowest first; their answers are sealed. Returns are one win, shared by the winners. An
information state is everything the seat has heard and done, line by line, with its view wherever something hidden was shown
(perfect recall); an observation is what its view shows now, its tensor the numbers of docs/observations.

A chance node has CHANCE_OUTCOMES equally likely outcomes, each the seed of one draw: a hand of ten cards has too many
outcomes to list. So every history is finite, explicit and can be replayed and stored, and every draw is one of that many.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from zashiki.core.chance import seeded
from zashiki.core.errors import BadOption, MissingExtra
from zashiki.core.game import CHANCE, OPEN, OVER, AnyGame, Seat
from zashiki.games import GAMES
from zashiki.rl.batch import observation_scales
from zashiki.rl.episode import observed, win_shares

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise MissingExtra("These games need OpenSpiel: pip install 'zashiki[openspiel]'.") from error

CHANCE_OUTCOMES = 4096
_OUTCOMES = [(outcome, 1 / CHANCE_OUTCOMES) for outcome in range(CHANCE_OUTCOMES)]


NO_OPTIONS = "default"


def options_text(given: Mapping[str, str]) -> str:
    """Options as one parameter of OpenSpiel, which keeps commas and equal signs for itself."""
    return ";".join(f"{name}:{value.replace(',', '+')}" for name, value in given.items()) or NO_OPTIONS


def read_options(text: str) -> dict[str, str]:
    """The options of such a parameter; BadOption where it is none."""
    if text == NO_OPTIONS:
        return {}
    pairs = [part.partition(":") for part in text.split(";")]
    if not all(name and colon for name, colon, _ in pairs):
        raise BadOption(f"Options are written name:value;name:value, not '{text}'.")
    return {name: value.replace("+", ",") for name, _, value in pairs}


def name_of(game: AnyGame) -> str:
    """What OpenSpiel calls the game."""
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


class _Copied:
    """Keeps a record where OpenSpiel's `clone`, which copies everything piece by piece, takes the short way."""

    def __init__(self, record: Any) -> None:
        self.record = record

    def __deepcopy__(self, memo: object) -> _Copied:
        return _Copied(self.record.copy())


class _Shown:
    """A position in which something hidden was shown: every seat remembers its view. It never changes, so clones share it."""

    def __init__(self, record: Any) -> None:
        self.record = record.copy()

    def __deepcopy__(self, memo: object) -> _Shown:
        return self


class SpielState(pyspiel.State):
    """A state of OpenSpiel: the record, and what every seat has heard and seen so far."""

    def __init__(self, owner: SpielGame) -> None:
        super().__init__(owner)
        self._copied = _Copied(owner.zashiki.new(owner.players, owner.given))
        self.heard: tuple[tuple[str | _Shown, ...], ...] = ((),) * owner.players
        self.events = 0

    @property
    def record(self) -> Any:
        """The state of the game itself."""
        return self._copied.record

    @record.setter
    def record(self, record: Any) -> None:
        self._copied.record = record

    @property
    def zashiki(self) -> AnyGame:
        game: AnyGame = self.get_game().zashiki
        return game

    def current_player(self) -> Any:
        status = self.zashiki.status(self.record)
        if status == OVER:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if status == CHANCE else self.zashiki.acting(self.record)[0]

    def is_terminal(self) -> bool:
        return self.zashiki.status(self.record) == OVER

    def _legal_actions(self, player: Seat) -> list[int]:
        return sorted(self.zashiki.legal_actions(self.record, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _OUTCOMES

    def _apply_action(self, action: int) -> None:
        game, s = self.zashiki, self.record
        seats = range(len(self.heard))
        shown: tuple[_Shown, ...] = ()
        if game.status(s) == CHANCE:
            game.draw(s, seeded(action, self.events))
            who, told = "*", [game.heard_chance(s, viewer) for viewer in seats]
            game.reveal(s)
        else:
            seat = game.acting(s)[0]
            who, told = str(seat), [game.heard(s, seat, action, viewer) for viewer in seats]
            reveals = game.reveals(s, seat, action)
            game.apply(s, seat, action)
            shown = (_Shown(s),) if reveals else ()
        # What is held back from a seat leaves no line: an empty one would count the steps others take in private.
        heard = [(f"{who}: {text}",) if text else () for text in told]
        self.heard = tuple((*log, *line, *shown) for log, line in zip(self.heard, heard, strict=True))
        self.events += 1

    def log(self, seat: Seat) -> list[str]:
        """What the seat has heard, and its views of what was shown; views are drawn only here, because few ask for them."""
        view = self.zashiki.view
        return [entry if isinstance(entry, str) else str(view(entry.record, seat)) for entry in self.heard[seat]]

    def _action_to_string(self, player: Any, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"*: seed {action}"
        return f"{player}: {self.zashiki.write(self.record, player, action)}"

    def resample_from_infostate(self, player_id: Seat, probability_sampler: Callable[[], float]) -> SpielState:
        """Another state the player could be in, as IS-MCTS asks for; the logs of the others are empty, because nobody knows them.

        Tell nodes apart by observation strings there (`use_observation_string=True`): they follow from the new state alone.
        """
        other: SpielState = self.clone()
        self.zashiki.resample(other.record, player_id, seeded(int(probability_sampler() * 2**53)))
        other.heard = tuple(log if seat == player_id else () for seat, log in enumerate(other.heard))
        return other

    def returns(self) -> list[float]:
        return win_shares(self.zashiki, self.record)

    def __str__(self) -> str:
        return str(self.zashiki.summary(self.record))


class SpielGame(pyspiel.Game):
    """One of the games with its seat count and options; made by OpenSpiel from a registered name."""

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
            max_game_length=game.max_events,
        )
        super().__init__(_game_type(game), facts, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.zashiki, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Observer:
    """What a seat knows: the log it has heard with perfect recall, else the view as text; the tensor in both cases."""

    def __init__(self, game: AnyGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observers of {game.name} take no parameters; given: {params}.")
        self._game, self._recall = game, kind.perfect_recall
        self._open = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self._scales = observation_scales(game)
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict, at = {}, 0
        for part in game.observation:
            self.dict[part.name] = self.tensor[at : at + part.size]
            at += part.size

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Fill the tensor with what the player knows."""
        self.tensor[:] = observed(self._game, state.record, player, self._scales)

    def string_from(self, state: SpielState, player: Seat) -> str:
        """What the player knows, as text."""
        if self._recall:
            return "\n".join(state.log(player))
        return str(self._game.view(state.record, OPEN if self._open else player))


def _register(game: AnyGame) -> None:
    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params)

    pyspiel.register_game(_game_type(game), Registered)


for _game in GAMES.values():
    _register(_game)
