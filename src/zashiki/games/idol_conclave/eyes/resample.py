"""What a seat cannot know, drawn anew: identities, hands, face-down cards, sealed ballots, the card an Exchange took back.

Every state that contradicts nothing the eye has seen is equally likely. How likely the others' votes make it is left to
`worth.plausible`.

Every hidden card of another seat is one of that seat's own cards, or a Group Vote it took. What has been seen leaves
the pool; the rest is dealt into the places nobody showed.
"""

from __future__ import annotations

from zashiki.core.bits import bit, count, full, has
from zashiki.core.chance import below, draw_from
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8, i8s
from zashiki.games.idol_conclave import cards, phase
from zashiki.games.idol_conclave.cards import EMPTY, G1, G2, G3, GROUPS, KIND_COUNT, MAX_TURNS, NEG, OWN_KINDS, PIECES
from zashiki.games.idol_conclave.state import State, eye_of

IN_HAND = -1  # a slot that is a card in hand
AS_BALLOT = -2  # a slot that is a ballot waiting to be placed
NOW = MAX_TURNS + 1  # a card in hand comes after every turn
NEVER = 0  # no such turn
RETAKEABLE = OWN_KINDS & ~(1 << cards.DEAL) & ~(1 << NEG)  # what an Exchange can take back with a plain back (IDL-R13)
MOST_SLOTS = 8  # hidden cards of one seat: seven of its colour and two Group Votes, less a deal on the sheet


