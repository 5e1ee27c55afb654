"""Everything people see in the browser: boards, tables, the home page, replays and rules, rendered on the server."""

from zashiki.server.pages.board import draw_board
from zashiki.server.pages.draw import STATIC
from zashiki.server.pages.routes import error_page, page_router, render_table

__all__ = ["STATIC", "draw_board", "error_page", "page_router", "render_table"]
