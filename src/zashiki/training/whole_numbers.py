"""From a trained network to the whole numbers of its file (`bots.network.kernels`), and back."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from zashiki.bots.network import kernels
from zashiki.bots.network.file import Layer, Network, network_of, read_network, write_network
from zashiki.bots.network.onnx_export import constants
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.rl.batch import observation_scales
from zashiki.training.network import GRAIN, Player

LARGEST = 2**31 - 1
MOST_LIFT = 20
ROUNDED_TO_127 = 127.49
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def rounded(rows: Numbers, biases: Numbers) -> Layer:
    """The rows as bytes, each lifted as far as its largest number asks for."""
    largest = np.abs(rows).max(1)
    lifts = [max(0, math.ceil(math.log2(max(size, 1.0) / ROUNDED_TO_127))) for size in largest]
    if max(lifts) > MOST_LIFT:
        raise BadOption("This network has numbers too large for its file; it has not been trained with care.")
    small = np.clip(np.rint(rows / np.exp2(lifts)[:, None]), -127, 127).astype(np.int8)
    return Layer(small.tobytes(), lifts, [int(number) for number in np.rint(biases)])


def check_sums(layer: Layer, width: int, largest_inputs: Numbers) -> None:
    """BadOption where a sum could leave 32 bits."""
    rows = np.abs(np.frombuffer(layer.weights, dtype=np.int8).reshape(-1, width).astype(np.float64))
    most = (rows * (largest_inputs * np.exp2(layer.lifts))[:, None]).sum(0) + np.abs(np.array(layer.biases, dtype=np.float64))
    if most.max() > LARGEST:
        raise BadOption("This network could add up to more than 32 bits hold.")


def layers_of(game: AnyGame, player: Player) -> tuple[list[Layer], Layer]:
    """The layers of a network and its table of actions, in whole numbers."""
    given = {name: value.detach().cpu().double().numpy() for name, value in player.state_dict().items()}
    fine = 2.0**kernels.DOWN
    scales = observation_scales(game).astype(np.float64)
    half = fine / 2  # outputs are rounded and not cut off
    made = [rounded(given["first.weight"].T * scales[:, None] * GRAIN * fine, given["first.bias"] * GRAIN * fine + half)]
    check_sums(made[0], len(given["first.bias"]), np.rint(1 / scales))
    for name in ("second", "third"):
        layer = rounded(given[f"{name}.weight"].T * fine, given[f"{name}.bias"] * GRAIN * fine + half)
        check_sums(layer, len(given[f"{name}.bias"]), np.full(len(layer.lifts), float(kernels.TOP)))
        made.append(layer)
    heads = ("actions", "trust", "value")
    rows, biases = (np.concatenate([given[f"{head}.{part}"] for head in heads]) for part in ("weight", "bias"))
    table = rounded(rows / GRAIN * 2.0**kernels.ONE, biases * 2.0**kernels.ONE)
    return made, table


def write_whole_numbers(game: AnyGame, player: Player, unit: int, file: Path, near: int = kernels.USUAL_NEAR) -> None:
    """Write the file that bots play from."""
    layers, table = layers_of(game, player)
    write_network(game, file, unit, layers, table, near)


def player_of(game: AnyGame, network: Network) -> Player:
    """A network of whole numbers as one that can be trained further; it answers as the whole numbers do."""
    given = {name: torch.from_numpy(value) for name, value in constants(game, network).items()}
    first, second, third = (len(given[f"biases_{k}"]) for k in range(kernels.LAYERS))
    player, scales = Player(game, (first, second, third)), torch.from_numpy(observation_scales(game))
    state = {
        "first.weight": (given["weights_0"] / scales[:, None] / GRAIN).T, "second.weight": given["weights_1"].T,
        "third.weight": given["weights_2"].T,
    }  # fmt: skip
    state |= {f"{name}.bias": given[f"biases_{k}"] / GRAIN for k, name in enumerate(("first", "second", "third"))}
    parts = [player.count, 2, 1]
    for name, weight, bias in zip(
        ("actions", "trust", "value"), (given["table"].T * GRAIN).split(parts), given["table_biases"].split(parts), strict=True
    ):
        state |= {f"{name}.weight": weight, f"{name}.bias": bias}
    player.load_state_dict(state)
    return player


def unit_of(network: Network) -> int:
    """The unit of worth that a network was trained with."""
    return int(network.net[kernels.UNIT])


def near_of(network: Network) -> int:
    """How near its best a network's answer is drawn where others decide at the same time."""
    return int(network.net[kernels.NEAR])


def near_in_release(game: AnyGame) -> int:
    """The same of the network that comes with a game, for the one that takes its place; the usual where there is none."""
    network = network_of(game)
    return kernels.USUAL_NEAR if network is None else near_of(network)


def as_shipped(game: AnyGame, player: Player, unit: int) -> Player:
    """The network as it will play from its file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "network.bin"
        write_whole_numbers(game, player, unit, file)
        shipped = player_of(game, read_network(game, file))
    shipped.to(next(player.parameters()).device)
    return shipped


def player_from(kept: dict[str, object], game: AnyGame) -> Player:
    """The playing network of a training's file."""
    widths: Sequence[int] = kept["widths"]  # type: ignore[assignment]
    player = Player(game, (widths[0], widths[1], widths[2]))
    state: dict[str, torch.Tensor] = kept["player"]  # type: ignore[assignment]
    player.load_state_dict({name: value.float() for name, value in state.items()})
    return player
