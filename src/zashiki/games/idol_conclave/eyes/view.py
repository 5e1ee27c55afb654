"""Who sees what in Idol Conclave: the View, the way back to a state, the canonical summary, and which moves reveal something."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.core.actions import Action
from zashiki.core.bits import bit, count, has
from zashiki.core.game import OPEN, seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.games.idol_conclave import actions, cards, phase
from zashiki.games.idol_conclave.cards import EMPTY, EVENT_IDS, G1, IDOL_COUNT, IDOL_IDS, KIND_IDS, LINE, NEG, NOBODY, SPACE_IDS
from zashiki.games.idol_conclave.eyes.resample import resample
from zashiki.games.idol_conclave.rules import apply, backstage, legal, lines, setup, to_act, turns
from zashiki.games.idol_conclave.scoring import Tally, count_votes, scores, winners
from zashiki.games.idol_conclave.state import EVERYBODY, State, eye_of


@dataclass(frozen=True)
class Card:
    """A vote card on an idol or in the box."""

    kind: str | None  # None: this viewer does not know it
    seat: Seat  # who put it there
    turn: int
    up: bool
    back: str  # "plain" or "negative"
    seen_by: tuple[Seat, ...]  # the seats that know the kind
    public: bool  # everybody knows it, spectators too


@dataclass(frozen=True)
class Placed:
    """A card on a space of the sheet."""

    kind: str
    seat: Seat
    turn: int


@dataclass(frozen=True)
class Taken:
    """Who took a Group Vote from the sheet, and when."""

    seat: Seat
    turn: int


@dataclass(frozen=True)
class Retaken:
    """The card an Exchange took back, as far as this viewer had seen it before."""

    kind: str | None
    back: str
    seen_by: tuple[Seat, ...]
    public: bool


@dataclass(frozen=True)
class Ballot:
    """A ballot of the Simultaneous Vote that is not in a line yet."""

    kind: str | None
    back: str | None  # None while it is sealed


@dataclass(frozen=True)
class Count:
    """The Results, step by step."""

    card_counts: tuple[int, ...]
    group_value: int
    event_values: tuple[int, ...]  # after all effects, as are the values
    values: dict[str, tuple[int, ...]]  # idol -> its cards from top to bottom
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class View:
    """The table for one pair of eyes."""

    viewer: Viewer
    players: int
    pool: tuple[str, ...]
    start: Seat | None  # None until it is drawn
    phase: str
    to_act: tuple[Seat, ...]
    turn_seat: Seat | None
    turn: int
    identities: dict[Seat, str]  # the viewer's own; all of them when the game is over
    candidates: tuple[str, ...]
    events: tuple[str, ...]
    events_up: tuple[bool, ...]
    lines: dict[str, tuple[Card, ...]]  # idol -> cards from top to bottom
    box: tuple[Card, ...]
    sheet: dict[str, Placed]  # space -> card
    open_spaces: tuple[str, ...]
    closed: bool
    supply: tuple[str, ...]
    taken: dict[str, Taken]  # Group Vote -> who took or placed it
    rights: tuple[bool, ...]
    hands: dict[Seat, tuple[str, ...]]
    hand_sizes: tuple[int, ...]
    neg_flags: tuple[bool, ...]
    picked: str | None  # the spot chosen first by a Trade or Move
    ballots: dict[Seat, Ballot]
    retaken: Retaken | None
    over: bool
    count: Count | None  # when the game is over
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


def knows(viewer: Viewer, known: int) -> bool:
    """Whether this viewer is among the eyes that have seen something."""
    return viewer == OPEN or bool(has(known, eye_of(viewer)))


def may_see_seat(s: State, viewer: Viewer, seat: Seat) -> bool:
    """IDL-3, IDL-5: hand and identity are for their seat; IDL-68: and for all when the game is over."""
    return viewer in (seat, OPEN) or s.phase == phase.OVER


def view(s: State, viewer: Viewer) -> View:
    """What that viewer sees."""
    seats, idols = range(s.players), range(IDOL_COUNT)
    dealt, over = s.events[0] != EMPTY, s.phase == phase.OVER
    points = [0] * s.players
    scores(s, points)
    return View(
        viewer=viewer,
        players=s.players,
        pool=_ids(s.pool, EVENT_IDS),
        start=_seat(s.start),
        phase=phase.NAMES[s.phase],
        to_act=tuple(seats_in(to_act(s))),
        turn_seat=_seat(s.seat),
        turn=s.turn,
        identities={k: IDOL_IDS[s.identities[k]] for k in seats if s.identities[k] != EMPTY and may_see_seat(s, viewer, k)},
        # IDL-7: candidates stay face up.
        candidates=tuple(IDOL_IDS[s.candidates[seat]] for seat in seats if s.candidates[seat] != EMPTY),
        events=tuple(EVENT_IDS[event] for event in s.events) if dealt else (),
        events_up=tuple(bool(lines.event_is_up(s, idol)) for idol in idols) if dealt else (),
        lines={IDOL_IDS[idol]: _cards(s, idol, viewer) for idol in idols},
        box=_cards(s, cards.BOX, viewer),
        sheet={
            space: Placed(KIND_IDS[s.sheet_kind[k]], s.sheet_seat[k], s.sheet_turn[k])
            for k, space in enumerate(SPACE_IDS)
            if s.sheet_kind[k] != EMPTY
        },
        open_spaces=_ids(backstage.open_spaces(s), SPACE_IDS),
        closed=bool(backstage.is_closed(s)),
        supply=_ids(s.supply, KIND_IDS),
        taken={KIND_IDS[G1 + k]: Taken(seat, s.taken_turn[k]) for k, seat in enumerate(s.taken_by) if seat != NOBODY},
        rights=tuple(bool(backstage.has_right(s, seat)) for seat in seats),
        hands={seat: _ids(s.hands[seat], KIND_IDS) for seat in seats if may_see_seat(s, viewer, seat)},
        hand_sizes=tuple(count(s.hands[seat]) for seat in seats),
        # IDL-53: the back of Negative Atmosphere is recognisable in hand.
        neg_flags=tuple(bool(has(s.hands[seat], NEG)) for seat in seats),
        picked=None if s.picked == EMPTY else cards.SPOT_IDS[s.picked],
        ballots={seat: _ballot(s, seat, viewer) for seat in seats if s.ballots[seat] != EMPTY},
        retaken=_retaken(s, viewer),
        over=over,
        count=_count(s, tuple(points)) if over else None,
        scores=tuple(points),
        winners=tuple(seats_in(winners(s))),
    )


def _ids(mask: int, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of a set in canonical order."""
    return tuple(ids[k] for k in seats_in(mask))


