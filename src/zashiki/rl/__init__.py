"""For researchers: batches of games, PettingZoo, Gymnasium and OpenSpiel environments over the same rules.

`from zashiki.rl import Batch` needs nothing but NumPy; the environments are modules of their own, each with an extra to install:
`from zashiki.rl import pettingzoo`, `openspiel`, `gymnasium`, `vector`.
"""

from zashiki.rl.batch import Batch

__all__ = ["Batch"]
