"""Who sees what in Akiwado."""

from zashiki.games.akiwado.eyes.observe import OBSERVATION, observe
from zashiki.games.akiwado.eyes.resample import resample
from zashiki.games.akiwado.eyes.view import reveals, state_from, summary, view

__all__ = ["OBSERVATION", "observe", "resample", "reveals", "state_from", "summary", "view"]
