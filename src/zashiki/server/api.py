"""The JSON API, for programs: everything a person can do at a table, under `/api/v1`, with an OpenAPI document.

A seat's token, returned when the seat is taken, goes into the header `Authorization: Bearer …` and gives access to that seat and
nothing else. Without one a caller is a spectator. Errors are problem details (RFC 9457); an illegal move names its clause.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import PlainTextResponse

from zashiki.bots import BOTS
from zashiki.core.game import OPEN
from zashiki.core.rooms import Seat
from zashiki.games import GAMES
from zashiki.server import lists
from zashiki.server.bodies import (
    MOST_SEATS,
    NUMBER,
    AnswerAsked,
    BotAsked,
    BotBody,
    GamesBody,
    JoinAsked,
    MoveAsked,
    NewTableBody,
    NoteAsked,
    NotesBody,
    OfferBody,
    OptionsBody,
    PlayedBody,
    Problem,
    PromiseAsked,
    RecordAsked,
    RematchAsked,
    SeatToken,
    TableAsked,
    TableBody,
    TablesBody,
    UndoAsked,
    ViewBody,
    WhyAsked,
    WhyBody,
    choice_bodies,
    game_body,
    table_body,
    view_json,
)
from zashiki.server.errors import BadToken, SeatTaken
from zashiki.server.house import KEY_LENGTH, House
from zashiki.server.live import Drawn, EventStream, Streams
from zashiki.server.model import BOT, OPEN_SEAT, PERSON, STRANGER, Access, Guest, SeatWish, TableWish
from zashiki.server.security import guest_of
from zashiki.server.tokens import fresh_id
from zashiki.server.words import WORDS

TableId = Annotated[str, Path(max_length=32, description="the id of a table")]
bearer = HTTPBearer(auto_error=False, description="the token of a seat")


async def the_house(request: Request) -> House:
    """The house of this application."""
    house: House = request.app.state.house
    return house


async def the_guest(request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> Guest:
    """The holder of the token, or a stranger without one."""
    if given is None:
        if request.headers.get("authorization"):
            raise BadToken(WORDS("bad_bearer"))
        return STRANGER
    return await (await the_house(request)).guest_of_token(given.credentials)


async def the_seated(guest: Annotated[Guest, Depends(the_guest)], table: TableId) -> Guest:
    """The holder of a seat at this very table."""
    if guest.seat is None or guest.table != table:
        raise BadToken(WORDS("needs_token"))
    return guest


HouseHere = Annotated[House, Depends(the_house)]
Anybody = Annotated[Guest, Depends(the_guest)]
Seated = Annotated[Guest, Depends(the_seated)]
Key = Annotated[str, Header(max_length=KEY_LENGTH, pattern=r"^[\x21-\x7e]*$", description="makes it safe to repeat a request")]
At = Annotated[int | None, Query(ge=0, le=NUMBER, description="an earlier position")]
Eyes = Annotated[int | None, Query(ge=OPEN, lt=MOST_SEATS, description="whose view, for finished games (-1 spectator, -2 open)")]
Status = Annotated[str, Query(pattern="^(waiting|running|over)$")]
Limit = Annotated[int, Query(ge=1, le=100)]

_PROBLEM: dict[str, Any] = {"model": Problem, "content": {"application/problem+json": {}}}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    401: _PROBLEM | {"description": "the token is not valid here"},
    403: _PROBLEM | {"description": "the caller may not do that"},
    404: _PROBLEM | {"description": "no such table, seat or position"},
    409: _PROBLEM | {"description": "not now, or the table has moved on"},
    413: _PROBLEM | {"description": "too large"},
    422: _PROBLEM | {"description": "not well formed, or not legal by the clause named"},
    429: _PROBLEM | {"description": "too fast"},
    503: _PROBLEM | {"description": "the database does not respond"},
}

router = APIRouter(prefix="/api/v1", responses=PROBLEMS)


@router.get("/games", tags=["games"])
async def list_games(house: HouseHere) -> GamesBody:
    """The games of this house with their options, and its bots."""
    return GamesBody(
        games=[game_body(game, house.rules.of(game)) for game in GAMES.values()],
        bots=[BotBody(name=bot.name, title=bot.title, level=bot.level, words=bot.words) for bot in BOTS.values()],
    )


@router.get("/tables", tags=["tables"])
async def list_tables(house: HouseHere, status: Status = "running", limit: Limit = 20) -> TablesBody:
    """Public tables that are waiting for people, in progress, or over. Versions in a list are always 0."""
    find = {"waiting": lists.waiting, "running": lists.running, "over": lists.over}[status]
    return TablesBody(tables=[table_body(info) for info in await find(house.store, limit)])


@router.post("/promises", tags=["tables"], status_code=201)
async def promise_table(house: HouseHere, asked: PromiseAsked | None = None) -> OfferBody:
    """A commitment for a table yet to be set up, so that the caller's word can come after it."""
    offer = house.promises.offer(asked.rematch_of if asked else "")
    return OfferBody(table=offer.table, commitment=offer.commitment, promise=offer.signed)


