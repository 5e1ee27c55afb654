"""The house: everything people, bots and programs do at a table, for the pages and the JSON API alike.

A table is its header, its seats and its numbered lines of notation, all in the store; the `core.table.Table`s kept here
are only a cache, replayed from the lines. Every change of a table, a move or a new name at a seat, raises its version by
one, and `watch` tells the version to whoever looks on. Every method takes the `Guest` who asks and checks what that guest
may do; what a guest gets to see is made from the view of its own seat. Errors are `HouseError`s (a sentence and a status)
or those of the core.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import time
import unicodedata
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace

import sqlalchemy as sa

from zashiki.bots import BOTS, find_bot
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN, SPECTATOR, AnyGame, Seat, Viewer
from zashiki.core.record import Kifu, kifu_of, read_kifu, replay
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, with_names
from zashiki.games import GAMES, find_game
from zashiki.server.cache import UNDO, AnyTable, Kept, Shelf, read_options
from zashiki.server.errors import BadToken, BadWish, NoSuchTable, NotNow, NotYours, SeatTaken, Stale
from zashiki.server.model import (
    ABANDONED,
    BOT,
    OPEN_SEAT,
    OVER,
    PERSON,
    RUNNING,
    STRANGER,
    STUDY,
    WAITING,
    Choice,
    Guest,
    LogEntry,
    Played,
    SeatInfo,
    SeatWish,
    Snapshot,
    TableInfo,
    TableWish,
    WhyNot,
)
from zashiki.server.schema import SEATS, TABLES
from zashiki.server.store import Change, Conflict, Loaded, LoggedLine, Receipt, Row, Store
from zashiki.server.tokens import Signer, fresh_id
from zashiki.server.watch import Watchers

NAME_LENGTH = 24
MOVE_LENGTH = 500
KEY_LENGTH = 80
MOST_NOTES = 60  # of one seat
NOTE_WORD = re.compile(r"[a-z0-9:-]{1,40}")  # what the key and the value of a note are
TRIES = 5  # how often a change is made anew when somebody else was faster
BOT_NAMES = ("Tanuki", "Kitsune", "Tsuru", "Kame", "Neko", "Usagi")  # by seat
HOUSE_BOT = "greedy"

SeatRow = dict[str, object]


class House:
    """The service over one store."""

    def __init__(self, store: Store, signer: Signer, cache: int = 2000) -> None:
        self.store = store
        self.signer = signer
        self.watchers = Watchers()
        self.shelf = Shelf(cache)
        self.bot_due: Callable[[str], None] = lambda table: None  # called after a change that leaves a bot to move

    # --- making and finding tables ---------------------------------------------------------------------------------

    async def create(self, guest: Guest, wish: TableWish) -> TableInfo:
        """A new table; the guest becomes its host and sits in every `person` seat."""
        game = find_game(wish.game)
        game.encode_options(len(wish.seats), wish.options)
        seats = [_new_seat(number, seat, guest) for number, seat in enumerate(wish.seats)]
        options = {o.name: wish.options[o.name] for o in game.options if wish.options.get(o.name, o.default) != o.default}
        header = _header(guest, game, options, len(seats), public=wish.public, spectators=wish.spectators)
        await self._set_up(header, seats)
        return await self.info(str(header["id"]))

    async def study(self, guest: Guest, record: str) -> TableInfo:
        """Keep an uploaded record as a table to look through; BadRecord with the line when it does not replay."""
        kifu = read_kifu(record)
        table = replay(kifu, GAMES)
        names = dict(word.split("=", 1) for word in kifu.header.get("seats", "").split() if "=" in word)
        seats = [_guest_of_record(number, names.get(str(number), "")) for number in range(table.players)]
        header = _header(guest, table.game, table.options, table.players, public=False, spectators=True)
        header |= _facts(table, seats) | {"status": STUDY, "bot_due": False, "to_act": "", "logged": len(table.lines)}
        await self.store.create(header, seats, [str(line) for line in table.lines])
        return await self.info(str(header["id"]))

    async def rematch(self, guest: Guest, table: str) -> TableInfo:
        """The same people, bots and options again; asking twice gives the same new table."""
        kept = await self._newest(table)
        self._must_be_seated(kept, guest)
        if kept.header["status"] not in (OVER, ABANDONED):
            raise NotNow("The game is still being played; a rematch comes after it.")
        if not kept.header["rematch"]:
            new = fresh_id()
            kept = await self._change(table, lambda kept: _only_once({"rematch": new}, kept))
        # The old table names the new one first, so that two who ask, or a crash in between, cannot make two.
        with contextlib.suppress(Conflict):
            if await self.store.version(kept.header["rematch"]) is None:
                await self._set_up_again(kept)
        return await self.info(kept.header["rematch"])

    async def rematch_token(self, guest: Guest, table: str) -> str:
        """The token of the seat at the rematch that the holder of a token has here: the same seat number."""
        kept = await self._newest(table)
        if guest.seat is None or guest.seat not in my_seats(kept, guest):
            raise NotYours("This needs the token of a seat at this table.")
        following = await self._newest(kept.header["rematch"])
        row = _seat_row(following, guest.seat)
        if row["owner"] != _seat_row(kept, guest.seat)["owner"]:
            raise NotYours("Somebody else sits on this seat at the rematch.")
        return self.signer.seat_token(following.header["id"], guest.seat, row["nonce"])

    async def info(self, table: str) -> TableInfo:
        """The header of a table."""
        return _public_info(await self._newest(table))

    async def open_tables(self, limit: int = 20) -> list[TableInfo]:
        """Public tables that wait for people, newest first."""
        return await self._listed(TABLES.c.public.is_(True) & (TABLES.c.status == WAITING), limit)

    async def running_tables(self, limit: int = 20) -> list[TableInfo]:
        """Public tables being played that may be watched, latest move first."""
        watchable = TABLES.c.public.is_(True) & TABLES.c.spectators.is_(True)
        return await self._listed(watchable & (TABLES.c.status == RUNNING), limit)

    async def my_tables(self, guest: Guest, limit: int = 20) -> list[TableInfo]:
        """Tables where this browser has a seat or is host, latest change first."""
        if not guest.visitor:
            return []
        seated = sa.select(SEATS.c.table_id).where(SEATS.c.owner == guest.visitor)
        return await self._listed((TABLES.c.host == guest.visitor) | TABLES.c.id.in_(seated), limit)

    async def recent_results(self, limit: int = 20) -> list[TableInfo]:
        """Public finished games, newest first."""
        return await self._listed(TABLES.c.public.is_(True) & (TABLES.c.status == OVER), limit)

    # --- sitting down and getting up ---------------------------------------------------------------------------------

    async def join(self, guest: Guest, table: str, seat: Seat, name: str) -> TableInfo:
        """Sit down on an open seat, or take over a bot's. A person's seat answers SeatTaken: that needs its seat link."""
        name = clean_name(name)
        if not guest.visitor:
            raise NotYours("To sit down, a browser must accept the cookie of this house.")

        def sit(kept: Kept) -> Change:
            _must_be(kept, WAITING, RUNNING)
            row = _seat_row(kept, seat)
            if row["kind"] == PERSON or row["owner"]:
                raise SeatTaken(f"{row['name']} sits on seat {seat}. To move a seat to this device, open its seat link.")
            if row["kind"] == BOT and kept.header["status"] == RUNNING and my_seats(kept, guest):
                raise NotYours("Whoever plays already may not look into a second hand.")
            taken = {"seat": seat, "kind": PERSON, "name": name, "bot": "", "owner": guest.visitor, "nonce": fresh_id()}
            return self._seats_changed(kept, taken)

        return await self._change_info(table, sit)

    async def seat_token(self, guest: Guest, table: str, seat: Seat) -> str:
        """The signed token of one's own seat: the bearer token of the API, and the tail of the "my seat" link."""
        kept = await self._newest(table)
        self._must_hold(kept, guest, seat)
        return self.signer.seat_token(table, seat, _seat_row(kept, seat)["nonce"])

    async def guest_of_token(self, token: str) -> Guest:
        """Whom a seat token stands for; BadToken when it is forged or has been replaced by a newer one."""
        guest = self.signer.read_seat_token(token)
        kept = await self._newest(guest.table)
        if guest.seat not in my_seats(kept, guest):
            raise BadToken("This seat has moved on to another device or person; its old token opens nothing.")
        return guest

    async def claim(self, guest: Guest, token: str) -> TableInfo:
        """Move the token's seat to this browser; the token and the browser that had it open nothing any more."""
        holder = await self.guest_of_token(token)
        if not guest.visitor or holder.seat is None:
            raise NotYours("To take a seat, a browser must accept the cookie of this house.")
        seat = holder.seat

        def move(kept: Kept) -> Change:
            self._must_hold(kept, holder, seat)
            moved = {"seat": seat, "owner": guest.visitor, "nonce": fresh_id()}
            owned = [row["seat"] for row in kept.seats if row["owner"] == kept.header["host"]]
            header = {"host": guest.visitor} if owned == [seat] else {}
            return Change(kept.header["id"], kept.version, header=header, seats=[moved])

        return await self._change_info(holder.table, move)

    async def rename(self, guest: Guest, table: str, seat: Seat, name: str) -> TableInfo:
        """Another name for one's own seat."""
        name = clean_name(name)

        def call(kept: Kept) -> Change:
            self._must_hold(kept, guest, seat)
            return Change(table, kept.version, seats=[{"seat": seat, "name": name}])

        return await self._change_info(table, call)

    async def note(self, guest: Guest, table: str, seat: Seat, key: str, value: str) -> TableInfo:
        """Keep a private note with one's own seat while the game is played; an empty value takes it away.

        Others learn nothing but that the version has risen.
        """
        if not NOTE_WORD.fullmatch(key) or not NOTE_WORD.fullmatch(value or "-"):
            raise BadWish("A note is key=value, each of at most 40 small letters, digits, '-' and ':'.")

        def write(kept: Kept) -> Change:
            self._must_hold(kept, guest, seat)
            _must_be(kept, RUNNING)
            notes = read_options(_seat_row(kept, seat)["notes"]) | {key: value}
            if not value:
                del notes[key]
            if len(notes) > MOST_NOTES:
                raise BadWish(f"A seat keeps at most {MOST_NOTES} notes.")
            text = " ".join(f"{key}={value}" for key, value in notes.items())
            # Lists of tables are ordered by what was touched last: a note must not show there.
            untouched = {"touched": kept.header["touched"]}
            return Change(table, kept.version, header=untouched, seats=[{"seat": seat, "notes": text}])

        return await self._change_info(table, write)

    async def hand_to_bot(self, guest: Guest, table: str, seat: Seat, bot: str = HOUSE_BOT) -> TableInfo:
        """Let a bot play for this person's seat: the person itself, or the host for somebody who left."""
        name = find_bot(bot).name

        def hand(kept: Kept) -> Change:
            _must_be(kept, WAITING, RUNNING)
            row = _seat_row(kept, seat)
            if not is_host(kept, guest):
                self._must_hold(kept, guest, seat)
            if row["kind"] != PERSON:
                raise NotNow(f"No person plays on seat {seat}.")
            return self._seats_changed(kept, {"seat": seat, "kind": BOT, "bot": name})

        return await self._change_info(table, hand)

    async def take_back(self, guest: Guest, table: str, seat: Seat) -> TableInfo:
        """The person comes back to a minded seat."""

        def back(kept: Kept) -> Change:
            _must_be(kept, WAITING, RUNNING)
            self._must_hold(kept, guest, seat)
            if _seat_row(kept, seat)["kind"] != BOT:
                raise NotNow(f"No bot plays on seat {seat}.")
            return self._seats_changed(kept, {"seat": seat, "kind": PERSON, "bot": ""})

        return await self._change_info(table, back)

    async def start(self, guest: Guest, table: str, bot: str = HOUSE_BOT) -> TableInfo:
        """Start at once, with bots in the seats still open; for anybody seated or the host."""
        wish = SeatWish(BOT, bot=bot)

        def begin(kept: Kept) -> Change:
            self._must_be_seated(kept, guest)
            _must_be(kept, WAITING)
            open_seats = [row["seat"] for row in kept.seats if row["kind"] == OPEN_SEAT]
            return self._seats_changed(kept, *(_new_seat(seat, wish, STRANGER) for seat in open_seats))

        return await self._change_info(table, begin)

    async def abandon(self, guest: Guest, table: str) -> TableInfo:
        """End a table without a result: the host, or anybody seated once the host plays no more."""

        def give_up(kept: Kept) -> Change:
            _must_be(kept, WAITING, RUNNING)
            self._must_be_seated(kept, guest)
            if not is_host(kept, guest) and any(
                row["owner"] == kept.header["host"] and row["kind"] == PERSON for row in kept.seats
            ):
                raise NotYours("Only the host may end this table without a result; you can hand your seat to a bot.")
            return Change(table, kept.version, header={"status": ABANDONED, "to_act": "", "bot_due": False})

        return await self._change_info(table, give_up)

    # --- playing -----------------------------------------------------------------------------------------------------

    async def play(
        self, guest: Guest, table: str, seat: Seat, text: str, expected: int | None = None, key: str = ""
    ) -> Played:
        """Make a move, in notation. Committed when this returns; on any error nothing has changed.

        `expected` is the version the guest saw: Stale when the seat's options have changed since. `key` names this very
        press of the button: the same key again answers as the first time did.
        """
        if len(text) > MOVE_LENGTH:
            raise BadNotation(f"A move has at most {MOVE_LENGTH} letters.")

        move = _decision(seat, text, expected)
        return await self._move(guest, table, seat, text, expected, key, move)

    async def undo(self, guest: Guest, table: str, seat: Seat, expected: int | None = None, key: str = "") -> Played:
        """Take back the seat's last move while the rules of undo allow it."""

        def back(kept: Kept) -> tuple[AnyTable, list[str]]:
            if not _still_stands(kept, seat, expected, None):
                raise Stale("The table has moved on since you looked; look again.")
            trial = kept.table().copy()
            trial.undo(seat)
            return trial, [f"{UNDO}{seat}"]

        return await self._move(guest, table, seat, f"{UNDO}{seat}", expected, key, back)

    async def play_for_bot(self, table: str, seat: Seat, version: int, text: str) -> Played:
        """The move of a bot that looked at that version; only a seat that a bot plays."""

        move = _decision(seat, text, version)
        return await self._move(None, table, seat, text, version, "", move)

    async def why_not(self, guest: Guest, table: str, seat: Seat, text: str) -> WhyNot:
        """Whether one's own seat may play this, and if not, why."""
        kept = await self._newest(table)
        self._must_hold(kept, guest, seat)
        _must_be(kept, RUNNING)
        try:
            kept.table().copy().play(seat, text[:MOVE_LENGTH])
        except IllegalMove as error:
            return WhyNot(False, with_names(error.sentence, _names(kept)), error.clause)
        except BadNotation as error:
            return WhyNot(False, str(error), "")
        return WhyNot(True, "This move is legal now.", "")

    # --- looking -----------------------------------------------------------------------------------------------------

    async def snapshot(
        self, guest: Guest, table: str, eyes: Viewer | None = None, at: int | None = None, version: int | None = None
    ) -> Snapshot:
        """The table as this guest may see it.

        Without `eyes`: the guest's seat (with several, the one to act, or none), else a spectator's view. Other eyes, OPEN among
        them, are for finished tables. `at` shows an earlier position. `version` says that an answer at least that new
        need not ask the store again.
        """
        kept = await self._newest(table, version)
        viewer = self._eyes(kept, guest, eyes)
        heard = [] if kept.header["status"] == WAITING else kept.table().heard_by(viewer)
        if at is None or at == len(heard):
            cached = viewer, LANGUAGE.get()
            if cached not in kept.snapshots:
                kept.snapshots[cached] = _snapshot(kept, viewer, len(heard), kept.table())
            shown = kept.snapshots[cached]
        elif not 0 <= at < len(heard):
            raise NoSuchTable(f"This game has had {len(heard)} events, so there is no position {at}.")
        else:
            shown = _snapshot(kept, viewer, at, kept.table_at(heard[at - 1][0] + 1 if at else 0))
        mine = my_seats(kept, guest)
        notes = read_options(kept.seats[viewer]["notes"]) if viewer in mine else {}
        return replace(shown, my_seats=mine, host=is_host(kept, guest), notes=notes)

    async def record(self, guest: Guest, table: str, eyes: Viewer | None = None) -> str:
        """The record: whole once the game is over, before that only as this guest heard it, hidden parts masked."""
        kept = await self._newest(table)
        viewer = self._eyes(kept, guest, eyes)
        info = _info(Loaded(kept.header, kept.seats))
        seats = " ".join(f"{seat.seat}={_record_name(seat)}" for seat in info.seats)
        date = time.strftime("%Y-%m-%d", time.gmtime(info.created))
        if info.status == WAITING:
            raise NotNow("The game has not started, so there is no record yet.")
        now = kept.table()
        whole = kifu_of(now, {"seats": seats, "date": date})
        if info.finished:
            return whole.write()
        lines = [f"{'*' if line.seat is None else line.seat}: {line.heard[viewer]}" for _, line in now.heard_by(viewer)]
        return Kifu(whole.header, lines).write()

    async def watch(self, table: str, after: int = -1) -> AsyncIterator[int]:
        """The version of a table whenever it is not `after`: the present one first, then the newest after every change."""
        watcher = self.watchers.add(table)
        try:
            version: int | None = (await self._newest(table)).version
            while version is not None:
                if version != after:
                    yield version
                    after = version
                version = await watcher.next()
        finally:
            self.watchers.remove(table, watcher)

    # --- for the bots and for news from other processes --------------------------------------------------------------

    async def bot_turn(self, table: str) -> tuple[Kept, Seat] | None:
        """A seat where a bot has to move, the lowest; None when no bot has to."""
        kept = await self._newest(table)
        if kept.header["status"] != RUNNING:
            return None
        bots = [row["seat"] for row in kept.seats if row["kind"] == BOT]
        return next(((kept, seat) for seat in kept.table().to_act if seat in bots), None)

    async def hear(self, table: str, version: int) -> None:
        """Another process changed a table (-1: perhaps): what is kept of it catches up, and who looks on is told."""
        kept = self.shelf.get(table)
        if kept is None or version < 0 or kept.version < version:
            if not self.watchers.at(table):
                self.shelf.forget(table)
                return
            kept = await self._newest(table)
        self.watchers.tell(table, kept.version)

    def close(self) -> None:
        """End every stream."""
        self.watchers.close()

    # --- inside --------------------------------------------------------------------------------------------------------

    async def _newest(self, table: str, version: int | None = None) -> Kept:
        """The kept table, as new as the store (or at least as new as `version`)."""
        kept = self.shelf.get(table)
        if kept is not None and version is not None and kept.version >= version:
            return kept
        if kept is None or kept.version != await self.store.version(table):
            loaded = await self.store.load(table) if _could_be_table(table) else None
            if loaded is None:
                self.shelf.forget(table)
                raise NoSuchTable("There is no such table; perhaps the link is incomplete.")
            kept = self.shelf.get(table) or Kept(loaded.header, loaded.seats)
            lines = await self.store.lines(table, len(kept.log), loaded.header["version"])
            kept.absorb(loaded, lines)
            if self.shelf.get(table) is None:
                self.shelf.put(table, kept)
        return kept

    async def _set_up(self, header: dict[str, object], seats: Sequence[SeatRow]) -> None:
        """Write a new table; its game starts at once when no seat is open."""
        lines: list[str] = []
        if all(seat["kind"] != OPEN_SEAT for seat in seats):
            opened = Table(find_game(str(header["game"])), len(seats), read_options(str(header["options"])), _seed())
            lines = [str(line) for line in opened.lines]
            header = header | _facts(opened, seats) | {"logged": len(lines)}
        await self.store.create(header, seats, lines)
        if header["bot_due"]:
            self.bot_due(str(header["id"]))

    async def _set_up_again(self, kept: Kept) -> None:
        """The table that follows a finished one, with everybody on their seats."""
        old, seats = kept.header, [{**row, "nonce": fresh_id(), "notes": ""} for row in kept.seats]
        for seat in seats:
            del seat["table_id"]
        guest, options = Guest(visitor=old["host"]), read_options(old["options"])
        header = _header(
            guest, find_game(old["game"]), options, old["players"], public=old["public"], spectators=old["spectators"]
        )
        await self._set_up(header | {"id": old["rematch"]}, seats)

    def _seats_changed(self, kept: Kept, *changed: SeatRow) -> Change:
        """A change of seats; the game starts when no seat is open any more."""
        by_seat = {row["seat"]: row for row in changed}
        seats = [{**row, **by_seat.get(row["seat"], {})} for row in kept.seats]
        header: dict[str, object] = {}
        lines: list[str] = []
        if kept.header["status"] == RUNNING:
            header = _facts(kept.table(), seats)
        elif all(seat["kind"] != OPEN_SEAT for seat in seats):
            game = find_game(kept.header["game"])
            opened = Table(game, len(seats), read_options(kept.header["options"]), _seed())
            lines = [str(line) for line in opened.lines]
            header = _facts(opened, seats)
        return Change(kept.header["id"], kept.version, kept.header["logged"], header, changed, lines)

    async def _change_info(self, table: str, make: Callable[[Kept], Change]) -> TableInfo:
        return _public_info(await self._change(table, make))

    async def _change(self, table: str, make: Callable[[Kept], Change]) -> Kept:
        """Make a change on the newest version and commit it; anew when somebody else was faster."""
        for _ in range(TRIES):
            kept = await self._newest(table)
            async with kept.turn:
                try:
                    await self._commit(kept, make(kept))
                except Conflict:
                    continue
            return kept
        raise Stale("Many are changing this table at once; try again.")

    async def _move(
        self,
        guest: Guest | None,
        table: str,
        seat: Seat,
        text: str,
        expected: int | None,
        key: str,
        make: Callable[[Kept], tuple[AnyTable, list[str]]],
    ) -> Played:
        """Commit what a seat did and the chance behind it, in one transaction."""
        kept = await self._newest(table, expected)
        for _ in range(TRIES):
            async with kept.turn:
                self._must_play(kept, guest, seat)
                before = await self._answered(kept, seat, text, key)
                if before is not None:
                    return before
                _must_be(kept, RUNNING)
                made, lines = make(kept)
                receipt = Receipt(seat, key, text) if key else None
                facts = _facts(made, kept.seats)
                if not made.lines[-1].heard[SPECTATOR]:
                    facts["touched"] = kept.header["touched"]  # a private step must not show in a list of tables
                change = Change(table, kept.version, kept.header["logged"], facts, lines=lines, receipt=receipt)
                try:
                    await self._commit(kept, change, made)
                except Conflict:
                    kept = await self._newest(table)
                    continue
                return Played(kept.shown_version(seat, change.version + 1))
        raise Stale("Many are changing this table at once; look again.")

    async def _answered(self, kept: Kept, seat: Seat, text: str, key: str) -> Played | None:
        """What this key led to, when it was used before."""
        if not key:
            return None
        if len(key) > KEY_LENGTH:
            raise BadWish(f"A key has at most {KEY_LENGTH} letters.")
        receipt = await self.store.receipt(kept.header["id"], seat, key)
        if receipt is None:
            return None
        if receipt.text != text:
            raise BadWish("This key was used for another move already; every move needs a key of its own.")
        return Played(kept.shown_version(seat, receipt.version), repeated=True)

    async def _commit(self, kept: Kept, change: Change, made: AnyTable | None = None) -> None:
        """Write a change, take it into memory, and tell everybody."""
        touched = await self.store.commit(change)
        version = change.version + 1
        logged = change.logged + len(change.lines) if change.lines else kept.header["logged"]
        header = {**kept.header, "touched": touched, **change.header, "version": version, "logged": logged}
        by_seat = {row["seat"]: row for row in change.seats}
        seats = [{**row, **by_seat.get(row["seat"], {})} for row in kept.seats]
        lines = [LoggedLine(number, version, text) for number, text in enumerate(change.lines, change.logged + 1)]
        if kept.version == change.version:
            kept.absorb(Loaded(header, seats), lines)
            if made is not None:
                kept.put(made)
        self.watchers.tell(change.table, version)
        if header["bot_due"]:
            self.bot_due(change.table)

    async def _listed(self, where: sa.ColumnElement[bool], limit: int) -> list[TableInfo]:
        known = TABLES.c.game.in_(list(GAMES))
        listed = await self.store.listed(where & known, limit)
        return [replace(_info(loaded), version=0) for loaded in listed]  # a list is no place to count changes in

    def _eyes(self, kept: Kept, guest: Guest, eyes: Viewer | None) -> Viewer:
        """Whose eyes this guest looks through; NotYours when those are not the guest's."""
        mine = my_seats(kept, guest)
        finished = kept.header["status"] in (OVER, STUDY)
        if eyes is None:
            if not mine:
                eyes = OPEN if kept.header["status"] == STUDY else SPECTATOR
            else:
                to_act = kept.table().to_act if kept.header["status"] == RUNNING else []
                # On a shared screen nobody's cards lie open while none of its people is asked.
                between = SPECTATOR if len(mine) > 1 and kept.header["status"] == RUNNING else mine[0]
                eyes = next((seat for seat in mine if seat in to_act), between)
        if not OPEN <= eyes < kept.header["players"]:
            raise NoSuchTable(f"There is no seat {eyes} at this table.")
        if finished or eyes in mine:
            return eyes
        if eyes >= 0 or eyes == OPEN:
            raise NotYours("While the game is played, everybody looks through their own eyes only.")
        if not kept.header["spectators"] and not mine and kept.header["status"] != WAITING:
            raise NotYours("This table is played without spectators.")
        return eyes

    def _must_hold(self, kept: Kept, guest: Guest, seat: Seat) -> None:
        _seat_row(kept, seat)
        if seat not in my_seats(kept, guest):
            raise NotYours(f"Seat {seat} is not yours.")

    def _must_play(self, kept: Kept, guest: Guest | None, seat: Seat) -> None:
        """A guest plays on its own seat, the house on a bot's; nobody plays for the other."""
        kind = _seat_row(kept, seat)["kind"]
        if guest is None:
            if kind != BOT:
                raise NotNow("A person has come back to this seat.")
            return
        self._must_hold(kept, guest, seat)
        if kind == BOT:
            raise NotNow("A bot plays for you; take your seat back first.")

    def _must_be_seated(self, kept: Kept, guest: Guest) -> None:
        if not my_seats(kept, guest) and not is_host(kept, guest):
            raise NotYours("Only those who sit at this table, or its host, may do that.")


