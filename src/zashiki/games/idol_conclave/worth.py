"""What bots go by in Idol Conclave: the worth of a position to a seat, and how plausible the identities of a world are.

The worth is in thousandths of a leader point; what is hidden is taken as the state imagines it. Ranks are soft: an idol
that leads another by few votes, with many cards still to come, counts as ahead of her only in part. Cards in hand keep a
value of their own, and a choice that is still open counts as the best one.
"""

from __future__ import annotations

from zashiki.core.bits import count, has, lowest
from zashiki.core.rooms import ALIKE
from zashiki.core.rule import rule
from zashiki.games.idol_conclave import cards, phase
from zashiki.games.idol_conclave.cards import IDOL_COUNT, LINE, SAME_IDOL, TWO_IDOLS, VOTES
from zashiki.games.idol_conclave.rules import lines
from zashiki.games.idol_conclave.scoring import Tally, count_idol, count_votes, votes_of_kind
from zashiki.games.idol_conclave.state import State, eye_of

POINT = 1000
LOWEST = -100 * POINT
SPREAD = 2500  # votes by which two idols certainly differ when one card is left
SPREAD_PER_CARD = 250
CARD_IN_HAND = 60  # thousandths of a point for a thousand votes in hand
# What a card in hand counts as; a Group Vote counts as the group value.
HAND_VOTES = tuple({cards.SCANDAL: 4000, cards.DEAL: 1000}.get(kind, abs(votes)) for kind, votes in enumerate(VOTES))

# How strongly votes for an idol suggest that she is the voter's identity, from -6000 or less to +6000 or more.
SUSPICION = (1, 1, 1, 2, 2, 3, 4, 6, 8, 11, 14, 17, 20)
MOST_FAVOUR = 6000
WORLDS = 3  # imagined for a greedy choice


@rule
def worth(s: State, seat: int) -> int:
    """The heuristic value of the position for a seat. IDL-14: identity and candidate as high as possible."""
    tally = Tally()
    if s.phase <= phase.EVENTS:
        return 0
    count_votes(s, tally)
    value = open_choice(s, tally, seat) if s.seat == seat and s.phase != phase.OVER else standing(s, tally, seat)
    if s.phase == phase.BALLOT and s.ballots[seat] != cards.EMPTY:
        value = with_ballot(s, tally, seat)
    return value + hand_value(s, tally, seat)


@rule
def spread(s: State) -> int:
    """How many votes the cards still in hand may shift."""
    in_hand = 0
    for seat in range(s.players):
        in_hand += count(s.hands[seat])
    return SPREAD + SPREAD_PER_CARD * in_hand if s.phase != phase.OVER else 1


@rule
def soft_rank(tally: Tally, idol: int, width: int) -> int:
    """The rank in thousandths, 0 for the first; idols closer than `width` count in part."""
    rank = 0
    for other in range(IDOL_COUNT):
        if other != idol:
            ahead = tally.totals[other] - tally.totals[idol] + width
            rank += POINT * min(max(ahead, 0), 2 * width) // (2 * width)
    return rank


@rule
def points_between(tally: Tally, idol: int, same: int, width: int) -> int:
    """Leader points of a soft rank, between those of the neighbouring ranks."""
    rank = soft_rank(tally, idol, width)
    above, part = rank // POINT, rank % POINT
    below = min(above + 1, IDOL_COUNT - 1)
    if same:
        return SAME_IDOL[above] * (POINT - part) + SAME_IDOL[below] * part
    return TWO_IDOLS[above] * (POINT - part) + TWO_IDOLS[below] * part


@rule
def standing(s: State, tally: Tally, seat: int) -> int:
    """The leader points the seat can expect, by the totals as they are counted."""
    width = spread(s)
    identity, candidate = s.identities[seat], s.candidates[seat]
    if identity == candidate:
        return points_between(tally, identity, 1, width)
    return points_between(tally, identity, 0, width) + points_between(tally, candidate, 0, width)


@rule
def hand_value(s: State, tally: Tally, seat: int) -> int:
    """What the cards still in hand promise."""
    votes = 0
    hand = s.hands[seat]
    while hand:
        kind = lowest(hand)
        votes += max(tally.group_value, VOTES[cards.P4]) if kind >= cards.G1 else HAND_VOTES[kind]
        hand &= hand - 1
    return CARD_IN_HAND * votes // 1000


@rule
def with_ballot(s: State, tally: Tally, seat: int) -> int:
    """The standing with the seat's ballot under the idol of the Simultaneous Vote."""
    idol = lines.idol_with(s, cards.SIMULTANEOUS)
    kept = tally.totals[idol]
    tally.totals[idol] += votes_of_kind(tally, s.ballots[seat])
    value = standing(s, tally, seat)
    tally.totals[idol] = kept
    return value


# Choices still open


