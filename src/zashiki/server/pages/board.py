"""Drawing a table: a game's board.html over one view, with the helpers every board gets."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, PrefixLoader
from markupsafe import Markup, escape

from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Scene
from zashiki.core.words import LANGUAGE, with_names
from zashiki.games import GAMES, find_game
from zashiki.server.errors import NoSuchTable
from zashiki.server.pages.templates import printed, templates
from zashiki.server.recent import RecentTexts
from zashiki.server.words import WORDS

TEMPLATES = Path(__file__).parent.parent / "templates"
HOUSE = "house"  # the folder of the house among those of the games
PARTS_LENGTH = 64 << 20  # characters: what stands on the boards of some hundreds of tables
BAR = '<div class="bar" data-bar>'  # how the bar of a board begins


@dataclass(frozen=True)
class Naming:
    """Fills the players' names into a sentence."""

    names: tuple[str, ...]

    def __call__(self, sentence: str) -> str:
        return with_names(sentence, list(self.names))


@cache
def board_environment() -> Environment:
    """One environment over the folders of all games: `<game id>/board.html` is a board, `house/…` is the house's own."""
    folders = {game.id: game.folder / "screen" for game in GAMES.values()} | {HOUSE: TEMPLATES}
    env = templates(PrefixLoader({name: FileSystemLoader(folder) for name, folder in folders.items()}))
    env.globals["part"] = draw_part
    return env


def has_script(game: AnyGame) -> bool:
    """Whether the board of a game has animations of its own."""
    return (game.folder / "screen" / "board.js").is_file()


def games_with_board() -> list[AnyGame]:
    """The games that can be played in a browser."""
    return [
        game for game in GAMES.values() if all((game.folder / "screen" / name).is_file() for name in ("board.html", "board.css"))
    ]


def known_game(name: str) -> AnyGame:
    """The game named in an address; NoSuchTable if there is none."""
    try:
        return find_game(name)
    except BadOption:
        raise NoSuchTable(WORDS("no_such_game", name=name)) from None


def draw_part(name: str, /, **given: Hashable) -> Markup:
    """The part `<game id>/<macro>` of a board, drawn once for all boards that pass it the same values.

    A macro of `parts.html` sees only what it is given, never a view, so it cannot show what only some viewers know.
    """
    key = name, LANGUAGE.get(), tuple(given.items())
    return _parts.get(key, lambda: _drawn_part(name, given))


_parts = RecentTexts[Markup](PARTS_LENGTH)


def _drawn_part(name: str, given: Mapping[str, Hashable]) -> Markup:
    game, _, macro = name.partition("/")
    parts = board_environment().get_template(f"{game}/parts.html").module
    return Markup(getattr(parts, macro)(**given))


Rows = Iterable[tuple[object, ...]]  # words, value and clause
Opened = Callable[[str, str, Rows], None]


def draw_board(
    game: AnyGame,
    view: object,
    me: int | None,
    names: Sequence[str],
    legal: Mapping[str, str],
    notes: Mapping[str, str] | None = None,
    *,
    faces: Sequence[Markup] = (),
    noting: bool = False,
    rules_at: str = "",
    account_at: str = "",
    opened: Opened | None = None,
) -> Markup:
    """The board of a game for one pair of eyes.

    `legal` maps the options of the viewer's seat from notation to label; it is empty if the viewer is not asked anything.
    `notes` are the viewer's own; `noting` says whether more can be kept from this page. `faces` are portraits by seat, empty for
    those who have none. `rules_at` is the address of the rules, `account_at` that of how a number came about, up to its id;
    `opened` is told of each such number instead.
    """
    say, account_at = Naming(tuple(names)), escape(account_at)

    def opens(number: str, shown: object, title: str, rows: Rows, label: str = "", stop: bool = True) -> Markup:
        """A number that opens to how it came about. `label` names it where the number alone says too little; without a `stop`,
        keys pass it by, because they have another way to the same. At a table the account is fetched when somebody opens it."""
        how = ("" if stop else ' tabindex="-1"') + (f' aria-label="{escape(label)}"' if label else "")
        if opened is not None:
            opened(number, title, rows)
            return Markup("")
        if account_at:
            return Markup(f'<a class="opens" href="{account_at}{number}" aria-haspopup="dialog"{how}>{printed(shown)}</a>')
        button = f'<button type="button" class="opens" popovertarget="acc-{number}"{how}>{printed(shown)}</button>'
        account = account_drawn(title, rows, say, rules_at)
        return Markup(f'{button}<span popover id="acc-{number}" class="account">{account}</span>')  # it may stand in a line

    def target(text: str) -> Markup:
        if text in legal:
            label = escape(say(legal[text]))
            return Markup(f'data-move="{escape(text)}" role="button" tabindex="0" aria-label="{label}"')
        return Markup(f'data-why="{escape(text)}"') if legal else Markup("")

    def targets(verb: str, places: Iterable[str]) -> tuple[Markup, ...]:
        return tuple(target(f"{verb} {place}") for place in places) if legal else ()

    def note(key: str, value: str) -> Markup:
        return Markup('form="note-form" name="note" value="{}={}"').format(key, value) if noting else Markup("")

    template = board_environment().get_template(f"{game.id}/board.html")
    inner = template.render(
        context_of(game, view, me, say, rules_at),
        opens=opens,
        target=target,
        targets=targets,
        legal=lambda text: text in legal,
        notes=dict(notes or {}),
        note=note,
        faces=faces or [Markup("")] * len(names),
    )
    return Markup(f'<div class="board board-{game.id}">{inner}</div>')  # an id is a word, and a template escapes


def context_of(game: AnyGame, view: object, me: int | None, say: Naming, rules_at: str) -> dict[str, object]:
    """What every drawing of a view is given."""
    shared = {"v": view, "me": me, "names": say.names, "say": say, "rules_at": rules_at}
    return {**game.screen.board(view), **shared}


def with_foot(board: Markup, foot: Markup) -> Markup:
    """The board with the house's own controls first in its bar; a board that has none now gets one, so that its place is kept."""
    above, bar, below = board.rpartition(BAR)
    return Markup(f"{above}{bar}{foot}{below}" if bar else f"{board.removesuffix('</div>')}{BAR}{foot}</div></div>")


def draw_scene(game: AnyGame, scene: Scene, view: object, me: int | None, names: Sequence[str], rules_at: str) -> list[Markup]:
    """The steps of a scene. The macros of `scenes.html` see what a board sees, but no options."""
    context = context_of(game, view, me, Naming(tuple(names)), rules_at)
    macros = board_environment().get_template(f"{game.id}/scenes.html").make_module(context)
    return [Markup(getattr(macros, step.macro)(**step.given)) for step in scene.steps]


def draw_account(
    game: AnyGame, view: object, me: int | None, names: Sequence[str], number: str, rules_at: str, notes: Mapping[str, str]
) -> Markup | None:
    """How a number on this viewer's board came about; None if there is no such number."""
    found: list[Markup] = []

    def opened(each: str, title: str, rows: Rows) -> None:
        if each == number:
            found.append(account_drawn(title, rows, Naming(tuple(names)), rules_at))

    draw_board(game, view, me, names, {}, notes, rules_at=rules_at, opened=opened)
    return found[0] if found else None


def account_drawn(title: str, rows: Rows, say: Naming, rules_at: str) -> Markup:
    """How a number came about."""
    account = board_environment().get_template(f"{HOUSE}/_account.html")
    return Markup(account.render(title=title, rows=rows, say=say, rules_at=rules_at))
