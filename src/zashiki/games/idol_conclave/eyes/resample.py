"""What a seat cannot know, drawn anew: identities, hands, face-down cards, sealed ballots.

Every hidden card of another seat is one of that seat's own cards, or a Group Vote it took. What has been seen leaves
the pool; the rest is dealt into the places nobody showed, evenly over all deals that contradict nothing the eye has seen.
"""

from __future__ import annotations

from zashiki.core.bits import bit, count, full, has, lowest
from zashiki.core.chance import below, draw_from
from zashiki.core.rule import rule
from zashiki.games.idol_conclave.cards import (
    DEAL,
    EMPTY,
    EXCHANGE,
    G1,
    G2,
    G3,
    IDOL_COUNT,
    LINE,
    MAX_TURNS,
    NEG,
    NOBODY,
    OWN_KINDS,
    SPACE_COUNT,
    VOTES,
)
from zashiki.games.idol_conclave.state import BALLOTS, IDENTITIES, ORDER_BALLOTS, OVER, RETAKE, SPECTATORS, State

IN_HAND = -1  # a slot that is a card in hand
AS_BALLOT = -2  # a slot that is a ballot waiting to be placed
NOW = MAX_TURNS + 1  # a card in hand comes after every turn
NEVER = 0  # no such turn
RETAKEABLE = OWN_KINDS & ~(1 << DEAL) & ~(1 << NEG)  # what an Exchange can take back with a plain back (IDL-R13)

# How strongly votes for an idol suggest that she is the voter's identity, from -6000 or less to +6000 or more.
SUSPICION = (1, 1, 1, 2, 2, 3, 4, 6, 8, 11, 14, 17, 20)


