"""The game that the running test plays, so that a failure can show its record."""

from __future__ import annotations

from collections.abc import Callable

_records: list[Callable[[], str]] = []


def playing(record: Callable[[], str]) -> None:
    """From now on this is the game a failure should show."""
    _records[:] = [record]


def forget() -> None:
    """A new test begins."""
    _records.clear()


def record() -> str:
    """The record of the game being played; empty when the test plays none."""
    try:
        return _records[0]() if _records else ""
    except Exception as error:  # the game is at fault, and the failure is about to be reported
        return f"The record cannot be written: {type(error).__name__}: {error}"
