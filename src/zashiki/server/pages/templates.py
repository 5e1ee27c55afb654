"""The environment of all our templates: Jinja's, escaping and strict, with plainer Python behind each template.

A page is drawn after every move for everybody who looks, and what Jinja does for any template there may be (asking every function
what it wants to be passed, for one) took a fifth of that time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from keyword import iskeyword
from typing import Any, cast

from jinja2 import BaseLoader, Environment, StrictUndefined, Template, TemplateSyntaxError, meta, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, escape, soft_str

from zashiki.server.pages.sketches import Sketchbook

ESCAPED_KEPT = 8192
VIEW, LOOP = "v", "loop"  # a board's view, and where a loop stands
MARKUP = ("part", "target", "opens")  # functions that give markup
OPENS = "opens"  # the function that opens numbers ...
TITLE, ROWS = 2, 3  # ... and the places of what only an account says: its title and its rows
FIRST_COMPARED = ("me", "legal", "target", "targets")  # what most often tells two viewers apart


class Unindented(Extension):
    """Strips the indentation from templates, since what is drawn from them is sent after every move.

    Streams send the lines that have changed. A part that is drawn once for many boards is a single line, unless others are in it.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        source = re.sub(r"(\{% endshared %\}\n)\s+", r"\1", source)  # nothing between two of them, if they follow each other
        # After a tag the newline is dropped as well (`trim_blocks`), so one space must stay.
        source = re.sub(r"([%#]\}\n|\n)[ \t]+", lambda found: found[1] if found[1] == "\n" else f"{found[1]} ", source)
        return re.sub(r"(?<![%#]\})(?<!\) \}\})\n", " ", source) if name == "parts.html" else source


class Shared(Extension):
    """`{% shared %} … {% endshared %}`: drawn once for all viewers of a table for whom it reads the same. In a loop,
    `{% shared seat %}` says which of several such parts it is.

    What it reads is found in the template itself: every name that comes from outside, with those that its macros read; of a view
    the fields and not the whole. Two drawings are taken for equal only where all of that is equal (`Sketchbook`). The account
    behind a number that opens is left out, since a table fetches it when somebody wants to see it.
    """

    tags = {"shared"}  # noqa: RUF012  # as Jinja declares it

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        each = [] if parser.stream.current.type == "block_end" else [parser.parse_expression()]
        body = parser.parse_statements(("name:endshared",), drop_needle=True)
        place = nodes.Tuple([nodes.Const(f"{parser.filename}:{line}"), *each], "load")
        given = [nodes.Name("sketches", "load"), place, nodes.Tuple([], "load")]
        return nodes.CallBlock(self.call_method("draw", given), [], [], body).set_lineno(line)

    def draw(self, sketches: Sketchbook | None, place: Hashable, read: tuple[object, ...], caller: Callable[[], str]) -> str:
        """What stands there, drawn now if it was not lately."""
        return Markup(caller()) if sketches is None else sketches.get(place, read, caller)

    @classmethod
    def is_one(cls, node: nodes.Node) -> bool:
        """Whether a node is such a part."""
        called = node.call.node if isinstance(node, nodes.CallBlock) else None
        return isinstance(called, nodes.ExtensionAttribute) and called.identifier == cls.identifier

    @classmethod
    def note_what_is_read(cls, template: nodes.Template) -> None:
        """Complete the calls of `draw` in a template that has been parsed."""
        macros = {macro.name: macro for macro in template.find_all(nodes.Macro)}
        for block in template.find_all(nodes.CallBlock):
            if cls.is_one(block):
                read = block.call.args[-1]
                assert isinstance(read, nodes.Tuple)
                if next(nodes.Template(block.body).find_all((nodes.Include, nodes.Import, nodes.FromImport)), None):
                    raise TemplateSyntaxError("what another template reads is not known here", block.lineno)
                names, fields = _inputs(block.body, macros)
                of_view = (nodes.Getattr(nodes.Name(VIEW, "load"), field, "load") for field in fields)
                set_inside = {name.name for node in block.body for name in node.find_all(nodes.Name) if name.ctx == "store"}
                read.items = [*(_read_name(name, may_be_missing=name in set_inside) for name in names), *of_view]


