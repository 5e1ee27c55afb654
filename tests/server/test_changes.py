"""What streams send of a page: the lines that changed, which give the whole, and nothing while nothing changed."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.helpers import full_table
from zashiki.core.game import SPECTATOR
from zashiki.core.rooms import Viewer
from zashiki.games import GAMES
from zashiki.server.changes import LONG, Block, Drawing, Piece, changed, changes, drawing
from zashiki.server.house import House
from zashiki.server.live import PARTS, Drawn, Sent
from zashiki.server.model import RUNNING, Guest
from zashiki.server.pages import LivePages, draw_live
from zashiki.server.showing import newest_snapshot, snapshot_of

pytestmark = pytest.mark.anyio

ME, ONLOOKER = Guest(visitor="me"), Guest(visitor="third")
MOST_MOVES = 400

texts = st.lists(st.sampled_from(["", "a", "b", "<li>c</li>", " d"]), max_size=40).map("\n".join)


def found(before: Drawing, after: Drawing) -> list[Piece]:
    """What a stream sends, as its reader reads it."""
    return json.loads(b"[%b]" % b",".join(changes(before.traces, after)))  # type: ignore[no-any-return]


@given(st.data())
def test_what_changed_gives_the_new_text(data: st.DataObject) -> None:
    pool = [Block(*given) for given in data.draw(st.lists(st.tuples(texts, st.integers(0, 3)), min_size=1, max_size=6))]
    drawings = st.lists(st.sampled_from(pool), min_size=1, max_size=6).map(Drawing)
    before, after = data.draw(drawings), data.draw(drawings)
    assert changed(before.text, found(before, after)) == after.text
    assert after.length == len(after.text)


@given(texts, texts)
def test_what_changed_of_a_long_block_gives_the_new_text(before: str, after: str) -> None:
    long = "\n".join(f"a line that makes it long {k}" for k in range(LONG // 20))
    assert changed(f"{before}\n{long}", found(drawing(f"{before}\n{long}"), drawing(f"{after}\n{long}"))) == f"{after}\n{long}"


def test_lines_that_stay_are_named_and_not_repeated() -> None:
    before = "\n".join(f"the line of number {k}" for k in range(200))
    after = before.replace("the line of number 7\n", "new\nlines\n").replace("the line of number 150\n", "")
    assert found(drawing(before), drawing(after)) == [[0, 7], "new", "lines", [8, 142], [151, 49]]


def test_blocks_that_stay_are_one_run_wherever_they_stand_together() -> None:
    one, two, three, four = (Block(f"{word}\n{word}", word) for word in ("one", "two", "three", "four"))
    assert found(Drawing([one, two, three]), Drawing([one, two, four, three])) == [[0, 4], "four", "four", [4, 2]]
    assert found(Drawing([one, two, three]), Drawing([two, three])) == [[2, 4]]


@dataclass
class Reader:
    """A page that reads a stream, and the stream's own memory."""

    guest: Guest
    eyes: Viewer | None
    sent: Sent = field(default_factory=Sent)
    text: str = ""
    number: int = 0

    def read(self, event: bytes) -> None:
        """As table.js does."""
        lines = event.decode().split("\n")
        data = "\n".join(line.removeprefix("data: ") for line in lines if line.startswith("data: "))
        if f"event: {PARTS}" in lines:
            number, *found = json.loads(data)
            assert number == self.number + 1
            self.text, self.number = changed(self.text, found), number
        else:
            self.text, self.number = data, 0


def readers(players: int) -> Iterator[Reader]:
    for seat in range(players):
        yield Reader(ME, seat)
    yield Reader(ONLOOKER, None)


def without_scenes(page: str) -> str:
    """A scene is drawn when it is first shown, and stays as it was then."""
    return re.sub(r"<template data-scene=.*?</template>", "", page, flags=re.DOTALL)


@pytest.mark.parametrize("game", GAMES)
async def test_parts_give_every_viewer_the_whole_page_after_every_move_of_a_game(small_house: House, game: str) -> None:
    house, rng = small_house, random.Random(game)
    info = await full_table(house, ME, game)
    drawn, everybody = Drawn(LivePages(""), in_parts=True), list(readers(len(info.seats)))
    whole = in_parts = moves = 0
    while info.status == RUNNING and moves < MOST_MOVES:
        for reader in everybody:
            shown = await house.snapshot(reader.guest, info.id, reader.eyes)
            if (shown.viewer, shown.version) != reader.sent.shown:
                event = drawn(shown, reader.sent)
                in_parts, whole = in_parts + len(event), whole + len(draw_live("", shown).encode())
                reader.read(event)
            assert without_scenes(reader.text) == without_scenes(draw_live("", shown))
        seat = rng.choice(info.to_act)
        options = (await house.snapshot(ME, info.id, seat)).options
        await house.play(ME, info.id, seat, rng.choice(options).text)
        info, moves = await house.info(info.id), moves + 1
    assert in_parts < whole / 2


@pytest.mark.parametrize("game", GAMES)
async def test_a_kept_snapshot_is_what_would_be_made_now(small_house: House, game: str) -> None:
    house, rng = small_house, random.Random(game)
    info = await full_table(house, ME, game)
    kept_longer = 0
    for _ in range(120):
        if info.status != RUNNING:
            break
        kept = house.tables.shelf.get(info.id)
        assert kept is not None
        for viewer in (*range(len(info.seats)), SPECTATOR):
            known = kept.snapshots.get((viewer, "en"))
            newest = newest_snapshot(kept, viewer)
            assert newest == snapshot_of(kept, viewer, len(kept.table().heard_by(viewer)), kept.table())
            kept_longer += newest is known
        seat = rng.choice(info.to_act)
        options = (await house.snapshot(ME, info.id, seat)).options
        await house.play(ME, info.id, seat, rng.choice(options).text)
        info = await house.info(info.id)
    assert (kept_longer > 0) == (game == "kazoku-scribe")  # the one game with steps that others do not hear


async def test_a_change_that_saves_little_is_sent_whole_and_the_next_one_counts_from_it(small_house: House) -> None:
    info = await full_table(small_house, ME, "rights-of-losers")
    shown = await small_house.snapshot(ME, info.id, 0)
    pages = iter(["one\n" * LONG, "two\n" * LONG, "two\n" * LONG + "more"])
    drawn, reader = Drawn(lambda _: drawing(next(pages)), in_parts=True), Reader(ME, 0)
    numbers = []
    for version in range(3):
        reader.read(drawn(replace(shown, version=version), reader.sent))
        numbers.append(reader.number)
    assert numbers == [0, 0, 1]
    assert reader.text.endswith("two\nmore")
