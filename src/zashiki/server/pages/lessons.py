"""Lessons in the browser: a game's guided first game, drawn step by step as the learner's seat sees it.

A step is an address, so nothing is kept here: the record is replayed up to it, on the real rules. The browser remembers how far
its reader has come (`lesson.js`). Whoever plays on after the last step sits at a table of the house like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from zashiki.bots import GUESTS
from zashiki.bots.company import gentle
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import AnyGame
from zashiki.core.lessons import Answer, Chapter, Lesson, Step
from zashiki.core.rooms import Refusal
from zashiki.core.teaching import AnyTable, reply_to, table_at
from zashiki.core.words import with_names
from zashiki.server.backroom import BACK_ROOM
from zashiki.server.errors import NoSuchTable
from zashiki.server.model import BOT, PERSON, Access, Choice, SeatWish, TableWish
from zashiki.server.names import distinct
from zashiki.server.pages.asked import base_of, by_script, house_of, my_name, number, to
from zashiki.server.pages.board import draw_account, draw_board, has_script, known_game, with_foot
from zashiki.server.pages.draw import Frame, draw, frame_of, page, portrait
from zashiki.server.pages.log import numbers_kept
from zashiki.server.pages.table import AccountPage, Foot, off_board
from zashiki.server.pages.taught import first_step, lesson_of, taught_games
from zashiki.server.security import guest_of
from zashiki.server.showing import choices_of
from zashiki.server.words import WORDS

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@dataclass(frozen=True)
class Place:
    """A step of a lesson."""

    game: AnyGame
    lesson: Lesson
    chapter: Chapter
    number: int  # in its chapter, from 1

    @property
    def step(self) -> Step:
        return self.chapter.steps[self.number - 1]

    @property
    def name(self) -> str:
        """As the address has it: `trick/3`."""
        return f"{self.chapter.key}/{self.number}"

    @property
    def address(self) -> str:
        return f"/learn/{self.game.id}/{self.name}"

    def away(self, steps: int) -> Place | None:
        """The step so many steps later, or earlier; None where the lesson ends."""
        places = [(chapter, number) for chapter, number, _ in self.lesson.steps()]
        there = places.index((self.chapter, self.number)) + steps
        return Place(self.game, self.lesson, *places[there]) if 0 <= there < len(places) else None


def place_of(game: str, name: str) -> Place:
    """The step that an address or a form names; NoSuchTable if there is none."""
    known = known_game(game)
    lesson = lesson_of(known)
    key, _, step = name.partition("/")
    for chapter in lesson.chapters:
        if chapter.key == key and 1 <= number(step, "step") <= len(chapter.steps):
            return Place(known, lesson, chapter, int(step))
    raise NoSuchTable(WORDS("no_such_step", game=known.name))


@dataclass(frozen=True)
class ChapterLine:
    """A chapter in the list of them."""

    key: str
    title: str
    address: str
    here: bool


@dataclass(frozen=True)
class LessonPart:
    """What changes on the page of a lesson, from one step to the next."""

    base: str
    game: AnyGame
    name: str  # of the step, for the form
    address: str
    version: int  # counted by the page, so that its script sees what is new
    title: str
    seat: int
    headline: str
    chapter: str
    number: int
    count: int  # steps in the chapter
    chapters: tuple[ChapterLine, ...]
    say: str
    clause: str
    point: str  # the pieces meant, one in a line
    told: list[str]  # what has just happened
    asked: bool
    back: str  # addresses; "" for none
    on: str
    again: str
    onward: tuple[str, str] | None  # name and address of the next lesson, after the last step
    last: bool
    board: Markup
    options: tuple[Choice, ...]


@dataclass(frozen=True)
class LessonPage:
    """The page around it."""

    frame: Frame
    game: AnyGame
    script: bool
    title: str
    notice: str
    part: Markup


@dataclass(frozen=True)
class LearnPage:
    """All lessons."""

    frame: Frame
    lessons: list[tuple[AnyGame, Lesson, tuple[ChapterLine, ...]]]


def names_for(lesson: Lesson, learner: str) -> list[str]:
    """Who sits where: the learner, and the bots that will play on."""
    bots = bots_for(lesson)
    titles = [GUESTS[bot].title for bot in bots if bot]
    return [GUESTS[bot].title if bot else distinct(learner, titles) for bot in bots]


def bots_for(lesson: Lesson) -> list[str]:
    """The guests who play along, by seat; "" for the learner."""
    bots = gentle(lesson.players - 1)
    return [*bots[: lesson.seat], "", *bots[lesson.seat :]]


def chapter_lines(base: str, game: AnyGame, here: Chapter | None = None) -> tuple[ChapterLine, ...]:
    """The chapters of a game's lesson."""
    return tuple(
        ChapterLine(chapter.key, str(chapter.title), f"{base}/learn/{game.id}/{chapter.key}/1", chapter is here)
        for chapter in lesson_of(game).chapters
    )


