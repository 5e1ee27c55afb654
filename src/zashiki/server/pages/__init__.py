"""Everything people see in the browser: boards, tables, the home page, replays and rules, rendered on the server."""

from zashiki.server.pages.board import draw_board
from zashiki.server.pages.draw import STATIC
from zashiki.server.pages.people import draw_people
from zashiki.server.pages.people import router as people_router
from zashiki.server.pages.routes import error_page, playing, router
from zashiki.server.pages.table import draw_live

__all__ = ["STATIC", "draw_board", "draw_live", "draw_people", "error_page", "people_router", "playing", "router"]
