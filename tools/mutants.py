"""Small wrong changes to the rules and the core, for `tools/mutate.py`: where they can be made, and what they are called.

A mutant replaces a few bytes of one function: another comparison, a number one off, `and` for `or`, a statement left out …
Its id (file, function and a hash of the changed lines) stays the same while other lines move.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import CodeType

# Not the compiled gears, which the tests here do without, and not what bots go by: a heuristic is judged by the games it wins.
LEFT_OUT = re.compile(r"core/(native|cuda)\.py|games/\w+/worth(/\w+)?\.py")

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}  # fmt: skip
OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "//"),
    ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.BitXor: ("^", "&"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
}  # fmt: skip
UNTOUCHED = (ast.Raise, ast.Assert, ast.JoinedStr, ast.Import, ast.ImportFrom)  # what nobody plays by
TEXT_LIKE = (ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.Set)  # what `-` would only crash on

Function = ast.FunctionDef | ast.AsyncFunctionDef
Place = tuple[str, int, int, str]  # kind, first byte, byte behind the last, replacement


@dataclass(frozen=True)
class Mutant:
    """One small change to one function."""

    id: str
    kind: str
    file: str  # below src/zashiki
    line: int
    start: int  # in bytes
    end: int
    after: str

    @property
    def package(self) -> str:
        """`core`, or `games/NAME`."""
        return "/".join(self.file.split("/")[:2]) if self.file.startswith("games/") else "core"

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]

    def diff(self, source: bytes) -> str:
        """The change as a hunk of a patch."""
        old, new = (text.decode().splitlines() for text in (source, self.apply(source)))
        return "\n".join(difflib.unified_diff(old, new, self.file, self.file, n=2, lineterm=""))


def find_mutants(root: Path, only: str = "") -> list[Mutant]:
    """Every mutant of the core and of the files with rules, in a stable order; `only` is how their files begin."""
    paths = [*sorted((root / "core").rglob("*.py")), *sorted((root / "games").rglob("*.py"))]
    sources = {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
    chosen = {
        name: text
        for name, text in sources.items()
        if not LEFT_OUT.fullmatch(name) and (name[:5] == "core/" or b"\n@rule" in text)
    }
    trees = {name: ast.parse(text) for name, text in chosen.items()}
    signatures = {f.name: _kinds_of_arguments(f) for tree in trees.values() for _, f in _functions(tree.body)}
    found: list[Mutant] = []
    for name in sorted(chosen):
        if name.startswith(only):
            found += _of_file(name, chosen[name], trees[name], signatures)
    return found


def sample(root: Path, mutants: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    """That many of the mutants, chosen by the seed, without those that leave the compiled code as it is or do not compile."""
    order = sorted(mutants, key=lambda mutant: mutant.id)
    random.Random(seed).shuffle(order)
    taken: list[Mutant] = []
    for mutant in order:
        if len(taken) == count:
            break
        if changes_code(mutant, (root / mutant.file).read_bytes()):
            taken.append(mutant)
    return taken


def changes_code(mutant: Mutant, source: bytes) -> bool:
    """Whether Python compiles the mutant, and to something else than before."""
    try:
        return _shape(mutant.apply(source)) != _shape(source)
    except SyntaxError:
        return False


def explained(path: Path) -> dict[str, str]:
    """The mutants known to change nothing that anybody can see: id -> reason."""
    return {entry["id"]: entry["reason"] for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])}


def _shape(source: bytes) -> object:
    def parts(code: CodeType) -> object:
        constants = tuple(parts(value) if isinstance(value, CodeType) else (type(value), value) for value in code.co_consts)
        return code.co_code, constants, code.co_names, code.co_varnames

    return parts(compile(source, "", "exec"))


def _functions(body: Iterable[ast.stmt], within: str = "") -> Iterator[tuple[str, Function]]:
    """Functions and methods with their names; what is defined inside a function belongs to it."""
    for node in body:
        if isinstance(node, Function):
            yield within + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{within}{node.name}.")


def _is_rule(function: Function) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "rule" for mark in function.decorator_list)


def _kinds_of_arguments(function: Function) -> list[str]:
    return [ast.unparse(argument.annotation) if argument.annotation else "" for argument in function.args.args]


def _of_file(name: str, source: bytes, tree: ast.Module, signatures: dict[str, list[str]]) -> Iterator[Mutant]:
    places, seen = Places(source, signatures), Counter[str]()
    for function, node in _functions(tree.body):
        if not name.startswith("core/") and not _is_rule(node):
            continue
        changes = dict.fromkeys(place for statement in node.body for place in places.under(statement, node))
        done: set[tuple[int, bytes]] = set()
        for kind, start, end, after in changes:
            first = source.rfind(b"\n", 0, start) + 1
            last = source.find(b"\n", end) if b"\n" in source[end:] else len(source)
            changed = source[first:start] + after.encode() + source[end:last]
            if (first, changed) in done:
                continue
            done.add((first, changed))
            words = f"{name}\0{function}\0{source[first:last].strip().decode()}\0{changed.strip().decode()}"
            seen[words] += 1
            code = hashlib.sha256(f"{words}\0{seen[words]}".encode()).hexdigest()[:8]
            line = source.count(b"\n", 0, start) + 1
            yield Mutant(f"{name}::{function}::{code}", kind, name, line, start, end, after)


class Places:
    """Where the parts of a function can be changed."""

    def __init__(self, source: bytes, signatures: dict[str, list[str]]) -> None:
        self.source, self.signatures = source, signatures
        self.lines = [0, *(match.end() for match in re.finditer(b"\n", source))]

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.lines[node.lineno - 1] + node.col_offset, self.lines[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()

    def between(self, kind: str, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Place]:
        """The operator between two expressions."""
        start, end = self.span(left)[1], self.span(right)[0]
        gap = self.source[start:end].decode()
        if old in gap:
            yield kind, start, end, gap.replace(old, new, 1)

    def instead(self, kind: str, node: ast.expr | ast.stmt, text: str) -> Place:
        return kind, *self.span(node), text

    def under(self, node: ast.AST, parent: ast.AST) -> Iterator[Place]:
        """Every change to a node and to what stands below it."""
        if isinstance(node, UNTOUCHED) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            return
        yield from self.here(node, parent)
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns", "decorator_list", "ctx"):
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        yield from self.under(child, node)

    def here(self, node: ast.AST, parent: ast.AST) -> Iterator[Place]:
        """Every change to this one node."""
        match node:
            case ast.Compare(left=left, ops=ops, comparators=rights):
                for one, op, other in zip([left, *rights], ops, rights, strict=False):
                    yield from self.between("comparison", one, other, *COMPARISONS[type(op)])
            case ast.BoolOp(op=joint, values=values):
                old, new = ("and", "or") if isinstance(joint, ast.And) else ("or", "and")
                for one, other in pairwise(values):
                    yield from self.between("and/or", one, other, old, new)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATORS:
                text = any(isinstance(side, TEXT_LIKE) or _is_text(side) for side in (left, right))
                if not text:
                    yield from self.between("operator", left, right, *OPERATORS[type(sign)])
            case ast.AugAssign(target=target, op=sign, value=value):
                old, new = (f"{text}=" for text in OPERATORS[type(sign)])
                yield from self.between("operator", target, value, old, new)
                yield self.instead("dropped", node, "pass")
            case (
                ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_])
                | ast.Expr(value=ast.Call())
                | ast.Break()
                | ast.Continue()
            ):
                yield self.instead("dropped", node, "pass")
            case (
                ast.If(test=ast.Compare(ops=[ast.Eq() | ast.NotEq()])) | ast.IfExp(test=ast.Compare(ops=[ast.Eq() | ast.NotEq()]))
            ):
                pass  # turned round as a comparison
            case ast.If(test=test) | ast.IfExp(test=test):
                yield self.instead("negated", test, f"not ({self.text(test)})")
            case ast.Constant(value=bool(truth)):
                yield self.instead("constant", node, str(not truth))
            case ast.Constant(value=int(number)):
                kind = "index" if isinstance(parent, ast.Subscript) else "number"
                yield self.instead(kind, node, str(number + 1))
                if number > 0:
                    yield self.instead(kind, node, str(number - 1))
            case ast.Call(func=ast.Name(id="range"), args=bounds):
                yield from self.bounds(bounds)
            case ast.Call(func=ast.Name(id=called), args=given):
                kinds = self.signatures.get(called, [])
                for k, (one, other) in enumerate(pairwise(given)):
                    if k + 1 < len(kinds) and kinds[k] == kinds[k + 1] and self.text(one) != self.text(other):
                        start, end = self.span(one)[0], self.span(other)[1]
                        gap = self.source[self.span(one)[1] : self.span(other)[0]].decode()
                        yield "arguments", start, end, self.text(other) + gap + self.text(one)

    def bounds(self, given: list[ast.expr]) -> Iterator[Place]:
        """A range that begins one later or ends one earlier; bounds that are numbers change as numbers do."""
        stop = given[0] if len(given) == 1 else given[1]
        if not isinstance(stop, ast.Constant):
            yield self.instead("range", stop, f"({self.text(stop)}) - 1")
        if len(given) == 1:
            yield self.instead("range", stop, f"1, {self.text(stop)}")
        elif not isinstance(given[0], ast.Constant):
            yield self.instead("range", given[0], f"({self.text(given[0])}) + 1")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
