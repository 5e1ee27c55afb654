"""Who sees what in Rights of Losers."""

from zashiki.games.rights_of_losers.eyes.observe import OBSERVATION, observe
from zashiki.games.rights_of_losers.eyes.resample import resample
from zashiki.games.rights_of_losers.eyes.view import reveals, state_from, summary, view, view_beside

__all__ = ["OBSERVATION", "observe", "resample", "reveals", "state_from", "summary", "view", "view_beside"]
