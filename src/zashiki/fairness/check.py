"""Records with a promise: sealing them once the secret may be shown, and checking every chance event against it.

The commitment and the words hold the chance of a game: nobody can change a card without finding another secret for the same
hash. The marks, short hashes of every word and line under the secret, say where a record was changed. They do not hold the moves:
the secret stands in the record, so whoever changes a move can mark it anew.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from zashiki.core.errors import BadNotation, BadRecord, IllegalMove
from zashiki.core.game import CHANCE, AnyGame
from zashiki.core.record import Kifu, check_result, open_record, replay, result_of
from zashiki.core.table import Table
from zashiki.core.words import Words as Catalogue
from zashiki.fairness.promise import SECRET_BYTES, Promise, Word, commitment_of, read_word

COMMITMENT, SECRET, WORDS, WORD_MARKS, LINE_MARKS = "commitment", "secret", "words", "word-marks", "line-marks"
SEAL = (COMMITMENT, SECRET, WORDS, WORD_MARKS, LINE_MARKS)  # the header keys of a sealed record
MARK_BYTES = 4
SAYS = Catalogue(Path(__file__).with_name("words.toml"))


@dataclass(frozen=True)
class Checked:
    """A good record: its last position, and how many chance events were drawn again; None without a secret to draw them from."""

    table: Table[Any, Any]
    drawn: int | None


def seal(kifu: Kifu, promise: Promise) -> Kifu:
    """The record with its promise, secret included."""
    words = [str(word) for word in promise.words]
    sealed = {
        COMMITMENT: promise.commitment,
        SECRET: promise.secret.hex(),
        WORDS: " ".join(words),
        WORD_MARKS: " ".join(_marks(promise.secret, WORDS, words)),
        LINE_MARKS: " ".join(_marks(promise.secret, "lines", kifu.lines)),
    }
    return replace(kifu, header=kifu.header | sealed)


def promise_in(kifu: Kifu) -> Promise | None:
    """The promise of a sealed record; None if it has no secret, BadRecord if it cannot be read."""
    if SECRET not in kifu.header:
        return None
    try:
        secret = bytes.fromhex(kifu.header[SECRET])
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise BadRecord(kifu.line_of(SECRET), SAYS("secret_form", bytes=SECRET_BYTES, digits=2 * SECRET_BYTES))
    try:
        words = tuple(read_word(word) for word in kifu.header.get(WORDS, "").split())
    except ValueError as error:
        raise BadRecord(kifu.line_of(WORDS), SAYS("word_form", text=str(error))) from None
    return Promise(secret, words)


def check_record(kifu: Kifu, games: dict[str, AnyGame]) -> Checked:
    """Replay a record and draw every chance event again; BadRecord says what was changed, and where."""
    promise = promise_in(kifu)
    if promise is None:
        replayed = replay(kifu, games)
        if replayed.over and COMMITMENT in kifu.header:
            raise BadRecord(kifu.line_of(COMMITMENT), SAYS("secret_missing"))
        return Checked(replayed, None)
    _check_secret(kifu, promise)
    _check_words(kifu, promise)
    table = _check_lines(kifu, promise, open_record(kifu, games))
    check_result(kifu, table)
    if table.over:
        _check_whole_result(kifu, table)
    return Checked(table, table.chance_events)


def _check_secret(kifu: Kifu, promise: Promise) -> None:
    given = kifu.header.get(COMMITMENT, "")
    if commitment_of(promise.secret) == given:
        return
    if _read_marks(kifu, LINE_MARKS) == _marks(promise.secret, "lines", kifu.lines):
        raise BadRecord(kifu.line_of(COMMITMENT), SAYS("other_commitment", commitment=promise.commitment))
    raise BadRecord(kifu.line_of(SECRET), SAYS("other_secret", commitment=given))


def _check_words(kifu: Kifu, promise: Promise) -> None:
    words, marks, number = [str(word) for word in promise.words], _read_marks(kifu, WORD_MARKS), kifu.line_of(WORDS)
    for index, (word, mark) in enumerate(zip(promise.words, marks, strict=False)):
        if _mark(promise.secret, WORDS, index, str(word)) != mark:
            if any(_mark(promise.secret, WORDS, other, str(word)) == known for other, known in enumerate(marks)):
                raise BadRecord(number, SAYS("words_order", word=word))
            raise BadRecord(number, SAYS("word_changed", giver=_giver(kifu, word), word=word.text))
    if len(words) != len(marks):
        raise BadRecord(number, SAYS("words_count", count=len(marks), found=len(words)))


def _giver(kifu: Kifu, word: Word) -> str:
    return SAYS("house") if word.seat is None else kifu.called(word.seat)


def _check_lines(kifu: Kifu, promise: Promise, table: Table[Any, Any]) -> Table[Any, Any]:
    """Replay the lines, each held against its mark and, if it is a chance event, against what the promise draws."""
    marks, drawn = _read_marks(kifu, LINE_MARKS), table
    for index, line in enumerate(kifu.lines):
        number, marked = kifu.first_line + index, _home(promise.secret, marks, index, line)
        if marked is not None and marked != index:
            raise BadRecord(number, SAYS("line_moved", line=line, number=kifu.first_line + marked))
        if table.status == CHANCE:
            if len(drawn.lines) <= len(table.lines):
                drawn = table.copy()
                drawn.chance = promise
                drawn.advance()
            due = str(drawn.lines[len(table.lines)])
            if line != due:
                raise BadRecord(number, SAYS("other_chance", number=table.chance_events + 1, due=due, line=line))
        if marked is None:
            raise BadRecord(number, SAYS("line_changed", line=line))
        try:
            table.feed(line)
        except (BadNotation, IllegalMove) as error:
            raise BadRecord(number, str(error)) from None
    if len(kifu.lines) < len(marks):
        raise BadRecord(kifu.first_line + len(kifu.lines), SAYS("lines_count", count=len(marks), found=len(kifu.lines)))
    return table


def _check_whole_result(kifu: Kifu, table: Table[Any, Any]) -> None:
    """A record is sealed with the result of its game; what is written there has been checked."""
    missing = [f"{key}: {value}" for key, value in result_of(table).items() if key not in (kifu.result or {})]
    if missing:
        raise BadRecord(kifu.first_line + len(kifu.lines), SAYS("result_missing", result=", ".join(missing)))


def _home(secret: bytes, marks: list[str], index: int, line: str) -> int | None:
    """The place of a line by its mark: its own if that fits; None if it fits nowhere."""
    places = [index, *range(len(marks))] if index < len(marks) else range(len(marks))
    return next((place for place in places if _mark(secret, "lines", place, line) == marks[place]), None)


def _read_marks(kifu: Kifu, key: str) -> list[str]:
    return kifu.header.get(key, "").split()


def _marks(secret: bytes, kind: str, texts: list[str]) -> list[str]:
    return [_mark(secret, kind, index, text) for index, text in enumerate(texts)]


def _mark(secret: bytes, kind: str, index: int, text: str) -> str:
    return hmac.digest(secret, f"zashiki mark 1\n{kind}\n{index}\n{text}".encode(), "sha256")[:MARK_BYTES].hex()
