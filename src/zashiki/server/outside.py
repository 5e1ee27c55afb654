"""Requests to addresses that people give us: the house reaches out to the open internet alone, never into its own network.

The name is looked up once, every address it leads to must be public, and the connection goes to the very address that was
checked, so that a name which changes its mind leads nowhere else. Redirects are not followed, and of the answer only the status
is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

from zashiki.server.errors import BadWish
from zashiki.server.words import WORDS

SECONDS = 10.0  # for a whole request
ADDRESS_LENGTH = 1000
WEB_PORTS = (80, 443)
FIRST_FREE_PORT = 1024
STATUS_LINE = 1024  # bytes of it that we are willing to read
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # an IPv4 address in disguise


class NotReached(Exception):
    """Nobody answered as a web server would."""


@dataclass(frozen=True)
class Address:
    """An address on the web, taken apart."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and, if unusual, port."""
        usual = 443 if self.secure else 80
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' if self.secure else ''}://{host}" + ("" if self.port == usual else f":{self.port}")


def read_address(text: str, *, private: bool = False) -> Address:
    """Take an address apart; BadWish if we would not send anything there. `private` allows networks that are not public."""
    refusal = BadWish(WORDS("bad_address"))
    if len(text) > ADDRESS_LENGTH or not text.isascii() or not text.isprintable() or " " in text:
        raise refusal
    try:
        parts = urlsplit(text)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise refusal from None
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host or parts.username is not None or parts.password is not None:
        raise refusal
    if not private and port not in WEB_PORTS and port < FIRST_FREE_PORT:
        raise BadWish(WORDS("bad_port", port=port))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not private and _is_literal(host) and not is_public(host):
        raise BadWish(WORDS("inside_address"))
    return Address(parts.scheme == "https", host, port, path)


def is_public(host: str) -> bool:
    """Whether an IP address is one on the open internet, also in its disguises."""
    address = ipaddress.ip_address(host.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        hidden = address.ipv4_mapped or address.sixtofour
        if address in NAT64:
            hidden = ipaddress.IPv4Address(address.packed[-4:])
        if hidden is not None:
            return is_public(str(hidden))
        if address.is_site_local:  # private networks of former times, which Python calls global
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


async def post(address: Address, body: bytes, headers: Mapping[str, str], *, private: bool = False) -> int:
    """Post something; the status of the answer. NotReached if there is none in time, or the name leads into a private network."""
    try:
        async with asyncio.timeout(SECONDS):
            return await _post(await _checked(address, private=private), address, body, headers)
    except (OSError, TimeoutError, ValueError) as error:
        raise NotReached(type(error).__name__) from error


async def _checked(address: Address, *, private: bool) -> str:
    """The IP address to connect to."""
    found = await asyncio.get_running_loop().getaddrinfo(address.host, address.port, type=1)
    hosts = [str(where[0]) for *_, where in found]
    if not private and not all(map(is_public, hosts)):
        raise NotReached("private")
    return hosts[0]


async def _post(host: str, address: Address, body: bytes, headers: Mapping[str, str]) -> int:
    reader, writer = await asyncio.open_connection(
        host, address.port, ssl=_tls() if address.secure else None, server_hostname=address.host if address.secure else None
    )
    try:
        lines = {"Host": address.origin.partition("://")[2], "Content-Length": len(body), "Connection": "close", **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"POST {address.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
        await writer.drain()
        status = await reader.readuntil(b"\r\n") if not reader.at_eof() else b""
        protocol, _, rest = status[:STATUS_LINE].decode("latin-1").partition(" ")
        if not protocol.startswith("HTTP/1.") or not rest[:3].isdecimal():
            raise NotReached("no web server")
        return int(rest[:3])
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise NotReached("no web server") from error
    finally:
        writer.close()


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True