Tried = tuple[str, Answer]  # a move other than the one asked for, and what the host says to it


def part_of(base: str, place: Place, names: list[str], version: int, table: AnyTable, tried: Tried | None) -> LessonPart:
    """A step, or what the host says to another move that was tried there, from the view and the heard lines of the learner."""
    game, step, seat = place.game, place.step, place.lesson.seat
    view, asked = table.view(seat), bool(step.ask) and tried is None
    options = choices_of(table, seat, names) if asked else ()
    earlier, later = place.away(-1), place.away(1)
    spoken = step if tried is None else tried[1]
    rules_at = f"{base}/rules/{game.id}"
    account = {"of": ""} if tried is None else {"move": tried[0], "of": ""}
    board = draw_board(
        game,
        view,
        seat,
        names,
        {choice.text: choice.label for choice in options},
        faces=[portrait(base, bot) for bot in bots_for(place.lesson)],
        rules_at=rules_at,
        account_at=f"{base}{place.address}/account?{urlencode(account)}",
    )
    foot = Foot(base, "", "", None, [], [], off_board(options, [board]), can_undo=False, hint_for=None)
    return LessonPart(
        base=base,
        game=game,
        name=place.name,
        address=base + place.address,
        version=version,
        title=WORDS("lesson_title", chapter=place.chapter.title, game=game.name),
        seat=seat,
        headline=with_names(game.screen.headline(view), names),
        chapter=str(place.chapter.title),
        number=place.number,
        count=len(place.chapter.steps),
        chapters=chapter_lines(base, game, place.chapter),
        say=numbers_kept(with_names(str(spoken.say), names)),
        clause="" if tried is None else tried[1].clause,
        point="\n".join(spoken.point),
        told=told_since(table, seat, len(step.before) if tried else len(step.before) - len(step.lines), names),
        asked=asked,
        back=base + earlier.address if earlier and tried is None else "",
        on=base + later.address if later and tried is None else "",
        again=base + place.address if tried else "",
        onward=onward(base, game) if later is None else None,
        last=later is None,
        board=with_foot(board, Markup(draw("_foot.html", foot))) if asked else board,
        options=options,
    )


def told_since(table: AnyTable, seat: int, since: int, names: list[str]) -> list[str]:
    """What the learner has been told of the lines from this number on."""
    return [with_names(line.told[seat], names) for place, line in table.heard_by(seat) if place >= since]


def onward(base: str, game: AnyGame) -> tuple[str, str] | None:
    """The lesson after that of a game."""
    games = taught_games()
    following = games[games.index(game) + 1 :][:1]
    return (following[0].name, first_step(base, following[0])) if following else None


async def shown(request: Request, place: Place, tried: str = "", notice: str = "", version: int = 0) -> Response:
    """A step for this reader: our script gets the part that changes."""
    part = await BACK_ROOM.run(draw_part, base_of(request), place, my_name(request), tried, version)
    if by_script(request):
        return HTMLResponse(part)
    title = WORDS("lesson_title", chapter=place.chapter.title, game=place.game.name)
    return page("lesson.html", LessonPage(frame_of(request), place.game, has_script(place.game), title, notice, Markup(part)))


def draw_part(base: str, place: Place, learner: str, move: str, version: int) -> str:
    """The part of the page that changes; with a move other than the one asked for, what comes of it."""
    table, tried = table_at(place.game, place.lesson, place.step), None
    if move:
        reply = reply_to(place.game, place.lesson, place.step, move)
        table, tried = reply.table, None if reply.answer is None else (move, reply.answer)
    names = names_for(place.lesson, learner)
    return draw("_lesson.html", part_of(base, place, names, version, table, tried))


