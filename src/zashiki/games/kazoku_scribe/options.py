"""The options of Kazoku Scribe."""

from __future__ import annotations

from zashiki.core.options import choice_option, seat_option

OPTIONS = (
    choice_option("villages", "Whether all seats get the same village page, or each its own.", ("same", "different")),
    seat_option("start", "Who starts the first round: random, or a seat."),
    choice_option("beginner", "Whether the entry to the dungeon keeps away from treasure, for a first game.", ("false", "true")),
)
