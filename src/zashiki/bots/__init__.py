"""Computer players. A bot gets a view and its options, never a state."""

from zashiki.bots.registry import BOTS, Bot, find_bot

__all__ = ["BOTS", "Bot", "find_bot"]
