"""How Saigo no Kane is drawn from a view."""

from zashiki.games.saigo_no_kane.screen.board import board, headline
from zashiki.games.saigo_no_kane.screen.counts import tally
from zashiki.games.saigo_no_kane.screen.scenes import scenes
from zashiki.games.saigo_no_kane.screen.terminal import draw_text

__all__ = ["board", "draw_text", "headline", "scenes", "tally"]
