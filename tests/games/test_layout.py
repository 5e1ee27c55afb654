"""Every game has the same rooms: whoever knows one folder finds their way in all of them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.support import every_game
from zashiki.core.errors import BadGame
from zashiki.core.game import AnyGame, Game
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.games import GAMES

ROOT = Path(__file__).parent.parent.parent
ROOMS = {
    "": {
        "__init__.py", "options.py", "cards.toml", "cards.py", "dials.toml", "phase.py", "state.py", "actions.py", "scoring.py",
        "help.md",
    },
    "rules": {"__init__.py", "setup.py"},
    "eyes": {"__init__.py", "view.py", "resample.py", "observe.py"},
    "words": {"__init__.py", "catalogue.py", "notation.py", "telling.py", "explain.py", "words.toml"},
    "screen": {"__init__.py", "board.py", "terminal.py", "board.html", "board.css"},
}  # fmt: skip
OPTIONAL = {  # chapters of the rules and drawings are free
    "": {
        "worth.py",
        "sheets.py",
        "gallery.py",
        "stage.py",
        "measures.py",
        "help.ja.md",
        "network.bin",
        "network.toml",
        "levels.toml",
    },
    "eyes": {"rebuild.py"},  # the way back to a state, where it is long
    "words": {"outcomes.py", "aims.py", "print.toml", "measures.toml"},  # what a move brings about, on paper, in the lab
}


@every_game
def test_a_game_has_the_same_rooms_as_the_others(game: AnyGame) -> None:
    for room, required in ROOMS.items():
        found = {path.name for path in (game.folder / room).iterdir() if path.is_file()}
        assert required <= found, room
        if room in OPTIONAL:
            assert found <= required | OPTIONAL[room], room
    folders = {path.name for path in game.folder.iterdir() if path.is_dir() and path.name != "__pycache__"}
    large = {"worth", "sheets", "languages"}  # what may fill a folder
    taught = {room for room in ("lessons", "primer") if getattr(game, room)}
    assert set(ROOMS) - {""} <= folders - taught <= (set(ROOMS) | large) - {""}
    assert [name for name in large & folders if (game.folder / f"{name}.py").exists()] == []


@every_game
def test_a_game_has_its_rules_and_its_help(game: AnyGame) -> None:
    assert f"**{game.about.prefix}-1**" in (ROOT / "docs" / "rules" / f"{game.id}.md").read_text(encoding="utf-8")
    cited = re.findall(rf"{game.about.prefix}-R?\d+", (game.folder / "help.md").read_text(encoding="utf-8"))
    assert cited


@every_game
def test_the_help_of_a_game_cites_the_same_clauses_in_every_language(game: AnyGame) -> None:
    """Section by section, in the same order: nothing was lost in translation."""
    cited = []
    for language in LANGUAGES:
        reader = LANGUAGE.set(language)
        sections = re.split(r"^## ", game.help, flags=re.M)
        LANGUAGE.reset(reader)
        cited.append([re.findall(rf"{game.about.prefix}-R?\d+", section) for section in sections])
    assert cited[0] == cited[1]
    assert game.help != (game.folder / "help.ja.md").read_text(encoding="utf-8")


@every_game
def test_a_game_is_facts_and_rooms_without_wiring(game: AnyGame) -> None:
    """The package of a game imports, and makes one Game; nothing is defined there."""
    tree = ast.parse((game.folder / "__init__.py").read_text(encoding="utf-8"))
    kinds = {type(node) for node in tree.body}
    assert kinds <= {ast.Expr, ast.ImportFrom, ast.Assign}
    assert [
        node.targets[0].id for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ] == ["GAME"]


@every_game
def test_rooms_say_what_they_give(game: AnyGame) -> None:
    for room in ("rules", "eyes", "words", "screen"):
        module = getattr(game, room)
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        assert any(isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__" for node in tree.body), room


class Without:
    """A room in which something is missing or replaced."""

    def __init__(self, room: object, **replaced: object) -> None:
        self._room, self._replaced = room, replaced

    def __getattr__(self, name: str) -> object:
        if name in self._replaced:
            if self._replaced[name] is None:
                raise AttributeError(name)
            return self._replaced[name]
        return getattr(self._room, name)


def rebuilt(game: AnyGame, **rooms: object) -> AnyGame:
    names = ("about", "state", "actions", "rules", "scoring", "eyes", "words", "screen", "worth")
    return Game(**{name: getattr(game, name) for name in names} | rooms)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("room", "replaced", "sentence"),
    [
        ("rules", {"legal": None}, "its room `rules` (zashiki.games.rights_of_losers.rules) has no `legal`"),
        ("words", {"tell": lambda s, seat: ""}, "must have a function `tell(s, seat, action, viewer)`"),
        ("scoring", {"winners": lambda s: 0}, "`winners` that is not marked with @rule"),
        ("worth", {"WORLDS": None}, "its room `worth` (zashiki.games.rights_of_losers.worth) has no `WORLDS`"),
        ("screen", {"board": 3}, "must have a function `board(v)`"),
        ("screen", {"scenes": lambda v: []}, "must have a function `scenes(lines, v)`"),
        ("words", {"open_forced": lambda: True}, "must have a function `open_forced(v)`"),
    ],
)
def test_a_room_that_does_not_fit_is_named(room: str, replaced: dict[str, object], sentence: str) -> None:
    game = GAMES["rights-of-losers"]
    with pytest.raises(BadGame, match=re.escape(sentence)):
        rebuilt(game, **{room: Without(getattr(game, room), **replaced)})


def test_a_game_without_scenes_and_forced_answers_has_none() -> None:
    game = GAMES["rights-of-losers"]
    plain = rebuilt(game, screen=Without(game.screen, scenes=None), words=Without(game.words, open_forced=None))
    view = Table(plain, 3, seed=1).view(0)
    assert plain.scenes([], view) == ()
    assert not plain.open_forced(view)


def test_a_state_without_a_required_field_is_named() -> None:
    game = GAMES["rights-of-losers"]
    with pytest.raises(BadGame, match="its state declares no field `phase`"):
        rebuilt(game, state=type("Empty", (), {"fields": {"players": 1, "outcome": 2}}))
