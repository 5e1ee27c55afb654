"""How Kazoku Scribe is drawn from a view."""

from zashiki.games.kazoku_scribe.screen.board import board, headline, tally
from zashiki.games.kazoku_scribe.screen.scenes import scenes
from zashiki.games.kazoku_scribe.screen.terminal import draw_text

__all__ = ["board", "draw_text", "headline", "scenes", "tally"]
