"""Chance that nobody can foresee and anybody can check: the promise of a table, and records held against it."""
