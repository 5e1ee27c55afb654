"""Who sees what in Saigo no Kane: the View, what a move reveals, and the canonical summary."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from zashiki.core.actions import Action
from zashiki.core.bits import has
from zashiki.core.but import but
from zashiki.core.game import DECISION, OPEN, seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.games.saigo_no_kane import actions, cards, phase, rules, scoring, stage
from zashiki.games.saigo_no_kane.cards import EMPTY, EVENT_IDS, ITEM_IDS, STUDENT_IDS, TEACHER_IDS, TEACHERS
from zashiki.games.saigo_no_kane.options import CANDIDATE_MODES
from zashiki.games.saigo_no_kane.rules import compete, holdings, majorities, piles, prep
from zashiki.games.saigo_no_kane.state import MAJORITIES, SOURCE_IDS, SOURCES, State

KEPT = 8192  # sets of tiles, written out


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
    """The table for one pair of eyes. Hands, dropped cards and unrevealed bids are secret (SNK-9, SNK-64).

    Its names are the specification's: `phase` is the stage of the day (`stage.py`), `node` is what comes next (`phase.py`).
    """

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
    majority_most: tuple[tuple[int, ...], ...]  # how many the winner or the tied had
    fulfilled: dict[str, tuple[int, tuple[Seat, ...]]]  # by event: the day, and who has got votes for it
    auctions: dict[str, dict[Seat, int]]  # by event: the bids, as they were revealed last
    standing: tuple[tuple[int, ...], ...]  # today's majorities as they stand: a number for each seat
    leaders: tuple[Seat | None, ...]  # who would win them now
    hands: dict[Seat, dict[str, int]]  # the viewer's own hand, or all hands when nothing is hidden
    drops: dict[Seat, dict[str, int]]  # the cards the viewer dropped
    bids: dict[Seat, int]  # the viewer's own sealed bid
    scores: tuple[int, ...]
    over: bool
    winners: tuple[Seat, ...]

    @property
    def discarded_cards(self) -> int:
        """The number of teacher cards in the discard, face up or face down."""
        return sum(self.played.values()) + sum(seat.dropped for seat in self.seats)


@lru_cache(KEPT)
def ids_in(mask: int, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of a set, in the order of the component list."""
    return tuple(name for k, name in enumerate(ids) if mask >> k & 1)


def _seat(number: int) -> Seat | None:
    return None if number == cards.NOBODY else number


def _name(number: int, ids: tuple[str, ...]) -> str | None:
    return None if number == EMPTY else ids[number]


def _cards(counts: list[int], seat: Seat) -> dict[str, int]:
    return {name: counts[seat * TEACHERS + k] for k, name in enumerate(TEACHER_IDS) if counts[seat * TEACHERS + k]}


def sees_secrets_of(viewer: Viewer, seat: Seat) -> bool:
    """SNK-9: which teacher cards a seat holds or dropped, and its sealed bid, are its own secret."""
    return viewer in (seat, OPEN)


