"""LLVM code, as text, for functions in the rules language.

Whole numbers are 64 bits wide, whatever the width they are kept in. Records and arrays are handed over as addresses, arrays with
their shape. A function is written once for each kind of arguments it is called with, and reads its globals in the form that is
meant here: numbers, tables as NumPy arrays, and what is declared below.
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from zashiki.machine.lines import Lines
from zashiki.machine.notes import Notes
from zashiki.machine.reading import tree_of
from zashiki.machine.values import (
    POINTER,
    Array,
    DType,
    Fraction,
    Record,
    Several,
    Truth,
    Value,
    Whole,
    alignment_of,
    kind_of,
    type_of,
)


@dataclass(frozen=True, eq=False)
class Part:
    """A function that kernels may call."""

    function: Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Instruction:
    """What is written in place of a call."""

    write: Callable[[Lines, Sequence[Value]], Value]


@dataclass(frozen=True)
class Room:
    """Makes a record on the stack of whoever calls it; what it holds at first means nothing."""

    dtype: DType
    alignment: int

    def made(self, lines: Lines) -> Record:
        """Write what makes it."""
        return Record(lines.slot(f"[{self.dtype.itemsize} x i8]", self.alignment), self.dtype)


BUILTINS = {
    "min": Instruction(lambda lines, given: lines.extreme("min", given)),
    "max": Instruction(lambda lines, given: lines.extreme("max", given)),
    "abs": Instruction(lambda lines, given: lines.absolute(given[0])),
    "int": Instruction(lambda lines, given: lines.whole(given[0])),
    "len": Instruction(lambda lines, given: lines.size(given[0])),
}


class NotInTheLanguage(TypeError):
    """Something that the rules language does not have, and where it stands."""


@dataclass(frozen=True)
class Written:
    """A function that has been written."""

    name: str
    result: Value | None  # what kind of value it returns


def _nothing_known(name: str, lines: Sequence[str]) -> str:
    return ""


class Module:
    """All functions of a kernel. A checked one stops the process at an index that is out of bounds.

    `attributes` says what LLVM is told about a function, given its name and its lines.
    """

    def __init__(self, notes: Notes, checked: bool, attributes: Callable[[str, Sequence[str]], str] = _nothing_known) -> None:
        self.notes, self.checked, self.attributes = notes, checked, attributes
        self._functions: list[str] = []
        self._written: dict[tuple[Part, tuple[Value, ...]], Written | None] = {}

    def text(self) -> str:
        """The code of the module."""
        return "\n".join([*self.notes.tables, *self._functions, *self.notes.text(), ""])

    def add(self, *lines: str) -> None:
        """Add a function that is written already."""
        self._functions += lines

    def function(self, part: Part, given: Sequence[Value]) -> Written:
        """The function for arguments of these kinds."""
        kinds = tuple(map(kind_of, given))
        if (part, kinds) not in self._written:
            self._written[part, kinds] = None
            name = f'@"{part.function.__name__}.{len(self._written)}"'
            body = Body(self, part.function)
            self.add(*body.write(name, kinds))
            self._written[part, kinds] = Written(name, body.result)
        found = self._written[part, kinds]
        if found is None:
            raise TypeError(f"{part.function.__name__} calls itself")
        return found


def _alignment(value: Value) -> str:
    """What is known about the address of records."""
    return f" align {alignment_of(value.dtype)}" if isinstance(value, Record | Array) and value.dtype.kind == "V" else ""


class Body(Lines):
    """One function."""

    def __init__(self, module: Module, function: Callable[..., Any]) -> None:
        super().__init__(module.notes, module.checked)
        self.result: Value | None = None  # what kind of value it returns, once that is known
        self._module, self._function, self._scope = module, function, function.__globals__
        self._variables: dict[str, tuple[Value, list[str]]] = {}  # their kinds, and slots for their words
        self._loops: list[tuple[str, str]] = []  # where `continue` and `break` lead

    def write(self, name: str, kinds: Sequence[Value], called: str = "internal fastcc", attributes: str = "") -> list[str]:
        """The function for arguments of these kinds; `called` is how, which together with attributes is for LLVM."""
        tree = tree_of(self._function)
        if len(tree.args.args) != len(kinds):
            raise TypeError(f"{tree.name} takes {len(tree.args.args)} arguments")
        self._note = self.notes.function(tree.name, self._function.__code__.co_filename, tree.lineno)
        self._trace = self.notes.line(self._note, tree.lineno)
        words: list[str] = []
        for argument, kind in zip(tree.args.args, kinds, strict=True):
            value = kind.named([f"%{argument.arg}.{k}" for k in range(len(kind.words))])
            words += [f"{type}{_alignment(value) if type == POINTER else ''} {word}" for type, word in value.words]
            self._assign(argument.arg, value)
        self._block(tree.body)
        returned = type_of(self.result)
        if self._open:
            self.put("ret void" if self.result is None else f"ret {returned} zeroinitializer")
        note = f"!dbg !{self._note} " if self._note else ""
        attributes = attributes or self._module.attributes(name, self.lines)
        return [f"define {called} {returned} {name}({', '.join(words)}) nounwind {attributes} {note}{{", *self.lines, "}"]

    # Expressions

    def value(self, node: ast.expr) -> Value:
        """What an expression gives."""
        found = self._value(node)
        if found is None:
            raise TypeError(f"{ast.unparse(node)} is not in the rules language, or gives nothing")
        return found

    def _value(self, node: ast.expr) -> Value | None:
        match node:
            case ast.Constant(value=int() as number):
                return Whole(str(int(number)))
            case ast.Constant(value=float() as number):
                return Fraction(f"0x{struct.pack('>d', number).hex()}")
            case ast.Name(id=name):
                return self._variable(name) if name in self._variables else self._constant(self._scope.get(name))
            case ast.Attribute(value=ast.Name(id=name)) if self._is_module(name):
                return self._constant(getattr(self._scope[name], node.attr))
            case ast.Subscript(value=ast.Attribute(value=array, attr="shape"), slice=ast.Constant(value=int() as k)):
                found = self.value(array)
                return Whole(found.shape[k]) if isinstance(found, Array) else None
            case ast.Attribute() | ast.Subscript():
                return self.load(self._place(node))
            case ast.BinOp():
                return self.combine(node.op, self.value(node.left), self.value(node.right))
            case ast.UnaryOp(op=ast.USub()):
                return self.combine(ast.Sub(), Whole("0"), self.value(node.operand))
            case ast.UnaryOp(op=ast.Invert()):
                return self.combine(ast.BitXor(), self.value(node.operand), Whole("-1"))
            case ast.Compare(ops=[op], comparators=[other]):
                return self.compare(op, self.value(node.left), self.value(other))
            case ast.UnaryOp(op=ast.Not()) | ast.Compare():
                return self._either(node, lambda: Truth("true"), lambda: Truth("false"))
            case ast.BoolOp():
                return self._first_that_decides(node.op, node.values)
            case ast.IfExp():
                return self._either(node.test, lambda: self.value(node.body), lambda: self.value(node.orelse))
            case ast.Tuple():
                return Several(tuple(self.numbers(self.value(each)) for each in node.elts))
            case ast.Call():
                return self._call(node)
        return None

    def _is_module(self, name: str) -> bool:
        return name not in self._variables and isinstance(self._scope.get(name), ModuleType)

    def _constant(self, value: object) -> Value | None:
        if isinstance(value, np.ndarray):
            return self.notes.table(value)
        return Whole(str(int(value))) if isinstance(value, int) else None

    def _place(self, node: ast.expr) -> Array:
        """Where a field or an item is."""
        match node:
            case ast.Attribute():
                record = self.value(node.value)
                if isinstance(record, Record):
                    return self.field(record, node.attr)
            case ast.Subscript():
                array = self.value(node.value)
                if isinstance(array, Array):
                    for index in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
                        array = self.item(array, self.whole(self.value(index)))
                    return array
        raise TypeError(f"{ast.unparse(node)} is no place in a record or an array")

    def _call(self, node: ast.Call) -> Value | None:
        match node.func:
            case ast.Name(id=name) if name not in self._variables:
                called = self._scope[name] if name in self._scope else BUILTINS.get(name)
            case ast.Attribute(value=ast.Name(id=name)) if self._is_module(name):
                called = getattr(self._scope[name], node.func.attr)
            case _:
                called = None
        if isinstance(called, Room):
            return called.made(self)
        given = [self.numbers(self.value(argument)) for argument in node.args]
        if isinstance(called, Instruction):
            return called.write(self, given)
        if isinstance(called, Part):
            return self._hand_over(called, given)
        raise TypeError(f"{ast.unparse(node.func)} is not in the rules language")

    def _hand_over(self, part: Part, given: Sequence[Value]) -> Value | None:
        self._is_short = True
        written = self._module.function(part, given)
        words = ", ".join(f"{type} {word}" for value in given for type, word in value.words)
        line = f"call fastcc {type_of(written.result)} {written.name}({words})"
        if written.result is None:
            self.put(line)
            return None
        found, count = self.let(line), len(written.result.words)
        each = [found] if count == 1 else [self.let(f"extractvalue {type_of(written.result)} {found}, {k}") for k in range(count)]
        return written.result.named(each)

    # Conditions

    def _condition(self, node: ast.expr, yes: str, no: str) -> None:
        """Go on at one of two places."""
        match node:
            case ast.BoolOp(op=op, values=values):
                for each in values[:-1]:
                    following = self.new_label()
                    self._condition(each, *((following, no) if isinstance(op, ast.And) else (yes, following)))
                    self.label(following)
                self._condition(values[-1], yes, no)
            case ast.UnaryOp(op=ast.Not()):
                self._condition(node.operand, no, yes)
            case ast.Compare(ops=[*ops, last], comparators=[*others, right]):
                left = self.value(node.left)
                for comparison, other in zip(ops, others, strict=True):
                    value, following = self.value(other), self.new_label()
                    self.branch(self.compare(comparison, left, value), following, no)
                    self.label(following)
                    left = value
                self.branch(self.compare(last, left, self.value(right)), yes, no)
            case _:
                self.branch(self.truth(self.value(node)), yes, no)

    def _settled(self, test: ast.expr) -> bool | None:
        """Whether a comparison of constants holds: what is never reached is not written."""
        match test:
            case ast.Compare(left=one, ops=[op], comparators=[other]) if self._is_fixed(one) and self._is_fixed(other):
                return self.compare(op, self.value(one), self.value(other)).known
        return None

    def _is_fixed(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id not in self._variables)

    def _either(self, test: ast.expr, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """One of two values, of which only that one is worked out."""
        settled = self._settled(test)
        if settled is not None:
            return yes() if settled else no()
        then, other = self.new_label(), self.new_label()
        self._condition(test, then, other)
        return self._joined({then: yes, other: no})

    def _first_that_decides(self, op: ast.boolop, values: Sequence[ast.expr]) -> Value:
        """`and` and `or` as values."""
        first = self.numbers(self.value(values[0]))
        if len(values) == 1:
            return first
        decided, following = self.new_label(), self.new_label()
        self.branch(self.truth(first), *((following, decided) if isinstance(op, ast.And) else (decided, following)))
        return self._joined({decided: lambda: first, following: lambda: self._first_that_decides(op, values[1:])})

    def _joined(self, ways: dict[str, Callable[[], Value]]) -> Value:
        """The value of whichever block was gone through."""
        after, ends = self.new_label(), {}
        for name, make in ways.items():
            self.label(name)
            value, end = self.numbers(make()), self.new_label()
            self.label(end)
            self.jump(after)
            ends[end] = value
        kinds = {kind_of(value) for value in ends.values()}
        if len(kinds) > 1:
            raise TypeError("the value is of one kind or of another")
        self.label(after)
        names = []
        for k, (type, _) in enumerate(value.words):
            names.append(self.let(f"phi {type} " + ", ".join(f"[{each.words[k][1]}, %{end}]" for end, each in ends.items())))
        return kinds.pop().named(names)

    # Variables

    def _variable(self, name: str) -> Value:
        kind, slots = self._variables[name]
        return kind.named([self.let(f"load {type}, ptr {slot}") for (type, _), slot in zip(kind.words, slots, strict=True)])

    def _assign(self, name: str, value: Value) -> None:
        value = self.numbers(value)
        if name not in self._variables:
            self._variables[name] = kind_of(value), [self.slot(type) for type, _ in value.words]
        kind, slots = self._variables[name]
        if kind != kind_of(value):
            raise TypeError(f"{name} is of one kind here and of another there")
        for (type, word), slot in zip(value.words, slots, strict=True):
            self.put(f"store {type} {word}, ptr {slot}")

    # Statements

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self._trace = self.notes.line(self._note, statement.lineno)
            try:
                self._statement(statement)
            except NotInTheLanguage:
                raise
            except TypeError as error:
                where = f"{self._function.__code__.co_filename}, line {statement.lineno}"
                raise NotInTheLanguage(f"{where}: {error}") from error

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Call() as call):
                self._call(call)
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Assign(targets=targets, value=given):
                value = self.value(given)
                for target in targets:
                    self._set(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as given):
                self._set(target, self.value(given))
            case ast.AugAssign(target=ast.Name(id=name)) if name in self._variables:
                self._assign(name, self.combine(node.op, self._variable(name), self.value(node.value)))
            case ast.AugAssign():
                place = self._place(node.target)
                self.store(self.combine(node.op, self.load(place), self.value(node.value)), place)
            case ast.If():
                self._if(node)
            case ast.While():
                again, body, after = (self.new_label() for _ in range(3))
                self.label(again)
                self._condition(node.test, body, after)
                self.label(body)
                self._rounds(node.body, again, after)
                self.jump(again, self.notes.loop(is_short=False))
                self.label(after)
            case ast.For():
                self._for(node)
            case ast.Break() | ast.Continue():
                self.jump(self._loops[-1][isinstance(node, ast.Break)])
            case ast.Return():
                self._return(node.value)
            case _:
                raise TypeError(f"{ast.unparse(node).splitlines()[0]} is not in the rules language")

    def _set(self, target: ast.expr, value: Value) -> None:
        match target, value:
            case ast.Name(id=name), _:
                self._assign(name, value)
            case ast.Tuple(elts=targets), Several(values=values) if len(targets) == len(values):
                for each, part in zip(targets, values, strict=True):
                    self._set(each, part)
            case _:
                self.store(value, self._place(target))

    def _if(self, node: ast.If) -> None:
        settled = self._settled(node.test)
        if settled is not None:
            self._block(node.body if settled else node.orelse)
            return
        then, other, after = (self.new_label() for _ in range(3))
        self._condition(node.test, then, other)
        for name, statements in ((then, node.body), (other, node.orelse)):
            self.label(name)
            self._block(statements)
            if self._open:
                self.jump(after)
        self.label(after)

    def _rounds(self, statements: Sequence[ast.stmt], again: str, after: str) -> None:
        """What a loop repeats."""
        self._loops.append((again, after))
        self._block(statements)
        self._loops.pop()

    def _for(self, node: ast.For) -> None:
        match node:
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=arguments), orelse=[]):
                bounds = [self.whole(self.value(each)) for each in arguments]
            case _:
                raise TypeError("loops go through ranges only")
        start, stop, step = {1: [Whole("0"), *bounds, Whole("1")], 2: [*bounds, Whole("1")]}.get(len(bounds), bounds)
        if not step.known:
            raise TypeError("the step of a range is a constant other than 0")
        check, body, again, after = (self.new_label() for _ in range(4))
        at = self.slot("i64")
        self.put(f"store i64 {start.name}, ptr {at}")
        self.label(check)
        here = Whole(self.let(f"load i64, ptr {at}"))
        self.branch(self.compare(ast.Lt() if step.known > 0 else ast.Gt(), here, stop), body, after)
        self.label(body)
        self._assign(name, here)
        around = self._reads_arrays, self._is_short
        self._reads_arrays = self._is_short = False
        self._rounds(node.body, again, after)
        self.label(again)
        self.put(f"store i64 {self.let(f'add nsw i64 {here.name}, {step.name}')}, ptr {at}")
        # Loops over what a kernel was handed may be long, those over records are not.
        self.jump(check, self.notes.loop(self._is_short or not self._reads_arrays))
        self._reads_arrays, self._is_short = self._reads_arrays or around[0], self._is_short or around[1]
        self.label(after)

    def _return(self, node: ast.expr | None) -> None:
        if node is None:
            self.put("ret void")
            return
        value = self.numbers(self.value(node))
        if isinstance(value, Record | Array) or self.result not in (None, kind_of(value)):
            raise TypeError("functions return numbers, always as many of them")
        self.result = kind_of(value)
        returned, made = type_of(value), value.words[0][1]
        if isinstance(value, Several):
            made = "poison"
            for k, (type, word) in enumerate(value.words):
                made = self.let(f"insertvalue {returned} {made}, {type} {word}, {k}")
        self.put(f"ret {returned} {made}")
