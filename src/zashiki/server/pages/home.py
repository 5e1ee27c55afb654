"""The home page and the form that sets up a table."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any
from zlib import crc32

import structlog
from markupsafe import Markup

from zashiki.bots import GUESTS, Bot
from zashiki.core.chance import below, seeded
from zashiki.core.dials import DialFile
from zashiki.core.game import SPECTATOR, AnyGame
from zashiki.core.options import Option
from zashiki.core.table import Table
from zashiki.core.turning import turned
from zashiki.core.words import LANGUAGE, listed
from zashiki.printing.order import printable
from zashiki.server.model import BOT, GOING_ON, OPEN_SEAT, OVER, PERSON, WAITING, Access, SeatWish, TableInfo, TableWish
from zashiki.server.pages.board import draw_board, games_with_board
from zashiki.server.pages.draw import DialLine, Frame, dial_lines
from zashiki.server.pages.gallery import Printed, shapes_of, shelves_of
from zashiki.server.pages.taught import taught_games
from zashiki.server.words import WORDS

PICTURE_SEED = 4
USUAL_SEATS = 3
LOG = structlog.get_logger("zashiki")


@dataclass(frozen=True)
class GameCard:
    """A game on the home page."""

    game: AnyGame
    seats: str
    parties: tuple[int, ...]  # how many friends, oneself among them, can play it
    picture: Markup
    printable: bool
    lesson: bool


Row = tuple[TableInfo, str]  # a table and its state in words


@dataclass(frozen=True)
class HomePage:
    """The home page for one guest."""

    frame: Frame
    games: list[GameCard]
    first_lesson: AnyGame | None  # for whoever is new here
    mine: list[Row]
    lists: list[tuple[str, list[Row]]]


def home_page(
    frame: Frame,
    seats_of: Mapping[str, tuple[int, ...]],
    mine: list[TableInfo],
    waiting: list[TableInfo],
    running: list[TableInfo],
    results: list[TableInfo],
) -> HomePage:
    """The page, ready to draw; `seats_of` names the guest's own seats by table."""
    cards = [
        GameCard(
            game,
            WORDS("or").join(_runs(game.seats)),
            tuple(seats for seats in game.seats if seats > 1),
            picture_of(game, LANGUAGE.get()),
            printable(game),
            game.lessons is not None,
        )
        for game in games_with_board()
    ]
    going_on = [t for t in mine if t.status in GOING_ON]
    past = [t for t in mine if t not in going_on]
    lists = [("open", waiting), ("running", running), ("results", results), *([("past", past)] if past else [])]
    return HomePage(
        frame,
        cards,
        next(iter(taught_games()), None),
        [(t, WORDS("status_your_turn") if set(t.to_act) & set(seats_of.get(t.id, ())) else state_words(t)) for t in going_on],
        [(key, [(t, state_words(t)) for t in tables]) for key, tables in lists],
    )


