"""Functions in the rules language mean the same in machine code as in Python, and what is not in it is refused."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

from zashiki.core import bits, rows  # noqa: E402
from zashiki.core.rule import with_globals  # noqa: E402
from zashiki.core.schema import Work, i8, i8s, i64s  # noqa: E402
from zashiki.machine.compiling import object_code  # noqa: E402
from zashiki.machine.instructions import instructions  # noqa: E402
from zashiki.machine.loading import Entry, packed  # noqa: E402
from zashiki.machine.reading import tree_of  # noqa: E402
from zashiki.machine.writing import Part, Room  # noqa: E402

SMALL, BIG = -3, 1 << 40
TABLE = ((3, 1, 4), (1, 5, 9))
made = iter(range(1 << 30))


class Pair(Work):
    """A number beside numbers."""

    one: int = i8(-128, 127)
    more: list[int] = i8s(5, -128, 127)
    wide: list[int] = i64s(3, -(1 << 62), 1 << 62)


def compiled(function: Callable[..., Any], *like: Any, **scope: Any) -> Callable[..., int]:
    """A function in machine code for arguments like these; it reads the scope, the constants above and the core."""
    known = {"SMALL": SMALL, "BIG": BIG, "TABLE": np.array(TABLE, dtype=np.int8), "Pair": Room(Pair.dtype(), 16)}
    part, name = Part(with_globals(function, known | instructions() | scope)), f"trial{next(made)}"
    entry = Entry(object_code(part, packed(like)[0], name), name)
    return lambda *arguments: entry.call(packed(arguments)[1])


def native(function: Callable[..., Any], *arguments: Any, **scope: Any) -> int:
    """What it gives for some arguments."""
    return compiled(function, *arguments, **scope)(*arguments)


@cache
def of_two(function: Callable[..., Any]) -> Callable[..., int]:
    """A function of two numbers and an array, compiled once."""
    return compiled(function, 0, 0, np.zeros(1, dtype=np.int64))


# Numbers

NUMBERS = (-(1 << 40), -1000, -7, -2, -1, 0, 1, 2, 3, 8, 1000, 1 << 40)


def arithmetic(a: int, b: int, out: Any) -> int:
    out[0], out[1], out[2] = a + b, a - b, a * (b % 1000)
    out[3], out[4], out[5] = a & b, a | b, a ^ b
    out[6], out[7] = ~a, -a
    out[8], out[9] = a // 8, a % 8
    out[10], out[11] = a // 7, a % 7
    out[12], out[13] = a // -7, a % -7
    d = b if b != 0 else 5
    out[14], out[15] = a // d, a % d
    out[16], out[17] = min(a, b, 3), max(a, b, SMALL)
    out[18], out[19] = abs(a), a >> 3
    out[20], out[21] = b << 2, BIG + SMALL
    return 22


def comparisons(a: int, b: int, out: Any) -> int:
    out[0], out[1], out[2] = int(a < b), int(a <= b), int(a == b)
    out[3], out[4], out[5] = int(a != b), int(a > b), int(a >= b)
    out[6], out[7] = int(SMALL < a < b), int(a <= 2 == b)
    out[8], out[9] = a and b, a or b
    out[10], out[11] = int(not a), (a < b) + (b < a) * 2
    out[12] = a if a > b else b
    out[13] = (a > 2 and b) or SMALL
    out[14] = int((a > 0 or b > 0) and not (a > 0 and b > 0))
    equal = a == b
    out[15] = equal + 1
    return 16


@pytest.mark.parametrize("function", [arithmetic, comparisons])
def test_numbers_are_combined_and_compared_as_in_python(function: Any) -> None:
    for a in NUMBERS:
        for b in NUMBERS:
            plain, out = [0] * 30, np.zeros(30, dtype=np.int64)
            assert of_two(function)(a, b, out) == function(a, b, plain)
            assert out.tolist() == [int(number) for number in plain]


@given(st.integers(-(1 << 62), 1 << 62), st.integers(-(1 << 62), 1 << 62).filter(bool))
def test_division_goes_down_as_in_python(a: int, b: int) -> None:
    out = np.zeros(2, dtype=np.int64)
    of_two(divide)(a, b, out)
    assert out.tolist() == [a // b, a % b]


def divide(a: int, b: int, out: Any) -> int:
    out[0], out[1] = a // b, a % b
    return 0


def scramble(a: int, b: int, out: Any) -> int:
    out[0] = (a * 0xC2B2AE35) & 0xFFFFFFFF
    return 0


def test_products_wrap_around_as_hashes_need_it() -> None:
    for a in (1, 0xFFFFFFFF, 0x12345678, 0xDEADBEEF):
        out = np.zeros(1, dtype=np.int64)
        of_two(scramble)(a, 0, out)
        assert out[0] == (a * 0xC2B2AE35) & 0xFFFFFFFF


# Ways through a function


def wander(a: int, b: int, out: Any) -> int:
    n = 0
    for k in range(a):
        if k == 2:
            continue
        if k == 7:
            break
        for j in range(k, 0, -2):
            out[n] = 10 * k + j
            n += 1
    k = b
    while k > 0:
        k -= 1
        if k % 3 == 0 and n < 25:
            out[n] = k
            n += 1
        elif k == 11:
            break
        else:
            pass
    for _ in range(b, a):
        if n > 20:
            return n + 100
        n += 1
    return n + k


def test_loops_and_ways_out_are_those_of_python() -> None:
    for a in range(10):
        for b in range(0, 15, 2):
            plain, out = [0] * 40, np.zeros(40, dtype=np.int64)
            assert of_two(wander)(a, b, out) == wander(a, b, plain)
            assert out.tolist() == plain


def settled(a: int, b: int, out: Any) -> int:
    if SMALL == 5:
        return absent(a)  # type: ignore[name-defined, no-any-return] # noqa: F821
    return a if BIG > 3 else b


def test_what_constants_rule_out_is_not_compiled() -> None:
    assert of_two(settled)(4, 5, np.zeros(1, dtype=np.int64)) == 4


# Records and arrays


def fill(states: Any, out: Any) -> int:
    pair = Pair()
    pair.one = -7
    for k in range(5):
        pair.more[k] = TABLE[k % 2][k % 3] * pair.one
    pair.wide[2] = BIG
    pair.wide[2] += pair.more[4]
    states[1] = states[0]
    states[1].one += 3
    states[1].more[1], states[1].more[2] = states[1].more[2], states[1].more[1]
    hand = states[0].more
    out[0], out[1], out[2] = pair.wide[2], hand[3], len(hand)
    out[3], out[4] = len(TABLE), TABLE[1, 2]
    first, second = both(pair.more[0], pair.one)
    out[5], out[6] = first, second
    return total(pair.more) * 1000 + total(states[1].more)


def total(numbers: Any) -> int:
    found = 0
    for k in range(len(numbers)):
        found += numbers[k]
    return found


def both(a: int, b: int) -> tuple[int, int]:
    if a < b:
        return b, a
    return (a, b) if a != b else (0, 0)


def test_records_are_read_written_and_copied() -> None:
    states, out = np.zeros(2, dtype=Pair.dtype()), np.zeros(8, dtype=np.int64)
    states[0]["one"], states[0]["more"] = 100, [1, 2, 3, 4, 5]
    found = native(fill, states, out, total=Part(total), both=Part(both))
    pairs = [TABLE[k % 2][k % 3] * -7 for k in range(5)]
    assert found == sum(pairs) * 1000 + 15
    assert out.tolist() == [BIG + pairs[4], 4, 5, 2, 9, max(pairs[0], -7), min(pairs[0], -7), 0]
    assert (states[0]["one"], states[0]["more"].tolist()) == (100, [1, 2, 3, 4, 5])
    assert (states[1]["one"], states[1]["more"].tolist()) == (103, [1, 3, 2, 4, 5])


def widths(numbers: Any, out: Any) -> int:
    for k in range(len(numbers)):
        out[k] = numbers[k] + 1
        numbers[k] = k
    return numbers.shape[0]  # type: ignore[no-any-return]


@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "int32", "int64", "uint16", "bool"])
def test_every_width_is_widened_and_cut_back(kind: str) -> None:
    numbers = np.array([200, 100, 3, 255, 0], dtype=np.uint8).astype(kind)
    before, out = [int(number) for number in numbers], np.zeros(5, dtype=np.int64)
    assert native(widths, numbers, out) == 5
    assert out.tolist() == [number + 1 for number in before]
    assert numbers.tolist() == [False, True, True, True, True] if kind == "bool" else [0, 1, 2, 3, 4]


def halves(numbers: Any, factors: Any) -> int:
    larger = 0
    for k in range(len(numbers)):
        numbers[k] *= factors[k]
        larger += int(numbers[k] > 1.5) + 0 * int(numbers[k] == 2)
    numbers[0] = 1.0 / 3 if larger else 0.25
    numbers[1] = 2
    return larger


@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_fractions_are_those_of_numpy(kind: str) -> None:
    numbers, factors = np.array([1, 2, 3, 0.1], dtype=kind), np.array([0.5, 0.7, 1.1, 0.3], dtype=kind)
    expected = numbers * factors
    assert native(halves, numbers, factors) == int((expected > 1.5).sum())
    expected[0], expected[1] = np.array(1 / 3, dtype=kind), 2
    assert numbers.tolist() == expected.tolist()


def corner(table: Any, row: int, column: int) -> int:
    line = table[row]
    line[column] += 1
    return table[row, column] + line[0] * 100 + table.shape[1]  # type: ignore[no-any-return]


def test_rows_of_arrays_of_any_layout_are_arrays() -> None:
    table = np.arange(24, dtype=np.int16).reshape(4, 6)
    assert native(corner, table.copy(), 2, 3) == 16 + 1200 + 6
    assert native(corner, table.T.copy().T, 2, 3) == 16 + 1200 + 6
    assert native(corner, table[:, ::2].copy(), 1, 1) == 9 + 600 + 3
    sliced = table.copy()
    assert native(corner, sliced[1:, ::2], 1, 1) == 15 + 1200 + 3
    assert sliced[2, 2] == 15


# The functions of the core


def core_functions(mask: int, n: int, out: Any) -> int:
    blank(out)  # type: ignore[name-defined] # noqa: F821
    out[0] = count(mask)  # type: ignore[name-defined] # noqa: F821
    out[1] = lowest(mask)  # type: ignore[name-defined] # noqa: F821
    out[2] = bit(out[1])  # type: ignore[name-defined] # noqa: F821
    out[3] = nth_bit(mask, n)  # type: ignore[name-defined] # noqa: F821
    return 4


def test_instructions_mean_the_same_as_in_plain_python() -> None:
    if "nth_bit" not in instructions():
        pytest.skip("this processor has no instruction for it")
    out, rng = np.zeros(6, dtype=np.int64), random.Random(1)
    for mask in (1, 6, 1 << 40, (1 << 62) | 8, (1 << 63) - 1, *(rng.getrandbits(62) | 1 for _ in range(200))):
        for n in {0, mask.bit_count() - 1, mask.bit_count() // 2}:
            out[:] = 9
            of_two(core_functions)(mask, n, out)
            first = bits.lowest(mask)
            assert out.tolist() == [bits.count(mask), first, bits.bit(first), bits.nth_bit(mask, n), 0, 0]


def test_a_row_is_blanked_whatever_its_layout() -> None:
    table = np.ones((3, 8), dtype=np.int8)
    assert native(blank_row, table[:, ::2], 1) == 0
    assert table.tolist() == [[1] * 8, [0, 1] * 4, [1] * 8]
    row = [1, 2, 3]
    rows.blank(row)
    assert row == [0, 0, 0]


def blank_row(table: Any, row: int) -> int:
    blank(table[row])  # type: ignore[name-defined] # noqa: F821
    return 0


# What is refused


def text(a: int, b: int, out: Any) -> int:
    return "text"  # type: ignore[return-value]


def method(a: int, b: int, out: Any) -> int:
    return out.sum()  # type: ignore[no-any-return]


def gamma(a: int, b: int, out: Any) -> int:
    return int(math.gamma(a))


def others(a: int, b: int, out: Any) -> int:
    for k in out:
        a += k
    return a


def caught(a: int, b: int, out: Any) -> int:
    try:
        return a
    finally:
        out[0] = b


def two_kinds(a: int, b: int, out: Any) -> int:
    c = a
    if a > b:
        c = out
    return c


def no_field(a: int, b: int, out: Any) -> int:
    pair = Pair()
    return pair.third  # type: ignore[attr-defined, no-any-return]


def nothing(a: int, b: int, out: Any) -> int:
    return quiet(a)  # type: ignore[func-returns-value]


def quiet(a: int) -> None:
    pass


def unknown(a: int, b: int, out: Any) -> int:
    return NOWHERE  # type: ignore[name-defined, no-any-return] # noqa: F821


def step_unknown(a: int, b: int, out: Any) -> int:
    for k in range(0, a, b):
        out[0] = k
    return 0


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (text, "'text' is not in the rules language"),
        (method, "out.sum is not in the rules language"),
        (gamma, "math.gamma is not in the rules language"),
        (others, "loops go through ranges only"),
        (caught, "try: is not in the rules language"),
        (two_kinds, "c is of one kind here and of another there"),
        (no_field, "there is no field third"),
        (nothing, r"quiet\(a\) is not in the rules language, or gives nothing"),
        (unknown, "NOWHERE is not in the rules language"),
        (step_unknown, "the step of a range is a constant"),
    ],
)
def test_what_is_not_in_the_language_is_refused_with_its_line(function: Any, why: str) -> None:
    with pytest.raises(TypeError, match=rf"test_language.py, line \d+: .*{why}"):
        native(function, 1, 2, np.zeros(3, dtype=np.int64), quiet=Part(quiet))


def again(a: int) -> int:
    return again(a - 1) if a > 0 else 0


def test_a_function_that_calls_itself_is_refused() -> None:
    itself = with_globals(again, {})
    itself.__globals__["again"] = Part(itself)
    with pytest.raises(TypeError, match="again calls itself"):
        object_code(itself.__globals__["again"], packed((1,))[0], "again")


def test_a_file_that_has_changed_since_it_was_loaded_is_not_taken_for_the_function(tmp_path: Path) -> None:
    for text, found in (("return a + 1", True), ("return a + 2", False), ("a += 1\n    return a", False)):
        file, scope = tmp_path / f"{len(text)}-{found}.py", dict[str, Any]()
        exec(compile("def f(a):\n    return a + 1\n", str(file), "exec"), scope)
        file.write_text(f"def f(a):\n    {text}\n")
        if found:
            assert tree_of(scope["f"]).name == "f"
        else:
            with pytest.raises(TypeError, match="does not say what f does"):
                tree_of(scope["f"])
