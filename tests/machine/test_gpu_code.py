"""Kernels of a GPU on disk: the name of a file follows from all that its code was made from."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from zashiki.machine.gpu_code import digest_of

BLOCKS = 4


def kernel(threads: int, rule: Any) -> Callable[[int], int]:
    """A kernel as the gear writes them: its closure holds numbers and what it calls."""

    def play(i: int) -> int:
        found: int = rule(i * threads + BLOCKS)
        return found

    return play


def compiled(function: Callable[..., Any]) -> SimpleNamespace:
    return SimpleNamespace(py_func=function)


def key_of(function: Any) -> str | None:
    return getattr(function, "key", None)


def one_more(i: int) -> int:
    return i + 1


def two_more(i: int) -> int:
    return i + 2


def test_the_same_kernel_has_the_same_name() -> None:
    assert digest_of(kernel(32, compiled(one_more)), key_of) == digest_of(kernel(32, compiled(one_more)), key_of)


def test_another_number_or_another_function_below_gives_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    first = digest_of(kernel(32, compiled(one_more)), key_of)
    found = {first, digest_of(kernel(64, compiled(one_more)), key_of), digest_of(kernel(32, compiled(two_more)), key_of)}
    monkeypatch.setattr(f"{__name__}.BLOCKS", 5)
    found.add(digest_of(kernel(32, compiled(one_more)), key_of))
    assert len(found) == 4


def test_a_rule_is_named_by_its_own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a rule reads is not in its code: the gear has a key for all of it."""
    monkeypatch.setattr(one_more, "key", "as printed", raising=False)
    first = digest_of(kernel(32, compiled(one_more)), key_of)
    monkeypatch.setattr(one_more, "key", "with a dial turned")
    assert digest_of(kernel(32, compiled(one_more)), key_of) != first
