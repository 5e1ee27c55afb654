"""How Idol Conclave is drawn from a view."""

from zashiki.games.idol_conclave.screen.board import board, headline, tally
from zashiki.games.idol_conclave.screen.scenes import scenes
from zashiki.games.idol_conclave.screen.terminal import draw_text

__all__ = ["board", "draw_text", "headline", "scenes", "tally"]
