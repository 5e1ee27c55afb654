"""How the chance of a table can be checked: the part of its page that says so, and the page that draws every event again."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.fairness.promise import Word
from zashiki.server.model import PERSON, FairCheck, TableInfo
from zashiki.server.pages.draw import Frame
from zashiki.server.words import WORDS


@dataclass(frozen=True)
class FairPart:
    """The promise of a table, with secret and words once it has ended."""

    table: str
    commitment: str
    secret: str
    words: tuple[tuple[str, str, str], ...]  # who, the word ("" for none), and when it was given
    unfolded: bool
    asks_word: bool  # whether this guest may sit down and add a word


@dataclass(frozen=True)
class FairPage:
    """A table whose chance was drawn again."""

    frame: Frame
    base: str
    table: str
    game_name: str
    file: str  # the name its record is saved under
    drawn: int
    problem: str
    older_rules: int | None
    fair: FairPart


def fair_page(frame: Frame, checked: FairCheck) -> FairPage:
    """The page, ready to draw."""
    t = checked.table
    part = fair_part(t, unfolded=True)
    return FairPage(
        frame, frame.base, t.id, t.game.name, record_name(t), checked.drawn, checked.problem, checked.older_rules, part
    )


def record_name(t: TableInfo) -> str:
    """What a record is called when it is saved."""
    return f"{t.game.id}-{t.id}.kifu"


def fair_part(t: TableInfo, *, unfolded: bool = False, asks_word: bool = False) -> FairPart:
    """What may be shown of a table's promise now."""
    given = [(_giver(t, word), word.text, _when(word)) for word in t.fair.words]
    givers = {word.seat for word in t.fair.words}
    silent = [(seat.name, "", "") for seat in t.seats if seat.kind == PERSON and seat.seat not in givers]
    words = (*given, *silent) if t.fair.secret else ()
    return FairPart(t.id, t.fair.commitment, t.fair.secret, words, unfolded, asks_word)


def _giver(t: TableInfo, word: Word) -> str:
    return WORDS("fair_house") if word.seat is None else t.names[word.seat]


def _when(word: Word) -> str:
    return WORDS("fair_before_all") if word.after == 0 else WORDS("fair_after", count=word.after)
