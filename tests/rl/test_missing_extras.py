"""Without its package every environment says what to install."""

from __future__ import annotations

import importlib
import re
import sys
import tomllib
from pathlib import Path

import pytest

from zashiki.core.errors import MissingExtra
from zashiki.core.native import native
from zashiki.games import find_game

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("package", "module", "extra"),
    [
        ("gymnasium", "zashiki.rl.gymnasium", "gymnasium"),
        ("gymnasium", "zashiki.rl.vector", "gymnasium,native"),
        ("gymnasium", "zashiki.rl.pettingzoo", "pettingzoo"),
        ("pettingzoo", "zashiki.rl.pettingzoo", "pettingzoo"),
        ("pyspiel", "zashiki.rl.openspiel", "openspiel"),
    ],
)
def test_a_module_without_its_package_names_the_extra(
    package: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(MissingExtra, match=rf"pip install 'zashiki\[{extra}\]'"):
        importlib.import_module(module)


def test_batches_and_pictures_without_their_packages_name_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from zashiki.rl import Batch
    from zashiki.rl.picture import draw_picture

    for package in ("llvmlite", "PIL"):
        monkeypatch.setitem(sys.modules, package, None)
    native.cache_clear()
    game = find_game("akiwado")
    with pytest.raises(MissingExtra, match=r"zashiki\[native\]"):
        Batch(game, 3, 1)
    with pytest.raises(MissingExtra, match=r"zashiki\[cuda\]"):
        Batch(game, 3, 1, device="cuda")
    with pytest.raises(MissingExtra, match=r"zashiki\[gymnasium\]' or 'zashiki\[pettingzoo\]"):
        draw_picture("a table")


def test_an_extra_brings_what_its_module_imports_and_no_other_framework() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    names = {extra: {re.split(r"[>=\[]", line)[0] for line in lines} for extra, lines in extras.items()}
    assert names["gymnasium"] == {"numpy", "gymnasium", "pillow"}
    assert names["pettingzoo"] == {"numpy", "gymnasium", "pettingzoo", "pillow"}
    assert names["openspiel"] == {"numpy", "open_spiel"}
    assert extras["rl"] == ["zashiki[native,gymnasium,pettingzoo,openspiel]"]
    said = {found for path in (ROOT / "src").rglob("*.py") for found in re.findall(r"zashiki\[([a-z,]+)\]", path.read_text())}
    assert {extra for found in said for extra in found.split(",")} <= extras.keys()
