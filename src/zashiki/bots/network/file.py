"""The file of a network: `network.bin` in the folder of its game, and `network.toml` beside it, which tells where it comes from.

The file is a line that names the format, a line of JSON, and packed numbers. It is refused, with a sentence, where the rules,
what is observed or the actions are not those it was trained for.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from zashiki.bots.network import kernels
from zashiki.bots.network.action_rows import action_rows
from zashiki.core.errors import ZashikiError
from zashiki.core.game import AnyGame

MARK = b"zashiki network 1\n"
NAME = "network.bin"
PROVENANCE = "network.toml"
EXTRA_ROWS = 3  # of the table, after those of the actions

LOG = logging.getLogger(__name__)


class BadNetwork(ZashikiError):
    """A file that is no network, or one for other rules."""


@dataclass(frozen=True)
class Layer:
    """Rows of bytes, how far each row is lifted, and what is added to every output (a layer) or row (the table of actions)."""

    weights: bytes  # signed
    lifts: Sequence[int]
    biases: Sequence[int]


@dataclass(frozen=True)
class Network:
    """A network as the loops take it."""

    net: array[int]  # of 64 bits
    weights: array[int]  # of 8 bits
    room: int  # numbers that an evaluation works in

    def arrays(self) -> tuple[Any, Any]:
        """Its numbers as NumPy arrays, over the same memory."""
        import numpy as np

        return np.frombuffer(self.net, dtype=np.int64), np.frombuffer(self.weights, dtype=np.int8)


def fingerprint(game: AnyGame) -> str:
    """What the inputs and outputs of a network mean in this game: rules version, observation, actions."""
    digest = hashlib.sha256(f"{game.id} {game.about.rules_version}".encode())
    for part in game.eyes.OBSERVATION:
        digest.update(f"\0{part.name} {part.size} {part.high}".encode())
    for text in game.actions.texts:
        digest.update(f"\0{text}".encode())
    return digest.hexdigest()[:16]


def write_network(
    game: AnyGame, file: Path, unit: int, layers: Sequence[Layer], table: Layer, near: int = kernels.USUAL_NEAR
) -> None:
    """Write a network for the game as it is now; where others decide at the same time, its answer is drawn so near the best."""
    head = {
        "game": game.id, "rules": game.about.rules_version, "fits": fingerprint(game), "unit": unit,
        "near": near, "widths": [len(layer.biases) for layer in layers],
    }  # fmt: skip
    parts = [*layers, table]
    small = b"".join(layer.weights for layer in parts)
    large = array("i", [number for layer in parts for numbers in (layer.lifts, layer.biases) for number in numbers])
    file.write_bytes(MARK + json.dumps(head).encode() + b"\n" + zlib.compress(_little(large).tobytes() + small, 9))


def read_network(game: AnyGame, file: Path) -> Network:
    """The network in a file; BadNetwork says why it is none for this game."""
    data = file.read_bytes()
    if not data.startswith(MARK):
        raise BadNetwork(f"{file.name} is not the file of a network.")
    line, _, packed = data[len(MARK) :].partition(b"\n")
    try:
        head, numbers = json.loads(line), zlib.decompress(packed)
        given, fits, rules, unit, widths = (head[key] for key in ("game", "fits", "rules", "unit", "widths"))
        near = head.get("near", kernels.USUAL_NEAR)
        sizes = [unit, near + 1, *widths]
        readable = len(widths) == kernels.LAYERS and all(type(size) is int and size > 0 for size in sizes)
    except (ValueError, KeyError, TypeError, zlib.error):
        readable = False
    if not readable:
        raise BadNetwork(f"{file.name} is damaged.")
    if given != game.id or fits != fingerprint(game):
        raise BadNetwork(
            f"The network in {file.name} was trained for {given}, rules {rules}, and does not fit {game.name} as it is now, "
            f"rules {game.about.rules_version}: train it again."
        )
    rows = max(map(max, action_rows(game))) + 1
    inputs = [game.observation_size, *widths[:-1]]
    lifts, biases = [*inputs, rows + EXTRA_ROWS], [*widths, rows + EXTRA_ROWS]
    sizes = [size for pair in zip(lifts, biases, strict=True) for size in pair]
    bytes_of_large = 4 * sum(sizes)
    if len(numbers) != bytes_of_large + sum(map(_product, zip(inputs, widths, strict=True))) + lifts[-1] * widths[-1]:
        raise BadNetwork(f"{file.name} is damaged.")
    large = array("i")
    large.frombytes(numbers[:bytes_of_large])
    weights = array("b")
    weights.frombytes(numbers[bytes_of_large:])
    return _assembled(game, unit, near, inputs, widths, rows, _little(large).tolist(), sizes, weights)


def _product(pair: tuple[int, int]) -> int:
    return pair[0] * pair[1]


def _little(numbers: array[int]) -> array[int]:
    """The same numbers with their bytes in the order of the file, or back."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers


def _assembled(
    game: AnyGame,
    unit: int,
    near: int,
    inputs: Sequence[int],
    widths: Sequence[int],
    rows: int,
    large: Sequence[int],
    sizes: Sequence[int],
    weights: array[int],
) -> Network:
    """The two rows of numbers that `kernels` reads."""
    places = [kernels.HEAD + start for start in accumulate(sizes[:-1], initial=0)]
    at = list(accumulate(map(_product, zip(inputs, widths, strict=True)), initial=0))
    lists = [row for found in action_rows(game) for row in found]
    starts = list(accumulate(map(len, action_rows(game)), initial=0))
    after = kernels.HEAD + sum(sizes)
    net = [0] * kernels.HEAD
    net[kernels.INPUTS], net[kernels.WIDEST], net[kernels.ROWS], net[kernels.UNIT] = inputs[0], max(widths), rows, unit
    for layer in range(kernels.LAYERS):
        net[kernels.WIDTH + layer], net[kernels.WEIGHTS_AT + layer] = widths[layer], at[layer]
        net[kernels.LIFTS_AT + layer], net[kernels.BIASES_AT + layer] = places[2 * layer], places[2 * layer + 1]
    net[kernels.TABLE_AT], net[kernels.NEAR] = at[-1], near
    net[kernels.TABLE_LIFTS_AT], net[kernels.TABLE_BIASES_AT] = places[-2:]
    net[kernels.STARTS_AT], net[kernels.LISTS_AT] = after, after + len(starts)
    return Network(array("q", [*net, *large, *starts, *lists]), weights, inputs[0] + 2 * max(widths))


@cache
def network_of(game: AnyGame) -> Network | None:
    """The network that comes with a game; None where there is none. BadNetwork where it does not fit."""
    file = game.folder / NAME
    return read_network(game, file) if file.exists() else None


@cache
def usable_network(game: AnyGame) -> Network | None:
    """The network that comes with a game; None, with a warning, where it does not fit the rules."""
    try:
        return network_of(game)
    except BadNetwork as error:
        LOG.warning("%s Until then it plays greedily.", error)
        return None
