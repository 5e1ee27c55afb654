"""The small core every game stands on: records of integers, rules and their gears, tables and records of play."""
