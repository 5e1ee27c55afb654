"""Judgement and points of Rights of Losers."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8s, i16s
from zashiki.games.rights_of_losers import cards, phase
from zashiki.games.rights_of_losers.state import State


class Judgement(Work):
    """Who wins the cards of the field."""

    influence: list[int] = i16s(cards.MAX_SEATS + 1, 0, 9999)  # on one card: of nobody, then of each seat
    owners: list[int] = i8s(cards.SPACES, cards.NOBODY, cards.MAX_SEATS - 1)
    building: list[int] = i16s(cards.MAX_SEATS, 0, 999)
    land: list[int] = i16s(cards.MAX_SEATS, 0, 5)


@rule
def judge_space(s: State, judged: Judgement, space: int) -> int:
    """The seat that wins the card on a space, or NOBODY."""
    # ROL-37: each card is judged on its own, by the chips that touch it and no others (ROL-R30).
    for place in range(cards.MAX_SEATS + 1):
        judged.influence[place] = 0
    # ROL-42: a chip counts fully for every card it touches. Points without a chip count for place 0, which is nobody's.
    for k in range(space * cards.TOUCHING_MOST, (space + 1) * cards.TOUCHING_MOST):
        judged.influence[s.chips[cards.TOUCHING[k]] + 1] += cards.INFLUENCE[k]
    # ROL-38, ROL-39: most chips; then more on the card, on its edges, on its corners.
    # ROL-41: nobody owns a card no chip touches.
    # ROL-40: a shared best means nobody; the card never passes down to a seat with fewer chips (ROL-R22).
    owner, best = cards.NOBODY, 0
    for seat in range(s.players):
        if judged.influence[seat + 1] > best:
            owner, best = seat, judged.influence[seat + 1]
        elif judged.influence[seat + 1] == best:
            owner = cards.NOBODY
    return owner


@rule
def judge(s: State, judged: Judgement) -> None:
    """Fill owners, building points and land cards by the field as it stands."""
    for seat in range(s.players):
        judged.building[seat] = 0
        judged.land[seat] = 0
    for space in range(cards.SPACES):
        card = s.field[space]
        judged.owners[space] = judge_space(s, judged, space) if card != cards.EMPTY else cards.NOBODY
        owner = judged.owners[space]
        if owner != cards.NOBODY:
            if card < cards.FIRST_LAND:
                # ROL-43: each building won is worth its number.
                judged.building[owner] += cards.POINTS_OF[card]
            else:
                # ROL-3: all five lands count equally.
                judged.land[owner] += 1


@rule
def most_land(s: State, judged: Judgement) -> int:
    most = 0
    for seat in range(s.players):
        most = max(most, judged.land[seat])
    return most


@rule
def land_bonus(s: State, judged: Judgement, seat: int) -> int:
    """The bonus of a seat after `judge`."""
    # ROL-44: every seat with the most land gets the full 10 (ROL-R23).
    # ROL-45: never without land, so nobody does when all of it is nobody's (ROL-R24).
    return cards.LAND_BONUS if judged.land[seat] > 0 and judged.land[seat] == most_land(s, judged) else 0


@rule
def scores(s: State, out: list[int]) -> None:
    """The scores by the field as it stands; provisional before the end."""
    judged = Judgement()
    judge(s, judged)
    for seat in range(s.players):
        # ROL-46: the sum of both.
        out[seat] = judged.building[seat] + land_bonus(s, judged, seat)


@rule
def winners(s: State) -> int:
    """The winning seats once the game is over."""
    if s.phase != phase.OVER:
        return 0
    judged = Judgement()
    judge(s, judged)
    mask, best = 0, -1
    for seat in range(s.players):
        # ROL-47: highest score, then fewest unplaced chips, as many as tricks won (ROL-R25).
        # ROL-48: equal seats share the win.
        rank = (judged.building[seat] + land_bonus(s, judged, seat)) * 16 + 15 - s.supply[seat]
        if rank > best:
            mask, best = 0, rank
        if rank == best:
            mask |= bit(seat)
    return mask


def ended_by(s: State) -> str:
    """The clause that ended the game."""
    return "ROL-36"
