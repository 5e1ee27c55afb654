"""`zashiki new`: a small complete game in a folder of its own, to be edited.

The game is `examples/paper-lantern` of the repository, which a wheel carries along: what is copied here is linted, typed and
tested there. Only its names change.
"""

from __future__ import annotations

import keyword
import re
import shlex
import shutil
import sys
import unicodedata
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from zashiki.cli.language import WORDS
from zashiki.core.errors import BadOption
from zashiki.core.reasons import reason
from zashiki.games import GAMES

EXAMPLE = "examples/paper-lantern"
_PLACES = (Path(str(files("zashiki"))) / EXAMPLE, Path(__file__).parents[3] / EXAMPLE)
KINDS = {".css", ".html", ".md", ".py", ".toml"}
LONGEST = 30  # signs in a name: the lines that hold it still fit
PREFIX = 3  # letters, more where a known game has the same


@dataclass(frozen=True)
class Names:
    """A game's name in every form in which it stands in its files."""

    name: str
    id: str
    module: str
    prefix: str


TEMPLATE = Names("Paper Lantern", "paper-lantern", "paper_lantern", "PAL")
_NAMES = re.compile(rf"{TEMPLATE.name}|{TEMPLATE.id}|{TEMPLATE.module}|\b{TEMPLATE.prefix}\b")


def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="new_game")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="new_folder")],
) -> None:
    """Write a small complete game of sealed bids as a package of its own: rules, boards, tests. It is meant to be edited."""
    names = names_of(game)
    write_game(names, folder)
    where = shlex.quote(str(folder))
    typer.echo(WORDS("made", game=names.name, folder=folder))
    typer.echo(f"  pip install -e {where}")
    typer.echo(f"  zashiki play {names.id}")


def names_of(game: str) -> Names:
    """The forms of a name; BadOption where it will not do or is taken."""
    name = " ".join(game.split())
    if not re.fullmatch(r"[^\W\d_](?:[^\W_]|[ '’-])*", name) or len(name) > LONGEST:
        raise BadOption(WORDS("bad_name", longest=LONGEST, name=game))
    latin = unicodedata.normalize("NFKD", re.sub("['’]", "", name)).encode("ascii", "ignore").decode().lower()
    words_of_name = re.findall(r"[a-z0-9]+", latin)
    id, module = "-".join(words_of_name), "_".join(words_of_name)
    if not re.match("[a-z][a-z0-9]", module):
        raise BadOption(WORDS("no_latin", name=name))
    if id in GAMES:
        raise BadOption(WORDS("taken_game", name=id))
    if keyword.iskeyword(module) or module in sys.stdlib_module_names or find_spec(module):
        raise BadOption(WORDS("taken_module", name=name, module=module))
    return Names(name, id, module, _prefix(words_of_name))


def _prefix(words: list[str]) -> str:
    """The start of clause ids: PAL for Paper Lantern, ROL for Rights of Losers, longer where that is taken."""
    taken = {game.about.prefix for game in GAMES.values()}
    initials = "".join(word[0] for word in words[1:])[: PREFIX - 1]
    length = PREFIX - len(initials)
    while (prefix := f"{words[0][:length]}{initials}".upper()) in taken and length < len(words[0]):
        length += 1
    return prefix


def write_game(names: Names, folder: Path) -> None:
    """Write all files of the game into a new or empty folder; BadOption where that is not possible, and nothing is left there."""
    if folder.exists() and not folder.is_dir():
        raise BadOption(WORDS("no_folder", folder=folder))
    if folder.is_dir() and any(folder.iterdir()):
        raise BadOption(WORDS("full_folder", folder=folder))
    texts = {_renamed(path.as_posix(), names): _renamed(text, names) for path, text in example_files().items()}
    try:
        for path, text in texts.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)  # it was empty, or not there
        raise BadOption(WORDS("unwritten", file=folder, why=reason(error))) from None


def example_files() -> dict[Path, str]:
    """The files of the example, by their path inside it."""
    place = next(place for place in _PLACES if place.is_dir())
    found = (path for path in sorted(place.rglob("*")) if path.is_file() and path.suffix in KINDS)
    inside = ((path.relative_to(place), path) for path in found)
    return {
        name: path.read_text(encoding="utf-8") for name, path in inside if not any(part.startswith(".") for part in name.parts)
    }


def _renamed(text: str, names: Names) -> str:
    put = {getattr(TEMPLATE, form): getattr(names, form) for form in ("name", "id", "module", "prefix")}
    return _NAMES.sub(lambda found: put[found[0]], text)
