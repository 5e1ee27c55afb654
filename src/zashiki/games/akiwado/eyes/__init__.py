"""Who sees what in Akiwado."""

from zashiki.games.akiwado.eyes.observe import OBSERVATION, observe
from zashiki.games.akiwado.eyes.resample import resample
from zashiki.games.akiwado.eyes.view import state_from, summary, view
from zashiki.games.akiwado.words.notation import reveals

__all__ = ["OBSERVATION", "observe", "resample", "reveals", "state_from", "summary", "view"]
