"""Who sees what in Saigo no Kane: the View, the way back to a state, and the canonical summary."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.core.bits import bit, has
from zashiki.core.chance import below
from zashiki.core.game import OPEN, seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane.actions import TARGET_IDS, TILE_IDS, types_in
from zashiki.games.saigo_no_kane.cards import (
    ALL_BLUE,
    AUCTION,
    CANDIDATE_IDS,
    COPIES,
    DAYS,
    EMPTY,
    EVENT_IDS,
    ITEM_IDS,
    MAX_SEATS,
    NOBODY,
    POWER_IDS,
    REWARD_IDS,
    STUDENT_IDS,
    TALENT_IDS,
    TALENTS,
    TEACHER_IDS,
    TEACHERS,
    TYPE_IDS,
)
from zashiki.games.saigo_no_kane.rules import to_act
from zashiki.games.saigo_no_kane.rules.prep import playground_spaces
from zashiki.games.saigo_no_kane.rules.setup import setup
from zashiki.games.saigo_no_kane.rules.tiles import cards_discarded, hand_count, held
from zashiki.games.saigo_no_kane.scoring import leader_in, majority_count, measure, winners
from zashiki.games.saigo_no_kane.state import (
    ASK_LOBBY,
    FINISHED,
    FIRST_DECISION,
    MAJORITIES,
    NODES,
    OVER,
    PHASES,
    SETUP,
    SOURCE_IDS,
    SOURCES,
    State,
)

CANDIDATE_MODES = ("random", "choose", "fixed")


@dataclass(frozen=True)
class SeatView:
    """What everybody sees of one seat (SNK-9)."""

    candidate: str | None
    active: bool
    votes: int
    popularity: int
    yen: int
    talents: dict[str, int]
    students: dict[str, bool]  # id -> marked
    items: tuple[str, ...]
    cards: int
    dropped: int  # cards dropped face down since the teacher pile was renewed


@dataclass(frozen=True)
class Play:
    """A teacher card waiting on the stack."""

    seat: Seat
    card: str
    power: str
    target: str | None
    second: str | None


@dataclass(frozen=True)
class View:
    """The table for one pair of eyes. Secret are hands, dropped cards and unrevealed bids (SNK-9, SNK-64)."""

    viewer: Viewer
    players: int
    first_pet: int
    candidates: str
    first_game: bool
    day: int
    phase: str
    node: str
    to_act: tuple[Seat, ...]
    seat: Seat
    turn: Seat
    pet: Seat | None
    passes: int
    asked: int
    resume: int
    seats: tuple[SeatView, ...]
    school: tuple[str | None, ...]
    market: tuple[str | None, ...]
    events: tuple[str | None, ...]
    markers: tuple[tuple[Seat, ...], ...]  # by space
    pool: dict[str, int]
    aside: tuple[str, ...]
    student_pile: tuple[str, ...]
    student_discard: tuple[str, ...]
    item_pile: tuple[str, ...]
    item_discard: tuple[str, ...]
    event_pile: tuple[str, ...]
    event_discard: tuple[str, ...]
    card_pile: int
    played: dict[str, int]  # teacher cards seen in the discard
    fill_left: int
    swaps: int
    stack: tuple[Play, ...]
    bonus: str | None
    current: str | None
    paid: tuple[tuple[str, ...], ...]
    full: tuple[Seat, ...]
    offers: tuple[int | None, ...]  # the last revealed bids
    answered: tuple[Seat, ...]  # who has made a sealed bid
    reward_due: int
    reward_chosen: tuple[str, ...]
    cards_due: int
    gained: tuple[tuple[dict[str, int], ...], ...]  # votes by day, seat and source
    majorities: tuple[tuple[Seat | None, ...], ...]  # winners by day, of the days counted so far
    standing: tuple[tuple[int, ...], ...]  # today's majorities as they stand: a number for each seat
    leaders: tuple[Seat | None, ...]  # who would win them now
    hands: dict[Seat, dict[str, int]]  # the viewer's own hand; all of them for open eyes
    drops: dict[Seat, dict[str, int]]  # the cards the viewer dropped
    bids: dict[Seat, int]  # the viewer's own sealed bid
    scores: tuple[int, ...]
    over: bool
    winners: tuple[Seat, ...]

    @property
    def discarded_cards(self) -> int:
        """The size of the discard of teacher cards, seen or face down."""
        return sum(self.played.values()) + sum(seat.dropped for seat in self.seats)


def ids_in(mask: int, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of a set, in the order of the component list."""
    return tuple(name for k, name in enumerate(ids) if mask >> k & 1)


