"""What a position is worth to a seat of Idol Conclave: greedy play.

The value is in thousandths of a leader point; what is hidden is taken as the state imagines it. Ranks are soft: an idol
that leads another by few votes, with many cards still to come, counts as ahead of her only in part. Cards in hand keep a
value of their own, and a choice that is still open counts as the best one.
"""

from __future__ import annotations

from zashiki.core.bits import count, lowest
from zashiki.core.rooms import ALIKE
from zashiki.core.rule import rule
from zashiki.games.idol_conclave.cards import (
    DEAL,
    EMPTY,
    G1,
    IDOL_COUNT,
    LINE,
    P4,
    SAME_IDOL,
    SCANDAL,
    TWO_IDOLS,
    VOTES,
)
from zashiki.games.idol_conclave.rules.lines import is_own_card
from zashiki.games.idol_conclave.rules.turns import simultaneous_idol
from zashiki.games.idol_conclave.scoring import count_idol, count_votes
from zashiki.games.idol_conclave.state import (
    BALLOTS,
    BREAK_IDOL,
    CONTROL_CHOICE,
    EVENTS,
    MOVE_CARD,
    MOVE_TARGET,
    OPEN_CARD,
    OVER,
    RETAKE,
    TRADE_FIRST,
    TRADE_SECOND,
    State,
)

POINT = 1000
LOWEST = -100 * POINT
SPREAD = 2500  # votes by which two idols differ for sure when one card is left
SPREAD_PER_CARD = 250
CARD_IN_HAND = 60  # thousandths of a point for a thousand votes in hand
SCANDAL_VOTES = 4000  # what a Scandal in hand counts as
DEAL_VOTES = 1000
WORLDS = 3  # imagined for a greedy choice


@rule
def worth(s: State, seat: int) -> int:
    """The heuristic value of the position for a seat. IDL-14: identity and candidate as high as possible."""
    if s.phase <= EVENTS:
        return 0
    count_votes(s)
    value = open_choice(s, seat) if s.seat == seat and s.phase != OVER else standing(s, seat)
    if s.phase == BALLOTS and s.ballots[seat] != EMPTY:
        value = with_ballot(s, seat)
    return value + hand_value(s, seat)


@rule
def spread(s: State) -> int:
    cards = 0
    for seat in range(s.players):
        cards += count(s.hands[seat])
    return SPREAD + SPREAD_PER_CARD * cards if s.phase != OVER else 1


@rule
def soft_rank(s: State, idol: int, width: int) -> int:
    """The rank in thousandths, 0 for the first; idols closer than `width` count in part."""
    rank = 0
    for other in range(IDOL_COUNT):
        if other != idol:
            ahead = s.totals[other] - s.totals[idol] + width
            rank += POINT * min(max(ahead, 0), 2 * width) // (2 * width)
    return rank


@rule
def points_between(s: State, idol: int, same: int, width: int) -> int:
    """Leader points of a soft rank, between those of the neighbouring ranks."""
    rank = soft_rank(s, idol, width)
    above, part = rank // POINT, rank % POINT
    below = min(above + 1, IDOL_COUNT - 1)
    if same:
        return SAME_IDOL[above] * (POINT - part) + SAME_IDOL[below] * part
    return TWO_IDOLS[above] * (POINT - part) + TWO_IDOLS[below] * part


@rule
def standing(s: State, seat: int) -> int:
    """The leader points the seat can expect, by the totals as they are counted."""
    width = spread(s)
    identity, candidate = s.identities[seat], s.candidates[seat]
    if identity == candidate:
        return points_between(s, identity, 1, width)
    return points_between(s, identity, 0, width) + points_between(s, candidate, 0, width)


@rule
def hand_value(s: State, seat: int) -> int:
    """What the cards still in hand promise."""
    votes = 0
    hand = s.hands[seat]
    while hand:
        kind = lowest(hand)
        if kind >= G1:
            votes += max(s.group_value, VOTES[P4])
        elif kind == SCANDAL:
            votes += SCANDAL_VOTES
        elif kind == DEAL:
            votes += DEAL_VOTES
        else:
            votes += abs(VOTES[kind])
        hand &= hand - 1
    return CARD_IN_HAND * votes // 1000


