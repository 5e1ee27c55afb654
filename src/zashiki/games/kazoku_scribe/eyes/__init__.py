"""Who sees what in Kazoku Scribe."""

from zashiki.games.kazoku_scribe.eyes.observe import OBSERVATION, observe
from zashiki.games.kazoku_scribe.eyes.resample import resample
from zashiki.games.kazoku_scribe.eyes.view import known_state, reveals, state_from, summary, view

__all__ = ["OBSERVATION", "known_state", "observe", "resample", "reveals", "state_from", "summary", "view"]
