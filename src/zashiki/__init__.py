"""Zashiki: one readable source of the rules of five tabletop games, and everything people do with them."""

__version__ = "0.1.0"