def my_seats(kept: Kept, guest: Guest) -> tuple[Seat, ...]:
    """The seats that belong to a guest, also those a bot minds for it."""
    if guest.seat is not None:
        if guest.table != kept.header["id"] or not guest.nonce:
            return ()
        return tuple(row["seat"] for row in kept.seats if row["seat"] == guest.seat and row["nonce"] == guest.nonce)
    return tuple(row["seat"] for row in kept.seats if guest.visitor and row["owner"] == guest.visitor)


def is_host(kept: Kept, guest: Guest) -> bool:
    """Whether the guest made this table; a token speaks for the host when the host owns its seat."""
    host = kept.header["host"]
    if guest.seat is not None:
        return any(_seat_row(kept, seat)["owner"] == host != "" for seat in my_seats(kept, guest))
    return bool(host) and host == guest.visitor


def clean_name(name: str) -> str:
    """A name fit to show: spaces folded, no control signs, no braces; BadWish when nothing or too much is left."""
    letters = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", name))
    shown = " ".join("".join(c for c in letters if unicodedata.category(c)[0] != "C" and c not in "{}").split())
    if not shown:
        raise BadWish("Please give a name.")
    if len(shown) > NAME_LENGTH:
        raise BadWish(f"A name has at most {NAME_LENGTH} letters.")
    return shown


