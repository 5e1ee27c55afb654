"""Summaries made from views."""

from __future__ import annotations


def summarize(view: object, keys: tuple[str, ...]) -> dict[str, object]:
    """Those fields of a view, as JSON would hold them: lists instead of tuples."""
    return {key: _listed(getattr(view, key)) for key in keys}


def _listed(value: object) -> object:
    return [_listed(part) for part in value] if isinstance(value, tuple) else value
