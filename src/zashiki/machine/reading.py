"""The syntax tree of a function, found where it was written."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType
from typing import Any


def tree_of(function: Callable[..., Any]) -> ast.FunctionDef:
    """The syntax tree of a function; TypeError where its file says something else, or nothing."""
    code = function.__code__
    tree, compiled = _functions_in(code.co_filename).get((code.co_name, code.co_firstlineno), (None, None))
    if tree is None or compiled is None or _steps(compiled) != _steps(code):
        raise TypeError(f"{code.co_filename} does not say what {code.co_name} does; it may have changed since it was loaded")
    return tree


@cache
def _functions_in(file: str) -> dict[tuple[str, int], tuple[ast.FunctionDef, CodeType]]:
    """The functions of a file by their name and first line."""
    whole = ast.parse("".join(linecache.getlines(file)), file)
    trees = {(node.name, _first_line(node)): node for node in ast.walk(whole) if isinstance(node, ast.FunctionDef)}
    codes = {(code.co_name, code.co_firstlineno): code for code in _codes_in(compile(whole, file, "exec", dont_inherit=True))}
    return {place: (tree, codes[place]) for place, tree in trees.items() if place in codes}


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes_in(constant)


def _steps(code: CodeType) -> tuple[object, ...]:
    """What code does, whatever its docstring says."""
    numbers = [None if isinstance(constant, str) else constant for constant in code.co_consts]
    return code.co_code, numbers, code.co_names, code.co_varnames
