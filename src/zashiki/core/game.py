"""A game, complete: facts about it, its state and actions, and its rooms (`core.rooms`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic

from zashiki.core import rooms
from zashiki.core.actions import Action, Actions
from zashiki.core.errors import BadGame, BadOption
from zashiki.core.options import NULL, Option, no_conflicts
from zashiki.core.pieces import Code, Edition, Piece
from zashiki.core.rooms import S, Seat, V, Viewer
from zashiki.core.words import CORE as WORDS
from zashiki.core.words import LANGUAGE, listed

CHANCE, DECISION, OVER = 0, 1, 2  # what `status` answers

SPECTATOR = -1  # a viewer without a seat
OPEN = -2  # a viewer of a finished game, from whom nothing is hidden

REQUIRED_FIELDS = ("players", "phase", "outcome")


@dataclass(frozen=True, kw_only=True)
class About:
    """The facts about a game."""

    id: str
    name: str
    prefix: str  # of its clauses
    pitch: str  # one line for the home page
    minutes: str
    seats: tuple[int, ...]
    rules_version: int
    max_legal: int  # the longest list of legal actions
    max_events: int  # no record has more lines than this, chance included
    teams: int = 0  # so many teams, to which the seats belong in turn; 0: everybody plays alone
    options: tuple[Option, ...] = ()
    check_options: Callable[[int, Mapping[str, str]], None] = no_conflicts  # ValueError where two options contradict each other
    first_game: Mapping[str, str] = field(default_factory=dict)  # options for whoever has not played it, where the rules have any
    variants: tuple[Mapping[str, str], ...] = ({},)  # sets of options that tests and measurements go through, the default first


@dataclass(frozen=True, eq=False)
class Game(Generic[S, V]):
    """A game. `docs/adding-a-game.md` walks through its rooms."""

    about: About
    state: type[S]
    actions: Actions
    rules: rooms.Rules[S]
    scoring: rooms.Scoring[S]
    eyes: rooms.Eyes[S, V]
    words: rooms.Words[S]
    screen: rooms.Screen[V]
    worth: rooms.Worth[S]
    sheets: rooms.Sheets | None = None
    gallery: rooms.Gallery | None = None
    lessons: rooms.Lessons | None = None
    primer: rooms.Primer[S] | None = None
    measures: rooms.Measures[S] | None = None
    turned: Mapping[str, int] = field(default_factory=dict)  # dials that are not at the printed number (`core.dials`)
    sources: tuple[str, ...] = ()  # of chance, where each has a stream of its own (`core.streams`)

    def __post_init__(self) -> None:
        missing = [field for field in REQUIRED_FIELDS if field not in self.state.fields]
        if missing:
            raise BadGame(f"{self.name}: its state declares no field `{missing[0]}`.")
        for room in (*rooms.REQUIRED, *rooms.OPTIONAL):
            if room in rooms.REQUIRED or getattr(self, room) is not None:
                rooms.check_room(self.name, room, getattr(self, room))
        self.actions.title = lambda: self.name

    @property
    def id(self) -> str:
        return self.about.id

    @property
    def name(self) -> str:
        """In the reader's language."""
        return self._named("game_name", self.about.name)

    @property
    def pitch(self) -> str:
        """One line for the home page, in the reader's language."""
        return self._named("game_pitch", self.about.pitch)

    def option_title(self, option: Option) -> str:
        """What a form calls an option, in the reader's language: `first_lead` is First lead."""
        return self._named(f"option_{option.name}", option.name.replace("_", " ").capitalize())

    def option_help(self, option: Option) -> str:
        """What an option is for, in the reader's language."""
        return self._named(f"option_{option.name}_help", option.help)

    def choice_title(self, value: str) -> str:
        """What a form calls a value of an option, in the reader's language."""
        return self._named(f"choice_{value}", value.replace("-", " "))

    def _named(self, key: str, english: str) -> str:
        named: Callable[[str, str], str] | None = getattr(self.words, "named", None)
        return named(key, english) if named else english

    @property
    def full_id(self) -> str:
        """The id with the dials that were turned: `lantern[starting-coins=6]`."""
        return f"{self.id}[{write_dials(self.turned, ',')}]" if self.turned else self.id

    @property
    def seats(self) -> tuple[int, ...]:
        return self.about.seats

    @property
    def max_seats(self) -> int:
        return max(self.about.seats)

    def sides(self, players: int) -> list[tuple[Seat, ...]]:
        """Who wins together: the seats of every team, or each seat alone."""
        count = min(self.about.teams or players, players)
        return [tuple(range(first, players, count)) for first in range(count)]

    @cached_property
    def folder(self) -> Path:
        """Where the files of the game are."""
        return Path(str(sys.modules[self.state.__module__].__file__)).parent

    @property
    def help(self) -> str:
        """How to play, in Markdown: in the reader's language where the game has it, otherwise in English."""
        own = self.folder / f"help.{LANGUAGE.get()}.md"
        return (own if own.is_file() else self.folder / "help.md").read_text(encoding="utf-8")

    @cached_property
    def action_count(self) -> int:
        """The action space is 0 .. action_count - 1."""
        return len(self.actions)

    @cached_property
    def observation_size(self) -> int:
        return sum(part.size for part in self.eyes.OBSERVATION)

    def scenes(self, lines: Sequence[rooms.Heard], v: V) -> Sequence[rooms.Scene]:
        """What was opened in the newest events that a viewer has heard; nothing in a game without scenes."""
        found: Callable[[Sequence[rooms.Heard], V], Sequence[rooms.Scene]] | None = getattr(self.screen, "scenes", None)
        return found(lines, v) if found else ()

    def open_forced(self, v: V) -> bool:
        """Whether everybody can see that the viewer has only one answer."""
        found: Callable[[V], bool] | None = getattr(self.words, "open_forced", None)
        return found is not None and found(v)

    def shown_by(self, s: S, seat: Seat, action: Action, viewer: Viewer) -> str:
        """What a move shows this viewer of something that lay hidden, in notation; "" if nothing."""
        found: Callable[[S, Seat, Action, Viewer], str] | None = getattr(self.words, "shown_by", None)
        return found(s, seat, action, viewer) if found else ""

    def opens_answers(self, s: S, seat: Seat, action: Action) -> bool:
        """Whether with this answer all sealed ones to the same question lie open for everybody."""
        found: Callable[[S, Seat, Action], bool] | None = getattr(self.words, "opens_answers", None)
        return found is not None and found(s, seat, action)

    def view_beside(self, s: S, viewer: Viewer, public: V) -> V:
        """What that viewer sees, where the view of a spectator is known already."""
        found: Callable[[S, Viewer, V], V] | None = getattr(self.eyes, "view_beside", None)
        return found(s, viewer, public) if found else self.eyes.view(s, viewer)

    def state_to_weigh(self, v: V, rng: list[int]) -> S:
        """A state for greedy play to try options in. Nothing hidden is drawn where no choice depends on it."""
        found: Callable[[V], S] | None = getattr(self.eyes, "known_state", None)
        return found(v) if found and self.worth.WORLDS == 1 else self.eyes.state_from(v, rng)

    def points_so_far(self, s: S) -> Sequence[int]:
        """The points of all seats at a moment of a game that has ended: the score, or what a count would have given."""
        found: Callable[[S], Sequence[int]] | None = getattr(self.scoring, "so_far", None)
        return found(s) if found else self.final_scores(s)

    def pad_rows(self, edition: Edition) -> tuple[str, ...]:
        """What is counted on the score pad; nothing where that is what the final tally counts."""
        found: Callable[[Edition], tuple[str, ...]] | None = getattr(self.sheets, "pad", None)
        return found(edition) if found else ()

    def drawn_boards(self, edition: Edition, v: V, lines: Sequence[str], codes: Sequence[Code]) -> tuple[Piece, ...]:
        """The pages that chance has drawn for this game; none in a game whose pieces are always the same."""
        found: Callable[[Edition, V, Sequence[str], Sequence[Code]], tuple[Piece, ...]] | None
        found = getattr(self.sheets, "boards", None)
        return found(edition, v, lines, codes) if found else ()

    def aim(self, s: S, seat: Seat, action: Action) -> str:
        """What a move would bring, in the game's own words; "" in a game without such words."""
        found: Callable[[S, Seat, Action], str] | None = getattr(self.words, "aim", None)
        return found(s, seat, action) if found else ""

    def contract_rules(self) -> dict[str, Any]:
        """What the kernels read of the game, under the names they use."""
        given = [getattr(self, room) for room in rooms.REQUIRED]
        named = {name: getattr(room, name) for name in rooms.RULES for room in given if hasattr(room, name)}
        named.setdefault("kind", rooms.phase_of)
        named["round_of"] = self.measures.round_of if self.measures else rooms.no_round
        return named | {"clear": self.state.clear, "same": self.state.same, "WORLDS": self.worth.WORLDS}

    @property
    def kinds(self) -> int:
        """How many kinds of events `kind` tells apart."""
        found: int = getattr(self.rules, "KINDS", self.state.fields["phase"].high + 1)
        return found

    def encode_options(self, players: int, given: Mapping[str, str]) -> list[int]:
        """The numbers `setup` takes; BadOption where the seat count or an option will not do."""
        if players not in self.seats:
            raise BadOption(WORDS("not_for", game=self.name, counts=listed(map(str, self.seats)), players=players))
        options = self.about.options
        unknown = set(given) - {option.name for option in options}
        if unknown:
            known = listed(option.name for option in options) or WORDS("no_options")
            raise BadOption(WORDS("unknown_option", game=self.name, name=min(unknown), known=known))
        numbers: list[int] = []
        chosen = self.chosen_options(given)
        try:
            for option in options:
                numbers += option.read(chosen.get(option.name, option.default), players)
            self.about.check_options(players, chosen)
        except ValueError as error:
            raise BadOption(WORDS("bad_value", game=self.name, why=str(error).rstrip(".。"))) from None
        return numbers

    def chosen_options(self, given: Mapping[str, str]) -> dict[str, str]:
        """The options that are not left at their defaults, as text; `null` leaves one there."""
        usual = {option.name: (option.default, NULL) for option in self.about.options}
        chosen = {name: str(given[name]) for name in usual if name in given}
        return {name: text for name, text in chosen.items() if text not in usual[name]}

    def new(self, players: int, given: Mapping[str, str] | None = None) -> S:
        """A fresh state before its first event."""
        s = self.state()
        self.rules.setup(s, players, self.encode_options(players, given or {}))
        return s

    def acting(self, s: S) -> list[Seat]:
        """The seats to act, ascending."""
        return seats_in(self.rules.to_act(s))

    def legal_actions(self, s: S, seat: Seat) -> list[Action]:
        """The legal actions of a seat in canonical order; empty when it is not to act."""
        if self.rules.status(s) != DECISION or not self.rules.to_act(s) >> seat & 1:
            return []
        out = [0] * self.about.max_legal
        return out[: self.rules.legal(s, seat, out)]

    def final_scores(self, s: S) -> list[int]:
        """The scores of all seats as they stand."""
        out = [0] * self.max_seats
        self.scoring.scores(s, out)
        return out[: s.players]


def write_dials(turned: Mapping[str, int], between: str = " ") -> str:
    """Dials as text: `starting-coins=6 prizes=4`."""
    return between.join(f"{name}={value}" for name, value in turned.items())


AnyGame = Game[Any, Any]  # where code does not depend on which game it serves


def seats_in(mask: int) -> list[Seat]:
    """The seats of a bit mask, ascending."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
