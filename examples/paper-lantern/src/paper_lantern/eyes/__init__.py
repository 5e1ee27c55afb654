"""Who sees what in Paper Lantern."""

from paper_lantern.eyes.observe import OBSERVATION, observe
from paper_lantern.eyes.resample import resample
from paper_lantern.eyes.view import reveals, state_from, summary, view

__all__ = ["OBSERVATION", "observe", "resample", "reveals", "state_from", "summary", "view"]
