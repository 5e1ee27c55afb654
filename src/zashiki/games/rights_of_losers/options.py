"""The options of Rights of Losers."""

from __future__ import annotations

from zashiki.core.options import seat_option

OPTIONS = (seat_option("first_lead", "Who leads the first trick: random, or a seat."),)
