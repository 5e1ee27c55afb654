"""The house in Japanese: no page and no refusal has English left in it, and everybody at a table reads their own language."""

from __future__ import annotations

import asyncio
import json
import random
import re
import string
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

import zashiki
from tests.reading import LATIN, READ_ALOUD, Reading, allowed_in, foreign
from tests.server.helpers import GAME, Served, open_app, seat_people
from tests.server.test_live import LONGEST, events
from tests.support import every_game, new_table, play_randomly
from zashiki.core.chance import seeded
from zashiki.core.errors import ZashikiError
from zashiki.core.game import AnyGame
from zashiki.core.words import LANGUAGE, LANGUAGES, translations
from zashiki.games import GAMES
from zashiki.primer.content import content_of
from zashiki.server import seating, store
from zashiki.server.bots import Bots
from zashiki.server.house import House
from zashiki.server.model import BOT, OPEN_SEAT, PERSON, Guest, SeatWish, TableWish
from zashiki.server.pages.taught import lesson_of
from zashiki.server.security import COOKIE

pytestmark = pytest.mark.anyio

SOURCE = Path(zashiki.__file__).parent
ME, YOU = Guest(visitor="me"), Guest(visitor="you")
WHOLE = True  # False leaves out what games say, and looks at the house alone
MOST_TOLD = 12  # of one page
KANA = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")

# What stays in Latin letters on a page of the house.
HOUSE = tuple(
    rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])"
    for words in (
        "Zashiki",  # its own name ...
        "English",  # ... and that of a language in itself
        "Slack|Discord|Tabletop Simulator|JavaScript",  # names of others
        "(?:HMAC-)?SHA-256|JSON|QR|PDF|SVG|A4|mm",  # what they are called in Japanese as well
        r"https?(?:://)?|\.kifu",  # beginnings of addresses, endings of files
        "(?<=チーム)[A-H]",  # teams have letters
        "game: akiwado|players|zashiki play|--save",  # as records and commands are written
    )
)
# What the rules of a game have besides: numbers without a value yet, keys, units, names of machines and of the games' authors.
RULES = tuple(
    rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])" for words in ("[A-Za-z]", "Escape|Enter", "ms|µs|CPU|AMD EPYC", "Szabó Jenő")
)
TYPED = ("style", "script", "code", "kbd", "textarea")  # code is typed, and keys are called what is printed on them
# What scripts show later.
LATER = """
    content data-title data-down data-polling data-waiting data-restarting data-copied data-say data-play data-stop data-same
    data-other data-found data-none data-solved-words data-next data-close data-denied data-failed data-mute data-unmute
    data-turn data-words
"""
UNSAID = re.compile(
    r'<meta name="(?:viewport|htmx-config|theme-color|twitter:card)"[^>]*>|<meta property="og:(?:url|image|type)"[^>]*>'
)
# Of a sentence in the catalogue: what a program must be told letter by letter.
TOLD_LETTER_BY_LETTER = (
    r"「(?:person|open|bot|print|Authorization: Bearer <token>|zashiki [a-z -]+)」",
    r"(?:here|away|closed|true|false)(?![a-z])",
    "aからf",
    "(?:answer|board|next|quit)で",  # typed in the terminal
    # What the owner of a house types, and the names of what it runs on:
    r"--[a-z-]+|ZASHIKI_[A-Z_]+|Ctrl-C|SQLite|PostgreSQL|URL|ID",
    "debug|info|warning|error|waiting|running|over|abandoned|study",
    r"「\d+/(?:minute|second; 1000/hour)」",
)


@pytest.fixture(autouse=True)
def _one_language_for_each_test() -> Iterator[None]:
    reader = LANGUAGE.set(LANGUAGES[0])
    yield
    LANGUAGE.reset(reader)


def read(page: str) -> list[str]:
    """What a person reads of a page, now or later."""
    aloud = [*READ_ALOUD, *LATER.split()]
    page = re.sub(r'data-turn="(?:1|flip)"', "", page)  # which way a piece is turned; elsewhere it is said that it is one's turn
    return Reading(UNSAID.sub("", page), unread=TYPED, aloud=aloud, language="" if WHOLE else "ja").found


@pytest.mark.parametrize("folder", ["server", "fairness", "primer"])
def test_no_sentence_of_the_catalogue_has_english_in_it(folder: str) -> None:
    allowed = re.compile("|".join([*HOUSE, *TOLD_LETTER_BY_LETTER]))
    sentences = translations(SOURCE / folder / "words.toml")["ja"]
    left = {
        key: sentence
        for key, sentence in sentences.items()
        if LATIN.search(allowed.sub("", "".join(text for text, *_ in string.Formatter().parse(sentence))))
    }
    assert left == {}


