"""The table page: what one pair of eyes sees of a table, live, from the lobby to the final scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from markupsafe import Markup, escape

from zashiki.bots import BOTS, GUESTS
from zashiki.bots.levels import NAMES
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Scene, Seat, TallyRow
from zashiki.core.words import LANGUAGE, listed, with_names
from zashiki.server.cache import AS_HEARD
from zashiki.server.model import (
    ABANDONED,
    BOT,
    OPEN_SEAT,
    PERSON,
    RUNNING,
    WAITING,
    WARMING,
    Choice,
    LogEntry,
    SeatInfo,
    Snapshot,
    TableInfo,
)
from zashiki.server.pages.board import BAR, draw_account, draw_board, draw_scene, with_foot
from zashiki.server.pages.draw import DialLine, Frame, Shared, dial_lines, draw, draw_kept, option_words, portrait
from zashiki.server.pages.fair import FairPart, fair_part
from zashiki.server.pages.result import Side, joined, result_words, sides_of
from zashiki.server.recent import Recent
from zashiki.server.words import WORDS

ENTRIES_KEPT = 32_768  # lines of logs, some 500 bytes each
IN_BAR = 8  # more options than these are not put into the bar below the board
PLACES = ('data-move="', 'name="move" value="')  # how a move stands on a board
NEWS = 12  # events in the line above the board
SCENES_DRAWN = 1024
SCENE_LINES = 60  # how many of the newest events a game may make scenes of
SCENES_KEPT = 3  # whoever was away longer looks back instead


@dataclass(frozen=True)
class Chair:
    """A seat in the list of those at the table."""

    seat: Seat
    kind: str
    name: str
    words: str
    mine: bool
    acting: bool
    bot: str  # who plays there if it is no person
    minder: str  # the same in words, if it is for somebody who may come back
    actions: tuple[tuple[str, str], ...]  # what this guest may do with it: the last part of the route, and the button's label


@dataclass(frozen=True)
class AtSeats:
    """The list of those at the table."""

    base: str
    table: str
    status: str
    seat: Seat | None
    chairs: tuple[Chair, ...]
    bots_stay: bool  # whether to say that this guest may not take over a bot's seat
    weaker: str  # why the strongest guest is not at its best


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


@dataclass(frozen=True)
class Ask:
    """Somebody who asks for a bot's seat."""

    seat: Seat
    name: str
    words: str
    mine: bool  # whether this guest asks
    answer: bool  # whether this guest has to answer


@dataclass(frozen=True)
class Foot:
    """What the house puts into the bar below a board."""

    base: str
    table: str
    waiting: str  # for whom, where this viewer is not asked anything
    thinking: list[str]
    so_far: list[str]
    choices: tuple[Choice, ...]  # options that stand nowhere on the board
    can_undo: bool
    may_hint: bool = False
    seat: Seat | None = None


@dataclass(frozen=True)
class DrawnScene:
    """A scene of a game, ready to be shown."""

    number: int
    title: str
    steps: list[Markup]


@dataclass(frozen=True)
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
    faces: list[Markup]
    headline: str
    ask: str
    board: Markup
    options: tuple[Choice, ...]
    forced: bool  # the one option there is may be played at once
    since: int  # the last event that this viewer's seat decided, 0 if none
    queue: int | None  # how many tables come before the bots of this one, if people have waited for long
    news: list[LogEntry]  # what has happened after that, newest first; the decision itself if nothing has
    where: str  # to look back at an event
    scenes: list[DrawnScene]
    chairs: tuple[Chair, ...]
    weaker: str
    at_seats: Markup
    asks: list[Ask]
    can_sit: bool
    chosen: list[str]
    house_rules: tuple[DialLine, ...]
    log: Markup
    more: Markup
    may_abandon: bool
    curtain: Seat | None
    over: bool
    result: str
    tally: tuple[TallyRow, ...]
    sides: tuple[Side, ...]
    winners: tuple[Seat, ...]
    rematch: str
    fair: FairPart
    course: str  # where the course of the game is found once it is over
    chances: str  # where the house tells how the chances stood, if it can


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
    shared: Shared


