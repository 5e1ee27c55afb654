"""What was drawn of a table, kept for whoever is shown the same.

A part is kept together with everything it was drawn from. It is shown again where all of that is equal, to the same viewer after
the next move or to another viewer, and nowhere else: what only one of them may know is among what it was drawn from.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ParamSpec, TypeVar, cast

from markupsafe import Markup

from zashiki.core.words import LANGUAGE
from zashiki.server.changes import Block, Drawing

DRAWINGS = 12  # of a table: what none of the last so many had is dropped
BOOKS_LENGTH = 96 << 20  # characters in all books

T = TypeVar("T")
U = TypeVar("U")
P = ParamSpec("P")


class Sheet(Markup):
    """A part of a page in whole lines, which drawings have in common."""

    __slots__ = ("block", "moves")
    block: Block
    moves: frozenset[str] | None  # those that stand there, once somebody has looked for them

    @classmethod
    def of(cls, text: str, place: Hashable) -> Sheet:
        """The text, ready to be put between others."""
        made: Sheet = str.__new__(cls, text)
        made.block = Block(str.removesuffix(text, "\n"), place)
        made.moves = None
        return made


@dataclass(slots=True)
class Sketch:
    """Something as it was made: from what, and in which drawing of the table it was last used."""

    read: tuple[object, ...]
    made: Any
    used: int


class Sketchbook:
    """What was drawn of one table in one language."""

    def __init__(self) -> None:
        self.length = 0
        self._drawings = 0
        self._sketches: dict[Hashable, list[Sketch]] = {}  # by place

    def begin(self) -> None:
        """Another drawing of the table."""
        self._drawings += 1

    def get(self, place: Hashable, read: tuple[object, ...], make: Callable[[], T]) -> T:
        """What stands at a place for whoever reads this there; `make` reads nothing else."""
        kept = self._sketches.get(place, [])
        for number, sketch in enumerate(kept):
            if sketch.read == read:
                sketch.used = self._drawings
                if number:
                    kept.insert(0, kept.pop(number))  # others who look now mostly see the same
                return cast(T, sketch.made)
        made: Any = make()
        if isinstance(made, str):
            # One that is known is found again at once by whoever compares drawings.
            made = next((sketch.made for sketch in kept if sketch.made == made), None) or Sheet.of(made, place)
            self.length += len(made)
        self._keep(place, kept, Sketch(read, made, self._drawings))
        return cast(T, made)

    def _keep(self, place: Hashable, kept: list[Sketch], new: Sketch) -> None:
        """Keep a sketch before the others of its place, and let those go that no drawing has had lately."""
        for number in range(len(kept) - 1, -1, -1):
            if kept[number].used <= self._drawings - DRAWINGS:
                self.length -= _length(kept.pop(number).made)
        kept.insert(0, new)
        self._sketches[place] = kept

    def look(self, place: Hashable, given: T, view: object, make: Callable[[T, Any], U]) -> U:
        """What a function makes of something and a view; the fields that it reads of the view are noted while it does."""
        kept = self._sketches.get(place, [])
        for sketch in kept:
            read, fields = sketch.read
            if read == given and all(_is_equal(getattr(view, name), value) for name, value in cast(Fields, fields).items()):
                sketch.used = self._drawings
                return cast(U, sketch.made)
        seen = Seen(view)
        made = make(given, seen)
        if kept and isinstance(made, list):
            made = cast(U, _alike(kept[0].made, made))
        self._keep(place, kept, Sketch((given, fields_of(seen)), made, self._drawings))
        return made


Fields = dict[str, object]


class Seen:
    """A view that notes which of its fields are read."""

    __slots__ = ("_fields", "_view")

    def __init__(self, view: object) -> None:
        self._view = view
        self._fields: Fields = {}

    def __getattr__(self, name: str) -> object:
        value = self._fields[name] = getattr(self._view, name)
        return value


def _is_equal(one: object, other: object) -> bool:
    """Whether two things are equal, at once if they are one."""
    return one is other or one == other


def fields_of(seen: Seen) -> Fields:
    """The fields that were read, with what they were."""
    return seen._fields


def _alike(known: Sequence[T], made: Sequence[T]) -> list[T]:
    """A list with the very things of an earlier one where they are equal: these are found to be the same at once."""
    return [next((other for other in known if other == each), each) for each in made]


def _length(made: object) -> int:
    return len(made) if isinstance(made, str) else 0


def once(sketches: Sketchbook | None, make: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """What a function makes of its arguments, made only if they are new at this table."""
    return once_at(sketches, make, make, *args, **named)


def once_at(sketches: Sketchbook | None, place: Hashable, make: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """The same for one of several places where the function draws."""
    if sketches is None:
        return make(*args, **named)
    return sketches.get(place, (args, named), lambda: make(*args, **named))


class Sketchbooks:
    """The books of many tables, as many as fit into so many characters; the one not opened for longest goes first."""

    def __init__(self, most: int = BOOKS_LENGTH) -> None:
        self._most = most
        self._length = 0
        self._open: tuple[Sketchbook, int] | None = None
        self._books: OrderedDict[tuple[str, str], Sketchbook] = OrderedDict()

    def open(self, table: str) -> Sketchbook:
        """The book of a table, for one more drawing."""
        self._settle()
        key = table, LANGUAGE.get()
        book = self._books.get(key) or self._books.setdefault(key, Sketchbook())
        self._books.move_to_end(key)
        self._open = book, book.length
        book.begin()
        return book

    def _settle(self) -> None:
        """Count what the last drawing has added."""
        if self._open is not None:
            book, before = self._open
            self._length += book.length - before
            while self._length > self._most and len(self._books) > 1:
                self._length -= self._books.popitem(last=False)[1].length


def whole_texts(texts: Iterable[str]) -> Iterator[str]:
    """Sheets as they are, and what stands between two of them in one piece."""
    for is_sheet, group in groupby(texts, lambda text: type(text) is Sheet):
        if is_sheet:
            yield from group
        else:
            yield "".join(group)


def put_together(texts: Iterable[str]) -> Drawing:
    """The drawing that consists of these texts, one after the other. A sheet that has its lines to itself is a block of it."""
    given, blocks, begin, skip = [text for text in texts if text], list[Block](), 0, 0
    for place, text in enumerate(given):
        if type(text) is not Sheet or (place > begin and not given[place - 1].endswith("\n")):
            continue
        closed = text.endswith("\n")
        if closed or (place + 1 < len(given) and given[place + 1].startswith("\n") and type(given[place + 1]) is not Sheet):
            if loose := "".join(given[begin:place])[skip:]:
                blocks.append(Block(loose[:-1], len(blocks)))
            blocks.append(text.block)
            begin, skip = place + 1, 0 if closed else 1  # the end of its last line stands in the text that follows
    blocks.append(Block("".join(given[begin:])[skip:], -1))
    return Drawing(blocks)