def without_notation(game: AnyGame, text: str) -> str:
    """A sentence without the moves that it quotes in notation."""

    def unless_move(quoted: re.Match[str]) -> str:
        try:
            game.actions.read(quoted[1])
        except ZashikiError:
            return quoted[0]
        return ""

    return re.sub(r"「([^「」]+)」", unless_move, text)


@cache
def notation_of(game: AnyGame) -> list[str]:
    """The words of a game's notation, which its rules explain: those of all moves, and of the chance in a game at random."""
    table = new_table(game, game.seats[0], {}, seed=3)
    for _ in play_randomly(table, seeded(3)):
        pass
    texts = {game.actions.write(action) for action in range(game.action_count)} | {line.text for line in table.lines}
    words = {word for text in texts for word in re.findall(r"[A-Za-z]+[A-Za-z0-9-]*", text)}
    return [rf"(?<![A-Za-z])(?:{'|'.join(sorted(words, key=len, reverse=True))})(?![A-Za-z])"]


class Walk:
    """Somebody who reads Japanese goes through the house, and everything foreign is collected."""

    def __init__(self, app: FastAPI, client: httpx.AsyncClient, game: AnyGame) -> None:
        self.house: House = app.state.house
        self._client, self._allowed = client, allowed_in(game, more=HOUSE)
        self._everywhere = allowed_in(*GAMES.values(), more=HOUSE)
        self._in_rules = allowed_in(game, more=[*HOUSE, *RULES, *notation_of(game)])
        self._game = game
        self.wrong: dict[str, list[str]] = {}
        self.seen = 0

    def come_in(self, guest: Guest) -> None:
        self._client.headers["Cookie"] = f"{COOKIE}={self.house.signer.sign_visitor(guest.visitor)}; name=%E8%91%B5"
        self._client.headers["X-CSRF-Token"] = self.house.signer.form_token(guest.visitor)

    async def look(self, path: str, status: int = 200) -> str:
        answer = await self._client.get(path)
        return self._read(path, answer, status)

    async def send(self, path: str, status: int, **form: str) -> str:
        return self._read(path, await self._client.post(path, data=form), status)

    def _read(self, path: str, answer: httpx.Response, status: int) -> str:
        assert answer.status_code == status, (path, answer.text[:300])
        words = read(answer.text)
        assert "<html" not in answer.text or any(KANA.search(text) for text in words), path
        words = [without_notation(self._game, text) for text in words]
        rules = path.startswith(f"/rules/{self._game.id}")
        left = foreign(words, self._everywhere if path == "/" else self._in_rules if rules else self._allowed)
        if left:
            self.wrong[path] = left
        self.seen += 1
        return answer.text

    def is_all_japanese(self) -> bool:
        """Whether nothing foreign was found; otherwise all of it is told."""
        assert not self.wrong, "\n".join(f"{path}: {words}" for path, left in self.wrong.items() for words in left[:MOST_TOLD])
        return True


@pytest.fixture(autouse=True)
def _bots_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests here make the bots' moves; those of the house would make their private steps at the same time."""
    monkeypatch.setattr(Bots, "start", lambda self: None)


async def play(house: House, guest: Guest, table: str, until: Callable[[int], bool]) -> None:
    """Play this guest's seat and the bots' at random."""
    rng = random.Random(3)
    for number in range(10_000):
        info = await house.info(table)
        if info.status != "running" or until(number):
            return
        seat = info.to_act[0]
        kept = await house.tables.newest(table)
        move = rng.choice(kept.table().legal(seat))
        if info.seats[seat].kind == BOT:
            await house.play_for_bot(table, seat, kept.shown_version(seat), move)
        else:
            await house.play(guest, table, seat, move)


@every_game
async def test_what_can_be_read_about_a_game_is_japanese(tmp_path: Path, game: AnyGame) -> None:
    async with open_app(tmp_path, bot_pause=3600.0) as (app, client):
        client.headers["Accept-Language"] = "ja"
        walk = Walk(app, client, game)
        walk.come_in(ME)
        for path in (f"/new?game={game.id}", f"/rules/{game.id}", f"/rules/{game.id}/panel", f"/print/{game.id}?seed=3"):
            await walk.look(path)
        if game.gallery is not None:
            await walk.look(f"/rules/{game.id}/gallery")
            for group in game.gallery.things():
                await walk.look(f"/games/{game.id}/about/{group.things[0].key}")
        if game.lessons is not None:
            for chapter in lesson_of(game).chapters:
                for step in (1, len(chapter.steps)):
                    await walk.look(f"/learn/{game.id}/{chapter.key}/{step}")
        content = content_of(game)
        if content is not None:
            await walk.look(f"/games/{game.id}/practice")
            for exercise in content.exercises[:4]:
                path = f"/games/{game.id}/practice/{exercise.key}"
                for asked in ("", "?show=yes", f"?try={exercise.answers[0]}", "?try=0"):
                    await walk.look(path + asked)
            for example in content.examples:
                await walk.look(f"/rules/{game.id}/examples/{example.key}?step={len(example.steps)}")
        assert walk.is_all_japanese()
        assert walk.seen > 10


