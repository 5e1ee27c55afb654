"""The environment of all our templates: Jinja's, escaping and strict, with plainer Python behind each template.

A page is drawn after every move for everybody who looks, and what Jinja does for any template there may be (asking every function
what it wants to be passed, for one) took a fifth of that time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from keyword import iskeyword

from jinja2 import BaseLoader, Environment, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.ext import Extension
from jinja2.utils import missing
from markupsafe import Markup, escape, soft_str

ESCAPED_KEPT = 8192


class Unindented(Extension):
    """Strips the indentation from templates, since what is drawn from them is sent after every move.

    Streams send the lines that have changed. A part that is drawn once for many boards is a single line, unless others are in it.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        # After a tag the newline is dropped as well (`trim_blocks`), so one space must stay.
        source = re.sub(r"([%#]\}\n|\n)[ \t]+", lambda found: found[1] if found[1] == "\n" else f"{found[1]} ", source)
        return re.sub(r"(?<![%#]\})(?<!\) \}\})\n", " ", source) if name == "parts.html" else source


class Macro:
    """A macro of a template."""

    __slots__ = ("_body", "_names")

    def __init__(self, body: Callable[..., str], names: tuple[str, ...]) -> None:
        self._body, self._names = body, names

    def __call__(self, *given: object, **named: object) -> Markup:
        if len(given) < len(self._names):
            given += tuple([named.pop(name, missing) for name in self._names[len(given) :]])
        if named:
            raise TypeError(f"no argument {next(iter(named))!r} here, or given twice")
        return str.__new__(Markup, self._body(*given))


class Plainly(CodeGenerator):
    """Writes calls and items as Python's own, and has our functions print, join and call macros."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.printed(")
        if finalize.src is not None:
            self.write(finalize.src)

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:
        self.visit(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self.write("environment.joined((")
        for each in node.nodes:
            self.visit(each, frame)
            self.write(", ")
        self.write("))")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.visit(node.node, frame)
        self.write("(")
        for each in node.args:
            self.visit(each, frame)
            self.write(", ")
        for named in node.kwargs:
            self.write(f"**{{{named.key!r}: " if iskeyword(named.key) else f"{named.key}=")
            self.visit(named.value, frame)
            self.write("}, " if iskeyword(named.key) else ", ")
        for stars, many in (("*", node.dyn_args), ("**", node.dyn_kwargs)):
            if many is not None:
                self.write(stars)
                self.visit(many, frame)
                self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        if macro_ref.accesses_caller:
            super().macro_def(macro_ref, frame)
        else:
            self.write(f"environment.macro(macro, {tuple(each.name for each in macro_ref.node.args)!r})")


def printed(value: object) -> str:
    """A value as it stands in a page: escaped, unless it is markup. Most are short and printed again and again."""
    kind = type(value)
    if kind is str:
        return _escaped(value)
    if kind is int:
        return str(value)
    return value if isinstance(value, Markup) else escape(value)


_escaped = lru_cache(ESCAPED_KEPT)(escape)


def joined(parts: Sequence[object]) -> str:
    """The parts as one text; markup if one of them is."""
    for part in parts:
        if type(part) is Markup:
            return Markup("").join(map(soft_str, parts))
    return "".join(map(str, parts))


def templates(loader: BaseLoader) -> Environment:
    """The environment over some templates: escaping, strict about names, without indentation."""
    env = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Unindented],
    )
    env.code_generator_class = Plainly
    env.printed, env.joined, env.macro = printed, joined, Macro  # type: ignore[attr-defined]
    return env