def _seat(number: int) -> Seat | None:
    return None if number == NOBODY else number


def _name(number: int, ids: tuple[str, ...]) -> str | None:
    return None if number == EMPTY else ids[number]


def _cards(s: State, counts: list[int], seat: Seat) -> dict[str, int]:
    return {name: counts[seat * TEACHERS + k] for k, name in enumerate(TEACHER_IDS) if counts[seat * TEACHERS + k]}


def sees_secrets_of(viewer: Viewer, seat: Seat) -> bool:
    """SNK-9: which teacher cards a seat holds or dropped, and its sealed bid, are its own business."""
    return viewer in (seat, OPEN)


def view(s: State, viewer: Viewer) -> View:
    """What that viewer sees."""
    seats = range(s.players)
    shown = [seat for seat in seats if sees_secrets_of(viewer, seat)]
    counted = range(majority_count(s)) if s.stage != SETUP else range(0)
    return View(
        viewer=viewer,
        players=s.players,
        first_pet=s.first_pet,
        candidates=CANDIDATE_MODES[s.candidates],
        first_game=bool(s.first_game),
        day=s.day,
        phase=PHASES[s.stage],
        node=NODES[s.phase],
        to_act=tuple(seats_in(to_act(s))),
        seat=s.seat,
        turn=s.turn,
        pet=_seat(s.pet),
        passes=s.passes,
        asked=s.asked,
        resume=s.resume,
        seats=tuple(_seat_view(s, seat) for seat in seats),
        school=tuple(_name(student, STUDENT_IDS) for student in s.school),
        market=tuple(_name(item, ITEM_IDS) for item in s.market),
        events=tuple(_name(event, EVENT_IDS) for event in s.events[: playground_spaces(s)]),
        markers=tuple(tuple(seats_in(mask)) for mask in s.markers[: playground_spaces(s)]),
        pool=dict(zip(TALENT_IDS, s.pool, strict=True)),
        aside=ids_in(s.aside, STUDENT_IDS),
        student_pile=ids_in(s.student_pile, STUDENT_IDS),
        # SNK-R40: what was open when it was discarded may be remembered; dropped cards were not.
        student_discard=ids_in(s.student_discard, STUDENT_IDS),
        item_pile=ids_in(s.item_pile, ITEM_IDS),
        item_discard=ids_in(s.item_discard, ITEM_IDS),
        event_pile=ids_in(s.event_pile, EVENT_IDS),
        event_discard=ids_in(s.event_discard, EVENT_IDS),
        card_pile=sum(s.card_pile),
        played=_cards(s, s.played, 0),
        fill_left=s.fill_left,
        swaps=s.swaps,
        stack=_stack(s),
        bonus=_name(s.bonus, POWER_IDS),
        current=None if s.current == EMPTY else EVENT_IDS[s.events[s.current]],
        paid=tuple(types_in(s.paid[seat]) for seat in seats),
        full=tuple(seats_in(s.full)),
        offers=tuple(None if s.offers[seat] == EMPTY else s.offers[seat] for seat in seats),
        # SNK-64: a bid is sealed, but that it was made is seen.
        answered=tuple(seat for seat in seats if s.bids[seat] != EMPTY),
        reward_due=s.reward_due,
        reward_chosen=ids_in(s.reward_chosen, REWARD_IDS),
        cards_due=s.cards_due,
        gained=tuple(tuple(_gained(s, day, seat) for seat in seats) for day in range(s.day)),
        majorities=tuple(_majorities(s, day) for day in range(_days_counted(s))),
        standing=tuple(tuple(measure(s, seat, k) for seat in seats) for k in counted),
        leaders=tuple(_seat(leader_in(s, k)) for k in counted),
        hands={seat: _cards(s, s.hands, seat) for seat in shown},
        drops={seat: _cards(s, s.dropped, seat) for seat in shown},
        bids={seat: s.bids[seat] for seat in shown if s.bids[seat] != EMPTY},
        scores=tuple(s.votes[: s.players]),
        over=s.stage == OVER,
        winners=tuple(seats_in(winners(s))),
    )


