"""How Rights of Losers is drawn from a view."""

from zashiki.games.rights_of_losers.screen.board import board, headline, tally
from zashiki.games.rights_of_losers.screen.scenes import scenes
from zashiki.games.rights_of_losers.screen.terminal import draw_text

__all__ = ["board", "draw_text", "headline", "scenes", "tally"]
