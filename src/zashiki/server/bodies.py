"""What the JSON API takes and sends: the bodies of requests and answers, and how answers are built."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_json

from zashiki.core.dials import DialFile, dials
from zashiki.core.game import AnyGame
from zashiki.fairness.promise import WORD_LENGTH
from zashiki.games import GAMES
from zashiki.server.house import MOVE_LENGTH
from zashiki.server.model import Snapshot, TableInfo
from zashiki.server.names import NAME_LENGTH
from zashiki.server.seating import NOTE_WORD

DIAL = ("name", "value", "low", "high", "step", "clause")  # members of a dial that programs are given as they are
MOST_SEATS = max(game.max_seats for game in GAMES.values())
NUMBER = 2**31 - 1  # the largest version


class Strict(BaseModel):
    """A request body: unknown members are refused."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    clause: str = Field("", description="the clause of the rules that forbids a move")


class OptionBody(BaseModel):
    name: str
    help: str
    default: str
    choices: dict[str, list[str]] = Field(
        description="choices by number of players; those refused on their own go into a comma-separated list; empty: free text"
    )


class DialBody(BaseModel):
    """A number of a game that may be turned."""

    name: str
    words: str
    value: int = Field(description="as printed")
    low: int
    high: int
    step: int
    clause: str


class HouseRulesBody(BaseModel):
    name: str
    dials: dict[str, int]


class GameBody(BaseModel):
    id: str
    name: str
    pitch: str
    minutes: str
    players: list[int]
    rules: int
    options: list[OptionBody]
    dials: list[DialBody]
    house_rules: list[HouseRulesBody] = Field(description="the sets of dials that tables of this house may have")


class BotBody(BaseModel):
    name: str
    title: str = Field(description="what it is called at a table, in the reader's language")
    level: str
    words: str


class GamesBody(BaseModel):
    games: list[GameBody]
    bots: list[BotBody]


class SeatBody(BaseModel):
    seat: int
    kind: str = Field(description="person, bot or open")
    name: str
    bot: str
    level: str
    minded: bool = Field(description="a bot is filling in for a person who may come back")
    asked_by: str = Field(description="the name of somebody who asks to take over this bot's seat, else empty")
    taken_over: int | None = Field(description="the event after which a person took the seat over from a bot")


class WordBody(BaseModel):
    seat: int | None = Field(description="who gave it; null for the house")
    after: int = Field(description="how many chance events had come before")
    text: str


class TableBody(BaseModel):
    """The header of a table."""

    id: str
    game: str
    options: dict[str, str]
    dials: dict[str, int] = Field(description="house rules: the numbers of the game that are not as printed")
    public: bool
    spectators: bool
    takeover: bool = Field(description="anybody may ask for a bot's seat during the game")
    talk: bool = Field(description="people may use words of their own on its page, not only phrases and gestures")
    hints: bool = Field(description="people who play against each other may ask the house for advice on its page")
    status: str = Field(description="waiting, running, over, abandoned or study")
    version: int
    lines: int
    seats: list[SeatBody]
    to_act: list[int]
    rematch: str
    scores: list[int]
    winners: list[int]
    commitment: str = Field(description="the hash of the secret behind all chance here; empty in lists and at older tables")
    secret: str = Field(description="the secret, in hexadecimal digits; empty until the table has ended")
    words: list[WordBody] = Field(description="what went into chance besides the secret; empty until the table has ended")


class TablesBody(BaseModel):
    tables: list[TableBody]


class OfferBody(BaseModel):
    """The promise of a table that does not exist yet."""

    table: str = Field(description="the id it will have")
    commitment: str = Field(description="the hash of its secret")
    promise: str = Field(description="to be sent with the request that sets up the table, within a day, once")


class SeatToken(BaseModel):
    seat: int
    token: str
    waiting: bool = Field(default=False, description="the token works once everybody at the table has agreed")


class NewTableBody(BaseModel):
    table: TableBody
    tokens: list[SeatToken] = Field(description="one for each seat of the caller")


class ChoiceBody(BaseModel):
    text: str = Field(description="the move in notation, ready to be posted")
    label: str


class OptionsBody(BaseModel):
    version: int
    seat: int | None
    ask: str
    options: list[ChoiceBody]


class LogBody(BaseModel):
    number: int
    seat: int | None
    told: str
    heard: str
    turn: str


class TallyBody(BaseModel):
    words: str
    cells: list[str | int]
    clause: str
    note: str


class ViewBody(BaseModel):
    """The table as the caller's seat, or a spectator, sees it."""

    table: TableBody
    seat: int | None
    version: int
    at: int = Field(description="how many events the shown position has")
    view: dict[str, Any] | None = Field(description="the game's own view; null before the start")
    options: list[ChoiceBody]
    log: list[LogBody]
    headline: str
    ask: str
    over: bool
    tally: list[TallyBody]
    scores: list[int]
    winners: list[int]
    can_undo: bool
    notes: dict[str, str] = Field(description="the private notes of the caller's own seat; empty for everybody else")
    bots_before: int | None = Field(description="how many tables come before this one's bots, once people have waited for long")


class PlayedBody(BaseModel):
    version: int
    repeated: bool = Field(description="this key had been used before; nothing was done this time")


class WhyBody(BaseModel):
    legal: bool
    sentence: str
    clause: str


class NotesBody(BaseModel):
    version: int
    notes: dict[str, str]


