"""`zashiki trace`: games as JSON lines, for comparing programs and for analysis."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from zashiki.bots import find_bot
from zashiki.bots.match import play_match
from zashiki.bots.players import SECONDS
from zashiki.cli.common import DialFile, Seconds, SetDials, Streams, given_options, naming, read_record, seat_count, wanted_game
from zashiki.cli.language import WORDS
from zashiki.core.errors import BadOption
from zashiki.core.game import CHANCE, OVER, AnyGame, seats_in
from zashiki.core.record import Kifu, check_result, positions
from zashiki.core.streams import next_source, streamed
from zashiki.games import GAMES


def trace(
    source: Annotated[str, typer.Argument(metavar="GAME|FILE", help="trace_source")],
    players: Annotated[int | None, typer.Option(help="players")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="option")] = None,
    seed: Annotated[int, typer.Option(help="trace_seed")] = 0,
    games: Annotated[int, typer.Option(min=1, help="games")] = 1,
    bot: Annotated[str, typer.Option(help="trace_bot")] = "random",
    seconds: Seconds = SECONDS,
    dial_file: DialFile = None,
    set_dials: SetDials = None,
    streams: Streams = False,
) -> None:
    """Print games as JSON lines: one object for each event, before the event is applied."""
    path = Path(source)
    if source in GAMES or not (path.suffix or path.exists()):
        game = wanted_game(source, dial_file, set_dials)
        if streams:
            game = streamed(game)
        player = find_bot(bot)
        given, count = given_options(option or []), seat_count(source, players)
        for number in range(games):
            match = play_match(game, [player] * count, given, seed, number, seconds)
            _print(position(game, s, n, line) for n, (s, line) in enumerate(match))
    else:
        if option or players is not None or dial_file or set_dials or streams:
            raise BadOption(WORDS("record_traced"))
        with naming(path):
            _print(trace_record(read_record(path)))


def position(game: AnyGame, s: Any, n: int, line: str | None) -> dict[str, object]:
    """One object of a trace: the position before the event in `line`."""
    seats = game.acting(s)
    entry: dict[str, object] = {
        "n": n,
        "to_act": seats,
        "legal": {str(seat): [game.actions.write(action) for action in game.legal_actions(s, seat)] for seat in seats},
        "summary": game.eyes.summary(s),
        "line": line,
    }
    if game.sources and game.rules.status(s) == CHANCE:
        entry["source"] = next_source(game, s)
    if game.rules.status(s) == OVER:
        entry |= {"scores": game.final_scores(s), "winners": seats_in(game.scoring.winners(s))}
    return entry


def trace_record(kifu: Kifu) -> Iterator[dict[str, object]]:
    """The objects of a record; an unfinished one ends with its current position."""
    before: dict[str, object] = {}
    for n, table in enumerate(positions(kifu, GAMES)):
        if before:
            yield before | {"line": str(table.lines[-1])}
        before = position(table.game, table.state, n, None)
    check_result(kifu, table)
    yield before


def _print(entries: Iterator[dict[str, object]]) -> None:
    for entry in entries:
        sys.stdout.write(json.dumps(entry, ensure_ascii=False) + "\n")
