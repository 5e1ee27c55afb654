"""Drawing a table: a game's board.html over one view, with the helpers every board gets."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import ParamSpec

from jinja2 import FileSystemLoader, PrefixLoader
from markupsafe import Markup, escape

from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Scene
from zashiki.core.words import LANGUAGE, with_names
from zashiki.games import GAMES, find_game
from zashiki.server.errors import NoSuchTable
from zashiki.server.pages.sketches import Sketchbook
from zashiki.server.pages.templates import Pages, macro_inputs, printed, templates
from zashiki.server.recent import RecentTexts
from zashiki.server.words import WORDS

TEMPLATES = Path(__file__).parent.parent / "templates"
HOUSE = "house"  # the folder of the house among those of the games
PARTS_LENGTH = 64 << 20  # characters: what stands on the boards of some hundreds of tables
TARGETS_KEPT = 8192  # moves in words
TABLES_KEPT = 4096  # of whose names, and where accounts are fetched, something is kept
BAR = '<div class="bar" data-bar>'  # how the bar of a board begins

P = ParamSpec("P")


@dataclass(frozen=True, eq=False)
class Naming:
    """Fills the players' names into a sentence."""

    names: tuple[str, ...]

    def __call__(self, sentence: str) -> str:
        return with_names(sentence, self.names)


def naming(names: Sequence[str]) -> Naming:
    """The same for the same names, so that whoever compares what was drawn with it finds it equal at once."""
    return _naming(tuple(names), tuple(map(type, names)))


@lru_cache(TABLES_KEPT)
def _naming(names: tuple[str, ...], kinds: tuple[type[str], ...]) -> Naming:
    return Naming(names)  # markup may be equal to plain text


@cache
def board_environment() -> Pages:
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
    key = name, LANGUAGE.get(), *given, *given.values()
    found = _parts.find(key)
    return _parts.keep(key, _drawn_part(name, given)) if found is None else found


_parts = RecentTexts[Markup](PARTS_LENGTH)


def _drawn_part(name: str, given: Mapping[str, Hashable]) -> Markup:
    game, _, macro = name.partition("/")
    parts = board_environment().get_template(f"{game}/parts.html").module
    return Markup(getattr(parts, macro)(**given))


Rows = Iterable[tuple[object, ...]]  # words, value and clause
Opened = Callable[[str, str, Rows], None]
Context = dict[str, object]


@dataclass(frozen=True)
class Opens:
    """Draws a number that opens to how it came about. At a table the account is fetched when somebody opens it."""

    say: Naming
    rules_at: str
    account_at: str
    opened: Opened | None

    @property
    def tells(self) -> bool:
        """Whether an account is told when its number is drawn; templates make its title and its rows only then."""
        return self.opened is not None or not self.account_at

    def __call__(self, number: str, shown: object, title: str, rows: Rows, label: str = "", stop: bool = True) -> Markup:
        """`label` names it where the number alone says too little; without a `stop`, keys pass it by, because they have another
        way to the same."""
        how = ("" if stop else ' tabindex="-1"') + (f' aria-label="{escape(label)}"' if label else "")
        if self.opened is not None:
            self.opened(number, title, rows)
            return Markup("")
        if self.account_at:
            return Markup(f'<a class="opens" href="{self.account_at}{number}" aria-haspopup="dialog"{how}>{printed(shown)}</a>')
        button = f'<button type="button" class="opens" popovertarget="acc-{number}"{how}>{printed(shown)}</button>'
        account = account_drawn(title, rows, self.say, self.rules_at)
        return Markup(f'{button}<span popover id="acc-{number}" class="account">{account}</span>')  # it may stand in a line


@dataclass(frozen=True)
class Target:
    """Draws what makes a piece one that can be pressed, or that says why not."""

    legal: Mapping[str, str]  # from notation to label
    say: Naming

    def __call__(self, text: str) -> Markup:
        if text in self.legal:
            return _pressed(text, self.say(self.legal[text]))
        return _unlit(text) if self.legal else Markup("")


@lru_cache(TARGETS_KEPT)
def _pressed(text: str, label: str) -> Markup:
    return Markup('data-move="{}" role="button" tabindex="0" aria-label="{}"').format(text, label)


@lru_cache(TARGETS_KEPT)
def _unlit(text: str) -> Markup:
    return Markup('data-why="{}"').format(text)


@dataclass(frozen=True)
class Targets:
    """The targets of several places; none where nothing is asked."""

    target: Target

    def __call__(self, verb: str, places: Iterable[str]) -> tuple[Markup, ...]:
        return tuple(self.target(f"{verb} {place}") for place in places) if self.target.legal else ()


