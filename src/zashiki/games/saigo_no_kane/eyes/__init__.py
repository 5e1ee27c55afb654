"""Who sees what in Saigo no Kane."""

from zashiki.games.saigo_no_kane.eyes.observe import OBSERVATION, observe
from zashiki.games.saigo_no_kane.eyes.rebuild import state_from
from zashiki.games.saigo_no_kane.eyes.resample import resample
from zashiki.games.saigo_no_kane.eyes.view import reveals, summary, view, view_beside

__all__ = ["OBSERVATION", "observe", "resample", "reveals", "state_from", "summary", "view", "view_beside"]
