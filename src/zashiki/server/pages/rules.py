"""The rules page of a game: `help.md`, then every clause with an anchor that refusals, scoring and logs link to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

from zashiki.core.game import AnyGame
from zashiki.printing.sheets import printable
from zashiki.server.pages.draw import Frame
from zashiki.server.pages.gallery import draw_legend, has_gallery

_PLACES = (Path(str(files("zashiki"))) / "docs" / "rules", Path(__file__).parents[4] / "docs" / "rules")


@dataclass(frozen=True)
class RulesPage:
    """The rules of one game."""

    frame: Frame
    game: AnyGame
    help: Markup
    clauses: Markup
    signs: Markup
    gallery: bool  # whether there is a page of all pieces
    printable: bool


@dataclass(frozen=True)
class RulesPanel:
    """The rules of one game beside a table; the same for everybody."""

    base: str
    game: AnyGame
    help: Markup
    clauses: Markup
    signs: Markup
    gallery: bool


def rules_panel(base: str, game: AnyGame) -> RulesPanel:
    """The panel, ready to draw."""
    return RulesPanel(base, game, help_of(game), clauses_of(game), draw_legend(base, game), has_gallery(game))


def rules_page(frame: Frame, game: AnyGame) -> RulesPage:
    """The page, ready to draw."""
    signs = draw_legend(frame.base, game)
    return RulesPage(frame, game, help_of(game), clauses_of(game), signs, has_gallery(game), printable(game))


@cache
def help_of(game: AnyGame) -> Markup:
    """How to play, with every clause id a link to the clause."""
    text = (game.folder / "help.md").read_text(encoding="utf-8")
    return Markup(_with_links(_to_html(text), game.about.prefix))


@cache
def clauses_of(game: AnyGame) -> Markup:
    """The clause list, each id an anchor; empty if the text was not installed."""
    # Ours are among the docs; a game of another package has them beside its help.
    for path in (*(place / f"{game.id}.md" for place in _PLACES), game.folder / "rules.md"):
        if path.is_file():
            html = _to_html(path.read_text(encoding="utf-8").partition("\n")[2])
            return Markup(_with_anchors(_lowered(html), game.about.prefix))
    return Markup("")


def _to_html(text: str) -> str:
    """Markdown without raw HTML; tables can be scrolled with the keyboard."""
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    table = '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>'
    return html.replace("<table>", table).replace("</table>", "</table></div>")


def _lowered(html: str) -> str:
    """Headings one step down, below the heading of the section."""
    return re.sub(r"(</?h)([1-5])>", lambda found: f"{found[1]}{int(found[2]) + 1}>", html)


def _with_anchors(html: str, prefix: str) -> str:
    """Bold ids become anchors, all other mentions links to them."""
    parts = re.split(rf"<strong>({prefix}-R?\d+)</strong>", html)
    linked = [_with_links(part, prefix) if k % 2 == 0 else _anchor(part) for k, part in enumerate(parts)]
    return "".join(linked)


def _anchor(clause: str) -> str:
    return f'<a class="clause" id="{clause}" href="#{clause}">{clause}</a>'


def _with_links(html: str, prefix: str) -> str:
    return re.sub(rf"\b({prefix}-R?\d+)\b", r'<a class="clause" href="#\1">\1</a>', html)
