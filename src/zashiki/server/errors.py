"""What the house refuses: each kind of error has its HTTP status, and its message is a sentence to show."""

from __future__ import annotations

from zashiki.core.errors import ZashikiError


class HouseError(ZashikiError):
    """Something the house will not or cannot do."""

    status = 400
    title = "The house cannot do that"


class NoSuchTable(HouseError):
    """No such table, seat or position."""

    status = 404
    title = "No such table"


class BadToken(HouseError):
    status = 401
    title = "This link or token does not work"


class NotYours(HouseError):
    status = 403
    title = "Not your seat"


class NotNow(HouseError):
    status = 409
    title = "Not now"


class SeatTaken(HouseError):
    status = 409
    title = "This seat is taken"


class Stale(HouseError):
    """The guest saw an older position and must look again before deciding."""

    status = 409
    title = "The table has moved on"


class BadWish(HouseError):
    """A form or request that asks for something that does not exist."""

    status = 422
    title = "That cannot be set up"


class Forged(HouseError):
    status = 403
    title = "Not from our page"


class TooLarge(HouseError):
    status = 413
    title = "Too large"


class TooMany(HouseError):
    status = 429
    title = "Too fast"

    def __init__(self, sentence: str, retry_after: int = 60) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after  # seconds


class Unavailable(HouseError):
    """The store cannot read or write at the moment."""

    status = 503
    title = "The house cannot write"
