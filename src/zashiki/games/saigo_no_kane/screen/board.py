"""What the page of Saigo no Kane draws in addition to the view: who lacks what, and which move a piece stands for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from zashiki.core.rooms import Seat
from zashiki.core.words import listed
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.eyes.view import View
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
    if v.day == 0:
        return WORDS("headline_setup")
    if v.over:
        return WORDS("headline_over", days=cards.DAYS)
    return WORDS("headline", day=v.day, days=cards.DAYS, phase=WORDS(f"phase_{v.phase}"))


# Events


def shortage(v: View, event: str, seat: Seat) -> Shortage:
    """What a seat lacks for an event right now."""
    poster = faces.EVENTS[event]
    have = v.seats[seat]
    missing = tuple((kind, number - holding(have, kind)) for kind, number in poster.requires if number > holding(have, kind))
    return Shortage(seat, missing, holding(have, poster.auction) if poster.auction else 0)


def _interested(v: View, space: int) -> tuple[Seat, ...]:
    """Who is shown on a poster: its participants, and the viewer who may still sign up."""
    marked = v.markers[space]
    if v.viewer >= 0 and v.viewer not in marked and v.node == "attend":
        return (*marked, v.viewer)
    return marked


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
        "shortages": {
            event: tuple(shortage(v, event, seat) for seat in _interested(v, space))
            for space, event in enumerate(v.events)
            if event is not None
        },
        "deeds": deeds(v),
        "payments": payments(v),
        "hit": is_hit(v),
        "bids": range(1, _most_bid(v) + 1),
        "talents": tuple(tuple((t, number) for t, number in seat.talents.items() if number) for seat in v.seats),
        "orange_left": sum(faces.EVENTS[event].deck == "orange" for event in v.event_pile),
        "yields": {item: counts.yields(seat, item) for seat in v.seats for item in seat.items},
        "swap_gives": tuple(t for t in cards.TALENT_IDS if own is not None and own.talents[t] > 0),
        "hand_words": {seat: _hand_words(hand) for seat, hand in v.hands.items()},
        "majority_rows": counts.majority_rows(v),
        "days_counted": counts.days_counted(v),
        "vote_account": counts.vote_account,
        "production_account": counts.production_account,
        "need_account": counts.need_account,
    }
