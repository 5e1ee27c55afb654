"""The pytest plugin of the contract suite: the option `--game`, the cases to go through, the record of a game that failed.

An installed Zashiki brings it along; in a bare source tree, `pytest -p zashiki.testing.plugin` loads it. It is part of every
pytest run it is installed beside, so it imports no more of Zashiki than a test asks for.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

from zashiki.testing import played

if TYPE_CHECKING:
    from zashiki.core.game import AnyGame

MARKERS = (
    "every_case: runs for every game, seat count and variant; takes game, players and options",
    "every_game: runs for every game; takes game",
    "slow: long soaks and further variants; CI runs them, with bounded counts",
)
CHOSEN = pytest.StashKey["list[AnyGame]"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "test only this game: its id, or package.module:NAME where it is not installed; may be given several times"
    parser.getgroup("zashiki").addoption("--game", action="append", default=[], metavar="GAME", help=words)


def pytest_configure(config: pytest.Config) -> None:
    for line in MARKERS:
        config.addinivalue_line("markers", line)
    if _names(config):
        games_to_test(config)  # a wrong name is told before anything is collected


def _names(config: pytest.Config) -> list[str]:
    return config.getoption("game", None) or []  # there is no such option where only the package's conftest loaded the plugin


def games_to_test(config: pytest.Config) -> list[AnyGame]:
    """The games that `--game` names, or all known ones."""
    if CHOSEN not in config.stash:
        config.stash[CHOSEN] = _chosen(config)
    return config.stash[CHOSEN]


def _chosen(config: pytest.Config) -> list[AnyGame]:
    from zashiki.core.errors import BadOption
    from zashiki.games import GAMES, named_game

    hint = "; `python -m pytest` also finds modules of this folder"
    try:
        return [named_game(name, hint) for name in _names(config)] or list(GAMES.values())
    except BadOption as error:
        raise pytest.UsageError(f"--game: {error}") from None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marks = {mark.name for mark in metafunc.definition.iter_markers()} & {"every_case", "every_game"}
    if not marks:
        return
    from zashiki.testing.cases import cases

    games = games_to_test(metafunc.config)
    if "every_case" in marks:
        metafunc.parametrize(("game", "players", "options"), cases(games))
    else:
        metafunc.parametrize("game", games, ids=[game.id for game in games])


def pytest_runtest_setup() -> None:
    played.forget()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "call" and report.failed:
        text = played.record()
        if text:
            report.sections.append(("Record of the game that failed", text))
    return report
