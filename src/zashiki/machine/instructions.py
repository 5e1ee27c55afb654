"""The functions of the core for which a processor has an instruction, or LLVM a better loop."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from llvmlite import binding as llvm

from zashiki.machine.lines import Lines
from zashiki.machine.values import Array, Value, Whole
from zashiki.machine.writing import Instruction, Part

SLOW_DEPOSIT = ("bdver4", "znver1", "znver2")  # processors that take long to deposit bits


def _line(text: str) -> Instruction:
    return Instruction(lambda lines, given: Whole(lines.let(text.format(*(lines.whole(value).name for value in given)))))


def _nth_bit(lines: Lines, given: Sequence[Value]) -> Value:
    mask, n = (lines.whole(value).name for value in given)
    deposited = lines.let(f"call i64 @llvm.x86.bmi.pdep.64(i64 {lines.let(f'shl i64 1, {n}')}, i64 {mask})")
    return Whole(lines.let(f"call i64 @llvm.cttz.i64(i64 {deposited}, i1 false)"))


def _small_word(lines: Lines, given: Sequence[Value]) -> Value:
    """The next number of the small generator, by arithmetic with 32 bits: turning a word is one instruction then."""
    rng = given[0]
    if not isinstance(rng, Array):
        raise TypeError("a generator is an array")
    places = [lines.item(rng, Whole(str(k))) for k in range(2)]
    a, b = (lines.let(f"trunc i64 {lines.whole(lines.load(place)).name} to i32") for place in places)

    def turned(word: str, by: int) -> str:
        return lines.let(f"call i32 @llvm.fshl.i32(i32 {word}, i32 {word}, i32 {by})")

    found = lines.let(f"mul i32 {turned(lines.let(f'mul i32 {a}, {0x9E3779BB}'), 5)}, 5")
    b = lines.let(f"xor i32 {b}, {a}")
    shifted = lines.let(f"xor i32 {b}, {lines.let(f'shl i32 {b}, 9')}")
    a = lines.let(f"xor i32 {turned(a, 26)}, {shifted}")
    for place, word in zip(places, (a, turned(b, 13)), strict=True):
        lines.store(Whole(lines.let(f"zext i32 {word} to i64")), place)
    return Whole(lines.let(f"zext i32 {found} to i64"))


def _blank(row: Any) -> None:
    for k in range(len(row)):
        row[k] = 0


# What every processor has.
PORTABLE = {
    "bit": _line("shl i64 1, {}"),
    "count": _line("call i64 @llvm.ctpop.i64(i64 {})"),
    "lowest": _line("call i64 @llvm.cttz.i64(i64 {}, i1 false)"),
    "small_word": Instruction(_small_word),
}


@cache
def instructions() -> dict[str, Instruction | Part]:
    """They by their names, those that this machine has."""
    found: dict[str, Instruction | Part] = PORTABLE | {"blank": Part(_blank)}
    if llvm.get_host_cpu_features().get("bmi2") and llvm.get_host_cpu_name() not in SLOW_DEPOSIT:
        found["nth_bit"] = Instruction(_nth_bit)
    return found
