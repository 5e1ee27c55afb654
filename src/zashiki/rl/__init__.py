"""For researchers: batches of games, PettingZoo, Gymnasium and OpenSpiel environments over the same rules.

`from zashiki.rl import Batch, Single` needs the extra `native` to run; the environments are separate modules, each with its own
extra: `from zashiki.rl import pettingzoo`, `openspiel`, `gymnasium`, `vector`.
"""

from zashiki.rl.batch import Batch
from zashiki.rl.single import REFUSED, Single

__all__ = ["REFUSED", "Batch", "Single"]