# --- routes -------------------------------------------------------------------------------------------------------


@router.get("/learn")
async def learn(request: Request) -> Response:
    base = base_of(request)
    lessons = [(game, lesson_of(game), chapter_lines(base, game)) for game in taught_games()]
    return page("learn.html", LearnPage(frame_of(request), lessons))


@router.get("/learn/{game}")
async def begin(request: Request, game: str) -> Response:
    return to(request, first_step("", known_game(game)))


@router.get("/learn/{game}/{chapter}/{step}")
async def step(request: Request, game: str, chapter: str, step: str) -> Response:
    return await shown(request, place_of(game, f"{chapter}/{step}"))


@router.get("/learn/{game}/{chapter}/{step}/account")
async def account(request: Request, game: str, chapter: str, step: str, of: str = "", move: str = "") -> Response:
    """How a number on the learner's board came about."""
    drawn = await BACK_ROOM.run(account_at, base_of(request), place_of(game, f"{chapter}/{step}"), my_name(request), move, of)
    if drawn is None:
        raise NoSuchTable(WORDS("no_such_number"))
    return (
        HTMLResponse(drawn)
        if by_script(request)
        else page("account.html", AccountPage(frame_of(request), known_game(game), "", drawn))
    )


def account_at(base: str, place: Place, learner: str, move: str, of: str) -> Markup | None:
    game, lesson = place.game, place.lesson
    table = reply_to(game, lesson, place.step, move).table if move else table_at(game, lesson, place.step)
    names = names_for(lesson, learner)
    return draw_account(game, table.view(lesson.seat), lesson.seat, names, of, f"{base}/rules/{game.id}", {})


@router.post("/learn/{game}/play")
async def play(request: Request, game: str) -> Response:
    """A move: the one asked for leads to the next step, another to what the host says to it."""
    form = await request.form()
    place, move = place_of(game, str(form.get("at", ""))), str(form.get("move", ""))
    version = number(form.get("expected") or "0", "version") + 1
    if not place.step.ask:
        return await told(request, place, Refusal(WORDS("lesson_not_asked"), ""), 422)
    following = place.away(1)
    if move == place.step.ask and following is not None:
        return await shown(request, following, version=version) if by_script(request) else to(request, following.address)
    try:
        return await shown(request, place, move, version=version)
    except (BadNotation, IllegalMove) as error:
        return await told(request, place, refused(error, names_for(place.lesson, my_name(request))), 422)


@router.post("/learn/{game}/why")
async def why(request: Request, game: str) -> Response:
    """Why a move is not allowed at a step."""
    form = await request.form()
    place, move = place_of(game, str(form.get("at", ""))), str(form.get("ask_why") or form.get("move") or "")
    try:
        await BACK_ROOM.run(reply_to, place.game, place.lesson, place.step, move)
    except (BadNotation, IllegalMove) as error:
        return await told(request, place, refused(error, names_for(place.lesson, my_name(request))))
    return await told(request, place, Refusal(WORDS("table_why_legal"), ""))


def refused(error: BadNotation | IllegalMove, names: list[str]) -> Refusal:
    if isinstance(error, IllegalMove):
        return Refusal(with_names(error.sentence, names), error.clause)
    return Refusal(str(error), "")


async def told(request: Request, place: Place, why: Refusal, status: int = 200) -> Response:
    """A refusal, to our script or above the step."""
    if by_script(request):
        return JSONResponse({"sentence": why.sentence, "clause": why.clause})
    response = await shown(request, place, notice=f"{why.sentence} ({why.clause})" if why.clause else why.sentence)
    response.status_code = status
    return response


@router.post("/learn/{game}/play-on")
async def play_on(request: Request, game: str) -> Response:
    """Leave the lesson after its last step and play on from there, against bots."""
    known = known_game(game)
    lesson = lesson_of(known)
    table = await house_of(request).create_from(guest_of(request), free_table(known, lesson, my_name(request)), lesson.record)
    return to(request, f"/tables/{table.id}")


def free_table(game: AnyGame, lesson: Lesson, learner: str) -> TableWish:
    """The table at which a learner plays on."""
    seats = tuple(SeatWish(BOT, bot=bot) if bot else SeatWish(PERSON, learner) for bot in bots_for(lesson))
    return TableWish(game.id, seats, lesson.options, Access(public=False))