def _runs(numbers: tuple[int, ...]) -> list[str]:
    """1, 3, 4, 5 as "1" and "3–5"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [str(run[0]) if len(run) == 1 else WORDS("from_to", first=run[0], last=run[-1]) for run in runs]


def state_words(t: TableInfo) -> str:
    """Where a table stands, in a few words."""
    if t.status == WAITING:
        free = sum(seat.kind == OPEN_SEAT for seat in t.seats)
        return WORDS("home_free", count=free)
    if t.status == OVER:
        return WORDS("home_won", names=listed(t.names[seat] for seat in t.winners))
    return listed([WORDS("status_" + t.status), WORDS("home_lines", count=t.lines)])


@cache
def picture_of(game: AnyGame, language: str) -> Markup:
    """The board in the middle of a random game, as a spectator sees it; its ids are its own. Nothing where drawing it fails: one
    game must not keep people from the others."""
    try:
        drawn = _half_way(game)
    except Exception:
        LOG.exception("the board cannot be drawn", game=game.id)
        return Markup("")
    return Markup(re.sub(r'(\bid="|href="#|url\(#)', rf"\1pic-{game.id}-", str(drawn)))


def _half_way(game: AnyGame) -> Markup:
    players = usual_seats(game)
    whole = play_randomly(game, players, game.about.max_events)
    half = play_randomly(game, players, len(whole.lines) // 2)
    return draw_board(game, half.view(SPECTATOR), None, WORDS("picture_names").split()[:players], {})


def play_randomly(game: AnyGame, players: int, lines: int) -> Table[Any, Any]:
    """The same random game every time, up to a number of lines."""
    table: Table[Any, Any] = Table(game, players, seed=PICTURE_SEED)
    rng = seeded(PICTURE_SEED, 1)
    while not table.over and len(table.lines) < lines:
        seat = table.to_act[0]
        actions = game.legal_actions(table.state, seat)
        table.play(seat, actions[below(rng, len(actions))])
    return table


def friendly_names() -> list[str]:
    """Names for people who have not given one."""
    return WORDS("friendly_names").split()


def friendly_name(visitor: str) -> str:
    """A name for somebody who has not given one: always the same for the same visitor."""
    names = friendly_names()
    return names[crc32(visitor.encode()) % len(names)]


def usual_seats(game: AnyGame) -> int:
    """The default number of players."""
    return USUAL_SEATS if USUAL_SEATS in game.seats else min(game.seats)


def solo_table(game: AnyGame, name: str, guests: Sequence[str], *, first: bool) -> TableWish:
    """One person against guests; a first game as its rules want it."""
    bots = [SeatWish(BOT, bot=guest) for guest in guests[: usual_seats(game) - 1]]
    options = game.about.first_game if first else {}
    return TableWish(game.id, (SeatWish(PERSON, name=name), *bots), options, Access(public=False))


def friends_table(game: AnyGame, name: str, players: int) -> TableWish:
    """One person and open seats, to be filled by link."""
    free = (SeatWish(OPEN_SEAT),) * (players - 1)
    return TableWish(game.id, (SeatWish(PERSON, name=name), *free), access=Access(public=False, takeover=True))


# The form


@dataclass(frozen=True)
class SeatLine:
    """One seat of the form."""

    number: int
    kind: str  # "me", "open" or "bot:<name>"
    name: str


@dataclass(frozen=True)
class GuestLine:
    """A guest as the form offers it."""

    bot: str
    name: str
    level: int  # 0 for one with a style
    level_words: str
    character: str


@dataclass(frozen=True)
class OptionLine:
    """One option of the form."""

    name: str
    title: str
    help: str
    default: str
    value: str
    choices: tuple[str, ...]
    is_seat: bool
    parts: tuple[str, ...]  # what a custom list can be put together from
    ticked: list[str]
    each: tuple[str, ...]  # what each seat may be given ...
    given: tuple[str, ...]  # ... and is, by seat; "" for none


@dataclass(frozen=True)
class RulesLine:
    """A set of rules that a table may have."""

    value: str
    words: str
    dials: tuple[DialLine, ...]
    chosen: bool


@dataclass(frozen=True)
class NewPage:
    """The form that sets up a table, with whatever was filled in last."""

    frame: Frame
    games: list[AnyGame]
    game: AnyGame
    players: int
    seats: list[SeatLine]
    guests: list[GuestLine]
    options: list[OptionLine]
    access: Access
    problem: str
    rules: list[RulesLine]  # house rules to choose among; empty where there are only the printed ones
    shapes: Markup  # what the faces refer to
    printed: Mapping[str, Printed]  # what can be chosen and is printed, by key


def new_page(
    frame: Frame,
    game: AnyGame,
    given: Mapping[str, str],
    name: str,
    guests: Sequence[str],
    sets: Sequence[DialFile],
    problem: str = "",
) -> NewPage:
    """The form; `given` has the fields of an earlier attempt, `guests` those who would come, from the second seat on."""
    players = players_of(game, given)
    offered = {"me", "open", *(f"bot:{guest}" for guest in GUESTS)}
    kinds = [given.get(f"seat_{number}", "") for number in range(players)]
    usual = ["me", *(f"bot:{guest}" for guest in guests)]
    others = (kind for kind in usual[1:] if kind not in kinds)
    seats = [
        SeatLine(
            number,
            kind if kind in offered else next(others, usual[number]) if number else "me",
            given.get(f"name_{number}", "" if number else name),
        )
        for number, kind in enumerate(kinds)
    ]
    tried = "seat_0" in given
    options = [option_line(game, option, players, given) for option in game.about.options]
    printed = printed_of(game, {value for option in options for value in (*option.choices, *option.parts, *option.each)})
    return NewPage(
        frame=frame,
        games=games_with_board(),
        game=game,
        players=players,
        seats=seats,
        guests=[guest_line(bot) for bot in GUESTS.values()],
        options=options,
        access=access_of(given) if tried else Access(),
        problem=problem,
        rules=rules_lines(frame.base, game, sets, given.get("house_rules", "")),
        shapes=shapes_of(game) if printed else Markup(""),
        printed=printed,
    )


def printed_of(game: AnyGame, keys: Collection[str]) -> dict[str, Printed]:
    """What is printed of these, drawn."""
    everything = (printed for shelf in shelves_of(game) for printed in shelf.printed)
    return {printed.thing.key: printed for printed in everything if printed.thing.key in keys}


def guest_line(bot: Bot) -> GuestLine:
    """A guest as the form offers it."""
    level = int(bot.level) if bot.level.isdecimal() else 0
    return GuestLine(bot.name, bot.title, level, WORDS(f"level_{bot.level}"), bot.words)


def rules_lines(base: str, game: AnyGame, sets: Sequence[DialFile], chosen: str) -> list[RulesLine]:
    """The printed rules and the house rules beside them, as the form offers them."""
    if not sets:
        return []
    named = [RulesLine(each.name, each.name, dial_lines(base, turned(game, each.values)), each.name == chosen) for each in sets]
    printed = RulesLine("", WORDS("new_rules_printed"), (), not any(line.chosen for line in named))
    return [printed, *named]


def option_line(game: AnyGame, option: Option, players: int, given: Mapping[str, str]) -> OptionLine:
    """An option as a form shows it."""
    parts = parts_of(option, players)
    choices = tuple(choice for choice in option.choices(players) if choice not in parts)
    value = value_of(option, players, given)
    words = value.split(",")
    if choices and words == [value] and value not in (*choices, *parts):  # chosen for another game, or for more seats
        value = option.default
    return OptionLine(
        option.name,
        game.option_title(option),
        game.option_help(option),
        option.default,
        value,
        choices,
        option.is_seat,
        parts,
        ticked=[part for part in words if part in parts],
        each=option.each,
        given=each_of(option, players, given),
    )


def parts_of(option: Option, players: int) -> tuple[str, ...]:
    """The choices that cannot stand alone: an option that has any takes a comma-separated list of them."""

    def stands_alone(choice: str) -> bool:
        try:
            option.read(choice, players)
        except ValueError:
            return False
        return True

    return tuple(choice for choice in option.choices(players) if not stands_alone(choice))


def value_of(option: Option, players: int, given: Mapping[str, str]) -> str:
    """What a form says about an option: the ticked list, what each seat is given (any that is left, if nothing was chosen for
    it), or else the choice."""
    each = each_of(option, players, given)
    if any(each):
        left = [value for value in option.each if value not in each]
        return ",".join(value or (left.pop(secrets.randbelow(len(left))) if left else "") for value in each)
    ticked = [part for part in parts_of(option, players) if f"part_{option.name}_{part}" in given]
    return ",".join(ticked) or given.get(f"option_{option.name}", option.default)


def each_of(option: Option, players: int, given: Mapping[str, str]) -> tuple[str, ...]:
    """What was chosen for each seat; "" for none."""
    return tuple(given.get(f"each_{option.name}_{seat}", "") for seat in range(players))


def players_of(game: AnyGame, given: Mapping[str, str]) -> int:
    """The number of seats a form asks for, or the default if it makes no sense."""
    text = given.get("players", "")
    return int(text) if text.isascii() and text.isdecimal() and int(text) in game.seats else usual_seats(game)


def wish_of(game: AnyGame, given: Mapping[str, str]) -> TableWish:
    """The table a filled-in form asks for; the house checks the rest."""
    players = players_of(game, given)
    seats = tuple(_seat_wish(given, number) for number in range(players))
    options = {option.name: value_of(option, players, given) for option in game.about.options}
    return TableWish(game.id, seats, options, access_of(given), given.get("house_rules", ""))


def access_of(given: Mapping[str, str]) -> Access:
    """The flags that a filled-in form has ticked."""
    return Access(**{flag.name: given.get(flag.name) == "yes" for flag in fields(Access)})


def _seat_wish(given: Mapping[str, str], number: int) -> SeatWish:
    kind, _, bot = given.get(f"seat_{number}", "open").partition(":")
    if kind == "me":
        return SeatWish(PERSON, name=given.get(f"name_{number}", "").strip() or friendly_names()[number])
    return SeatWish(BOT, bot=bot) if kind == "bot" else SeatWish(OPEN_SEAT)
