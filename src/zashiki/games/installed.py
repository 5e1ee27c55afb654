"""Games of other packages: they name themselves in the entry point group `zashiki.games`.

    [project.entry-points."zashiki.games"]
    my_game = "my_game:GAME"

A game that cannot be loaded is left out and told of once; it never keeps the others from being played.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from zashiki.core.errors import BadGame
from zashiki.core.game import AnyGame, Game
from zashiki.core.words import CORE as WORDS

GROUP = "zashiki.games"
ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")  # it becomes part of addresses, file names and class names
LOG = logging.getLogger("zashiki")  # where nobody has set up logging, a warning is a line on stderr


@dataclass(frozen=True)
class NotLoaded:
    """A game that was left out, and why."""

    name: str  # of its entry point
    package: str
    why: str

    @property
    def sentence(self) -> str:
        return WORDS("not_loaded", name=self.name, package=self.package, why=self.why)


def installed_games(
    known: Mapping[str, AnyGame], left_out: list[NotLoaded], entries: Iterable[EntryPoint] | None = None
) -> dict[str, AnyGame]:
    """The games that other packages bring, by id; those that cannot be loaded are added to `left_out`."""
    found: dict[str, AnyGame] = {}
    for entry in sorted(entry_points(group=GROUP) if entries is None else entries, key=lambda entry: (entry.name, entry.value)):
        try:
            game = _load(entry)
            if game.id in {**known, **found}:
                raise BadGame(f"the id '{game.id}' belongs to another game.")
            found[game.id] = game
        except (Exception, SystemExit) as error:  # whatever their module does when it is imported
            left_out.append(NotLoaded(entry.name, _package(entry), _reason(error)))
            LOG.warning("zashiki: %s", left_out[-1].sentence)
    return dict(sorted(found.items()))


def _load(entry: EntryPoint) -> AnyGame:
    game = entry.load()
    if not isinstance(game, Game):
        raise BadGame(f"{entry.value} is not a zashiki.core.game.Game.")
    if not ID.fullmatch(game.id):
        raise BadGame(f"the id '{game.id}' is not made of small letters and digits, with hyphens between words.")
    if not (game.folder / "help.md").is_file():
        raise BadGame(f"there is no help.md in {game.folder}.")
    return game


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown package"


def _reason(error: BaseException) -> str:
    """One line: our own sentences as they are, anything else with the kind of error."""
    text = " ".join(str(error).split())
    return text if isinstance(error, BadGame) else f"{type(error).__name__}: {text}".rstrip(": ")
