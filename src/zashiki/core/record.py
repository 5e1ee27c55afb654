"""Records of play (`.kifu`): text that a person can type from a real table and that replays without a random generator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from zashiki.core.dials import dials_in
from zashiki.core.errors import BadDial, BadNotation, BadOption, BadRecord, IllegalMove, NoRecord
from zashiki.core.game import AnyGame, write_dials
from zashiki.core.table import Table
from zashiki.core.turning import printed, turned
from zashiki.core.words import CORE as WORDS
from zashiki.core.words import listed

DIVIDER = "---"
BOOKKEEPING = ("game", "rules", "players", "options", "dials")  # what replaying needs; other header keys are kept as they are
NAMELESS = "human"  # among the seats: somebody who gave no name
HEARD_BY = "heard_by"  # in the header of a game that goes on: who heard its lines, whose hidden parts are masked or missing
_EVENT = re.compile(r"\s*(\*|\d+):")


@dataclass
class Kifu:
    """A parsed record: the header in order, the event lines, and the result lines (None while unfinished)."""

    header: dict[str, str]
    lines: list[str]
    result: dict[str, str] | None = None
    first_line: int = field(default=0, compare=False)  # number of the first event line in the file
    where: dict[str, int] = field(default_factory=dict, compare=False)  # numbers of the lines of header and result

    def write(self) -> str:
        """The canonical text."""
        parts = [*_pairs(self.header), DIVIDER, *self.lines]
        if self.result is not None:
            parts += [DIVIDER, *_pairs(self.result)]
        return "\n".join(parts) + "\n"

    @property
    def options(self) -> dict[str, str]:
        """The options of the header; BadRecord if one is not key=value or is given twice."""
        options: dict[str, str] = {}
        for word in self.header.get("options", "").split():
            key, equals, value = word.partition("=")
            if not equals or key in options:
                raise BadRecord(self.line_of("options"), WORDS("record_options", word=word))
            options[key] = value
        return options

    @property
    def seats(self) -> dict[str, str]:
        """Who sat where, by seat number as written; words that are not seat=name are skipped."""
        return dict(word.split("=", 1) for word in self.header.get("seats", "").split() if "=" in word)

    def name_of(self, seat: int) -> str:
        """Who sat there, as written; "" where nobody gave a name."""
        who = self.seats.get(str(seat), "")
        return "" if who == NAMELESS else who

    def called(self, seat: int) -> str:
        """What sentences about the record call somebody: by name, or by the seat as its lines count it for nobody or a bot."""
        name = self.name_of(seat)
        return WORDS("record_seat", number=seat) if not name or name.startswith("bot:") else name

    def line_of(self, key: str) -> int:
        """The line number of a key; 1 if there is no such line."""
        return self.where.get(key, 1)


def must_be_lines(kifu: Kifu, game: AnyGame, players: int) -> None:
    """BadRecord at the first line that no game for so many players could have, whatever is masked in it."""
    if len(kifu.lines) > game.about.max_events:
        most = game.about.max_events
        raise BadRecord(kifu.first_line + most, WORDS("record_too_long", game=game.name, most=most))
    for number, line in enumerate(kifu.lines, kifu.first_line):
        who, colon, text = line.partition(": ")
        if not colon or not text or (who != "*" and who not in map(str, range(players))):
            raise BadRecord(number, WORDS("not_a_line", line=line))


def _pairs(keys: dict[str, str]) -> list[str]:
    return [f"{key}: {value}".rstrip() for key, value in keys.items()]


def read_kifu(text: str) -> Kifu:
    """Parse a record; BadRecord with the line number if that fails, NoRecord for a text that names no game."""
    kifu, part, lines = Kifu({}, []), 0, text.removeprefix("\ufeff").splitlines()
    if not any(line.partition(":")[0].strip() == "game" for line in lines):
        raise NoRecord(WORDS("no_record", divider=DIVIDER))
    for number, line in enumerate(lines, 1):
        if part == 0 and _EVENT.match(line):  # the first divider is missing
            part, kifu.first_line = 1, number
        if line.strip() == DIVIDER:
            part += 1
            if part == 1:
                kifu.first_line = number + 1
            elif part == 2:
                kifu.result = {}
            else:
                raise BadRecord(number, WORDS("record_dividers"))
        elif part == 1:
            kifu.lines.append(line.strip())
        elif line.strip():
            key, value = _read_pair(line, number)
            into = kifu.header if kifu.result is None else kifu.result
            if key in into:
                raise BadRecord(number, WORDS("record_twice", key=key))
            into[key], kifu.where[key] = value, number
    if part == 0:
        raise BadRecord(max(1, text.count("\n")), WORDS("record_no_divider", divider=DIVIDER))
    while kifu.lines and not kifu.lines[-1]:
        kifu.lines.pop()
    return kifu


def _read_pair(line: str, number: int) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    if not colon or not key.strip() or " " in key.strip():
        raise BadRecord(number, WORDS("record_pair", line=line.strip()))
    return key.strip(), value.strip()


def kifu_of(table: Table[Any, Any], extra: dict[str, str] | None = None) -> Kifu:
    """The record of a table as it stands; `extra` adds header keys such as seats and date."""
    game = table.game
    header = {"game": game.id, "rules": str(game.about.rules_version), "players": str(table.players)}
    if table.options:
        header["options"] = " ".join(f"{key}={value}" for key, value in table.options.items())
    if game.turned:
        header["dials"] = write_dials(game.turned)
    return Kifu(header | (extra or {}), [str(line) for line in table.lines], result_of(table) if table.over else None)


def result_of(table: Table[Any, Any]) -> dict[str, str]:
    """The result lines of a finished game."""
    return {"scores": " ".join(map(str, table.scores())), "winners": " ".join(map(str, table.winners()))}


def replay(kifu: Kifu, games: dict[str, AnyGame]) -> Table[Any, Any]:
    """The table after all lines of the record; BadRecord at the first line that cannot be played."""
    *_, table = positions(kifu, games)
    check_result(kifu, table)
    return table


def positions(kifu: Kifu, games: dict[str, AnyGame]) -> Iterator[Table[Any, Any]]:
    """The table as the header sets it up, then the same table after every line; BadRecord at one that cannot be played."""
    table = open_record(kifu, games)
    yield table
    for number, line in enumerate(kifu.lines, kifu.first_line):
        try:
            table.feed(line)
        except IllegalMove as error:
            raise BadRecord(number, str(error.named([kifu.called(seat) for seat in range(table.players)]))) from None
        except BadNotation as error:
            raise BadRecord(number, str(error)) from None
        yield table


def open_record(kifu: Kifu, games: dict[str, AnyGame]) -> Table[Any, Any]:
    """A table set up as the header says, before its first line."""
    game = games.get(kifu.header.get("game", ""))
    if game is None:
        given = kifu.header.get("game", "")
        raise BadRecord(kifu.line_of("game"), WORDS("record_game", game=given, known=listed(games)))
    if kifu.header.get("rules", str(game.about.rules_version)) != str(game.about.rules_version):
        versions = {"written": kifu.header["rules"], "here": game.about.rules_version}
        raise BadRecord(kifu.line_of("rules"), WORDS("record_rules", **versions))
    game = _turned(kifu, game)
    players = kifu.header.get("players", "")
    if players not in map(str, game.seats):
        counts = listed(map(str, game.seats))
        raise BadRecord(kifu.line_of("players"), WORDS("record_players", game=game.name, counts=counts, players=players))
    options = _options(kifu, game)
    try:
        return Table(game, int(players), options)
    except BadOption as error:
        raise BadRecord(max(kifu.line_of(key) for key in ("options", *options)), str(error)) from None


def _turned(kifu: Kifu, game: AnyGame) -> AnyGame:
    """The game with the dials of the header, which names all that are not at their printed number."""
    try:
        return turned(printed(game), dials_in(kifu.header.get("dials", "")))
    except BadDial as error:
        raise BadRecord(kifu.line_of("dials"), str(error)) from None


def _options(kifu: Kifu, game: AnyGame) -> dict[str, str]:
    """The options in a header: under `options`, or each on its own line, with spaces in lists."""
    options = kifu.options
    for name in (option.name for option in game.about.options if option.name in kifu.header):
        value = ",".join(kifu.header[name].split())
        if options.setdefault(name, value) != value:
            raise BadRecord(kifu.line_of(name), WORDS("record_two_values", name=name, here=value, there=options[name]))
    return options


def check_result(kifu: Kifu, table: Table[Any, Any]) -> None:
    """BadRecord if the record's result differs from the table's."""
    if kifu.result is None:
        return
    if not table.over:
        raise BadRecord(kifu.first_line + len(kifu.lines), WORDS("record_unfinished"))
    for key, value in result_of(table).items():
        if kifu.result.get(key, value) != value:
            raise BadRecord(kifu.line_of(key), WORDS(f"record_{key}", right=value, written=kifu.result[key]))
