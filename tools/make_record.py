"""Play a script through the rules and write it as a record: how the positions of worked examples are reached by legal play.

python tools/make_record.py SCRIPT > RECORD

A script is a record that leaves out what does not matter:

    game: rights-of-losers
    players: 3
    options: first_lead=0
    ---
    *: deal 1 r3 r9 g1 …     the rest of the hand is drawn, from what no other chance line names
    *                        any chance event, drawn in the same way
    0: r5                    short forms, as `zashiki record` takes them

It may stop anywhere; chance that comes due at the end is not drawn. What is drawn is the same every time.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Set
from contextlib import suppress
from pathlib import Path
from typing import Any

from zashiki.core.chance import seeded
from zashiki.core.errors import BadNotation, BadRecord, IllegalMove, ZashikiError
from zashiki.core.game import CHANCE
from zashiki.core.record import BOOKKEEPING, kifu_of, open_record, read_kifu
from zashiki.core.shorthand import meant
from zashiki.core.table import Table
from zashiki.games import GAMES

DRAWN, REST = "*", "…"
TRIES = 2000


def make(script: str) -> str:
    """The record of a script; BadRecord with the number of a line that cannot be played."""
    given = read_kifu(script)
    table = open_record(given, GAMES)
    for number, line in enumerate(given.lines, given.first_line):
        who, _, text = line.partition(": ")
        try:
            if who == DRAWN:
                table.feed(f"*: {_whole(table, text or REST, _named(given.lines, line))}")
            else:
                table.feed(f"{who}: {_move(table, int(who), text)}")
        except IllegalMove as error:
            raise BadRecord(number, error.sentence) from None
        except (BadNotation, ValueError) as error:
            raise BadRecord(number, str(error)) from None
    return kifu_of(table, {key: value for key, value in given.header.items() if key not in BOOKKEEPING}).write()


def _named(lines: list[str], line: str) -> set[str]:
    """The pieces that other chance lines name: their words, without verbs and seats."""
    others = (other.split()[2:] for other in lines if other is not line and other.startswith(DRAWN))
    return {word for words in others for word in words if not word.isdecimal()}


def _move(table: Table[Any, Any], seat: int, text: str) -> str:
    """The move that is meant; one that is not legal is left for the rules to refuse."""
    with suppress(BadNotation):
        return meant(text, table.legal(seat))
    return text


def _whole(table: Table[Any, Any], text: str, named: Set[str]) -> str:
    """A chance event whose rest may be left to the draw: without what other lines name, where that is possible."""
    if not text.endswith(REST):
        return text
    if table.status != CHANCE:
        raise BadNotation("No chance event is due here.")
    wanted = text.removesuffix(REST).split()
    for avoided in (named, set[str]()):
        for tried in _drawn(table, wanted, avoided):
            with suppress(ZashikiError):
                table.copy().feed(f"*: {tried}")
                return tried
    raise BadNotation(f"No chance event here begins with “{' '.join(wanted)}”.")


def _drawn(table: Table[Any, Any], wanted: list[str], avoided: Set[str]) -> Iterator[str]:
    """Draws, each with as many of its words replaced by the wanted ones."""
    for seed in range(TRIES):
        s = table.state.copy()
        table.game.rules.draw(s, seeded(seed, len(table.lines)))
        drawn = table.game.words.write_chance(s).split()
        left = list((Counter(drawn) - Counter(wanted)).elements())
        free = [word for word in left if word not in avoided]
        if len(wanted) + len(free) >= len(drawn):
            yield " ".join([*wanted, *free][: len(drawn)])


if __name__ == "__main__":
    sys.stdout.write(make(Path(sys.argv[1]).read_text(encoding="utf-8")))
