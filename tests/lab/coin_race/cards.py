"""The numbers of the coin race."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.cards import load_cards

_RACE = load_cards(Path(__file__).with_name("cards.toml"), {"race": {"rounds", "head_start"}})["race"][0]
ROUNDS, HEAD_START = _RACE.number("rounds"), _RACE.number("head_start")
MAX_SEATS, MOST_COINS = 4, 40
EVERYBODY = (1 << MAX_SEATS) - 1