@rule
def open_choice(s: State, tally: Tally, seat: int) -> int:
    """The standing after the best way to finish a deal that has been begun."""
    if s.phase == phase.OPEN:
        return standing(s, tally, seat) + CARD_IN_HAND * tally.group_value // 1000
    if s.phase == phase.TRADE_FIRST:
        return best_trade(s, tally, seat)
    if s.phase == phase.TRADE_SECOND:
        return best_partner(s, tally, seat, s.picked)
    if s.phase == phase.MOVE_CARD:
        return best_move(s, tally, seat)
    if s.phase == phase.MOVE_TO:
        return best_target(s, tally, seat, s.picked)
    if s.phase == phase.EXCHANGE:
        return best_retake(s, tally, seat)
    if s.phase == phase.BREAK:
        return best_break(s, tally, seat)
    if s.phase == phase.CONTROL:
        return max(best_trade(s, tally, seat), best_move(s, tally, seat))
    return standing(s, tally, seat)


@rule
def best_trade(s: State, tally: Tally, seat: int) -> int:
    best = LOWEST
    for idol in range(IDOL_COUNT):
        for spot in range(idol * LINE, idol * LINE + s.length[idol]):
            best = max(best, best_partner(s, tally, seat, spot))
    return best if best > LOWEST else standing(s, tally, seat)


@rule
def best_partner(s: State, tally: Tally, seat: int, spot: int) -> int:
    """The standing after the best Trade of the card at a spot."""
    best = LOWEST
    for idol in range(IDOL_COUNT):
        if idol != spot // LINE:
            for other in range(idol * LINE, idol * LINE + s.length[idol]):
                swap_cards(s, tally, spot, other)
                best = max(best, standing(s, tally, seat))
                swap_cards(s, tally, spot, other)
    return best


@rule
def swap_cards(s: State, tally: Tally, spot: int, other: int) -> None:
    s.line[spot], s.line[other] = s.line[other], s.line[spot]
    count_idol(s, tally, spot // LINE)
    count_idol(s, tally, other // LINE)


@rule
def best_move(s: State, tally: Tally, seat: int) -> int:
    best = LOWEST
    for idol in range(IDOL_COUNT):
        for spot in range(idol * LINE, idol * LINE + s.length[idol]):
            best = max(best, best_target(s, tally, seat, spot))
    return best


@rule
def best_target(s: State, tally: Tally, seat: int, spot: int) -> int:
    """The standing after the best Move of the card at a spot, by its votes alone."""
    votes = tally.piece_value[s.line[spot]]
    best = LOWEST
    tally.totals[spot // LINE] -= votes
    for idol in range(IDOL_COUNT):
        if idol != spot // LINE:
            tally.totals[idol] += votes
            best = max(best, standing(s, tally, seat))
            tally.totals[idol] -= votes
    tally.totals[spot // LINE] += votes
    return best


@rule
def best_retake(s: State, tally: Tally, seat: int) -> int:
    """The standing after the best Exchange: the Group Vote on the idol, the card in hand again."""
    best = LOWEST
    for idol in range(IDOL_COUNT):
        for spot in range(idol * LINE, idol * LINE + s.length[idol]):
            piece = s.line[spot]
            if lines.is_own_card(s, piece, seat):
                gain = tally.group_value - tally.piece_value[piece]
                tally.totals[idol] += gain
                best = max(best, standing(s, tally, seat) + CARD_IN_HAND * abs(VOTES[s.piece_kind[piece]]) // 1000)
                tally.totals[idol] -= gain
    return best


@rule
def best_break(s: State, tally: Tally, seat: int) -> int:
    """The standing after the best Break, by the votes of the cards it removes."""
    best = LOWEST
    for idol in range(IDOL_COUNT):
        votes = 0
        for spot in range(idol * LINE, idol * LINE + s.length[idol]):
            if not s.piece_up[s.line[spot]]:
                votes += tally.piece_value[s.line[spot]]
        tally.totals[idol] -= votes
        best = max(best, standing(s, tally, seat))
        tally.totals[idol] += votes
    return best


# Who the others might be


@rule
def plausible(s: State, seat: int) -> int:
    """How well the identities of the others fit the votes the seat has seen: the product of their suspicions."""
    # IDL-5, IDL-68: there is nothing to guess before identities are dealt and after they are shown.
    if s.phase <= phase.IDENTITIES or s.phase == phase.OVER:
        return ALIKE
    weight = 1
    for other in range(s.players):
        if other != seat:
            weight *= suspicion(s, other, s.identities[other], eye_of(seat))
    return weight


@rule
def suspicion(s: State, other: int, idol: int, eye: int) -> int:
    """How strongly the votes of another seat which the eye knows suggest that this idol is its identity."""
    favour = 0
    for spot in range(idol * LINE, idol * LINE + s.length[idol]):
        piece = s.line[spot]
        if s.piece_seat[piece] == other and has(s.piece_known[piece], eye):
            favour += VOTES[s.piece_kind[piece]]
    # Everybody expects votes for the seat's candidate.
    if idol == s.candidates[other]:
        favour = min(favour, 0)
    return SUSPICION[(min(max(favour, -MOST_FAVOUR), MOST_FAVOUR) + MOST_FAVOUR) // 1000]
