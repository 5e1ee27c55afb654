"""Everything people see in the browser: boards, tables, the home page, replays and rules, rendered on the server."""

from zashiki.server.pages.board import draw_board
from zashiki.server.pages.chances import router as chances_router
from zashiki.server.pages.draw import STATIC
from zashiki.server.pages.hints import router as hints_router
from zashiki.server.pages.lessons import router as lessons_router
from zashiki.server.pages.looking_back import router as looking_back_router
from zashiki.server.pages.people import draw_people
from zashiki.server.pages.people import router as people_router
from zashiki.server.pages.playing import Playing
from zashiki.server.pages.reading import router as reading_router
from zashiki.server.pages.routes import error_page, router
from zashiki.server.pages.table import LivePages, draw_live

__all__ = [
    "STATIC",
    "LivePages",
    "Playing",
    "chances_router",
    "draw_board",
    "draw_live",
    "draw_people",
    "error_page",
    "hints_router",
    "lessons_router",
    "looking_back_router",
    "people_router",
    "reading_router",
    "router",
]
