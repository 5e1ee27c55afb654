"""Which rows of its table a network adds up for an action.

An action has a row of its own. Where a block holds so many that most would never be seen in training, its actions share rows: one
for every word of the notation. A war piece on four cells is then the sum of a row for the piece and one for each cell.
"""

from __future__ import annotations

from functools import cache

from zashiki.core.game import AnyGame

LARGE = 512  # actions of a block that shares rows


@cache
def action_rows(game: AnyGame) -> tuple[tuple[int, ...], ...]:
    """The rows of every action; they are numbered from 0 without gaps."""
    rows: dict[tuple[str, ...], int] = {}

    def row(*key: str) -> int:
        return rows.setdefault(key, len(rows))

    return tuple(
        tuple(row(block.name, word) for word in text.split()[1:]) if block.size > LARGE else (row(block.name, text),)
        for block in game.actions.blocks
        for text in block.texts
    )
