"""The house: everything people, bots and programs do at a table, for the pages and the JSON API alike.

A table is its header, its seats and its numbered lines of notation, all in the store; `tables` keeps the `core.table.Table`s
replayed from the lines, which are only a cache. Every method takes the `Guest` who asks: `rights` decides what that guest may
do, `seating` and `moves` what it changes, `showing` builds what the guest gets to see from the view of its own seat, and
`counting` decides what the guest may count. Errors are `HouseError`s (a sentence and a status) or those of the core.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from prometheus_client import Counter

from zashiki.bots import find_bot
from zashiki.core.but import but
from zashiki.core.errors import BadNotation, BadRecord, IllegalMove, ZashikiError
from zashiki.core.game import SPECTATOR, write_dials
from zashiki.core.heard import as_heard
from zashiki.core.record import HEARD_BY, Kifu, must_be_lines, open_record, read_kifu
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, with_names
from zashiki.fairness.check import check_record
from zashiki.fairness.promise import Promise, fresh_secret
from zashiki.games import GAMES, find_game
from zashiki.server import counting, moves, seating
from zashiki.server.addresses import household_of
from zashiki.server.backroom import BACK_ROOM
from zashiki.server.cache import AS_HEARD, AnyTable, Kept, Landmarks, heard_code
from zashiki.server.caps import Caps
from zashiki.server.course import Course, Courses
from zashiki.server.errors import BadToken, BadWish, Blocked, NoSuchTable, NotNow, NotYours, Stale
from zashiki.server.house_rules import HouseRules, game_at
from zashiki.server.model import (
    ABANDONED,
    BOT,
    ENDED,
    GESTURE,
    OVER,
    PERSON,
    PHRASE,
    RUNNING,
    STAY,
    STUDY,
    TEXT,
    WAITING,
    Access,
    FairCheck,
    Gathering,
    Guest,
    Played,
    Snapshot,
    TableInfo,
    TableWish,
    WhyNot,
)
from zashiki.server.names import clean_name
from zashiki.server.people import HOST
from zashiki.server.promises import Promises, clean_word, first_source
from zashiki.server.rights import (
    asks_for,
    eyes_of,
    is_host,
    may_answer,
    may_hint,
    may_take_over,
    must_be,
    must_be_seated,
    must_hold,
    must_not_have_looked,
    must_play,
    my_seats,
    seat_row,
    visitors_of,
)
from zashiki.server.rows import UNDO, Header, Receipt, SeatRow, Secret, due_of
from zashiki.server.seating import new_header, new_seats, opened, seat_of_record
from zashiki.server.showing import (
    info_of,
    names_of,
    newest_snapshot,
    public_info,
    record_of,
    snapshot_before,
    snapshot_of,
    snapshot_of_lines,
)
from zashiki.server.store import TRIES, Change, Conflict, Store
from zashiki.server.tables import Tables
from zashiki.server.tokens import Signer, fresh_id
from zashiki.server.words import WORDS

MOVES = Counter("zashiki_moves", "Moves that everybody at their table may count")
MOVE_LENGTH = 500
KEY_LENGTH = 80

Make = Callable[[Kept], tuple[AnyTable, list[str]]]  # the table after a move, and its new lines


class House:
    """The service over one store."""

    def __init__(
        self, store: Store, signer: Signer, cache: int = 2000, studies: int = 100, chance_key: bytes | None = None
    ) -> None:
        """Without the key that every process of the house has, the promises of this one hold as long as it is open."""
        self.store = store
        self.tables = Tables(store, cache, studies)
        self.people = self.tables.people
        self.signer = signer
        self.promises = Promises(signer, chance_key or fresh_secret())
        self._landmarks = Landmarks()
        self._courses = Courses()
        self.caps: Caps | None = None
        self.rules = HouseRules()
        self.blocked: frozenset[str] = frozenset()  # visitors who are not let in
        self._making = asyncio.Lock()  # so that tables made at once are counted one by one

    # --- making tables ---------------------------------------------------------------------------------------------

    async def create(self, guest: Guest, wish: TableWish, offer: str = "", word: str = "") -> TableInfo:
        """A new table; the guest becomes its host and sits in every `person` seat.

        With an offer (`promises`) its commitment was shown before; only then does a word count, for the guest's first seat.
        The same offer from the same browser leads to the table it made.
        """
        word = clean_word(word)
        if word and not offer:
            raise BadWish(WORDS("no_promise_yet"))
        promised = self.promises.accept(offer) if offer else ""
        made = await self.store.load(promised) if promised else None
        if made is not None and guest.visitor and made.header.host == guest.visitor:
            return await self.info(promised)
        game = self.rules.game(find_game(wish.game), wish.house_rules)
        game.encode_options(len(wish.seats), wish.options)
        seats = new_seats(wish.seats, guest)
        options = game.chosen_options(wish.options)
        header = replace(new_header(guest, game, options, len(seats), wish.access, promised), maker=self._maker(guest))
        mine = next((seat.seat for seat in seats if seat.kind == PERSON), None)
        try:
            await self._set_up(header, seats, [(mine, word)] if word and mine is not None else [])
        except Conflict:
            raise Stale(WORDS("promise_used")) from None
        return await self.info(header.id)

    async def create_from(self, guest: Guest, wish: TableWish, lines: Sequence[str]) -> TableInfo:
        """A new table where these lines have been played already, such as those of a lesson.

        Nothing was promised for the chance in them, so the table carries no promise at all.
        """
        game = find_game(wish.game)
        options = game.chosen_options(wish.options)
        table = Table(game, len(wish.seats), options)
        for line in lines:
            table.feed(line)
        table.chance = Promise(fresh_secret())
        table.advance()
        seats = new_seats(wish.seats, guest)
        header = replace(new_header(guest, game, options, len(seats), wish.access), maker=self._maker(guest))
        await self._open(moves.standing(header, table, seats), seats, [str(line) for line in table.lines])
        return await self.info(header.id)

    async def study(self, guest: Guest, record: str) -> TableInfo:
        """Keep an uploaded record as a table to look through; BadRecord with the line number if it does not replay.

        A game that had not ended is seen as whoever heard the record saw it; if that cannot be made out, there is nothing to look
        at but the lines.
        """
        kifu, rules = read_kifu(record), None
        self._must_know_rules(kifu)
        try:
            table = (await BACK_ROOM.run(check_record, kifu, GAMES)).table
        except BadRecord:
            if HEARD_BY not in kifu.header or kifu.result is not None:
                raise
            table = open_record(kifu, GAMES)
            must_be_lines(kifu, table.game, table.players)
            heard, rules = await BACK_ROOM.run(as_heard, kifu, table), AS_HEARD
            if heard:
                table, rules = heard[-1], heard_code(table.game.about.rules_version, heard[-1].viewer)
        seats = [seat_of_record(number, kifu.name_of(number)) for number in range(table.players)]
        header = new_header(guest, table.game, table.options, table.players, Access(public=False))
        header = replace(moves.standing(header, table, seats), status=STUDY, bot_due=False, to_act=(), maker=self._maker(guest))
        if rules is not None:
            header = replace(header, rules=rules, events=len(kifu.lines))
        await self._create(header, seats, [str(line) for line in table.lines] if rules is None else kifu.lines)
        return await self.info(header.id)

    def _must_know_rules(self, kifu: Kifu) -> None:
        """BadRecord for house rules of another house: a game with other numbers stays in memory while this house is open."""
        name, given = kifu.header.get("game", ""), kifu.header.get("dials", "")
        if given and given not in [write_dials(game.turned) for game in self.rules.games(name)]:
            raise BadRecord(kifu.line_of("dials"), WORDS("record_house_rules"))

    async def rematch(self, guest: Guest, table: str, offer: str = "", word: str = "") -> TableInfo:
        """The same people, bots and options again; asking twice gives the same new table.

        The word of whoever asks first goes into its first chance event, if it comes with an offer of a rematch of this table; the
        others' words come with their first moves.
        """
        word, promised = clean_word(word), self.promises.accept(offer, after=table) if offer else ""
        kept = await self.tables.newest(table)
        must_be_seated(kept, guest)
        if kept.header.status not in (OVER, ABANDONED):
            raise NotNow(WORDS("rematch_later"))
        if not kept.header.rematch:
            if self.caps is not None:
                await self.caps.must_have_room(kept.header.maker, kept.seats)
            kept = await self.tables.change(table, partial(seating.name_rematch, table=promised or fresh_id()))
        # The old table names the new one first, so that neither two requests nor a crash in between can make two of them.
        with contextlib.suppress(Conflict):
            if await self.store.version(kept.header.rematch) is None:
                asking = my_seats(kept, guest)[:1] if word and promised == kept.header.rematch else ()
                await self._set_up_again(kept, [(seat, word) for seat in asking])
        return await self.info(kept.header.rematch)

    async def rematch_token(self, guest: Guest, table: str) -> str:
        """The token of the seat at the rematch that the holder of a token has here: the same seat number."""
        kept = await self.tables.newest(table)
        if guest.seat is None or guest.seat not in my_seats(kept, guest):
            raise NotYours(WORDS("needs_token"))
        following = await self.tables.newest(kept.header.rematch)
        row = seat_row(following, guest.seat)
        if row.owner != seat_row(kept, guest.seat).owner:
            raise NotYours(WORDS("rematch_taken"))
        return self.signer.seat_token(following.header.id, guest.seat, row.nonce)

    async def info(self, table: str) -> TableInfo:
        """The header of a table."""
        kept = await self.tables.newest(table)
        self.tables.visited(kept)
        return public_info(kept)

    async def seats_of(self, guest: Guest, table: str) -> tuple[Seat, ...]:
        """The seats of this guest at a table."""
        return my_seats(await self.tables.newest(table), guest)

    # --- sitting down and getting up ---------------------------------------------------------------------------------

    async def join(self, guest: Guest, table: str, seat: Seat, name: str, word: str = "") -> TableInfo:
        """Sit down on an open seat, or ask for a bot's: while others play, all of them must agree (`answer`). The word goes into
        all chance from the moment they sit."""
        sit = partial(seating.sit, guest=guest, seat=seat, name=clean_name(name), word=clean_word(word))
        return await self._seated(table, sit)

    async def answer(self, guest: Guest, table: str, seat: Seat, name: str, *, agree: bool) -> TableInfo:
        """Say whether the person of that name may take over a bot's seat; somebody who is not let in may not."""
        asking = seat_row(await self.tables.newest(table), seat).asking
        agree = agree and not (asking is not None and asking.visitor in self.blocked)
        return await self._seated(table, partial(seating.answer, guest=guest, seat=seat, name=name, agree=agree))

    async def withdraw(self, guest: Guest, table: str) -> TableInfo:
        """No longer ask for a bot's seat."""
        return await self._seated(table, partial(seating.withdraw, guest=guest))

    async def must_not_have_looked(self, guest: Guest, table: str) -> None:
        """NotYours for a guest who has seen a hand of the game in progress at this table."""
        kept = await self.tables.newest(table)
        if kept.header.status == RUNNING:
            must_not_have_looked(kept, guest)

    async def seat_token(self, guest: Guest, table: str, seat: Seat) -> str:
        """The signed token of one's own seat: the bearer token of the API, and the last part of the seat link. That of a seat
        one asks for works once everybody has agreed."""
        kept = await self.tables.newest(table)
        asking = seat_row(kept, seat).asking
        if asking is not None and asking.visitor == guest.visitor:
            return self.signer.seat_token(table, seat, asking.nonce)
        must_hold(kept, guest, seat)
        return self.signer.seat_token(table, seat, seat_row(kept, seat).nonce)

    async def guest_of_token(self, token: str) -> Guest:
        """The guest a seat token stands for; BadToken if it is forged or has been replaced by a newer one."""
        guest = self.signer.read_seat_token(token)
        # Whatever the guest does next is checked again on the newest table, so the kept one is good enough here.
        for version in (0, None):
            kept = await self.tables.newest(guest.table, version)
            if guest.seat in my_seats(kept, guest):
                self.let_in(seat_row(kept, guest.seat).owner)
                return guest
        if any(row.asking is not None and row.asking.nonce == guest.nonce for row in kept.seats):
            raise BadToken(WORDS("not_agreed"))
        raise BadToken(WORDS("token_moved"))

    def let_in(self, visitor: str) -> None:
        """Blocked if this visitor is not let in."""
        if visitor in self.blocked:
            raise Blocked(WORDS("shut_out"))

    async def claim(self, guest: Guest, token: str) -> TableInfo:
        """Move the token's seat to this browser; the token, and the browser that had the seat, lose it."""
        holder = await self.guest_of_token(token)
        return await self._seated(holder.table, partial(seating.move_seat, holder=holder, guest=guest))

    async def rename(self, guest: Guest, table: str, seat: Seat, name: str) -> TableInfo:
        """Another name for one's own seat."""
        return await self._seated(table, partial(seating.rename, guest=guest, seat=seat, name=clean_name(name)))

    async def note(self, guest: Guest, table: str, seat: Seat, key: str, value: str) -> TableInfo:
        """Keep a private note with one's own seat during the game; an empty value removes it."""
        return await self._seated(table, partial(seating.keep_note, guest=guest, seat=seat, key=key, value=value))

    async def hand_to_bot(self, guest: Guest, table: str, seat: Seat, bot: str = "") -> TableInfo:
        """Let a bot play for this person's seat: asked for by the person, or by the host for somebody who left.

        Somebody who is at the table is asked first, and has time to answer: NotNow until then.
        """
        kept = await self.tables.newest(table)
        row, mine = seat_row(kept, seat), my_seats(kept, guest)
        if seat not in mine and is_host(kept, guest) and row.kind == PERSON:
            await self.people.must_have_been_asked(table, mine[0] if mine else HOST, row)
        return await self._seated(table, partial(seating.hand_to_bot, guest=guest, seat=seat, bot=bot and find_bot(bot).name))

    async def take_back(self, guest: Guest, table: str, seat: Seat) -> TableInfo:
        """The person comes back to a minded seat."""
        info = await self._seated(table, partial(seating.take_back, guest=guest, seat=seat))
        await self.people.stays(table, seat)
        return info

    async def start(self, guest: Guest, table: str, bot: str = "") -> TableInfo:
        """Start at once, with bots in the seats still open; for anybody seated or the host."""
        kept = await self.tables.newest(table)
        async with self._making:
            if self.caps is not None and not any(row.owner for row in kept.seats):
                await self.caps.must_have_room_for_bots(kept.header.maker)
            return await self._seated(table, partial(seating.begin, guest=guest, bot=bot))

    async def abandon(self, guest: Guest, table: str) -> TableInfo:
        """End a table without a result: the host, or anybody seated once the host no longer plays."""
        return await self._seated(table, partial(seating.give_up, guest=guest))

    # --- with each other ---------------------------------------------------------------------------------------------

    async def gathering(self, guest: Guest, table: str) -> Gathering:
        """Who is at a table and what was said, for a guest who may look at it."""
        kept = await self.tables.newest(table, 0)
        eyes_of(kept, guest, None)
        mine = my_seats(kept, guest)
        questions = [await self.people.asked(table, seat) for seat in mine if kept.seats[seat].kind == PERSON]
        return Gathering(
            table=public_info(kept),
            my_seats=mine,
            host=is_host(kept, guest),
            where=self.people.where(table, kept.seats),
            said=await self.people.said(table),
            asked=next(filter(None, questions), None),
        )

    async def say(self, guest: Guest, table: str, kind: str, words: str) -> None:
        """Say something at a table where one has a seat."""
        kept = await self.tables.newest(table)
        mine = my_seats(kept, guest)
        if not mine:
            raise NotYours(WORDS("only_seated_speak"))
        if kind not in (PHRASE, GESTURE, TEXT, STAY):
            raise BadWish(WORDS("no_such_phrase"))
        if kind == TEXT and not kept.header.access.talk:
            raise NotNow(WORDS("people_no_words"))
        await self.people.say(table, mine[0], kind, words)

    async def allow_talk(self, guest: Guest, table: str, *, talk: bool) -> TableInfo:
        """Whether people may use words of their own at this table; for its host."""
        info = await self._seated(table, partial(seating.allow_talk, guest=guest, talk=talk))
        self.people.forget(table)
        return info

    async def visitor_at(self, guest: Guest, table: str) -> str:
        """The visitor that a guest is at a table, also with the token of a seat."""
        return next(iter(visitors_of(await self.tables.newest(table, 0), guest)), guest.visitor)

    async def page_told(self, guest: Guest, table: str, page: str, *, visible: bool, phone: bool, closed: bool = False) -> None:
        """A page says whether it is in sight, or closed. Of guests without a seat nobody wants to know."""
        for visitor in visitors_of(await self.tables.newest(table, 0), guest):
            if closed:
                self.people.presence.closed_page(table, visitor, page)
            else:
                self.people.presence.told(table, visitor, page, visible=visible, phone=phone)

    # --- playing -----------------------------------------------------------------------------------------------------

    async def play(
        self, guest: Guest, table: str, seat: Seat, text: str, expected: int | None = None, key: str = "", word: str = ""
    ) -> Played:
        """Make a move, in notation. Committed when this returns; on any error nothing has changed.

        `expected` is the version the guest saw: Stale if the seat's options have changed since. `key` identifies this one
        press of the button: sent again, the same key gets the same answer. `word` goes into all chance from then on if the seat
        has not given one, or the house has been restored since.
        """
        if len(text) > MOVE_LENGTH:
            raise BadNotation(WORDS("move_too_long", most=MOVE_LENGTH))
        make = partial(moves.decide, seat=seat, text=text, expected=expected, word=clean_word(word))
        return await self._move(guest, table, Receipt(seat, key, text), expected, make)

    async def undo(self, guest: Guest, table: str, seat: Seat, expected: int | None = None, key: str = "") -> Played:
        """Take back the seat's last move while the rules of undo allow it."""
        make = partial(moves.undo, seat=seat, expected=expected)
        return await self._move(guest, table, Receipt(seat, key, f"{UNDO}{seat}"), expected, make)

    async def play_for_bot(self, table: str, seat: Seat, version: int, text: str) -> Played:
        """The move of a bot that looked at that version; only a seat that a bot plays."""
        make = partial(moves.decide, seat=seat, text=text, expected=version)
        return await self._move(None, table, Receipt(seat, "", text), version, make)

    async def why_not(self, guest: Guest, table: str, seat: Seat, text: str) -> WhyNot:
        """Whether one's own seat may play this, and if not, why."""
        kept = await self.tables.newest(table)
        must_hold(kept, guest, seat)
        must_be(kept, RUNNING)
        try:
            kept.table().copy().play(seat, text[:MOVE_LENGTH])
        except IllegalMove as error:
            return WhyNot(False, with_names(error.sentence, names_of(kept)), error.clause)
        except BadNotation as error:
            return WhyNot(False, str(error), "")
        return WhyNot(True, WORDS("why_legal"), "")

    # --- looking -----------------------------------------------------------------------------------------------------

    async def snapshot(
        self, guest: Guest, table: str, eyes: Viewer | None = None, at: int | None = None, version: int | None = None
    ) -> Snapshot:
        """The table as this guest may see it.

        Without `eyes`: the guest's seat (with several, the one to act, or none), else a spectator's view. Other eyes, OPEN among
        them, are for finished tables. `at` shows an earlier position. `version` is one that `watch` or a change made here gave: a
        kept table at least that new is shown without asking the store again.
        """
        kept = await self.tables.newest(table, version)
        for visitor in (guest.visitor, *visitors_of(kept, guest)):
            self.let_in(visitor)
        seen = await self._seen(kept, eyes_of(kept, guest, eyes), at)
        self.tables.visited(kept)
        viewer, mine = eyes_of(kept, guest, seen.viewer), my_seats(kept, guest)  # checked again: a seat may have moved meanwhile
        if viewer not in mine:
            seen = counting.through_others_eyes(seen, kept.shown_version(SPECTATOR))
        return but(
            seen,
            my_seats=mine,
            host=is_host(kept, guest),
            may_take_over=may_take_over(kept, guest),
            asking=asks_for(kept, guest),
            may_answer=may_answer(kept, guest),
            may_hint=may_hint(kept, guest) and seen.live,
            notes=kept.seats[viewer].notes if viewer in mine else {},
            bots_before=self.tables.bots_before.get(table) if seen.live else None,
            weaker=self.tables.weaker(kept) if seen.live else "",
        )

    async def course(self, guest: Guest, table: str, eyes: Viewer | None = None) -> Course:
        """The turns of a game through the same eyes as `snapshot`, and the points once it has ended; empty under older rules."""
        kept = await self.tables.newest(table)
        viewer = eyes_of(kept, guest, eyes)
        if kept.header.status == WAITING or not kept.replayable:
            return Course()
        lines, ended = tuple(kept.table().lines), info_of(kept).finished
        course = await BACK_ROOM.run(self._courses.course, kept, viewer, lines, names_of(kept), ended=ended)
        eyes_of(kept, guest, viewer)  # checked again: a seat may have moved meanwhile
        return course

    async def record(self, guest: Guest, table: str, eyes: Viewer | None = None) -> str:
        """The record: complete once the game is over, until then only as this guest heard it, with hidden parts masked."""
        kept = await self.tables.newest(table)
        return record_of(kept, eyes_of(kept, guest, eyes))

    async def check(self, guest: Guest, table: str) -> FairCheck:
        """Draw every chance event of a table that has ended again; a process does it once for each language."""
        kept = await self.tables.newest(table)
        if kept.header.status not in (OVER, ABANDONED) or kept.secret is None:
            raise NotNow(WORDS("cannot_check"))
        record = await self.record(guest, table)
        if not kept.replayable:
            return FairCheck(public_info(kept), older_rules=kept.header.rules)
        language = LANGUAGE.get()  # a verdict may be a sentence
        async with kept.turn:
            if language not in kept.verdicts:
                try:
                    kept.verdicts[language] = (await BACK_ROOM.run(check_record, read_kifu(record), GAMES)).drawn or 0, ""
                except BadRecord as problem:
                    kept.verdicts[language] = 0, str(problem)
        return FairCheck(public_info(kept), *kept.verdicts[language])

    # --- for the bots and for news from other processes --------------------------------------------------------------

    async def bot_turn(self, table: str) -> tuple[Kept, Seat] | None:
        """The lowest seat where a bot has to move; None if there is none."""
        kept = await self.tables.newest(table)
        if kept.header.status != RUNNING:
            return None
        bots = [row.seat for row in kept.seats if row.kind == BOT]
        return next(((kept, seat) for seat in kept.table().to_act if seat in bots), None)

    async def hear(self, table: str, version: int) -> None:
        """Another process changed a table (-1: perhaps) or, without one, blocked somebody or let somebody in again."""
        if table:
            await self.tables.hear(table, version)
        else:
            self.blocked = await self.store.blocked()

    def close(self) -> None:
        """End every stream."""
        self.tables.watchers.close()

    # --- inside --------------------------------------------------------------------------------------------------------

    async def _seen(self, kept: Kept, viewer: Viewer, at: int | None) -> Snapshot:
        """What these eyes see, whoever looks through them; the newest position is built once for each version they count."""
        if kept.header.status == WAITING:
            return snapshot_before(kept, viewer)
        if kept.header.status in ENDED and not kept.replayable:
            return snapshot_of_lines(kept, viewer, at)
        newest = newest_snapshot(kept, viewer)
        events = newest.at
        if at is None or at == events:
            return newest
        if not 0 <= at < events:
            raise NoSuchTable(WORDS("no_position", events=events, at=at))
        before = counting.lines_until(kept.table(), viewer, at)
        return snapshot_of(kept, viewer, at, await BACK_ROOM.run(self._landmarks.table_after, kept, before))

    async def _set_up(self, header: Header, seats: Sequence[SeatRow], words: Sequence[tuple[Seat, str]]) -> None:
        """Write a new table; its game starts at once if no seat is open."""
        secret = self.promises.secret_of(header.id)
        header, lines = opened(header, seats, first_source(secret, words))
        await self._open(header, seats, lines, Secret(secret.hex()))

    async def _open(self, header: Header, seats: Sequence[SeatRow], lines: Sequence[str], secret: Secret | None = None) -> None:
        """Write a new table and let its bots begin."""
        await self._create(header, seats, lines, secret)
        self.tables.visits.note(header.id)
        if header.bot_due:
            self.tables.bot_due(due_of(header, seats))
        if header.to_act:
            self.tables.turned(header, seats, header.to_act)

    async def _create(self, header: Header, seats: Sequence[SeatRow], lines: Sequence[str], secret: Secret | None = None) -> None:
        """Write a new table if whoever makes it may have one more."""
        async with self._making:
            if self.caps is not None:
                await self.caps.must_have_room(header.maker, seats)
            await self.store.create(header, seats, lines, secret)

    def _maker(self, guest: Guest) -> str:
        return self.signer.mark_of(household_of(guest.address))

    async def _set_up_again(self, kept: Kept, words: Sequence[tuple[Seat, str]]) -> None:
        """The table that follows a finished one, with everybody on their seats; those of people who are forgotten are open."""
        old = kept.header
        header = new_header(
            Guest(visitor=old.host), game_at(old.game, old.dials), old.options, old.players, old.access, old.rematch
        )
        seats = [seating.seat_again(row) for row in kept.seats]
        await self._set_up(replace(header, maker=old.maker), seats, words)

    async def _seated(self, table: str, make: Callable[[Kept], Change]) -> TableInfo:
        return public_info(await self.tables.change(table, make))

    async def _move(self, guest: Guest | None, table: str, asked: Receipt, expected: int | None, make: Make) -> Played:
        """Commit what a seat did and the chance events that follow, in one transaction.

        A key that was used before either conflicts with its receipt or finds that the table has moved on; only then is it
        looked up.
        """
        if len(asked.key) > KEY_LENGTH or not asked.key.isprintable():
            raise BadWish(WORDS("bad_key", most=KEY_LENGTH))
        kept = await self.tables.newest(table, expected)
        for _ in range(TRIES):
            async with kept.turn:
                must_play(kept, guest, asked.seat)
                try:
                    return await self._play(kept, asked, make, by_person=guest is not None)
                except (Conflict, ZashikiError) as refusal:
                    before = await self._answered(table, asked)
                    if before is not None:
                        return before
                    if isinstance(refusal, IllegalMove):
                        raise refusal.named(names_of(kept)) from None
                    if not isinstance(refusal, Conflict):
                        raise
            kept = await self.tables.newest(table)
        raise Stale(WORDS("too_many_changes_look"))

    async def _play(self, kept: Kept, asked: Receipt, make: Make, *, by_person: bool) -> Played:
        must_be(kept, RUNNING)
        made, lines = make(kept)
        header, receipt = moves.standing(kept.header, made, kept.seats), asked if asked.key else None
        change = Change(header, lines=lines, receipt=receipt, quiet=counting.is_quiet(kept.header, header))
        committed = await self.tables.commit(kept, change, made)
        if not change.quiet:
            MOVES.inc()
            if by_person:
                await self.people.stays(kept.header.id, asked.seat)
        return Played(kept.shown_version(asked.seat, committed.version))

    async def _answered(self, table: str, asked: Receipt) -> Played | None:
        """The answer this key got when it was used before; None if it never was."""
        receipt = await self.store.receipt(table, asked.seat, asked.key) if asked.key else None
        if receipt is None:
            return None
        if receipt.text != asked.text:
            raise BadWish(WORDS("key_used"))
        kept = await self.tables.newest(table)  # with the receipt's own line, which another process may have written
        return Played(kept.shown_version(asked.seat, receipt.version), repeated=True)