def _seat(number: int) -> Seat | None:
    return None if number == NOBODY else number


def _back(kind: int) -> str:
    return "negative" if kind == NEG else "plain"


def _cards(s: State, line: int, viewer: Viewer) -> tuple[Card, ...]:
    return tuple(_card(s, s.line[line * LINE + place], viewer) for place in range(s.length[line]))


def _card(s: State, piece: int, viewer: Viewer) -> Card:
    kind, known = s.piece_kind[piece], s.piece_known[piece]
    return Card(
        kind=KIND_IDS[kind] if knows(viewer, known) else None,
        seat=s.piece_seat[piece],
        turn=s.piece_turn[piece],
        up=bool(s.piece_up[piece]),
        back=_back(kind),
        # IDL-71: at which card a seat looked is public.
        seen_by=_seats_of(s, known),
        public=known == EVERYBODY,
    )


def _seats_of(s: State, known: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(s.players) if has(known, seat))


def _ballot(s: State, seat: Seat, viewer: Viewer) -> Ballot:
    # IDL-74: sealed ballots are seen by their own seat; once all are in, everybody sees the backs.
    kind = s.ballots[seat]
    sealed = s.phase == phase.BALLOT
    visible = viewer in (seat, OPEN) or (not sealed and kind == NEG)
    return Ballot(KIND_IDS[kind] if visible else None, None if sealed else _back(kind))


def _retaken(s: State, viewer: Viewer) -> Retaken | None:
    if s.retaken_kind == EMPTY:
        return None
    kind = KIND_IDS[s.retaken_kind] if knows(viewer, s.retaken_known) else None
    return Retaken(kind, _back(s.retaken_kind), _seats_of(s, s.retaken_known), s.retaken_known == EVERYBODY)


def _count(s: State, points: tuple[int, ...]) -> Count:
    tally = Tally()
    count_votes(s, tally)
    return Count(
        card_counts=tuple(tally.card_count),
        group_value=tally.group_value,
        event_values=tuple(tally.event_value),
        values={
            name: tuple(tally.piece_value[s.line[idol * LINE + place]] for place in range(s.length[idol]))
            for idol, name in enumerate(IDOL_IDS)
        },
        totals=tuple(tally.totals),
        ranks=tuple(tally.ranks),
        points=points,
    )


# The way back


def state_from(v: View, rng: list[int]) -> State:
    """A full state this view could come from; what the viewer cannot know is drawn."""
    s = known_state(v)
    if v.viewer != OPEN:
        resample(s, v.viewer, rng)
    return s