def view(s: State, viewer: Viewer) -> View:
    """What that viewer sees."""
    seats = range(s.players)
    counted = range(majorities.majority_count(s)) if s.stage != stage.SETUP else range(0)
    return View(
        viewer=viewer,
        players=s.players,
        first_pet=s.first_pet,
        candidates=CANDIDATE_MODES[s.candidates],
        first_game=bool(s.first_game),
        day=s.day,
        phase=stage.NAMES[s.stage],
        node=phase.NAMES[s.phase],
        to_act=tuple(seats_in(rules.to_act(s))),
        seat=s.seat,
        turn=s.turn,
        pet=_seat(s.pet),
        passes=s.passes,
        asked=s.asked,
        resume=s.resume,
        seats=tuple(_seat_view(s, seat) for seat in seats),
        school=tuple(_name(student, STUDENT_IDS) for student in s.school),
        market=tuple(_name(item, ITEM_IDS) for item in s.market),
        events=tuple(_name(event, EVENT_IDS) for event in s.events[: prep.playground_spaces(s)]),
        markers=tuple(tuple(seats_in(mask)) for mask in s.markers[: prep.playground_spaces(s)]),
        pool=dict(zip(cards.TALENT_IDS, s.pool, strict=True)),
        aside=ids_in(s.aside, STUDENT_IDS),
        student_pile=ids_in(s.student_pile, STUDENT_IDS),
        # SNK-R40: tiles were face up when discarded, so they may be remembered; dropped cards were not.
        student_discard=ids_in(s.student_discard, STUDENT_IDS),
        item_pile=ids_in(s.item_pile, ITEM_IDS),
        item_discard=ids_in(s.item_discard, ITEM_IDS),
        event_pile=ids_in(s.event_pile, EVENT_IDS),
        event_discard=ids_in(s.event_discard, EVENT_IDS),
        card_pile=sum(s.card_pile),
        played=_cards(s.played, 0),
        fill_left=s.fill_left,
        swaps=s.swaps,
        stack=_stack(s),
        bonus=_name(s.bonus, cards.POWER_IDS),
        current=None if s.current == EMPTY else EVENT_IDS[s.events[s.current]],
        paid=tuple(actions.types_in(s.paid[seat]) for seat in seats),
        full=tuple(seats_in(s.full)),
        offers=tuple(None if s.offers[seat] == EMPTY else s.offers[seat] for seat in seats),
        # SNK-64: a bid is sealed, but everybody sees that it was made.
        answered=tuple(seat for seat in seats if s.bids[seat] != EMPTY),
        reward_due=s.reward_due,
        reward_chosen=ids_in(s.reward_chosen, cards.REWARD_IDS),
        cards_due=s.cards_due,
        gained=tuple(tuple(_gained(s, day, seat) for seat in seats) for day in range(s.day)),
        majorities=tuple(tuple(map(_seat, _of_day(s, s.majority, day))) for day in range(_days_counted(s))),
        majority_most=tuple(tuple(_of_day(s, s.majority_most, day)) for day in range(_days_counted(s))),
        auctions={name: bids for k, name in enumerate(EVENT_IDS) if (bids := _bids_for(s, k))},
        fulfilled={
            name: (s.fulfilled_on[k], tuple(seats_in(s.fulfilled_by[k]))) for k, name in enumerate(EVENT_IDS) if s.fulfilled_on[k]
        },
        standing=tuple(tuple(majorities.measure(s, seat, k) for seat in seats) for k in counted),
        leaders=tuple(_seat(majorities.leader_in(s, k)) for k in counted),
        hands=_secret_cards(s.hands, viewer, s.players),
        drops=_secret_cards(s.dropped, viewer, s.players),
        bids=_secret_bids(s, viewer),
        scores=tuple(s.votes[: s.players]),
        over=s.stage == stage.OVER,
        winners=tuple(seats_in(scoring.winners(s))),
    )


def _secret_cards(counts: list[int], viewer: Viewer, players: int) -> dict[Seat, dict[str, int]]:
    return {seat: _cards(counts, seat) for seat in range(players) if sees_secrets_of(viewer, seat)}


def _secret_bids(s: State, viewer: Viewer) -> dict[Seat, int]:
    return {seat: s.bids[seat] for seat in range(s.players) if sees_secrets_of(viewer, seat) and s.bids[seat] != EMPTY}


def view_beside(s: State, viewer: Viewer, public: View) -> View:
    """The same, from what a spectator sees: only cards and sealed bids are added."""
    hands, drops = (_secret_cards(counts, viewer, s.players) for counts in (s.hands, s.dropped))
    return but(public, viewer=viewer, hands=hands, drops=drops, bids=_secret_bids(s, viewer))


def _seat_view(s: State, seat: Seat) -> SeatView:
    return SeatView(
        candidate=_name(s.candidate[seat], cards.CANDIDATE_IDS),
        active=bool(has(s.face_up, seat)),
        votes=s.votes[seat],
        popularity=s.popularity[seat],
        yen=s.yen[seat],
        talents={name: s.talents[seat * cards.TALENTS + k] for k, name in enumerate(cards.TALENT_IDS)},
        students={name: bool(has(s.marked, STUDENT_IDS.index(name))) for name in ids_in(s.students[seat], STUDENT_IDS)},
        items=ids_in(s.items[seat], ITEM_IDS),
        cards=holdings.hand_count(s, seat),
        dropped=sum(s.dropped[seat * TEACHERS : (seat + 1) * TEACHERS]),
    )


