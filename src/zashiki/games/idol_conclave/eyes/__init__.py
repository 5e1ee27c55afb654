"""Who sees what in Idol Conclave."""

from zashiki.games.idol_conclave.eyes.observe import OBSERVATION, observe
from zashiki.games.idol_conclave.eyes.resample import resample
from zashiki.games.idol_conclave.eyes.view import reveals, state_from, summary, view

__all__ = ["OBSERVATION", "observe", "resample", "reveals", "state_from", "summary", "view"]
