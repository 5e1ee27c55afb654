"""Without its package every environment says what to install."""

from __future__ import annotations

import importlib
import sys

import pytest

from zashiki.core.errors import MissingExtra
from zashiki.core.native import native
from zashiki.games import find_game


@pytest.mark.parametrize(
    ("package", "module"),
    [
        ("gymnasium", "zashiki.rl.gymnasium"),
        ("gymnasium", "zashiki.rl.vector"),
        ("gymnasium", "zashiki.rl.pettingzoo"),
        ("pettingzoo", "zashiki.rl.pettingzoo"),
        ("pyspiel", "zashiki.rl.openspiel"),
    ],
)
def test_a_module_without_its_package_names_the_extra(package: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(MissingExtra, match=r"pip install 'zashiki\[rl\]'"):
        importlib.import_module(module)


def test_batches_and_pictures_without_their_packages_name_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from zashiki.rl import Batch
    from zashiki.rl.picture import draw_picture

    for package in ("numba", "numba_cuda", "PIL"):
        monkeypatch.setitem(sys.modules, package, None)
    native.cache_clear()
    game = find_game("akiwado")
    with pytest.raises(MissingExtra, match=r"zashiki\[native\]"):
        Batch(game, 3, 1)
    with pytest.raises(MissingExtra, match=r"zashiki\[cuda\]"):
        Batch(game, 3, 1, device="cuda")
    with pytest.raises(MissingExtra, match=r"zashiki\[rl\]"):
        draw_picture("a table")