def _stack(s: State) -> tuple[Play, ...]:
    if s.stack_card == EMPTY:
        return ()
    target, second = _name(s.target, actions.TARGET_IDS), _name(s.second, actions.TILE_IDS)
    first = Play(s.turn, TEACHER_IDS[s.stack_card], cards.POWER_IDS[s.power], target, second)
    counters = (Play(s.counter_seat[k], TEACHER_IDS[s.counter_card[k]], "counter", None, None) for k in range(s.counters))
    return (first, *counters)


def _gained(s: State, day: int, seat: Seat) -> dict[str, int]:
    first = (day * cards.MAX_SEATS + seat) * SOURCES
    return dict(zip(SOURCE_IDS, s.gained[first : first + SOURCES], strict=True))


def _days_counted(s: State) -> int:
    """The days whose majorities have been scored."""
    return s.day if s.stage >= stage.CLEANUP else max(0, s.day - 1)


def _of_day(s: State, numbers: list[int], day: int) -> list[int]:
    """What is remembered of the majorities of a day."""
    first = day * MAJORITIES
    return numbers[first : first + (MAJORITIES if day == cards.DAYS - 1 else majorities.MOST_YEN + 1)]


def _bids_for(s: State, event: int) -> dict[Seat, int]:
    """The bids of an auction that was held; empty for everything else."""
    if cards.AUCTION[event] == cards.NO_AUCTION:
        return {}
    first = cards.AUCTION_NUMBER[event] * cards.MAX_SEATS
    return {seat: s.bid_for[first + seat] for seat in range(s.players) if s.bid_for[first + seat] != EMPTY}


# The canonical summary


def summary(s: State) -> dict[str, object]:
    """The canonical summary of the specification: what everybody sees."""
    spaces = range(prep.playground_spaces(s))
    deciding = rules.status(s) == DECISION
    return {
        "day": s.day,
        "phase": stage.NAMES[s.stage],
        "node": phase.NAMES[s.phase] if deciding else None,
        "over": s.stage == stage.OVER,
        "pet": _seat(s.pet),
        "to_act": seats_in(rules.to_act(s)),
        "passes": s.passes if s.phase == phase.LOBBY else 0,
        "seats": [_seat_summary(s, seat) for seat in range(s.players)],
        "school": [STUDENT_IDS[student] for student in s.school if student != EMPTY],
        "market": [ITEM_IDS[item] for item in s.market if item != EMPTY],
        "events": [_name(s.events[space], EVENT_IDS) for space in spaces],
        "markers": {EVENT_IDS[s.events[k]]: seats_in(s.markers[k]) for k in spaces if s.events[k] != EMPTY},
        "pool": dict(zip(cards.TALENT_IDS, s.pool, strict=True)),
        "stack": [[play.seat, play.card, play.power, play.target, play.second] for play in _stack(s)],
        "current": None if s.current == EMPTY else EVENT_IDS[s.events[s.current]],
        "aside": sorted(ids_in(s.aside, STUDENT_IDS)),
        "piles": {
            "student": s.student_pile.bit_count(),
            "item": s.item_pile.bit_count(),
            "card": sum(s.card_pile),
            "blue": (s.event_pile & cards.ALL_BLUE).bit_count(),
            "orange": (s.event_pile & ~cards.ALL_BLUE).bit_count(),
        },
        "discards": {
            "student": s.student_discard.bit_count(),
            "item": s.item_discard.bit_count(),
            "card": sum(piles.cards_discarded(s, teacher) for teacher in range(TEACHERS)),
            "event": s.event_discard.bit_count(),
        },
    }


def _seat_summary(s: State, seat: Seat) -> dict[str, object]:
    seen = _seat_view(s, seat)
    same = ("candidate", "active", "votes", "popularity", "yen", "talents", "students")
    return {key: getattr(seen, key) for key in same} | {"items": sorted(seen.items), "cards": seen.cards}


def reveals(s: State, seat: Seat, action: Action) -> bool:
    """Whether a teacher card leaves a hand face up, or the last bid opens them all."""
    plays = actions.PLAY <= action < actions.ABILITY or actions.COUNTER <= action < actions.ALLOW
    return plays or bool(compete.is_last_bid(s, seat))
