"""Drawing a table: a game's board.html over one view, with the helpers every board gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from zashiki.core.game import AnyGame
from zashiki.core.words import with_names
from zashiki.games import GAMES


@cache
def board_environment() -> Environment:
    """One environment over the folders of all games; `<game id>/board.html` names a board."""
    loader = PrefixLoader({game.id: FileSystemLoader(game.folder) for game in GAMES.values()})
    return Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, auto_reload=False
    )


def games_with_board() -> list[AnyGame]:
    """The games that can be played in a browser."""
    return [game for game in GAMES.values() if (game.folder / "board.html").is_file() and (game.folder / "board.css").is_file()]


def draw_board(
    game: AnyGame,
    view: object,
    me: int | None,
    names: Sequence[str],
    legal: Mapping[str, str],
    notes: Mapping[str, str] | None = None,
    *,
    noting: bool = False,
) -> Markup:
    """The board of a game for one pair of eyes.

    `legal` holds the options of the viewer's seat, notation to label; it is empty when the viewer is not asked anything.
    `notes` are the viewer's own; `noting` says whether more can be kept from this page.
    """
    seats = list(names)

    def say(sentence: str) -> str:
        return with_names(sentence, seats)

    def target(text: str) -> Markup:
        if text in legal:
            label = say(legal[text])
            return Markup('data-move="{}" role="button" tabindex="0" aria-label="{}"').format(text, label)
        return Markup('data-why="{}"').format(text) if legal else Markup("")

    def note(key: str, value: str) -> Markup:
        return Markup('form="note-form" name="note" value="{}={}"').format(key, value) if noting else Markup("")

    template = board_environment().get_template(f"{game.id}/board.html")
    inner = template.render(
        game.board(view),
        v=view,
        me=me,
        names=seats,
        say=say,
        target=target,
        legal=lambda text: text in legal,
        notes=dict(notes or {}),
        note=note,
    )
    return Markup('<div class="board board-{}">{}</div>').format(game.id, Markup(inner))
