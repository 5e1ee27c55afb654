"""The promise of a table: a secret that is fixed before anybody sits down, and the words that people add to it.

The commitment, a hash of the secret, is shown first. Every chance event then has a key of its own, made from the secret, the
words given so far and the number of the event, and draws from the stream of that key. Whoever lacks the secret can foresee none
of it; once the secret is shown, anybody can draw every event again (`fairness.check`). docs/decisions/0008 has the reasons.
"""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass, field, replace
from hashlib import sha256

from zashiki.core.chance import KeyedStream
from zashiki.core.rooms import Seat

COMMITMENT_TAG = b"zashiki commitment 1\n"
EVENT_TAG = "zashiki chance event 1"
SECRET_BYTES = 32
WORD_LENGTH = 64

_WORD = re.compile(r"(\*|0|[1-9][0-9]?)@(0|[1-9][0-9]{0,5})=(.*)", re.DOTALL)


@dataclass(frozen=True)
class Word:
    """A word that went into chance: who gave it, after how many chance events, and its text, which has no spaces."""

    seat: Seat | None  # None: the table's own
    after: int
    text: str

    def __str__(self) -> str:
        return f"{'*' if self.seat is None else self.seat}@{self.after}={self.text}"


def is_word(text: str) -> bool:
    """Whether a text may be a word."""
    return 0 < len(text) <= WORD_LENGTH and text.isprintable() and " " not in text


def read_word(text: str) -> Word:
    """A word as a record writes it; ValueError if it is not one."""
    found = _WORD.fullmatch(text)
    if found is None or not is_word(found[3]):
        raise ValueError(text)  # whoever reads a record says what a word must be
    return Word(None if found[1] == "*" else int(found[1]), int(found[2]), found[3])


def fresh_secret() -> bytes:
    """A secret nobody has seen."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment_of(secret: bytes) -> str:
    """What is shown of a secret before the end: it fixes the secret and tells nothing of it."""
    return sha256(COMMITMENT_TAG + secret).hexdigest()


@dataclass(frozen=True)
class Promise:
    """The secret of a table with the words given so far: its source of chance."""

    secret: bytes = field(repr=False)
    words: tuple[Word, ...] = ()

    @property
    def commitment(self) -> str:
        return commitment_of(self.secret)

    def with_word(self, word: Word) -> Promise:
        """The promise once one more word has been given."""
        return replace(self, words=(*self.words, word))

    def generator(self, event: int) -> KeyedStream:
        """The stream of one chance event, with every word that was given before it. No word has a line break, so that no two
        events have the same text."""
        given = [str(word) for word in self.words if word.after <= event]
        text = "\n".join((EVENT_TAG, str(event), *given))
        return KeyedStream(hmac.digest(self.secret, text.encode(), "sha256"))
