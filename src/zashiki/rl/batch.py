"""Many games at once: one array of states, buffers owned by the caller, nothing allocated per step.

    env = Batch(game, players=4, n=4096, seed=1, threads=2)
    env.reset()
    while training:
        actions = policy(env.observe(), env.masks)      # or env.sample()
        env.step(actions)                               # fills masks, rewards, done, seats

Every game waits for one decision: that of `seats[i]`, the lowest seat to act. Seats that decide at the same time are asked
one by one in that order; their answers are sealed, so the order affects nothing but who is asked first. A finished game pays
out (`rewards[i]`, one win split among the winners), sets `done[i]` and restarts at once.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any

from zashiki.bots.kernels import PLACES
from zashiki.bots.network.file import Network
from zashiki.core.chance import RNG_WORDS
from zashiki.core.errors import BadOption, IllegalMove
from zashiki.core.game import AnyGame
from zashiki.core.kernels import CHECKSUM_PRIME
from zashiki.rl import kernels

MARK = b"zashiki batch 1\n"


def observation_scales(game: AnyGame) -> Any:
    """The factor for every number of the observation that keeps it within -1 .. 1."""
    import numpy as np

    return np.concatenate([np.full(part.size, 1 / part.high, dtype=np.float32) for part in game.eyes.OBSERVATION])


class Batch:
    """N parallel games of one kind.

    Buffers, each taken from `buffers` if the caller supplies it (with the right shape and dtype) and created otherwise:

    | name | shape | dtype | contents |
    |---|---|---|---|
    | `masks` | (n, actions) | uint8 | 1 for every legal action of the seat to act |
    | `seats` | (n,) | int8 | the seat to act |
    | `rewards` | (n, players) | float32 | the rewards of the last step |
    | `done` | (n,) | bool | whether the last step ended a game |
    | `actions` | (n,) | int32 | what `sample` drew |
    | `observations` | (n, size) | float32 | what `observe` wrote |
    | `options` | (n, most) | int32 | the options that `weigh` found, in canonical order |
    | `counts` | (n,) | int32 | how many they are |
    | `worths` | (n, most) | int64 | what they are worth |

    With `device="cuda"` everything is on the GPU: supply CuPy or PyTorch arrays, which are not copied,
    or take over those made here, `torch.as_tensor(env.masks, device="cuda")`.
    """

    def __init__(
        self,
        game: AnyGame,
        players: int,
        n: int,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        threads: int = 1,
        device: str = "cpu",
        buffers: Mapping[str, Any] | None = None,
    ) -> None:
        if n < 1 or threads < 1:
            raise BadOption(f"A batch needs at least one game and one thread, not {n} and {threads}.")
        if device not in ("cpu", "cuda"):
            raise BadOption(f"A batch runs on 'cpu' or 'cuda', not '{device}'.")
        self.game, self.players, self.n, self.seed = game, players, n, seed
        self._gear = gear_for(game, n, device, threads)
        self._options = self._gear.options(players, dict(options or {}))
        self.states, self.rngs = self._gear.states(n), self._gear.rngs(n)
        brought = dict(buffers or {})
        shapes = {
            "masks": ((n, game.action_count), "uint8"), "seats": ((n,), "int8"), "rewards": ((n, players), "float32"),
            "done": ((n,), "bool"), "actions": ((n,), "int32"), "observations": ((n, game.observation_size), "float32"),
            "options": ((n, game.about.max_legal), "int32"), "counts": ((n,), "int32"),
            "worths": ((n, game.about.max_legal), "int64"),
        }  # fmt: skip
        if brought.keys() - shapes:
            raise BadOption(f"A batch has no buffer '{min(brought.keys() - shapes)}'; its buffers are: {', '.join(shapes)}.")
        for name, array in brought.items():
            shape, kind = shapes[name]
            if tuple(array.shape) != shape or str(array.dtype).removeprefix("torch.") != kind:
                found = f"{tuple(array.shape)} and {array.dtype}"
                raise BadOption(f"Buffer '{name}' must have shape {shape} and dtype {kind}, not {found}.")
        self._shapes, self._made = shapes, brought
        self.masks, self.seats, self.rewards, self.done = (self._buffer(k) for k in ("masks", "seats", "rewards", "done"))

    def _buffer(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._gear.array(*self._shapes[name])
        return self._made[name]

    @property
    def actions(self) -> Any:
        """What `sample` drew."""
        return self._buffer("actions")

    @property
    def observations(self) -> Any:
        """What `observe` wrote; created on first use, because it is the largest buffer."""
        return self._buffer("observations")

    def reset(self, seed: int | None = None) -> None:
        """Restart every game, game i with generator i of the seed; fills `seats` and `masks`."""
        self.seed = self.seed if seed is None else seed
        held = (self.states, self.rngs, self.players, self._options)
        self._gear.run(kernels.reset_batch, (*held, self.seed, self.seats, self.masks))

    def restart(self, chosen: Any) -> None:
        """Begin the chosen games (n booleans) again, with the generators they have; fills `seats` and `masks`."""
        held = (self.states, self.rngs, self.players, self._options)
        self._gear.run(kernels.restart_batch, (*held, chosen, self.seats, self.masks))

    def step(self, actions: Any, *, check: bool = True) -> None:
        """One decision in every game; fills `rewards`, `done`, `seats` and `masks`. IllegalMove names the first illegal action.

        `check=False` trusts the caller, as a GPU always does: an illegal action then leads to a state no game can reach.
        """
        if check:
            self._gear.check(self.masks, actions, self.seats)
        held = (self.states, self.rngs, self.players, self._options)
        self._gear.run(kernels.step_batch, (*held, actions, self.seats, self.masks, self.rewards, self.done))

    def sample(self) -> Any:
        """A uniformly random legal action for every game, drawn from the list of options and not by scanning masks."""
        self._gear.run(kernels.sample_batch, (self.states, self.rngs, self.seats, self.actions))
        return self.actions

    def observe(self) -> Any:
        """What the seat to act knows in every game, scaled; docs/observations lists the numbers."""
        return self.observe_from(self.seats, self.observations)

    def observe_from(self, seats: Any, observations: Any) -> Any:
        """What seat `seats[i]` knows in game i, into an array like `observations`."""
        self._gear.observe(self.states, seats, observations)
        return observations

    def weigh(self, worlds: int = 1) -> tuple[Any, Any, Any]:
        """(options, worths, counts): what greedy play makes of every option, added up over so many imagined worlds."""
        options, worths, counts = (self._buffer(name) for name in ("options", "worths", "counts"))
        self._gear.weigh(self.states, self.rngs, self.seats, options, worths, counts, worlds)
        return options, worths, counts

    def choose(self, network: Network) -> Any:
        """What the network bot answers in every game, in place of `sample`."""
        self._gear.choose(self.states, self.rngs, self.seats, self.actions, network)
        return self.actions

    def try_options(self, candidates: Any, seeds: Any, worlds: int, depth: int, results: Any) -> None:
        """Add to `results` (n, k, 2) what the search bot's simulations give for `candidates` (n, k), NO_OPTION for none.

        `seeds` (n,) name the worlds and the chance, which the candidates of a game share; `depth` is the number of decisions.
        """
        self._gear.try_options(self.states, self.seats, candidates, seeds, worlds, depth, results)

    def playouts(self, games: int, seed: int = 0) -> tuple[int, int]:
        """Play whole random games inside the gear, separately from the batch: (decisions, checksum)."""
        found: tuple[int, int] = self._gear.playouts(self.players, games, seed, self._options)
        return found

    def save(self) -> bytes:
        """Everything needed to continue later, as bytes."""
        parts = [self._gear.bytes_of(array) for array in (self.states, self.rngs, self.seats)]
        name = self.game.id.encode()
        head = struct.pack("<HIBq", len(name), self.n, self.players, self.seed)
        return MARK + head + name + b"".join(parts)

    def restore(self, data: bytes) -> None:
        """Continue from saved bytes; BadOption if they come from another game, size or version."""
        size = struct.calcsize("<HIBq")
        if not data.startswith(MARK) or len(data) < len(MARK) + size:
            raise BadOption("These bytes are not a saved batch.")
        length, n, players, seed = struct.unpack_from("<HIBq", data, len(MARK))
        at = len(MARK) + size + length
        name = data[at - length : at].decode()
        if (name, n, players) != (self.game.id, self.n, self.players):
            raise BadOption(
                f"These bytes hold {n} games of {name} for {players}, not {self.n} of {self.game.id} for {self.players}."
            )
        arrays = (self.states, self.rngs, self.seats)
        sizes = [int(array.nbytes) for array in arrays]
        if len(data) - at != sum(sizes):
            raise BadOption("These bytes were saved by another version of the rules.")
        for array, size in zip(arrays, sizes, strict=True):
            self._gear.fill(array, data[at : at + size])
            at += size
        self.seed = seed
        self._gear.run(kernels.ask_batch, (self.states, self.seats, self.masks))


def gear_for(game: AnyGame, n: int, device: str, threads: int) -> Any:
    """What runs the loops over n games: an `OnProcessor`, or its counterpart on the GPU."""
    if device == "cpu":
        return OnProcessor(game, n, threads)
    from zashiki.rl.device import OnDevice

    return OnDevice(game, n)


class OnProcessor:
    """The batch on the CPU: the native gear, with a slice of the games for each thread."""

    def __init__(self, game: AnyGame, n: int, threads: int) -> None:
        from zashiki.core.native import native

        self.gear = native(game)
        self.states, self.rngs, self.options, self.array = self.gear.states, self.gear.rngs, self.gear.options, self.gear.array
        threads = min(threads, n)
        edges = [n * k // threads for k in range(threads + 1)]
        self._slices = list(pairwise(edges))
        self.outs = [self.gear.buffer() for _ in self._slices]
        self.scales = observation_scales(game)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def spread(self, work: Callable[[int, int, int], None]) -> None:
        """Do the work for every slice, each on its own thread; the kernels release Python's lock."""
        if self._pool is None:
            work(0, *self._slices[0])
        else:
            list(self._pool.map(lambda k: work(k, *self._slices[k]), range(len(self._slices))))

    def run(self, loop: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        kernel = self.gear.compile(loop)
        self.spread(lambda k, first, last: kernel(*arguments, self.outs[k], first, last))

    def drive(self, loop: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        """The same for a loop that lists no options."""
        kernel = self.gear.compile(loop)
        self.spread(lambda _, first, last: kernel(*arguments, first, last))

    def observe(self, states: Any, seats: Any, observations: Any) -> None:
        kernel = self.gear.compile(kernels.observe_batch)
        self.spread(lambda _, first, last: kernel(states, seats, self.scales, observations, first, last))

    def weigh(self, states: Any, rngs: Any, seats: Any, options: Any, worths: Any, counts: Any, worlds: int) -> None:
        imagine, weigh, rooms = self.gear.compile(kernels.imagine_batch), self.gear.compile(kernels.weigh_batch), self._rooms
        for world in range(worlds):
            self.spread(lambda _, first, last: imagine(states, rngs, seats, options, counts, rooms, first, last))
            self.spread(lambda _, first, last: weigh(rooms, seats, options, counts, worths, world, first, last))

    def choose(self, states: Any, rngs: Any, seats: Any, actions: Any, network: Network) -> None:
        kernel, threads = self.gear.compile(kernels.choose_batch), len(self._slices)
        rooms, totals = self.array((threads, network.room), "int32"), [self.gear.buffer("int64") for _ in range(threads)]
        given = (states, rngs, seats, actions, *network.arrays())
        self.spread(lambda k, first, last: kernel(*given, self._rooms[k], rooms[k], self.outs[k], totals[k], first, last))

    def try_options(self, states: Any, seats: Any, candidates: Any, seeds: Any, worlds: int, depth: int, results: Any) -> None:
        kernel, threads = self.gear.compile(kernels.try_batch), range(len(self._slices))
        rngs = self.array((len(threads), RNG_WORDS), "int64")  # of no stream: what is played in one's head has chance of its own
        totals = [self.gear.buffer("int64") for _ in threads]
        for world in range(worlds):
            given = (states, seats, candidates, seeds, world, depth, results)
            self.spread(lambda k, first, last: kernel(*given, self._rooms[k], rngs[k], self.outs[k], totals[k], first, last))

    @cached_property
    def _rooms(self) -> Any:
        """Places for the worlds that each game imagines."""
        return self.array((self._slices[-1][1], PLACES), self.gear.dtype)

    def check(self, masks: Any, actions: Any, seats: Any) -> None:
        import numpy as np

        n, width = masks.shape
        if not isinstance(actions, np.ndarray):
            raise IllegalMove(f"A step needs an array of {n} whole numbers, not a {type(actions).__name__}.", "")
        if actions.shape != (n,) or not np.issubdtype(actions.dtype, np.integer):
            raise IllegalMove(f"A step needs {n} whole numbers, not {actions.dtype} {actions.shape}.", "")
        good = (actions >= 0) & (actions < width)
        good &= masks[np.arange(n), np.where(good, actions, 0)] != 0
        if not good.all():
            i = int(np.flatnonzero(~good)[0])
            raise IllegalMove(f"Action {actions[i]} is not legal for seat {seats[i]} in game {i}.", "")

    def playouts(self, players: int, games: int, seed: int, options: Any) -> tuple[int, int]:
        k = len(self._slices)
        edges, totals = [games * i // k for i in range(k + 1)], self.array((k, 2), "int64")
        states, rngs, kernel = [self.states(1) for _ in range(k)], self.rngs(k), self.gear.play_games
        self.spread(
            lambda i, _first, _last: kernel(
                states[i], rngs[i], self.outs[i], players, options, seed, edges[i], edges[i + 1], totals[i]
            )
        )
        return int(totals[:, 0].sum()), int(totals[:, 1].sum() % CHECKSUM_PRIME)

    def bytes_of(self, array: Any) -> bytes:
        data: bytes = array.tobytes()
        return data

    def fill(self, array: Any, data: bytes) -> None:
        import numpy as np

        array.view(np.uint8).reshape(-1)[:] = np.frombuffer(data, dtype=np.uint8)
