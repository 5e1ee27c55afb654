"""Playing deals inside a gear, with all that is written down on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from zashiki.bots.kernels import PLACES
from zashiki.bots.network.file import usable_network
from zashiki.bots.players import CopyingStates
from zashiki.core.chance import RNG_WORDS, seeded
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.core.native import native
from zashiki.core.table import Table
from zashiki.lab import kernels
from zashiki.lab.catalogue import WORDS
from zashiki.lab.setup import Setup, Sitter

Array = np.ndarray[Any, Any]
REPEATS_APART = 1 << 20  # between the seeds of two ways to play the same deal


@dataclass(frozen=True)
class Look:
    """How far to look ahead: so many looks in each game, playouts of the truth, worlds and options tried at each look."""

    looks: int = 16
    playouts: int = 48
    worlds: int = 64  # half of them judge what the other half picks
    options: int = 6

    def __post_init__(self) -> None:
        if self.worlds % 2:
            raise BadOption(WORDS("odd_worlds", worlds=self.worlds))

    @property
    def playouts_in_all(self) -> int:
        """Games played to the end at each look: two of the truth, before and after, and all options."""
        return 2 * self.playouts + self.worlds * self.options

    def numbers(self, games: int, usual_length: int) -> list[int]:
        """What the kernels take as `look`."""
        return [games, max(2, usual_length // self.looks), self.playouts, self.worlds, self.options]


@dataclass(frozen=True)
class Lot:
    """Deals to be played by one process in one go."""

    setup: Setup
    sitters: tuple[Sitter, ...]
    first: int
    last: int
    turning: bool = False  # whether the sitters move one seat on with every deal
    repeats: int = 1  # how often every deal is played, with other luck and other whims
    frozen: int = kernels.THE_DEAL  # the chance that repeats share
    look: Look | None = None
    usual_length: int = 0  # decisions of a usual game, where there is a look
    gear: str = "native"

    @property
    def games(self) -> int:
        return (self.last - self.first) * self.repeats


@dataclass
class Played:
    """What was written down. The rows of decisions are the columns of `kernels`; games are in the order of their deals."""

    lot: Lot
    repeat: int
    rows: Array
    results: Array
    points: Array
    offers: Array  # by deal and place in the line-up, and by action
    finals: Any
    values: Array
    looks: Array
    players: int = field(init=False)

    def __post_init__(self) -> None:
        self.players = self.lot.setup.players


def play_lot(lot: Lot) -> list[Played]:
    """Play a lot; one `Played` for each repeat."""
    return [_play(lot, repeat) for repeat in range(lot.repeats)]


def _play(lot: Lot, repeat: int) -> Played:
    setup, game = lot.setup, lot.setup.rules()
    room, deals, players = _room(game, lot.gear), lot.last - lot.first, lot.setup.players
    limit = game.about.max_events
    rows = room.array("rows", (deals * limit, kernels.COLUMNS))
    results, points = np.zeros((deals, 2), np.int32), np.zeros((deals, game.max_seats), np.int32)
    offers = np.zeros((deals * players, game.action_count), np.int32)
    look = np.array(lot.look.numbers(deals, lot.usual_length) if lot.look else [0, 1, 0, 0, 0], np.int64)
    looked = deals * limit if lot.look else 1
    values = room.array("values", (looked, 1 + players))
    looks = room.array("looks", (looked * max(1, int(look[kernels.LOOK_OPTIONS])), kernels.LOOK_SHARES + 2 * players))
    filled, finals = np.zeros(2, np.int64), room.states(deals)
    lineup = np.array([sitter.numbers() for sitter in lot.sitters], np.int64)
    written = room.play(
        lineup, int(lot.turning), players, room.options(setup), setup.seed, setup.seed + repeat * REPEATS_APART, lot.frozen,
        lot.first, lot.last, limit, rows, results, points, offers, finals, look, values, looks, filled,
    )  # fmt: skip
    return Played(
        lot, repeat, rows[:written].copy(), results, points, offers, finals,
        values[: filled[kernels.AT_VALUES]].copy(), looks[: filled[kernels.AT_LOOKS]].copy(),
    )  # fmt: skip


def network_arrays(game: AnyGame) -> tuple[Array, Array, Array]:
    """The network of a game as the loops take it, and room for it; zeros where a game has none that fits."""
    network = usable_network(game)
    if network is None:
        return np.zeros(1, np.int64), np.zeros(1, np.int8), np.zeros(1, np.int32)
    return *network.arrays(), np.zeros(network.room, np.int32)


class NativeRoom:
    """What the compiled loop works in; large buffers are kept for the next lot."""

    def __init__(self, game: AnyGame) -> None:
        self._gear = native(game)
        self._kernel = self._gear.compile(kernels.play_deals)
        self._kept: dict[str, Array] = {}
        self._desk = np.zeros((4, kernels.CANDIDATES + 2), np.int64)
        self._network = network_arrays(game)

    def array(self, name: str, shape: tuple[int, int]) -> Array:
        """Space of at least that many rows, with anything in it."""
        if name not in self._kept or self._kept[name].shape[0] < shape[0] or self._kept[name].shape[1] != shape[1]:
            self._kept[name] = np.zeros(shape, np.int32)
        return self._kept[name]

    def states(self, n: int) -> Any:
        return self._gear.states(n)

    def options(self, setup: Setup) -> Any:
        return self._gear.options(setup.players, dict(setup.options))

    def play(self, *given: Any) -> int:
        """Run `play_deals`; how many decisions were written down."""
        gear, whims = self._gear, np.zeros((2, RNG_WORDS), np.int64)
        numbers = gear.buffer(), gear.buffer("int64"), self._desk
        return int(self._kernel(gear.states(PLACES), gear.rngs(1)[0], *whims, *numbers, *self._network, *given))


class PlainRoom:
    """The same in plain Python, for games that are not worth compiling and to check the compiled loop."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def array(self, name: str, shape: tuple[int, int]) -> Array:
        return np.zeros(shape, np.int32)

    def states(self, n: int) -> Any:
        return CopyingStates(self._game.state() for _ in range(n))

    def options(self, setup: Setup) -> list[int]:
        return self._game.encode_options(setup.players, setup.options) or [0]

    def play(self, *given: Any) -> int:
        """Run `play_deals`; how many decisions were written down."""
        game, size = self._game, max(self._game.about.max_legal, self._game.max_seats)
        generators = seeded(0, 0, len(game.sources)), *([0] * RNG_WORDS for _ in range(2))
        desk = np.zeros((4, kernels.CANDIDATES + 2), np.int64)
        loop = plain(game, kernels).play_deals
        return int(loop(self.states(PLACES), *generators, [0] * size, [0] * size, desk, *network_arrays(game), *given))


