"""Requests to addresses that people give: only to the open internet, only to what was checked, and never for long."""

from __future__ import annotations

import asyncio
import socket

import pytest

from zashiki.server import outside
from zashiki.server.errors import BadWish
from zashiki.server.outside import NotReached, is_public, post, read_address

pytestmark = pytest.mark.anyio

INSIDE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.9", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "fec0::1",
    "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2001:db8::1",
]  # fmt: skip


@pytest.mark.parametrize("host", INSIDE)
def test_the_network_of_the_house_is_out_of_reach(host: str) -> None:
    assert not is_public(host)
    written = f"[{host}]" if ":" in host else host
    with pytest.raises(BadWish):
        read_address(f"http://{written}/hook")


@pytest.mark.parametrize("host", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "64:ff9b::101:101"])
def test_the_open_internet_is_within_reach(host: str) -> None:
    assert is_public(host)


@pytest.mark.parametrize(
    "text",
    [
        "", "hook", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/", "http://", "https://:443/",
        "http://user@example.org/",
        "http://user:word@example.org/", "http://example.org:25/", "http://example.org:99999/", "http://exa mple.org/",
        "http://example.org/\r\nX: y",
        "http://[::1", "https://example.org/" + "x" * 1000, "http://exämple.org/", "http://2130706433.0.0.1:22/",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_web_server_is_refused(text: str) -> None:
    with pytest.raises(BadWish):
        read_address(text)


def test_an_address_is_taken_apart() -> None:
    address = read_address("https://push.example.org:8443/send/abc?x=1#y")
    assert (address.secure, address.host, address.port, address.path) == (True, "push.example.org", 8443, "/send/abc?x=1")
    assert address.origin == "https://push.example.org:8443"
    assert read_address("https://push.example.org/a").origin == "https://push.example.org"
    assert read_address("http://127.0.0.1:9/", private=True).port == 9


@pytest.mark.parametrize("leads_to", [["10.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::ffff:192.168.0.1"]])
async def test_a_name_that_leads_inside_is_not_followed(monkeypatch: pytest.MonkeyPatch, leads_to: list[str]) -> None:
    """Nor one that leads to both: who could tell where the connection goes?"""

    async def getaddrinfo(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, 1, 6, "", (where, port)) for where in leads_to]

    async def nowhere(*_: object, **__: object) -> None:
        raise AssertionError("nothing may be connected to")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(asyncio, "open_connection", nowhere)
    with pytest.raises(NotReached, match="private"):
        await post(read_address("http://rebound.example.org/"), b"", {})


async def test_only_the_status_of_the_answer_counts_and_redirects_lead_nowhere() -> None:
    got: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        got.append(head + await reader.readexactly(4))
        writer.write(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    address = read_address(f"http://127.0.0.1:{port}/hook?a=b", private=True)
    assert await post(address, b"body", {"X-One": "1"}, private=True) == 302
    assert len(got) == 1
    assert got[0].startswith(b"POST /hook?a=b HTTP/1.1\r\n")
    assert b"Host: 127.0.0.1:%d\r\n" % port in got[0]
    assert b"X-One: 1\r\n" in got[0]
    assert got[0].endswith(b"\r\n\r\nbody")
    with pytest.raises(NotReached, match="private"):
        await post(address, b"body", {})
    server.close()


@pytest.mark.parametrize("said", [b"", b"220 mail ready\r\n", b"HTTP/1.1 OK\r\n", b"x" * 100_000])
async def test_who_does_not_answer_as_a_web_server_would_is_not_reached(said: bytes) -> None:
    async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    address = read_address(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", private=True)
    with pytest.raises(NotReached):
        await post(address, b"", {}, private=True)
    server.close()


async def test_who_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "SECONDS", 0.1)
    over = asyncio.Event()

    async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await over.wait()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    address = read_address(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", private=True)
    with pytest.raises(NotReached):
        await post(address, b"", {}, private=True)
    over.set()
    server.close()
