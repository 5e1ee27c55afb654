"""Points, beauty and winners of Kazoku Scribe."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i64s
from zashiki.games.kazoku_scribe import cards, phase
from zashiki.games.kazoku_scribe.cards import NOBODY
from zashiki.games.kazoku_scribe.rules import exploring, village
from zashiki.games.kazoku_scribe.state import State, team_of

LEVELS = cards.CELLS + 1


class Parts(Work):
    """For every level of the search for beauty: a group, the cells it may give up, and what is left when it gives one up."""

    group_north: list[int] = i64s(LEVELS, 0, cards.WORD)
    group_south: list[int] = i64s(LEVELS, 0, cards.WORD)
    rim_north: list[int] = i64s(LEVELS, 0, cards.WORD)
    rim_south: list[int] = i64s(LEVELS, 0, cards.WORD)
    rest_north: list[int] = i64s(LEVELS, 0, cards.WORD)
    rest_south: list[int] = i64s(LEVELS, 0, cards.WORD)
    kept_north: list[int] = i64s(LEVELS, 0, cards.WORD)
    kept_south: list[int] = i64s(LEVELS, 0, cards.WORD)
    given_north: list[int] = i64s(LEVELS, 0, cards.WORD)
    given_south: list[int] = i64s(LEVELS, 0, cards.WORD)


@rule
def team_points(s: State, team: int) -> int:
    """KZS-58: two points for an owned row, one for a majority in another."""
    points = 0
    for treasure in range(cards.TREASURES):
        owner = exploring.owner_of(s, treasure)
        if owner == team:
            points += cards.OWNED
        elif owner == NOBODY and s.lanes[treasure * cards.TEAMS + team] > s.lanes[treasure * cards.TEAMS + 1 - team]:
            points += cards.MAJORITY
    return points


@rule
def scores(s: State, out: list[int]) -> None:
    """The team's points for every seat, as they stand."""
    for seat in range(s.players):
        out[seat] = team_points(s, team_of(seat))


@rule
def instant_winner(s: State) -> int:
    """KZS-56: the team that owns two treasures and so wins at once, or nobody."""
    for team in range(cards.TEAMS):
        if exploring.owns_enough(s, team):
            return team
    return NOBODY


def ended_by(s: State) -> str:
    """The clause that ended the game."""
    return "KZS-57" if instant_winner(s) == NOBODY else "KZS-56"


@rule
def is_tied(s: State) -> int:
    """Whether points leave the winner open, so that beauty decides."""
    return 1 if instant_winner(s) == NOBODY and team_points(s, 0) == team_points(s, 1) else 0


@rule
def winners(s: State) -> int:
    """The winning seats once the game is over."""
    if s.phase != phase.OVER:
        return 0
    team = instant_winner(s)
    if team != NOBODY:
        return seats_of(s, team)
    # KZS-59: more points win, a tie goes to the more beautiful village.
    lead = team_points(s, 0) - team_points(s, 1)
    if is_tied(s):
        lead = team_beauty(s, 0) - team_beauty(s, 1)
    if lead == 0:
        # KZS-R25: still equal, both teams win.
        return bit(s.players) - 1
    return seats_of(s, 0 if lead > 0 else 1)


@rule
def seats_of(s: State, team: int) -> int:
    mask = 0
    for seat in range(s.players):
        if team_of(seat) == team:
            mask |= bit(seat)
    return mask


@rule
def team_beauty(s: State, team: int) -> int:
    """KZS-R24: the better of the partners' villages counts."""
    best = 0
    for seat in range(s.players):
        if team_of(seat) == team:
            best = max(best, beauty(s, seat))
    return best


# KZS-59, KZS-R24: the largest estate that could still be fenced, without regard to actions


@rule
def beauty(s: State, seat: int) -> int:
    """The size of the largest connected, hole-free set of intact cells with at most one advanced element."""
    page, parts = village.Page(), Parts()
    village.load_page(s, page, seat)
    basic_n, basic_s = 0, 0
    for kind in range(cards.BASICS):
        basic_n |= page.kind[2 * kind]
        basic_s |= page.kind[2 * kind + 1]
    best = best_of_groups(page, parts, basic_n, basic_s, 0)
    for kind in range(cards.BASICS, cards.KINDS):
        wait_n, wait_s = page.kind[2 * kind], page.kind[2 * kind + 1]
        while wait_n | wait_s:
            north, south = village.only(village.first_cell(wait_n, wait_s))
            wait_n &= ~north
            wait_s &= ~south
            north, south = village.group_of(page, north, south, basic_n | north, basic_s | south)
            best = best_within(page, parts, north, south, best)
    return best


