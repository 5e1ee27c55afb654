"""The rules page of a game: summary, pictures, `help.md`, every clause with an anchor that refusals, scoring and logs link to,
and the glossary.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from zashiki.core.game import AnyGame
from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.printing.order import printable
from zashiki.server.pages.draw import Frame
from zashiki.server.pages.gallery import draw_legend, has_gallery
from zashiki.server.pages.primer import draw_glossary, draw_shown, with_diagrams
from zashiki.server.words import WORDS

KEPT = 64  # games in a language
# Where a line of the source ends, a sentence in Japanese has no space.
END_OF_LINE = re.compile("(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])|(?<=[、。])\n")
PHYSICAL = "[physical]"  # the mark of a clause that software cannot carry out
_PLACES = (Path(str(files("zashiki"))) / "docs" / "rules", Path(__file__).parents[4] / "docs" / "rules")


@dataclass(frozen=True)
class Rules:
    """The rules of one game, as they stand on their page and beside a table; the same for everybody."""

    base: str
    game: AnyGame
    shown: Markup  # summary, pictures and examples; empty for a game without a primer
    help: Markup
    help_language: str
    clauses: Markup
    clauses_language: str
    glossary: Markup
    signs: Markup
    gallery: bool  # whether there is a page of all pieces


@dataclass(frozen=True)
class RulesPage:
    """The page of the rules of one game."""

    frame: Frame
    rules: Rules
    printable: bool


def rules_page(frame: Frame, game: AnyGame) -> RulesPage:
    """The page, ready to draw."""
    return RulesPage(frame, rules_of(frame.base, game), printable(game))


def rules_of(base: str, game: AnyGame) -> Rules:
    """The rules in the reader's language, drawn when they are first asked for."""
    return _rules(base, game, LANGUAGE.get())


@lru_cache(KEPT)
def _rules(base: str, game: AnyGame, language: str) -> Rules:
    shown = draw_shown(base, game)
    clauses, spoken_in = clauses_of(game, language)
    return Rules(
        base=base,
        game=game,
        shown=shown,
        help=help_of(game),
        help_language=language if (game.folder / f"help.{language}.md").is_file() else LANGUAGES[0],
        clauses=with_diagrams(base, game, clauses),
        clauses_language=spoken_in,
        glossary=draw_glossary(game),
        signs=draw_legend(base, game, with_shapes=not shown),
        gallery=has_gallery(game),
    )


def help_of(game: AnyGame) -> Markup:
    """How to play, with every clause id a link to the clause."""
    return Markup(_with_links(_to_html(game.help), game.about.prefix))


def clauses_of(game: AnyGame, language: str) -> tuple[Markup, str]:
    """The clause list, each id an anchor, and the language it is in: English if there is none in that one. Empty if the text was
    not installed."""
    for spoken_in, ending in ((language, f".{language}.md"), (LANGUAGES[0], ".md")):
        # Ours are among the docs; a game of another package has them beside its help.
        for path in (*(place / f"{game.id}{ending}" for place in _PLACES), game.folder / f"rules{ending}"):
            if path.is_file():
                html = _to_html(path.read_text(encoding="utf-8").partition("\n")[2])
                html = html.replace(PHYSICAL, str(escape(WORDS("rules_physical"))))
                return Markup(_with_anchors(_lowered(html), game.about.prefix)), spoken_in
    return Markup(""), language


def _to_html(text: str) -> str:
    """Markdown without raw HTML; tables can be scrolled with the keyboard."""
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = END_OF_LINE.sub("", html)
    table = f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(WORDS("rules_table"))}"><table>'
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
    # No `\b`: a Japanese letter right before or after an id counts as one of the same word.
    return re.sub(rf"(?<![A-Za-z0-9-])({prefix}-R?\d+)(?![A-Za-z0-9])", r'<a class="clause" href="#\1">\1</a>', html)
