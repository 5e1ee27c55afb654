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
    """Texts by their keys, as many as fit into so many characters; whatever was not asked for longest goes first.

    Pages are drawn in several threads, and another one may have dropped what this one is about to touch.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._length = 0
        self._kept: OrderedDict[Hashable, S] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], S]) -> S:
        """The text kept under this key, made now if there is none."""
        found = self.find(key)
        return self.keep(key, make()) if found is None else found

    def find(self, key: Hashable) -> S | None:
        """The text kept under this key, if there is one."""
        found = self._kept.get(key)
        if found is not None:
            try:
                self._kept.move_to_end(key)
            except KeyError:
                return found  # another thread has just dropped it
        return found

    def keep(self, key: Hashable, text: S) -> S:
        """Keep a text under this key."""
        self._length += len(text) - len(self._kept.get(key, ""))
        self._kept[key] = text
        while self._length > self._most and self._kept:
            self._length -= len(self._kept.popitem(last=False)[1])
        return text
