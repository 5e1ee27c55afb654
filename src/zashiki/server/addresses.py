"""Network addresses: what counts as one, and what a log may say of one."""

from __future__ import annotations

import ipaddress
from contextvars import ContextVar
from functools import lru_cache

HOUSEHOLD: ContextVar[str] = ContextVar("household", default="")  # of whoever asks; "" is the house itself


@lru_cache(4096)
def household_of(host: str) -> str:
    """What counts as one address: for IPv6 the network, since whoever has one of its addresses has all of them."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address.packed[:8] + bytes(8), 64)))


def network_of(address: str) -> str:
    """The network an address belongs to: enough to block it in a proxy, too little to name a person."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    return str(ipaddress.ip_network((address, 24 if found.version == 4 else 48), strict=False))
