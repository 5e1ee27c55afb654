"""The count of Idol Conclave: group value, totals, ranks, leader points."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8s, i32, i32s
from zashiki.core.seats import seats_with_most
from zashiki.games.idol_conclave import cards, phase
from zashiki.games.idol_conclave.cards import IDOL_COUNT, LINE, MAX_SEATS, PIECES
from zashiki.games.idol_conclave.state import State

STEADY_CARDS = 2
MOST_VOTES = 250_000  # more than any count of votes


class Tally(Work):
    """The count as it goes on."""

    group_value: int = i32(0, MOST_VOTES)
    card_count: list[int] = i8s(IDOL_COUNT, 0, LINE + 2)
    event_value: list[int] = i32s(IDOL_COUNT, -MOST_VOTES, MOST_VOTES)
    piece_value: list[int] = i32s(PIECES, -MOST_VOTES, MOST_VOTES)
    totals: list[int] = i32s(IDOL_COUNT, -MOST_VOTES, MOST_VOTES)
    ranks: list[int] = i8s(IDOL_COUNT, 0, IDOL_COUNT)
    points: list[int] = i8s(MAX_SEATS, 0, max(2 * max(cards.TWO_IDOLS), *cards.SAME_IDOL))


@rule
def count_cards(s: State, tally: Tally) -> None:
    """The cards of every idol and the group value."""
    most = 0
    for idol in range(IDOL_COUNT):
        # IDL-35: a deal is one of the cards; IDL-60: the event is none; IDL-R37: nor is what lies in the box or on the sheet.
        tally.card_count[idol] = s.length[idol]
        # IDL-77: Steady Marketing counts as two more; IDL-R24: for the group value and Mania Popular only.
        if s.events[idol] == cards.STEADY_MARKETING:
            tally.card_count[idol] += STEADY_CARDS
        most = max(most, tally.card_count[idol])
    # IDL-54: 1000 for each vote card on the idol with the most.
    tally.group_value = cards.GROUP_VOTES * most


@rule
def most_alone(tally: Tally, idol: int) -> int:
    """1 when this idol has more cards than each other one."""
    for other in range(IDOL_COUNT):
        if other != idol and tally.card_count[other] >= tally.card_count[idol]:
            return 0
    return 1


@rule
def votes_of_event(s: State, tally: Tally, idol: int) -> int:
    # IDL-76: the group value, but nothing for the one idol with the most cards; IDL-R23: a tie for the most keeps it.
    if s.events[idol] == cards.MANIA_POPULAR:
        return 0 if most_alone(tally, idol) else tally.group_value
    # IDL-10, IDL-70: the printed number.
    return cards.EVENT_VOTES[s.events[idol]]


@rule
def votes_of_kind(tally: Tally, kind: int) -> int:
    # IDL-51, IDL-52: the printed votes, 0 for a deal (IDL-R12); IDL-54: a Group Vote is worth the group value.
    return tally.group_value if kind >= cards.G1 else cards.VOTES[kind]


@rule
def count_idol(s: State, tally: Tally, idol: int) -> None:
    """The values of an idol's event and cards after all effects, and its total."""
    tally.event_value[idol] = votes_of_event(s, tally, idol)
    scandals = 0
    for place in range(s.length[idol]):
        piece = s.line[idol * LINE + place]
        tally.piece_value[piece] = votes_of_kind(tally, s.piece_kind[piece])
        if s.piece_kind[piece] == cards.SCANDAL:
            scandals += 1
    # IDL-73: the next-to-last card counts 0 and does nothing; IDL-R22: before the Scandals look.
    if s.events[idol] == cards.OVERSLEPT and s.length[idol] >= 2:
        sleeper = s.line[idol * LINE + s.length[idol] - 2]
        tally.piece_value[sleeper] = 0
        if s.piece_kind[sleeper] == cards.SCANDAL:
            scandals -= 1
    # IDL-75: the Simultaneous Vote is a Scandal too.
    if s.events[idol] == cards.SIMULTANEOUS:
        scandals += 1
    # IDL-59: an even number of Scandals does nothing, an odd one acts as one.
    if scandals % 2 == 1:
        reverse_highest(s, tally, idol)
    # IDL-56: the sum of the event and the cards; IDL-62: it may be negative.
    total = tally.event_value[idol]
    for place in range(s.length[idol]):
        total += tally.piece_value[s.line[idol * LINE + place]]
    tally.totals[idol] = total


@rule
def reverse_highest(s: State, tally: Tally, idol: int) -> None:
    # IDL-57: the highest absolute value among event and cards; IDL-61: Group Votes with the group value.
    highest = abs(tally.event_value[idol])
    for place in range(s.length[idol]):
        highest = max(highest, abs(tally.piece_value[s.line[idol * LINE + place]]))
    # IDL-58: all that share it are reversed, also from minus to plus (IDL-R27); where it is 0 nothing changes (IDL-R26).
    if abs(tally.event_value[idol]) == highest:
        tally.event_value[idol] = -tally.event_value[idol]
    for place in range(s.length[idol]):
        piece = s.line[idol * LINE + place]
        if abs(tally.piece_value[piece]) == highest:
            tally.piece_value[piece] = -tally.piece_value[piece]


@rule
def rank_idols(tally: Tally) -> None:
    # IDL-63: by total; tied idols share the better rank.
    for idol in range(IDOL_COUNT):
        rank = 1
        for other in range(IDOL_COUNT):
            if tally.totals[other] > tally.totals[idol]:
                rank += 1
        tally.ranks[idol] = rank


@rule
def count_votes(s: State, tally: Tally) -> None:
    """Fill group value, values, totals and ranks by the cards as they lie. IDL-R25: in this order."""
    count_cards(s, tally)
    for idol in range(IDOL_COUNT):
        count_idol(s, tally, idol)
    rank_idols(tally)


@rule
def leader_points(s: State, tally: Tally, seat: int) -> int:
    """The leader points of a seat after `count_votes`."""
    identity, candidate = s.identities[seat], s.candidates[seat]
    # IDL-9, IDL-65: the same idol twice scores once, by its own table.
    if identity == candidate:
        return cards.SAME_IDOL[tally.ranks[identity] - 1]
    # IDL-64: both idols score by rank number, however many share it (IDL-R36).
    return cards.TWO_IDOLS[tally.ranks[identity] - 1] + cards.TWO_IDOLS[tally.ranks[candidate] - 1]


@rule
def scores(s: State, out: list[int]) -> None:
    """The leader points; 0 before the end."""
    tally = Tally()
    if s.phase == phase.OVER:
        count_votes(s, tally)
    for seat in range(s.players):
        out[seat] = leader_points(s, tally, seat) if s.phase == phase.OVER else 0


@rule
def winners(s: State) -> int:
    """The winning seats once the game is over."""
    tally = Tally()
    if s.phase != phase.OVER:
        return 0
    # IDL-66: most points; all tied seats win; IDL-R28: same-idol seats by the same measure, and 6 may be enough.
    count_votes(s, tally)
    for seat in range(s.players):
        tally.points[seat] = leader_points(s, tally, seat)
    return seats_with_most(s, tally.points)


def so_far(s: State) -> list[int]:
    """The leader points if the votes were counted as they lie; none before everybody is somebody."""
    if s.phase < phase.OPENING:
        return [0] * s.players
    tally = Tally()
    count_votes(s, tally)
    return [leader_points(s, tally, seat) for seat in range(s.players)]


def ended_by(s: State) -> str:
    """The clause that ended the game."""
    return "IDL-20"
