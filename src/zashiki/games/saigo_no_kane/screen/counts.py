"""How the numbers on the table came about: votes by day and event, majorities, production, needs; and the final count.

Accounts are generators: a board asks for all of them, and few are ever read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zashiki.core.lately import lately
from zashiki.core.rooms import Seat, TallyRow
from zashiki.core.words import listed, seat_mark
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.eyes.view import SeatView, View
from zashiki.games.saigo_no_kane.rules.majorities import FIRST_CLUB
from zashiki.games.saigo_no_kane.screen import faces
from zashiki.games.saigo_no_kane.screen.faces import Amounts
from zashiki.games.saigo_no_kane.words.catalogue import WORDS
from zashiki.games.saigo_no_kane.words.outcomes import MAJORITY_KEYS, majority_name

Row = tuple[str, str | int, str]  # a line of an account: words, value, clause
ONE_OFF = ("recruit", "buy", "exchange")


@dataclass(frozen=True)
class MajorityRow:
    """One majority of the day: what every seat brings, and who leads alone."""

    words: str
    numbers: tuple[int, ...]
    leader: Seat | None
    account: tuple[Row, ...]


# Votes


def tally(v: View) -> tuple[TallyRow, ...]:
    """The votes in the order in which they were won, day by day, and the tie-breaks that were needed."""
    rows = [row for day in range(1, len(v.gained) + 1) for row in day_rows(v, day)]
    return (*rows, TallyRow(WORDS("tally_votes"), v.scores, "SNK-80"), *_tie_breaks(v))


def day_rows(v: View, day: int) -> list[TallyRow]:
    """The votes of one day: every event, tiles, majorities and the clean-up, as far as anybody won some."""
    events = [_event_row(v, event) for event, (held, _) in v.fulfilled.items() if held == day]
    rows = [
        *events,
        TallyRow(WORDS("tally_tiles", day=day), _gained(v, day, ONE_OFF), "SNK-76"),
        TallyRow(WORDS("tally_majorities", day=day), _gained(v, day, ("majority",)), _majority_clause(day), _won(v, day)),
        TallyRow(WORDS("tally_production", day=day), _gained(v, day, ("production",)), "SNK-74"),
    ]
    return [row for row in rows if any(row.cells)]


def fulfilling(v: View, event: str) -> tuple[Seat, ...]:
    """Who shares the votes of an event: while it is held, some may still wait for theirs."""
    return v.full if event == v.current else v.fulfilled[event][1] if event in v.fulfilled else ()


def _event_row(v: View, event: str) -> TallyRow:
    """SNK-59: the votes of an event are divided among those who fulfilled it."""
    poster, (day, seats), sharing = faces.EVENTS[event], v.fulfilled[event], len(fulfilling(v, event))
    cells = tuple(poster.votes // sharing if seat in seats else 0 for seat in range(v.players))
    note = WORDS("tally_note_split", votes=poster.votes, seats=sharing) if sharing > 1 else ""
    return TallyRow(WORDS("tally_event", day=day, event=poster.name), cells, "SNK-65" if poster.auction else "SNK-59", note)


def _gained(v: View, day: int, sources: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sum(seat[source] for source in sources) for seat in v.gained[day - 1])


def _majority_clause(day: int) -> str:
    return "SNK-71" if day == cards.DAYS else "SNK-68"


def majorities_of(v: View, day: int) -> tuple[tuple[str, Seat | None, int], ...]:
    """The majorities of a day that has been counted: what for, who had the most alone, and how many."""
    return _majorities(v.majorities, v.majority_most, day)


def _majorities(
    winners: Sequence[Sequence[Seat | None]], most: Sequence[Sequence[int]], day: int
) -> tuple[tuple[str, Seat | None, int], ...]:
    counted = zip(winners[day - 1], most[day - 1], strict=True)
    return tuple((majority_name(day, k), winner, number) for k, (winner, number) in enumerate(counted))


def _won(v: View, day: int) -> str:
    """The majorities of a day that somebody won."""
    if day > len(v.majorities):
        return ""
    return listed(words for words, winner, _ in majorities_of(v, day) if winner is not None)


def vote_account(v: View, seat: Seat) -> Iterator[Row]:
    """Every vote of a seat: where it came from and when."""
    if not v.seats[seat].votes:
        yield WORDS("account_no_votes"), 0, "SNK-7"
    for day in range(1, len(v.gained) + 1):
        for row in day_rows(v, day):
            if row.clause == _majority_clause(day):
                yield from ((won, cards.MAJORITY_VOTES, row.clause) for won in _majorities_won(v, day, seat))
            elif row.cells[seat]:
                words = WORDS("account_noted", words=row.words, note=row.note) if row.note else row.words
                yield words, row.cells[seat], row.clause


def _majorities_won(v: View, day: int, seat: Seat) -> list[str]:
    won = [(what, most) for what, winner, most in majorities_of(v, day) if winner == seat]
    return [WORDS("account_majority", day=day, what=what, number=most) for what, most in won]


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


# Majorities


@lately
def majority_rows(day: int, standing: tuple[tuple[int, ...], ...], leaders: tuple[Seat | None, ...]) -> tuple[MajorityRow, ...]:
    """The majorities of the day as they stand."""
    rows = []
    for k, (numbers, leader) in enumerate(zip(standing, leaders, strict=True)):
        key = MAJORITY_KEYS[k] if day < cards.DAYS or k < FIRST_CLUB else "club"
        counts = (WORDS(f"account_{key}"), "", "SNK-R26" if key == "students" else _majority_clause(day))
        each = ((seat_mark(seat), number, "") for seat, number in enumerate(numbers))
        vote = (
            (WORDS("account_tied"), 0, "SNK-69")
            if leader is None
            else (WORDS("account_leads", seat=seat_mark(leader)), cards.MAJORITY_VOTES, _majority_clause(day))
        )
        rows.append(MajorityRow(majority_name(day, k), numbers, leader, (counts, *each, vote)))
    return tuple(rows)


@lately
def days_counted(
    winners: tuple[tuple[Seat | None, ...], ...], most: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, tuple[tuple[str, Seat | None, int], ...]], ...]:
    """The majorities of past days, the latest day first."""
    return tuple((day, _majorities(winners, most, day)) for day in range(len(winners), 0, -1))


# What is produced, and what an item yields


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


def production_account(seat: SeatView, kind: str) -> Iterator[Row]:
    """The popularity or yen of a seat, and what brings it more at every clean-up."""
    yield WORDS("account_now"), holding(seat, kind), "SNK-9"
    # SNK-75: marked students produce as well.
    people = [faces.STUDENTS[name] for name in seat.students]
    if seat.candidate is not None:
        people.insert(0, faces.CANDIDATES[seat.candidate])
    for person in people:
        number = dict(person.produces).get(kind, 0)
        if number:
            yield WORDS("account_next", name=person.name), f"+{number}", "SNK-74"
    for name in seat.items:
        thing, number = faces.ITEMS[name], dict(yields(seat, name)).get(kind, 0)
        if number and thing.club is not None:
            words = WORDS("account_item", item=thing.name, club=thing.club.name, number=characters(seat, thing.club))
            yield WORDS("account_next", name=words), f"+{number}", "SNK-34"


# What an event asks for


def holding(seat: SeatView, kind: str) -> int:
    """How much of a payment type a seat has."""
    return {"popularity": seat.popularity, "yen": seat.yen}.get(kind, seat.talents.get(kind, 0))


def need_account(v: View, event: str, seat: Seat) -> Iterator[Row]:
    """What an event asks for, against what a seat has."""
    poster, have = faces.EVENTS[event], v.seats[seat]
    if poster.auction:
        yield WORDS(f"sign_{poster.auction}"), holding(have, poster.auction), "SNK-64"
    for kind, number in poster.requires:
        yield WORDS(f"sign_{kind}"), WORDS("account_of", have=holding(have, kind), number=number), "SNK-56"
