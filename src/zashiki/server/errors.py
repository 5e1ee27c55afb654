"""What the house refuses: each kind of error has its HTTP status, and its message is a sentence to show."""

from __future__ import annotations

from zashiki.core.errors import ZashikiError

REASON = "reason"  # where a request's state says why it was refused, in a word for the log: never the sentence, which tells moves


def kind_of(error: type[ZashikiError]) -> str:
    """The name of an error for programs and logs, such as `no-such-table`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in error.__name__).strip("-")


class HouseError(ZashikiError):
    """Something the house will not or cannot do."""

    status = 400


class NoSuchTable(HouseError):
    """No such table, seat or position."""

    status = 404


class BadToken(HouseError):
    status = 401


class NotYours(HouseError):
    status = 403


class Blocked(HouseError):
    """The house no longer lets this visitor in."""

    status = 403


class NotNow(HouseError):
    status = 409


class SeatTaken(HouseError):
    status = 409


class Stale(HouseError):
    """The guest saw an older position and must look again before deciding."""

    status = 409


class BadWish(HouseError):
    """A form or request that asks for something that does not exist."""

    status = 422


class Forged(HouseError):
    status = 403


class TooLarge(HouseError):
    status = 413


class TooSlow(HouseError):
    status = 408


class TooMany(HouseError):
    """More than one address may ask for at once; `seconds` later it may again."""

    status = 429

    def __init__(self, sentence: str, seconds: float = 5.0) -> None:
        super().__init__(sentence)
        self.seconds = seconds


class Unavailable(HouseError):
    """The store cannot read or write at the moment."""

    status = 503
