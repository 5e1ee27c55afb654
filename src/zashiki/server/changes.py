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


def changes(before: Iterable[Trace], after: Drawing) -> list[bytes]:
    """How to make a drawing from the one that left these traces, in pieces of JSON."""
    first, there, line = dict[Trace, int](), dict[Hashable, Trace](), 0
    for trace in before:
        first[trace] = line
        there[trace.place] = trace
        line += trace.lines
    found, run, end = list[bytes](), 0, 0  # a run of lines that goes on from here to there

    def end_run() -> None:
        if end > run:
            found.append(b"[%d,%d]" % (run, end - run))

    for block in after.blocks:
        trace = block.trace
        begin = first.get(trace)
        if begin is not None:
            if begin != end:
                end_run()
                run = begin
            end = begin + trace.lines
            continue
        known = there.get(trace.place)
        for piece in block.since(known):
            if isinstance(piece, bytes):
                end_run()
                run = end = -1
                found.append(piece)
            elif known is not None:
                begin = first[known] + piece[0]
                if begin != end:
                    end_run()
                    run = begin
                end = begin + piece[1]
    end_run()
    return found


def _compared(before: array[int], after: array[int], lines: Sequence[str]) -> list[Fragment]:
    """The same for the lines of two blocks, by their prints."""
    head = _alike(before, after)
    tail = min(_alike(before[::-1], after[::-1]), min(len(before), len(after)) - head)
    found: list[Fragment] = [(0, head)] if head else []
    likely, end = head, len(before) - tail
    places = dict(zip(before[head:end], count(head)))
    for each, line in zip(after[head : len(after) - tail], lines[head:], strict=False):
        place = likely if likely < end and before[likely] == each else places.get(each)
        if place is None:
            found.append(to_json(line))
        else:
            found.append((place, 1))
            likely = place + 1  # the line that follows if nothing has changed
    return [*found, (end, tail)] if tail else found


def _alike(some: array[int], others: array[int]) -> int:
    """How many are equal before the first that is not."""
    differ = (number for number, (one, other) in enumerate(zip(some, others, strict=False)) if one != other)
    return next(differ, min(len(some), len(others)))


def changed(before: str, found: Sequence[Piece]) -> str:
    """The new drawing, as a reader makes it from the one before."""
    lines = before.split("\n")
    parts = [[part] if isinstance(part, str) else lines[part[0] : part[0] + part[1]] for part in found]
    return "\n".join(line for part in parts for line in part)
