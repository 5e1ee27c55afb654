"""Looking back: one position of a game with links to all the others, its turns and, after the end, the points."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from zashiki.core.game import OPEN, SPECTATOR, AnyGame
from zashiki.core.rooms import Seat, TallyRow
from zashiki.server.course import Course
from zashiki.server.model import STUDY, Snapshot
from zashiki.server.pages.draw import Frame, Shared
from zashiki.server.pages.fair import FairPart, fair_part
from zashiki.server.pages.graph import Graph, graph_of
from zashiki.server.pages.log import draw_log
from zashiki.server.pages.result import Place, Side, places_of, result_words, sides_of
from zashiki.server.pages.table import board_of, chances_address, faces_of, older_words, tally_of
from zashiki.server.words import WORDS

EYES = {"open": OPEN, "spectator": SPECTATOR}


@dataclass(frozen=True)
class ReplayPage:
    """A position of a game, with links to all the others."""

    frame: Frame
    base: str
    table: str
    game: AnyGame
    status: str
    study: bool
    seat: Seat | None
    names: list[str]
    faces: tuple[Markup, ...]
    headline: str
    told: str
    where: str
    at: int
    lines: int
    steps: list[tuple[str, int | None, str]]
    eyes: str
    eyes_choices: list[tuple[str, str]]
    heard: str  # who heard the record of a game that had not ended
    board: Markup
    log: Markup
    over: bool
    result: str
    places: tuple[Place, ...]
    tally: tuple[TallyRow, ...]
    sides: tuple[Side, ...]
    winners: tuple[Seat, ...]
    rematch: str
    fair: FairPart
    graph: Graph
    shared: Shared
    chances: str  # where the house tells how the chances stood, if it can
    course: str  # where a result finds the course of the game: "" here, where it is drawn already


@dataclass(frozen=True)
class CoursePart:
    """The course of a game that has ended, to stand below its result."""

    graph: Graph


def course_part(base: str, s: Snapshot, course: Course) -> CoursePart:
    """The course of a whole game, ready to draw."""
    t = s.table
    return CoursePart(graph_of(course, sides_of(t.game, t.names), t.lines, f"{base}/tables/{t.id}/replay", ""))


def replay_page(frame: Frame, s: Snapshot, course: Course, shared: Shared) -> ReplayPage:
    """The page, ready to draw."""
    t, at, last = s.table, s.at, s.table.lines
    where, eyes, sides = f"{frame.base}/tables/{t.id}/replay", eyes_word(s.viewer), sides_of(t.game, t.names)
    steps: list[tuple[str, int | None, str]] = [
        ("first", 0 if at > 0 else None, WORDS("replay_first")),
        ("back", at - 1 if at > 0 else None, WORDS("replay_back")),
        ("next", at + 1 if at < last else None, WORDS("replay_next")),
        ("last", last if at < last else None, WORDS("replay_last")),
    ]
    return ReplayPage(
        frame=frame,
        base=frame.base,
        table=t.id,
        game=t.game,
        status=t.status,
        study=t.status == STUDY,
        seat=s.my_seats[0] if s.my_seats else None,
        names=t.names,
        faces=faces_of(frame.base, t),
        headline=s.headline or WORDS(f"status_{t.status}"),
        told=older_words(s) or next((entry.told for entry in s.log if entry.number == at), ""),
        where=where,
        at=at,
        lines=last,
        steps=steps,
        eyes=eyes,
        eyes_choices=eyes_choices(s),
        heard=heard_words(s),
        board=board_of(frame.base, s, {"at": at, "eyes": eyes}),
        log=draw_log(s.log, where, f"&eyes={eyes}", here=at),
        over=s.over,
        result=result_words(t.game, t.names, s.winners) if s.over else "",
        places=places_of(t.game, t.names, s.scores, s.winners) if s.over else (),
        tally=tally_of(s),
        sides=sides,
        winners=s.winners,
        rematch=t.rematch,
        fair=fair_part(t),
        graph=graph_of(course, sides, last, where, f"&eyes={eyes}", at),
        shared=shared,
        chances=chances_address(frame.base, s),
        course="",
    )


def eyes_word(viewer: int) -> str:
    """A viewer as written in an address."""
    return next((word for word, value in EYES.items() if value == viewer), str(viewer))


def heard_words(s: Snapshot) -> str:
    """Whose eyes a record of an unfinished game shows; "" for every other game."""
    heard_by = s.table.heard_by
    if heard_by is None or s.older_rules is not None:
        return ""
    return WORDS("heard_spectator") if heard_by == SPECTATOR else WORDS("heard_seat", name=s.table.names[heard_by])


def eyes_choices(s: Snapshot) -> list[tuple[str, str]]:
    """Whose eyes this guest may look through."""
    if s.table.finished:
        seats = [(str(seat), name) for seat, name in enumerate(s.table.names)]
        return [("open", WORDS("replay_open")), *seats, ("spectator", WORDS("replay_spectator"))]
    mine = s.my_seats if s.table.heard_by is None else tuple(seat for seat in [s.table.heard_by] if seat >= 0)
    if mine:
        return [(str(seat), s.table.names[seat]) for seat in mine]
    return [("spectator", WORDS("replay_spectator"))]
