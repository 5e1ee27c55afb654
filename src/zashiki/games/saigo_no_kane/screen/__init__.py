"""How Saigo no Kane is drawn from a view."""

from zashiki.games.saigo_no_kane.screen.board import board, headline, tally
from zashiki.games.saigo_no_kane.screen.terminal import draw_text

__all__ = ["board", "draw_text", "headline", "tally"]
