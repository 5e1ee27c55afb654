"""What was made last, kept for whoever asks for the same again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")
S = TypeVar("S", bound=str)


class Recent(Generic[T]):
    """At most so many things by their keys; the oldest goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept under this key, made now if there is nothing."""
        if key not in self._kept:
            self.keep(key, make())
        return self._kept[key]

    def find(self, key: Hashable) -> T | None:
        """What is kept under this key, if there is anything."""
        return self._kept.get(key)

    def keep(self, key: Hashable, thing: T) -> None:
        """Keep it under this key."""
        self._kept[key] = thing
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)


class RecentTexts(Generic[S]):
    """Texts by their keys, as many as fit into so many characters: when half the room is full, those are let go that nobody has
    asked for since it last was. To put them in order each time would be to look for each key twice.

    Pages are drawn in several threads; what two of them do at once may be forgotten, and no more.
    """

    def __init__(self, most: int) -> None:
        self._most = most // 2
        self._length = 0
        self._kept: dict[Hashable, S] = {}
        self._before: dict[Hashable, S] = {}

    def get(self, key: Hashable, make: Callable[[], S]) -> S:
        """The text kept under this key, made now if there is none."""
        found = self.find(key)
        return self.keep(key, make()) if found is None else found

    def find(self, key: Hashable) -> S | None:
        """The text kept under this key, if there is one."""
        found = self._kept.get(key)
        if found is None and (found := self._before.get(key)) is not None:
            self.keep(key, found)
        return found

    def keep(self, key: Hashable, text: S) -> S:
        """Keep a text under this key."""
        self._length += len(text)
        if self._length > self._most:
            self._before, self._kept, self._length = self._kept, {}, len(text)
        self._kept[key] = text
        return text
