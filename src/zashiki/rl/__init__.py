"""For researchers: batches of games, PettingZoo, Gymnasium and OpenSpiel environments over the same rules.

Nothing here is imported before it is asked for: `from zashiki.rl.batch import Batch`, `from zashiki.rl import pettingzoo`.
"""
