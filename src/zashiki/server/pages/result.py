"""Who won, in words, and by sides: teams where the game has teams, otherwise everybody alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat
from zashiki.core.words import listed
from zashiki.server.words import WORDS

LETTERS = "ABCDEFGH"


@dataclass(frozen=True)
class Side:
    """Those who win together."""

    seats: tuple[Seat, ...]
    team: str  # "Team A"; empty for somebody who plays alone
    name: str  # what to call them where one name must do


@dataclass(frozen=True)
class Place:
    """A side at the end of a game."""

    seats: tuple[Seat, ...]
    names: str
    score: int


def joined(names: Sequence[str]) -> str:
    """Names in a row: "Aiko, Kenji and Mirei"."""
    return listed(names[:-1]) + WORDS("and") + names[-1] if len(names) > 1 else "".join(names)


def sides_of(game: AnyGame, names: Sequence[str]) -> tuple[Side, ...]:
    """The sides of a table, in the order of their first seats."""
    sides = []
    for number, seats in enumerate(game.sides(len(names))):
        team = WORDS("result_team", letter=LETTERS[number]) if len(seats) > 1 else ""
        sides.append(Side(seats, team, team or names[seats[0]]))
    return tuple(sides)


def places_of(game: AnyGame, names: Sequence[str], scores: Sequence[int], winners: Sequence[Seat]) -> tuple[Place, ...]:
    """All sides with their final scores: the winners, and then the others from the highest score on."""
    places = [
        Place(side.seats, joined([names[seat] for seat in side.seats]), scores[side.seats[0]]) for side in sides_of(game, names)
    ]
    return tuple(sorted(places, key=lambda place: (place.seats[0] not in winners, -place.score)))


def result_words(game: AnyGame, names: Sequence[str], winners: Sequence[Seat]) -> str:
    """Who won."""
    won = [side for side in sides_of(game, names) if side.seats[0] in winners]
    if len(won) == 1 and won[0].team:
        return WORDS("result_title_team", team=won[0].team, names=joined([names[seat] for seat in won[0].seats]))
    return WORDS("result_title", count=len(won), names=joined([side.name for side in won]))