class Hidden(Work):
    """The places of another seat's cards that the eye cannot see, and what it knows about them."""

    slot_piece: list[int] = i8s(MOST_SLOTS, AS_BALLOT, PIECES - 1)
    slot_turn: list[int] = i8s(MOST_SLOTS, 0, NOW)
    slot_kind: list[int] = i8s(MOST_SLOTS, EMPTY, KIND_COUNT - 1)
    slot_count: int = i8(0, MOST_SLOTS)
    bound_kind: list[int] = i8s(GROUPS, EMPTY, KIND_COUNT - 1)
    bound_after: list[int] = i8s(GROUPS, 0, MAX_TURNS)
    bound_count: int = i8(0, GROUPS)
    neutral_before: int = i8(NEVER, MAX_TURNS)
    own_after: int = i8(NEVER, MAX_TURNS)
    own_before: int = i8(NEVER, NOW + 1)
    own_shown: int = i8(0, PIECES)


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Draw everything the seat cannot know anew, uniformly from all that it cannot rule out."""
    # IDL-56, IDL-68: after the end nothing is hidden.
    if s.phase == phase.OVER:
        return
    if s.phase > phase.IDENTITIES:
        draw_identities(s, seat, rng)
    hidden = Hidden()
    for other in range(s.players):
        if other != seat:
            redraw_cards(s, hidden, other, eye_of(seat), rng)


@rule
def draw_identities(s: State, seat: int, rng: list[int]) -> None:
    # IDL-5, IDL-6: the others are any idols but the seat's own; nothing they do rules one out.
    left = full(cards.IDOL_COUNT)
    if seat >= 0:
        left &= ~bit(s.identities[seat])
    for other in range(s.players):
        if other != seat:
            s.identities[other] = draw_from(rng, left)
            left &= ~bit(s.identities[other])


# Cards


@rule
def redraw_cards(s: State, hidden: Hidden, other: int, eye: int, rng: list[int]) -> None:
    """Deal the cards of another seat that the eye cannot place into the places it cannot see."""
    hidden.slot_count = 0
    pool = hidden_pool(s, hidden, other, eye)
    find_bounds(s, hidden, other, eye, pool)
    place_bound(hidden, rng)
    for slot in range(hidden.slot_count):
        if hidden.slot_kind[slot] != EMPTY:
            pool &= ~bit(hidden.slot_kind[slot])
    for slot in range(hidden.slot_count):
        if hidden.slot_kind[slot] == EMPTY:
            hidden.slot_kind[slot] = draw_from(rng, pool)
            pool &= ~bit(hidden.slot_kind[slot])
    fill_slots(s, hidden, other)
    # IDL-74: a sealed ballot is any card of the hand.
    if s.phase == phase.BALLOT and s.ballots[other] != EMPTY:
        s.ballots[other] = draw_from(rng, s.hands[other])
    if s.taken_by[G3 - G1] == other and not has(s.retaken_known, eye):
        s.retaken_kind = draw_from(rng, returned_kinds(s, other))


@rule
def add_slot(hidden: Hidden, piece: int, turn: int) -> None:
    hidden.slot_piece[hidden.slot_count] = piece
    hidden.slot_turn[hidden.slot_count] = turn
    hidden.slot_kind[hidden.slot_count] = EMPTY
    hidden.slot_count += 1


@rule
def hidden_pool(s: State, hidden: Hidden, other: int, eye: int) -> int:
    """The kinds the eye cannot place; list the slots it cannot see, of which there are as many."""
    # IDL-53: Negative Atmosphere is recognised everywhere, so plain backs are never it.
    pool = OWN_KINDS & ~bit(NEG)
    for group in range(2):
        # IDL-55: who took a Group Vote is public.
        if s.taken_by[group] == other:
            pool |= bit(G1 + group)
    for space in range(cards.SPACE_COUNT):
        if s.sheet_kind[space] != EMPTY and s.sheet_seat[space] == other:
            pool &= ~bit(s.sheet_kind[space])
    for piece in range(s.piece_count):
        if s.piece_seat[piece] == other:
            if has(s.piece_known[piece], eye):
                pool &= ~bit(s.piece_kind[piece])
            else:
                add_slot(hidden, piece, s.piece_turn[piece])
    if s.phase == phase.ORDER and s.ballots[other] != EMPTY and s.ballots[other] != NEG:
        add_slot(hidden, AS_BALLOT, s.turn)
    for _ in range(count(s.hands[other] & ~bit(NEG))):
        add_slot(hidden, IN_HAND, NOW)
    return pool


@rule
def find_bounds(s: State, hidden: Hidden, other: int, eye: int, pool: int) -> None:
    """Which of the kinds cannot lie everywhere, and which slots cannot hold everything."""
    hidden.bound_count = 0
    for kind in range(G1, G2 + 1):
        # IDL-38, IDL-40: a Group Vote was played after it was taken.
        if has(pool, kind):
            bind(hidden, kind, s.taken_turn[kind - G1])
    hidden.own_after, hidden.own_before, hidden.own_shown = NEVER, NEVER, 0
    if s.phase == phase.EXCHANGE and s.seat == other:
        # IDL-42: who is about to take a card back has an own one on an idol.
        need_own_card(s, hidden, other, eye, NEVER, NOW, OWN_KINDS)
    elif s.taken_by[G3 - G1] == other:
        if not has(s.retaken_known, eye):
            # IDL-45: what was taken back unseen is in hand, or was played again later.
            need_own_card(s, hidden, other, eye, s.taken_turn[G3 - G1], NOW + 1, RETAKEABLE)
        elif has(pool, s.retaken_kind):
            # IDL-45: so is a card the eye had seen before.
            bind(hidden, s.retaken_kind, s.taken_turn[G3 - G1])
    # IDL-43: an Exchange that did nothing shows that the seat had only neutral cards on idols.
    hidden.neutral_before = NEVER
    if s.sheet_seat[cards.EXCHANGE] == other and s.taken_by[G3 - G1] == cards.NOBODY and s.phase != phase.EXCHANGE:
        hidden.neutral_before = s.sheet_turn[cards.EXCHANGE]


@rule
def bind(hidden: Hidden, kind: int, after: int) -> None:
    hidden.bound_kind[hidden.bound_count] = kind
    hidden.bound_after[hidden.bound_count] = after
    hidden.bound_count += 1


@rule
def need_own_card(s: State, hidden: Hidden, other: int, eye: int, after: int, before: int, kinds: int) -> None:
    """Some card played between the two turns must be of one of these own kinds; count those that the eye has seen."""
    hidden.own_after = after
    hidden.own_before = before
    for piece in range(s.piece_count):
        if s.piece_seat[piece] == other and after < s.piece_turn[piece] < before and has(s.piece_known[piece], eye):
            hidden.own_shown += has(kinds, s.piece_kind[piece])
    if before > NOW:
        for space in range(cards.SPACE_COUNT):
            if s.sheet_seat[space] == other and s.sheet_turn[space] > after:
                hidden.own_shown += has(kinds, s.sheet_kind[space])


@rule
def place_bound(hidden: Hidden, rng: list[int]) -> None:
    """Choose slots for the bound kinds, all worlds alike; the free kinds fit anywhere else."""
    if hidden.bound_count == 0:
        return
    ways = 1
    for _ in range(hidden.bound_count):
        ways *= hidden.slot_count
    worlds = 0
    for way in range(ways):
        worlds += worlds_with(hidden, way)
    chosen = below(rng, worlds)
    for way in range(ways):
        chosen -= worlds_with(hidden, way)
        if chosen < 0:
            put_bound(hidden, way)
            return


@rule
def put_bound(hidden: Hidden, way: int) -> None:
    for i in range(hidden.bound_count):
        hidden.slot_kind[way % hidden.slot_count] = hidden.bound_kind[i]
        way //= hidden.slot_count


@rule
def worlds_with(hidden: Hidden, way: int) -> int:
    """How many worlds each deal of the free kinds leaves when bound kind i goes to the slot that is digit i of `way`.

    0: it may not go there. More than 1: so many cards could be the one that an Exchange took back unseen.
    """
    taken, groups = 0, 0
    for i in range(hidden.bound_count):
        slot = way % hidden.slot_count
        way //= hidden.slot_count
        if has(taken, slot) or hidden.slot_turn[slot] <= hidden.bound_after[i]:
            return 0
        taken |= bit(slot)
        if hidden.bound_kind[i] >= G1:
            groups |= bit(slot)
    own = hidden.own_shown
    for slot in range(hidden.slot_count):
        if not has(groups, slot):
            if hidden.slot_turn[slot] < hidden.neutral_before:
                return 0
            if hidden.own_after < hidden.slot_turn[slot] < hidden.own_before:
                own += 1
    if hidden.own_before == NEVER:
        return 1
    return own if hidden.own_before > NOW else min(own, 1)


@rule
def fill_slots(s: State, hidden: Hidden, other: int) -> None:
    hand = s.hands[other] & bit(NEG)
    for slot in range(hidden.slot_count):
        kind = hidden.slot_kind[slot]
        if hidden.slot_piece[slot] == IN_HAND:
            hand |= bit(kind)
        elif hidden.slot_piece[slot] == AS_BALLOT:
            s.ballots[other] = kind
        else:
            s.piece_kind[hidden.slot_piece[slot]] = kind
    s.hands[other] = hand


@rule
def returned_kinds(s: State, other: int) -> int:
    """What the card taken back can have been: a card still in hand, or played since."""
    after = s.taken_turn[G3 - G1]
    kinds = s.hands[other]
    if s.phase == phase.ORDER and s.ballots[other] != EMPTY:
        kinds |= bit(s.ballots[other])
    for piece in range(s.piece_count):
        if s.piece_seat[piece] == other and s.piece_turn[piece] > after:
            kinds |= bit(s.piece_kind[piece])
    for space in range(cards.SPACE_COUNT):
        if s.sheet_seat[space] == other and s.sheet_turn[space] > after:
            kinds |= bit(s.sheet_kind[space])
    return kinds & RETAKEABLE
