"""Notices that it is somebody's turn: encrypted for one browser, signed by the house, and silent about the game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fastapi import FastAPI

from tests.server.helpers import GAME, form_token, open_app
from zashiki.server import admin, outside, push
from zashiki.server.errors import BadWish
from zashiki.server.house import House
from zashiki.server.model import Guest, SeatWish, TableWish
from zashiki.server.notices import MOST_AT_ONCE, MOST_AT_ONCE_EACH, MOST_EACH, PUSH, PUSH_KEY, WEBHOOK, Destination, Notices
from zashiki.server.schema import NOTICES
from zashiki.server.security import COOKIE
from zashiki.server.settings import Settings

pytestmark = pytest.mark.anyio

ME, YOU = Guest(visitor="me"), Guest(visitor="you")
LINK = "https://house.example/games"
LONGEST = 60.0


@dataclass
class Browser:
    """The end of a push: keys that nobody else has."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"sixteen secret b"

    @property
    def point(self) -> bytes:
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> str:
        return f"{push.encode(self.point)} {push.encode(self.auth)}"

    def read(self, body: bytes) -> bytes:
        """Decrypt as RFC 8291 and RFC 8188 say, written from the receiver's side."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))

        def derive(salt: bytes, info: bytes, length: int, material: bytes) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(material)

        material = derive(self.auth, b"WebPush: info\x00" + self.point + sender, 32, shared)
        key = derive(salt, b"Content-Encoding: aes128gcm\x00", 16, material)
        nonce = derive(salt, b"Content-Encoding: nonce\x00", 12, material)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        return plain.rstrip(b"\x00").removesuffix(b"\x02")


@dataclass
class Service:
    """A push service, or whoever listens at a webhook address."""

    status: int = 201
    port: int = 0
    open: asyncio.Event = field(default_factory=asyncio.Event)  # answers nobody before
    got: asyncio.Queue[tuple[dict[str, str], bytes]] = field(default_factory=asyncio.Queue)

    def address(self, path: str = "send/1") -> str:
        return f"http://127.0.0.1:{self.port}/{path}"

    async def next(self) -> tuple[dict[str, str], bytes]:
        return await asyncio.wait_for(self.got.get(), LONGEST)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        self.got.put_nowait((headers, await reader.readexactly(int(headers["content-length"]))))
        await self.open.wait()
        writer.write(f"HTTP/1.1 {self.status} So\r\ncontent-length: 0\r\n\r\n".encode())
        writer.close()


@asynccontextmanager
async def a_service(status: int = 201, *, answers: bool = True) -> AsyncIterator[Service]:
    service = Service(status)
    if answers:
        service.open.set()
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.port = server.sockets[0].getsockname()[1]
    yield service
    service.open.set()
    server.close()


@asynccontextmanager
async def a_house(folder: Path) -> AsyncIterator[tuple[FastAPI, House, Notices]]:
    """A house that may send notices to this machine, and sends them at once."""
    async with open_app(folder, private_notices=True) as (app, _):
        notices: Notices = app.state.notices
        notices._moment = 0.0
        yield app, app.state.house, notices


async def a_table(house: House, maker: Guest = ME) -> str:
    """Two people and a game that begins when the second sits down."""
    seats = (SeatWish("person", "Aiko"), SeatWish("open"), SeatWish("bot"))
    return (await house.create(maker, TableWish(GAME, seats, {"first_lead": "0"}))).id


def claims(header: str, public: str) -> dict[str, object]:
    """What the house says of itself, if its signature holds."""
    token, key = header.removeprefix("vapid t=").split(", k=")
    assert key == public
    signed, _, signature = token.rpartition(".")
    raw = push.decode(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.decode(key)).verify(
        pair, signed.encode(), ec.ECDSA(hashes.SHA256())
    )
    head, said = (json.loads(push.decode(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return dict(said)


def test_the_example_of_rfc_8291_comes_out_byte_by_byte() -> None:
    auth, salt = push.decode("BTBZMqHH6r4Tts7J_aSIgg"), push.decode("DGv6ra1nlYgDCS1FRnbzlw")
    point = push.decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    ours = int.from_bytes(push.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sealed = push.encrypt(b"When I grow up, I want to be a watermelon", point, auth, salt=salt, ours=ours)
    assert push.encode(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4"
        "Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize("keys", ["", "x", "AAAA BBBB", f"{push.encode(b'4' * 65)} {push.encode(b'a' * 16)}", "? ?", "a b c"])
def test_what_are_no_keys_of_a_browser_is_refused(keys: str) -> None:
    with pytest.raises(BadWish):
        push.read_keys(keys)
    with pytest.raises(BadWish):
        push.read_keys(f"{push.encode(Browser().point)} {push.encode(b'short')}")


async def test_a_phone_rings_when_its_owner_is_asked_and_reads_nothing_of_the_game(tmp_path: Path) -> None:
    browser = Browser()
    async with a_house(tmp_path) as (app, house, notices), a_service() as service:
        table = await a_table(house)
        await notices.add(ME, PUSH, service.address(), browser.keys, LINK)
        await house.join(YOU, table, 1, "Kenji")  # the game begins, and Aiko leads
        headers, body = await service.next()
        assert json.loads(browser.read(body)) == {
            "title": "Rights of Losers",
            "body": "Your turn",
            "link": f"{LINK}/tables/{table}",
            "tag": table,
        }
        said = claims(headers["authorization"], notices.public_key)
        assert (said["aud"], said["sub"]) == (service.address("").rstrip("/"), LINK)
        assert headers["content-encoding"] == "aes128gcm"
        assert table not in str(headers)
        assert app.state.notices is notices


async def test_no_notice_depends_on_what_is_hidden(tmp_path: Path) -> None:
    """Games with other cards: the same notice, but for the table's own name."""
    told = []
    async with a_house(tmp_path) as (_, house, notices), a_service() as service:
        await notices.add(ME, WEBHOOK, service.address(), "", LINK)
        for _ in range(3):
            table = await a_table(house)
            await house.join(YOU, table, 1, "Kenji")
            _, body = await service.next()
            told.append(body.decode().replace(table, "TABLE"))
    assert len(set(told)) == 1
    words = f"Your turn · Rights of Losers {LINK}/tables/TABLE"
    assert json.loads(told[0]) == {"text": words, "content": words, "game": "Rights of Losers", "link": f"{LINK}/tables/TABLE"}


