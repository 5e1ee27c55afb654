"""The table page: what one pair of eyes sees of a table, live, from the lobby to the final scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from markupsafe import Markup, escape

from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat, TallyRow
from zashiki.server.cache import AS_HEARD
from zashiki.server.changes import Drawing
from zashiki.server.model import (
    ABANDONED,
    BOT,
    PERSON,
    RUNNING,
    WAITING,
    Choice,
    LogEntry,
    Snapshot,
    TableInfo,
)
from zashiki.server.pages.board import (
    BAR,
    Context,
    context_of,
    draw_account,
    sketch_of_board,
    texts_with_foot,
)
from zashiki.server.pages.chairs import Ask, Chair, ask_of, chairs_of, draw_seats, may_sit, weaker_words
from zashiki.server.pages.draw import DialLine, Frame, Shared, chunks, dial_lines, draw, option_words, portrait
from zashiki.server.pages.fair import FairPart, fair_part
from zashiki.server.pages.log import draw_log_live, draw_news, last_decision, news_of
from zashiki.server.pages.result import Place, Side, joined, places_of, result_words, sides_of
from zashiki.server.pages.scenes import scenes_of
from zashiki.server.pages.sketches import Sheet, Sketchbook, Sketchbooks, once, put_together, whole_texts
from zashiki.server.words import WORDS

IN_BAR = 8  # more options than these are not put into the bar below the board
PLACES = ('data-move="', 'name="move" value="')  # how a move stands on a board


@dataclass(frozen=True)
class More:
    """What else there is to do at the table."""

    base: str
    table: str
    game: str
    fair: FairPart | None  # None where it is shown elsewhere
    can_ask: bool  # why a move is not allowed
    may_abandon: bool
    house_rules: tuple[DialLine, ...]


@dataclass
class Foot:
    """What the house puts into the bar below a board."""

    base: str
    table: str
    waiting: str  # for whom, where this viewer is not asked anything
    alone: Seat | None  # who that is, if it is one
    thinking: list[str]
    so_far: list[str]
    choices: tuple[Choice, ...]  # options that stand nowhere on the board
    can_undo: bool
    hint_for: Seat | None  # who may ask the house for advice


@dataclass(frozen=True)
class Moves:
    """All moves that a viewer may choose from."""

    options: tuple[Choice, ...]


@dataclass(frozen=True)
class Lobby:
    """A table whose game has not begun."""

    base: str
    table: str
    game: AnyGame
    seat: Seat | None
    chairs: tuple[Chair, ...]
    weaker: str
    chosen: list[str]
    house_rules: tuple[DialLine, ...]
    fair: FairPart
    may_abandon: bool


@dataclass(frozen=True)
class Result:
    """What came of a game."""

    base: str
    table: str
    game: AnyGame
    status: str
    seat: Seat | None
    names: list[str]
    faces: tuple[Markup, ...]
    result: str
    places: tuple[Place, ...]
    tally: tuple[TallyRow, ...]
    sides: tuple[Side, ...]
    winners: tuple[Seat, ...]
    rematch: str
    fair: FairPart
    course: str  # where the course of the game is found
    chances: str  # where the house tells how the chances stood, if it can


@dataclass
class Live:
    """Everything on a table page that changes; redrawn for each viewer after each change."""

    base: str
    table: str
    game: AnyGame
    status: str
    version: int
    title: str
    seat: Seat | None
    names: list[str]
    headline: str
    ask: str
    board: Markup
    options: Markup
    asked: bool
    forced: bool  # the one option there is may be played at once
    since: int  # the last event that this viewer's seat decided, 0 if none
    queue: int | None  # how many tables come before the bots of this one, if people have waited for long
    news: list[LogEntry]  # what has happened after that, newest first; the decision itself if nothing has
    news_lines: Markup
    scenes: list[Markup]
    chairs: tuple[Chair, ...]
    weaker: str
    at_seats: Markup
    asks: list[Ask]
    can_sit: bool
    log: list[Markup]
    more: Markup
    curtain: Seat | None
    lobby: Markup
    result: Markup


@dataclass(frozen=True)
class TablePage:
    """The page around the part that changes."""

    frame: Frame
    table: str
    game: str
    game_name: str
    script: bool  # whether the game has a script of its own
    title: str
    stream: str
    signs: int  # seconds between the stream's signs of life
    notice: str
    name: str  # of the guest: at this table, or the one used last
    live: Markup
    people: Markup  # the people's corner
    invite: str
    qr: Markup
    inviting: bool  # whether the link is what this guest came for, and stands first
    shared: Shared


BOARD = Markup("")  # where the board stands among the texts of a page


def live_of(base: str, s: Snapshot, context: Context | None = None, sketches: Sketchbook | None = None) -> Live:
    """The changing part of the table page, from one snapshot and nothing else. `context` is what its board is drawn from, and
    `sketches` has what was drawn before."""
    t, options, sitting = s.table, options_of(s), may_sit(s)
    running, may_abandon = t.status == RUNNING, s.host and t.status in (WAITING, RUNNING)
    chairs = once(sketches, chairs_of, t.seats, s.my_seats, t.to_act, t.status, sitting, s.host)
    where = f"{base}/tables/{t.id}/replay"
    since = last_decision(s)
    news = news_of(s.log, since)
    bots_stay = running and s.seat is None and not s.may_take_over and any(seat.kind == BOT for seat in t.seats)
    weaker = weaker_words(s.weaker) if s.weaker else ""
    waiting = t.status == WAITING
    can_ask = running and s.seat is not None
    return Live(
        base=base,
        table=t.id,
        game=t.game,
        status=t.status,
        version=s.version,
        title=title_of(s),
        seat=s.seat,
        names=t.names,
        headline=s.headline or WORDS(f"status_{t.status}"),
        ask=older_words(s) or (WORDS("table_abandoned_ask") if t.status == ABANDONED else s.ask),
        board=BOARD,
        options=once(sketches, draw_options, options),
        asked=bool(options),
        forced=len(options) == 1 and t.game.open_forced(s.view),
        since=since,
        queue=s.bots_before,
        news=news,
        news_lines=draw_news(news, where),
        scenes=scenes_of(s, since, context, sketches),
        chairs=chairs,
        weaker=weaker,
        at_seats=once(sketches, draw_seats, base, t.id, t.game, t.status, s.seat, chairs, bots_stay, weaker),
        asks=[ask_of(s, seat) for seat in t.seats if seat.asked_by and running],
        can_sit=sitting and any(seat.kind != PERSON and not seat.minded for seat in t.seats),
        log=draw_log_live(s.log, where, since, sketches),
        more=once(sketches, draw_more, base, t.id, t.game, None if s.over else fair_part(t), can_ask, may_abandon),
        curtain=s.seat if len(s.my_seats) > 1 and running and options else None,
        lobby=draw_lobby(base, s, chairs, weaker, may_abandon=may_abandon) if waiting else Markup(""),
        result=draw_result(base, s) if s.over else Markup(""),
    )


def draw_options(options: tuple[Choice, ...]) -> Markup:
    """All moves there are, as a list."""
    return Markup(draw("_moves.html", Moves(options))) if options else Markup("")


def draw_more(base: str, table: str, game: AnyGame, fair: FairPart | None, can_ask: bool, may_abandon: bool) -> Markup:
    """What else there is to do at the table; `fair` only where that is not shown elsewhere."""
    more = More(base, table, game.id, fair, can_ask, may_abandon, dial_lines(base, game))
    return Markup(draw("_more.html", more))


def draw_lobby(base: str, s: Snapshot, chairs: tuple[Chair, ...], weaker: str, *, may_abandon: bool) -> Markup:
    """The table before its game begins."""
    t = s.table
    options = [option for option in t.game.about.options if option.name in t.options]
    lobby = Lobby(
        base=base,
        table=t.id,
        game=t.game,
        seat=s.seat,
        chairs=chairs,
        weaker=weaker,
        chosen=[option_words(t.game, option, t.options[option.name]) for option in options],
        house_rules=dial_lines(base, t.game),
        fair=fair_part(t, asks_word=may_sit(s)),
        may_abandon=may_abandon,
    )
    return Markup(draw("_lobby.html", lobby))


def draw_result(base: str, s: Snapshot) -> Markup:
    """What came of the game."""
    t = s.table
    result = Result(
        base=base,
        table=t.id,
        game=t.game,
        status=t.status,
        seat=s.seat,
        names=t.names,
        faces=faces_of(base, t),
        result=result_words(t.game, t.names, s.winners),
        places=places_of(t.game, t.names, s.scores, s.winners),
        tally=tally_of(s),
        sides=sides_of(t.game, t.names),
        winners=s.winners,
        rematch=t.rematch,
        fair=fair_part(t),
        course=f"{base}/tables/{t.id}/course",
        chances=chances_address(base, s),
    )
    return Markup(draw("_result.html", result))


def chances_address(base: str, s: Snapshot) -> str:
    """Where the house tells how the chances stood; "" for house rules, which nobody compiles, and where no board can be drawn."""
    return "" if s.table.game.turned or s.older_rules is not None else f"{base}/tables/{s.table.id}/chances"


def faces_of(base: str, t: TableInfo) -> tuple[Markup, ...]:
    """The portraits of the guests at a table, by seat; empty for everybody else."""
    return tuple(portrait(base, seat.bot) for seat in t.seats)


def title_of(s: Snapshot) -> str:
    """The title of the page, which also tells from another tab that it is this viewer's turn."""
    headline = s.headline or WORDS(f"status_{s.table.status}")
    return WORDS("table_title_turn" if options_of(s) else "table_title", headline=headline, game=s.table.game.name)


