"""Whole games in Japanese: nothing a person reads has Latin letters in it, apart from notation and what a game lists.

`tests/games/<game>/latin.toml` lists what may stay in Latin letters, as regular expressions with the reason beside each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rich.text import Text

from tests.reading import Reading, allowed_in, foreign
from tests.support import every_case, every_game, new_table, play_randomly
from zashiki.core.chance import below, seeded
from zashiki.core.errors import ZashikiError
from zashiki.core.game import SPECTATOR, AnyGame
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, with_names
from zashiki.server.model import LogEntry
from zashiki.server.pages.board import Naming, Rows, account_drawn, draw_board, draw_scene
from zashiki.server.pages.scenes import SCENE_LINES

NAMES = ["葵", "健司", "美玲", "空", "陽太"]


@pytest.fixture(autouse=True)
def _japanese() -> Iterator[None]:
    token = LANGUAGE.set("ja")
    yield
    LANGUAGE.reset(token)


def told(table: Table[Any, Any], line: int) -> list[str]:
    return [with_names(words, NAMES) for words in table.lines[line].told.values()]


def refusals(table: Table[Any, Any], rng: list[int], count: int) -> list[str]:
    """Why moves at random are not possible; the notation that was typed may stand in the sentence."""
    said = []
    for _ in range(count):
        seat, action = below(rng, table.players), below(rng, table.game.action_count)
        text = table.game.actions.write(action)
        try:
            table.copy().play(seat, action)
        except ZashikiError as problem:
            said.append(with_names(getattr(problem, "sentence", str(problem)), NAMES).replace(text, ""))
    return said


def shown(table: Table[Any, Any], viewer: int) -> list[str]:
    """All that a viewer reads at this moment: question, buttons, board, the numbers that open, scenes, terminal."""
    game, s = table.game, table.state
    seat, names = (None if viewer == SPECTATOR else viewer), NAMES[: table.players]
    actions = [] if seat is None else game.legal_actions(s, seat)
    legal = {game.actions.write(action): game.words.label(s, viewer, action) for action in actions}
    view = table.view(viewer)
    read = [game.words.ask(s, viewer), game.screen.headline(view), *legal.values()]
    read += [Text.from_markup(game.screen.draw_text(view)).plain]
    read += (
        [cell for row in game.screen.tally(view) for cell in (row.words, row.note, *map(str, row.cells))] if table.over else []
    )
    pages = [draw_board(game, view, seat, names, legal)]
    accounts: list[str] = []

    def opened(_: str, title: str, rows: Rows) -> None:
        accounts.append(account_drawn(title, rows, Naming(tuple(names)), ""))

    draw_board(game, view, seat, names, {}, opened=opened)
    heard = [
        LogEntry(number, line.seat, with_names(line.told[viewer], NAMES), line.heard[viewer])
        for number, (_, line) in enumerate(table.heard_by(viewer), 1)
    ]
    for scene in game.scenes(heard[-SCENE_LINES:], view):
        read.append(scene.title)
        pages += draw_scene(game, scene, view, seat, names, "")
    aim = getattr(game.words, "aim", None)
    read += [aim(s, viewer, action) for action in actions[:12]] if aim else []
    return [with_names(words, NAMES) for words in read] + [words for page in (*pages, *accounts) for words in Reading(page).found]


@every_case
def test_a_whole_game_is_in_japanese(game: AnyGame, players: int, options: dict[str, str]) -> None:
    allowed, rng = allowed_in(game), seeded(7)
    table = new_table(game, players, options, seed=11)
    done = 0
    for step, (seat, _) in enumerate(play_randomly(table, rng)):
        read = [words for line in range(done, len(table.lines)) for words in told(table, line)]
        done = len(table.lines)
        if step % 5 == 0:
            read += shown(table, seat) + shown(table, SPECTATOR) + refusals(table, rng, 4)
        assert foreign(read, allowed) == []
    assert foreign([*shown(table, 0), *shown(table, SPECTATOR)], allowed) == []


@every_game
def test_what_is_printed_and_offered_is_in_japanese(game: AnyGame) -> None:
    allowed = allowed_in(game)
    read = []
    if game.gallery is not None:
        for group in game.gallery.things():
            read += [group.title, group.note, *(words for thing in group.things for words in (thing.title, thing.text))]
    assert foreign(read, allowed) == []