@router.post("/tables", tags=["tables"], status_code=201)
async def create_table(request: Request, house: HouseHere, asked: TableAsked) -> NewTableBody:
    """A new table. It starts by itself once no seat is open."""
    guest = _newcomer(request)
    seats = tuple(SeatWish(seat.kind, seat.name, seat.bot) for seat in asked.seats)
    access = Access(public=asked.public, spectators=asked.spectators, takeover=asked.takeover, talk=asked.talk)
    wish = TableWish(asked.game, seats, asked.options, access, asked.house_rules)
    info = await house.create(guest, wish, asked.promise, asked.word)
    mine = [seat.seat for seat in info.seats if seat.kind == PERSON]
    tokens = [SeatToken(seat=seat, token=await house.seat_token(guest, info.id, seat)) for seat in mine]
    return NewTableBody(table=table_body(info), tokens=tokens)


@router.post("/records", tags=["tables"], status_code=201)
async def study_record(request: Request, house: HouseHere, asked: RecordAsked) -> TableBody:
    """Save a record as a table to look through."""
    return table_body(await house.study(_newcomer(request), asked.record))


@router.get("/tables/{table}", tags=["tables"])
async def read_table(house: HouseHere, table: TableId) -> TableBody:
    """The header of a table."""
    return table_body(await house.info(table))


@router.post(
    "/tables/{table}/join",
    tags=["seats"],
    responses={202: {"model": SeatToken, "description": "a bot's seat: the people at the table have been asked"}},
)
async def join_table(
    request: Request, response: Response, house: HouseHere, known: Anybody, table: TableId, asked: JoinAsked
) -> SeatToken:
    """Sit down on an open seat, or ask for a bot's if the table allows it; the answer contains the seat's token.

    During a game everybody who plays must agree before a bot's seat changes hands. Until then the answer is 202 and says
    `waiting`, and the token is refused. The table's header shows `asked_by` at the seat for as long as the others have not
    answered; afterwards the seat is the caller's, or still a bot's.
    """
    for guest in (known, guest_of(request)):
        await house.must_not_have_looked(guest, table)
    newcomer = _newcomer(request)
    seat = asked.seat if asked.seat is not None else await _first_open(house, table)
    info = await house.join(newcomer, table, seat, asked.name, asked.word)
    waiting = info.seats[seat].kind == BOT
    if waiting:
        response.status_code = 202
    return SeatToken(seat=seat, token=await house.seat_token(newcomer, table, seat), waiting=waiting)


@router.post("/tables/{table}/answer", tags=["seats"])
async def answer_asker(house: HouseHere, guest: Seated, table: TableId, asked: AnswerAsked) -> TableBody:
    """Say whether somebody may take over a bot's seat. All who play must agree; one refusal ends the matter."""
    return table_body(await house.answer(guest, table, asked.seat, asked.name, agree=asked.agree))


@router.post("/tables/{table}/start", tags=["tables"])
async def start_table(house: HouseHere, guest: Seated, table: TableId, asked: BotAsked) -> TableBody:
    """Start at once, with bots in the seats still open."""
    return table_body(await house.start(guest, table, asked.bot))


@router.post("/tables/{table}/leave", tags=["seats"])
async def hand_seat_to_bot(house: HouseHere, guest: Seated, table: TableId, asked: BotAsked) -> TableBody:
    """Let a bot play on the caller's seat."""
    return table_body(await house.hand_to_bot(guest, table, _seat(guest), asked.bot))


@router.post("/tables/{table}/return", tags=["seats"])
async def take_seat_back(house: HouseHere, guest: Seated, table: TableId) -> TableBody:
    """Take the caller's seat back from the bot that is filling in."""
    return table_body(await house.take_back(guest, table, _seat(guest)))


@router.post("/tables/{table}/abandon", tags=["tables"])
async def abandon_table(house: HouseHere, guest: Seated, table: TableId) -> TableBody:
    """End the table without a result."""
    return table_body(await house.abandon(guest, table))