def _seed() -> int:
    """A seed nobody can foresee, new for every draw."""
    return secrets.randbits(64)


def _could_be_table(table: str) -> bool:
    return len(table) <= 32 and table.isascii() and table.isprintable()


def _new_seat(number: Seat, wish: SeatWish, guest: Guest) -> SeatRow:
    seat: SeatRow = {"seat": number, "kind": wish.kind, "name": "", "bot": "", "owner": "", "nonce": fresh_id()}
    if wish.kind == PERSON:
        if not guest.visitor:
            raise NotYours("To sit down, a browser must accept the cookie of this house.")
        return seat | {"name": clean_name(wish.name), "owner": guest.visitor}
    if wish.kind == BOT:
        return seat | {"name": BOT_NAMES[number % len(BOT_NAMES)], "bot": find_bot(wish.bot or HOUSE_BOT).name}
    if wish.kind == OPEN_SEAT:
        return seat
    raise BadWish(f"A seat is for a person, open, or for a bot, not '{wish.kind}'.")


def _guest_of_record(number: Seat, name: str) -> SeatRow:
    """A seat of an uploaded record, with the name the record gives."""
    shown = "".join(c for c in name.replace("_", " ") if c.isprintable() and c not in "{}")[:NAME_LENGTH].strip()
    return {"seat": number, "kind": PERSON, "name": shown, "bot": "", "owner": "", "nonce": fresh_id()}


