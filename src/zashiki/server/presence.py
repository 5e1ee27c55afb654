"""Who is at a table: a person is there while a page of theirs is, in sight or behind something else.

An open stream says that a page is there; the page itself says whether it is in sight and on a phone, and where no stream gets
through, it says so every now and then. When the last stream ends, the person is "reconnecting" for a moment before being gone.
Nothing here is about the game, and nothing is stored. Processes tell each other what they know, again and again, so that one
that has died is forgotten.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from zashiki.server.model import AWAY, GONE, HERE, RECONNECTING, Where

TOLD_SECONDS = 45.0  # how long a page without a stream counts after it has spoken up
LEFT_SECONDS = 20.0  # how long a person whose line has dropped may take to come back
HEARSAY_SECONDS = 75.0  # how long the word of another process counts
MOST_PAGES = 8  # of one person at one table
RANK = (GONE, RECONNECTING, AWAY, HERE)
NOWHERE = Where()

Place = tuple[str, str]  # table and visitor
Changed = Callable[[str, str, Where], None]  # table, visitor, and where the visitor is now as far as this process knows


@dataclass
class Page:
    """A page that has spoken up."""

    visible: bool
    phone: bool
    told: float


@dataclass
class Person:
    """What this process knows of a visitor at a table."""

    streams: int = 0
    pages: dict[str, Page] = field(default_factory=dict)
    left: float = 0.0  # when the last stream ended
    shown: Where = NOWHERE
    timer: asyncio.TimerHandle | None = None  # to look again


class Presence:
    """The visitors at the tables, as this process and the others know it."""

    def __init__(self, changed: Changed, clock: Callable[[], float] = time.monotonic) -> None:
        self._changed = changed
        self._clock = clock
        self._persons: dict[Place, Person] = {}
        self._elsewhere: dict[Place, dict[str, tuple[Where, float]]] = {}  # by process, with when that was heard

    def of(self, table: str, visitor: str) -> Where:
        """Where a visitor is, by the best of all processes' knowledge."""
        person = self._persons.get((table, visitor))
        before = self._clock() - HEARSAY_SECONDS
        heard = self._elsewhere.get((table, visitor), {}).values()
        known = [where for where, when in heard if when > before] + ([person.shown] if person is not None else [])
        return max(known, key=lambda where: RANK.index(where.state), default=NOWHERE)

    def opened(self, table: str, visitor: str) -> None:
        """A stream has begun."""
        self._persons.setdefault((table, visitor), Person()).streams += 1
        self._settle((table, visitor))

    def closed(self, table: str, visitor: str) -> None:
        """A stream has ended; when it was the last, what the pages told before counts no more."""
        person = self._persons.get((table, visitor))
        if person is None:
            return
        person.streams -= 1
        if not person.streams:
            person.pages.clear()
            person.left = self._clock()
        self._settle((table, visitor))

    def told(self, table: str, visitor: str, page: str, *, visible: bool, phone: bool) -> None:
        """A page says whether it is in sight, and whether on a phone."""
        person = self._persons.setdefault((table, visitor), Person())
        person.pages.pop(page, None)
        person.pages[page] = Page(visible, phone, self._clock())
        while len(person.pages) > MOST_PAGES:
            del person.pages[next(iter(person.pages))]
        self._settle((table, visitor))

    def closed_page(self, table: str, visitor: str, page: str) -> None:
        """A page says goodbye; its stream, if it has one, ends by itself."""
        person = self._persons.get((table, visitor))
        if person is not None and person.pages.pop(page, None) is not None:
            if not person.streams and not person.pages:
                person.left = self._clock()
            self._settle((table, visitor))

    def hear(self, process: str, table: str, visitor: str, where: Where) -> None:
        """What another process knows."""
        heard = self._elsewhere.setdefault((table, visitor), {})
        heard[process] = where, self._clock()
        if where.state == GONE:
            del heard[process]
        if not heard:
            del self._elsewhere[table, visitor]

    def everybody(self) -> Iterator[tuple[Place, Where]]:
        """All whom this process knows to be somewhere; forgets what it has not heard again for long."""
        before = self._clock() - HEARSAY_SECONDS
        for place, heard in list(self._elsewhere.items()):
            if all(when < before for _, when in heard.values()):
                del self._elsewhere[place]
        yield from [(place, person.shown) for place, person in self._persons.items()]

    def _settle(self, place: Place) -> None:
        """Work out where somebody is, say so if that is new, and come back when time will change it."""
        person = self._persons.get(place)
        if person is None:
            return
        where, seconds = self._where(person)
        if where.state == GONE:
            del self._persons[place]
        if where != person.shown:
            person.shown = where
            self._changed(*place, where)
        if person.timer is not None:
            person.timer.cancel()
            person.timer = None
        if seconds is not None:
            person.timer = asyncio.get_running_loop().call_later(seconds, self._settle, place)

    def _where(self, person: Person) -> tuple[Where, float | None]:
        """Where somebody is now, and after how many seconds to look again."""
        now = self._clock()
        pages = [page for page in person.pages.values() if person.streams or page.told > now - TOLD_SECONDS]
        if person.streams or pages:
            seen = [page for page in pages if page.visible] or pages
            state = HERE if not pages or any(page.visible for page in pages) else AWAY
            phone = bool(seen) and all(page.phone for page in seen)
            return Where(state, phone), None if person.streams else TOLD_SECONDS + 0.1
        if person.left and now < person.left + LEFT_SECONDS:
            return Where(RECONNECTING), LEFT_SECONDS + 0.1
        return NOWHERE, None