@rule
def with_ballot(s: State, seat: int) -> int:
    """The standing with the own ballot under the idol of the Simultaneous Vote."""
    idol = simultaneous_idol(s)
    kept = s.totals[idol]
    s.totals[idol] += VOTES[s.ballots[seat]] if s.ballots[seat] < G1 else s.group_value
    value = standing(s, seat)
    s.totals[idol] = kept
    return value


# Choices still open


@rule
def open_choice(s: State, seat: int) -> int:
    """The standing after the best way to finish a deal that has been begun."""
    phase = s.phase
    if phase == OPEN_CARD:
        return standing(s, seat) + CARD_IN_HAND * s.group_value // 1000
    if phase == TRADE_FIRST:
        return best_trade(s, seat)
    if phase == TRADE_SECOND:
        return best_partner(s, seat, s.picked)
    if phase == MOVE_CARD:
        return best_move(s, seat)
    if phase == MOVE_TARGET:
        return best_target(s, seat, s.picked)
    if phase == RETAKE:
        return best_retake(s, seat)
    if phase == BREAK_IDOL:
        return best_break(s, seat)
    if phase == CONTROL_CHOICE:
        return max(best_trade(s, seat), best_move(s, seat))
    return standing(s, seat)


@rule
def best_trade(s: State, seat: int) -> int:
    best = LOWEST
    for idol in range(IDOL_COUNT):
        for place in range(s.length[idol]):
            best = max(best, best_partner(s, seat, idol * LINE + place))
    return best if best > LOWEST else standing(s, seat)


@rule
def best_partner(s: State, seat: int, spot: int) -> int:
    """The standing after the best Trade of the card at a spot."""
    best = LOWEST
    for idol in range(IDOL_COUNT):
        if idol != spot // LINE:
            for other in range(idol * LINE, idol * LINE + s.length[idol]):
                swap_cards(s, spot, other)
                best = max(best, standing(s, seat))
                swap_cards(s, spot, other)
    return best


@rule
def swap_cards(s: State, spot: int, other: int) -> None:
    s.line[spot], s.line[other] = s.line[other], s.line[spot]
    count_idol(s, spot // LINE)
    count_idol(s, other // LINE)


@rule
def best_move(s: State, seat: int) -> int:
    best = LOWEST
    for idol in range(IDOL_COUNT):
        for place in range(s.length[idol]):
            best = max(best, best_target(s, seat, idol * LINE + place))
    return best


@rule
def best_target(s: State, seat: int, spot: int) -> int:
    """The standing after the best Move of the card at a spot, by its votes alone."""
    idol = spot // LINE
    votes = s.piece_value[s.line[spot]]
    best = LOWEST
    s.totals[idol] -= votes
    for target in range(IDOL_COUNT):
        if target != idol:
            s.totals[target] += votes
            best = max(best, standing(s, seat))
            s.totals[target] -= votes
    s.totals[idol] += votes
    return best


@rule
def best_retake(s: State, seat: int) -> int:
    """The standing after the best Exchange: the Group Vote on the idol, the card in hand again."""
    best = LOWEST
    for idol in range(IDOL_COUNT):
        for place in range(s.length[idol]):
            piece = s.line[idol * LINE + place]
            if is_own_card(s, piece, seat):
                gain = s.group_value - s.piece_value[piece]
                s.totals[idol] += gain
                hand = CARD_IN_HAND * abs(VOTES[s.piece_kind[piece]]) // 1000
                best = max(best, standing(s, seat) + hand)
                s.totals[idol] -= gain
    return best


@rule
def best_break(s: State, seat: int) -> int:
    """The standing after the best Break, by the votes of the cards it removes."""
    best = LOWEST
    for idol in range(IDOL_COUNT):
        votes = 0
        for place in range(s.length[idol]):
            piece = s.line[idol * LINE + place]
            if not s.piece_up[piece]:
                votes += s.piece_value[piece]
        s.totals[idol] -= votes
        best = max(best, standing(s, seat))
        s.totals[idol] += votes
    return best


@rule
def plausible(s: State, seat: int) -> int:
    """The bots have no opinion on what others hide: all worlds are alike."""
    return ALIKE