async def test_who_sees_the_table_or_is_not_asked_gets_no_notice(tmp_path: Path) -> None:
    async with a_house(tmp_path) as (_, house, notices), a_service() as service:
        await notices.add(ME, WEBHOOK, service.address("me"), "", LINK)
        await notices.add(YOU, WEBHOOK, service.address("you"), "", LINK)
        table = await a_table(house)
        house.people.presence.opened(table, "me")
        await house.join(YOU, table, 1, "Kenji")
        await asyncio.gather(*notices._tasks)
        assert service.got.empty()
        house.people.presence.told(table, "me", "page", visible=False, phone=True)
        other = await a_table(house)
        await house.join(YOU, other, 1, "Kenji")
        assert other in str((await service.next())[1])  # here at one table is not here at another


async def test_a_notice_is_not_sent_when_its_person_has_moved_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_house(tmp_path) as (_, house, notices), a_service() as service:
        await notices.add(ME, WEBHOOK, service.address(), "", LINK)
        table, addresses, moved = await a_table(house), notices.of, asyncio.Event()

        async def addresses_later(visitor: str) -> list[Destination]:
            await moved.wait()
            return await addresses(visitor)

        monkeypatch.setattr(notices, "of", addresses_later)
        await house.join(YOU, table, 1, "Kenji")
        await house.hand_to_bot(ME, table, 0)
        assert len(notices._tasks) == 1
        moved.set()
        await asyncio.gather(*notices._tasks)
        assert service.got.empty()


