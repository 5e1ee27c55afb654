"""A game's state, and work space for its rules, declared once in two forms: a slotted object and an aligned NumPy record.

    class State(Record):
        phase: int = i8(0, OVER)
        hands: list[int] = i64s(MAX_SEATS, 0, ALL_CARDS)

    class Comparison(Work):
        power: list[int] = i16s(MAX_SEATS, 0, 99)

Both forms have the same bytes. A rule that needs room calls the class, `comparison = Comparison()`, and hands it on like any
argument; it is gone when the rule returns. The ranges say what a field may hold; tests check them
(`zashiki.testing.ranges`), so that no gear can overflow where another does not.
"""

from __future__ import annotations

import linecache
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from zashiki.core.rule import rule

if TYPE_CHECKING:
    import numpy as np

_CODES = {"i8": ("b", 1), "i16": ("h", 2), "i32": ("i", 4), "i64": ("q", 8)}


@dataclass(frozen=True)
class Field:
    """One declared field: its integer kind, its length (0 for a single number), its range."""

    kind: str
    length: int
    low: int
    high: int

    def __post_init__(self) -> None:
        limit = 1 << (8 * self.size - 1)
        if not -limit <= self.low <= self.high < limit:
            raise ValueError(f"range {self.low}..{self.high} does not fit {self.kind}")

    @property
    def size(self) -> int:
        return _CODES[self.kind][1]

    @property
    def count(self) -> int:
        return max(self.length, 1)


def _number(kind: str, low: int, high: int) -> int:
    """A number with its range."""
    return cast(int, Field(kind, 0, low, high))


def _numbers(kind: str, length: int, low: int, high: int) -> list[int]:
    """An array of numbers with their range."""
    return cast("list[int]", Field(kind, length, low, high))


# What a state declares: i8(low, high), i8s(length, low, high) and so on, by the bits of a number. Card sets take 64.
i8, i16, i32, i64 = (partial(_number, kind) for kind in _CODES)
i8s, i16s, i32s, i64s = (partial(_numbers, kind) for kind in _CODES)

OUTCOME = "outcome"  # the one field that is in neither the bytes nor equality


@dataclass(frozen=True)
class Layout:
    """Where every field is in the bytes: large types first, the outcome after everything else."""

    names: tuple[str, ...]
    offsets: tuple[int, ...]
    packer: struct.Struct  # without the outcome
    itemsize: int  # of the whole record

    @property
    def size(self) -> int:
        return self.packer.size


def _layout(fields: dict[str, Field]) -> Layout:
    names = sorted(fields, key=lambda name: (name == OUTCOME, -fields[name].size))
    offsets, codes, end = [], "<", 0
    for name in names:
        field = fields[name]
        gap = -end % field.size
        offsets.append(end + gap)
        end += gap + field.size * field.count
        if name != OUTCOME:
            codes += f"{gap}x{field.count}{_CODES[field.kind][0]}"
    return Layout(tuple(names), tuple(offsets), struct.Struct(codes), end + -end % 8)


def _generate(cls_name: str, fields: dict[str, Field]) -> dict[str, Callable[..., Any]]:
    """The field-by-field methods, generated as code because a loop over names is several times slower."""
    zero = {n: f"[0] * {f.length}" if f.length else "0" for n, f in fields.items()}
    same = {n: f"s.{n}[:]" if f.length else f"s.{n}" for n, f in fields.items()}
    zeros = [f"    s.{n} = {zero[n]}" for n in fields]
    copied = [f"    new.{n} = {zero[n] if n == OUTCOME else same[n]}" for n in fields]
    cleared = [
        f"    for i in range({f.length}):\n        s.{n}[i] = 0" if f.length else f"    s.{n} = 0" for n, f in fields.items()
    ]
    compared = [
        f"    for i in range({f.length}):\n        if s.{n}[i] != t.{n}[i]:\n            return 0"
        if f.length
        else f"    if s.{n} != t.{n}:\n        return 0"
        for n, f in fields.items()
        if n != OUTCOME
    ]
    source = "\n".join(
        ["def __init__(s):", *zeros, "def copy(s):", "    new = cls.__new__(cls)", *copied, "    return new"]
        + ["def clear(s):", *cleared, "def same(s, t):", *compared, "    return 1"]
    )
    scope: dict[str, Any] = {"__name__": __name__}
    file = f"<schema of {cls_name}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file  # where compilers read it
    exec(compile(source, file, "exec"), scope)
    return scope


