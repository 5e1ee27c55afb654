"""The page about the lab: its examples run, and its list of metrics is complete."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from zashiki import lab
from zashiki.lab.metrics import METRICS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "lab.md").read_text(encoding="utf-8")


def test_the_examples_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With fewer games, in the plain gear: compiling three games would take longer than playing them."""
    monkeypatch.setattr(lab, "measure", partial(lab.measure, gear="plain", jobs=1))
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) >= 4
    scope: dict[str, object] = {}
    for block in blocks:
        exec(compile(block.replace("10_000", "2"), "docs/lab.md", "exec"), scope)
    said = capsys.readouterr().out
    assert "Acting first is worth" in said
    assert "bid east" in said


def test_every_metric_is_in_the_list() -> None:
    rows = [line for line in PAGE.splitlines() if re.match(r"\| \d", line)]
    listed = {int(number): key for row in rows for number, key in _entries(row)}
    assert listed == {metric.number: metric.key for metric in METRICS.values()}


def _entries(row: str) -> list[tuple[str, str]]:
    _, numbers, keys, *_ = row.split("|")
    return list(zip(re.findall(r"\d+", numbers), re.findall(r"`(\w+)`", keys), strict=True))
