"""What the page of Saigo no Kane draws in addition to the view: who lacks what, and which move a piece stands for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from zashiki.core.lately import lately
from zashiki.core.rooms import Seat
from zashiki.core.words import listed
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.eyes.view import SeatView, View
from zashiki.games.saigo_no_kane.screen import counts, faces
from zashiki.games.saigo_no_kane.screen.counts import holding
from zashiki.games.saigo_no_kane.screen.faces import Amounts
from zashiki.games.saigo_no_kane.words.catalogue import WORDS, name_of


class Shortage(NamedTuple):
    """How far one participant is from paying for an event now."""

    seat: Seat
    missing: Amounts  # types and how many of each
    most: int  # what it can bid, in an auction


class Deed(NamedTuple):
    """What a participant has done at the event being held."""

    seat: Seat
    kind: str  # "thinking", "sealed", "full", "part" or "nothing"
    number: int | None = None  # the bid, where it may be seen


@dataclass(frozen=True)
class Payment:
    """One way to pay for the event being held."""

    move: str
    types: Amounts


def headline(v: View) -> str:
    """Where the game stands."""
    return _headline(v.day, v.over, v.phase)


@lately
def _headline(day: int, over: bool, phase: str) -> str:
    if day == 0:
        return WORDS("headline_setup")
    if over:
        return WORDS("headline_over", days=cards.DAYS)
    return WORDS("headline", day=day, days=cards.DAYS, phase=WORDS(f"phase_{phase}"))


# Events


def shortage(have: SeatView, event: str, seat: Seat) -> Shortage:
    """What a seat lacks for an event right now."""
    poster = faces.EVENTS[event]
    missing = tuple((kind, number - holding(have, kind)) for kind, number in poster.requires if number > holding(have, kind))
    return Shortage(seat, missing, holding(have, poster.auction) if poster.auction else 0)


@lately
def _of_participants(
    seats: tuple[SeatView, ...], events: tuple[str | None, ...], markers: tuple[tuple[Seat, ...], ...]
) -> dict[str, tuple[Shortage, ...]]:
    """What the participants of each event lack."""
    held = ((event, marked) for event, marked in zip(events, markers, strict=True) if event is not None)
    return {event: tuple(shortage(seats[seat], event, seat) for seat in marked) for event, marked in held}


def shortages(v: View) -> dict[str, tuple[Shortage, ...]]:
    """What those lack who are shown on a poster: its participants, and the viewer who may still sign up."""
    found = _of_participants(v.seats, v.events, v.markers)
    if v.viewer < 0 or v.node != "attend":
        return found
    me, own = v.viewer, v.seats[v.viewer]
    return {
        event: short if any(each.seat == me for each in short) else (*short, shortage(own, event, me))
        for event, short in found.items()
    }


@lately
def _of_seats(seats: tuple[SeatView, ...]) -> dict[str, object]:
    """What is drawn of what everybody has."""
    return {
        "talents": tuple(tuple((t, number) for t, number in seat.talents.items() if number) for seat in seats),
        "yields": {item: counts.yields(seat, item) for seat in seats for item in seat.items},
    }


def deeds(v: View) -> dict[Seat, Deed]:
    """What the participants of the event being held have done; who still has to pay or to prepare a bid is left out."""
    if v.current is None:
        return {}
    seats = v.markers[v.events.index(v.current)]
    if v.node == "bid":
        return {seat: Deed(seat, "sealed" if seat in v.answered else "thinking", v.bids.get(seat)) for seat in seats}
    return {seat: Deed(seat, _deed(v, seat), v.offers[seat]) for seat in seats if _has_decided(v, v.current, seat)}


def _has_decided(v: View, event: str, seat: Seat) -> bool:
    if v.node in ("reward", "card"):
        return True
    # SNK-55: participants pay clockwise from the pet; nobody has bid before all do.
    return not faces.EVENTS[event].auction and (seat - (v.pet or 0)) % v.players < v.asked


def _deed(v: View, seat: Seat) -> str:
    return "full" if seat in v.full else "part" if v.paid[seat] else "nothing"


def payments(v: View) -> tuple[Payment, ...]:
    """The ways the viewer can pay for the event being held, the whole price first."""
    if v.current is None or v.node != "pay" or v.viewer not in v.to_act:
        return ()
    poster, have = faces.EVENTS[v.current], v.seats[v.viewer]
    payable = [(kind, number) for kind, number in poster.requires if holding(have, kind) >= number]
    sizes = range(len(payable), 0, -1)
    chosen = [types for size in sizes for types in combinations(payable, size)]
    if poster.deck == "orange":
        chosen = [types for types in chosen if types == poster.requires]
    return tuple(Payment("pay " + " ".join(kind for kind, _ in types), types) for types in chosen)


def _most_bid(v: View) -> int:
    """The highest bid of a viewer who is asked for one; -1 for everybody else."""
    auction = faces.EVENTS[v.current].auction if v.current is not None else None
    if auction is None or v.node != "bid" or v.viewer not in v.to_act:
        return -1
    return holding(v.seats[v.viewer], auction)


# Which move a piece stands for


USUAL = {
    "event": "attend",
    "school": "recruit",
    "market": "buy",
    "upright": "use",
    "marked": "dismiss",
    "item": "discard",
    "card": "",
}
TILES = ("school", "market", "upright", "marked", "item")


def verbs(v: View) -> dict[str, str]:
    """The verb that a press on a piece means now; where it is not legal, its refusal says why."""
    at_node = {
        "start": {"event": "start"},
        "pay": {"upright": "dismiss"},
        "prepare": {"upright": "dismiss"},
        "settle": {"upright": "dismiss"},
        "target": dict.fromkeys(TILES, "target"),
        "exchange": {"school": "get", "market": "get"},
        "counter": {"card": "counter"},
        "drop": {"card": "drop"},
    }
    return USUAL | at_node.get(v.node, {})


def is_hit(v: View) -> bool:
    """Whether the teacher card on the stack is the viewer's own, or aimed at the viewer or one of its tiles."""
    if not v.stack or v.viewer < 0:
        return False
    played, own = v.stack[0], v.seats[v.viewer]
    return played.seat == v.viewer or played.target in (str(v.viewer), *own.students, *own.items)


