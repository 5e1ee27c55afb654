"""What the page of Saigo no Kane draws in addition to the view: who lacks what, which move a piece stands for, the count."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from zashiki.core.rooms import Seat, TallyRow
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.eyes.view import SeatView, View
from zashiki.games.saigo_no_kane.screen import faces
from zashiki.games.saigo_no_kane.screen.faces import Amounts
from zashiki.games.saigo_no_kane.words.catalogue import WORDS
from zashiki.games.saigo_no_kane.words.outcomes import majority_name

# Rows of the count: where the votes come from, and the clause.
SOURCES = (
    ("tally_events", ("event",), "SNK-59"),
    ("tally_tiles", ("recruit", "buy", "exchange"), "SNK-76"),
    ("tally_majorities", ("majority",), "SNK-68"),
    ("tally_production", ("production",), "SNK-74"),
)
BIDS_IN_REACH = 13  # how many bids have a button of their own; larger ones are in the list of options


@dataclass(frozen=True)
class Shortage:
    """How far one participant is from paying for an event now."""

    seat: Seat
    missing: Amounts  # types and how many of each
    most: int  # what it can bid, in an auction


@dataclass(frozen=True)
class Payment:
    """One way to pay for the event being held."""

    move: str
    types: Amounts
    whole: bool


@dataclass(frozen=True)
class MajorityRow:
    """One majority of the day: what every seat brings, and who leads alone."""

    words: str
    numbers: tuple[int, ...]
    leader: Seat | None


def headline(v: View) -> str:
    """Where the game stands."""
    if v.day == 0:
        return WORDS("headline_setup")
    if v.over:
        return WORDS("headline_over")
    return WORDS("headline", day=v.day, phase=WORDS(f"phase_{v.phase}"))


# The count at the end


def tally(v: View) -> tuple[TallyRow, ...]:
    """Votes by source, and the tie-breaks that were needed."""
    rows = [TallyRow(WORDS(key), _votes_from(v, sources), clause) for key, sources, clause in SOURCES]
    return (*rows, TallyRow(WORDS("tally_votes"), v.scores, "SNK-80"), *_tie_breaks(v))


def _votes_from(v: View, sources: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sum(day[seat][source] for day in v.gained for source in sources) for seat in range(v.players))


def _tie_breaks(v: View) -> list[TallyRow]:
    """One row for every tie-break that was needed."""
    costs = tuple(sum(faces.STUDENTS[name].cost for name in seat.students) for seat in v.seats)
    numbers = tuple(len(seat.students) for seat in v.seats)
    stocks = tuple(seat.popularity + seat.yen for seat in v.seats)
    tied = [seat for seat in range(v.players) if v.scores[seat] == max(v.scores)]
    rows: list[TallyRow] = []
    for key, cells, sign, clause in (
        ("cost", costs, 1, "SNK-81"),
        ("students", numbers, -1, "SNK-82"),
        ("stock", stocks, 1, "SNK-82"),
    ):
        if len(tied) > 1:
            rows.append(TallyRow(WORDS(f"tally_{key}"), cells, clause, WORDS(f"tally_note_{key}")))
            best = max(sign * cells[seat] for seat in tied)
            tied = [seat for seat in tied if sign * cells[seat] == best]
    if len(tied) > 1:
        last = rows.pop()
        rows.append(TallyRow(last.words, last.cells, "SNK-83", WORDS("tally_note_shared")))
    return rows


# What a participant lacks


def holding(seat: SeatView, kind: str) -> int:
    """How much of a payment type a seat has."""
    return {"popularity": seat.popularity, "yen": seat.yen}.get(kind, seat.talents.get(kind, 0))


def shortage(v: View, event: str, seat: Seat) -> Shortage:
    """What a seat lacks for an event right now."""
    poster = faces.EVENTS[event]
    have = v.seats[seat]
    missing = tuple((kind, number - holding(have, kind)) for kind, number in poster.requires if number > holding(have, kind))
    return Shortage(seat, missing, holding(have, poster.auction) if poster.auction else 0)


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
    return tuple(Payment("pay " + " ".join(kind for kind, _ in types), types, types == poster.requires) for types in chosen)


# What an item yields


def characters(seat: SeatView, club: faces.Club) -> int:
    """The characters of a club a seat has."""
    people = [faces.STUDENTS[name] for name in seat.students]
    if seat.candidate is not None:
        people.append(faces.CANDIDATES[seat.candidate])
    return sum(person.club == club for person in people)


def yields(seat: SeatView, name: str) -> Amounts:
    """What an item gives its owner now: at clean-up or when discarded."""
    thing = faces.ITEMS[name]
    if thing.club is None:
        return ()
    number = characters(seat, thing.club)
    if thing.kind == "cleanup":
        return (("vote", thing.votes_cleanup),) if number >= cards.CHARACTERS_FOR_VOTES else ()
    if thing.kind == "talents":
        return thing.steps[number >= cards.CHARACTERS_FOR_TALENTS]
    return thing.steps[min(number, len(thing.steps) - 1)]


# Which move a piece stands for


def verbs(v: View) -> dict[str, str]:
    """The verb a click on a piece means now; empty where it means nothing."""
    pieces = ("school", "market", "upright", "marked", "item", "other", "seat", "event", "card", "own", "pool")
    at_node = {
        "attend": {"event": "attend"},
        "start": {"event": "start"},
        "lobby": {"school": "recruit", "market": "buy", "upright": "use", "marked": "dismiss", "item": "discard"},
        "bonus": {"school": "recruit", "market": "buy", "item": "discard"},
        "pay": {"marked": "dismiss", "item": "discard"},
        "prepare": {"marked": "dismiss", "item": "discard"},
        "settle": {"item": "discard"},
        "target": dict.fromkeys(("school", "market", "upright", "marked", "item", "other", "seat"), "target"),
        "exchange": {"school": "get", "market": "get"},
        "counter": {"card": "counter"},
        "drop": {"card": "drop"},
        "return": {"own": "return"},
        "fill": {"pool": "take"},
    }
    return dict.fromkeys(pieces, "") | at_node.get(v.node, {})


def majority_rows(v: View) -> tuple[MajorityRow, ...]:
    """The majorities of the day as they stand."""
    return tuple(MajorityRow(majority_name(v.day, k), v.standing[k], v.leaders[k]) for k in range(len(v.standing)))


def days_counted(v: View) -> tuple[tuple[int, tuple[tuple[str, Seat | None], ...]], ...]:
    """The majorities of past days, the latest day first: words and winner."""
    counted = [
        (day + 1, tuple((majority_name(day + 1, k), winner) for k, winner in enumerate(winners)))
        for day, winners in enumerate(v.majorities)
    ]
    return tuple(reversed(counted))


def day_votes(v: View) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Where every seat's votes came from so far."""
    return tuple((WORDS(key), _votes_from(v, sources)) for key, sources, _ in SOURCES)