def _header(
    guest: Guest, game: AnyGame, options: Mapping[str, str], players: int, *, public: bool, spectators: bool
) -> dict[str, object]:
    """A table nobody has played at yet."""
    now = time.time()
    return {
        "id": fresh_id(),
        "game": game.id,
        "rules": game.rules_version,
        "players": players,
        "options": " ".join(f"{key}={value}" for key, value in options.items()),
        "public": public,
        "spectators": spectators,
        "host": guest.visitor,
        "status": WAITING,
        "version": 1,
        "logged": 0,
        "events": 0,
        "to_act": "",
        "bot_due": False,
        "created": now,
        "touched": now,
        "rematch": "",
        "scores": "",
        "winners": "",
    }


def _facts(table: AnyTable, seats: Sequence[Row]) -> dict[str, object]:
    """What the header says of the game as it stands."""
    bots = {row["seat"] for row in seats if row["kind"] == BOT}
    to_act = table.to_act
    return {
        "status": OVER if table.over else RUNNING,
        "events": len(table.heard_by(SPECTATOR)),
        "to_act": " ".join(map(str, to_act)),
        "bot_due": any(seat in bots for seat in to_act),
        "scores": " ".join(map(str, table.scores())) if table.over else "",
        "winners": " ".join(map(str, table.winners())) if table.over else "",
    }