def _hand_words(hand: dict[str, int]) -> str:
    """The teacher cards of a hand, one after the other."""
    return listed(WORDS("board_copies", number=number, name=name_of(card)) for card, number in hand.items())


def board(v: View) -> dict[str, object]:
    """Everything board.html needs in addition to the view."""
    own = v.seats[v.viewer] if v.viewer >= 0 else None
    short = shortages(v)
    return {
        "w": WORDS,
        "students": faces.STUDENTS,
        "items": faces.ITEMS,
        "posters": faces.EVENTS,
        "teachers": faces.TEACHERS,
        "days": cards.DAYS,
        "candidates": faces.CANDIDATES,
        "talent_ids": cards.TALENT_IDS,
        "talent_names": {talent: name_of(talent) for talent in cards.TALENT_IDS},
        "verbs": verbs(v),
        "shortages": short,
        "mine": [event for event, each in short.items() if v.viewer in [one.seat for one in each]],
        "deeds": deeds(v),
        "payments": payments(v),
        "hit": is_hit(v),
        "bids": range(1, _most_bid(v) + 1),
        **_of_seats(v.seats),
        "orange_left": sum(faces.EVENTS[event].deck == "orange" for event in v.event_pile),
        "swap_gives": tuple(t for t in cards.TALENT_IDS if own is not None and own.talents[t] > 0),
        "hand_words": {seat: _hand_words(hand) for seat, hand in v.hands.items()},
        "majority_rows": counts.majority_rows(v.day, v.standing, v.leaders),
        "days_counted": counts.days_counted(v.majorities, v.majority_most),
        "vote_account": counts.vote_account,
        "production_account": counts.production_account,
        "need_account": counts.need_account,
    }
