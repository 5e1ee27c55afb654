"""The rooms of a game: what each module of its folder gives to the rest of Zashiki.

A room is a module, or any object, with the functions of one of the protocols below. `mypy --strict` holds the modules of a game
against them, and `check_room` does so when the game is loaded. In the rooms marked "rules language" every function is a `rule`
and runs in every gear: `s` is the record, `out` a buffer and `rng` a generator (`core.chance`), both owned by the caller.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Protocol, TypeVar

from zashiki.core.actions import Action
from zashiki.core.errors import BadGame
from zashiki.core.rule import is_rule
from zashiki.core.schema import Record

Seat = int
Viewer = int  # a seat, SPECTATOR or OPEN

S = TypeVar("S", bound=Record)
V = TypeVar("V")
S_contra = TypeVar("S_contra", bound=Record, contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)

REQUIRED, OPTIONAL = ("rules", "scoring", "eyes", "words", "screen", "worth"), ("sheets", "gallery")
EXTRAS = {"screen": "Scenes", "words": "Forced"}  # protocols of functions that a room may have or not
RULES = (
    "setup", "status", "draw", "reveal", "to_act", "legal", "apply",
    "scores", "winners", "resample", "observe", "worth", "plausible",
)  # fmt: skip
ALIKE = 0  # what `plausible` answers where no world is likelier than another


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


@dataclass(frozen=True)
class Thing:
    """Something printed, such as a card, a tile or a sign: what anybody may read about it, at no table in particular."""

    key: str  # what a board writes in `data-about`; once in a game
    title: str
    text: str  # all it says and does, in sentences; an empty line begins a new paragraph
    clause: str
    shown: Mapping[str, object]  # what `face.html` draws


@dataclass(frozen=True)
class Group:
    """Things of a kind, in the order of the rules."""

    title: str
    things: tuple[Thing, ...]
    note: str = ""
    signs: bool = False  # whether they are signs that stand on other things: the legend beside the rules lists these


class Heard(Protocol):
    """One event as a viewer has heard it."""

    @property
    def number(self) -> int:
        """Its place among the events this viewer has heard, from 1."""

    @property
    def seat(self) -> Seat | None:
        """Who acted; None: chance."""

    @property
    def told(self) -> str:
        """In words, with names."""

    @property
    def heard(self) -> str:
        """In notation, hidden parts masked."""


@dataclass(frozen=True)
class Step:
    """One picture of a scene: a macro of the game's `scenes.html`, and what it is given."""

    macro: str
    given: Mapping[str, object]


@dataclass(frozen=True)
class Scene:
    """Something that is turned over or counted before everybody: a title, and steps of which the last shows the outcome."""

    number: int  # of the event, as this viewer counts, that opened it
    title: str
    steps: tuple[Step, ...]


class Rules(Protocol[S_contra]):
    """`rules/`: how the game is played (rules language)."""

    def setup(self, s: S_contra, players: int, options: list[int], /) -> None:
        """Turn a zeroed record into a game before its first event."""

    def status(self, s: S_contra, /) -> int:
        """What comes next: CHANCE, DECISION or OVER."""

    def draw(self, s: S_contra, rng: list[int], /) -> None:
        """Sample the next chance event into `s.outcome`."""

    def reveal(self, s: S_contra, /) -> None:
        """Carry out the chance event in `s.outcome`."""

    def to_act(self, s: S_contra, /) -> int:
        """The seats to act, as a bit mask."""

    def legal(self, s: S_contra, seat: Seat, out: list[int], /) -> int:
        """Write the legal actions in canonical order; how many there are."""

    def apply(self, s: S_contra, seat: Seat, action: Action, /) -> None:
        """Carry out a legal action, unchecked."""


class Scoring(Protocol[S_contra]):
    """`scoring.py`: points and winners; `scores` and `winners` in the rules language."""

    def scores(self, s: S_contra, out: list[int], /) -> None:
        """Write the scores as they stand."""

    def winners(self, s: S_contra, /) -> int:
        """The winners as a bit mask, after all tie-breaks; 0 before the end."""

    def ended_by(self, s: S_contra, /) -> str:
        """The clause that ended a finished game, for moves that come too late."""


class Eyes(Protocol[S, V]):
    """`eyes/`: who sees what; `resample` and `observe` in the rules language."""

    @property
    def OBSERVATION(self) -> tuple[Observed, ...]:
        """What the numbers of `observe` mean."""

    def view(self, s: S, viewer: Viewer, /) -> V:
        """What that viewer sees, built up field by field."""

    def state_from(self, v: V, rng: list[int], /) -> S:
        """A full state this view could come from; what the viewer cannot know is drawn."""

    def summary(self, s: S, /) -> dict[str, object]:
        """The canonical summary of the specification."""

    def reveals(self, s: S, seat: Seat, action: Action, /) -> bool:
        """Whether the move shows another seat something hidden, so that it cannot be taken back."""

    def resample(self, s: S, seat: Seat, rng: list[int], /) -> None:
        """Draw what the seat cannot know anew, uniformly from everything it cannot rule out."""

    def observe(self, s: S, seat: Seat, out: list[int], /) -> None:
        """Write what the seat knows as numbers."""