def live_of(base: str, s: Snapshot) -> Live:
    """The changing part of the table page, from one snapshot and nothing else."""
    t, options = s.table, options_of(s)
    headline = s.headline or WORDS(f"status_{t.status}")
    running, may_abandon = t.status == RUNNING, s.host and t.status in (WAITING, RUNNING)
    chairs = tuple(chair_of(s, seat) for seat in t.seats)
    fair = fair_part(t, asks_word=t.status == WAITING and may_sit(s))
    more = More(
        base, t.id, t.game.id, None if s.over else fair, running and s.seat is not None, may_abandon, dial_lines(base, t.game)
    )
    noting = s.seat in s.my_seats and running
    board = board_of(base, s, options, noting=noting, accounts={} if s.seat is None else {"eyes": s.seat})
    where = f"{base}/tables/{t.id}/replay"
    since = last_decision(s)
    bots_stay = running and s.seat is None and not s.may_take_over and any(seat.kind == BOT for seat in t.seats)
    weaker = weaker_words(s.weaker)
    return Live(
        base=base,
        table=t.id,
        game=t.game,
        status=t.status,
        version=s.version,
        title=title_of(s),
        seat=s.seat,
        names=t.names,
        faces=faces_of(base, t),
        headline=headline,
        ask=older_words(s) or (WORDS("table_abandoned_ask") if t.status == ABANDONED else s.ask),
        board=with_foot(board, foot_of(base, s, options, board)) if running else board,
        options=options,
        forced=len(options) == 1 and t.game.open_forced(s.view),
        since=since,
        queue=s.bots_before,
        news=[entry for entry in reversed(s.log) if entry.number > since][:NEWS] or list(s.log[-1:]),
        where=where,
        scenes=scenes_of(base, s, since),
        chairs=chairs,
        weaker=weaker,
        at_seats=draw_kept("_seats.html", AtSeats(base, t.id, t.status, s.seat, chairs, bots_stay, weaker)),
        asks=[ask_of(s, seat) for seat in t.seats if seat.asked_by and running],
        can_sit=may_sit(s) and any(seat.kind != PERSON and not seat.minded for seat in t.seats),
        chosen=[
            option_words(t.game, option, t.options[option.name]) for option in t.game.about.options if option.name in t.options
        ],
        house_rules=dial_lines(base, t.game),
        log=draw_log(s.log, where, since=since),
        more=draw_kept("_more.html", more),
        may_abandon=may_abandon,
        curtain=s.seat if len(s.my_seats) > 1 and running and options else None,
        over=s.over,
        result=result_words(t.game, t.names, s.winners) if s.over else "",
        tally=tally_of(s),
        sides=sides_of(t.game, t.names),
        winners=s.winners,
        rematch=t.rematch,
        fair=fair,
        course=f"{base}/tables/{t.id}/course",
        chances=chances_address(base, s),
    )


def chances_address(base: str, s: Snapshot) -> str:
    """Where the house tells how the chances stood; "" for house rules, which nobody compiles, and where no board can be drawn."""
    return "" if s.table.game.turned or s.older_rules is not None else f"{base}/tables/{s.table.id}/chances"


def faces_of(base: str, t: TableInfo) -> list[Markup]:
    """The portraits of the guests at a table, by seat; empty for everybody else."""
    return [portrait(base, seat.bot) for seat in t.seats]


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
    return draw("_live.html", live_of(base, s))


def draw_log(log: Sequence[LogEntry], where: str, more: str = "", here: int | None = None, since: int = 0) -> Markup:
    """The lines of the log, newest first and by turns, each linking to its position; a line above the viewer's last decision."""
    lines: list[str] = []
    for newer, entry in zip((None, *reversed(log)), reversed(log), strict=False):
        if newer is not None and entry.number == since:
            lines.append(f'<li class="since">{escape(WORDS("log_since"))}</li>')
        if entry.turn and (newer is None or newer.turn != entry.turn):
            lines.append(f'<li class="of-turn">{escape(entry.turn)}</li>')
        lines.append(draw_entry(entry, where, more, here=entry.number == here))
    return Markup("\n".join(lines))


@lru_cache(ENTRIES_KEPT)
def draw_entry(entry: LogEntry, where: str, more: str, *, here: bool) -> str:
    """A line of the log: drawn once, since every page after it shows it again."""
    kind = " ".join([*([] if entry.seat is None else [f"seat-{entry.seat}"]), *(["here"] if here else [])])
    current = " aria-current=step" if here else ""
    link = f'<a href="{escape(where)}?at={entry.number}{escape(more)}"{current}>{escape(entry.told)}</a>'
    return f'<li data-number="{entry.number}" class="{kind}">{link}</li>'


