"""The wire: floods and dawdlers on real sockets, against a house in a process (or at least a thread) of its own."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.helpers import Served
from zashiki.server import security, wire
from zashiki.server.addresses import household_of
from zashiki.server.run import open_house
from zashiki.server.settings import Settings

PATIENCE = 60.0  # what a test waits at most for something that happens at once on a quiet machine
MB = 2**20


def call(url: str, *, source: str = "127.0.0.1") -> socket.socket:
    address = httpx.URL(url)
    return socket.create_connection((address.host, address.port), PATIENCE, (source, 0))


def told(connection: socket.socket) -> bytes:
    """Everything the house says until it closes the connection."""
    heard = b""
    with contextlib.suppress(ConnectionError):  # what was still on its way to the house is lost with the connection
        while part := connection.recv(65536):
            heard += part
    return heard


def status(heard: bytes) -> int:
    return int(heard.split(maxsplit=2)[1])


def memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def health(url: str, fields: dict[str, str] | None = None) -> int:
    return httpx.get(f"{url}/healthz", headers=fields, timeout=PATIENCE).status_code


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    settings = Settings(database=str(tmp_path / "house.sqlite"), log="warning", head_seconds=1.0, max_body=1000)
    with open_house(settings) as url:
        yield url


def flood(connection: socket.socket, piece: bytes, most: int) -> None:
    """Send the same piece again and again until the house closes the connection."""
    with contextlib.suppress(ConnectionError):
        for _ in range(most // len(piece)):
            connection.sendall(piece)


ENDLESS = {
    "fields": (b"GET / HTTP/1.1\r\nHost: x\r\n", b"x-field: %s\r\n" % (b"a" * 8000)),
    "one field": (b"GET / HTTP/1.1\r\nHost: x\r\nx-field: ", b"a" * 8000),
    "the address": (b"GET /", b"a" * 8000),
    "small fields": (b"GET / HTTP/1.1\r\nHost: x\r\n", b"x: y\r\n" * 1000),
    "fields after the body": (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nx-field: ", b"a" * 8000),
    "requests": (b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 200),
}


def test_a_flood_of_whatever_kind_is_cut_off_and_takes_no_memory(tmp_path: Path) -> None:
    with Served(str(tmp_path / "house.sqlite")) as served:
        assert served.process is not None
        assert served.get().status_code == 200  # whatever a house keeps after its first page
        before = memory(served.process.pid)
        for kind, (begin, piece) in ENDLESS.items():
            connections = [call(served.url) for _ in range(4)]
            for connection in connections:
                connection.sendall(begin)
            sending = [threading.Thread(target=flood, args=(connection, piece, 100 * MB)) for connection in connections]
            for thread in sending:
                thread.start()
            for thread in sending:
                thread.join()
            for connection in connections:
                told(connection)  # until the house closes it
                connection.close()
            assert memory(served.process.pid) < before + 24 * MB, kind
        assert health(served.url) == 200


@pytest.mark.parametrize("kind", ["fields", "one field", "the address", "small fields"])
def test_a_head_that_is_too_large_gets_a_sentence(house: str, kind: str) -> None:
    begin, piece = ENDLESS[kind]
    with call(house) as connection:
        connection.sendall((begin + piece * 20)[: 2 * wire.HEAD_BYTES])
        heard = told(connection)
    assert status(heard) == 431
    assert b"at most 32 KB and 100 fields." in heard


def test_a_head_just_within_the_limits_is_read(house: str) -> None:
    fields = {f"x-{number}": "a" for number in range(80)} | {"x-long": "a" * 20_000}
    assert health(house, fields) == 200
    assert health(house, fields | {"x-longer": "a" * 20_000}) == 431
    assert health(house, {f"x-{number}": "a" for number in range(101)}) == 431


def test_callers_who_never_finish_their_headers_are_dropped_and_hold_up_nobody(tmp_path: Path) -> None:
    with Served(str(tmp_path / "house.sqlite"), settings={"HEAD_SECONDS": "3"}) as served:
        dawdling = []
        for number in range(1500):
            dawdling.append(call(served.url))
            dawdling[-1].sendall(b"GET / HTTP/1.1\r\nHost: x\r\nx-slow: "[: number % 40])  # 0 is one that says nothing
        assert health(served.url) == 200
        for number, connection in enumerate(dawdling):
            heard = told(connection)
            assert not heard if number % 40 == 0 else status(heard) == 408
            connection.close()
        assert health(served.url) == 200


@pytest.mark.parametrize("dripped", [b"a", b"\r\n"], ids=["a field", "empty lines"])
def test_a_drip_does_not_keep_a_connection_open(house: str, dripped: bytes) -> None:
    with call(house) as connection:
        if dripped == b"a":
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nx-slow: ")
        until = time.monotonic() + PATIENCE
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < until:
                connection.sendall(dripped)
                time.sleep(0.05)
        assert time.monotonic() < until


def test_a_body_that_drips_is_refused_and_the_connection_closed(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_SECONDS", 0.5)
    monkeypatch.setattr(wire, "LINGER_SECONDS", 0.5)
    with call(house) as connection:
        connection.sendall(b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n")
        while not select.select([connection], [], [], 0.1)[0]:  # until there is an answer
            connection.sendall(b"{")
        heard = told(connection)
    assert status(heard) == 408
    assert b"took too long to arrive" in heard


def test_a_body_refused_for_its_size_may_end_but_not_go_on_for_ever(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "LINGER_SECONDS", 1.0)
    with httpx.Client(base_url=house, timeout=PATIENCE) as client:
        for _ in range(2):  # the second time on the same connection
            assert client.post("/api/v1/tables", content=b"x" * 5000).status_code == 413
    with call(house) as connection:
        connection.sendall(b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n")
        until = time.monotonic() + PATIENCE
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < until:
                connection.sendall(b"x")
                time.sleep(0.05)
        assert time.monotonic() < until


def test_a_few_requests_sent_ahead_are_answered_and_many_are_not(house: str) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    with call(house) as connection:
        connection.sendall(request * 9 + request.replace(b"Host", b"Connection: close\r\nHost"))
        assert told(connection).count(b'{"status":"ok"}') == 10
    with call(house) as connection:
        connection.sendall(request * 1000)
        assert told(connection).count(b'{"status":"ok"}') <= 1


def test_an_answer_that_nobody_reads_is_dropped(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "UNREAD_SECONDS", 1.0)
    address = httpx.URL(house)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(PATIENCE)
        connection.connect((address.host, address.port))
        until = time.monotonic() + PATIENCE
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < until:  # each is only read once the answers before it found room
                connection.sendall(b"GET /static/house.css HTTP/1.1\r\nHost: x\r\n\r\n" * 4)
                time.sleep(0.02)
        assert time.monotonic() < until
    assert health(house) == 200


def test_a_stream_on_a_connection_that_was_idle_before_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    idle_seconds = property(lambda _: 1, lambda _, given: None)
    monkeypatch.setattr(wire.Connection, "timeout_keep_alive", idle_seconds, raising=False)
    with open_house(Settings(database=str(tmp_path / "house.sqlite"), log="warning", heartbeat=1)) as url:
        seats = [{"kind": "open"}] * 3
        wish = {"game": "rights-of-losers", "seats": seats}
        table = httpx.post(f"{url}/api/v1/tables", json=wish, timeout=PATIENCE).json()["table"]["id"]
        with call(url) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert status(connection.recv(65536)) == 200
            connection.sendall(f"GET /tables/{table}/live HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            heard, signs = b"", b": here"
            while heard.count(signs) < 5:  # one a second
                part = connection.recv(65536)
                assert part, "the house closed the stream"
                heard += part


def test_an_address_may_have_so_many_connections_and_a_proxy_any_number(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "house.sqlite"), log="warning", max_connections=30, max_connections_each=5)
    with open_house(settings) as url, contextlib.ExitStack() as stack:
        held = [stack.enter_context(call(url, source="127.0.0.2")) for _ in range(5)]
        with call(url, source="127.0.0.2") as one_more:
            heard = told(one_more)
        assert status(heard) == 429
        assert b"retry-after: " in heard
        assert b"Your address has too many connections open" in heard
        by_proxy = [stack.enter_context(call(url)) for _ in range(20)]  # 127.0.0.1 is trusted to speak for others
        assert health(url) == 200
        assert by_proxy
        held[0].close()
        until = time.monotonic() + PATIENCE
        while status(ask(url, "127.0.0.2")) != 200:
            assert time.monotonic() < until


def test_a_full_house_says_so(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "house.sqlite"), log="warning", max_connections=3)
    with open_house(settings) as url, contextlib.ExitStack() as stack:
        assert status(ask(url, "127.0.0.1")) == 200  # and that connection is closed, so that it takes no room
        for _ in range(3):
            stack.enter_context(call(url))
        heard = ask(url, "127.0.0.3")
        assert status(heard) == 503
        assert b"no room for more connections" in heard


def ask(url: str, source: str) -> bytes:
    with call(url, source=source) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return told(connection)


def test_what_is_not_a_request_gets_a_sentence(house: str) -> None:
    for nonsense in (b"\x16\x03\x01\x02\x00", b"HELO house\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET  HTTP/1.1\r\n\r\n"):
        with call(house) as connection:
            connection.sendall(nonsense)
            heard = told(connection)
        assert status(heard) == 400, nonsense
        assert b"does not understand" in heard
    with call(house) as connection:
        asks = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n"
        connection.sendall(asks)
        assert status(told(connection)) == 200


@pytest.mark.parametrize(
    ("host", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(host: str, source: str) -> None:
    assert household_of(host) == source