@router.post("/tables/{table}/rematch", tags=["tables"])
async def rematch_table(house: HouseHere, guest: Seated, table: TableId, asked: RematchAsked | None = None) -> NewTableBody:
    """The same seats again at a new table; the answer contains the caller's new token."""
    old, asked = _seat(guest), asked or RematchAsked(promise="", word="")
    info = await house.rematch(guest, table, asked.promise, asked.word)
    token = await house.rematch_token(guest, table)
    return NewTableBody(table=table_body(info), tokens=[SeatToken(seat=old, token=token)])


@router.get("/tables/{table}/view", tags=["play"], response_model=ViewBody)
async def view_table(house: HouseHere, guest: Anybody, table: TableId, at: At = None, eyes: Eyes = None) -> Response:
    """The table as the caller sees it: view, options, log."""
    return Response(view_json(await house.snapshot(guest, table, eyes, at)), media_type="application/json")


@router.get("/tables/{table}/options", tags=["play"])
async def list_options(house: HouseHere, guest: Seated, table: TableId) -> OptionsBody:
    """The legal moves of the caller's seat, in canonical order; empty if it is not to act."""
    shown = await house.snapshot(guest, table)
    return OptionsBody(version=shown.version, seat=shown.seat, ask=shown.ask, options=choice_bodies(shown))


@router.post("/tables/{table}/moves", tags=["play"])
async def play_move(house: HouseHere, guest: Seated, table: TableId, asked: MoveAsked, idempotency_key: Key = "") -> PlayedBody:
    """Make a move. It has been committed once this answers."""
    played = await house.play(guest, table, _seat(guest), asked.move, asked.version, idempotency_key, asked.word)
    return PlayedBody(version=played.version, repeated=played.repeated)


@router.post("/tables/{table}/undo", tags=["play"])
async def undo_move(house: HouseHere, guest: Seated, table: TableId, asked: UndoAsked, idempotency_key: Key = "") -> PlayedBody:
    """Take back the caller's last move, as long as nobody has learned anything since."""
    played = await house.undo(guest, table, _seat(guest), asked.version, idempotency_key)
    return PlayedBody(version=played.version, repeated=played.repeated)


@router.post("/tables/{table}/why-not", tags=["play"])
async def why_not(house: HouseHere, guest: Seated, table: TableId, asked: WhyAsked) -> WhyBody:
    """Whether a move is legal now; if not, why, with the clause."""
    why = await house.why_not(guest, table, _seat(guest), asked.move)
    return WhyBody(legal=why.legal, sentence=why.sentence, clause=why.clause)


@router.post("/tables/{table}/notes", tags=["play"])
async def keep_note(house: HouseHere, guest: Seated, table: TableId, asked: NoteAsked) -> NotesBody:
    """Save a private note with the caller's seat; nobody else can read it."""
    await house.note(guest, table, _seat(guest), asked.key, asked.value)
    shown = await house.snapshot(guest, table)
    return NotesBody(version=shown.version, notes=dict(shown.notes))


@router.get(
    "/tables/{table}/stream",
    tags=["play"],
    response_class=EventStream,
    responses={200: {"content": {"text/event-stream": {}}, "description": "events with the body of `view` as data"}},
)
async def stream_table(request: Request, guest: Anybody, table: TableId) -> EventStream:
    """The body of `view`, now and after every change; the id of an event is the version."""
    streams: Streams = request.app.state.streams
    drawn: Drawn = request.app.state.drawn_json
    return await streams.stream(request, guest, table, None, drawn)


@router.get("/tables/{table}/record", tags=["play"], response_class=PlainTextResponse)
async def read_record(house: HouseHere, guest: Anybody, table: TableId) -> Response:
    """The record: complete after the end, until then as the caller heard the game."""
    return PlainTextResponse(await house.record(guest, table))


def _newcomer(request: Request) -> Guest:
    """A program that has no seat yet."""
    return replace(guest_of(request), visitor=f"api-{fresh_id()}")


def _seat(guest: Guest) -> Seat:
    assert guest.seat is not None
    return guest.seat


async def _first_open(house: House, table: str) -> Seat:
    info = await house.info(table)
    for seat in info.seats:
        if seat.kind == OPEN_SEAT:
            return seat.seat
    raise SeatTaken(WORDS("no_open_seat_ask" if info.access.takeover else "no_open_seat"))
