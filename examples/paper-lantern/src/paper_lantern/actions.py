"""The action space of Paper Lantern."""

from __future__ import annotations

from zashiki.core.actions import Actions

from paper_lantern.cards import NUMBER_IDS

ACTIONS = Actions("Paper Lantern", "'bid 3'")
BID = ACTIONS.block("bid", NUMBER_IDS, words="seal a card of that number")