async def test_an_address_that_never_answers_keeps_nobody_elses_notices_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do notices pile up before it: whoever was asked again meanwhile is told once more."""
    monkeypatch.setattr(outside, "SECONDS", LONGEST)
    stranger, friend = Guest(visitor="stranger", address="192.0.2.1"), Guest(visitor="friend", address="192.0.2.2")
    async with a_house(tmp_path) as (_, house, notices), a_service(answers=False) as mute, a_service() as service:
        await notices.add(stranger, WEBHOOK, mute.address(), "", LINK)
        await notices.add(friend, WEBHOOK, service.address(), "", LINK)
        tables = [await a_table(house, stranger) for _ in range(MOST_AT_ONCE + 1)]
        for table in tables:
            await house.join(YOU, table, 1, "Kenji")
        for _ in range(MOST_AT_ONCE_EACH):
            await mute.next()
        await house.join(YOU, await a_table(house, friend), 1, "Kenji")
        await service.next()
        assert mute.got.empty()
        kept = await house.tables.newest(tables[0])
        for _ in range(5):
            notices.turned(kept.header, kept.seats, [0])
        assert len(notices._tasks) <= len(tables) + 1
        mute.open.set()
        await asyncio.gather(*notices._tasks)
        assert mute.got.qsize() == MOST_AT_ONCE + 1 - MOST_AT_ONCE_EACH + 1


async def test_each_address_is_told_in_the_language_it_was_given_in(tmp_path: Path) -> None:
    async with a_house(tmp_path) as (app, house, _), a_service() as service:
        from httpx import ASGITransport, AsyncClient

        async with AsyncClient(
            transport=ASGITransport(app), base_url="http://house", headers={"Accept-Language": "ja"}
        ) as client:
            client.cookies.set(COOKIE, house.signer.sign_visitor("me"))
            form = {"csrf": await form_token(client), "kind": "webhook", "address": service.address()}
            assert (await client.post("/notices/add", data=form)).status_code == 303
            table = await a_table(house)
            await house.join(YOU, table, 1, "Kenji")
            told = json.loads((await service.next())[1])
            assert told["text"] == f"あなたの番です · 敗者の権利 http://house/tables/{table}"
            page = (await client.get(f"/tables/{table}")).text
            assert service.address() in page
            client.cookies.set(COOKIE, house.signer.sign_visitor("you"))
            assert service.address() not in (await client.get(f"/tables/{table}")).text, "nobody reads another's addresses"


async def test_an_address_that_is_gone_is_forgotten_and_others_stay(tmp_path: Path) -> None:
    async with a_house(tmp_path) as (_, house, notices), a_service(410) as gone, a_service(500) as broken:
        await notices.add(ME, WEBHOOK, gone.address(), "", LINK)
        await notices.add(ME, WEBHOOK, broken.address(), "", LINK)
        await notices.add(ME, WEBHOOK, "http://127.0.0.1:1/nobody-there", "", LINK)
        table = await a_table(house)
        await house.join(YOU, table, 1, "Kenji")
        await gone.next()
        await broken.next()
        await asyncio.gather(*notices._tasks)
        assert [each.address for each in await notices.of("me")] == [broken.address(), "http://127.0.0.1:1/nobody-there"]


async def test_addresses_are_few_ones_own_and_outside_unless_the_host_allows_it(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        notices: Notices = app.state.notices
        client.cookies.set(COOKIE, app.state.house.signer.sign_visitor("me"))
        token = {"csrf": await form_token(client)}
        for address in ("http://127.0.0.1:9/", "http://169.254.169.254/latest/meta-data", "http://[::1]/", "ftp://example.org/"):
            answer = await client.post("/notices/add", data=token | {"kind": "webhook", "address": address})
            assert answer.status_code == 422, address
        with pytest.raises(BadWish):
            await notices.add(ME, PUSH, "http://push.example.org/", Browser().keys, LINK)
        with pytest.raises(BadWish):
            await notices.add(ME, "letter", "https://push.example.org/", "", LINK)
        for number in range(MOST_EACH):
            await notices.add(ME, WEBHOOK, f"https://example.org/{number}", "", LINK)
        await notices.add(ME, WEBHOOK, "https://example.org/0", "", LINK)  # again: still one
        with pytest.raises(BadWish):
            await notices.add(ME, WEBHOOK, "https://example.org/more", "", LINK)
        await notices.remove(YOU, "https://example.org/0")
        assert len(await notices.of("me")) == MOST_EACH
        await client.post("/notices/remove", data=token | {"address": "https://example.org/0"})
        assert len(await notices.of("me")) == MOST_EACH - 1
        await admin.forget_visitor(app.state.house.store, "me")
        assert await notices.of("me") == []


async def test_the_key_is_made_once_and_never_shown(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        async with open_app(tmp_path) as (app, client):
            public = (await client.get("/notices/key")).json()["key"]
            private = await app.state.house.store.key(PUSH_KEY)
            keys.add((public, private))
            assert len(push.decode(public)) == push.POINT_BYTES
            assert private not in public
    assert len(keys) == 1


async def test_a_database_keeps_the_addresses_of_one_visitor_apart(small_house: House) -> None:
    notices = Notices(small_house, Settings(), push.fresh_key())
    await notices.add(ME, WEBHOOK, "https://example.org/a", "", LINK)
    await notices.add(YOU, WEBHOOK, "https://example.org/a", "", LINK)
    count = sa.select(sa.func.count()).select_from(NOTICES)
    assert await small_house.store.read(lambda connection: connection.execute(count).scalar_one()) == 2
    assert [each.address for each in await notices.of("you")] == ["https://example.org/a"]


async def test_the_worker_and_the_manifest_stand_where_browsers_look_for_them(tmp_path: Path) -> None:
    async with open_app(tmp_path, base_path="/games") as (_, client):
        worker = await client.get("/games/worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        manifest = (await client.get("/games/manifest.webmanifest")).json()
        assert (manifest["start_url"], manifest["scope"]) == ("/games/", "/games/")
        for icon in manifest["icons"]:
            assert (await client.get(icon["src"])).status_code == 200