@every_game
async def test_a_table_is_japanese_from_the_lobby_to_the_result(tmp_path: Path, game: AnyGame) -> None:
    async with open_app(tmp_path, bot_pause=3600.0) as (app, client):
        client.headers["Accept-Language"] = "ja"
        walk, house = Walk(app, client, game), app.state.house
        walk.come_in(ME)
        players = min(game.seats, key=lambda seats: abs(seats - 3))
        seats = (SeatWish(PERSON, "葵"), SeatWish(OPEN_SEAT), *(SeatWish(BOT),) * (players - 2))
        table = (await house.create(ME, TableWish(game.id, seats[:players]))).id
        at = f"/tables/{table}"
        if players > 1:
            for guest in (YOU, ME):
                walk.come_in(guest)
                await walk.look(at)
            await walk.look(f"{at}/replay", 409)
            await house.start(ME, table)
        looks = {2, 9, 31}
        await play(house, ME, table, lambda number: number == min(looks))
        for moves in sorted(looks):
            await play(house, ME, table, lambda number, moves=moves: number == moves)  # type: ignore[misc]
            for guest in (ME, YOU):
                walk.come_in(guest)
                await walk.look(at)
            walk.come_in(ME)
            await walk.look(f"{at}/replay?at=1")
            await walk.look(f"{at}/people")
            if (await house.info(table)).status == "running":
                await walk.send(f"{at}/why", 200, seat="0", ask_why="0")
        if (await house.info(table)).status == "running":
            await walk.look(f"{at}/seats/0")
        await walk.look(f"/seat/{await house.seat_token(ME, table, 0)}")
        await walk.look("/")
        await play(house, ME, table, lambda number: False)
        for path in ("", "/replay", "/replay?at=0", "/course", "/fair"):
            await walk.look(at + path)
        abandoned = (await house.create(ME, TableWish(game.id, tuple(SeatWish(PERSON, "葵") for _ in range(players))))).id
        await walk.look(f"/tables/{abandoned}")
        await house.abandon(ME, abandoned)
        await walk.look(f"/tables/{abandoned}")
        await walk.look("/")
        assert walk.is_all_japanese()


async def test_the_other_pages_and_refusals_are_japanese(tmp_path: Path) -> None:
    game = GAMES[GAME]
    async with open_app(tmp_path, bot_pause=3600.0) as (app, client):
        client.headers["Accept-Language"] = "ja"
        walk, house = Walk(app, client, game), app.state.house
        walk.come_in(ME)
        for path in ("/", "/keys", "/fair", "/learn", "/replay"):
            await walk.look(path)
        table = (await house.create(ME, TableWish(GAME, (SeatWish(PERSON, "葵"), *(SeatWish(BOT),) * 2)))).id
        at = f"/tables/{table}"
        for path, status in (
            ("/nothing-here", 404), ("/tables/no-such-table", 404), (f"{at}/seats/9", 404), (f"{at}/replay?at=999", 404),
            (f"{at}/replay?at=x", 422), (f"{at}/replay?eyes=1", 403), (f"{at}/fair", 409), (f"{at}/course", 409),
            ("/seat/forged", 401), (f"/learn/{GAME}/0/1", 404), (f"/rules/{GAME}/examples/0", 404),
            (f"/games/{GAME}/practice/0", 404), (f"/games/{GAME}/about/0", 404), (f"/boards/{GAME}.xyz", 404),
            (f"/print/{GAME}?seed=3&copies=0", 422), (f"/print/{GAME}?seed=3&part=0", 422), ("/rules/0", 404),
        ):  # fmt: skip
            await walk.look(path, status)
        for path, status, form in (
            ("/undo", 422, {"seat": "0"}), ("/play", 422, {"seat": "x", "move": "-"}), ("/play", 403, {"seat": "1", "move": "-"}),
            ("/start", 409, {}), ("/take-back", 409, {"seat": "0"}), ("/withdraw", 409, {}), ("/say", 422, {"say": "phrase:x"}),
            ("/say", 422, {"text": " "}), ("/note", 422, {"seat": "0", "note": "?"}), ("/rename", 422, {"seat": "0", "name": ""}),
            ("/rename", 422, {"seat": "0", "name": "あ" * 30}), ("/join", 409, {"seat": "0", "name": "空"}),
        ):  # fmt: skip
            await walk.send(at + path, status, **form)
        await walk.send("/replay", 422, text="?")
        await walk.send("/tables", 422, game=GAME, players="3", seat_0="me", name_0="あ" * 30)
        walk.come_in(YOU)
        await walk.send(f"{at}/abandon", 403)
        del client.headers["X-CSRF-Token"]
        await walk.send(f"{at}/abandon", 403)
        assert walk.is_all_japanese()