def _info(loaded: Loaded) -> TableInfo:
    header = loaded.header
    return TableInfo(
        id=header["id"],
        game=find_game(header["game"]),
        options=read_options(header["options"]),
        public=header["public"],
        spectators=header["spectators"],
        status=header["status"],
        version=header["version"],
        lines=header["events"],
        seats=tuple(_seat_info(row) for row in loaded.seats),
        to_act=_numbers(header["to_act"]),
        created=header["created"],
        touched=header["touched"],
        rematch=header["rematch"],
        scores=_numbers(header["scores"]),
        winners=_numbers(header["winners"]),
    )


def _public_info(kept: Kept) -> TableInfo:
    """The header of a table with its changes counted as an onlooker may count them."""
    info = _info(Loaded(kept.header, kept.seats))
    return replace(info, version=kept.shown_version(SPECTATOR)) if info.status == RUNNING else info


def _seat_info(row: Row) -> SeatInfo:
    bot = BOTS.get(row["bot"])
    return SeatInfo(
        seat=row["seat"],
        kind=row["kind"],
        name=row["name"] or f"Seat {row['seat'] + 1}",
        bot=row["bot"],
        level=bot.level if bot else "",
        minded=row["kind"] == BOT and row["owner"] != "",
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split())


def _names(kept: Kept) -> list[str]:
    return [_seat_info(row).name for row in kept.seats]