def older_words(s: Snapshot) -> str:
    """Why a game of older rules, or a record with hidden parts, shows no board; "" for every other game."""
    if s.older_rules is None:
        return ""
    return WORDS("heard_only") if s.older_rules == AS_HEARD else WORDS("older_rules", rules=s.older_rules)


def tally_of(s: Snapshot) -> tuple[TallyRow, ...]:
    """The final count; of a game of older rules, only what came of it."""
    return (TallyRow(WORDS("older_rules_scores"), s.scores, ""),) if s.older_rules is not None and s.over else s.tally


def draw_live(base: str, s: Snapshot) -> str:
    """The fragment for one viewer, in lines that change as little as possible from one version to the next."""
    return "".join(sketch_live(base, s, None))


class LivePages:
    """Draws the pages of all tables, each with what was drawn of its table before."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._books = Sketchbooks()

    def __call__(self, s: Snapshot) -> Drawing:
        return put_together(sketch_live(self._base, s, self._books.open(s.table.id)))


def sketch_live(base: str, s: Snapshot, sketches: Sketchbook | None) -> list[str]:
    """The texts that the fragment consists of, some of which were drawn before."""
    context = None if s.view is None else context_at(base, s)
    texts = chunks("_live.html", live_of(base, s, context, sketches))
    if context is not None:
        place = next(number for number, text in enumerate(texts) if text is BOARD)
        texts[place : place + 1] = sketch_board(base, s, context, sketches)
    return texts


def context_at(base: str, s: Snapshot) -> Context:
    """What the board is drawn from."""
    rules_at = f"{base}/rules/{s.table.game.id}"
    return context_of(s.table.game, s.view, s.seat, s.table.names, rules_at, yours=s.seat in s.my_seats)


def sketch_board(base: str, s: Snapshot, context: Context, sketches: Sketchbook | None) -> list[str]:
    """The texts of the board with the house's own controls in its bar."""
    options, running = options_of(s), s.table.status == RUNNING
    noting = running and s.seat in s.my_seats
    board = board_texts(base, s, context, options, noting=noting, sketches=sketches)
    return texts_with_foot(board, foot_of(base, s, options, board, sketches)) if running else board


