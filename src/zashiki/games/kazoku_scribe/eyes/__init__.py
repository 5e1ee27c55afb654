"""Who sees what in Kazoku Scribe."""

from zashiki.games.kazoku_scribe.eyes.observe import OBSERVATION, observe
from zashiki.games.kazoku_scribe.eyes.view import resample, state_from, summary, view
from zashiki.games.kazoku_scribe.words.notation import reveals

__all__ = ["OBSERVATION", "observe", "resample", "reveals", "state_from", "summary", "view"]
