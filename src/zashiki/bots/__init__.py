"""Computer players. A bot gets a view and its options, never a state."""

from zashiki.bots.registry import BOTS, GUESTS, PLAIN, Bot, find_bot

__all__ = ["BOTS", "GUESTS", "PLAIN", "Bot", "find_bot"]
