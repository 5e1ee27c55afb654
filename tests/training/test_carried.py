"""Kernels that are carried to a machine without Numba (`bench/carried.py`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environments import ROOT

torch = pytest.importorskip("torch")
np = pytest.importorskip("numpy")

from bench.carried import SOURCES, array_words, carry, sources, view_of, words_of  # noqa: E402


@pytest.mark.parametrize("shape", [(7,), (3, 5), (2, 3, 4)])
def test_an_array_is_given_to_a_kernel_with_the_strides_of_its_rows(shape: tuple[int, ...]) -> None:
    array = np.zeros(shape, dtype=np.int32)
    assert array_words(array.ctypes.data, shape, 4) == (0, 0, array.size, 4, array.ctypes.data, *shape, *array.strides)


def test_numbers_and_arrays_follow_each_other() -> None:
    tensor = torch.zeros(6, dtype=torch.int64)
    view = view_of(tensor, (6,), np.dtype("int64"))
    assert words_of((view, -1, 5)) == [0, 0, 6, 8, tensor.data_ptr(), 6, 8, -1, 5]


def test_what_is_not_in_whole_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="whole rows"):
        view_of(torch.zeros(4, 4)[:, :2], (4, 2), np.dtype("float32"))


def test_kernels_of_other_sources_are_refused(tmp_path: Path) -> None:
    (tmp_path / SOURCES).write_text("others\n")
    with pytest.raises(RuntimeError, match="compile them again"):
        carry(tmp_path)
    assert sources() == sources()


def test_training_is_there_without_numba_and_llvm() -> None:
    code = "import sys; sys.modules |= dict.fromkeys(('numba', 'llvmlite', 'babel', 'typer')); "
    code += "import bench.carried, bench.cuda_train, zashiki.training.sitting, zashiki.rl.device"
    found = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src")))}
    subprocess.run([sys.executable, "-c", code], env=found, check=True)
