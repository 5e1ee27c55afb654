"""A network as an ONNX file, for other programs: the same network in floating point, equal up to the rounding of whole numbers.

| name | shape | contents |
|---|---|---|
| `observation` (input) | (n, size) | what `Batch.observe` gives |
| `logits` | (n, actions) | of every action, legal or not, before what options are worth is added |
| `trust` | (n, 2) | weights of what an option is worth: place from worst (0) to best (1), distance from the best in units |
| `value` | (n,) | the share of the win to expect |
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zashiki.bots.network import kernels
from zashiki.bots.network.action_rows import action_rows
from zashiki.bots.network.file import EXTRA_ROWS, Network, network_of
from zashiki.bots.registry import WORDS
from zashiki.core.errors import BadOption, MissingExtra
from zashiki.core.game import AnyGame


def export_onnx(game: AnyGame, file: Path) -> None:
    """Write the game's network; MissingExtra without the package `onnx`, BadOption for a game without a network."""
    try:
        import onnx
        from onnx import TensorProto, helper
    except ImportError as error:
        raise MissingExtra(WORDS("needs_onnx")) from error
    network = network_of(game)
    if network is None:
        raise BadOption(WORDS("no_network", game=game.name))
    values = constants(game, network)
    nodes, last = [helper.make_node("Mul", ["observation", "highs"], ["hidden_0"])], "hidden_0"
    for k in range(kernels.LAYERS):
        nodes.append(helper.make_node("Gemm", [last, f"weights_{k}", f"biases_{k}"], [f"sums_{k}"]))
        nodes.append(helper.make_node("Add", [f"sums_{k}", "half"], [f"above_{k}"]))
        nodes.append(helper.make_node("Floor", [f"above_{k}"], [f"whole_{k}"]))
        last = f"hidden_{k + 1}"
        nodes.append(helper.make_node("Clip", [f"whole_{k}", "nothing", "top"], [last]))
    nodes += [
        helper.make_node("Gemm", [last, "table", "table_biases"], ["rows"]),
        helper.make_node("Split", ["rows", "parts"], ["actions", "trust", "values"], axis=1),
        helper.make_node("Pad", ["actions", "one_more"], ["padded"]),
        helper.make_node("Gather", ["padded", "rows_of_actions"], ["gathered"], axis=1),
        helper.make_node("ReduceSum", ["gathered", "third_axis"], ["logits"], keepdims=0),
        helper.make_node("Squeeze", ["values", "second_axis"], ["value"]),
    ]
    size, actions = game.observation_size, game.action_count
    shapes = {"observation": ("n", size), "logits": ("n", actions), "trust": ("n", 2), "value": ("n",)}
    told = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]
    initial = [onnx.numpy_helper.from_array(array, name) for name, array in values.items()]
    graph = helper.make_graph(nodes, game.id, told[:1], told[1:], initial)
    model = helper.make_model(graph, producer_name="zashiki", opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 9
    entry = model.metadata_props.add()
    entry.key, entry.value = "unit_of_worth", str(network.net[kernels.UNIT] * game.worth.WORLDS)
    onnx.checker.check_model(model)
    onnx.save(model, str(file))


def constants(game: AnyGame, network: Network) -> dict[str, Any]:
    """The numbers of the network as floating point, under the names the graph uses."""
    import numpy as np

    net, weights = np.frombuffer(network.net, np.int64), np.frombuffer(network.weights, np.int8).astype(np.float64)

    def block(at: int, lifts_at: int, rows: int, width: int) -> Any:
        lifts = np.exp2(net[lifts_at : lifts_at + rows].astype(np.float64))
        return weights[at : at + rows * width].reshape(rows, width) * lifts[:, None]

    found: dict[str, Any] = {"highs": np.array([part.high for part in game.eyes.OBSERVATION for _ in range(part.size)])}
    inputs, fine = int(net[kernels.INPUTS]), 2.0**kernels.DOWN
    for k in range(kernels.LAYERS):
        width, biases = int(net[kernels.WIDTH + k]), int(net[kernels.BIASES_AT + k])
        found[f"weights_{k}"] = block(int(net[kernels.WEIGHTS_AT + k]), int(net[kernels.LIFTS_AT + k]), inputs, width) / fine
        found[f"biases_{k}"] = (net[biases : biases + width] - fine / 2) / fine  # less the half that rounds
        inputs = width
    rows, one = int(net[kernels.ROWS]) + EXTRA_ROWS, 2.0**kernels.ONE
    biases = int(net[kernels.TABLE_BIASES_AT])
    found["table"] = (block(int(net[kernels.TABLE_AT]), int(net[kernels.TABLE_LIFTS_AT]), rows, inputs) / one).T
    found["table_biases"] = net[biases : biases + rows] / one
    found |= {"nothing": np.array(0), "half": np.array(0.5), "top": np.array(kernels.TOP)}
    found = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in found.items()}
    longest, none = max(map(len, action_rows(game))), rows - EXTRA_ROWS
    padded = [[*row, *[none] * (longest - len(row))] for row in action_rows(game)]
    whole = {
        "parts": [none, 2, 1], "one_more": [0, 0, 0, 1], "rows_of_actions": padded, "third_axis": [2], "second_axis": [1],
    }  # fmt: skip
    return found | {name: np.array(numbers, dtype=np.int64) for name, numbers in whole.items()}