def _record_name(seat: SeatInfo) -> str:
    return f"bot:{seat.bot}" if seat.kind == BOT else seat.name.replace(" ", "_")


def _seat_row(kept: Kept, seat: Seat) -> Row:
    if not 0 <= seat < len(kept.seats):
        raise NoSuchTable(f"There is no seat {seat} at this table; the seats are 0 to {len(kept.seats) - 1}.")
    return kept.seats[seat]


def _must_be(kept: Kept, *statuses: str) -> None:
    status = kept.header["status"]
    if status in statuses:
        return
    sentences = {
        WAITING: "The game has not started yet.",
        RUNNING: "The game has started already.",
        OVER: "The game is over.",
        ABANDONED: "This table was given up.",
        STUDY: "This is a record to look through, not a table to play at.",
    }
    raise NotNow(sentences[status])


def _only_once(header: dict[str, object], kept: Kept) -> Change:
    """Sets the columns unless somebody has set them already."""
    unset = {name: value for name, value in header.items() if not kept.header[name]}
    return Change(kept.header["id"], kept.version, header=unset)


def _still_stands(kept: Kept, seat: Seat, expected: int | None, options: list[str] | None) -> bool:
    """Whether a decision made at an older version still means the same: only other seats have answered since,
    side by side, and the seat's own options are what they were."""
    if expected is None:
        return True
    expected = kept.version_shown(seat, expected)
    if expected == kept.version:
        return True
    if not 0 <= expected < kept.version:
        return False
    since = [line.text for line in kept.log if line.version > expected]
    if any(text.startswith(("*", f"{seat}:")) or text == f"{UNDO}{seat}" for text in since):
        return False
    return not since or options is None or kept.table_at_version(expected).legal(seat) == options


