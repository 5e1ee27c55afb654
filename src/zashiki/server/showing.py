"""What a guest gets to see of a table: its header, a snapshot for one pair of eyes, its record as that viewer heard it.

What may be seen is the games' business (`view`, `tell`, `heard`); what may be counted is decided in `counting`.
"""

from __future__ import annotations

import time
from dataclasses import replace

from zashiki.bots import BOTS
from zashiki.core.but import but
from zashiki.core.game import SPECTATOR, write_dials
from zashiki.core.heard import heard_lines
from zashiki.core.record import HEARD_BY, Kifu, kifu_of
from zashiki.core.rooms import Seat, TallyRow, Viewer
from zashiki.core.words import LANGUAGE, with_names
from zashiki.fairness.check import COMMITMENT, seal
from zashiki.fairness.promise import commitment_of
from zashiki.games import find_game
from zashiki.server import counting
from zashiki.server.cache import AS_HEARD, AnyTable, Kept, heard_under, older_rules
from zashiki.server.errors import NoSuchTable, NotNow
from zashiki.server.house_rules import shown_game
from zashiki.server.model import BOT, ENDED, RUNNING, WAITING, Choice, Fair, LogEntry, SeatInfo, Snapshot, TableInfo
from zashiki.server.promises import promise_of, words_in
from zashiki.server.rows import NEVER, Loaded, SeatRow, write_pairs
from zashiki.server.seating import shown_names
from zashiki.server.words import WORDS


def info_of(table: Loaded | Kept) -> TableInfo:
    """The header of a table as the store has it; of a kept table, made once for each version."""
    if not isinstance(table, Kept):
        return _info_of(table)
    before = table.infos.get(LANGUAGE.get())
    if before is not None and before.version == table.version:
        return before
    info = _info_of(table)
    if before is not None and info.seats == before.seats:
        info = but(info, seats=before.seats)  # compared at once by everybody who draws them
    table.infos[LANGUAGE.get()] = info
    return info


def _info_of(table: Loaded | Kept) -> TableInfo:
    header = table.header
    return TableInfo(
        id=header.id,
        game=shown_game(header.game, header.dials),
        options=header.options,
        access=header.access,
        status=header.status,
        version=header.version,
        lines=header.events,
        seats=tuple(map(seat_info, table.seats, shown_names(table.seats))),
        to_act=header.to_act,
        created=header.created,
        touched=header.touched,
        rematch=header.rematch,
        scores=header.scores,
        winners=header.winners,
        fair=fair_of(table) if isinstance(table, Kept) else Fair(),
        heard_by=None if (heard := heard_under(header.rules)) is None else heard[1],
    )


def fair_of(kept: Kept) -> Fair:
    """What may be shown of a table's promise now."""
    if kept.secret is None:
        return Fair()
    commitment = commitment_of(bytes.fromhex(kept.secret.secret))
    if kept.header.status not in ENDED:
        return Fair(commitment)
    return Fair(commitment, kept.secret.secret, words_in(kept.log))


def public_info(kept: Kept) -> TableInfo:
    """The header of a table with the version as a spectator counts it."""
    return replace(info_of(kept), version=kept.shown_version(SPECTATOR))


def seat_info(row: SeatRow, name: str) -> SeatInfo:
    """Who sits on a seat."""
    bot = BOTS.get(row.bot)
    return SeatInfo(
        seat=row.seat,
        kind=row.kind,
        name=name,
        bot=row.bot,
        level=bot.level if bot else "",
        minded=row.minded,
        asked_by=row.asking.name if row.asking is not None else "",
        taken_over=None if row.taken_over == NEVER else row.taken_over,
    )


def names_of(kept: Kept) -> list[str]:
    """The names in seat order."""
    return shown_names(kept.seats)


def snapshot_of(kept: Kept, viewer: Viewer, at: int | None, shown: AnyTable) -> Snapshot:
    """The table for one pair of eyes: the log so far, the position of `shown`, numbers as this viewer counts.

    `at` is the number of events of that position; None for the newest one.
    """
    info = info_of(kept)
    game, names, seat = info.game, info.names, viewer if viewer >= 0 else None
    now, log = kept.table(), kept.log_for(viewer, names)
    info = but(info, version=kept.shown_version(viewer), lines=len(log))
    live = shown is now and info.status == RUNNING
    view = kept.view(viewer) if shown is now else shown.view(viewer)
    return Snapshot(
        table=info,
        viewer=viewer,
        seat=seat,
        version=info.version,
        at=len(log) if at is None else at,
        view=view,
        options=choices_of(shown, seat, names) if live and seat is not None else (),
        log=log,
        headline=with_names(game.screen.headline(view), names),
        ask=with_names(game.words.ask(shown.state, viewer), names),
        over=shown.over,
        tally=tuple(_named(row, names) for row in game.screen.tally(view)) if shown.over else (),
        scores=tuple(shown.scores()) if shown.over else (),
        winners=tuple(shown.winners()) if shown.over else (),
        can_undo=live and counting.may_undo(now, seat),
    )