def board(v: View) -> dict[str, object]:
    """Everything board.html needs in addition to the view."""
    own = v.seats[v.viewer] if v.viewer >= 0 else None
    auction = faces.EVENTS[v.current].auction if v.current is not None else None
    most = holding(own, auction) if own and auction and v.node == "bid" and v.viewer in v.to_act else -1
    return {
        "w": WORDS,
        "students": faces.STUDENTS,
        "items": faces.ITEMS,
        "posters": faces.EVENTS,
        "teachers": faces.TEACHERS,
        "candidates": faces.CANDIDATES,
        "talent_ids": cards.TALENT_IDS,
        "talent_names": dict(zip(cards.TALENT_IDS, cards.TALENT_NAMES, strict=True)),
        "verbs": verbs(v),
        "shortages": {
            event: tuple(shortage(v, event, seat) for seat in _interested(v, space))
            for space, event in enumerate(v.events)
            if event is not None
        },
        "payments": payments(v),
        "hit": is_hit(v),
        "bids": tuple(range(min(most + 1, BIDS_IN_REACH))),
        "most_bid": most,
        "talents": tuple(tuple((t, number) for t, number in seat.talents.items() if number) for seat in v.seats),
        "orange_left": sum(faces.EVENTS[event].deck == "orange" for event in v.event_pile),
        "yields": {item: yields(seat, item) for seat in v.seats for item in seat.items},
        "majority_rows": majority_rows(v),
        "days_counted": days_counted(v),
        "day_votes": day_votes(v),
        "swap_gives": tuple(t for t in cards.TALENT_IDS if own is not None and own.talents[t] > 0),
    }


def is_hit(v: View) -> bool:
    """Whether the teacher card on the stack is the viewer's own, or aimed at the viewer or one of its tiles."""
    if not v.stack or v.viewer < 0:
        return False
    played, own = v.stack[0], v.seats[v.viewer]
    return played.seat == v.viewer or played.target in (str(v.viewer), *own.students, *own.items)


def _interested(v: View, space: int) -> tuple[Seat, ...]:
    """Who is shown on a poster: its participants, and the viewer who may still sign up."""
    marked = v.markers[space]
    if v.viewer >= 0 and v.viewer not in marked and v.node == "attend":
        return (*marked, v.viewer)
    return marked
