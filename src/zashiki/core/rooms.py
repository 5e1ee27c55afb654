"""The rooms of a game: what each module of its folder gives to the rest of Zashiki.

A room is a module, or any object, with the functions of one of the protocols below. `mypy --strict` holds the modules of a game
against them, and `check_room` does so when the game is loaded. In the rooms marked "rules language" every function is a `rule`
and runs in every gear: `s` is the record, `out` a buffer and `rng` a generator (`core.chance`), both owned by the caller.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Generic, Protocol, TypeVar

from zashiki.core.actions import Action
from zashiki.core.errors import BadGame
from zashiki.core.lessons import Lesson
from zashiki.core.pieces import Code, Component, Edition, Piece, Size
from zashiki.core.rule import is_rule, rule
from zashiki.core.schema import Record

Seat = int
Viewer = int  # a seat, SPECTATOR or OPEN

S = TypeVar("S", bound=Record)
V = TypeVar("V")
S_contra = TypeVar("S_contra", bound=Record, contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)
S_co = TypeVar("S_co", bound=Record, covariant=True)

REQUIRED = ("rules", "scoring", "eyes", "words", "screen", "worth")
OPTIONAL = ("sheets", "gallery", "lessons", "primer", "measures")
EXTRAS = {  # protocols of functions that a room may have or not
    "rules": ("Sources", "Kinds"),
    "scoring": ("SoFar",),
    "screen": ("Scenes",),
    "words": ("Forced", "Aims", "Named"),
    "sheets": ("Boards",),
}
RULES = (
    "setup", "status", "draw", "reveal", "to_act", "legal", "apply",
    "scores", "winners", "resample", "observe", "worth", "plausible", "source", "kind", "round_of",
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


class Sources(Protocol[S_contra]):
    """What `rules` may have besides: where its chance comes from, so that each source can have a stream of its own."""

    @property
    def SOURCES(self) -> tuple[str, ...]:
        """The names of the sources: deal, dice, …"""

    def source(self, s: S_contra, /) -> int:
        """Which of them the next event, a chance event, belongs to."""


class Kinds(Protocol[S_contra]):
    """What `rules` may have besides: which games do much the same next. A GPU plays those together, or else those of a phase."""

    @property
    def KINDS(self) -> int:
        """How many kinds there are."""

    def kind(self, s: S_contra, /) -> int:
        """The kind of what comes next, from 0 on."""


class Scoring(Protocol[S_contra]):
    """`scoring.py`: points and winners; `scores` and `winners` in the rules language."""

    def scores(self, s: S_contra, out: list[int], /) -> None:
        """Write the scores as they stand."""

    def winners(self, s: S_contra, /) -> int:
        """The winners as a bit mask, after all tie-breaks; 0 before the end."""

    def ended_by(self, s: S_contra, /) -> str:
        """The clause that ended a finished game, for moves that come too late."""


class SoFar(Protocol[S_contra]):
    """What `scoring` may have besides, in a game that counts nothing before its end."""

    def so_far(self, s: S_contra, /) -> Sequence[int]:
        """The points of all seats if everything were counted as it lies, for looking back at a game that has ended."""


class Known(Protocol[S_co, V_contra]):
    """What `eyes` may have besides, in a game whose greedy choices depend on nothing that others hide."""

    def known_state(self, v: V_contra, /) -> S_co:
        """What the view shows, as a state in which nothing hidden has happened; the viewer's options are the same."""


class Beside(Protocol[S_contra, V]):
    """What `eyes` may have besides, where most of a view is the same for everybody."""

    def view_beside(self, s: S_contra, viewer: Viewer, public: V, /) -> V:
        """The same as `view`, built up from what a spectator sees of the same position."""


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


class Shows(Protocol[S_contra]):
    """What `words` may have besides: what moves show that their notation does not say. A record of a game that goes on has it, so
    that whoever heard it can look back."""

    def opens_answers(self, s: S_contra, seat: Seat, action: Action, /) -> bool:
        """Whether with this answer all sealed ones to the same question lie open, whole, for everybody."""

    def shown_by(self, s: S_contra, seat: Seat, action: Action, viewer: Viewer, /) -> str:
        """What a move shows this viewer of something that lay hidden, in notation; "" if nothing."""


class Aims(Protocol[S_contra]):
    """What `words` may have besides: what a move is good for, told to whoever asks the house for advice."""

    def aim(self, s: S_contra, seat: Seat, action: Action, /) -> str:
        """One sentence: what this legal move of the seat would bring. `s` is a state that the seat's view could come from, so the
        sentence may say only what follows from what the seat knows; "" where there is nothing to say."""