@rule
def eye_of(seat: int) -> int:
    """The eye of a seat, or of those without one."""
    return seat if seat >= 0 else SPECTATORS


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Re-draw everything the seat cannot know, consistently with all it has seen."""
    # IDL-56, IDL-68: after the end nothing is hidden.
    if s.phase == OVER:
        return
    eye = eye_of(seat)
    if s.phase > IDENTITIES:
        draw_identities(s, seat, eye, rng)
    for other in range(s.players):
        if other != seat:
            redraw_cards(s, other, eye, rng)


# Identities


@rule
def draw_identities(s: State, seat: int, eye: int, rng: list[int]) -> None:
    # IDL-5, IDL-6: others are any idols but the own one; more likely those they were seen to favour.
    left = full(IDOL_COUNT)
    if seat >= 0:
        left &= ~bit(s.identities[seat])
    first = below(rng, s.players)
    for i in range(s.players):
        other = (first + i) % s.players
        if other != seat:
            suspect(s, other, eye)
            s.identities[other] = draw_by_suspicion(s, left, rng)
            left &= ~bit(s.identities[other])


@rule
def suspect(s: State, other: int, eye: int) -> None:
    """Weigh every idol as the identity of a seat by the votes of that seat which the eye knows."""
    for idol in range(IDOL_COUNT):
        favour = 0
        for place in range(s.length[idol]):
            piece = s.line[idol * LINE + place]
            if s.piece_seat[piece] == other and has(s.piece_known[piece], eye):
                favour += VOTES[s.piece_kind[piece]] // 1000
        # Votes for the own candidate are what everybody expects.
        if idol == s.candidates[other]:
            favour = min(favour, 0)
        s.suspicion[idol] = SUSPICION[min(max(favour, -6), 6) + 6]


@rule
def draw_by_suspicion(s: State, left: int, rng: list[int]) -> int:
    total = 0
    for idol in range(IDOL_COUNT):
        total += s.suspicion[idol] * has(left, idol)
    at = below(rng, total)
    chosen = lowest(left)
    for idol in range(IDOL_COUNT):
        if has(left, idol):
            if 0 <= at < s.suspicion[idol]:
                chosen = idol
            at -= s.suspicion[idol]
    return chosen


# Cards


@rule
def redraw_cards(s: State, other: int, eye: int, rng: list[int]) -> None:
    """Deal the cards of another seat that the eye cannot place into the places it cannot see."""
    s.slot_count = 0
    pool = hidden_pool(s, other, eye)
    find_bounds(s, other, eye, pool)
    place_bound(s, other, eye, rng)
    for slot in range(s.slot_count):
        if s.slot_kind[slot] != EMPTY:
            pool &= ~bit(s.slot_kind[slot])
    for slot in range(s.slot_count):
        if s.slot_kind[slot] == EMPTY:
            s.slot_kind[slot] = draw_from(rng, pool)
            pool &= ~bit(s.slot_kind[slot])
    fill_slots(s, other)
    # IDL-74: a sealed ballot is any card of the hand.
    if s.phase == BALLOTS and s.ballots[other] != EMPTY:
        s.ballots[other] = draw_from(rng, s.hands[other])
    if s.taken_by[G3 - G1] == other and not has(s.retaken_known, eye):
        s.retaken_kind = draw_from(rng, returned_kinds(s, other))


@rule
def add_slot(s: State, piece: int, turn: int) -> None:
    s.slot_piece[s.slot_count] = piece
    s.slot_turn[s.slot_count] = turn
    s.slot_kind[s.slot_count] = EMPTY
    s.slot_count += 1


@rule
def hidden_pool(s: State, other: int, eye: int) -> int:
    """The kinds the eye cannot place, as many as the slots it cannot see, which are listed."""
    pool = OWN_KINDS
    for group in range(2):
        # IDL-55: who took a Group Vote is public.
        if s.taken_by[group] == other:
            pool |= bit(G1 + group)
    for space in range(SPACE_COUNT):
        if s.sheet_kind[space] != EMPTY and s.sheet_seat[space] == other:
            pool &= ~bit(s.sheet_kind[space])
    for piece in range(s.piece_count):
        if s.piece_seat[piece] == other:
            if has(s.piece_known[piece], eye):
                pool &= ~bit(s.piece_kind[piece])
            else:
                add_slot(s, piece, s.piece_turn[piece])
    if s.phase == ORDER_BALLOTS and s.ballots[other] != EMPTY:
        if s.ballots[other] == NEG:
            pool &= ~bit(NEG)
        else:
            add_slot(s, AS_BALLOT, s.turn)
    # IDL-53: Negative Atmosphere is recognised in hand, so plain backs are never it.
    pool &= ~bit(NEG)
    for _ in range(count(s.hands[other] & ~bit(NEG))):
        add_slot(s, IN_HAND, NOW)
    return pool


@rule
def find_bounds(s: State, other: int, eye: int, pool: int) -> None:
    """Which of the kinds cannot lie everywhere, and which slots cannot hold everything."""
    s.bound_count = 0
    for kind in range(G1, G2 + 1):
        # IDL-38, IDL-40: a Group Vote was played after it was taken.
        if has(pool, kind):
            bind(s, kind, s.taken_turn[kind - G1])
    s.own_before = NEVER
    if s.phase == RETAKE and s.seat == other:
        # IDL-42: who is about to take a card back has an own one on an idol.
        need_own_card(s, NEVER, NOW, OWN_KINDS)
    elif s.taken_by[G3 - G1] == other:
        if not has(s.retaken_known, eye):
            # IDL-45: what was taken back unseen is in hand, or was played again later.
            need_own_card(s, s.taken_turn[G3 - G1], NOW + 1, RETAKEABLE)
        elif has(pool, s.retaken_kind):
            # IDL-45: so is a card the eye had seen before.
            bind(s, s.retaken_kind, s.taken_turn[G3 - G1])
    # IDL-43: an Exchange that did nothing shows that the seat had only neutral cards on idols.
    s.neutral_before = NEVER
    if s.sheet_seat[EXCHANGE] == other and s.taken_by[G3 - G1] == NOBODY and s.phase != RETAKE:
        s.neutral_before = s.sheet_turn[EXCHANGE]


@rule
def bind(s: State, kind: int, after: int) -> None:
    s.bound_kind[s.bound_count] = kind
    s.bound_after[s.bound_count] = after
    s.bound_count += 1


@rule
def need_own_card(s: State, after: int, before: int, kinds: int) -> None:
    """Some card played between the two turns is one of these own kinds."""
    s.own_after = after
    s.own_before = before
    s.own_kinds = kinds


@rule
def place_bound(s: State, other: int, eye: int, rng: list[int]) -> None:
    """Choose slots for the bound kinds, all permitted ways alike; the free kinds fit anywhere else."""
    if s.bound_count == 0:
        return
    ways = 1
    for _ in range(s.bound_count):
        ways *= s.slot_count
    permitted = 0
    for way in range(ways):
        permitted += may_place(s, other, eye, way)
    chosen = below(rng, permitted)
    for way in range(ways):
        if may_place(s, other, eye, way):
            if chosen == 0:
                put_bound(s, way)
                return
            chosen -= 1


@rule
def put_bound(s: State, way: int) -> None:
    for i in range(s.bound_count):
        s.slot_kind[way % s.slot_count] = s.bound_kind[i]
        way //= s.slot_count


@rule
def may_place(s: State, other: int, eye: int, way: int) -> int:
    """1 when bound kind i may go to the slot that is digit i of `way`, for all of them."""
    taken, groups = 0, 0
    for i in range(s.bound_count):
        slot = way % s.slot_count
        way //= s.slot_count
        if has(taken, slot) or s.slot_turn[slot] <= s.bound_after[i]:
            return 0
        taken |= bit(slot)
        if s.bound_kind[i] >= G1:
            groups |= bit(slot)
    for slot in range(s.slot_count):
        if s.slot_turn[slot] < s.neutral_before and not has(groups, slot):
            return 0
    if s.own_before == NEVER or shows_own_card(s, other, eye):
        return 1
    for slot in range(s.slot_count):
        if s.own_after < s.slot_turn[slot] < s.own_before and not has(groups, slot):
            return 1
    return 0


@rule
def shows_own_card(s: State, other: int, eye: int) -> int:
    """1 when the eye has seen a card that can be the own one which must be there."""
    for piece in range(s.piece_count):
        if s.piece_seat[piece] == other and s.own_after < s.piece_turn[piece] < s.own_before and has(s.piece_known[piece], eye):
            if has(s.own_kinds, s.piece_kind[piece]):
                return 1
    if s.own_before > NOW:
        for space in range(SPACE_COUNT):
            if s.sheet_seat[space] == other and s.sheet_turn[space] > s.own_after and has(s.own_kinds, s.sheet_kind[space]):
                return 1
    return 0


@rule
def fill_slots(s: State, other: int) -> None:
    hand = s.hands[other] & bit(NEG)
    for slot in range(s.slot_count):
        kind = s.slot_kind[slot]
        if s.slot_piece[slot] == IN_HAND:
            hand |= bit(kind)
        elif s.slot_piece[slot] == AS_BALLOT:
            s.ballots[other] = kind
        else:
            s.piece_kind[s.slot_piece[slot]] = kind
    s.hands[other] = hand


@rule
def returned_kinds(s: State, other: int) -> int:
    """What the card taken back can have been: a card still in hand, or played since."""
    after = s.taken_turn[G3 - G1]
    kinds = s.hands[other]
    if s.phase == ORDER_BALLOTS and s.ballots[other] != EMPTY:
        kinds |= bit(s.ballots[other])
    for piece in range(s.piece_count):
        if s.piece_seat[piece] == other and s.piece_turn[piece] > after:
            kinds |= bit(s.piece_kind[piece])
    for space in range(SPACE_COUNT):
        if s.sheet_seat[space] == other and s.sheet_turn[space] > after:
            kinds |= bit(s.sheet_kind[space])
    return kinds & RETAKEABLE
