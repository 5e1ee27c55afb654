"""The same game over other numbers: its modules loaded once more, with the dials turned.

The second copy of the package `lantern` is called `lantern[starting-coins=6]`. The name says all there is to know, so that any
process can import it, for instance to read a pickled view. Its modules come from the same files; what they import from their own
package they import from the copy, and `load_cards` puts in the other numbers before anything reads them.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from threading import RLock
from types import CodeType, ModuleType

from zashiki.core.cards import OTHER_NUMBERS
from zashiki.core.dials import check_dials, declared, dials, dials_in
from zashiki.core.errors import BadDial, BadGame
from zashiki.core.game import AnyGame, Game, write_dials
from zashiki.core.streams import streamed
from zashiki.core.words import CORE as WORDS

_COPY = re.compile(r"(?P<package>[\w.]+)\[(?P<turned>[^\].]+)\](?P<inside>(\.\w+)*)")
_lock = RLock()
_copies: dict[str, AnyGame] = {}  # by the name of their package


def turned(game: AnyGame, values: Mapping[str, int]) -> AnyGame:
    """The game over other numbers; BadDial where one will not do. Dials that are not named stay where they are."""
    if not values:
        return game
    wanted = check_dials(game.name, dials(game), {**game.turned, **values})
    if wanted == game.turned:
        return game
    with _lock:
        found = _load(_package(game), wanted)
    return streamed(found) if game.sources else found


def printed(game: AnyGame) -> AnyGame:
    """The game with every dial at its printed number."""
    return turned(game, {dial.name: dial.value for dial in dials(game) if dial.name in game.turned})


def _package(game: AnyGame) -> str:
    """The package of the game as printed."""
    module = game.state.__module__
    name = sys.modules[module].__package__ or module
    copy = _COPY.fullmatch(name)
    return copy["package"] if copy else name


def _home(package: str) -> tuple[str, str]:
    """Where a package defines its game: the module, from the package on, and the name in it."""
    for module in (name for name in sys.modules if f"{name}.".startswith(f"{package}.")):
        for attribute, value in vars(sys.modules[module]).items():
            if isinstance(value, Game) and f"{value.state.__module__}.".startswith(f"{package}."):
                return module.removeprefix(package), attribute
    raise BadGame(f"{package} defines no game over a state of its own.")


def _load(package: str, wanted: Mapping[str, int]) -> AnyGame:
    """The game of a package with these dials turned: loaded once in a process."""
    inside, attribute = _home(package)
    name = f"{package}[{write_dials(wanted, ',')}]" if wanted else package
    if name not in _copies:
        try:
            game: AnyGame = getattr(importlib.import_module(name + inside), attribute)
        except Exception as error:
            for module in [module for module in sys.modules if module.startswith(name)]:
                del sys.modules[module]
            if not isinstance(error, ValueError):
                raise
            # What `cards.py` says to numbers that do not go together.
            title = getattr(sys.modules[package + inside], attribute).name
            raise BadDial(WORDS("dial_conflict", game=title, why=error)) from None
        _copies[name] = replace(game, turned=dict(wanted)) if wanted else game
    return _copies[name]


class _Finder(MetaPathFinder):
    """Finds the modules of copies by their name alone."""

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        copy = _COPY.fullmatch(fullname)
        if copy is None:
            return None
        package, printed = find_spec(copy["package"]), find_spec(copy["package"] + copy["inside"])
        if package is None or package.origin is None or printed is None or printed.origin is None:
            return None
        folder = Path(package.origin).parent
        known = declared(folder)
        wanted = check_dials(copy["package"], known, dials_in(copy["turned"].replace(",", " ")))
        numbers = {place: wanted[dial.name] for dial in known if dial.name in wanted for place in dial.places}
        loader = _Loader(fullname, printed, copy["package"], (folder, numbers))
        inside = printed.submodule_search_locations
        return spec_from_file_location(fullname, printed.origin, loader=loader, submodule_search_locations=inside)


class _Loader(SourceFileLoader):
    """Loads a module of a copy from the file of the original."""

    def __init__(self, name: str, printed: ModuleSpec, package: str, numbers: tuple[Path, Mapping[str, int]]) -> None:
        super().__init__(name, str(printed.origin))
        self._package, self._parent, self._numbers = package, str(printed.parent), numbers

    def get_code(self, fullname: str) -> CodeType:
        return _code(self.path, self._package, self._parent)

    def exec_module(self, module: ModuleType) -> None:
        before = OTHER_NUMBERS.set(self._numbers)
        try:
            super().exec_module(module)
        finally:
            OTHER_NUMBERS.reset(before)


@cache
def _code(path: str, package: str, parent: str) -> CodeType:
    """The code of a file, for any copy: what it imports from its own package, it imports by its place in there."""
    tree = _ByPlace(package, parent).visit(ast.parse(Path(path).read_bytes(), path))
    code: CodeType = compile(tree, path, "exec", dont_inherit=True)
    return code


class _ByPlace(ast.NodeTransformer):
    """`from lantern.cards import PRIZES` becomes `from ..cards import PRIZES` in a module of `lantern.rules`."""

    def __init__(self, package: str, parent: str) -> None:
        self._package, self._levels = package, 1 + parent.removeprefix(package).count(".")

    def _is_own(self, module: str | None) -> bool:
        return f"{module}.".startswith(f"{self._package}.")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        if node.level == 0 and self._is_own(node.module):
            node.module = str(node.module).removeprefix(self._package).removeprefix(".") or None
            node.level = self._levels
        return node

    def visit_Import(self, node: ast.Import) -> ast.Import:
        for name in node.names:
            if self._is_own(name.name):
                raise BadGame(f"{self._package} cannot be loaded over other numbers: it imports itself by `import {name.name}`.")
        return node


sys.meta_path.insert(0, _Finder())  # before the usual ones, which would find the files of a copy and load them as they are
