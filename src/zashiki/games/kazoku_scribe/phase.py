"""The phases of Kazoku Scribe, and the steps of a seat's own planning."""

from __future__ import annotations

START, BATTLE, DUNGEON, VILLAGE, KNOWLEDGE, ENTRY, PLAN, CHALLENGE, SUBMIT, EXPLORE, OVER = range(11)
BRIDGE_FOUND, SHIELD_FOUND, TAILORING_FOUND = range(11, 14)  # an explored icon: a mark to make on the explorer's own page
NAMES = (
    "start", "battle", "dungeon", "village", "knowledge", "entry", "plan", "challenge", "submit", "explore", "over",
    "bridge", "ward", "cut",
)  # fmt: skip
RULEBOOK = ("setup",) * 5 + ("entry", "plan", "challenge", "submit", "submit", "over") + ("submit",) * 3  # what it is part of

# Where a seat stands in its own planning.
CHOOSE, FENCE, BRIDGE, CUT, WARD, DONE = range(6)
STEPS = ("plan", "fence", "bridge", "cut", "ward", "done")
