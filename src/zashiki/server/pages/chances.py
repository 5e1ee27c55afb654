"""How the chances stood in a game that has ended: lines across its turns, the luck of the draw, and where they changed most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from zashiki.bots.prospects import DEAL_PLAYOUTS, PLAYOUTS, Moment
from zashiki.core.rooms import Seat
from zashiki.server.course import Course
from zashiki.server.model import Snapshot
from zashiki.server.pages.asked import base_of, by_script, house_of
from zashiki.server.pages.draw import Frame, draw, frame_of, page
from zashiki.server.pages.graph import HEIGHT, WIDTH, Graph, Trace, graph_of, share
from zashiki.server.pages.result import Side, sides_of
from zashiki.server.prospects import Prospects
from zashiki.server.security import guest_of
from zashiki.server.words import WORDS

FAVOUR = 6  # percent above a fair share that a deal must give, so that chance in the playouts is not taken for luck
MOST_TURNS = 3
LARGE = 15  # percent that somebody's chances must change by to be told

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@dataclass(frozen=True)
class Turn:
    """A change worth telling, and the position before it."""

    at: int
    words: str


@dataclass(frozen=True)
class ChancesPart:
    """Everything `_chances.html` draws; without a graph, why there is none."""

    graph: Graph | None
    help: str
    deal: str = ""
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True)
class ChancesPage:
    """The chances as a page, for browsers without script."""

    frame: Frame
    table: str
    part: Markup


def chances_part(base: str, s: Snapshot, course: Course, moments: Sequence[Moment]) -> ChancesPart:
    """The chances at moments of a game as its sides had them, and what came of them at the end."""
    if not moments:
        return ChancesPart(None, WORDS("chances_later"))
    t = s.table
    sides = sides_of(t.game, t.names)
    times = [each.at for each in moments]
    percents = [percents_of(each.shares, sides) for each in moments]
    deal, turns = deal_words(percents[0], sides), turns_of(percents, times, sides, course)
    if s.over:
        times, percents = [*times, t.lines], [*percents, percents_of(won_shares(s.winners, len(t.names)), sides)]
    graph = graph_of(replace(course, points=()), sides, t.lines, f"{base}/tables/{t.id}/replay", "")
    traces = tuple(
        Trace(side.name, side.seats[0], path_of(times, [row[number] for row in percents], t.lines), percents[-1][number])
        for number, side in enumerate(sides)
    )
    rows = tuple(
        (title_at(course, at) if at < t.lines else WORDS("chances_end"), row) for at, row in zip(times, percents, strict=True)
    )
    told = WORDS("chances_help", playouts=PLAYOUTS, first=DEAL_PLAYOUTS)
    return ChancesPart(replace(graph, traces=traces, rows=rows), told, deal, turns)


def percents_of(shares: Sequence[float], sides: Sequence[Side]) -> tuple[int, ...]:
    """The shares of seats as whole percents of sides."""
    return tuple(round(100 * sum(shares[seat] for seat in side.seats)) for side in sides)


def won_shares(winners: Sequence[Seat], players: int) -> list[float]:
    """The win, split among the winners."""
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]


def deal_words(percents: Sequence[int], sides: Sequence[Side]) -> str:
    """The luck of the draw."""
    fair, best = 100 / len(sides), max(percents)
    if best < fair + FAVOUR:
        return WORDS("chances_deal_even")
    return WORDS("chances_deal_for", name=sides[percents.index(best)].name, share=best, fair=round(fair))


def turns_of(percents: Sequence[Sequence[int]], times: Sequence[int], sides: Sequence[Side], course: Course) -> tuple[Turn, ...]:
    """The largest changes from one moment to the next, in the order in which they happened."""
    found = []
    for at, (before, after) in zip(times, pairwise(percents), strict=False):
        number = max(range(len(sides)), key=lambda n: abs(after[n] - before[n]))
        change = abs(after[number] - before[number])
        if change >= LARGE:
            words = WORDS(
                "chances_turn", turn=title_at(course, at), name=sides[number].name, before=before[number], after=after[number]
            )
            found.append((change, Turn(at, words)))
    largest = sorted(found, key=lambda each: -each[0])[:MOST_TURNS]
    return tuple(sorted((turn for _, turn in largest), key=lambda turn: turn.at))


def title_at(course: Course, at: int) -> str:
    """The turn that a position belongs to."""
    return next((chapter.title for chapter in reversed(course.chapters) if chapter.at <= at), "")


def path_of(times: Sequence[int], percents: Sequence[int], lines: int) -> str:
    """A line from moment to moment."""
    places = (
        f"{share(at, lines) * WIDTH / 100:.1f} {HEIGHT - percent * HEIGHT / 100:.1f}"
        for at, percent in zip(times, percents, strict=True)
    )
    return "M" + "L".join(places)


@router.get("/tables/{table}/chances")
async def chances(request: Request, table: str) -> Response:
    guest, h = guest_of(request), house_of(request)
    shown = await h.snapshot(guest, table)
    prospects: Prospects = request.app.state.prospects
    moments = await prospects.at_moments(guest, table)
    part = draw("_chances.html", chances_part(base_of(request), shown, await h.course(guest, table, shown.viewer), moments))
    if by_script(request):
        return HTMLResponse(part)
    return page("chances.html", ChancesPage(frame_of(request), table, Markup(part)))
