"""Every rule is written in the rules language of docs/rules-language.md."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import zashiki.core
import zashiki.games
from zashiki.core.rule import global_value, globals_read, is_primitive, is_rule
from zashiki.core.schema import is_work

FORBIDDEN: dict[type[ast.AST], str] = {
    ast.List: "builds a list", ast.Dict: "builds a dict", ast.Set: "builds a set", ast.ListComp: "builds a list",
    ast.SetComp: "builds a set", ast.DictComp: "builds a dict", ast.GeneratorExp: "builds a generator",
    ast.JoinedStr: "builds text",
    ast.Raise: "raises", ast.Try: "catches", ast.With: "uses with", ast.Lambda: "closes over names", ast.Slice: "slices",
    ast.Yield: "yields", ast.Await: "awaits", ast.Import: "imports", ast.ImportFrom: "imports", ast.Global: "changes globals",
    ast.Nonlocal: "changes an outer name", ast.Starred: "unpacks", ast.Assert: "asserts", ast.ClassDef: "defines a class",
}  # fmt: skip
BUILTINS = {"range", "min", "max", "abs", "len", "int"}


def modules() -> Iterator[str]:
    for package in (zashiki.core, zashiki.games):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield module.name
    yield from ("zashiki.bots.kernels", "zashiki.bots.network.kernels", "zashiki.lab.kernels", "zashiki.rl.kernels")


def rules_of(path: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and any(isinstance(d, ast.Name) and d.id == "rule" for d in node.decorator_list):
            yield node


def is_in_module(called: ast.expr, function: ast.FunctionDef) -> bool:
    """Whether a call goes to a rule of another module, `cards.price_of(…)`; an argument is no module."""
    arguments = {argument.arg for argument in function.args.args}
    return isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id not in arguments


def faults(function: ast.FunctionDef, floats: bool) -> Iterator[str]:
    arguments = function.args
    if arguments.defaults or arguments.kwonlyargs or arguments.vararg or arguments.kwarg:
        yield "has default, keyword or variable arguments"
    body = [node for statement in function.body for node in ast.walk(statement)]
    docstring = function.body[0].value if isinstance(function.body[0], ast.Expr) else None
    for node in body:
        if type(node) in FORBIDDEN:
            yield f"line {node.lineno} {FORBIDDEN[type(node)]}"  # type: ignore[attr-defined]
        elif isinstance(node, ast.FunctionDef):
            yield f"line {node.lineno} defines a function"
        elif isinstance(node, ast.For) and not (
            isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range"
        ):
            yield f"line {node.lineno} loops over something else than a range"
        elif isinstance(node, ast.Constant) and not isinstance(node.value, int) and node is not docstring:
            if not (floats and isinstance(node.value, float)):
                yield f"line {node.lineno} holds {node.value!r}"
        elif isinstance(node, ast.Call) and not isinstance(node.func, ast.Name) and not is_in_module(node.func, function):
            yield f"line {node.lineno} calls a method or an attribute"
        elif isinstance(node, ast.Call) and node.keywords:
            yield f"line {node.lineno} uses keyword arguments"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and not floats:
            yield f"line {node.lineno} divides into a float"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function.name:
            yield f"line {node.lineno} calls itself"


@pytest.mark.parametrize("module", sorted(modules()))
def test_rules_keep_to_the_language(module: str) -> None:
    path = Path(importlib.util.find_spec(module).origin or "")  # type: ignore[union-attr]
    floats = module.endswith(".kernels")
    found = [f"{function.name}: {fault}" for function in rules_of(path) for fault in faults(function, floats)]
    assert found == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("return [1]", "builds a list"),
        ("for x in s.hand:\n        pass", "loops over something else"),
        ("return s.copy()", "calls a method"),
        ("return 1 / 2", "float"),
        ("return f(s)", "calls itself"),
        ("raise ValueError", "raises"),
        ("return 'text'", "holds 'text'"),
        ("return s.hand[1:]", "slices"),
    ],
)
def test_the_check_finds_what_is_forbidden(body: str, fault: str) -> None:
    node = ast.parse(f"@rule\ndef f(s):\n    {body}\n").body[0]
    assert isinstance(node, ast.FunctionDef)
    assert any(fault in found for found in faults(node, floats=False))


def is_constant(value: object) -> bool:
    """An integer, or a table of integers in tuples."""
    return isinstance(value, int) or (isinstance(value, tuple) and all(is_constant(part) for part in value))


@pytest.mark.parametrize("module", sorted(modules()))
def test_rules_read_only_rules_and_constants(module: str) -> None:
    scope = vars(importlib.import_module(module))
    contract = scope.get("__annotations__", {}) if module.endswith((".kernels", ".streams")) else {}
    for function in [value for value in scope.values() if is_rule(value) and value.__module__ == module]:
        for path in globals_read(function):
            value, name = global_value(function, path, None), path[0]
            known = is_rule(value) or is_primitive(value) or is_constant(value) or is_work(value)
            assert known or name in BUILTINS or (name in contract and name not in scope), f"{function.__name__} reads {path}"


def test_a_table_of_words_is_no_constant() -> None:
    assert is_constant(((1, 2), (3,)))
    assert not is_constant(("drama", "art"))
