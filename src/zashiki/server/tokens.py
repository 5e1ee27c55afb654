"""Signed values: the token of a seat, the visitor id of a browser, the token that comes back with a form, offers of tables."""

from __future__ import annotations

import hashlib
import secrets
import time
from functools import lru_cache

from itsdangerous import BadData, URLSafeSerializer

from zashiki.core.rooms import Seat
from zashiki.server.errors import BadToken, BadWish, Stale
from zashiki.server.model import Guest
from zashiki.server.words import WORDS

OFFER_HOURS = 24
ID_BYTES = 12  # 96 bits: nobody can guess a table, a visitor or a nonce
VALUES_KEPT = 4096  # of those that come with every request
VALUE_LENGTH = 500  # more than any of them has


def fresh_id() -> str:
    """An id nobody can guess; a command line takes none for an option."""
    while (made := secrets.token_urlsafe(ID_BYTES)).startswith("-"):
        pass
    return made


def short(table: str) -> str:
    """The beginning of a table's id, for logs: enough to find the table in the database, too little to open it."""
    return table[:6]


def fresh_key() -> str:
    """A key of the house: to sign with, or to derive secrets of tables from."""
    return secrets.token_hex(32)


class Signer:
    """Signs with the secret of the house, each kind of value with its own salt, so that none passes for another."""

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(b"address" + secret.encode()).digest()
        self._seat = URLSafeSerializer(secret, salt="seat")
        self._visitor = URLSafeSerializer(secret, salt="visitor")
        self._form = URLSafeSerializer(secret, salt="form")
        self._offer = URLSafeSerializer(secret, salt="offer")
        # A browser sends the same cookie and the same token again and again, and what they say never changes.
        self._known_cookie = lru_cache(VALUES_KEPT)(self._read_cookie)
        self._known_form_token = lru_cache(VALUES_KEPT)(self._read_form_token)

    def seat_token(self, table: str, seat: Seat, nonce: str) -> str:
        """The token that gives access to one seat as long as its nonce is current."""
        return str(self._seat.dumps([table, seat, nonce]))

    def read_seat_token(self, token: str) -> Guest:
        """The guest a token stands for; whether the nonce is still current is for the house to check."""
        try:
            table, seat, nonce = self._seat.loads(token)
        except (BadData, ValueError):
            raise BadToken(WORDS("foreign_token")) from None
        return Guest(table=table, seat=seat, nonce=nonce)

    def sign_visitor(self, visitor: str) -> str:
        """The value of the cookie."""
        return str(self._visitor.dumps(visitor))

    def read_visitor(self, cookie: str) -> str:
        """The visitor id in a cookie, "" if it is not one of ours."""
        return self._known_cookie(cookie) if len(cookie) <= VALUE_LENGTH else ""

    def _read_cookie(self, cookie: str) -> str:
        try:
            visitor: str = self._visitor.loads(cookie)
        except BadData:
            return ""
        return visitor

    def mark_of(self, address: str) -> str:
        """What stands for an address in the database: the same for the same address, and nobody can tell which one it is."""
        return hashlib.blake2b(address.encode(), key=self._key, digest_size=ID_BYTES).hexdigest() if address else ""

    def form_token(self, visitor: str) -> str:
        """What a form of this visitor carries to prove that it came from our page.

        No two are the same: otherwise the length of a compressed page could confirm a guess at one.
        """
        return str(self._form.dumps([visitor, fresh_id()]))

    def is_form_token(self, visitor: str, token: str) -> bool:
        """Whether a form token belongs to this visitor."""
        return bool(visitor) and len(token) <= VALUE_LENGTH and self._known_form_token(token) == visitor

    def _read_form_token(self, token: str) -> object:
        """The visitor a form token belongs to, None if it is not one of ours."""
        try:
            known, _ = self._form.loads(token)
        except (BadData, ValueError, TypeError):
            return None
        return known

    def sign_offer(self, table: str, commitment: str, after: str) -> str:
        """An offer to set up a table of this id within a day: the rematch of a table, or any if `after` is empty."""
        return str(self._offer.dumps([table, commitment, after, int(time.time()) // 3600 + 1 + OFFER_HOURS]))

    def read_offer(self, signed: str, after: str) -> tuple[str, str]:
        """The table id and the commitment of an offer; BadWish if it was not made for this, Stale if it is older than a day."""
        try:
            table, commitment, before, hour = self._offer.loads(signed)
        except (BadData, ValueError, TypeError):
            raise BadWish(WORDS("foreign_promise")) from None
        if before != after:
            raise BadWish(WORDS("other_promise"))
        if time.time() >= hour * 3600:
            raise Stale(WORDS("old_promise"))
        return table, commitment