async def listen(served: Served, path: str, headers: dict[str, str], ready: asyncio.Event, enough: int) -> list[str]:
    """The first events of a stream."""
    heard: list[str] = []
    async with (
        httpx.AsyncClient(base_url=served.url, timeout=LONGEST, headers=headers) as client,
        client.stream("GET", path) as answer,
    ):
        async for _, data in events(answer):
            heard.append(data)
            ready.set()
            if len(heard) == enough:
                return heard
    return heard


async def test_two_friends_at_one_table_each_read_their_own_language(tmp_path: Path) -> None:
    with Served(str(tmp_path / "house.sqlite")) as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=LONGEST) as client:
            people = await seat_people(client, 1)
            table, told = people[0].table, {}
            listening = {}
            for person, language in zip(people, ("ja", "en"), strict=False):
                ready = asyncio.Event()
                headers = {"Authorization": f"Bearer {person.token}", "Accept-Language": language}
                path = f"/api/v1/tables/{table}/stream"
                listening[language] = asyncio.create_task(listen(served, path, headers, ready, 3))
                await ready.wait()
            for _ in range(6):
                for person in people:
                    headers = {"Authorization": f"Bearer {person.token}"}
                    asked = (await client.get(f"/api/v1/tables/{table}/options", headers=headers)).json()
                    if asked["options"]:
                        move = {"move": asked["options"][0]["text"], "version": asked["version"]}
                        await client.post(f"/api/v1/tables/{table}/moves", json=move, headers=headers)
            for language, task in listening.items():
                views = [json.loads(data) for data in await task]
                told[language] = [view["ask"] for view in views] + [line["told"] for view in views for line in view["log"]]
                assert len(views[-1]["log"]) > len(views[0]["log"])
            # On the page too: whole at first, then what changes.
            for person, language in zip(people, ("ja", "en"), strict=False):
                async with httpx.AsyncClient(base_url=served.url, timeout=LONGEST) as browser:
                    browser.cookies.set("language", language)
                    page = (await browser.get(f"/seat/{person.token}")).text
                    csrf = re.findall(r'name="csrf" value="([^"]+)"', page)[0]
                    await browser.post(f"/seat/{person.token}", data={"csrf": csrf})
                    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies.jar)
                    whole = (await listen(served, f"/tables/{table}/live", {"Cookie": cookies}, asyncio.Event(), 1))[0]
                    assert ("これまでの出来事" in whole, "What happened" in whole) == (language == "ja", language == "en")
                    told[language] += read(whole)
        assert [words for words in told["en"] if KANA.search(words)] == []
        assert foreign(told["ja"], allowed_in(GAMES[GAME], more=[*HOUSE, r"P\d"])) == []


async def finished(folder: Path, game: AnyGame, language: str) -> str:
    """The record of a game that somebody who reads this language plays with bots, always with the same chance."""
    LANGUAGE.set(language)
    folder.mkdir()
    async with open_app(folder, bot_pause=3600.0) as (app, _):
        house: House = app.state.house
        players = min(game.seats, key=lambda seats: abs(seats - 3))
        seats = (SeatWish(PERSON, "Mirei"), *(SeatWish(BOT),) * (players - 1))
        table = (await house.create(ME, TableWish(game.id, seats))).id
        await play(house, ME, table, lambda number: False)
        record = await house.record(ME, table)
        # A record without names is read by people as well, and given back.
        nameless = re.sub(r"^(seats|commitment|secret|words|word-marks|line-marks): .*\n", "", record, flags=re.M)
        return record + await house.record(ME, (await house.study(ME, nameless)).id)


@every_game
async def test_a_record_does_not_depend_on_who_reads(tmp_path: Path, game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    records = []
    for language in LANGUAGES:
        ids = random.Random(1)
        monkeypatch.setattr(seating, "fresh_id", lambda ids=ids: f"{ids.getrandbits(64):x}")
        monkeypatch.setattr(store, "fresh_key", lambda: "5e" * 32)
        records.append(await finished(tmp_path / language, game, language))
    assert records[0] == records[1]
    assert records[0].count("winners: ") == 2
