"""A game that has not ended, from what one viewer heard of it: the same views at every event, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.support import every_case, new_table, swap_of
from zashiki.core.chance import seeded
from zashiki.core.errors import IllegalMove
from zashiki.core.game import SPECTATOR, AnyGame
from zashiki.core.heard import SHOWN, WORK, HeardTable, heard_lines
from zashiki.core.rooms import Viewer
from zashiki.core.table import Table
from zashiki.games import find_game

MOST_DECISIONS = 150


def played(game: AnyGame, players: int, options: dict[str, str], seed: int, decisions: int) -> Table[Any, Any]:
    """A random game, as far as it goes within so many decisions without ending."""
    table, chooser = new_table(game, players, options, seed), random.Random(seed)
    for _ in range(decisions):
        before, seat = table.copy(), chooser.choice(table.to_act)
        table.play(seat, chooser.choice(table.legal(seat)))
        if table.over:
            return before
    return table


def heard(table: Table[Any, Any], viewer: Viewer) -> HeardTable[Any, Any]:
    return HeardTable(table.game, table.players, table.options, viewer, heard_lines(table, viewer))


@every_case
def test_what_was_heard_shows_what_was_seen(game: AnyGame, players: int, options: dict[str, str]) -> None:
    seed = players + len(options)
    table = played(game, players, options, seed, 10 + 29 * seed % MOST_DECISIONS)
    for viewer in (seed % players, SPECTATOR):
        again, whole = heard(table, viewer), Table(game, players, options)
        lines = iter(heard_lines(table, viewer))
        for line in table.lines:
            acting = whole.to_act
            whole.feed(str(line))
            if line.heard[viewer] or whole.to_act != acting:  # of steps made in private, that the last of them was made
                again.feed(next(lines))
                assert again.view(viewer) == whole.view(viewer), (viewer, str(line))
        assert next(lines, None) is None
        assert [str(line) for line in again.lines] == heard_lines(table, viewer)


@pytest.mark.rule("AKI-26", "AKI-40")
def test_sealed_answers_are_heard_once_they_lie_open_and_not_before() -> None:
    table = new_table(find_game("akiwado"), 3, {}, 4)
    table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    first, last = table.to_act
    table.play(first, "challenge")
    assert heard_lines(table, last)[-1] == f"{first}: vote hidden"
    table.play(last, "accept")
    assert f"{first}: challenge" in heard_lines(table, last)
    assert f"{first}: vote hidden" not in heard_lines(table, SPECTATOR)


def as_told(table: Table[Any, Any], viewer: Viewer) -> list[str]:
    return [f"{'*' if line.seat is None else line.seat}: {line.heard[viewer]}" for line in table.lines if line.heard[viewer]]


@every_case
def test_what_a_move_showed_is_what_the_view_shows(game: AnyGame, players: int, options: dict[str, str]) -> None:
    """Whatever is hidden from a viewer may be shuffled: while the view stays the same, so does what is written behind a move."""
    table, rng = played(game, players, options, 7 + players, 40), seeded(5)
    for viewer in (players - 1, SPECTATOR):
        whole = Table(game, players, options)
        for line in table.lines:
            s = whole.state.copy()
            whole.feed(str(line))
            if line.seat is None:
                continue
            action = game.actions.read(line.text)
            other = swap_of(game)(s.copy(), viewer, rng)
            if action not in game.legal_actions(other, line.seat):
                continue
            shown = game.shown_by(other, line.seat, action, viewer)
            game.rules.apply(other, line.seat, action)
            if game.eyes.view(other, viewer) == whole.view(viewer):
                assert shown == game.shown_by(s, line.seat, action, viewer), str(line)


@pytest.mark.parametrize("name", ["akiwado", "saigo-no-kane", "idol-conclave"])
def test_an_answer_is_written_whole_only_where_no_other_would_look_the_same(name: str) -> None:
    game, opened = find_game(name), 0
    options = {"events": "advanced"} if name == "idol-conclave" else {}
    for seed in range(4):
        table = played(game, 3, options, seed, 90)
        told, texts = as_told(table, SPECTATOR), heard_lines(table, SPECTATOR)
        assert len(told) == len(texts) == len(table.lines)
        for place, line in enumerate(table.lines):
            if texts[place].partition(SHOWN)[0] == told[place]:
                continue
            assert texts[place] == str(line)
            assert line.seat is not None
            opened += 1
            before = replayed(table, place)
            last = next(k for k in range(place, len(table.lines)) if opens(table, k))
            for other in before.game.legal_actions(before.state, line.seat):
                text = game.actions.write(other)
                if text != line.text and game.words.heard(before.state, line.seat, other, SPECTATOR) == line.heard[SPECTATOR]:
                    instead = [*table.lines[:place], f"{line.seat}: {text}", *table.lines[place + 1 : last + 1]]
                    assert after(game, instead) != after(game, table.lines[: last + 1])
    assert (opened > 0) == (name != "idol-conclave"), "of ballots, only the backs are ever shown"


def replayed(table: Table[Any, Any], lines: int) -> Table[Any, Any]:
    again: Table[Any, Any] = Table(table.game, table.players, table.options)
    for line in table.lines[:lines]:
        again.feed(str(line))
    return again


def opens(table: Table[Any, Any], place: int) -> bool:
    """Whether the sealed answers lie open after this line."""
    line = table.lines[place]
    state = replayed(table, place).state
    return line.seat is not None and table.game.opens_answers(state, line.seat, table.game.actions.read(line.text))


def after(game: AnyGame, lines: list[Any]) -> object:
    """What a spectator sees after these lines; None if they cannot be played."""
    table: Table[Any, Any] = Table(game, 3)
    try:
        for line in lines:
            table.feed(str(line))
    except IllegalMove:
        return None
    return table.view(SPECTATOR)


@pytest.mark.parametrize("name", ["rights-of-losers", "idol-conclave", "saigo-no-kane"])
def test_nobody_is_told_what_was_made_up(name: str) -> None:
    table = played(find_game(name), 3, {}, 8, 20)
    again = heard(table, 1)
    for line in heard_lines(table, 1):
        again.feed(line)
    told = [line.told[1] for line in table.lines if line.heard[1]]
    assert [line.told[0] for line in again.lines] == [line.told[1] for line in again.lines] == told


def test_a_line_that_nobody_can_have_heard_is_refused() -> None:
    table = played(find_game("rights-of-losers"), 3, {}, 2, 12)
    lines = heard_lines(table, 0)
    again = HeardTable(table.game, 3, {}, 0, lines)
    for line in lines:
        again.feed(line)
    before = again.state.copy()
    with pytest.raises(IllegalMove, match="does not fit what was heard"):
        again.feed("0: chip 99,99" if "chip" not in lines[-1] else "0: lead 0")
    assert again.state == before


def test_a_record_that_fits_nothing_keeps_nobody_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stands in it, a bounded number of states, events and private steps is made up for it."""
    made = 0

    def counted(work: Callable[..., Any]) -> Callable[..., Any]:
        def does(*given: Any) -> Any:
            nonlocal made
            made += 1
            return work(*given)

        return does

    for name in ("_another", "_drawn_as"):
        monkeypatch.setattr(HeardTable, name, counted(getattr(HeardTable, name)))
    lines = ["*: deal 0 hidden", "*: deal 1 hidden", "*: deal 2 r1 r1 r1 r1 r1 r1 r1 r1 r1 r1"]
    table: HeardTable[Any, Any] = HeardTable(find_game("rights-of-losers"), 3, {}, SPECTATOR, lines)
    with pytest.raises(IllegalMove):
        for line in lines:
            table.feed(line)
    assert 0 < made <= WORK