def board_of(base: str, s: Snapshot, accounts: Mapping[str, object]) -> Markup:
    """The board as this viewer sees it, with nothing to choose; empty before the start.

    `accounts` is what the address of a number's account says besides the number.
    """
    return Markup("") if s.view is None else Markup("".join(board_texts(base, s, context_at(base, s), accounts=accounts)))


def board_texts(
    base: str,
    s: Snapshot,
    context: Context,
    options: Sequence[Choice] = (),
    *,
    noting: bool = False,
    accounts: Mapping[str, object] | None = None,
    sketches: Sketchbook | None = None,
) -> list[str]:
    """The texts of the board, with `options` lit up and, if `noting`, buttons for notes."""
    game = s.table.game
    return sketch_of_board(
        game,
        s.view,
        s.seat,
        s.table.names,
        {choice.text: choice.label for choice in options},
        s.notes,
        faces=faces_of(base, s.table),
        noting=noting,
        rules_at=f"{base}/rules/{game.id}",
        account_at=f"{base}/tables/{s.table.id}/account?{urlencode({**(accounts or {}), 'of': ''})}",
        sketches=sketches,
        context=context,
    )


@dataclass(frozen=True)
class AccountPage:
    """How a number came about, for browsers without script."""

    frame: Frame
    game: AnyGame
    table: str
    account: Markup


