"""Who sees what in Saigo no Kane."""

from zashiki.games.saigo_no_kane.eyes.observe import OBSERVATION, observe
from zashiki.games.saigo_no_kane.eyes.view import resample, state_from, summary, view
from zashiki.games.saigo_no_kane.words.notation import reveals

__all__ = ["OBSERVATION", "observe", "resample", "reveals", "state_from", "summary", "view"]
