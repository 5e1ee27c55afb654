"""Drawing a table: a game's board.html over one view, with the helpers every board gets."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from jinja2 import BaseLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.runtime import Context
from markupsafe import Markup, escape

from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Scene
from zashiki.core.words import LANGUAGE, with_names
from zashiki.games import GAMES, find_game
from zashiki.server.errors import NoSuchTable

TEMPLATES = Path(__file__).parent.parent / "templates"
HOUSE = "house"  # where boards find what the house lends them
PARTS_KEPT = 8192
BAR = re.compile(r"<div\b[^>]*\bdata-bar\b[^>]*>")  # how the bar of a board begins


class Unindented(Extension):
    """Strips the indentation from templates, since what is drawn from them is sent after every move.

    Streams send the lines that have changed. A part that is drawn once for many boards is a single line, unless others are in it.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        # After a tag the newline is dropped as well (`trim_blocks`), so one space must stay.
        source = re.sub(r"([%#]\}\n|\n)[ \t]+", lambda found: found[1] if found[1] == "\n" else f"{found[1]} ", source)
        return re.sub(r"(?<![%#]\})(?<!\) \}\})\n", " ", source) if name == "parts.html" else source


class DirectCalls(Context):
    """Calls what a template calls without first looking whether it wants to be passed the context: nothing of ours does."""

    def call(self, called: Callable[..., object], /, *given: object, **named: object) -> object:
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(*given, **named)


class Printing(CodeGenerator):
    """Has `printed` escape what a template prints, which takes a fifth less time for a whole page than Jinja's own way."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.printed(")
        if finalize.src is not None:
            self.write(finalize.src)


def printed(value: object) -> str:
    """A value as it stands in a page: escaped, unless it is markup. Most are short and printed again and again."""
    kind = type(value)
    if kind is str:
        return _escaped(value)
    if kind is int:
        return str(value)
    return value if isinstance(value, Markup) else escape(value)


_escaped = lru_cache(PARTS_KEPT)(escape)


@dataclass(frozen=True)
class Naming:
    """Fills the players' names into a sentence."""

    names: tuple[str, ...]

    def __call__(self, sentence: str) -> str:
        return with_names(sentence, list(self.names))


def templates(loader: BaseLoader) -> Environment:
    """The environment that all our templates use: escaping, strict about names, without indentation."""
    env = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Unindented],
    )
    env.context_class = DirectCalls
    env.code_generator_class = Printing
    env.printed = printed  # type: ignore[attr-defined]
    return env


@cache
def board_environment() -> Environment:
    """One environment over the folders of all games: `<game id>/board.html` is a board, `house/_opens.html` is lent to all."""
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
    except BadOption as problem:
        raise NoSuchTable(str(problem)) from None


def draw_part(name: str, /, **given: Hashable) -> Markup:
    """The part `<game id>/<macro>` of a board, drawn once for all boards that pass it the same values.

    A macro of `parts.html` sees only what it is given, never a view, so it cannot show what only some viewers know.
    """
    return _drawn_part(name, LANGUAGE.get(), tuple(given.items()))


@lru_cache(PARTS_KEPT)
def _drawn_part(name: str, language: str, given: tuple[tuple[str, Hashable], ...]) -> Markup:
    game, _, macro = name.partition("/")
    parts = board_environment().get_template(f"{game}/parts.html").module
    return Markup(getattr(parts, macro)(**dict(given)))


Opened = Callable[[str, str, Iterable[tuple[object, ...]]], str]


def unopened(_id: str, _title: str, _rows: Iterable[tuple[object, ...]]) -> str:
    """Nobody asks how the number came about."""
    return ""


def draw_board(
    game: AnyGame,
    view: object,
    me: int | None,
    names: Sequence[str],
    legal: Mapping[str, str],
    notes: Mapping[str, str] | None = None,
    *,
    noting: bool = False,
    rules_at: str = "",
    account_at: str = "",
    opened: Opened = unopened,
) -> Markup:
    """The board of a game for one pair of eyes.

    `legal` maps the options of the viewer's seat from notation to label; it is empty if the viewer is not asked anything.
    `notes` are the viewer's own; `noting` says whether more can be kept from this page. `rules_at` is the address of the rules,
    `account_at` that of how a number came about, up to its id; `opened` hears of each such number.
    """
    say = Naming(tuple(names))

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
        account_at=account_at,
        opened=opened,
        target=target,
        targets=targets,
        legal=lambda text: text in legal,
        notes=dict(notes or {}),
        note=note,
    )
    return Markup(f'<div class="board board-{game.id}">{inner}</div>')  # an id is a word, and a template escapes


def context_of(game: AnyGame, view: object, me: int | None, say: Naming, rules_at: str) -> dict[str, object]:
    """What every drawing of a view is given."""
    shared = {"v": view, "me": me, "names": say.names, "say": say, "rules_at": rules_at, "account_at": ""}
    return {**game.screen.board(view), **shared}


def with_foot(board: Markup, foot: Markup) -> Markup:
    """The board with the house's own controls first in its bar; a board that has none now gets one, so that its place is kept."""
    bar = BAR.search(board)
    if bar:
        return Markup(f"{board[: bar.end()]}{foot}{board[bar.end() :]}")
    return Markup(f'{board.removesuffix("</div>")}<div class="bar" data-bar>{foot}</div></div>')


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
    macros = (
        board_environment().get_template(f"{HOUSE}/_opens.html").make_module({"rules_at": rules_at, "say": Naming(tuple(names))})
    )

    def opened(each: str, title: str, rows: Iterable[tuple[object, ...]]) -> str:
        if each == number:
            found.append(Markup(macros.account(title, rows)))  # type: ignore[attr-defined]
        return ""

    draw_board(game, view, me, names, {}, notes, rules_at=rules_at, account_at="#", opened=opened)
    return found[0] if found else None