@rule
def best_of_groups(page: village.Page, parts: Parts, north: int, south: int, best: int) -> int:
    """The best of the connected groups of a set."""
    while north | south:
        group_n, group_s = first_group(page, north, south)
        north &= ~group_n
        south &= ~group_s
        best = best_within(page, parts, group_n, group_s, best)
    return best


@rule
def first_group(page: village.Page, north: int, south: int) -> tuple[int, int]:
    """The connected group that holds the first cell of a set."""
    one_n, one_s = village.only(village.first_cell(north, south))
    return village.group_of(page, one_n, one_s, north, south)


@rule
def best_within(page: village.Page, parts: Parts, north: int, south: int, best: int) -> int:
    """The larger of `best` and the largest connected, hole-free part of a connected set; exact.

    Where a set has a hole, some cell next to the hole must be given up. The search tries these cells one by one and goes on
    with the groups that remain; a cell it has tried is kept from then on, so that no part is looked at twice.
    """
    depth = 0
    best = open_group(parts, 0, north, south, 0, 0, best)
    while depth >= 0:
        if parts.rest_north[depth] | parts.rest_south[depth]:
            best = descend(page, parts, depth, best)
            depth += 1
        elif parts.rim_north[depth] | parts.rim_south[depth]:
            give_up_next(parts, depth)
        else:
            depth -= 1
    return best


@rule
def open_group(parts: Parts, depth: int, north: int, south: int, kept_n: int, kept_s: int, best: int) -> int:
    """Look at a group: without a hole it may be the best; with one, the cells around the hole can be given up."""
    parts.group_north[depth], parts.group_south[depth] = north, south
    parts.kept_north[depth], parts.kept_south[depth] = kept_n, kept_s
    parts.given_north[depth], parts.given_south[depth] = 0, 0
    parts.rest_north[depth], parts.rest_south[depth] = 0, 0
    parts.rim_north[depth], parts.rim_south[depth] = 0, 0
    size = count(north) + count(south)
    if size <= best or kept_n & ~north or kept_s & ~south:
        return best
    hole_n, hole_s = village.hole_in(north, south)
    if hole_n | hole_s == 0:
        return size
    if size - least_loss(north, south, hole_n, hole_s) <= best:
        return best
    one_n, one_s = first_hole(hole_n, hole_s)
    rim_n, rim_s = village.near_hex(one_n, one_s)
    parts.rim_north[depth] = rim_n & north & ~kept_n
    parts.rim_south[depth] = rim_s & south & ~kept_s
    return best


@rule
def first_hole(hole_n: int, hole_s: int) -> tuple[int, int]:
    """The hole that holds the first cell of all holes."""
    one_n, one_s = village.only(village.first_cell(hole_n, hole_s))
    return village.reach_hex(one_n, one_s, hole_n, hole_s)


@rule
def least_loss(north: int, south: int, hole_n: int, hole_s: int) -> int:
    """How many cells of a group must be given up at least: one for each of some holes that share no neighbour."""
    loss, seen_n, seen_s = 0, 0, 0
    while hole_n | hole_s:
        one_n, one_s = first_hole(hole_n, hole_s)
        hole_n &= ~one_n
        hole_s &= ~one_s
        rim_n, rim_s = village.near_hex(one_n, one_s)
        rim_n, rim_s = rim_n & north, rim_s & south
        if rim_n & seen_n | rim_s & seen_s == 0:
            loss += 1
            seen_n |= rim_n
            seen_s |= rim_s
    return loss


@rule
def give_up_next(parts: Parts, depth: int) -> None:
    """Give up the next cell of the rim and leave the rest to be split into groups; the cell before it is kept again."""
    north, south = village.only(village.first_cell(parts.rim_north[depth], parts.rim_south[depth]))
    parts.kept_north[depth] |= parts.given_north[depth]
    parts.kept_south[depth] |= parts.given_south[depth]
    parts.given_north[depth], parts.given_south[depth] = north, south
    parts.rim_north[depth] &= ~north
    parts.rim_south[depth] &= ~south
    parts.rest_north[depth] = parts.group_north[depth] & ~north
    parts.rest_south[depth] = parts.group_south[depth] & ~south


@rule
def descend(page: village.Page, parts: Parts, depth: int, best: int) -> int:
    """Open the next group of what remains, one level deeper."""
    rest_n, rest_s = parts.rest_north[depth], parts.rest_south[depth]
    group_n, group_s = first_group(page, rest_n, rest_s)
    parts.rest_north[depth] = rest_n & ~group_n
    parts.rest_south[depth] = rest_s & ~group_s
    return open_group(parts, depth + 1, group_n, group_s, parts.kept_north[depth], parts.kept_south[depth], best)
