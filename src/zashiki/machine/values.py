"""Values while a function is being written: the names that LLVM code has for them, and what is known about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

DType = np.dtype[Any]
Kind = (
    type[int] | tuple[DType, int, bool]
)  # of an argument: a number; or an array: its numbers, its dimensions, whether it is contiguous

WORD, POINTER, DOUBLE, BIT = "i64", "ptr", "double", "i1"
# What an array can be among: what is handed to a kernel, constant tables, or the fields of records.
ARRAYS, TABLES, FIELDS = "arrays", "tables", "fields"


@dataclass(frozen=True)
class Whole:
    """A whole number."""

    name: str

    @property
    def known(self) -> int | None:
        """It, where it is known by now."""
        return None if self.name.startswith("%") else int(self.name)

    @property
    def words(self) -> list[tuple[str, str]]:
        return [(WORD, self.name)]

    def named(self, names: Sequence[str]) -> Whole:
        return Whole(names[0])


@dataclass(frozen=True)
class Truth:
    """The answer to a question; as a number it is 0 or 1."""

    name: str

    @property
    def known(self) -> bool | None:
        """It, where it is known by now."""
        return {"true": True, "false": False}.get(self.name)

    @property
    def words(self) -> list[tuple[str, str]]:
        return [(BIT, self.name)]

    def named(self, names: Sequence[str]) -> Truth:
        return Truth(names[0])


@dataclass(frozen=True)
class Fraction:
    """A number with a fraction, which only kernels have."""

    name: str

    @property
    def words(self) -> list[tuple[str, str]]:
        return [(DOUBLE, self.name)]

    def named(self, names: Sequence[str]) -> Fraction:
        return Fraction(names[0])


@dataclass(frozen=True)
class Record:
    """A record at an address."""

    place: str
    dtype: DType

    @property
    def words(self) -> list[tuple[str, str]]:
        return [(POINTER, self.place)]

    def named(self, names: Sequence[str]) -> Record:
        return replace(self, place=names[0])


@dataclass(frozen=True)
class Array:
    """Numbers or records from an address on. Without dimensions it is one of them."""

    place: str
    dtype: DType
    shape: tuple[str, ...]
    strides: tuple[str, ...] | None  # in bytes; None: each directly after the other
    among: str  # nothing that is among others can be at the same place

    @property
    def words(self) -> list[tuple[str, str]]:
        return [(POINTER, self.place), *((WORD, word) for word in (*self.shape, *(self.strides or ())))]

    def named(self, names: Sequence[str]) -> Array:
        size = 1 + len(self.shape)
        strides = None if self.strides is None else tuple(names[size:])
        return replace(self, place=names[0], shape=tuple(names[1:size]), strides=strides)


@dataclass(frozen=True)
class Several:
    """Values that a function returns together."""

    values: tuple[Value, ...]

    @property
    def words(self) -> list[tuple[str, str]]:
        return [word for value in self.values for word in value.words]

    def named(self, names: Sequence[str]) -> Several:
        rest = iter(names)
        return Several(tuple(value.named(list(islice(rest, len(value.words)))) for value in self.values))


Value = Whole | Truth | Fraction | Record | Array | Several


def kind_of(value: Value) -> Value:
    """What is known about a value whatever its names are: functions are written for such kinds."""
    if isinstance(value, Array) and value.among not in (ARRAYS, TABLES):
        value = replace(value, among=FIELDS)
    return value.named([""] * len(value.words))


def type_of(value: Value | None) -> str:
    """The type of what a function returns."""
    types = [] if value is None else [type for type, _ in value.words]
    return types[0] if len(types) == 1 else f"{{ {', '.join(types)} }}" if types else "void"


def alignment_of(record: DType) -> int:
    """What the address of a record is a multiple of, in bytes."""
    assert record.fields is not None
    return max(field[0].base.itemsize for field in record.fields.values())


def kept_as(dtype: DType) -> str:
    """The type of a number in memory."""
    return {"f4": "float", "f8": DOUBLE}.get(dtype.str[1:], f"i{8 * dtype.itemsize}")