class _RecordType(type):
    """Turns the declared fields into slots and writes the methods that touch every field."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _RecordType:
        fields = {key: value for key, value in body.items() if isinstance(value, Field)}
        kept = {key: value for key, value in body.items() if key not in fields}
        kept["__slots__"] = tuple(fields)
        if not fields:
            return super().__new__(mcs, name, bases, kept)
        code = _generate(f"{body['__module__']}.{name}", fields)
        kept |= {
            "fields": fields,
            "layout": _layout(fields),
            "clear": staticmethod(rule(code["clear"])),
            "same": staticmethod(rule(code["same"])),
            "__init__": code["__init__"],
            "copy": code["copy"],
        }
        cls = super().__new__(mcs, name, bases, kept)
        code["copy"].__globals__["cls"] = cls
        return cls


class Fields(metaclass=_RecordType):
    """Slots holding ints and lists of ints."""

    fields: ClassVar[dict[str, Field]]
    layout: ClassVar[Layout]

    @classmethod
    def dtype(cls) -> np.dtype[np.void]:
        """The aligned NumPy form, with the same bytes."""
        import numpy as np

        layout, declared = cls.layout, [cls.fields[name] for name in cls.layout.names]
        formats = [(f"i{f.size}", (f.length,)) if f.length else f"i{f.size}" for f in declared]
        shape = {"names": layout.names, "formats": formats, "offsets": layout.offsets, "itemsize": layout.itemsize}
        form: np.dtype[np.void] = np.dtype(cast(Any, shape), align=True)
        return form

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.fields)})"


class Work(Fields):
    """Room for a rule to work in; what it holds at first means nothing. Compiled gears keep it on the stack of that rule."""


class Shared(Work):
    """The same for all threads of a block (`core.threads`); a rule makes it once."""


class Record(Fields):
    """The plain form of a state, all zero at first. It declares at least the three fields named here; the contract needs them."""

    if TYPE_CHECKING:
        players: int
        phase: int  # the kind of event that comes next; a GPU keeps games of one kind together
        outcome: list[int]  # the next chance event, between `draw` and `reveal`; no part of the state otherwise

    clear: ClassVar[Callable[[Any], None]]
    same: ClassVar[Callable[[Any, Any], int]]  # 1 where two states are equal, else 0

    if TYPE_CHECKING:

        def copy(self) -> Self:
            """An independent copy; its outcome is zeroed."""

    def to_bytes(self) -> bytes:
        """The state without its outcome, field by field in the layout of the NumPy form."""
        values: list[int] = []
        for name in self.layout.names:
            if name != OUTCOME:
                value = getattr(self, name)
                values.extend(value) if isinstance(value, list) else values.append(value)
        return self.layout.packer.pack(*values)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The state those bytes describe; also takes the bytes of a whole NumPy record."""
        new, values, at = cls(), cls.layout.packer.unpack(data[: cls.layout.size]), 0
        for name in cls.layout.names:
            field = cls.fields[name]
            if name != OUTCOME:
                setattr(new, name, list(values[at : at + field.length]) if field.length else values[at])
                at += field.count
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and other.to_bytes() == self.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())


def is_work(value: object) -> bool:
    """Whether the value is a class of work space, which a rule may call."""
    return isinstance(value, type) and issubclass(value, Work)
