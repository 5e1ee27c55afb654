"""The phases of Akiwado: what comes next."""

from __future__ import annotations

COLOURS, REMOVE, WASTE, START, ROLL, KEEP, CHALLENGE, MARKET, DECLARE, BID, BLUE, RED, OVER = range(13)
NAMES = (
    "colours", "remove", "waste", "start", "roll", "keep", "challenge",
    "market", "declare", "bid", "blue", "red", "over",
)  # fmt: skip
