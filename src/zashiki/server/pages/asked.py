"""What a page's route reads from a request, and where it sends the browser next.

A route asks the application for its house, because a house may be closed and reopened.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import RedirectResponse

from zashiki.bots.company import level_of
from zashiki.bots.levels import BEST, NAMES
from zashiki.server.errors import BadWish
from zashiki.server.house import House
from zashiki.server.model import TableInfo
from zashiki.server.names import NAME_LENGTH
from zashiki.server.pages.draw import Shared
from zashiki.server.pages.home import friendly_name
from zashiki.server.pages.picture import can_draw
from zashiki.server.security import guest_of
from zashiki.server.words import WORDS

SEE_OTHER = 303
NAME_COOKIE = "name"
LEVELS_COOKIE = "levels"
GAMES_REMEMBERED = 16


def house_of(request: Request) -> House:
    """The house that is open now."""
    house: House = request.app.state.house
    return house


def base_of(request: Request) -> str:
    """The base path: the prefix of all our addresses."""
    base: str = request.scope.get("root_path", "")
    return base


def by_script(request: Request) -> bool:
    """Whether our script asks, which wants a part of a page."""
    return request.headers.get("x-zashiki") == "script"


def number(text: object, what: str) -> int:
    """A whole number from a form or address; BadWish if it is not one."""
    word = str(text)
    if not (word.removeprefix("-").isascii() and word.removeprefix("-").isdecimal() and len(word) < 10):
        raise BadWish(WORDS(f"number_{what}"))
    return int(word)


def my_name(request: Request) -> str:
    """The name this browser used last, or a friendly one."""
    kept = unquote(request.cookies.get(NAME_COOKIE, ""))[:NAME_LENGTH]
    return kept or friendly_name(guest_of(request).visitor)


def my_levels(request: Request) -> dict[str, list[int]]:
    """The levels of the guests this browser last chose, by game, the latest game first."""
    found = re.findall(f"([a-z0-9-]+):([1-{BEST}]+)", request.cookies.get(LEVELS_COOKIE, ""))
    return {game: [int(level) for level in levels] for game, levels in found[:GAMES_REMEMBERED]}


def levels_with(request: Request, game: str, bots: Iterable[str]) -> str:
    """What the browser keeps after choosing these bots, of which those with a level count."""
    chosen = [level_of(bot) for bot in bots if bot in NAMES]
    kept = my_levels(request)
    latest = {game: chosen or kept.pop(game, [])}
    return ".".join(f"{each}:{''.join(map(str, levels))}" for each, levels in (latest | kept).items() if levels)


def to(request: Request, path: str) -> RedirectResponse:
    return RedirectResponse(base_of(request) + path, SEE_OTHER)


def address(request: Request, path: str) -> str:
    """A full link, for friends and other devices."""
    return f"{request.url.scheme}://{request.url.netloc}{base_of(request)}{path}"


def shared_of(request: Request, table: TableInfo, path: str, moment: str = "") -> Shared:
    """How other sites show a link to this table."""
    picture = address(request, f"/tables/{table.id}/picture.png{moment}") if can_draw() else ""
    return Shared(table.game.name, table.game.pitch, address(request, path), picture)