@lru_cache(TABLES_KEPT)
def _nothing_asked(say: Naming) -> tuple[Target, Targets]:
    """The targets for everybody who is not asked."""
    target = Target({}, say)
    return target, Targets(target)


@lru_cache(TABLES_KEPT)
def _opens(say: Naming, rules_at: str, account_at: str) -> Opens:
    return Opens(say, rules_at, escape(account_at), None)


@dataclass(frozen=True)
class Legal:
    """Whether a move can be chosen."""

    moves: Mapping[str, str]

    def __call__(self, text: str) -> bool:
        return text in self.moves


@dataclass(frozen=True)
class Note:
    """Draws what makes a button one that keeps a private note."""

    noting: bool

    def __call__(self, key: str, value: str) -> Markup:
        return Markup('form="note-form" name="note" value="{}={}"').format(key, value) if self.noting else Markup("")


def sketch_of_board(
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
    sketches: Sketchbook | None = None,
    context: Context | None = None,
) -> list[str]:
    """The texts that the board of a game for one pair of eyes consists of.

    `legal` maps the options of the viewer's seat from notation to label; it is empty if the viewer is not asked anything.
    `notes` are the viewer's own; `noting` says whether more can be kept from this page. `faces` are portraits by seat, empty for
    those who have none. `rules_at` is the address of the rules, `account_at` that of how a number came about, up to its id;
    `opened` is told of each such number instead. `sketches` has parts that were drawn before, and `context`
    is what `context_of` gives if it is known already.
    """
    say = naming(names)
    opens = _opens(say, rules_at, account_at) if opened is None else Opens(say, rules_at, escape(account_at), opened)
    target, targets = (Target(legal, say), None) if legal else _nothing_asked(say)
    given = (context or context_of(game, view, me, names, rules_at)) | {
        "opens": opens,
        "target": target,
        "targets": targets or Targets(target),
        "legal": Legal(legal),
        "notes": dict(notes or {}),
        "note": Note(noting),
        "faces": tuple(faces) or (Markup(""),) * len(names),
        "sketches": None if opens.tells else sketches,
    }
    drawn = board_environment().texts(f"{game.id}/board.html", given)
    return [f'<div class="board board-{game.id}">', *drawn, "</div>"]  # an id is a word, and a template escapes


def _joined(texts: Callable[P, list[str]]) -> Callable[P, Markup]:
    return lambda *args, **named: Markup("".join(texts(*args, **named)))


draw_board = _joined(sketch_of_board)  # the board of a game for one pair of eyes, in one piece


def context_of(
    game: AnyGame, view: object, me: int | None, names: Sequence[str], rules_at: str, *, yours: bool = True
) -> Context:
    """What every drawing of a view is given; `yours` says whether the reader sits at the viewer's seat."""
    say = naming(names)
    given = {"v": view, "me": me, "yours": yours, "names": say.names, "say": say, "rules_at": rules_at}
    return {**game.screen.board(view), **given}


def with_foot(board: Markup, foot: Markup) -> Markup:
    """The board with the house's own controls first in its bar; a board that has none now gets one, so that its place is kept."""
    return Markup("".join(texts_with_foot([board.removesuffix("</div>"), "</div>"], foot)))


def texts_with_foot(board: Sequence[str], foot: Markup) -> list[str]:
    """The same for the texts of a board."""
    for number in range(len(board) - 1, -1, -1):
        above, bar, below = str(board[number]).rpartition(BAR)
        if bar:
            return [*board[:number], above + bar, foot, below, *board[number + 1 :]]
    return [*board[:-1], f"{BAR}{foot}</div>", board[-1]]


def draw_scene(game: AnyGame, scene: Scene, view: object, me: int | None, names: Sequence[str], rules_at: str) -> list[Markup]:
    """The steps of a scene."""
    return draw_steps(game, scene, context_of(game, view, me, names, rules_at))


def draw_steps(game: AnyGame, scene: Scene, context: Context) -> list[Markup]:
    """The same. The macros of `scenes.html` see what a board sees, but no options."""
    with board_environment().macros(f"{game.id}/scenes.html", context) as macros:
        return [Markup(macros[step.macro](**step.given)) for step in scene.steps]


def read_by_scene(game: AnyGame, scene: Scene, context: Context) -> tuple[object, ...]:
    """Everything that a scene is drawn from besides what it consists of."""
    read: list[object] = []
    for macro in {step.macro for step in scene.steps}:
        names, fields = _read_by(game.id, macro)
        read += [context.get(name) for name in names]
        read += [getattr(context["v"], field) for field in fields]
    return tuple(read)


@cache
def _read_by(game: str, macro: str) -> tuple[list[str], list[str]]:
    return macro_inputs(board_environment(), f"{game}/scenes.html", macro)


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
