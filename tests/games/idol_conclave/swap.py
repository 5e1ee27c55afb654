"""Everything a viewer of Idol Conclave cannot see, shuffled: written from the table of hidden information."""

from __future__ import annotations

from zashiki.core.chance import below, shuffle
from zashiki.games.idol_conclave import phase
from zashiki.games.idol_conclave.cards import IDOL_COUNT, KIND_IDS, NEG, P1
from zashiki.games.idol_conclave.state import State

SPECTATOR_EYE = 5


def swap(s: State, seat: int, rng: list[int]) -> State:
    """Shuffle the identities of the others and, seat by seat, their cards whose kind the viewer has not seen."""
    if s.phase == phase.OVER:
        return s  # IDL-56, IDL-68: nothing is hidden any more
    if s.phase not in (phase.START, phase.IDENTITIES):
        swap_identities(s, seat, rng)
    for other in range(s.players):
        if other != seat:
            swap_cards(s, seat, other, rng)
            swap_sealed(s, other, rng)
            swap_retaken(s, seat, other, rng)
    return s


def swap_identities(s: State, seat: int, rng: list[int]) -> None:
    """IDL-5, IDL-6: any idol but the viewer's own may be anybody's, and the undealt ones are unknown."""
    idols = [idol for idol in range(IDOL_COUNT) if seat < 0 or idol != s.identities[seat]]
    shuffle(rng, idols, len(idols))
    for other in range(s.players):
        if other != seat:
            s.identities[other] = idols.pop()


def sees(s: State, seat: int, piece: int) -> bool:
    """Whether the viewer has seen the kind of a card on an idol or in the box."""
    if s.piece_up[piece] or s.piece_seat[piece] == seat:
        return True  # a face-up card; an own card
    if s.piece_kind[piece] in (NEG, P1):
        return True  # IDL-53, IDL-17
    # It lay face up before, or the viewer peeked at it (IDL-71).
    return bool(s.piece_known[piece] >> (seat if seat >= 0 else SPECTATOR_EYE) & 1)


def swap_cards(s: State, seat: int, other: int, rng: list[int]) -> None:
    """The hidden cards of one seat change places among its hand, its waiting ballot and its unseen cards on the table."""
    pieces = [piece for piece in range(s.piece_count) if s.piece_seat[piece] == other and not sees(s, seat, piece)]
    # IDL-53: plain backs only; Negative Atmosphere stays where it is.
    hand = [kind for kind in range(len(KIND_IDS)) if s.hands[other] >> kind & 1 and kind != NEG]
    waiting = s.phase == phase.ORDER and s.ballots[other] not in (-1, NEG)
    kinds = [s.piece_kind[piece] for piece in pieces] + hand + [s.ballots[other]] * waiting
    kept = kinds[:]
    shuffle(rng, kinds, len(kinds))
    if s.phase == phase.EXCHANGE and s.seat == other:
        kinds = kept  # IDL-42: that it has an own card there is public
    for piece in pieces:
        s.piece_kind[piece] = kinds.pop(0)
    s.hands[other] &= 1 << NEG
    for _ in hand:
        s.hands[other] |= 1 << kinds.pop(0)
    if waiting:
        s.ballots[other] = kinds.pop(0)


def swap_sealed(s: State, other: int, rng: list[int]) -> None:
    """IDL-74: a sealed ballot may be any card of the hand."""
    if s.phase == phase.BALLOT and s.ballots[other] != -1:
        hand = [kind for kind in range(len(KIND_IDS)) if s.hands[other] >> kind & 1]
        s.ballots[other] = hand[below(rng, len(hand))]


def swap_retaken(s: State, seat: int, other: int, rng: list[int]) -> None:
    """IDL-42: what an Exchange took back is unseen, unless the viewer had seen it or its back before."""
    seen = s.retaken_known >> (seat if seat >= 0 else SPECTATOR_EYE) & 1
    if s.taken_by[2] == other and not seen:
        kinds = [KIND_IDS.index(kind) for kind in ("p2", "p3", "p4", "m5", "scandal")]
        s.retaken_kind = kinds[below(rng, len(kinds))]