class Named(Protocol):
    """What `words` may have besides: the facts of the game in other languages; `Game` has the keys."""

    def named(self, key: str, english: str, /) -> str:
        """What the reader's language calls it; the English where the catalogue has nothing."""


class Worth(Protocol[S_contra]):
    """`worth.py`: what bots go by (rules language)."""

    @property
    def WORLDS(self) -> int:
        """How many imagined worlds a greedy choice adds up: 1 where no choice depends on what others hide."""

    def worth(self, s: S_contra, seat: Seat, /) -> int:
        """The heuristic value of the position for a seat; larger is better."""

    def plausible(self, s: S_contra, seat: Seat, /) -> int:
        """How likely the seat's opponents' behaviour makes this world, beside others it cannot rule out; ALIKE: no opinion."""


class Sheets(Protocol):
    """`sheets.py` or `sheets/`: the game on paper (`core.pieces`); optional. Its words stand in `words/print.toml`."""

    @property
    def CARD(self) -> Size:
        """The size that suits the cards of the game."""

    @property
    def ACCENT(self) -> str:
        """The colour of the game, as #rrggbb."""

    @property
    def MOTIF(self) -> str:
        """The id of the shape that stands for the game on its box."""

    def pitch(self) -> str:
        """One line for the box, in the reader's language."""

    def components(self, edition: Edition, /) -> tuple[Component, ...]:
        """The component list of the rules for these players and options, in its order; every number from the game's data."""

    def pieces(self, edition: Edition, /) -> tuple[Piece, ...]:
        """Everything that is the same in every game with these players and options: components, and turn aids beside them."""

    def shapes(self, edition: Edition, /) -> str:
        """The `<symbol>`s and `<pattern>`s that faces refer to; every id begins with the game's prefix, as in "rol-star"."""


class Boards(Protocol[V_contra]):
    """What `sheets` may have besides: pages that chance draws anew for every game, and what its score pad counts."""

    def pad(self, edition: Edition, /) -> tuple[str, ...]:
        """The rows of the score pad in the reader's language; without it, they are those of the final tally."""

    def boards(self, edition: Edition, v: V_contra, lines: Sequence[str], codes: Sequence[Code], /) -> tuple[Piece, ...]:
        """The pages of a game that has just been set up: `v` is what a spectator sees, `lines` are the chance events as a
        spectator hears them, and `codes` are the QR codes that open it."""


class Gallery(Protocol):
    """`gallery.py`: all that is printed for the game, to be read at a table and beside the rules; optional.

    `screen/face.html` draws the face of one thing; `screen/shapes.html`, where there is one, what several faces refer to.
    """

    def things(self) -> tuple[Group, ...]:
        """Everything printed, in the reader's language."""


class Lessons(Protocol):
    """`lessons/`: a guided first game (`core.lessons`), to be played in browser and terminal; optional."""

    def lesson(self) -> Lesson:
        """The guided first game."""


class Primer(Protocol[S_contra]):
    """`primer/`: the game shown and practised; optional. Pictures, examples, words and exercises are data beside it
    (`zashiki.primer`); the room itself has the numbers that say which answer to an exercise is best.
    """

    def measure(self, goal: str, before: S_contra, after: S_contra, seat: Seat, /) -> int:
        """How well the seat has done by that goal, once its exercise is settled; larger is better."""

    def settled(self, goal: str, before: S_contra, after: S_contra, seat: Seat, /) -> bool:
        """Whether the goal can be measured now; otherwise play goes on, the seat at its best and the others at their worst."""


@dataclass(frozen=True)
class Measure(Generic[S]):
    """Something the lab counts in finished games of one game: `count` gives a sum and what it is to be divided by."""

    key: str
    name: str
    meaning: str
    count: Callable[[S], tuple[float, float]]
    unit: str = ""  # "share": a proportion


class Measures(Protocol[S]):
    """`measures.py`: what the lab asks of this game; optional."""

    def round_of(self, s: S, /) -> int:
        """The round being played, from 1; 0 before the first (rules language)."""

    def measures(self) -> tuple[Measure[S], ...]:
        """What this game counts beside the metrics of all games, in the reader's language."""


@rule
def no_round(s: Record) -> int:
    """For games that do not say which round it is."""
    return 0


@rule
def phase_of(s: Record) -> int:
    """The kind of what comes next, for games that say no more about it."""
    return s.phase


def check_room(game: str, name: str, room: object) -> None:
    """BadGame, naming what is wrong, where a room lacks a member, a function takes other arguments or a rule is not marked."""
    where = f"{game}: its room `{name}` ({getattr(room, '__name__', type(room).__name__)})"
    required = vars(globals()[name.capitalize()])
    extras = {member: asked for extra in EXTRAS.get(name, ()) for member, asked in vars(globals()[extra]).items()}
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
