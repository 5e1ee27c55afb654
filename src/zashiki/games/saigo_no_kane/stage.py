"""The stages of the day, which the specification calls phases; what it calls a node is a phase here (`phase.py`)."""

from __future__ import annotations

SETUP, PREP, LOBBY, COMPETE, CLEANUP, OVER = range(6)
NAMES = ("setup", "prep", "lobby", "compete", "cleanup", "over")
