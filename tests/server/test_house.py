"""Tables from the first wish to the rematch, on both kinds of database."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.helpers import GAME, full_table, game_with_sealed_answers, open_app, persons, play_on
from zashiki.core.errors import BadNotation, BadOption, BadRecord, IllegalMove
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.record import read_kifu
from zashiki.core.words import LANGUAGE
from zashiki.fairness.check import check_record
from zashiki.games import GAMES
from zashiki.server import lists, moves, seating
from zashiki.server.cache import Kept
from zashiki.server.errors import BadToken, BadWish, NoSuchTable, NotNow, NotYours, SeatTaken, Stale
from zashiki.server.house import House
from zashiki.server.model import Access, Guest, SeatWish, TableInfo, TableWish
from zashiki.server.pages.table import draw_live
from zashiki.server.rows import Due, Header
from zashiki.server.seating import MOST_NOTES
from zashiki.server.security import COOKIE
from zashiki.server.store import Change, Conflict
from zashiki.server.tokens import Signer

pytestmark = pytest.mark.anyio

ME, YOU, THIRD = Guest(visitor="me"), Guest(visitor="you"), Guest(visitor="third")


async def a_waiting_table(house: House, *, takeover: bool = False) -> TableInfo:
    seats = (SeatWish("person", "Aiko"), SeatWish("open"), SeatWish("bot", bot="easy"))
    return await house.create(ME, TableWish(GAME, seats, access=Access(takeover=takeover)))


async def reopened(house: House) -> House:
    """Another process on the same database: it has seen nothing yet."""
    return House(house.store, house.signer)


async def test_a_table_waits_for_open_seats_and_deals_only_when_full(house: House) -> None:
    info = await a_waiting_table(house)
    assert (info.status, info.lines, info.to_act) == ("waiting", 0, ())
    assert (await house.snapshot(ME, info.id)).view is None
    info = await house.join(YOU, info.id, 1, "Kenji")
    assert info.status == "running"
    assert info.lines > 0
    assert [seat.name for seat in info.seats][:2] == ["Aiko", "Kenji"]
    assert (await house.snapshot(YOU, info.id)).seat == 1


async def test_a_start_fills_open_seats_with_bots(house: House) -> None:
    info = await a_waiting_table(house)
    with pytest.raises(NotYours):
        await house.start(YOU, info.id)
    started = await house.start(ME, info.id, "normal")
    assert started.status == "running"
    assert [seat.kind for seat in started.seats] == ["person", "bot", "bot"]
    with pytest.raises(NotNow):
        await house.start(ME, info.id)


async def test_where_nobody_says_who_different_guests_of_a_middle_level_sit_down(small_house: House) -> None:
    seats = (SeatWish("person", "Aiko"), SeatWish("open"), SeatWish("open"), SeatWish("bot", bot="4"), SeatWish("bot"))
    info = await small_house.create(ME, TableWish(GAME, seats))
    assert [seat.bot for seat in info.seats] == ["", "", "", "genji", "hana"]
    await small_house.join(YOU, info.id, 1, "Oharu")
    started = await small_house.start(ME, info.id)
    assert [seat.bot for seat in started.seats] == ["", "", "oharu", "genji", "hana"]
    assert started.names == ["Aiko", "Oharu", "Oharu 2", "Genji", "Hana"]
    minded = await small_house.hand_to_bot(ME, info.id, 0)
    assert (minded.seats[0].bot, minded.names[0]) == ("taro", "Aiko")


async def test_a_whole_game_is_the_same_for_a_process_that_replays_it(house: House) -> None:
    info = await full_table(house, ME)
    await play_on(house, ME, info.id, 1000)
    here, there = house, await reopened(house)
    shown, again = await here.snapshot(ME, info.id, OPEN), await there.snapshot(ME, info.id, OPEN)
    assert shown.over
    assert shown == again
    assert shown.scores == (await here.info(info.id)).scores
    assert await here.record(ME, info.id) == await there.record(ME, info.id)


async def test_a_refused_move_changes_nothing_and_names_its_clause(house: House) -> None:
    info = await full_table(house, ME)
    before = await house.info(info.id)
    seat = info.to_act[0]
    options = {choice.text for choice in (await house.snapshot(ME, info.id, seat)).options}
    wrong = next(text for text in (f"play {c}{n}" for c in "rygbp" for n in range(1, 11)) if text not in options)
    with pytest.raises(IllegalMove) as refused:
        await house.play(ME, info.id, seat, wrong)
    assert refused.value.clause
    with pytest.raises(BadNotation):
        await house.play(ME, info.id, seat, "open sesame")
    why = await house.why_not(ME, info.id, seat, wrong)
    assert (why.legal, why.clause) == (False, refused.value.clause)
    assert (await house.why_not(ME, info.id, seat, min(options))).legal
    assert await house.info(info.id) == before


async def test_a_stale_version_is_refused(house: House) -> None:
    info = await full_table(house, ME)
    seat = info.to_act[0]
    shown = await house.snapshot(ME, info.id, seat)
    await house.play(ME, info.id, seat, shown.options[0].text, shown.version)
    now = await house.info(info.id)
    following = await house.snapshot(ME, info.id, now.to_act[0])
    with pytest.raises(Stale):
        await house.play(ME, info.id, now.to_act[0], following.options[0].text, shown.version)
    with pytest.raises(Stale):
        await house.play(ME, info.id, now.to_act[0], following.options[0].text, now.version + 7)
    assert (await house.info(info.id)).version == now.version


async def test_a_new_name_at_the_table_does_not_make_a_move_stale(house: House) -> None:
    info = await full_table(house, ME)
    seat = info.to_act[0]
    shown = await house.snapshot(ME, info.id, seat)
    await house.rename(ME, info.id, (seat + 1) % 3, "Somebody else")
    played = await house.play(ME, info.id, seat, shown.options[0].text, shown.version)
    assert played.version == shown.version + 2


async def test_sealed_answers_do_not_make_each_other_stale(house: House) -> None:
    game = game_with_sealed_answers()
    info = await full_table(house, ME, game.id)
    while len(info.to_act) < 2:
        await play_on(house, ME, info.id, 1)
        info = await house.info(info.id)
        if info.status == "over":
            info = await full_table(house, ME, game.id)
    first, second = info.to_act[:2]
    seen = {seat: await house.snapshot(ME, info.id, seat) for seat in (first, second)}
    await house.play(ME, info.id, first, seen[first].options[0].text, seen[first].version)
    await house.play(ME, info.id, second, seen[second].options[-1].text, seen[second].version)
    assert (await house.info(info.id)).version == info.version + 2


async def test_a_repeated_key_plays_once_and_answers_the_same(house: House) -> None:
    info = await full_table(house, ME)
    seat = info.to_act[0]
    shown = await house.snapshot(ME, info.id, seat)
    move = shown.options[0].text
    first = await house.play(ME, info.id, seat, move, shown.version, "key")
    again = await house.play(ME, info.id, seat, move, shown.version, "key")
    elsewhere = await (await reopened(house)).play(ME, info.id, seat, move, shown.version, "key")
    assert (first.repeated, again.repeated, elsewhere.repeated) == (False, True, True)
    assert first.version == again.version == elsewhere.version == (await house.info(info.id)).version
    with pytest.raises(BadWish):
        await house.play(ME, info.id, seat, "pass", None, "key")
    for odd in ("k" * 81, "a\0key"):
        with pytest.raises(BadWish, match="A key has"):
            await house.play(ME, info.id, seat, "pass", None, odd)


async def test_of_two_processes_playing_at_once_one_wins_and_nothing_is_lost(house: House) -> None:
    """Every seat's move is tried by two processes at the same moment; each happens exactly once."""
    info = await full_table(house, ME)
    other = await reopened(house)
    rng = random.Random(5)
    for _ in range(25):
        now = await house.info(info.id)
        seat = now.to_act[0]
        shown = await house.snapshot(ME, info.id, seat)
        moves = [rng.choice(shown.options).text for _ in range(2)]
        tries = [h.play(ME, info.id, seat, move, shown.version) for h, move in zip((house, other), moves, strict=True)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(not isinstance(answer, Exception) for answer in done) == 1, done
        assert all(isinstance(answer, (Stale,)) for answer in done if isinstance(answer, Exception))
        assert (await house.info(info.id)).version == shown.version + 1
    assert await house.record(ME, info.id) == await other.record(ME, info.id)


async def test_undo_takes_back_one_move_and_is_kept_in_the_log(house: House) -> None:
    info = await full_table(house, ME)
    for _ in range(200):
        info = await house.info(info.id)
        seat = info.to_act[0]
        before = await house.snapshot(ME, info.id, seat)
        await house.play(ME, info.id, seat, before.options[0].text)
        after = await house.snapshot(ME, info.id, seat)
        if after.can_undo:
            break
    undone = await house.undo(ME, info.id, seat, after.version)
    shown = await house.snapshot(ME, info.id, seat)
    assert (shown.view, shown.options, shown.log) == (before.view, before.options, before.log)
    assert shown.version == undone.version == after.version + 1
    assert await (await reopened(house)).snapshot(ME, info.id, seat) == shown
    with pytest.raises(Stale):
        await house.undo(ME, info.id, seat, after.version)


async def test_a_seat_opens_only_to_its_owner(house: House) -> None:
    info = await a_waiting_table(house)
    await house.join(YOU, info.id, 1, "Kenji")
    for seat in (0, 2):
        with pytest.raises(NotYours):
            await house.snapshot(YOU, info.id, seat)
        with pytest.raises(NotYours):
            await house.play(YOU, info.id, seat, "play r1")
        with pytest.raises(NotYours):
            await house.seat_token(YOU, info.id, seat)
        with pytest.raises(NotYours):
            await house.why_not(YOU, info.id, seat, "play r1")
        with pytest.raises(NotYours):
            await house.undo(YOU, info.id, seat)
    with pytest.raises(NotYours):
        await house.snapshot(THIRD, info.id, OPEN)
    with pytest.raises(SeatTaken):
        await house.join(THIRD, info.id, 0, "Thief")
    with pytest.raises(NoSuchTable):
        await house.play(YOU, info.id, 9, "play r1")
    assert (await house.snapshot(THIRD, info.id)).viewer == SPECTATOR


async def test_a_token_opens_its_seat_and_nothing_else(house: House) -> None:
    one, two = await full_table(house, ME), await full_table(house, ME)
    token = await house.seat_token(ME, one.id, 1)
    guest = await house.guest_of_token(token)
    assert (await house.snapshot(guest, one.id)).seat == 1
    for eyes in (0, 2, OPEN):
        with pytest.raises(NotYours):
            await house.snapshot(guest, one.id, eyes)
    assert (await house.snapshot(guest, two.id)).viewer == SPECTATOR
    with pytest.raises(NotYours):
        await house.seat_token(guest, two.id, 1)
    assert await lists.mine(house.store, guest) == []
    for forged in (token[:-1], token[1:], Signer("another secret").seat_token(one.id, 1, guest.nonce), "", "a.b", "é"):
        with pytest.raises(BadToken):
            await house.guest_of_token(forged)


async def test_a_claimed_seat_leaves_its_old_device_and_its_old_token(house: House) -> None:
    info = await a_waiting_table(house)
    await house.join(YOU, info.id, 1, "Kenji")
    token = await house.seat_token(YOU, info.id, 1)
    await house.claim(THIRD, token)
    assert (await house.snapshot(THIRD, info.id)).seat == 1
    assert (await house.snapshot(YOU, info.id)).seat is None
    with pytest.raises(BadToken):
        await house.guest_of_token(token)
    with pytest.raises(BadToken):
        await house.claim(YOU, token)


async def test_the_host_who_moves_to_a_phone_stays_host(house: House) -> None:
    info = await a_waiting_table(house)
    await house.claim(THIRD, await house.seat_token(ME, info.id, 0))
    assert (await house.snapshot(THIRD, info.id)).host
    assert not (await house.snapshot(ME, info.id)).host


async def test_a_bot_minds_a_seat_until_its_person_comes_back(house: House) -> None:
    info = await full_table(house, ME)
    due: list[Due] = []
    house.tables.bot_due = due.append
    seat = info.to_act[0]
    minded = (await house.hand_to_bot(ME, info.id, seat)).seats[seat]
    assert (minded.kind, minded.minded, minded.bot) == ("bot", True, "genji")
    assert due == [Due(info.id, "", ME.visitor, people=True)]
    with pytest.raises(NotNow):
        await house.play(ME, info.id, seat, "pass")
    with pytest.raises(SeatTaken):
        await house.join(YOU, info.id, seat, "Thief")
    assert (await house.take_back(ME, info.id, seat)).seats[seat].kind == "person"
    with pytest.raises(NotNow):
        await house.play_for_bot(info.id, seat, (await house.info(info.id)).version, "pass")


async def test_a_person_takes_over_a_bot_but_never_a_second_hand(house: House) -> None:
    info = await a_waiting_table(house, takeover=True)
    info = await house.start(ME, info.id)
    with pytest.raises(NotYours, match="second hand"):
        await house.join(ME, info.id, 2, "Aiko again")
    assert not (await house.snapshot(ME, info.id)).may_take_over
    assert (await house.snapshot(YOU, info.id)).may_take_over
    await house.join(YOU, info.id, 2, "Kenji")
    joined = await house.answer(ME, info.id, 2, "Kenji", agree=True)
    assert (joined.seats[2].kind, joined.seats[2].name, joined.status) == ("person", "Kenji", "running")


async def test_whoever_has_looked_into_a_hand_on_another_device_gets_no_second_one(house: House) -> None:
    info = await a_waiting_table(house, takeover=True)
    info = await house.start(ME, info.id)
    await house.claim(YOU, await house.seat_token(ME, info.id, 0))
    for looking in (house, await reopened(house)):
        assert not (await looking.snapshot(ME, info.id)).may_take_over
        with pytest.raises(NotYours, match="second hand"):
            await looking.join(ME, info.id, 1, "Aiko again")
    await house.join(THIRD, info.id, 1, "Mirei")
    assert (await house.answer(YOU, info.id, 1, "Mirei", agree=True)).seats[1].kind == "person"


async def test_bots_keep_their_seats_unless_the_table_says_otherwise(house: House) -> None:
    bots = (SeatWish("bot"),) * 3
    info = await house.create(ME, TableWish(GAME, bots))
    assert not (await house.snapshot(YOU, info.id)).may_take_over
    with pytest.raises(NotYours, match="cannot be taken over"):
        await house.join(YOU, info.id, 1, "Kenji")
    assert (await house.snapshot(ME, info.id)).may_take_over
    joined = await house.join(ME, info.id, 1, "Aiko")  # the host, who has seen no hand yet
    assert joined.seats[1].kind == "person"
    with pytest.raises(NotYours, match="second hand"):
        await house.join(ME, info.id, 2, "Aiko again")


async def test_only_the_host_abandons_while_the_host_plays(house: House) -> None:
    info = await a_waiting_table(house)
    await house.join(YOU, info.id, 1, "Kenji")
    with pytest.raises(NotYours):
        await house.abandon(YOU, info.id)
    await house.hand_to_bot(ME, info.id, 0)
    assert (await house.abandon(YOU, info.id)).status == "abandoned"
    with pytest.raises(NotNow):
        await house.play(YOU, info.id, 1, "pass")


async def test_an_abandoned_game_opens_to_all_eyes_because_its_secret_does(house: House) -> None:
    info = await full_table(house, ME)
    with pytest.raises(NotYours):
        await house.snapshot(YOU, info.id, OPEN)
    assert "hidden" in await house.record(YOU, info.id)
    await house.abandon(ME, info.id)
    assert (await house.snapshot(YOU, info.id, OPEN)).view is not None
    record = await house.record(YOU, info.id)
    assert "hidden" not in record
    assert check_record(read_kifu(record), GAMES).drawn == record.count("*: ")


async def test_a_rematch_is_made_once_with_everybody_seated(house: House) -> None:
    info = await a_waiting_table(house)
    info = await house.join(YOU, info.id, 1, "Kenji")
    with pytest.raises(NotNow):
        await house.rematch(ME, info.id)
    await house.abandon(ME, info.id)
    made = await asyncio.gather(*(house.rematch(guest, info.id) for guest in (ME, YOU, ME, YOU)))
    assert len({table.id for table in made}) == 1
    assert made[0].status == "running"
    assert (await house.snapshot(YOU, made[0].id)).seat == 1
    assert {table.id for table in await lists.mine(house.store, YOU)} == {made[0].id, info.id}
    with pytest.raises(NotYours):
        await house.rematch(THIRD, info.id)


async def test_a_note_is_kept_with_the_seat_for_its_owner_alone(house: House) -> None:
    info = await a_waiting_table(house)
    with pytest.raises(NotNow):
        await house.note(ME, info.id, 0, "1:red", "yes")
    await house.join(YOU, info.id, 1, "Kenji")
    before = await house.info(info.id)
    await house.note(ME, info.id, 0, "1:red", "maybe")
    await house.note(ME, info.id, 0, "2:red", "no")
    await house.note(ME, info.id, 0, "2:red", "")
    noted = await house.note(ME, info.id, 0, "1:red", "yes")
    assert (noted.version, noted.lines, noted.touched) == (before.version, before.lines, before.touched)
    assert (await house.snapshot(ME, info.id)).version == before.version + 4
    for looking in (house, await reopened(house)):
        assert (await looking.snapshot(ME, info.id)).notes == {"1:red": "yes"}
        assert (await looking.snapshot(ME, info.id, at=0)).notes == {"1:red": "yes"}
        assert (await looking.snapshot(YOU, info.id)).notes == {}
        assert (await looking.snapshot(THIRD, info.id)).notes == {}
    with pytest.raises(NotYours):
        await house.note(YOU, info.id, 0, "1:red", "no")
    await house.claim(THIRD, await house.seat_token(ME, info.id, 0))
    assert (await house.snapshot(THIRD, info.id)).notes == {"1:red": "yes"}
    assert (await house.snapshot(ME, info.id)).notes == {}


async def test_notes_stay_readable_after_the_end_and_are_not_taken_to_the_rematch(house: House) -> None:
    info = await full_table(house, ME)
    await house.note(ME, info.id, 1, "0", "yes")
    await play_on(house, ME, info.id, 1000)
    assert (await house.snapshot(ME, info.id, 1)).notes == {"0": "yes"}
    for eyes in (0, 1, OPEN, SPECTATOR):
        assert (await house.snapshot(YOU, info.id, eyes)).notes == {}  # whoever looks through that seat's eyes now
    with pytest.raises(NotNow):
        await house.note(ME, info.id, 1, "0", "no")
    again = await house.rematch(ME, info.id)
    assert (await house.snapshot(ME, again.id, 1)).notes == {}


async def test_what_a_table_keeps_does_not_grow_for_ever(small_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes, and moves that are taken back, leave lines that have to be gone through again and again."""
    monkeypatch.setattr(seating, "MOST_NOTED", 3)
    monkeypatch.setattr(moves, "MOST_UNDONE", 2)
    table = (await full_table(small_house, ME)).id
    for value in ("a", "", "b"):
        await small_house.note(ME, table, 0, "key", value)
    with pytest.raises(NotNow, match="at most 3 times"):
        await small_house.note(ME, table, 0, "key", "")
    await small_house.note(ME, table, 1, "key", "a")
    can_undo = False
    while not can_undo:
        seat = (await small_house.info(table)).to_act[0]
        move = (await small_house.snapshot(ME, table, seat)).options[0].text
        await small_house.play(ME, table, seat, move)
        can_undo = (await small_house.snapshot(ME, table, seat)).can_undo
    for _ in range(2):
        await small_house.undo(ME, table, seat)
        await small_house.play(ME, table, seat, move)
    with pytest.raises(NotNow, match="at most 2 moves"):
        await small_house.undo(ME, table, seat)
    assert (await small_house.snapshot(ME, table, 0)).notes == {"key": "b"}


async def test_notes_have_bounds(small_house: House) -> None:
    info = await full_table(small_house, ME)
    for key, value in (("", "yes"), ("A", "yes"), ("a b", "yes"), ("a=b", "c"), ("a", "b\n"), ("a" * 41, "b"), ("a", "b" * 41)):
        with pytest.raises(BadWish):
            await small_house.note(ME, info.id, 0, key, value)
    for number in range(MOST_NOTES):
        await small_house.note(ME, info.id, 0, f"{number}", "a" * 40)
    with pytest.raises(BadWish):
        await small_house.note(ME, info.id, 0, "one-more", "a")
    await small_house.note(ME, info.id, 0, "7", "b")
    await small_house.note(ME, info.id, 0, "unknown", "")
    notes = (await small_house.snapshot(ME, info.id, 0)).notes
    assert (len(notes), notes["7"], notes["59"]) == (MOST_NOTES, "b", "a" * 40)


async def test_the_record_is_masked_until_the_end(house: House) -> None:
    info = await full_table(house, ME)
    mine, theirs = await house.record(ME, info.id, 0), await house.record(YOU, info.id)
    deals = [line for line in mine.splitlines() if line.startswith("*: deal")]
    assert [line.endswith("hidden") for line in deals] == [False, True, True]
    assert all(line.endswith("hidden") for line in theirs.splitlines() if line.startswith("*: deal"))
    await play_on(house, ME, info.id, 1000)
    whole = await house.record(YOU, info.id)
    assert "hidden" not in whole
    study = await house.study(YOU, whole)
    assert (study.status, study.lines) == ("study", (await house.info(info.id)).lines)
    assert (await house.snapshot(THIRD, study.id, OPEN)).scores == (await house.info(info.id)).scores


async def test_many_who_come_at_once_share_one_table_in_memory(small_house: House) -> None:
    table = (await full_table(small_house, ME)).id
    await play_on(small_house, ME, table, 20)
    opened = House(small_house.store, small_house.signer)
    first, *others = await asyncio.gather(*(opened.tables.newest(table) for _ in range(5)))
    assert all(other is first for other in others)
    assert first.log == (await small_house.tables.newest(table)).log


async def test_others_are_served_while_a_game_is_played_again(small_house: House) -> None:
    table = (await full_table(small_house, ME)).id
    await play_on(small_house, ME, table, 1000)
    record = await small_house.record(ME, table)
    looking = asyncio.create_task(small_house.snapshot(ME, table, at=50, version=0))
    reading = asyncio.create_task(small_house.study(ME, record.replace("winners: ", "winners: 7 ")))
    await asyncio.sleep(0)
    assert not looking.done()
    assert not reading.done()
    assert (await looking).at == 50
    with pytest.raises(BadRecord):
        await reading


async def test_looking_back_shows_what_one_saw_then(house: House) -> None:
    info = await full_table(house, ME)
    seen = {}
    for step in range(12):
        shown = await house.snapshot(ME, info.id, 0)
        seen[shown.at] = (shown.view, shown.headline)
        await play_on(house, ME, info.id, 1, step)
    for at, (view, headline) in seen.items():
        back = await house.snapshot(ME, info.id, 0, at)
        assert (back.view, back.headline, back.options, back.live) == (view, headline, (), False)
        assert len(back.log) == back.table.lines
    with pytest.raises(NoSuchTable):
        await house.snapshot(ME, info.id, 0, 5000)


async def test_a_table_without_spectators_shows_strangers_nothing(house: House) -> None:
    info = await full_table(house, ME, access=Access(spectators=False))
    with pytest.raises(NotYours):
        await house.snapshot(YOU, info.id)
    with pytest.raises(NotYours):
        await house.record(YOU, info.id)
    assert (await house.snapshot(ME, info.id)).seat in info.to_act
    assert info.id not in [table.id for table in await lists.running(house.store)]


async def test_lists_show_public_tables_by_what_happens_there(house: House) -> None:
    waiting = await a_waiting_table(house)
    running = await full_table(house, ME)
    hidden = await full_table(house, ME, access=Access(public=False))
    over = await full_table(house, YOU)
    await play_on(house, YOU, over.id, 1000)
    assert [table.id for table in await lists.waiting(house.store)] == [waiting.id]
    assert [table.id for table in await lists.running(house.store)] == [running.id]
    assert [table.id for table in await lists.over(house.store)] == [over.id]
    assert {table.id for table in await lists.mine(house.store, ME)} == {waiting.id, running.id, hidden.id}
    assert await lists.mine(house.store, Guest()) == []


@pytest.mark.parametrize(
    "wish",
    [
        TableWish("no-such-game", persons(3)),
        TableWish(GAME, persons(9)),
        TableWish(GAME, persons(3), {"no_option": "1"}),
        TableWish(GAME, persons(3), {"first_lead": "7"}),
        TableWish(GAME, (*persons(2), SeatWish("bot", bot="no-such-bot"))),
        TableWish(GAME, (*persons(2), SeatWish("throne"))),
        TableWish(GAME, (*persons(2), SeatWish("person", " \u202e\x00 "))),
        TableWish(GAME, (*persons(2), SeatWish("person", "x" * 25))),
    ],
)
async def test_a_bad_wish_gets_a_sentence(small_house: House, wish: TableWish) -> None:
    with pytest.raises((BadWish, BadOption)) as refused:
        await small_house.create(ME, wish)
    assert str(refused.value).endswith(".")
    assert await lists.mine(small_house.store, ME) == []


async def test_a_bad_record_gets_its_line(small_house: House) -> None:
    with pytest.raises(BadRecord):
        await small_house.study(ME, "game: chess\n---\n")


async def test_tables_that_do_not_exist_are_said_not_to(house: House) -> None:
    for table in ("", "nothing", "x" * 100, "\x00", "ü", "\ud800", "a/b"):
        with pytest.raises(NoSuchTable):
            await house.info(table)


async def test_watching_tells_the_present_version_and_then_the_newest_only(small_house: House) -> None:
    house = small_house
    info = await full_table(house, ME)
    versions = house.tables.watch(info.id)
    assert await anext(versions) == info.version
    await play_on(house, ME, info.id, 5)
    newest = (await house.info(info.id)).version
    assert newest == info.version + 5
    assert await anext(versions) == newest
    again = house.tables.watch(info.id, after=newest)
    waiting = asyncio.ensure_future(anext(again))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await play_on(house, ME, info.id, 1)
    assert await waiting == newest + 1
    house.close()
    with pytest.raises(StopAsyncIteration):
        await anext(versions)
    await versions.aclose()
    await again.aclose()
    assert len(house.tables.watchers) == 0


async def test_every_language_has_its_own_log_of_the_same_game(small_house: House) -> None:
    house = small_house
    info = await full_table(house, ME)
    for step in range(6):
        token = LANGUAGE.set("ja" if step % 2 else "en")
        await play_on(house, ME, info.id, 1, step)
        LANGUAGE.reset(token)
    english = await house.snapshot(ME, info.id, 0)
    token = LANGUAGE.set("ja")
    japanese = await house.snapshot(ME, info.id, 0)
    fresh = await (await reopened(house)).snapshot(ME, info.id, 0)
    LANGUAGE.reset(token)
    assert japanese == fresh
    assert [entry.heard for entry in english.log] == [entry.heard for entry in japanese.log]
    assert english == await (await reopened(house)).snapshot(ME, info.id, 0)


async def test_changes_written_together_succeed_or_fail_each_alone(small_house: House) -> None:
    tables = [(await full_table(small_house, ME)).id for _ in range(4)]
    before = [loaded for table in tables if (loaded := await small_house.store.load(table))]
    renamed = [Change(old.header, [replace(old.seats[0], name=f"New {old.header.id}")]) for old in before]
    spoiled = Change(replace(before[0].header, version=7), [replace(before[0].seats[0], name="Nobody")])
    # The number of this line is taken.
    lost = Change(replace(before[1].header, logged=0), [replace(before[1].seats[1], name="Nobody")], ["0: pass"])
    outcomes = await asyncio.gather(
        *(small_house.store.commit(change) for change in (renamed[0], spoiled, lost, *renamed[1:])), return_exceptions=True
    )
    assert [isinstance(outcome, Conflict) for outcome in outcomes] == [False, True, True, False, False, False]
    for table in tables:
        loaded = await small_house.store.load(table)
        assert loaded is not None
        assert [row.name for row in loaded.seats] == [f"New {table}", "Player 1", "Player 2"]
        assert loaded.header.version == 2


async def test_a_new_name_stands_in_the_whole_log_at_once(small_house: House) -> None:
    info = await full_table(small_house, ME)
    assert any("Player 1" in entry.told for entry in (await small_house.snapshot(ME, info.id, 0)).log)
    await small_house.rename(ME, info.id, 1, "Mirei")
    told = [entry.told for entry in (await small_house.snapshot(ME, info.id, 0)).log]
    assert any("Mirei" in words for words in told)
    assert not any("Player 1" in words for words in told)


@pytest.mark.parametrize("takeover", [False, True])
async def test_the_page_says_whether_a_bots_seat_is_free(small_house: House, takeover: bool) -> None:
    info = await a_waiting_table(small_house, takeover=takeover)
    assert "/join" in draw_live("", await small_house.snapshot(YOU, info.id))
    await small_house.start(ME, info.id)
    page = draw_live("", await small_house.snapshot(YOU, info.id))
    assert ("/join" in page) == takeover
    assert ("the bots keep their seats" in page) == (not takeover)
    assert "/join" not in draw_live("", await small_house.snapshot(ME, info.id))


async def test_our_script_is_answered_with_the_change_it_made_without_asking_the_store_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        info = await full_table(house, ME)
        page = {
            "Cookie": f"{COOKIE}={house.signer.sign_visitor(ME.visitor)}",
            "X-CSRF-Token": house.signer.form_token(ME.visitor),
            "X-Zashiki": "script",
        }
        asked: list[str] = []
        ask = house.store.version

        async def version(table: str) -> int | None:
            asked.append(table)
            return await ask(table)

        monkeypatch.setattr(house.store, "version", version)
        shown = await house.snapshot(ME, info.id, info.to_act[0])
        assert asked
        asked.clear()
        form = {"seat": str(shown.seat), "move": shown.options[0].text, "expected": str(shown.version)}
        answer = await client.post(f"/tables/{info.id}/play", data=form, headers=page)
        assert (answer.status_code, asked) == (200, [])
        newest = await house.snapshot(ME, info.id)
        assert (answer.headers["x-version"], newest.version) == (str(newest.version), shown.version + 1)
        assert answer.text == draw_live("", newest)
        streaming = page | {"X-Stream": "open"}  # then the stream shows it, and the answer need not
        form = {"seat": str(newest.seat), "move": newest.options[0].text, "expected": str(newest.version)}
        answer = await client.post(f"/tables/{info.id}/play", data=form, headers=streaming)
        newest = await house.snapshot(ME, info.id)
        assert (answer.status_code, answer.headers["x-version"], answer.text) == (204, str(newest.version), "")
        renamed = await client.post(f"/tables/{info.id}/rename", data={"seat": "0", "name": "Mirei"}, headers=streaming)
        assert renamed.headers["x-version"] == str(newest.version + 1)
        assert "Mirei" in renamed.text


async def test_memory_is_never_older_than_a_change_made_here(small_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await full_table(small_house, ME)).id
    older = small_house.tables.shelf.get(table)
    assert older is not None
    commit = small_house.store.commit

    async def overtaken(change: Change) -> Header:
        """While the change is written, the table is dropped and somebody else loads it as it was."""
        small_house.tables.shelf.put(table, Kept(older.header, older.seats, list(older.log)))
        return await commit(change)

    monkeypatch.setattr(small_house.store, "commit", overtaken)
    made = await small_house.note(ME, table, 0, "1", "yes")  # its version, as everybody counts, is the one before
    assert (await small_house.snapshot(ME, table, 0, version=made.version)).notes == {"1": "yes"}
