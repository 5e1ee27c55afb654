"""How Akiwado is drawn from a view."""

from zashiki.games.akiwado.screen.board import board, headline, tally
from zashiki.games.akiwado.screen.scenes import scenes
from zashiki.games.akiwado.screen.terminal import draw_text

__all__ = ["board", "draw_text", "headline", "scenes", "tally"]
