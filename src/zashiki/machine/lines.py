"""The lines of one function in LLVM code: blocks, memory and arithmetic."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from dataclasses import replace

from zashiki.machine.notes import Notes
from zashiki.machine.values import (
    ARRAYS,
    DOUBLE,
    WORD,
    Array,
    DType,
    Fraction,
    Record,
    Truth,
    Value,
    Whole,
    alignment_of,
    kept_as,
)

# For whole numbers, and for those with a fraction.
ARITHMETIC = {
    ast.Add: ("add", "fadd"), ast.Sub: ("sub", "fsub"), ast.Mult: ("mul", "fmul"), ast.Div: ("", "fdiv"),
    ast.BitAnd: ("and", ""), ast.BitOr: ("or", ""), ast.BitXor: ("xor", ""), ast.LShift: ("shl", ""), ast.RShift: ("ashr", ""),
}  # fmt: skip
COMPARISONS = {
    ast.Eq: ("eq", "oeq"), ast.NotEq: ("ne", "une"), ast.Lt: ("slt", "olt"), ast.LtE: ("sle", "ole"),
    ast.Gt: ("sgt", "ogt"), ast.GtE: ("sge", "oge"),
}  # fmt: skip
KNOWN: dict[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


class Lines:
    """The lines of a function, in the order in which they are written."""

    def __init__(self, notes: Notes, checked: bool) -> None:
        self.notes, self._checked = notes, checked
        self._trace = ""  # what is noted at every line
        self._slots: list[str] = []
        self._lines: list[str] = []
        self._count = 0  # of names
        self._open = True  # whether the block being written goes on
        self._reads_arrays = self._is_short = False  # what is known of the loop being written

    @property
    def lines(self) -> list[str]:
        """All of them."""
        return [*self._slots, *self._lines]

    def put(self, line: str) -> None:
        """Write a line; a block ends with one that leads on."""
        if not self._open:
            self.label(self.new_label())
        self._lines.append(f"  {line}{self._trace}")
        self._open = not line.startswith(("br ", "ret "))

    def let(self, line: str) -> str:
        """Write a line that gives something; its name."""
        self._count += 1
        name = f"%v{self._count}"
        self.put(f"{name} = {line}")
        return name

    def slot(self, type: str, alignment: int = 8) -> str:
        """Room on the stack of the function; its address."""
        self._count += 1
        self._slots.append(f"  %v{self._count} = alloca {type}, align {alignment}")
        return f"%v{self._count}"

    # Blocks

    def new_label(self) -> str:
        """A name for a block."""
        self._count += 1
        return f"b{self._count}"

    def label(self, name: str) -> None:
        """Begin a block; the one before leads to it unless it has ended."""
        if self._open:
            self.jump(name)
        self._lines.append(f"{name}:")
        self._open = True

    def jump(self, name: str, note: str = "") -> None:
        """Go on there."""
        self.put(f"br label %{name}{note}")

    def branch(self, test: Truth, yes: str, no: str) -> None:
        """Go on at one of two places."""
        self.put(f"br i1 {test.name}, label %{yes}, label %{no}")

    # Memory

    def load(self, place: Array) -> Value:
        """What is at a place."""
        if place.shape:
            return place
        if place.dtype.kind == "V":
            return Record(place.place, place.dtype)
        self._reads_arrays |= place.among == ARRAYS
        kept = kept_as(place.dtype)
        found = self.let(f"load {kept}, ptr {place.place}{self.notes.access(kept, place.among)}")
        if place.dtype.kind == "f":
            return Fraction(found if kept == DOUBLE else self.let(f"fpext {kept} {found} to double"))
        return self.widen(found, place.dtype)

    def widen(self, found: str, dtype: DType) -> Whole:
        """A whole number as it was kept in memory."""
        kept, widen = kept_as(dtype), "sext" if dtype.kind == "i" else "zext"
        return Whole(found if kept == WORD else self.let(f"{widen} {kept} {found} to i64"))

    def store(self, value: Value, place: Array) -> None:
        """Put a number, or a copy of a record, at a place."""
        if isinstance(value, Record) and value.dtype == place.dtype and not place.shape:
            size = place.dtype.itemsize
            to, source = (f"ptr align {alignment_of(place.dtype)} {each}" for each in (place.place, value.place))
            self.put(f"call void @llvm.memcpy.p0.p0.i64({to}, {source}, i64 {size}, i1 false)")
            return
        if place.shape or place.dtype.kind == "V":
            raise TypeError("only numbers and whole records are assigned")
        kept = kept_as(place.dtype)
        self.put(f"store {kept} {self.narrow(value, place.dtype)}, ptr {place.place}{self.notes.access(kept, place.among)}")

    def narrow(self, value: Value, dtype: DType) -> str:
        """A number as it is kept in memory."""
        kept = kept_as(dtype)
        if dtype.kind == "f":
            name = self.fraction(value).name
            return name if kept == DOUBLE else self.let(f"fptrunc double {name} to {kept}")
        if dtype.kind == "b":
            return self.let(f"zext i1 {self.truth(value).name} to {kept}")
        name = self.whole(value).name
        return name if kept == WORD else self.let(f"trunc i64 {name} to {kept}")

    def field(self, record: Record, name: str) -> Array:
        """Where a field of a record is."""
        if record.dtype.fields is None or name not in record.dtype.fields:
            raise TypeError(f"there is no field {name}")
        self._is_short = True
        dtype, offset = record.dtype.fields[name][:2]
        place = self.let(f"getelementptr inbounds i8, ptr {record.place}, i64 {offset}")
        return Array(place, dtype.base, tuple(map(str, dtype.shape)), None, self.notes.field(record.dtype, name))

    def item(self, array: Array, index: Whole) -> Array:
        """Where an item of an array is."""
        if not array.shape:
            raise TypeError("there is nothing to count in")
        self._is_short |= array.among != ARRAYS
        if self._checked:
            self._stop_outside(array, index)
        if array.strides is not None:
            offset, size = self.let(f"mul i64 {index.name}, {array.strides[0]}"), "i8"
        else:
            offset, size = index.name, f"[{array.dtype.itemsize} x i8]"
            for length in array.shape[1:]:
                offset = self.let(f"mul i64 {offset}, {length}")
        place = self.let(f"getelementptr inbounds {size}, ptr {array.place}, i64 {offset}")
        return replace(array, place=place, shape=array.shape[1:], strides=array.strides and array.strides[1:])

    def _stop_outside(self, array: Array, index: Whole) -> None:
        outside, inside = self.new_label(), self.new_label()
        self.branch(Truth(self.let(f"icmp ult i64 {index.name}, {array.shape[0]}")), inside, outside)
        self.label(outside)
        self.put("call void @llvm.trap()")
        self.label(inside)

    # Numbers

    def whole(self, value: Value | None) -> Whole:
        """A value as a whole number."""
        if isinstance(value, Whole):
            return value
        if isinstance(value, Truth):
            return Whole(self.let(f"zext i1 {value.name} to i64")) if value.known is None else Whole(str(int(value.known)))
        raise TypeError("a whole number is needed")

    def fraction(self, value: Value) -> Fraction:
        """A value as a number with a fraction."""
        if isinstance(value, Fraction):
            return value
        return Fraction(self.let(f"sitofp i64 {self.whole(value).name} to double"))

    def truth(self, value: Value) -> Truth:
        """Whether a value is anything but 0."""
        if isinstance(value, Truth):
            return value
        return self.compare(ast.NotEq(), value, Whole("0"))

    def numbers(self, value: Value) -> Value:
        """A value as it is kept in a variable, or handed over."""
        return self.whole(value) if isinstance(value, Truth) else value

    def combine(self, op: ast.operator, one: Value, other: Value) -> Value:
        """What an operator makes of two numbers."""
        if isinstance(op, ast.Div) or isinstance(one, Fraction) or isinstance(other, Fraction):
            return Fraction(self._line_of(ARITHMETIC[type(op)][1], DOUBLE, self.fraction(one), self.fraction(other)))
        a, b = self.whole(one), self.whole(other)
        if a.known is not None and b.known is not None:
            return Whole(str(KNOWN[type(op)](a.known, b.known)))
        if isinstance(op, ast.FloorDiv | ast.Mod):
            return self._divide(op, a, b)
        return Whole(self._line_of(ARITHMETIC[type(op)][0], WORD, a, b))

    def compare(self, op: ast.cmpop, one: Value, other: Value) -> Truth:
        """What a comparison of two numbers says."""
        if type(op) not in COMPARISONS:
            raise TypeError("only numbers are compared")
        whole, fraction = COMPARISONS[type(op)]
        if isinstance(one, Fraction) or isinstance(other, Fraction):
            return Truth(self._line_of(f"fcmp {fraction}", DOUBLE, self.fraction(one), self.fraction(other)))
        a, b = self.whole(one), self.whole(other)
        if a.known is not None and b.known is not None:
            return Truth("true" if KNOWN[type(op)](a.known, b.known) else "false")
        return Truth(self._line_of(f"icmp {whole}", WORD, a, b))

    def _line_of(self, instruction: str, type: str, one: Whole | Fraction, other: Whole | Fraction) -> str:
        if not instruction:
            raise TypeError("whole numbers are needed")
        return self.let(f"{instruction} {type} {one.name}, {other.name}")

    def _divide(self, op: ast.FloorDiv | ast.Mod, a: Whole, b: Whole) -> Whole:
        """As Python divides: downwards, and what is left has the sign of the divisor."""
        by, wants_rest = b.known, isinstance(op, ast.Mod)
        if by is not None and by > 0 and by & (by - 1) == 0:
            return Whole(self.let(f"and i64 {a.name}, {by - 1}" if wants_rest else f"ashr i64 {a.name}, {by.bit_length() - 1}"))
        if by is None:  # nothing is divided by 0; but a processor that does stops the program
            zero = self.let(f"icmp eq i64 {b.name}, 0")
            b = Whole(self.let(f"select i1 {zero}, i64 1, i64 {b.name}"))
        rest = self.let(f"srem i64 {a.name}, {b.name}")
        signs, some = self.let(f"xor i64 {rest}, {b.name}"), self.let(f"icmp ne i64 {rest}, 0")
        below = self.let(f"and i1 {some}, {self.let(f'icmp slt i64 {signs}, 0')}")
        if wants_rest:
            return Whole(self.let(f"add i64 {rest}, {self.let(f'select i1 {below}, i64 {b.name}, i64 0')}"))
        quotient = self.let(f"sdiv i64 {a.name}, {b.name}")
        return Whole(self.let(f"add i64 {quotient}, {self.let(f'sext i1 {below} to i64')}"))

    def extreme(self, which: str, given: Sequence[Value]) -> Value:
        """The smallest (`min`) or largest (`max`) of some numbers."""
        found = self.whole(given[0])
        for value in given[1:]:
            found = Whole(self.let(f"call i64 @llvm.s{which}.i64(i64 {found.name}, i64 {self.whole(value).name})"))
        return found

    def absolute(self, value: Value) -> Value:
        """A number without its sign."""
        return Whole(self.let(f"call i64 @llvm.abs.i64(i64 {self.whole(value).name}, i1 false)"))

    def size(self, value: Value) -> Whole:
        """How many items an array has."""
        if not isinstance(value, Array):
            raise TypeError("only arrays and tables have a length")
        return Whole(value.shape[0])