def _read_name(name: str, *, may_be_missing: bool) -> nodes.Expr:
    """What a name is outside; one that is set inside on some ways only may be nothing there."""
    read = nodes.Name(name, "load")
    defined = nodes.Test(read, "defined", [], [], None, None)
    return nodes.CondExpr(defined, read, nodes.Const(None)) if may_be_missing else read


def _inputs(body: list[nodes.Node], macros: dict[str, nodes.Macro]) -> tuple[list[str], list[str]]:
    """Everything that some nodes read from outside: names, and fields of the view unless it is handed on as a whole."""
    waiting, seen, names, fields = [body], set[str](), set[str](), set[str]()
    while waiting:
        tree = nodes.Template(waiting.pop())
        tree.environment = body[0].environment if body else None
        found = meta.find_undeclared_variables(tree) - seen
        seen |= found
        names |= found - macros.keys() - {VIEW}
        waiting += [[macros[name]] for name in found & macros.keys()]
        attributes = [node for node in tree.find_all(nodes.Getattr) if isinstance(node.node, nodes.Name)]
        of_view = [node.attr for node in attributes if cast(nodes.Name, node.node).name == VIEW]
        fields |= set(of_view)
        if len(of_view) < sum(node.name == VIEW for node in tree.find_all(nodes.Name)):
            names.add(VIEW)
    ordered = sorted(names, key=lambda name: (name not in FIRST_COMPARED, name))
    return ordered, sorted(fields if VIEW not in names else ())


@contextmanager
def _without_accounts(tree: nodes.Template) -> Iterator[list[tuple[nodes.Call, nodes.Expr, nodes.Expr]]]:
    """Meanwhile the calls that open numbers are given neither title nor rows; all three are told."""
    calls = (call for call in tree.find_all(nodes.Call) if isinstance(call.node, nodes.Name) and call.node.name == OPENS)
    found = [(call, call.args[TITLE], call.args[ROWS]) for call in calls if len(call.args) > ROWS]
    for call, _, _ in found:
        call.args[TITLE:] = [nodes.Const(""), nodes.Const(()), *call.args[ROWS + 1 :]]
    yield found
    for call, title, rows in found:
        call.args[TITLE:] = [title, rows, *call.args[ROWS + 1 :]]


def macro_inputs(env: Environment, template: str, macro: str) -> tuple[list[str], list[str]]:
    """What a macro of a template reads besides its arguments, in the same way."""
    assert env.loader is not None
    tree = env.parse(env.loader.get_source(env, template)[0])
    macros = {each.name: each for each in tree.find_all(nodes.Macro)}
    return _inputs([macros[macro]], macros)


class Pages(Environment):
    """Jinja's environment, in which shared parts know what they read, and accounts of numbers are made only where told."""

    def texts(self, template: str, given: Mapping[str, object]) -> list[str]:
        """The texts that a template consists of. Jinja would look it up, and put what all templates know together, each time."""
        found, known = self._found(template)
        context = OneContext(self, {**known, **given}, template, found.blocks)
        texts = list(found.root_render_func(context))
        take_apart(context)
        return texts

    @contextmanager
    def macros(self, template: str, given: Mapping[str, object]) -> Iterator[Mapping[str, Callable[..., str]]]:
        """The macros of a template that read what is given. They know each other; used, they are taken apart."""
        found, known = self._found(template)
        context = OneContext(self, {**known, **given}, template, found.blocks)
        for _ in found.root_render_func(context):
            pass
        yield context.vars
        take_apart(context)

    @cache  # noqa: B019  # there are two environments, for good
    def _found(self, template: str) -> tuple[Template, dict[str, object]]:
        found = super().get_template(template)
        return found, dict(found.globals)

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """A template, found once; those that others take in come here too."""
        return self._found(name)[0] if isinstance(name, str) and globals is None else super().get_template(name, parent, globals)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template = super()._parse(source, name, filename)
        with _without_accounts(template) as calls:
            Shared.note_what_is_read(template)
        for call, title, rows in calls:
            tells = nodes.Getattr(nodes.Name(OPENS, "load"), "tells", "load")
            call.args[TITLE] = nodes.CondExpr(tells, title, nodes.Const(""))
            call.args[ROWS] = nodes.CondExpr(tells, rows, nodes.Const(()))
        return template