def _seat_view(s: State, seat: Seat) -> SeatView:
    return SeatView(
        candidate=_name(s.candidate[seat], CANDIDATE_IDS),
        active=bool(has(s.face_up, seat)),
        votes=s.votes[seat],
        popularity=s.popularity[seat],
        yen=s.yen[seat],
        talents={name: s.talents[seat * TALENTS + k] for k, name in enumerate(TALENT_IDS)},
        students={name: bool(has(s.marked, STUDENT_IDS.index(name))) for name in ids_in(s.students[seat], STUDENT_IDS)},
        items=ids_in(s.items[seat], ITEM_IDS),
        cards=hand_count(s, seat),
        dropped=sum(s.dropped[seat * TEACHERS : (seat + 1) * TEACHERS]),
    )


def _stack(s: State) -> tuple[Play, ...]:
    if s.stack_card == EMPTY:
        return ()
    first = Play(s.turn, TEACHER_IDS[s.stack_card], POWER_IDS[s.power], _name(s.target, TARGET_IDS), _name(s.second, TILE_IDS))
    counters = (Play(s.counter_seat[k], TEACHER_IDS[s.counter_card[k]], "counter", None, None) for k in range(s.counters))
    return (first, *counters)


def _gained(s: State, day: int, seat: Seat) -> dict[str, int]:
    first = (day * MAX_SEATS + seat) * SOURCES
    return dict(zip(SOURCE_IDS, s.gained[first : first + SOURCES], strict=True))


def _days_counted(s: State) -> int:
    """The days whose majorities have been scored."""
    return s.day if PHASES[s.stage] in ("cleanup", "over") else max(0, s.day - 1)


def _majorities(s: State, day: int) -> tuple[Seat | None, ...]:
    first = day * MAJORITIES
    return tuple(_seat(seat) for seat in s.majority[first : first + (MAJORITIES if day == DAYS - 1 else 5)])


# The way back


def state_from(v: View, rng: list[int]) -> State:
    """A full state this view could come from; what the viewer cannot know is drawn."""
    s = State()
    setup(s, v.players, [v.first_pet, CANDIDATE_MODES.index(v.candidates), 0, 1, 2, 3, int(v.first_game)])
    s.day, s.stage, s.phase, s.resume = v.day, PHASES.index(v.phase), NODES.index(v.node), v.resume
    s.seat, s.turn, s.passes, s.asked = v.seat, v.turn, v.passes, v.asked
    s.pet = NOBODY if v.pet is None else v.pet
    s.face_up, s.marked = 0, 0
    for seat, seen in enumerate(v.seats):
        _seat_from(s, seat, seen)
    for space in range(len(v.school)):
        s.school[space] = _number(v.school[space], STUDENT_IDS)
        s.market[space] = _number(v.market[space], ITEM_IDS)
    for space, event in enumerate(v.events):
        s.events[space] = _number(event, EVENT_IDS)
        s.markers[space] = sum(1 << seat for seat in v.markers[space])
    s.pool[:] = v.pool.values()
    s.aside = mask_of(v.aside, STUDENT_IDS)
    s.student_pile, s.student_discard = mask_of(v.student_pile, STUDENT_IDS), mask_of(v.student_discard, STUDENT_IDS)
    s.item_pile, s.item_discard = mask_of(v.item_pile, ITEM_IDS), mask_of(v.item_discard, ITEM_IDS)
    s.event_pile, s.event_discard = mask_of(v.event_pile, EVENT_IDS), mask_of(v.event_discard, EVENT_IDS)
    s.fill_left, s.swaps, s.bonus = v.fill_left, v.swaps, _number(v.bonus, POWER_IDS)
    _stack_from(s, v.stack)
    _event_from(s, v)
    _history_from(s, v)
    _deal_hidden(s, v)
    if v.viewer != OPEN:
        resample(s, v.viewer, rng)
    return s


