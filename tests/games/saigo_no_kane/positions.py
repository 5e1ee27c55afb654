"""Positions for the tests: the layout "L" of the worked examples, and ways to change it."""

from __future__ import annotations

from collections.abc import Iterable

from zashiki.core.table import Table
from zashiki.games.saigo_no_kane import GAME, rules
from zashiki.games.saigo_no_kane import cards as c
from zashiki.games.saigo_no_kane.eyes.view import View
from zashiki.games.saigo_no_kane.rules import cleanup
from zashiki.games.saigo_no_kane.state import State

CANDIDATES = ("haruno-hareya", "nijino-ame", "akino-arashi", "albrecht-sturm")
SCHOOL = ("karol-potocki", "sasaki-emi", "ogawa-ken", "goto-daichi")
MARKET = ("microscope", "campaign-button", "bokken", "indie-mixtape")
EVENTS = ("theatre-premiere", "mystery-night", "popularity-poll", "beach-party")

SnkTable = Table[State, View]


def opened(players: int, **options: str) -> SnkTable:
    """A table with the candidates of L, pet 0 and everything laid out, before the first marker."""
    candidates = ",".join(CANDIDATES[:players])
    table = Table(GAME, players, {"first_pet": "0", "candidates": candidates} | options)
    kinds = ("kishimoto", "chamberlain", "ekichi")
    play(table, *(f"*: card {seat} {kind}" for seat in range(players) for kind in kinds))
    play(table, *(f"*: student {name}" for name in reversed(SCHOOL)), *(f"*: item {name}" for name in reversed(MARKET)))
    play(table, *(f"*: event {name}" for name in EVENTS[: 3 if players == 2 else 4]))
    return table


def layout(players: int = 4, attend: Iterable[str] = ("theatre-premiere", "mystery-night"), **options: str) -> SnkTable:
    """L: day 1, lobby, seat 0 to act; every seat has marked the same two events."""
    table = opened(players, **options)
    for event in attend:
        play(table, *(f"{seat}: attend {event}" for seat in range(players)))
    return table


def play(table: SnkTable, *lines: str) -> None:
    """Feed lines of a record."""
    for line in lines:
        table.feed(line)


def pass_all(table: SnkTable) -> None:
    """Everybody passes, from the seat whose turn it is."""
    for _ in range(table.players):
        play(table, f"{table.state.seat}: pass")


def stock(table: SnkTable, seat: int, popularity: int = 0, yen: int = 0, **talents: int) -> None:
    """Replace what a seat has of popularity, yen and talents."""
    s = table.state
    s.popularity[seat], s.yen[seat] = popularity, yen
    for k, name in enumerate(c.TALENT_IDS):
        have = talents.get(name, 0)
        s.pool[k] += s.talents[seat * c.TALENTS + k] - have
        s.talents[seat * c.TALENTS + k] = have


def pool(table: SnkTable, **talents: int) -> None:
    """Set the pool; what is not named is empty."""
    table.state.pool[:] = [talents.get(name, 0) for name in c.TALENT_IDS]


def hand(table: SnkTable, seat: int, cards: str = "") -> None:
    """Replace the teacher cards of a seat."""
    s = table.state
    for k, name in enumerate(c.TEACHER_IDS):
        number = cards.split().count(name)
        s.card_pile[k] += s.hands[seat * c.TEACHERS + k] - number
        s.hands[seat * c.TEACHERS + k] = number


def own(table: SnkTable, seat: int, tiles: str) -> None:
    """Give tiles to a seat out of the piles (or off a track, which then gets another one); `name/` is a marked student."""
    s = table.state
    for word in tiles.split():
        name = word.rstrip("/")
        if name in c.STUDENT_IDS:
            k = c.STUDENT_IDS.index(name)
            _off_track(s.school, k, s.student_pile)
            s.student_pile &= ~(1 << k)
            s.students[seat] |= 1 << k
            s.marked |= 1 << k if word.endswith("/") else 0
        else:
            k = c.ITEM_IDS.index(name)
            _off_track(s.market, k, s.item_pile)
            s.item_pile &= ~(1 << k)
            s.items[seat] |= 1 << k
    for tile in s.school:
        s.student_pile &= ~(1 << tile)
    for tile in s.market:
        s.item_pile &= ~(1 << tile)


def _off_track(track: list[int], tile: int, pile: int) -> None:
    if tile in track:
        track[track.index(tile)] = (pile & -pile).bit_length() - 1


def tracks(table: SnkTable, school: str = "", market: str = "") -> None:
    """Lay other tiles out, from left to right; the old ones go back into the pile."""
    s = table.state
    if school:
        s.student_pile |= sum(1 << k for k in s.school)
        s.school[:] = [c.STUDENT_IDS.index(name) for name in school.split()]
        s.student_pile &= ~sum(1 << k for k in s.school)
    if market:
        s.item_pile |= sum(1 << k for k in s.market)
        s.market[:] = [c.ITEM_IDS.index(name) for name in market.split()]
        s.item_pile &= ~sum(1 << k for k in s.market)


def playground(table: SnkTable, *events: str) -> None:
    """Put other events into the spaces, markers staying where they are."""
    s = table.state
    s.event_pile |= sum(1 << k for k in s.events if k >= 0)
    for space, name in enumerate(events):
        s.events[space] = c.EVENT_IDS.index(name)
    s.event_pile &= ~sum(1 << k for k in s.events if k >= 0)


def school(table: SnkTable) -> str:
    return " ".join(c.STUDENT_IDS[k] for k in table.state.school if k >= 0)


def market(table: SnkTable) -> str:
    return " ".join(c.ITEM_IDS[k] for k in table.state.market if k >= 0)


def talents(table: SnkTable, seat: int) -> dict[str, int]:
    """The talents a seat has, without zeros."""
    return {name: number for name, number in table.view(seat).seats[seat].talents.items() if number}


def students(table: SnkTable, seat: int) -> dict[str, bool]:
    """The students of a seat and whether they are marked."""
    return table.view(seat).seats[seat].students


def summary(table: SnkTable) -> dict[str, object]:
    return GAME.eyes.summary(table.state)


def sizes(table: SnkTable, key: str) -> dict[str, int]:
    """How many tiles and cards there are in each of the "piles" or "discards"."""
    found = summary(table)[key]
    assert isinstance(found, dict)
    return found


def candidate(table: SnkTable, seat: int, name: str) -> None:
    """Another candidate for a seat, its stock staying as it is."""
    table.state.candidate[seat] = c.CANDIDATE_IDS.index(name)


def clean_up(s: State) -> None:
    """The clean-up of a day, as far as it goes by itself."""
    cleanup.begin_cleanup(s)
    rules.go_on(s)