def newest_snapshot(kept: Kept, viewer: Viewer) -> Snapshot:
    """The table as it stands for one pair of eyes. What others do in private changes nothing of it, so it is kept meanwhile."""
    return kept.snapshot(viewer) or kept.keep(snapshot_of(kept, viewer, None, kept.table()))


def snapshot_of_lines(kept: Kept, viewer: Viewer, at: int | None) -> Snapshot:
    """An ended game of older rules: its result, and its lines as they were written. NoSuchTable for a position it never had."""
    lines, names = kept.lines_alone(), names_of(kept)
    at = len(lines) if at is None else at
    if not 0 <= at <= len(lines):
        raise NoSuchTable(WORDS("no_position", events=len(lines), at=at))
    log = tuple(
        LogEntry(number, line.author, words if line.author is None else f"{names[line.author]}: {words}", words)
        for number, line in enumerate(lines, 1)
        for words in [line.text.partition(": ")[2]]
    )
    info = replace(public_info(kept), lines=len(log))
    over = at == len(log) and info.scores != ()
    return Snapshot(
        table=info,
        viewer=viewer,
        seat=viewer if viewer >= 0 else None,
        version=info.version,
        at=at,
        log=log,
        ask=WORDS("only_moves", why=older_rules(kept)),
        over=over,
        scores=info.scores if over else (),
        winners=info.winners if over else (),
        older_rules=kept.header.rules,
    )


def snapshot_before(kept: Kept, viewer: Viewer) -> Snapshot:
    """A table whose game has not started."""
    info = info_of(kept)
    return Snapshot(table=info, viewer=viewer, seat=viewer if viewer >= 0 else None, version=info.version)


def _named(row: TallyRow, names: list[str]) -> TallyRow:
    return replace(row, words=with_names(row.words, names), note=with_names(row.note, names))


def choices_of(table: AnyTable, seat: Seat, names: list[str]) -> tuple[Choice, ...]:
    """The moves of a seat, with their labels."""
    game, s = table.game, table.state
    return tuple(
        Choice(game.actions.write(action), with_names(game.words.label(s, seat, action), names))
        for action in game.legal_actions(s, seat)
    )


def record_of(kept: Kept, viewer: Viewer) -> str:
    """The record: complete once the table has ended, until then only as this viewer heard it, with hidden parts masked."""
    info = info_of(kept)
    if info.status == WAITING:
        raise NotNow(WORDS("no_record_yet"))
    seats = " ".join(f"{row.seat}={_record_name(row)}" for row in kept.seats)
    extra = {"seats": seats, "date": time.strftime("%Y-%m-%d", time.gmtime(info.created))}
    taken_over = " ".join(f"{seat.seat}={seat.taken_over}" for seat in info.seats if seat.taken_over is not None)
    if taken_over:
        extra["taken_over"] = taken_over
    promise = promise_of(kept)
    if promise is not None:
        extra[COMMITMENT] = promise.commitment
    if info.finished:
        whole = kifu_of(kept.table(), extra) if kept.replayable else _kifu_of_lines(kept, extra)
        return (whole if promise is None else seal(whole, promise)).write()
    extra[HEARD_BY] = "spectator" if viewer == SPECTATOR else str(viewer)
    now = kept.table()
    lines = [str(line) for line in now.lines] if kept.heard_by is not None else heard_lines(now, viewer)
    return Kifu(kifu_of(now, extra).header, lines).write()


def _kifu_of_lines(kept: Kept, extra: dict[str, str]) -> Kifu:
    """The record of a game of older rules that has ended, or one with hidden parts."""
    header = kept.header
    keys = {"game": header.game, "rules": str(header.rules), "players": str(header.players)}
    if header.rules == AS_HEARD:
        keys |= {"rules": str(find_game(header.game).about.rules_version), HEARD_BY: "somebody"}
    if header.options:
        keys["options"] = write_pairs(header.options)
    if header.dials:
        keys["dials"] = write_dials(header.dials)
    result = {"scores": " ".join(map(str, header.scores)), "winners": " ".join(map(str, header.winners))}
    return Kifu(keys | extra, [line.text for line in kept.lines_alone()], result if header.scores else None)


def _record_name(row: SeatRow) -> str:
    """What a record calls a seat, whoever reads it; nobody who played here is taken for a bot there."""
    if row.kind == BOT:
        return f"{BOT}:{row.bot}"
    name = row.name.replace(" ", "_") or f"Seat_{row.seat + 1}"
    return name.replace(":", "_", 1) if row.owner and name.startswith(f"{BOT}:") else name
