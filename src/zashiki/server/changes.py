"""What has changed between two drawings, so that a stream need not send again what its reader has.

A drawing is text of many lines, put together from blocks of whole lines. A change names runs of lines of the drawing before,
`[first, count]`, and gives every other line as it is; put together in their order they are the new drawing, byte for byte,
whatever game was drawn. Blocks that both drawings share are neither read nor compared; of others, long ones are compared with
what was at their place, once for all who have been sent the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Sequence
from itertools import count

from pydantic_core import to_json

LONG = 1500  # characters; a shorter block that has changed is sent whole

Piece = str | list[int]  # a new line, or the first of some lines of the drawing before and their number
Fragment = bytes | tuple[int, int]  # the same while it is looked for: one or more lines in JSON, or a run


class Trace:
    """All that a stream keeps of a block it has sent."""

    __slots__ = ("lines", "place", "prints")

    def __init__(self, place: Hashable, lines: int, prints: array[int] | None) -> None:
        self.place = place
        self.lines = lines  # their number
        self.prints = prints  # of each line of a long block, Python's hash


class Block:
    """Some whole lines; `place` says what they are, so that they are compared with what was there before."""

    def __init__(self, text: str, place: Hashable = None) -> None:
        self.text = text
        self.place = place
        self._trace: Trace | None = None
        self._json = b""
        self._found: dict[Trace, list[Fragment]] = {}

    @property
    def trace(self) -> Trace:
        if self._trace is None:
            prints = array("q", map(hash, self.text.split("\n"))) if len(self.text) >= LONG else None
            self._trace = Trace(self.place, self.text.count("\n") + 1, prints)
        return self._trace

    @property
    def json(self) -> bytes:
        """The lines as elements of a JSON array."""
        self._json = self._json or to_json(self.text.split("\n"))[1:-1]
        return self._json

    def since(self, before: Trace | None) -> list[Fragment]:
        """How to make it from what was at its place: runs of lines of that, first and number, and new lines in JSON."""
        if before is None or before.prints is None or self.trace.prints is None:
            return [self.json]
        found = self._found.get(before)
        if found is None:
            found = self._found[before] = _compared(before.prints, self.trace.prints, self.text.split("\n"))
        return found


class Drawing:
    """The blocks of a text, from top to bottom."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        self.length = sum([len(block.text) for block in blocks]) + len(blocks) - 1

    @property
    def text(self) -> str:
        return "\n".join([block.text for block in self.blocks])

    @property
    def traces(self) -> list[Trace]:
        return [block.trace for block in self.blocks]


def drawing(text: str) -> Drawing:
    """A text of a single block."""
    return Drawing([Block(text)])


class _Found:
    """Pieces that are being put together; runs that go on with each other are one."""

    def __init__(self) -> None:
        self._pieces: list[Fragment] = []
        self._first = self._number = 0

    def take(self, first: int, number: int) -> None:
        """Some lines of what was there before."""
        if self._number and first == self._first + self._number:
            self._number += number
        else:
            self._end_run()
            self._first, self._number = first, number

    def add(self, lines: bytes) -> None:
        """Lines that are new."""
        self._end_run()
        self._pieces.append(lines)

    def all(self) -> list[Fragment]:
        self._end_run()
        return self._pieces

    def _end_run(self) -> None:
        if self._number:
            self._pieces.append((self._first, self._number))
            self._number = 0


def changes(before: Iterable[Trace], after: Drawing) -> list[bytes]:
    """How to make a drawing from the one that left these traces, in pieces of JSON."""
    first, there, line = dict[Trace, int](), dict[Hashable, Trace](), 0
    for trace in before:
        first[trace], there[trace.place] = line, trace
        line += trace.lines
    found = _Found()
    for block in after.blocks:
        trace = block.trace
        if trace in first:
            found.take(first[trace], trace.lines)
            continue
        known = there.get(trace.place)
        for piece in block.since(known):
            if isinstance(piece, bytes):
                found.add(piece)
            elif known is not None:
                found.take(first[known] + piece[0], piece[1])
    return [piece if isinstance(piece, bytes) else b"[%d,%d]" % piece for piece in found.all()]


def _compared(before: array[int], after: array[int], lines: Sequence[str]) -> list[Fragment]:
    """The same for the lines of two blocks, by their prints."""
    head = _alike(before, after)
    tail = min(_alike(before[::-1], after[::-1]), min(len(before), len(after)) - head)
    found, likely, end = _Found(), head, len(before) - tail
    places = dict(zip(before[head:end], count(head)))
    found.take(0, head)
    for each, line in zip(after[head : len(after) - tail], lines[head:], strict=False):
        place = likely if likely < end and before[likely] == each else places.get(each)
        if place is None:
            found.add(to_json(line))
        else:
            found.take(place, 1)
            likely = place + 1  # the line that follows if nothing has changed
    found.take(end, tail)
    return found.all()


def _alike(some: array[int], others: array[int]) -> int:
    """How many are equal before the first that is not."""
    differ = (number for number, (one, other) in enumerate(zip(some, others, strict=False)) if one != other)
    return next(differ, min(len(some), len(others)))


def changed(before: str, found: Sequence[Piece]) -> str:
    """The new drawing, as a reader makes it from the one before."""
    lines = before.split("\n")
    parts = [[part] if isinstance(part, str) else lines[part[0] : part[0] + part[1]] for part in found]
    return "\n".join(line for part in parts for line in part)