def mask_of(names: tuple[str, ...], ids: tuple[str, ...]) -> int:
    """The set of these ids."""
    return sum(1 << ids.index(name) for name in names)


def _number(name: str | None, ids: tuple[str, ...]) -> int:
    return EMPTY if name is None else ids.index(name)


def _seat_from(s: State, seat: Seat, seen: SeatView) -> None:
    s.candidate[seat] = _number(seen.candidate, CANDIDATE_IDS)
    s.face_up |= bit(seat) if seen.active else 0
    s.votes[seat], s.popularity[seat], s.yen[seat] = seen.votes, seen.popularity, seen.yen
    s.talents[seat * TALENTS : (seat + 1) * TALENTS] = seen.talents.values()
    s.students[seat] = mask_of(tuple(seen.students), STUDENT_IDS)
    s.marked |= mask_of(tuple(name for name, marked in seen.students.items() if marked), STUDENT_IDS)
    s.items[seat] = mask_of(seen.items, ITEM_IDS)


def _stack_from(s: State, stack: tuple[Play, ...]) -> None:
    if not stack:
        return
    first, *counters = stack
    s.stack_card, s.power = TEACHER_IDS.index(first.card), POWER_IDS.index(first.power)
    s.target, s.second = _number(first.target, TARGET_IDS), _number(first.second, TILE_IDS)
    s.counters = len(counters)
    for k, counter in enumerate(counters):
        s.counter_seat[k], s.counter_card[k] = counter.seat, TEACHER_IDS.index(counter.card)


def _event_from(s: State, v: View) -> None:
    s.current = EMPTY if v.current is None else v.events.index(v.current)
    for seat in range(v.players):
        s.paid[seat] = mask_of(v.paid[seat], TYPE_IDS)
        offer = v.offers[seat]
        s.offers[seat] = EMPTY if offer is None else offer
        s.bids[seat] = 0 if seat in v.answered else EMPTY
    for seat, number in v.bids.items():
        s.bids[seat] = number
    s.full = sum(1 << seat for seat in v.full)
    s.reward_due, s.cards_due = v.reward_due, v.cards_due
    s.reward_chosen = mask_of(v.reward_chosen, REWARD_IDS)


def _history_from(s: State, v: View) -> None:
    for day, seats in enumerate(v.gained):
        for seat, sources in enumerate(seats):
            first = (day * MAX_SEATS + seat) * SOURCES
            s.gained[first : first + SOURCES] = sources.values()
    for day, winners_of_day in enumerate(v.majorities):
        for k, winner in enumerate(winners_of_day):
            s.majority[day * MAJORITIES + k] = NOBODY if winner is None else winner


def _deal_hidden(s: State, v: View) -> None:
    """Put the unseen teacher cards anywhere, hands filled to their size; `resample` then deals them fairly."""
    for k, name in enumerate(TEACHER_IDS):
        s.played[k] = v.played.get(name, 0)
        s.card_pile[k] = COPIES - s.played[k]
        for seat in v.hands:
            s.hands[seat * TEACHERS + k] = v.hands[seat].get(name, 0)
            s.dropped[seat * TEACHERS + k] = v.drops[seat].get(name, 0)
            s.card_pile[k] -= s.hands[seat * TEACHERS + k] + s.dropped[seat * TEACHERS + k]
    for seat in range(v.players):
        if seat not in v.hands:
            for counts, size in ((s.hands, v.seats[seat].cards), (s.dropped, v.seats[seat].dropped)):
                for _ in range(size):
                    teacher = next(k for k in range(TEACHERS) if s.card_pile[k] > 0)
                    s.card_pile[teacher] -= 1
                    counts[seat * TEACHERS + teacher] += 1


