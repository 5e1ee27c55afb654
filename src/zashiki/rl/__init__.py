"""For researchers: batches of games, PettingZoo, Gymnasium and OpenSpiel environments over the same rules.

`from zashiki.rl import Batch` needs the extra `native` to run; the environments are separate modules, each with its own extra:
`from zashiki.rl import pettingzoo`, `openspiel`, `gymnasium`, `vector`.
"""

from zashiki.rl.batch import Batch

__all__ = ["Batch"]
