"""The blocks of docs/learning.md run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent.parent / "docs" / "learning.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_a_block_of_the_page_runs(block: str) -> None:
    for package, sign in (
        ("llvmlite", "Batch"), ("llvmlite", "Vector"), ("gymnasium", "Vector"),
        ("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("pyspiel", "pyspiel"),
    ):  # fmt: skip
        if sign in block:
            pytest.importorskip(package)
    exec(compile(block, str(PAGE), "exec"), {})
