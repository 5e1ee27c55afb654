"""Positions of recorded games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from zashiki.core.game import AnyGame
from zashiki.core.record import Kifu, positions, read_kifu
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE
from zashiki.primer.content import Content, content_of


def table_at(game: AnyGame, record: str, at: int) -> Table[Any, Any]:
    """The table of a recorded game after so many of its lines, a moment that the primer names: to look at, not to play on."""
    return _tables(game, record, LANGUAGE.get())[at]


@cache
def _tables(game: AnyGame, record: str, language: str) -> Mapping[int, Table[Any, Any]]:
    """The record, played once for each language, at all moments that are asked for."""
    content = content_of(game)
    assert content is not None
    wanted = moments(content, record)
    walk = enumerate(positions(record_of(game, record), {game.id: game}))
    return {at: table.copy() for at, table in walk if at in wanted}


def moments(content: Content, record: str) -> set[int]:
    """The moments of a record that a primer shows or asks about."""
    places = [content.overview.place, *(each.place for each in content.diagrams), *(each.place for each in content.exercises)]
    shown = {place.at for place in places if place.record == record}
    return shown.union(*({step.at for step in each.steps} for each in content.examples if each.record == record))


@cache
def record_of(game: AnyGame, record: str) -> Kifu:
    """A recorded game of the primer."""
    return read_kifu((game.folder / "primer" / "records" / f"{record}.kifu").read_text(encoding="utf-8"))
