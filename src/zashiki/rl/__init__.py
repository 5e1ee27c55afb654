"""For researchers: batches of games, PettingZoo, Gymnasium and OpenSpiel environments over the same rules.

`from zashiki.rl import Batch` needs nothing but NumPy; the environments are separate modules that need extra packages:
`from zashiki.rl import pettingzoo`, `openspiel`, `gymnasium`, `vector`.
"""

from zashiki.rl.batch import Batch

__all__ = ["Batch"]
