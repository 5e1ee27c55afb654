"""What a viewer may count, decided line by line: steps held back until they are shown, notes held back for good."""

from __future__ import annotations

import pytest

from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.table import Line
from zashiki.server.counting import Versions
from zashiki.server.model import ENDED, RUNNING
from zashiki.server.rows import LoggedLine

VIEWERS = (0, 1, SPECTATOR)


class Log:
    """A table of two seats whose every line is one version, counted as it grows."""

    def __init__(self) -> None:
        self.versions, self.newest = Versions(), 0

    def add(self, text: str, *, private: bool = False, same_to_act: bool = True) -> None:
        self.newest += 1
        line = LoggedLine(self.newest, self.newest, text)
        heard = {viewer: "" if private and viewer not in (line.author, OPEN) else text for viewer in (*VIEWERS, OPEN)}
        self.versions.log([line])
        self.versions.weigh(line, None if line.is_note else Line(line.author, text, heard, heard, heard), same_to_act=same_to_act)

    def shown(self, status: str = RUNNING) -> tuple[int, ...]:
        return tuple(self.versions.shown(viewer, self.newest, status) for viewer in VIEWERS)


def test_open_moves_count_for_everybody() -> None:
    log = Log()
    log.add("*: deal")
    log.add("0: play")
    assert log.shown() == (2, 2, 2)


def test_a_private_step_counts_for_its_seat_alone_until_an_open_move_shows_it() -> None:
    log = Log()
    log.add("*: deal")
    log.add("0: plan a", private=True)
    log.add("1: plan b", private=True)
    log.add("0: plan c", private=True)
    assert log.shown() == (3, 2, 1)
    log.add("1: reveal")
    assert log.shown() == (5, 5, 5)


def test_taking_a_private_step_back_cannot_be_counted_either() -> None:
    log = Log()
    log.add("0: plan a", private=True)
    log.add("undo: 0", private=True)
    assert log.shown() == (2, 0, 0)


def test_taking_an_open_move_back_is_open_and_shows_nothing_else() -> None:
    log = Log()
    log.add("0: plan a", private=True)
    log.add("undo: 1")
    assert log.shown() == (2, 1, 1)


def test_that_a_seat_has_finished_is_open() -> None:
    log = Log()
    log.add("0: plan a", private=True)
    log.add("0: done", private=True, same_to_act=False)
    assert log.shown() == (2, 1, 1)


def test_a_game_that_has_ended_shows_its_steps_and_keeps_its_notes() -> None:
    log = Log()
    log.add("0: plan a", private=True)
    log.add("note: 1")
    assert log.shown(RUNNING) == (1, 1, 0)
    assert {log.shown(status) for status in ENDED} == {(1, 2, 1)}


def test_a_note_stays_private_after_an_open_move() -> None:
    log = Log()
    log.add("note: 0")
    log.add("1: play")
    assert {log.shown(status) for status in (RUNNING, *ENDED)} == {(2, 1, 1)}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_shown_version_leads_back_to_the_newest_one_it_stands_for(viewer: int) -> None:
    log = Log()
    for text, private in (("*: deal", False), ("0: plan", True), ("1: plan", True), ("note: 0", False), ("0: plan", True)):
        log.add(text, private=private)
    shown = [log.versions.shown(viewer, version, RUNNING) for version in range(log.newest + 1)]
    for count in range(shown[-1] + 1):
        newest = max(version for version in range(log.newest + 1) if shown[version] == count)
        assert log.versions.behind(viewer, count, log.newest, RUNNING) == newest
    assert log.versions.behind(viewer, shown[-1] + 1, log.newest, RUNNING) == log.newest + 1


def test_lines_are_weighed_together_only_if_all_of_them_are_open() -> None:
    log = Log()
    log.add("0: plan a", private=True)
    lines = [LoggedLine(2, 2, "1: play"), LoggedLine(3, 2, "*: draw")]
    told = [Line(1, "play", {}, heard := {SPECTATOR: "play"}, heard), Line(None, "draw", {}, heard := {SPECTATOR: ""}, heard)]
    assert not log.versions.weigh_open(lines, told)
    assert not log.versions.weigh_open([LoggedLine(2, 2, "undo: 0")], told[:1])
    assert (log.versions.weighed, log.shown()) == (1, (1, 0, 0))
    assert log.versions.weigh_open(lines[:1], told[:1])
    assert (log.versions.weighed, log.shown()) == (2, (1, 1, 1))