def board_of(
    base: str, s: Snapshot, options: Sequence[Choice] = (), *, noting: bool = False, accounts: Mapping[str, object] | None = None
) -> Markup:
    """The board as this viewer sees it, with `options` lit up and, if `noting`, buttons for notes; empty before the start.

    `accounts` is what the address of a number's account says besides the number.
    """
    if s.view is None:
        return Markup("")
    legal = {choice.text: choice.label for choice in options}
    game = s.table.game
    return draw_board(
        game,
        s.view,
        s.seat,
        s.table.names,
        legal,
        s.notes,
        faces=faces_of(base, s.table),
        noting=noting,
        rules_at=f"{base}/rules/{game.id}",
        account_at=f"{base}/tables/{s.table.id}/account?{urlencode({**(accounts or {}), 'of': ''})}",
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


def foot_of(base: str, s: Snapshot, options: Sequence[Choice], board: str) -> Markup:
    """The house's part of the bar: what cannot be chosen on the board, undo, or for whom the table waits."""
    t = s.table
    waiting = "" if options else WORDS("table_waiting", names=joined([t.names[seat] for seat in t.to_act if seat != s.seat]))
    thinking = thinking_words(t, s.bots_before)
    may_hint = s.may_hint and len(options) > 1
    foot = Foot(base, t.id, waiting, thinking, steps_so_far(s), off_board(options, board), s.can_undo, may_hint, s.seat)
    return Markup(draw("_foot.html", foot))


def off_board(options: Sequence[Choice], board: str) -> tuple[Choice, ...]:
    """The options for the bar: those that stand nowhere on the board, if they are few; an only one stands in any bar, once."""
    if not options:
        return ()
    _, bar, below = board.rpartition(BAR)
    looked_at = board if len(options) > 1 else below if bar else ""
    there = {part[: part.index('"')] for place in PLACES for part in looked_at.split(place)[1:]}
    missing = [choice for choice in options if escape(choice.text) not in there]
    return tuple(missing) if len(missing) <= IN_BAR else ()


def last_decision(s: Snapshot) -> int:
    """The newest event that the viewer's seat decided."""
    return next((entry.number for entry in reversed(s.log) if entry.seat == s.seat), 0) if s.seat is not None else 0


def scenes_of(base: str, s: Snapshot, since: int) -> list[DrawnScene]:
    """What was opened by the viewer's last decision and after it."""
    game, names = s.table.game, s.table.names
    if s.view is None:
        return []
    found = [scene for scene in game.scenes(s.log[-SCENE_LINES:], s.view) if scene.number >= since][-SCENES_KEPT:]
    return [DrawnScene(scene.number, with_names(scene.title, names), steps_of(base, s, scene)) for scene in found]


_scenes = Recent[list[Markup]](SCENES_DRAWN)


def steps_of(base: str, s: Snapshot, scene: Scene) -> list[Markup]:
    """A scene, drawn once for each pair of eyes: it stands in every page until they decide again."""
    key = s.table.id, s.viewer, repr(scene), tuple(s.table.names), base, LANGUAGE.get()
    game = s.table.game
    return _scenes.get(key, lambda: draw_scene(game, scene, s.view, s.seat, s.table.names, f"{base}/rules/{game.id}"))


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


def chair_of(s: Snapshot, seat: SeatInfo) -> Chair:
    """One seat, with what this guest may do with it."""
    mine = seat.seat in s.my_seats
    t = s.table
    return Chair(
        seat.seat,
        seat.kind,
        seat.name,
        chair_words(seat, mine),
        mine,
        seat.seat in t.to_act,
        seat.bot,
        bot_words(seat) if seat.minded else "",
        chair_actions(s, seat, mine),
    )


def weaker_words(why: str) -> str:
    """That the strongest guest is not at its best; nothing where it is."""
    names = {"best": GUESTS[NAMES[-1]].title, "other": GUESTS[NAMES[-2]].title}
    return WORDS("table_warming" if why == WARMING else "table_unprepared", **names) if why else ""


def ask_of(s: Snapshot, seat: SeatInfo) -> Ask:
    """Somebody who asks for a seat, as this guest is told."""
    mine = s.asking == seat.seat
    words = WORDS("table_you_ask", seat=seat.name) if mine else WORDS("table_asks", name=seat.asked_by, seat=seat.name)
    return Ask(seat.seat, seat.asked_by, words, mine, seat.seat in s.may_answer)


def may_sit(s: Snapshot) -> bool:
    """Whether this guest may take a seat that is open or a bot's, or ask for it."""
    if s.table.status == RUNNING:
        return s.may_take_over and s.asking is None
    return s.table.status == WAITING and not s.my_seats


def chair_words(seat: SeatInfo, mine: bool) -> str:
    """Who sits there, in a few words."""
    if seat.kind == OPEN_SEAT:
        return ""
    words = [WORDS("lobby_you")] if mine and not seat.minded else []
    if seat.kind == BOT:
        level = WORDS(f"level_{seat.level}")
        words = [WORDS("table_minded", who=bot_words(seat)) if seat.minded else WORDS("table_bot", level=level)]
    if seat.taken_over is not None:
        words.append(WORDS("table_taken_over", at=seat.taken_over))
    return listed(words)


def bot_words(seat: SeatInfo) -> str:
    """The bot of a seat by its own name, and how strong it is."""
    return WORDS("table_bot_named", name=BOTS[seat.bot].title, level=WORDS(f"level_{seat.level}"))


def chair_actions(s: Snapshot, seat: SeatInfo, mine: bool) -> tuple[tuple[str, str], ...]:
    """What this guest may do with a seat; the house checks it again."""
    status = s.table.status
    if status not in (WAITING, RUNNING):
        return ()
    if mine and status == WAITING:
        return (("rename", WORDS("lobby_rename")),)
    if mine and seat.minded:
        return (("take-back", WORDS("table_take_back")),)
    if seat.kind != PERSON and not seat.minded and not seat.asked_by and may_sit(s):
        take_over = WORDS("table_ask_seat" if status == RUNNING else "table_take_over")
        return (("join", WORDS("lobby_sit") if seat.kind == OPEN_SEAT else take_over),)
    if status == RUNNING and seat.kind == PERSON and (mine or s.host):
        return (("hand", WORDS("table_hand") if mine else WORDS("table_hand_other")),)
    return ()