# What a seat cannot know


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Re-deal the hands and drops of the others and the teacher pile, and draw their sealed bids anew (SNK-9, SNK-64)."""
    unknown = gather_hidden(s, seat)
    for other in range(s.players):
        if other != seat:
            unknown = deal_again(s, s.hands, other, unknown, rng)
            unknown = deal_again(s, s.dropped, other, unknown, rng)
            if s.bids[other] != EMPTY:
                s.bids[other] = below(rng, held(s, other, AUCTION[s.events[s.current]]) + 1)
    for teacher in range(TEACHERS):
        s.card_pile[teacher] = s.cards_left[teacher]


@rule
def gather_hidden(s: State, seat: int) -> int:
    """Count the cards the seat cannot see into `cards_left`; how many there are."""
    unknown = 0
    for teacher in range(TEACHERS):
        s.cards_left[teacher] = s.card_pile[teacher]
        for other in range(s.players):
            if other != seat:
                s.cards_left[teacher] += s.hands[other * TEACHERS + teacher] + s.dropped[other * TEACHERS + teacher]
        unknown += s.cards_left[teacher]
    return unknown


@rule
def deal_again(s: State, counts: list[int], other: int, unknown: int, rng: list[int]) -> int:
    """Replace the cards of one holder by random unseen ones; how many unseen cards are left."""
    size = 0
    for k in range(other * TEACHERS, (other + 1) * TEACHERS):
        size += counts[k]
        counts[k] = 0
    for _ in range(size):
        place = below(rng, unknown)
        teacher = 0
        while place >= s.cards_left[teacher]:
            place -= s.cards_left[teacher]
            teacher += 1
        s.cards_left[teacher] -= 1
        counts[other * TEACHERS + teacher] += 1
        unknown -= 1
    return unknown


# The canonical summary


def summary(s: State) -> dict[str, object]:
    """The canonical public summary."""
    spaces = range(playground_spaces(s))
    deciding = FIRST_DECISION <= s.phase < FINISHED
    return {
        "day": s.day,
        "phase": PHASES[s.stage],
        "node": NODES[s.phase] if deciding else None,
        "over": s.stage == OVER,
        "pet": _seat(s.pet),
        "to_act": seats_in(to_act(s)),
        "passes": s.passes if s.phase == ASK_LOBBY else 0,
        "seats": [_seat_summary(s, seat) for seat in range(s.players)],
        "school": [STUDENT_IDS[student] for student in s.school if student != EMPTY],
        "market": [ITEM_IDS[item] for item in s.market if item != EMPTY],
        "events": [_name(s.events[space], EVENT_IDS) for space in spaces],
        "markers": {EVENT_IDS[s.events[k]]: seats_in(s.markers[k]) for k in spaces if s.events[k] != EMPTY},
        "pool": dict(zip(TALENT_IDS, s.pool, strict=True)),
        "stack": [[play.seat, play.card, play.power, play.target, play.second] for play in _stack(s)],
        "current": None if s.current == EMPTY else EVENT_IDS[s.events[s.current]],
        "aside": sorted(ids_in(s.aside, STUDENT_IDS)),
        "piles": {
            "student": s.student_pile.bit_count(),
            "item": s.item_pile.bit_count(),
            "card": sum(s.card_pile),
            "blue": (s.event_pile & ALL_BLUE).bit_count(),
            "orange": (s.event_pile & ~ALL_BLUE).bit_count(),
        },
        "discards": {
            "student": s.student_discard.bit_count(),
            "item": s.item_discard.bit_count(),
            "card": sum(cards_discarded(s, teacher) for teacher in range(TEACHERS)),
            "event": s.event_discard.bit_count(),
        },
    }


def _seat_summary(s: State, seat: Seat) -> dict[str, object]:
    seen = _seat_view(s, seat)
    return {
        "candidate": seen.candidate,
        "active": seen.active,
        "votes": seen.votes,
        "popularity": seen.popularity,
        "yen": seen.yen,
        "talents": seen.talents,
        "students": seen.students,
        "items": sorted(seen.items),
        "cards": seen.cards,
    }
