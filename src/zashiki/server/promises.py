"""The promises of the house: a commitment for a table before there is one, and the words that people add.

Every page that can set up a table carries an offer: the id of the table to be, the commitment to its secret, and a signature. The
secret is derived from the id under a key of the house, so the house cannot choose another once it has seen the word that comes
back with the offer. An offer makes one table at most, and none after a day. Words are lines of the log, `word: <seat>: <text>`,
in order with the events. Nobody sees them before the end: when a word came could tell of a private step.
"""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from zashiki.core.rooms import Seat
from zashiki.fairness.promise import WORD_LENGTH, Promise, Word, commitment_of, fresh_secret
from zashiki.server.cache import Kept
from zashiki.server.errors import BadWish, Stale
from zashiki.server.rows import WORD, LoggedLine
from zashiki.server.tokens import Signer, fresh_id
from zashiki.server.words import WORDS


@dataclass(frozen=True)
class Offer:
    """What a page carries to set up a table: its id, the commitment to its secret, and both of them signed."""

    table: str
    commitment: str
    signed: str


class Promises:
    """Offers of one house, under its key."""

    def __init__(self, signer: Signer, key: bytes) -> None:
        self._signer, self._key = signer, key

    def offer(self, after: str = "") -> Offer:
        """An offer for a table that does not exist yet: the rematch of a table, or any."""
        table = fresh_id()
        commitment = commitment_of(self.secret_of(table))
        return Offer(table, commitment, self._signer.sign_offer(table, commitment, after))

    def accept(self, signed: str, after: str = "") -> str:
        """The table id of an offer; BadWish if it was not made for this, Stale if it no longer holds."""
        table, commitment = self._signer.read_offer(signed, after)
        if commitment_of(self.secret_of(table)) != commitment:
            raise Stale(WORDS("house_restored"))
        return table

    def secret_of(self, table: str) -> bytes:
        """The secret that goes with a table id."""
        return hmac.digest(self._key, f"zashiki table 1\n{table}".encode(), "sha256")


def clean_word(text: str) -> str:
    """A word as it goes into the log: spaces joined, no control characters; empty if nothing is left."""
    shown = "_".join(unicodedata.normalize("NFC", text).split())
    word = "".join(letter for letter in shown if letter.isprintable())
    if len(word) > WORD_LENGTH:
        raise BadWish(WORDS("word_too_long", most=WORD_LENGTH))
    return word


def words_in(log: Iterable[LoggedLine]) -> tuple[Word, ...]:
    """The words of a log, each with the number of chance events before it."""
    words, events = [], 0
    for line in log:
        if line.is_word:
            words.append(Word(line.author, events, line.text.removeprefix(WORD).partition(": ")[2]))
        elif line.is_chance:
            events += 1
    return tuple(words)


def promise_of(kept: Kept) -> Promise | None:
    """The promise of a table with the words so far; None at a table that was set up without one."""
    return None if kept.secret is None else Promise(bytes.fromhex(kept.secret.secret), words_in(kept.log))


@dataclass(frozen=True)
class Source:
    """Where a change takes its chance from: the promise, and the lines of the words that are new in it."""

    promise: Promise
    lines: tuple[str, ...] = ()


def first_source(secret: bytes, words: Sequence[tuple[Seat, str]]) -> Source:
    """The chance of a new table."""
    return _with_words(Promise(secret), 0, words)


def source_of(kept: Kept, words: Sequence[tuple[Seat, str]] = ()) -> Source:
    """The chance of a table with more words, after the house's own where the house has been restored."""
    promise = promise_of(kept)
    if promise is None or kept.secret is None:
        return Source(Promise(fresh_secret()))
    events = sum(line.is_chance for line in kept.log)
    renewal = [(None, kept.secret.renewal)] if kept.secret.renewal else []
    return _with_words(promise, events, [*renewal, *words])


class Later:
    """The chance of a table, put together when an event draws from it; most moves draw nothing."""

    def __init__(self, kept: Kept, words: Sequence[tuple[Seat, str]] = ()) -> None:
        self._kept, self._words = kept, words

    @cached_property
    def _source(self) -> Source:
        return source_of(self._kept, self._words)

    def generator(self, event: int) -> list[int]:
        """The generator to draw this chance event from."""
        return self._source.promise.generator(event)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the words that are new."""
        renewed = self._kept.secret is not None and self._kept.secret.renewal
        return self._source.lines if self._words or renewed else ()


def wants_word(kept: Kept, seat: Seat) -> bool:
    """Whether a word that comes with a move of this seat counts: its first one here, or since the house added one of its own."""
    if kept.secret is not None and kept.secret.renewal:
        return True
    words = (line for line in reversed(kept.log) if line.is_word and line.author in (seat, None))
    return next((line.author is None for line in words), True)


def _with_words(promise: Promise, events: int, words: Sequence[tuple[Seat | None, str]]) -> Source:
    for seat, text in words:
        promise = promise.with_word(Word(seat, events, text))
    return Source(promise, tuple(f"{WORD}{'*' if seat is None else seat}: {text}" for seat, text in words))