def known_state(v: View) -> State:
    """The state as far as the view shows it: every unknown card on the table is taken for one worth nothing."""
    s = State()
    setup(s, v.players, [_mask(v.pool, EVENT_IDS), NOBODY if v.start is None else v.start])
    s.phase, s.turn = phase.NAMES.index(v.phase), v.turn
    s.seat = NOBODY if v.turn_seat is None else v.turn_seat
    for seat, idol in v.identities.items():
        s.identities[seat] = IDOL_IDS.index(idol)
    s.candidates[: len(v.candidates)] = [IDOL_IDS.index(idol) for idol in v.candidates]
    s.events[: len(v.events)] = [EVENT_IDS.index(event) for event in v.events]
    s.voted_together = int(not all(v.events_up))
    s.supply = _mask(v.supply, KIND_IDS)
    for space, placed in v.sheet.items():
        at = SPACE_IDS.index(space)
        s.sheet_kind[at], s.sheet_seat[at], s.sheet_turn[at] = KIND_IDS.index(placed.kind), placed.seat, placed.turn
    for kind, taken in v.taken.items():
        group = KIND_IDS.index(kind) - G1
        s.taken_by[group], s.taken_turn[group] = taken.seat, taken.turn
    for line, shown in enumerate((*v.lines.values(), v.box)):
        for card in shown:
            _lay_again(s, line, card)
    s.picked = EMPTY if v.picked is None else cards.SPOT_IDS.index(v.picked)
    for seat in range(v.players):
        s.hands[seat] = _mask(v.hands[seat], KIND_IDS) if seat in v.hands else _any_hand(v.hand_sizes[seat], v.neg_flags[seat])
    for seat, ballot in v.ballots.items():
        s.ballots[seat] = _known_kind(ballot.kind)
    if v.retaken is not None:
        s.retaken_kind = _known_kind(v.retaken.kind)
        s.retaken_known = _eyes(v.retaken.seen_by, public=v.retaken.public)
    return s


def _mask(words: tuple[str, ...], ids: tuple[str, ...]) -> int:
    return sum(1 << ids.index(word) for word in words)


def _known_kind(kind: str | None) -> int:
    """The kind, or one without votes until `resample` draws it."""
    return cards.DEAL if kind is None else KIND_IDS.index(kind)


def _eyes(seats: tuple[Seat, ...], *, public: bool) -> int:
    return EVERYBODY if public else sum(1 << seat for seat in seats)


def _lay_again(s: State, line: int, card: Card) -> None:
    piece = s.piece_count
    s.piece_count += 1
    s.piece_kind[piece] = _known_kind(card.kind)
    s.piece_seat[piece], s.piece_turn[piece], s.piece_up[piece] = card.seat, card.turn, int(card.up)
    s.piece_known[piece] = _eyes(card.seen_by, public=card.public)
    lines.add_piece(s, line, piece)


def _any_hand(size: int, neg: bool) -> int:
    """Any plain cards to the right number, with Negative Atmosphere or without."""
    plain = [bit(kind) for kind in range(cards.KIND_COUNT) if kind != NEG]
    return sum(plain[: size - neg]) + neg * bit(NEG)


# The summary


def summary(s: State) -> dict[str, object]:
    """The canonical summary of the rules."""
    v = view(s, OPEN)
    result: dict[str, object] = {
        "phase": v.phase,
        "to_act": list(v.to_act),
        "turn_seat": v.turn_seat,
        "turn_number": v.turn,
        "hand_sizes": list(v.hand_sizes),
        "neg_flags": list(v.neg_flags),
        "lines": {
            idol: [[_facing(card.up), card.seat, card.kind if card.up else None] for card in v.lines[idol]] for idol in IDOL_IDS
        },
        "events": {idol: [event, _facing(up)] for idol, event, up in zip(IDOL_IDS, v.events, v.events_up, strict=bool(v.events))},
        "sheet": {space: [placed.kind, placed.seat] for space, placed in v.sheet.items()},
        "closed": v.closed,
        "supply": list(v.supply),
        "taken": {kind: v.taken[kind].seat if kind in v.taken else None for kind in KIND_IDS[G1:]},
        "box_size": len(v.box),
        "legal_counts": {str(seat): legal(s, seat, [0] * actions.MOST_LEGAL) for seat in v.to_act},
    }
    if v.count is not None:
        result |= {
            "group_value": v.count.group_value,
            "totals": list(v.count.totals),
            "ranks": list(v.count.ranks),
            "points": list(v.count.points),
            "winners": list(v.winners),
        }
    return result


def _facing(up: bool) -> str:
    return "up" if up else "down"


# What cannot be taken back


def reveals(s: State, seat: Seat, action: Action) -> bool:
    """Whether somebody learns something by the move: a face, a back, or everything at the end."""
    if actions.is_vote(action):
        shown = s.phase == phase.TURN and bool(lines.lands_up(s, actions.vote_of(action)[1]))
    elif actions.is_ballot(action):
        shown = count(turns.waiting_ballots(s)) == s.players - 1
    elif actions.RETAKE_AT <= action < actions.BREAK_AT:
        # IDL-44: whatever lay there, it was no Group Vote.
        shown = True
    else:
        looks = actions.OPEN_AT <= action < actions.SWAP_AT or actions.PEEK_AT <= action < actions.BALLOT
        shown = looks or actions.PLACE_DEAL <= action <= actions.DISCARD
    if shown:
        return True
    after = s.copy()
    apply(after, seat, action)
    return after.phase == phase.OVER