class Words(Protocol[S_contra]):
    """`words/`: notation, telling and refusals."""

    def write_chance(self, s: S_contra, /) -> str:
        """The chance event in `s.outcome`, in notation."""

    def read_chance(self, s: S_contra, text: str, /) -> list[int]:
        """The numbers for `s.outcome`; BadNotation, or IllegalMove where the event is impossible now."""

    def heard(self, s: S_contra, seat: Seat, action: Action, viewer: Viewer, /) -> str:
        """The notation as that viewer may see it; empty: held back for now."""

    def heard_chance(self, s: S_contra, viewer: Viewer, /) -> str:
        """The chance event in notation as that viewer may see it."""

    def tell(self, s: S_contra, seat: Seat, action: Action, viewer: Viewer, /) -> str:
        """The move in words as that viewer hears it."""

    def tell_chance(self, s: S_contra, viewer: Viewer, /) -> str:
        """The chance event in words as that viewer hears it."""

    def label(self, s: S_contra, seat: Seat, action: Action, /) -> str:
        """What a button for this option says."""

    def ask(self, s: S_contra, viewer: Viewer, /) -> str:
        """One sentence: what this viewer is asked to do, or waits for."""

    def explain(self, s: S_contra, seat: Seat, text: str, /) -> Refusal:
        """Why a move that can be read is not legal now."""


class Screen(Protocol[V_contra]):
    """`screen/`: the table drawn from a view, for browsers and terminals."""

    def headline(self, v: V_contra, /) -> str:
        """Where the game stands: "Trick 4 of 10 · Chips". What comes before the first dot names the turn, for looking back."""

    def board(self, v: V_contra, /) -> dict[str, object]:
        """What board.html draws beside the view itself: places, words, shapes."""

    def tally(self, v: V_contra, /) -> tuple[TallyRow, ...]:
        """The count at the end, step by step."""

    def draw_text(self, v: V_contra, /) -> str:
        """The table in text, with rich markup."""


class Scenes(Protocol[V_contra]):
    """What a `screen` may have besides: moments that are held for whoever looks."""

    def scenes(self, lines: Sequence[Heard], v: V_contra, /) -> Sequence[Scene]:
        """What was opened in the newest events of this viewer, oldest first; `v` is what the viewer sees now."""


class Forced(Protocol[V_contra]):
    """What `words` may have besides: answers that need not be asked for."""

    def open_forced(self, v: V_contra, /) -> bool:
        """Whether the whole table can see that the viewer has only one answer, so that giving it at once tells nothing."""


class Worth(Protocol[S_contra]):
    """`worth.py`: what bots go by (rules language)."""

    @property
    def WORLDS(self) -> int:
        """How many imagined worlds a greedy choice adds up: 1 where no choice depends on what others hide."""

    def worth(self, s: S_contra, seat: Seat, /) -> int:
        """The heuristic value of the position for a seat; larger is better."""

    def plausible(self, s: S_contra, seat: Seat, /) -> int:
        """How likely the seat's opponents' behaviour makes this world, beside others it cannot rule out; ALIKE: no opinion."""


class Sheets(Protocol[V_contra]):
    """`sheets.py`: the game on paper; optional."""

    def draw_sheets(
        self, v: V_contra, lines: Sequence[str], paper: tuple[float, float], qr: tuple[str, int], /
    ) -> list[tuple[str, str]]:
        """The pages of a game that has just been set up, as names and SVG: `v` is what a spectator sees, `lines` are the chance
        events so far, `paper` is width and height in millimetres, `qr` is a path of unit squares and its side."""


class Gallery(Protocol):
    """`gallery.py`: all that is printed for the game, to be read at a table and beside the rules; optional.

    `screen/face.html` draws the face of one thing; `screen/shapes.html`, where there is one, what several faces refer to.
    """

    def things(self) -> tuple[Group, ...]:
        """Everything printed, in the reader's language."""


def check_room(game: str, name: str, room: object) -> None:
    """BadGame, naming what is wrong, where a room lacks a member, a function takes other arguments or a rule is not marked."""
    where = f"{game}: its room `{name}` ({getattr(room, '__name__', type(room).__name__)})"
    required = vars(globals()[name.capitalize()])
    extras = vars(globals()[EXTRAS[name]]) if name in EXTRAS else {}
    for member, asked in (required | extras).items():
        if member.startswith("_") or not isinstance(asked, property | FunctionType):
            continue
        found: Any = getattr(room, member, None)
        if found is None and member in extras:
            continue
        if found is None:
            raise BadGame(f"{where} has no `{member}`.")
        if isinstance(asked, FunctionType):
            wanted = list(inspect.signature(asked).parameters)[1:]
            try:
                inspect.signature(found).bind(*wanted)
            except (TypeError, ValueError):
                raise BadGame(f"{where} must have a function `{member}({', '.join(wanted)})`.") from None
        if member in RULES and not is_rule(found):
            raise BadGame(f"{where} has a function `{member}` that is not marked with @rule.")
