"""How Paper Lantern is drawn from a view."""

from paper_lantern.screen.board import board, headline, tally
from paper_lantern.screen.scenes import scenes
from paper_lantern.screen.terminal import draw_text

__all__ = ["board", "draw_text", "headline", "scenes", "tally"]