def account_of(base: str, s: Snapshot, number: str) -> Markup | None:
    """How a number on this viewer's board came about; None if there is no such number."""
    game = s.table.game
    if s.view is None:
        return None
    return draw_account(game, s.view, s.seat, s.table.names, number, f"{base}/rules/{game.id}", s.notes)


def foot_of(base: str, s: Snapshot, options: Sequence[Choice], board: Sequence[str], sketches: Sketchbook | None) -> Markup:
    """The house's part of the bar: what cannot be chosen on the board, undo, or for whom the table waits."""
    t = s.table
    others = () if options else tuple(seat for seat in t.to_act if seat != s.seat)
    waiting = WORDS("table_waiting", names=joined([t.names[seat] for seat in others])) if not options else ""
    alone = others[0] if len(others) == 1 else None
    thinking = thinking_words(t, s.bots_before)
    hint_for = s.seat if s.may_hint and len(options) > 1 else None
    choices = off_board(options, board) if options else ()
    return once(sketches, draw_foot, base, t.id, waiting, alone, thinking, steps_so_far(s), choices, s.can_undo, hint_for)


def draw_foot(
    base: str,
    table: str,
    waiting: str,
    alone: Seat | None,
    thinking: list[str],
    so_far: list[str],
    choices: tuple[Choice, ...],
    can_undo: bool,
    hint_for: Seat | None,
) -> Markup:
    """The same, from what it consists of."""
    return Markup(draw("_foot.html", Foot(base, table, waiting, alone, thinking, so_far, choices, can_undo, hint_for)))


def off_board(options: Sequence[Choice], board: Sequence[str]) -> tuple[Choice, ...]:
    """The options for the bar: those that stand nowhere on the board, if they are few; an only one stands in any bar, once."""
    if len(options) == 1:
        _, bar, below = "".join(board).rpartition(BAR)
        board = [below] if bar else []
    there = set[str]().union(*(moves_in(text) for text in whole_texts(board)))
    missing = [choice for choice in options if escape(choice.text) not in there]
    return tuple(missing) if len(missing) <= IN_BAR else ()


def moves_in(text: str) -> frozenset[str]:
    """The moves that stand in a text; of a sheet, looked for once."""
    if isinstance(text, Sheet) and text.moves is not None:
        return text.moves
    moves = frozenset(part[: part.index('"')] for place in PLACES for part in text.split(place)[1:])
    if isinstance(text, Sheet):
        text.moves = moves
    return moves


def options_of(s: Snapshot) -> tuple[Choice, ...]:
    """What this viewer may choose from: nothing while a bot is filling in."""
    minded = s.seat is not None and s.table.seats[s.seat].kind == BOT
    return () if minded else s.options


def thinking_words(t: TableInfo, bots_before: int | None) -> list[str]:
    """A sentence for every bot that has to move, or one that says how long the queue for the bots is."""
    if bots_before is not None:
        return [WORDS("table_bots_busy", count=bots_before) if bots_before else WORDS("table_bots_next")]
    bots = [t.seats[seat] for seat in t.to_act if t.seats[seat].kind == BOT] if t.status == RUNNING else []
    named = [WORDS("table_bot_named", name=bot.name, level=WORDS(f"level_{bot.level}")) for bot in bots]
    return [WORDS("table_thinking", who=who) for who in named]


def steps_so_far(s: Snapshot) -> list[str]:
    """What the viewer's seat has done since anybody else last did something, while it can still take it back."""
    if s.seat is None or not (s.can_undo or s.options):
        return []
    steps: list[str] = []
    for entry in reversed(s.log):
        if entry.seat != s.seat:
            break
        steps.append(entry.told)
    return list(reversed(steps))[-4:] if s.can_undo else []