class Names(dict[str, Any]):
    """Names and what they stand for."""

    def __missing__(self, name: str) -> object:
        return missing


class OneContext(Context):
    """Jinja's context, with what is given and what a template sets under one roof, where a name is looked up without a call."""

    def __init__(self, env: Environment, given: dict[str, Any], template: str, blocks: dict[str, Any]) -> None:
        super().__init__(env, Names(given), template, blocks)
        self.vars = self.parent
        self.resolve_or_missing = self.parent.__getitem__  # type: ignore[assignment, method-assign]


def take_apart(context: Context) -> None:
    """End the use of a template's own macros: they know each other and what they read, in rings that only the collector finds."""
    for name in context.exported_vars:
        if isinstance(each := context.vars[name], Macro):
            each.forget()
    context.vars.clear()


class Macro:
    """A macro of a template."""

    __slots__ = ("_body", "_names")

    def __init__(self, body: Callable[..., str], names: tuple[str, ...]) -> None:
        self._body, self._names = body, names

    def forget(self) -> None:
        """Draw no more."""
        del self._body

    def __call__(self, *given: object, **named: object) -> Markup:
        if len(given) < len(self._names):
            given += tuple([named.pop(name, missing) for name in self._names[len(given) :]])
        if named:
            raise TypeError(f"no argument {next(iter(named))!r} here, or given twice")
        return str.__new__(Markup, self._body(*given))


class Plainly(CodeGenerator):
    """Writes calls, items and fields of the view as Python's own, and has our functions print, join and call macros."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._plain = {VIEW, LOOP, OPENS}  # what has fields and no items, as have other templates

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("(" if _is_printable(node) else "environment.printed(")
        if finalize.src is not None:
            self.write(finalize.src)

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        if node.expr2 is None:  # Jinja would make something that says what is missing, and print nothing for it
            node.expr2 = nodes.Const("")
        super().visit_CondExpr(node, frame)

    def visit_Import(self, node: nodes.Import, frame: Frame) -> None:
        self._plain.add(node.target)
        super().visit_Import(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        if isinstance(node.node, nodes.Name) and node.node.name in self._plain:
            self.visit(node.node, frame)
            self.write(f".{node.attr}")
        else:
            super().visit_Getattr(node, frame)

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
        elif Shared.is_one(macro_ref.node):
            self.write("macro")
        else:
            self.write(f"environment.macro(macro, {tuple(each.name for each in macro_ref.node.args)!r})")


def _is_printable(node: nodes.Expr) -> bool:
    """Whether it can be seen that an expression gives markup, or one of some words in which nothing is to be escaped."""
    if isinstance(node, nodes.CondExpr):
        return _is_printable(node.expr1) and (node.expr2 is None or _is_printable(node.expr2))
    if isinstance(node, nodes.Const):
        return isinstance(node.value, str) and escape(node.value) == node.value
    return isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in MARKUP


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


def templates(loader: BaseLoader) -> Pages:
    """The environment over some templates: escaping, strict about names, without indentation."""
    env = Pages(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Unindented, Shared],
    )
    env.code_generator_class = Plainly
    env.globals["sketches"] = None
    env.printed, env.joined, env.macro = printed, joined, Macro  # type: ignore[attr-defined]
    return env
