"""Code for GPUs, which LLVM writes anywhere: what becomes a function, and what becomes of loops."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

from zashiki.core.cuda import Cuda  # noqa: E402
from zashiki.core.rule import with_globals  # noqa: E402
from zashiki.games import find_game  # noqa: E402
from zashiki.machine.gpu import CAPABILITIES, Form, ptx  # noqa: E402
from zashiki.machine.writing import Part  # noqa: E402
from zashiki.rl import gpu_kernels  # noqa: E402


def summed(numbers: Any) -> int:
    total = 0
    for k in range(4):
        total += numbers[k]
    return total


def once(numbers: Any) -> None:
    numbers[0] = summed(numbers)


def twice(numbers: Any) -> None:
    numbers[0] = summed(numbers)
    numbers[1] = summed(numbers)


def code(function: Any, **form: Any) -> str:
    kind = np.dtype("int64"), 1, True
    return ptx(Part(with_globals(function, globals() | {"summed": Part(summed)})), [kind], Form(**form), 90)


def test_a_long_rule_stays_a_function_if_several_places_call_it() -> None:
    assert ".func" in code(twice, short=0)
    assert ".func" not in code(twice)
    assert ".func" not in code(once, short=0)


def test_no_loop_is_written_out_if_the_form_says_so_by_llvm_or_the_driver() -> None:
    assert code(once, unrolled=False).count('.pragma "nounroll"') == 1
    written_out = code(once)
    assert "nounroll" not in written_out
    assert written_out.count("ld.global") == 4


@pytest.mark.parametrize("capability", [CAPABILITIES[0], CAPABILITIES[-1], 100])
def test_kernels_of_a_game_become_code_for_old_and_new_gpus(capability: int) -> None:
    gear = Cuda(find_game("akiwado"), SimpleNamespace(capability=capability))
    kinds = [
        (gear.dtype, 1, True),
        *((np.dtype(kind), dimensions, True) for kind, dimensions in (("int64", 2), ("int8", 1), ("int32", 1))),
    ]
    text = ptx(gear._binder.bind(gpu_kernels.sample_batch), kinds, Form(), capability)
    assert f".target sm_{min(capability, CAPABILITIES[-1])}" in text
    assert text.count(".visible .entry kernel") == 1
