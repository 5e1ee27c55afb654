"""A game that has not ended, as one viewer heard it: its lines, and a table that shows what this viewer saw.

Hidden parts of such lines are masked. A `HeardTable` makes them up, anew whenever a later line contradicts, so that everything
heard can have happened. Nobody is shown what it has made up: any state that fits what a viewer heard gives this viewer the same
view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zashiki.core.actions import Action
from zashiki.core.chance import below, seeded
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import CHANCE, DECISION, OPEN, SPECTATOR, Game
from zashiki.core.record import HEARD_BY, Kifu
from zashiki.core.rooms import S, Seat, V, Viewer
from zashiki.core.table import DONE, SHOWN, Line, Table, seat_and_text
from zashiki.core.words import CORE as WORDS
from zashiki.core.words import seat_mark

WORK = 1000  # states and events that are made up for one game; a hundred do for most
DRAWS = 200  # events that are drawn for one that was heard only in part


def heard_lines(table: Table[S, V], viewer: Viewer) -> list[str]:
    """The lines of a table as this viewer heard them. Answers that were sealed stand there as they lay open later, behind a move
    stands what it showed, and of steps made in private only that the last of them was made."""
    found = ((line.seat, line.recorded[viewer]) for line in table.lines)
    return [f"{'*' if seat is None else seat}: {text}" for seat, text in found if text]


class HeardTable(Table[S, V]):
    """A table after the lines that one viewer heard. All others are told the same, and none of them has a view of it."""

    def __init__(
        self, game: Game[S, V], players: int, options: Mapping[str, str] | None, viewer: Viewer, lines: Sequence[str]
    ) -> None:
        """`lines` are all that will come: nobody is dealt in secret what somebody is dealt openly soon after."""
        super().__init__(game, players, options)
        self.viewer = viewer
        self._rng = seeded(1, sources=len(game.sources))
        first = next((place for place, line in enumerate(lines) if not line.startswith("*")), len(lines))
        self._set_up = lines[:first]
        self._dealt = {word for line in lines[:first] for word in line.split(" ")[1:]}
        self._sure = self.state.copy()  # what can be made up anew: the state before the last decision ...
        self._since: list[str] = []  # ... and the lines after it
        self._begun = False  # whether anybody has decided anything yet
        self._work = WORK

    def copy(self) -> HeardTable[S, V]:
        """An independent table at the same point."""
        new: HeardTable[S, V] = HeardTable(self.game, self.players, self.options, self.viewer, self._set_up)
        new.state, new.lines = self.state.copy(), self.lines[:]
        new._sure, new._since, new._begun, new._work = self._sure.copy(), self._since[:], self._begun, self._work
        return new

    def feed(self, line: str) -> None:
        """Take one line as it was heard; IllegalMove if nothing fits it that could be made up."""
        seat, text = seat_and_text(line)
        if self.status == DECISION:
            self._sure, self._since, self._begun = self.state.copy(), [], True
        s: S | None = self.state.copy()
        while s is None or (told := self._told(s, seat, text)) is None:
            if not self._worth_a_try():
                raise IllegalMove(WORDS("not_heard", line=line), "")
            s = self._another()
        self.state = s
        self._since.append(line)
        heard = dict.fromkeys(self._viewers, text)
        self.lines.append(Line(seat, text, dict.fromkeys(self._viewers, told), heard, heard))

    def _worth_a_try(self) -> bool:
        """Whether anything more is to be made up: a record that fits nothing must not keep anybody busy."""
        self._work -= 1
        return self._work >= 0

    def _another(self) -> S | None:
        """Another state that fits what was heard so far; None if this try leads to none."""
        s = self._sure.copy()
        if self.game.rules.status(s) == DECISION:
            s = self.game.eyes.state_from(self.game.eyes.view(s, self.viewer), self._rng)
        return s if all(self._told(s, *seat_and_text(line)) is not None for line in self._since) else None

    def _told(self, s: S, seat: Seat | None, text: str) -> str | None:
        """Carry out what was heard, and what is told of it; None, with a state of no use, if it does not fit."""
        words, rules = self.game.words, self.game.rules
        if seat is None:
            if rules.status(s) != CHANCE or not self._draw(s, text):
                return None
            told = words.tell_chance(s, self.viewer)
            rules.reveal(s)
            return told
        if text == DONE:
            return self._finish(s, seat)
        fitting = self._fitting(s, seat, text) if rules.to_act(s) >> seat & 1 else []
        if not fitting:
            return None
        action = fitting[below(self._rng, len(fitting))]
        told = words.tell(s, seat, action, self.viewer) or words.tell(s, seat, action, OPEN)  # told later, once it was shown
        rules.apply(s, seat, action)
        return told

    def _finish(self, s: S, seat: Seat) -> str | None:
        """Make steps in private until somebody has nothing more to decide."""
        while self.game.rules.to_act(s) >> seat & 1:
            if not self._worth_a_try():
                return None
            legal = self.game.legal_actions(s, seat)
            self.game.rules.apply(s, seat, legal[below(self._rng, len(legal))])
        return WORDS("has_answered", seat=seat_mark(seat))

    def _fitting(self, s: S, seat: Seat, text: str) -> list[Action]:
        """The moves that this may have been."""
        game, (heard, _, shown) = self.game, text.partition(SHOWN)
        legal = game.legal_actions(s, seat)
        found = [action for action in legal if game.actions.write(action) == heard]
        found = found or [action for action in legal if game.words.heard(s, seat, action, self.viewer) == heard]
        return [action for action in found if game.shown_by(s, seat, action, self.viewer) == shown]

    def _draw(self, s: S, text: str) -> bool:
        """Put an event that may have been this one into the outcome."""
        if self._read(s, text, text):
            return True
        heard, drawn = text.split(" "), list[list[str]]()
        for _ in range(DRAWS):
            if not self._worth_a_try():
                break
            words = self._drawn_as(s, text)
            if words is not None and (self._begun or self._dealt.isdisjoint({*words} - {*heard})):
                return True
            drawn += [] if words is None else [words]
        if not drawn:
            return False
        # At the start, what others are dealt openly later is left for them.
        spare = iter({word: None for words in drawn for word in words if word not in (*drawn[-1], *self._dealt)})
        filled = [next(spare, word) if word in self._dealt and word not in heard else word for word in drawn[-1]]
        return self._read(s, " ".join(filled), text) or self._read(s, " ".join(drawn[-1]), text)

    def _drawn_as(self, s: S, text: str) -> list[str] | None:
        """The words of an event drawn at random; None if it would be heard otherwise."""
        self.game.rules.draw(s, self._rng)
        return self.game.words.write_chance(s).split(" ") if self.game.words.heard_chance(s, self.viewer) == text else None

    def _read(self, s: S, text: str, heard: str) -> bool:
        """Whether this event is possible now and would be heard so; then it is the outcome."""
        try:
            outcome = self.game.words.read_chance(s, text)
        except (BadNotation, IllegalMove):
            return False
        s.outcome[: len(outcome)] = outcome
        return self.game.words.heard_chance(s, self.viewer) == heard


def as_heard(kifu: Kifu, table: Table[Any, Any]) -> list[HeardTable[Any, Any]]:
    """The table before every line of a record and after the last, for whoever heard it; none if that cannot be made out."""
    who = kifu.header.get(HEARD_BY, "")
    viewers = {"spectator": SPECTATOR} | {str(seat): seat for seat in range(table.players)}
    if who not in viewers or kifu.result is not None:
        return []
    tables = [HeardTable(table.game, table.players, table.options, viewers[who], kifu.lines)]
    try:
        for line in kifu.lines:
            tables.append(tables[-1].copy())
            tables[-1].feed(line)
    except (BadNotation, IllegalMove):
        return []
    return tables
