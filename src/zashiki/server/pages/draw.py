"""Templates, words and the frame around every page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

import segno
from jinja2 import FileSystemLoader
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from zashiki.bots import GUESTS
from zashiki.core.dials import dials
from zashiki.core.game import AnyGame
from zashiki.core.options import Option
from zashiki.core.words import LANGUAGE, LANGUAGES, listed, unnamed
from zashiki.games import find_game
from zashiki.server.pages.board import TEMPLATES, games_with_board
from zashiki.server.pages.log import numbers_kept
from zashiki.server.pages.templates import Pages, templates
from zashiki.server.promises import Offer
from zashiki.server.security import form_token
from zashiki.server.words import WORDS

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SERVER = Path(__file__).parent.parent
STATIC = SERVER / "static"
THEMES = ("light", "dark")


@dataclass(frozen=True)
class Frame:
    """What every page has around its content."""

    base: str  # the path the house is served under, "" at the root
    token: str  # proves that a form came from our page
    theme: str  # "light", "dark", or "" for what the browser prefers
    stamp: str  # changes when a style or script does
    language: str
    here: str  # the path of this page, to return to
    offer: Offer  # what a table set up from this page is promised


@dataclass(frozen=True)
class Shared:
    """What other sites show for a link to a page."""

    title: str
    words: str
    address: str
    picture: str  # its address, "" without one


def frame_of(request: Request) -> Frame:
    """The frame for the page that this request gets."""
    theme = request.cookies.get("theme", "")
    return Frame(
        base=request.scope.get("root_path", ""),
        token=form_token(request),
        theme=theme if theme in THEMES else "",
        stamp=static_stamp(),
        language=LANGUAGE.get(),
        here=request.url.path if request.method in ("GET", "HEAD") else "",
        offer=request.app.state.house.promises.offer(),
    )


@cache
def static_stamp() -> str:
    """A short hash of every file that the pages load from us."""
    ours = [path for path in STATIC.rglob("*") if path.is_file()]
    files = [*ours, *(path for game in games_with_board() for path in (game.folder / "screen").glob("board.*s"))]
    return sha256(b"".join(path.read_bytes() for path in sorted(files))).hexdigest()[:10]


@cache
def portrait(base: str, bot: str) -> Markup:
    """The portrait of a guest; nothing for anybody else."""
    if bot not in GUESTS:
        return Markup("")
    use = f'<use href="{escape(base)}/static/guests.svg?{static_stamp()}#{bot}"/>'
    return Markup(f'<svg class="guest-portrait" viewBox="0 0 48 48" aria-hidden="true" focusable="false">{use}</svg>')


@cache
def environment() -> Pages:
    """The templates of the house."""
    env = templates(FileSystemLoader(TEMPLATES))
    env.globals |= {"w": WORDS, "choice_words": choice_words, "spoken": spoken, "portrait": portrait}
    env.filters |= {"listed": listed, "columns": columns, "numbers_kept": numbers_kept}
    return env


@lru_cache(1024)
def columns(words: str) -> int:
    """About how wide words are: a Japanese letter takes the room of two others."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in words)


def draw(template: str, context: DataclassInstance) -> str:
    """Render a template with the fields of its context and nothing else."""
    return "".join(environment().texts(template, vars(context)))


def chunks(template: str, context: DataclassInstance) -> list[str]:
    """The same, as the texts it was put together from."""
    return environment().texts(template, vars(context))


def page(template: str, context: DataclassInstance, status: int = 200) -> HTMLResponse:
    """A whole page."""
    return HTMLResponse(draw(template, context), status)


def qr_code(link: str) -> Markup:
    """The link as an inline SVG."""
    drawn = segno.make(link, error="m").svg_inline(scale=1, border=2, omitsize=True, svgclass="qr-code", lineclass=None)
    return Markup(drawn)


def spoken(game: AnyGame | str) -> str:
    """The language in which a game speaks to this reader: English if it has no words of the reader's."""
    known = find_game(game) if isinstance(game, str) else game
    return LANGUAGE.get() if hasattr(known.words, "named") else LANGUAGES[0]


def choice_words(game: AnyGame, value: str, *, is_seat: bool = False) -> str:
    """A choice as a form offers it: true and false as the game names them or else yes and no; people count seats from 1."""
    if is_seat and value.isdecimal():
        return unnamed(int(value) + 1)[-1]
    named = game.choice_title(value)
    return {"true": WORDS("yes"), "false": WORDS("no")}.get(named, named)


@dataclass(frozen=True)
class DialLine:
    """A number of a game that is not as printed."""

    words: str
    number: int
    printed: int
    clause: str
    rules_at: str  # where the clause is read


def dial_lines(base: str, game: AnyGame) -> tuple[DialLine, ...]:
    """The house rules of a table."""
    turned = [(dial, game.turned[dial.name]) for dial in dials(game) if dial.name in game.turned]
    rules_at = f"{base}/rules/{game.id}#"
    return tuple(DialLine(dial.words, number, dial.value, dial.clause, rules_at + dial.clause) for dial, number in turned)


def option_words(game: AnyGame, option: Option, value: str) -> str:
    """An option of a table and its chosen value, which may be a list."""
    chosen = listed(choice_words(game, part, is_seat=option.is_seat) for part in value.split(","))
    return WORDS("labelled", label=game.option_title(option), words=chosen)
