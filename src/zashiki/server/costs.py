"""What requests cost: tables of addresses with their processor time, from which `security.Door` keeps each visitor's account.

The unit is about five milliseconds of processor, measured on a long game (`bench/door.py --costs`). Opening a page costs a few
units; paging through a replay as fast as a browser draws stays within the account of `Settings.read_rate`. Requests that change
something are counted one by one (`Settings.rate`); those few that cost far more than a move are charged here as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

FREE = ("/healthz", "/metrics")  # what watches over the house
COSTS = (
    (re.compile(r"/print/[^/]+/tabletop\.zip$"), 800),
    (re.compile(r"/print/[^/]+/pieces\.zip$"), 160),
    (re.compile(r"/print/[^/]+\.pdf$"), 130),
    (re.compile(r"/print/[^/]+/[^/]+\.svg$"), 10),  # a page of a set that has been drawn; a person looks at thirty of them
    (re.compile(r"/print/"), 80),
    (re.compile(r"/tables/[^/]+/chances$"), 400),
    (re.compile(r"/tables/[^/]+/picture\.png$"), 20),
    (re.compile(r"/gallery$"), 4),
    (re.compile(r"/tables/[^/]+/(replay|course|account|hints)$"), 4),
    (re.compile(r"/$|/(live|stream|now)$|/tables/[^/]+$"), 2),
)
CHANGES = ((re.compile(r"/replay$|/api/v1/records$"), 100),)  # a whole record, replayed; made to be slow, one takes seconds
PLAIN = 1
LOOKING_BACK = 4  # a view of an earlier position
EACH_COPY = 20  # of a PDF


def cost_of_change(path: str) -> int:
    """What a request that changes something costs, in units, beyond being one of so many."""
    return next((cost for pattern, cost in CHANGES if pattern.match(path)), 0)


def cost_of(path: str, query: Mapping[str, str]) -> int:
    """What the answer to a GET costs, in units; 0 for what is not counted."""
    if path in FREE:
        return 0
    cost = next((cost for pattern, cost in COSTS if pattern.search(path)), PLAIN)
    if "at" in query:
        cost = max(cost, LOOKING_BACK)
    copies = query.get("copies", "")
    if path.endswith(".pdf") and copies.isascii() and copies.isdecimal() and len(copies) < 4:
        cost += EACH_COPY * int(copies)
    return cost