def _decision(seat: Seat, text: str, expected: int | None) -> Callable[[Kept], tuple[AnyTable, list[str]]]:
    """Plays a move on a copy, with fresh chance; gives the table after it and the new lines."""

    def decide(kept: Kept) -> tuple[AnyTable, list[str]]:
        now = kept.table()
        if not _still_stands(kept, seat, expected, now.legal(seat)):
            raise Stale("The table has moved on since you looked; look again and choose anew.")
        trial = now.copy()
        trial.reseed(_seed())
        trial.play(seat, text)
        return trial, [str(line) for line in trial.lines[len(now.lines) :]]

    return decide


def _snapshot(kept: Kept, viewer: Viewer, at: int, shown: AnyTable) -> Snapshot:
    """The table for one pair of eyes: the log as it is now, the position as it is shown, numbers as this viewer counts."""
    info = _info(Loaded(kept.header, kept.seats))
    game, names, seat = info.game, info.names, viewer if viewer >= 0 else None
    if info.status == WAITING:
        return Snapshot(
            table=info, viewer=viewer, seat=seat, my_seats=(), host=False, version=info.version, at=0, view=None,
            options=(), log=(), headline="", ask="", over=False, tally=(), scores=(), winners=(), can_undo=False,
        )  # fmt: skip
    now, log = kept.table(), kept.log_for(viewer, names)
    info = replace(info, version=kept.shown_version(viewer), lines=len(log))
    live = shown is now and info.status == RUNNING
    view = shown.view(viewer)
    return Snapshot(
        table=info,
        viewer=viewer,
        seat=seat,
        my_seats=(),
        host=False,
        version=info.version,
        at=at,
        view=view,
        options=_choices(shown, seat, names) if live and seat is not None else (),
        log=log,
        headline=with_names(game.headline(view), names),
        ask=with_names(game.ask(shown.state, viewer), names),
        over=shown.over,
        tally=game.tally(view) if shown.over else (),
        scores=tuple(shown.scores()) if shown.over else (),
        winners=tuple(shown.winners()) if shown.over else (),
        can_undo=live and seat is not None and now.can_undo(seat),
    )


def _choices(table: AnyTable, seat: Seat, names: list[str]) -> tuple[Choice, ...]:
    game, s = table.game, table.state
    return tuple(
        Choice(game.write(s, seat, action), with_names(game.label(s, seat, action), names))
        for action in game.legal_actions(s, seat)
    )


__all__ = [
    "ABANDONED",
    "BOT",
    "OPEN_SEAT",
    "OVER",
    "PERSON",
    "RUNNING",
    "STRANGER",
    "STUDY",
    "WAITING",
    "Choice",
    "Guest",
    "House",
    "LogEntry",
    "Played",
    "SeatInfo",
    "SeatWish",
    "Snapshot",
    "TableInfo",
    "TableWish",
    "WhyNot",
]
