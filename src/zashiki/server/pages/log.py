"""The log of a table, as it stands beside its board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from zashiki.server.model import LogEntry, Snapshot
from zashiki.server.pages.sketches import Sketchbook, once_at
from zashiki.server.words import WORDS

ENTRIES_KEPT = 32_768  # lines of logs, some 500 bytes each
NEWS = 12  # events in the line above the board
PART_LINES = 32  # of a log, drawn together ...
NEW_LINES = 8  # ... and of its newest lines, as long as they are fewer


def numbers_kept(words: str) -> str:
    """The words, with no line broken before the number of 人気3 or 団体票II: browsers take the two for separate phrases."""
    return re.sub(r"(?<=[ァ-ヺー一-鿿])(?=[0-9I])", "\N{WORD JOINER}", words)


def last_decision(s: Snapshot) -> int:
    """The newest event that the viewer's seat decided."""
    return next((entry.number for entry in reversed(s.log) if entry.seat == s.seat), 0) if s.seat is not None else 0


def news_of(log: Sequence[LogEntry], since: int) -> list[LogEntry]:
    """What has happened after an event, newest first, but not all of it if that is much; the newest event if nothing has."""
    return [entry for entry in reversed(log[-NEWS:]) if entry.number > since] or list(log[-1:])


def draw_news(news: Sequence[LogEntry], where: str) -> Markup:
    """The lines above the board."""
    return Markup("\n".join([draw_piece_of_news(entry, where) for entry in news]))


@lru_cache(ENTRIES_KEPT)
def draw_piece_of_news(entry: LogEntry, where: str) -> str:
    """A line above the board, drawn once."""
    kind = "" if entry.seat is None else f' class="seat-{entry.seat}"'
    return f'<li{kind}><a href="{escape(where)}?at={entry.number}">{escape(numbers_kept(entry.told))}</a></li>'


def draw_log(log: Sequence[LogEntry], where: str, more: str = "", here: int | None = None, since: int = 0) -> Markup:
    """The lines of the log, newest first and by turns, each linking to its position; a line above the viewer's last decision."""
    return Markup("\n".join(_log_lines(log, where, more, here, since)))


def draw_log_live(log: Sequence[LogEntry], where: str, since: int, sketches: Sketchbook | None) -> list[Markup]:
    """The same in parts of so many lines, of which all but the newest stay as they are."""

    def part(begin: int, end: int) -> Markup:
        newer, marked = log[end].turn if end < len(log) else None, since if begin < since <= end else 0
        return once_at(sketches, ("log", begin, end), _draw_log_part, log[begin:end], where, marked, newer)

    def older_parts() -> list[Markup]:
        whole = older // PART_LINES * PART_LINES
        ends = (*range(PART_LINES, whole + 1, PART_LINES), *range(whole + NEW_LINES, older + 1, NEW_LINES))
        return [part(begin, end) for begin, end in zip((0, *ends), ends, strict=False)][::-1]

    older = max(0, len(log) - 1) // NEW_LINES * NEW_LINES
    newest = [part(older, len(log))] if log else []
    read = log[: older + 1], where, since if since <= older else 0
    return newest + (older_parts() if sketches is None else sketches.get("log", read, older_parts))


def _draw_log_part(log: Sequence[LogEntry], where: str, since: int, newer: str | None) -> Markup:
    return Markup("\n".join(_log_lines(log, where, "", None, since, newer)))


def _log_lines(
    log: Sequence[LogEntry], where: str, more: str, here: int | None, since: int, newer: str | None = None
) -> Iterator[str]:
    """`newer` is the turn of the line above; None if there is none."""
    for entry in reversed(log):
        if entry.number == since and newer is not None:
            yield f'<li class="since">{escape(WORDS("log_since"))}</li>'
        if entry.turn and newer != entry.turn:
            yield f'<li class="of-turn">{escape(entry.turn)}</li>'
        newer = entry.turn
        yield draw_entry(entry, where, more, here=entry.number == here)


@lru_cache(ENTRIES_KEPT)
def draw_entry(entry: LogEntry, where: str, more: str, *, here: bool) -> str:
    """A line of the log: drawn once, since every page after it shows it again."""
    kind = " ".join([*([] if entry.seat is None else [f"seat-{entry.seat}"]), *(["here"] if here else [])])
    current = " aria-current=step" if here else ""
    link = f'<a href="{escape(where)}?at={entry.number}{escape(more)}"{current}>{escape(numbers_kept(entry.told))}</a>'
    return f'<li data-number="{entry.number}" class="{kind}">{link}</li>'
