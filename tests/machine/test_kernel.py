"""Kernels as machine code: what they take, what they give back, what is on disk."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

from zashiki.core.rule import with_globals  # noqa: E402
from zashiki.machine.compiling import object_code  # noqa: E402
from zashiki.machine.kernel import Kernel, read_whole, write_whole  # noqa: E402
from zashiki.machine.writing import Part  # noqa: E402

made: list[str] = []


def kernel(function: Any, folder: Path, key: str = "1") -> Kernel:
    def compile(kinds: Any, name: str) -> bytes:
        made.append(name)
        return object_code(Part(function), kinds, name)

    made.clear()
    return Kernel(function.__name__, key, folder, compile)


def add_row(table: Any, row: int, sums: Any) -> int:
    total = 0
    for k in range(table.shape[1]):
        total += table[row, k]
    sums[0] += total
    return total


def test_arrays_of_any_layout_and_numbers_go_in_and_numbers_come_out(tmp_path: Path) -> None:
    add, sums = kernel(add_row, tmp_path), np.zeros(1, dtype=np.int64)
    table = np.arange(12, dtype=np.int16).reshape(3, 4)
    assert add(table, 1, sums) == 4 + 5 + 6 + 7
    assert add(table.T, np.int8(1), sums) == 1 + 5 + 9  # not contiguous: a kind of its own
    assert add(table[:, ::2], True, sums) == 4 + 6
    assert add(table.astype(np.uint8) + 200, 2, sums) == 208 + 209 + 210 + 211
    assert sums[0] == 22 + 15 + 10 + 838
    assert len(made) == 3
    with pytest.raises(TypeError):
        add(table, 1.5, sums)


def test_a_second_process_reads_what_the_first_compiled_and_a_broken_file_is_made_again(tmp_path: Path) -> None:
    table, sums = np.ones((1, 3), dtype=np.int8), np.zeros(1, dtype=np.int64)
    assert kernel(add_row, tmp_path)(table, 0, sums) == 3
    (file,) = tmp_path.iterdir()
    again = kernel(add_row, tmp_path)
    assert again(table, 0, sums) == 3
    assert made == []
    whole = file.read_bytes()
    for broken in (b"", whole[:20], whole[:-1], whole[:50] + b"\0" + whole[51:]):
        file.write_bytes(broken)
        assert read_whole(file) is None
    kernel(add_row, tmp_path, key="2")(table, 0, sums)
    assert len(made) == 1
    assert len(list(tmp_path.iterdir())) == 2  # another key is another file
    kernel(add_row, tmp_path)(table, 0, sums)
    assert len(made) == 1
    assert read_whole(file) is not None


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    write_whole(tmp_path / "new" / "file", b"code")
    assert read_whole(tmp_path / "new" / "file") == b"code"
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["file"]
    assert read_whole(tmp_path / "other") is None


def inner(k: int, number: int) -> int:
    for _ in range(number):
        k = (k * FACTOR + number) % 1000003  # type: ignore[name-defined] # noqa: F821
    return k


def times(number: int) -> int:
    total = 0
    for k in range(number):
        total += inner(k, number)
    return total


def times_with(factor: int) -> Any:
    return with_globals(times, {"inner": Part(with_globals(inner, {"FACTOR": factor}))})


def test_kernels_with_functions_of_the_same_names_do_not_mix(tmp_path: Path) -> None:
    def plainly(factor: int) -> int:
        return sum(with_globals(inner, {"FACTOR": factor, "range": range})(k, 50) for k in range(50))

    first, second = (kernel(times_with(factor), tmp_path / str(factor)) for factor in (3, 7))
    assert [first(50), second(50)] == [plainly(3), plainly(7)]
    assert [kernel(times_with(factor), tmp_path / str(factor))(50) for factor in (7, 3)] == [plainly(7), plainly(3)]


def add_to(sums: Any, number: int) -> int:
    sums[0] += number
    total: int = sums[0]
    return total


def test_a_bound_kernel_is_a_function_of_one_number_and_keeps_its_arrays(tmp_path: Path) -> None:
    add = kernel(add_to, tmp_path).bind(np.full(1, 5, dtype=np.int64))
    gc.collect()
    assert [add(1), add(-1), add(np.int32(7)), add(True)] == [6, 5, 12, 13]
    for wrong, error in (("1", TypeError), (1.0, TypeError), (1 << 64, OverflowError)):
        with pytest.raises(error):
            add(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        add()  # type: ignore[call-arg]
    assert add(0) == 13