class SeatAsked(Strict):
    kind: str = Field("open", description="person (the caller's), open, or bot", max_length=16)
    name: str = Field("", max_length=4 * NAME_LENGTH)
    bot: str = Field("", description="the bot's name or level; the house chooses if left out", max_length=32)


_A_WORD = Field("", max_length=4 * WORD_LENGTH, description="goes into all chance from then on; best 128 random bits")


class TableAsked(Strict):
    game: str = Field(max_length=64)
    seats: list[SeatAsked] = Field(min_length=1, max_length=MOST_SEATS)
    options: dict[str, str] = Field(default_factory=dict, max_length=32)
    house_rules: str = Field("", max_length=200, description="the name of one of the game's `house_rules`; empty: as printed")
    public: bool = True
    spectators: bool = True
    takeover: bool = Field(False, description="anybody may ask for a bot's seat during the game")
    talk: bool = Field(True, description="people may use words of their own on its page, not only phrases and gestures")
    hints: bool = Field(False, description="people who play against each other may ask the house for advice on its page")
    promise: str = Field("", max_length=500, description="from `POST /promises`; without one the caller's word cannot count")
    word: str = _A_WORD


class PromiseAsked(Strict):
    rematch_of: str = Field("", max_length=32, description="the table whose rematch is promised; empty for any new table")


class RematchAsked(Strict):
    promise: str = Field("", max_length=500, description="from `POST /promises`; without one the caller's word cannot count")
    word: str = _A_WORD


class JoinAsked(Strict):
    name: str = Field(max_length=4 * NAME_LENGTH)
    seat: int | None = Field(None, ge=0, lt=MOST_SEATS, description="the first open seat if left out")
    word: str = _A_WORD


class AnswerAsked(Strict):
    seat: int = Field(ge=0, lt=MOST_SEATS, description="the bot's seat that somebody asks for")
    name: str = Field(max_length=4 * NAME_LENGTH, description="who asks, as `asked_by` says")
    agree: bool


class MoveAsked(Strict):
    move: str = Field(max_length=MOVE_LENGTH, description="a move in notation, as `options` lists them")
    version: int | None = Field(None, ge=0, le=NUMBER, description="the version the caller saw")
    word: str = Field("", max_length=4 * WORD_LENGTH, description="counts if the seat gave none before, or since a restore")


class UndoAsked(Strict):
    version: int | None = Field(None, ge=0, le=NUMBER)


class WhyAsked(Strict):
    move: str = Field(max_length=MOVE_LENGTH)


class NoteAsked(Strict):
    key: str = Field(pattern=f"^{NOTE_WORD.pattern}$")
    value: str = Field(pattern=f"^({NOTE_WORD.pattern})?$", description="an empty value removes the note")


class BotAsked(Strict):
    bot: str = Field("", description="the bot's name or level; the house chooses if left out", max_length=32)


class RecordAsked(Strict):
    record: str = Field(max_length=100_000)


def game_body(game: AnyGame, sets: Sequence[DialFile]) -> GameBody:
    """A game for programs, with the sets of dials that the house offers."""
    options = [
        OptionBody(
            name=option.name,
            help=game.option_help(option),
            default=option.default,
            choices={str(players): list(option.choices(players)) for players in game.seats},
        )
        for option in game.about.options
    ]
    return GameBody(
        id=game.id,
        name=game.name,
        pitch=game.pitch,
        minutes=game.about.minutes,
        players=list(game.seats),
        rules=game.about.rules_version,
        options=options,
        dials=[DialBody(words=dial.words, **{name: getattr(dial, name) for name in DIAL}) for dial in dials(game)],
        house_rules=[HouseRulesBody(name=given.name, dials=dict(given.values)) for given in sets],
    )


def table_body(info: TableInfo) -> TableBody:
    """A header for programs."""
    return TableBody(
        id=info.id,
        game=info.game.id,
        options=dict(info.options),
        dials=dict(info.game.turned),
        **vars(info.access),
        status=info.status,
        version=info.version,
        lines=info.lines,
        seats=[SeatBody(**vars(seat)) for seat in info.seats],
        to_act=list(info.to_act),
        rematch=info.rematch,
        scores=list(info.scores),
        winners=list(info.winners),
        commitment=info.fair.commitment,
        secret=info.fair.secret,
        words=[WordBody(**vars(word)) for word in info.fair.words],
    )


def view_json(shown: Snapshot) -> str:
    """A `ViewBody` as JSON: what `view` answers and what a stream carries."""
    members = {
        "table": table_body(shown.table).model_dump(),
        "seat": shown.seat,
        "version": shown.version,
        "at": shown.at,
        "view": shown.view,
        "options": [vars(choice) for choice in shown.options],  # as dictionaries they are written in half the time
        "log": [entry._asdict() for entry in shown.log],
        "headline": shown.headline,
        "ask": shown.ask,
        "over": shown.over,
        "tally": [vars(row) for row in shown.tally],
        "scores": shown.scores,
        "winners": shown.winners,
        "can_undo": shown.can_undo,
        "notes": shown.notes,
        "bots_before": shown.bots_before,
    }
    return to_json(members).decode()


def choice_bodies(shown: Snapshot) -> list[ChoiceBody]:
    """The legal moves for programs."""
    return [ChoiceBody(text=choice.text, label=choice.label) for choice in shown.options]