@cache
def _room(game: AnyGame, gear: str) -> NativeRoom | PlainRoom:
    return NativeRoom(game) if gear == "native" else PlainRoom(game)


def state_of(game: AnyGame, final: Any) -> Any:
    """A state of either gear as a plain one that holds ints."""
    return game.state.from_bytes(final.tobytes() if isinstance(final, np.void) else final.to_bytes())


@dataclass(frozen=True)
class _OneGenerator:
    """The chance of a deal, as the kernels draw it: from one generator, event by event."""

    rng: list[int]

    def generator(self, event: int) -> list[int]:
        """The same generator for every event."""
        return self.rng


def table_of(setup: Setup, deal: int) -> Table[Any, Any]:
    """Deal number `deal` of a set-up, played again at a table: its record can be read, replayed and shown."""
    *_, (table, _) = _replayed(setup, deal)
    return table


def options_of(setup: Setup, deal: int) -> Iterator[list[int]]:
    """The options at every decision of a deal."""
    for table, seat in _replayed(setup, deal):
        if seat is not None:
            yield setup.rules().legal_actions(table.state, seat)


def _replayed(setup: Setup, deal: int) -> Iterator[tuple[Table[Any, Any], int | None]]:
    """The table before every decision, with the seat that takes it; at last, when the game is over, nobody."""
    game = setup.rules()
    chance = _OneGenerator(seeded(setup.seed, 2 * deal, len(game.sources)))
    table = Table(game, setup.players, setup.options, chance=chance)
    for row in _play(Lot(setup, setup.sitters, deal, deal + 1), 0).rows:
        yield table, int(row[kernels.SEAT])
        table.play(int(row[kernels.SEAT]), int(row[kernels.ACTION]))
    yield table, None
