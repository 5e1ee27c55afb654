"""The contract of a game: everything the rest of Zashiki may ask of it, in one place.

The functions under "rules" are written in the rules language and run in every gear. `s` is the record, `out` a buffer
owned by the caller, `rng` a generator owned by the caller (`core.chance`). The others are ordinary Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from zashiki.core.errors import BadOption
from zashiki.core.schema import Record

CHANCE, DECISION, OVER = 0, 1, 2  # what `status` answers

SPECTATOR = -1  # a viewer without a seat
OPEN = -2  # a viewer of a finished game, from whom nothing is hidden

NULL = "null"  # as the value of an option: as if it were not given
NEVER = -1  # what `read` makes of a move that no position allows

Seat = int
Action = int
Viewer = int  # a seat, SPECTATOR or OPEN

S = TypeVar("S", bound=Record)
V = TypeVar("V")


@dataclass(frozen=True)
class Option:
    """One option of a game: text for people and records, `width` numbers for the rules."""

    name: str
    help: str
    default: str
    width: int
    read: Callable[[str, int], tuple[int, ...]]  # (text, players) -> numbers; ValueError with a sentence
    choices: Callable[[int], tuple[str, ...]]  # what a form may offer; empty: free text


def choice_option(name: str, help: str, values: tuple[str, ...]) -> Option:
    """An option with a few named values, the first being the default; the rules get the index."""

    def read(text: str, players: int) -> tuple[int, ...]:
        if text not in values:
            raise ValueError(f"{name} must be one of {', '.join(values)}, not '{text}'")
        return (values.index(text),)

    return Option(name, help, values[0], 1, read, lambda players: values)


def seat_option(name: str, help: str) -> Option:
    """An option that is a seat, or `random` (the default, -1 for the rules)."""

    def choices(players: int) -> tuple[str, ...]:
        return ("random", *(str(seat) for seat in range(players)))

    def read(text: str, players: int) -> tuple[int, ...]:
        if text not in choices(players):
            raise ValueError(f"{name} must be random or a seat from 0 to {players - 1}, not '{text}'")
        return (-1 if text == "random" else int(text),)

    return Option(name, help, "random", 1, read, choices)


@dataclass(frozen=True)
class Block:
    """A run of neighbouring action numbers with one meaning."""

    name: str
    size: int
    words: str


@dataclass(frozen=True)
class Observed:
    """A run of neighbouring numbers in the observation; `high` scales them to at most 1."""

    name: str
    size: int
    high: int
    words: str


@dataclass(frozen=True)
class Refusal:
    """Why a move is not legal: a sentence and the clause it follows from."""

    sentence: str
    clause: str


@dataclass(frozen=True)
class TallyRow:
    """One line of the final count: a cell for each seat, in the order the rules compute them."""

    words: str
    cells: tuple[str | int, ...]
    clause: str
    note: str = ""  # such as why a tie was broken


@dataclass(frozen=True, eq=False)
class Game(Generic[S, V]):
    """A game, complete. `docs/adding-a-game.md` walks through the fields."""

    # what it is
    id: str
    name: str
    prefix: str
    pitch: str  # one line for the home page
    minutes: str
    seats: tuple[int, ...]
    rules_version: int
    ended_by: Callable[[S], str]  # the clause that ended a finished game, for moves that come too late
    options: tuple[Option, ...]
    check_options: Callable[[int, Mapping[str, str]], None]  # ValueError where two options contradict each other
    variants: tuple[Mapping[str, str], ...]  # sets of options that tests and measurements go through, the default first
    folder: Path

    # sizes
    state: type[S]
    blocks: tuple[Block, ...]
    max_legal: int  # the longest list of legal actions
    observation: tuple[Observed, ...]
    max_events: int  # no record has more lines than this, chance included

    # rules: these run in every gear
    setup: Callable[[S, int, list[int]], None]  # a zeroed record becomes a game before its first event
    status: Callable[[S], int]  # CHANCE, DECISION or OVER
    draw: Callable[[S, list[int]], None]  # sample the next chance event into s.outcome
    reveal: Callable[[S], None]  # carry out the chance event written in s.outcome
    to_act: Callable[[S], int]  # bit mask of the seats to act
    legal: Callable[[S, Seat, list[int]], int]  # write the legal actions in canonical order, return how many
    apply: Callable[[S, Seat, Action], None]  # unchecked
    scores: Callable[[S, list[int]], None]
    winners: Callable[[S], int]  # bit mask, after all tie-breaks; 0 before the end
    resample: Callable[[S, Seat, list[int]], None]  # re-draw what the seat cannot know
    observe: Callable[[S, Seat, list[int]], None]
    worth: Callable[[S, Seat], int]  # heuristic value, larger is better

    # eyes and words
    view: Callable[[S, Viewer], V]
    state_from: Callable[[V, list[int]], S]
    write: Callable[[S, Seat, Action], str]
    read: Callable[[S, Seat, str], Action]  # NEVER, or BadNotation where the text is no move of the game
    write_chance: Callable[[S], str]  # the event in s.outcome
    read_chance: Callable[[S, str], list[int]]  # numbers for s.outcome; BadNotation, or IllegalMove where impossible
    heard: Callable[[S, Seat, Action, Viewer], str]  # the notation as that viewer may see it
    heard_chance: Callable[[S, Viewer], str]
    tell: Callable[[S, Seat, Action, Viewer], str]  # the move in words as that viewer hears it
    tell_chance: Callable[[S, Viewer], str]
    label: Callable[[S, Seat, Action], str]  # what a button for this option says
    ask: Callable[[S, Viewer], str]  # one sentence: what this viewer is asked to do, or waits for
    explain: Callable[[S, Seat, str], Refusal]  # why a move that can be read is not legal now
    reveals: Callable[[S, Seat, Action], bool]  # whether the move shows some other seat something hidden
    summary: Callable[[S], dict[str, object]]  # the canonical summary of the specification
    draw_text: Callable[[V], str]  # the table in text, with rich markup
    headline: Callable[[V], str]  # where the game stands: "Trick 4 of 10 · Chips"
    board: Callable[[V], dict[str, object]]  # what board.html draws beside the view itself: places, words, shapes
    tally: Callable[[V], tuple[TallyRow, ...]]  # the count at the end, step by step

    @cached_property
    def action_count(self) -> int:
        """The action space is 0 .. action_count - 1."""
        return sum(block.size for block in self.blocks)

    @cached_property
    def observation_size(self) -> int:
        return sum(part.size for part in self.observation)

    @property
    def max_seats(self) -> int:
        return max(self.seats)

    def encode_options(self, players: int, given: Mapping[str, str]) -> list[int]:
        """The numbers `setup` takes; BadOption where the seat count or an option will not do."""
        if players not in self.seats:
            raise BadOption(f"{self.name} is for {', '.join(map(str, self.seats))} players, not {players}.")
        unknown = set(given) - {option.name for option in self.options}
        if unknown:
            known = ", ".join(option.name for option in self.options) or "none"
            raise BadOption(f"{self.name} has no option '{min(unknown)}'; its options are: {known}.")
        numbers: list[int] = []
        chosen = self.chosen_options(given)
        try:
            for option in self.options:
                numbers += option.read(chosen.get(option.name, option.default), players)
            self.check_options(players, chosen)
        except ValueError as error:
            raise BadOption(f"{self.name}: {error}.") from None
        return numbers

    def chosen_options(self, given: Mapping[str, str]) -> dict[str, str]:
        """The options that are not left at their defaults, as text; `null` leaves one there."""
        usual = {option.name: (option.default, NULL) for option in self.options}
        chosen = {name: str(given[name]) for name in usual if name in given}
        return {name: text for name, text in chosen.items() if text not in usual[name]}

    def new(self, players: int, given: Mapping[str, str] | None = None) -> S:
        """A fresh state before its first event."""
        s = self.state()
        self.setup(s, players, self.encode_options(players, given or {}))
        return s

    def acting(self, s: S) -> list[Seat]:
        """The seats to act, ascending."""
        return seats_in(self.to_act(s))

    def legal_actions(self, s: S, seat: Seat) -> list[Action]:
        """The legal actions of a seat in canonical order; empty when it is not to act."""
        if self.status(s) != DECISION or not self.to_act(s) >> seat & 1:
            return []
        out = [0] * self.max_legal
        return out[: self.legal(s, seat, out)]

    def final_scores(self, s: S) -> list[int]:
        """The scores of all seats as they stand."""
        out = [0] * self.max_seats
        self.scores(s, out)
        return out[: s.players]  # type: ignore[attr-defined]  # every state declares `players`


AnyGame = Game[Any, Any]  # where code does not depend on which game it serves


def seats_in(mask: int) -> list[Seat]:
    """The seats of a bit mask, ascending."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def no_conflicts(players: int, given: Mapping[str, str]) -> None:
    """For games whose options cannot contradict each other."""
