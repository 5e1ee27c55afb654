"""Signed things: the token of a seat, the visitor id of a browser, the token a form carries back."""

from __future__ import annotations

import secrets

from itsdangerous import BadData, URLSafeSerializer

from zashiki.core.rooms import Seat
from zashiki.server.errors import BadToken
from zashiki.server.model import Guest

ID_BYTES = 12  # 96 bits: nobody guesses a table, a visitor or a nonce


def fresh_id() -> str:
    """A name nobody guesses."""
    return secrets.token_urlsafe(ID_BYTES)


def fresh_secret() -> str:
    """A secret to sign with."""
    return secrets.token_hex(32)


class Signer:
    """Signs with the secret of the house; every kind of thing under its own salt, so that none passes for another."""

    def __init__(self, secret: str) -> None:
        self._seat = URLSafeSerializer(secret, salt="seat")
        self._visitor = URLSafeSerializer(secret, salt="visitor")
        self._form = URLSafeSerializer(secret, salt="form")

    def seat_token(self, table: str, seat: Seat, nonce: str) -> str:
        """The token that opens one seat while its nonce stands."""
        return str(self._seat.dumps([table, seat, nonce]))

    def read_seat_token(self, token: str) -> Guest:
        """The guest a token speaks of; whether the nonce still stands is for the house to see."""
        try:
            table, seat, nonce = self._seat.loads(token)
        except (BadData, ValueError):
            raise BadToken("This token was not made by this house.") from None
        return Guest(table=table, seat=seat, nonce=nonce)

    def sign_visitor(self, visitor: str) -> str:
        """The value of the cookie."""
        return str(self._visitor.dumps(visitor))

    def read_visitor(self, cookie: str) -> str:
        """The visitor id of a cookie, "" when it is not ours."""
        try:
            visitor: str = self._visitor.loads(cookie)
        except BadData:
            return ""
        return visitor

    def form_token(self, visitor: str) -> str:
        """What a form of this visitor carries to show that it came from our page.

        No two are the same: the length of compressed pages must not tell whether a guess at one is right.
        """
        return str(self._form.dumps([visitor, fresh_id()]))

    def is_form_token(self, visitor: str, token: str) -> bool:
        """Whether a form token is this visitor's."""
        try:
            known, _ = self._form.loads(token)
        except (BadData, ValueError, TypeError):
            return False
        return bool(visitor) and known == visitor
