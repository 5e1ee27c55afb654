"""The only checked way into a game: people, bots, files and servers all play through a Table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, Protocol

from zashiki.core.actions import Action
from zashiki.core.chance import Seeded
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import CHANCE, OPEN, OVER, SPECTATOR, Game, seats_in
from zashiki.core.rooms import S, Seat, V, Viewer
from zashiki.core.words import CORE as WORDS
from zashiki.core.words import seat_mark

Telling = Callable[[Viewer], str]


class Chance(Protocol):
    """Where the chance of a table comes from."""

    def generator(self, event: int, /) -> list[int]:
        """The generator to draw this chance event from; they are counted from 0."""
        ...


_WHO = re.compile(r"\*|0|[1-9][0-9]?")  # chance, or a seat
SHOWN = " = "  # in a record as somebody heard it, before what a move showed
DONE = "hidden"  # there, instead of a move: somebody has made the last of several that nobody else has heard yet


@dataclass(frozen=True, slots=True)
class Line:
    """One event of a game: in notation, and as every viewer hears it."""

    seat: Seat | None  # None: chance
    text: str
    told: Mapping[Viewer, str]  # in words
    heard: Mapping[Viewer, str]  # in notation, with hidden parts masked; empty: hidden from this viewer for now
    recorded: Mapping[Viewer, str]  # the same in a record, with what the move showed; an answer whole once all lie open

    def __str__(self) -> str:
        return f"{'*' if self.seat is None else self.seat}: {self.text}"


def seat_and_text(line: str) -> tuple[Seat | None, str]:
    """Who decided a line of a record, None for chance, and the rest of it."""
    who, colon, text = line.partition(": ")
    if not colon or not _WHO.fullmatch(who):
        raise BadNotation(WORDS("not_a_line", line=line))
    return (None if who == "*" else int(who)), text


@dataclass
class _Step(Generic[S]):
    """A decision that can still be undone: the state before it and the number of its line."""

    before: S
    number: int
    seat: Seat
    acting: int  # the seats that were to act


class Table(Generic[S, V]):
    """A game being played: checked moves, chance from a source of its own, numbered lines, undo."""

    def __init__(
        self,
        game: Game[S, V],
        players: int,
        options: Mapping[str, str] | None = None,
        seed: int | None = None,
        chance: Chance | None = None,
    ) -> None:
        """Without a source of chance or a seed for one, the table draws no chance events; they come in through `feed`."""
        given = dict(options or {})
        self.game = game
        self.players = players
        self.state: S = game.new(players, given)
        self.options = game.chosen_options(given)
        self.lines: list[Line] = []
        self.chance = chance if seed is None else Seeded(seed, len(game.sources))
        self._steps: list[_Step[S]] = []
        self._viewers = (*range(players), SPECTATOR, OPEN)
        self.advance()

    @property
    def status(self) -> int:
        return self.game.rules.status(self.state)

    @property
    def over(self) -> bool:
        return self.status == OVER

    @property
    def to_act(self) -> list[Seat]:
        """The seats to act, in ascending order."""
        return self.game.acting(self.state)

    def legal(self, seat: Seat) -> list[str]:
        """The options of a seat in notation, in canonical order."""
        return [self.game.actions.write(action) for action in self.game.legal_actions(self.state, seat)]

    def view(self, viewer: Viewer, public: V | None = None) -> V:
        """What that viewer sees now; `public` is what a spectator sees, if that is known."""
        return self.game.eyes.view(self.state, viewer) if public is None else self.game.view_beside(self.state, viewer, public)

    def scores(self) -> list[int]:
        return self.game.final_scores(self.state)

    def winners(self) -> list[Seat]:
        return seats_in(self.game.scoring.winners(self.state))

    @property
    def record(self) -> str:
        """The record of the game as it stands, as text."""
        from zashiki.core.record import kifu_of  # records are replayed at tables

        return kifu_of(self).write()

    def heard_by(self, viewer: Viewer) -> list[tuple[int, Line]]:
        """The lines this viewer has heard, with their numbers; hidden ones join them once everybody has been shown."""
        return [(number, line) for number, line in enumerate(self.lines) if line.heard[viewer]]

    def play(self, seat: Seat, move: str | Action) -> None:
        """Make a move and draw the chance that follows. BadNotation or IllegalMove leaves everything unchanged."""
        self._decide(seat, move)
        self.advance()

    def feed(self, line: str) -> None:
        """Play one line of a record, which may be a chance event; draws nothing."""
        seat, text = seat_and_text(line)
        if seat is None:
            self._happen(text)
        else:
            self._decide(seat, text)

    @property
    def chance_events(self) -> int:
        """How many chance events there have been; none of them can be taken back."""
        return sum(line.seat is None for line in self.lines)

    def advance(self) -> None:
        """Draw chance events until a seat must decide; does nothing at a table without a source of chance."""
        while self.chance is not None and self.status == CHANCE:
            self.game.rules.draw(self.state, self.chance.generator(self.chance_events))
            self._reveal()

    def copy(self) -> Table[S, V]:
        """An independent table at the same point, without a source of chance."""
        new: Table[S, V] = Table.__new__(Table)
        new.game, new.players, new.options = self.game, self.players, self.options
        new.state, new.lines, new._steps = self.state.copy(), self.lines[:], self._steps[:]
        new.chance, new._viewers = None, self._viewers
        return new

    def can_undo(self, seat: Seat) -> bool:
        """Whether this seat's last decision can still be undone; reveals nothing about what others do in private."""
        index = self._undo_index(seat)
        return index is not None and not self._others_plan(seat, self._steps[index].acting)

    def _others_plan(self, seat: Seat, acting: int) -> bool:
        """Whether a seat that was not to act then is now taking steps that this one does not hear about."""
        game, s = self.game, self.state
        others = [other for other in self.to_act if not acting >> other & 1]
        return any(not game.words.heard(s, other, action, seat) for other in others for action in game.legal_actions(s, other))

    def undo(self, seat: Seat | None = None) -> Line:
        """Undo the last decision (of a seat). Answers that others have given to the same question stay."""
        if seat is None and self._steps:
            seat = self._steps[-1].seat
        index = None if seat is None else self._undo_index(seat)
        if index is None:
            raise IllegalMove(WORDS("nothing_to_take_back"), "")
        step, later = self._steps[index], self._steps[index + 1 :]
        kept = [self.lines[other.number] for other in later]
        taken = self.lines[step.number]
        self.state = step.before.copy()
        del self._steps[index:], self.lines[step.number :]
        for line in kept:
            self.feed(str(line))
        return taken

    def _undo_index(self, seat: Seat) -> int | None:
        """The step to undo: the seat's last one, if all later ones answer the same simultaneous question."""
        for index in range(len(self._steps) - 1, -1, -1):
            step = self._steps[index]
            if step.seat == seat:
                beside = all(step.acting >> later.seat & 1 for later in self._steps[index + 1 :])
                return index if beside else None
        return None

    def _decide(self, seat: Seat, move: str | Action) -> None:
        action = self._checked(seat, move)
        game, s, before = self.game, self.state, self.state.copy()
        tell, hear = partial(game.words.tell, s, seat, action), partial(game.words.heard, s, seat, action)
        if game.opens_answers(s, seat, action):
            self._open_answers(seat)
        self._note(seat, game.actions.write(action), tell, hear, partial(game.shown_by, s, seat, action))
        if game.eyes.reveals(before, seat, action):
            self._steps.clear()
            self._release()
        else:
            self._steps.append(_Step(before, len(self.lines) - 1, seat, game.rules.to_act(before)))
        game.rules.apply(s, seat, action)
        if not game.rules.to_act(s) >> seat & 1:
            self._note_done()

    def _open_answers(self, seat: Seat) -> None:
        """Write out the answers to the question that this seat is the last to answer: now they lie open."""
        for step in self._steps:
            line = self.lines[step.number]
            if step.acting >> seat & 1 and any(text != line.text for text in line.heard.values()):
                whole = {
                    viewer: text.replace(line.heard[viewer], line.text, 1) if line.heard[viewer] else text
                    for viewer, text in line.recorded.items()
                }
                self.lines[step.number] = replace(line, recorded=whole)

    def _note_done(self) -> None:
        """Whoever has not heard the last line may know that nobody has more to decide behind it."""
        line = self.lines[-1]
        if not all(line.heard.values()):
            self.lines[-1] = replace(line, recorded={viewer: text or DONE for viewer, text in line.recorded.items()})

    def _release(self) -> None:
        """Tell everybody the lines that were hidden from some (an empty text), now that their effect is shown."""
        for k, line in enumerate(self.lines):
            if not all(line.heard.values()):
                told = {viewer: text or line.told[OPEN] for viewer, text in line.told.items()}
                heard = {viewer: text or line.heard[OPEN] for viewer, text in line.heard.items()}
                recorded = {viewer: text if line.heard[viewer] else heard[viewer] for viewer, text in line.recorded.items()}
                self.lines[k] = replace(line, told=told, heard=heard, recorded=recorded)

    def _checked(self, seat: Seat, move: str | Action) -> Action:
        """The action if it is legal; otherwise IllegalMove with a clause."""
        s = self.state
        if not 0 <= seat < self.players:
            raise IllegalMove(WORDS("no_seat", seat=seat, last=self.players - 1), "")
        if isinstance(move, str):
            action, text = self.game.actions.read(move), move
        elif 0 <= move < self.game.action_count:
            action, text = move, self.game.actions.write(move)
        else:
            raise IllegalMove(WORDS("no_action", action=move, last=self.game.action_count - 1), "")
        if action in self.game.legal_actions(s, seat):
            return action
        if self.over:
            raise IllegalMove(WORDS("is_over", move=text), self.game.scoring.ended_by(s))
        if self.status == CHANCE:
            raise IllegalMove(WORDS("chance_first", seat=seat_mark(seat), move=text), "")
        refusal = self.game.words.explain(s, seat, text)
        raise IllegalMove(refusal.sentence, refusal.clause)

    def _happen(self, text: str) -> None:
        s = self.state
        if self.status != CHANCE:
            raise IllegalMove(WORDS("no_chance_due", event=text), "")
        outcome = self.game.words.read_chance(s, text)
        s.outcome[: len(outcome)] = outcome
        self._reveal()

    def _reveal(self) -> None:
        """Carry out the chance event in `s.outcome`."""
        game, s = self.game, self.state
        self._note(None, game.words.write_chance(s), partial(game.words.tell_chance, s), partial(game.words.heard_chance, s))
        self._steps.clear()
        game.rules.reveal(s)

    def _note(self, seat: Seat | None, text: str, tell: Telling, hear: Telling, show: Telling | None = None) -> None:
        told, heard = {viewer: tell(viewer) for viewer in self._viewers}, {viewer: hear(viewer) for viewer in self._viewers}
        shown = {} if show is None else {viewer: what for viewer in self._viewers if heard[viewer] and (what := show(viewer))}
        recorded = {viewer: f"{heard[viewer]}{SHOWN}{what}" for viewer, what in shown.items()}
        self.lines.append(Line(seat, text, told, heard, heard | recorded if shown else heard))
