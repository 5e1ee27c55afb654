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

    group_west: list[int] = i64s(LEVELS, 0, cards.WORD)
    group_east: list[int] = i64s(LEVELS, 0, cards.WORD)
    rim_west: list[int] = i64s(LEVELS, 0, cards.WORD)
    rim_east: list[int] = i64s(LEVELS, 0, cards.WORD)
    rest_west: list[int] = i64s(LEVELS, 0, cards.WORD)
    rest_east: list[int] = i64s(LEVELS, 0, cards.WORD)
    kept_west: list[int] = i64s(LEVELS, 0, cards.WORD)
    kept_east: list[int] = i64s(LEVELS, 0, cards.WORD)
    given_west: list[int] = i64s(LEVELS, 0, cards.WORD)
    given_east: list[int] = i64s(LEVELS, 0, cards.WORD)


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
    village.load_land(page)
    basic_w, basic_e = 0, 0
    for kind in range(cards.BASICS):
        basic_w |= page.kind[2 * kind]
        basic_e |= page.kind[2 * kind + 1]
    best = best_of_groups(page, parts, basic_w, basic_e, 0)
    for kind in range(cards.BASICS, cards.KINDS):
        wait_w, wait_e = page.kind[2 * kind], page.kind[2 * kind + 1]
        while wait_w | wait_e:
            west, east = village.first_of(wait_w, wait_e)
            wait_w &= ~west
            wait_e &= ~east
            west, east = village.group_of(page, west, east, basic_w | west, basic_e | east)
            best = best_within(page, parts, west, east, best)
    return best


@rule
def best_of_groups(page: village.Page, parts: Parts, west: int, east: int, best: int) -> int:
    """The best of the connected groups of a set."""
    while west | east:
        group_w, group_e = first_group(page, west, east)
        west &= ~group_w
        east &= ~group_e
        best = best_within(page, parts, group_w, group_e, best)
    return best


@rule
def first_group(page: village.Page, west: int, east: int) -> tuple[int, int]:
    """The connected group that holds the first cell of a set."""
    one_w, one_e = village.first_of(west, east)
    return village.group_of(page, one_w, one_e, west, east)


@rule
def best_within(page: village.Page, parts: Parts, west: int, east: int, best: int) -> int:
    """The larger of `best` and the largest connected, hole-free part of a connected set; exact.

    Where a set has a hole, some cell next to the hole must be given up. The search tries these cells one by one and goes on
    with the groups that remain; a cell it has tried is kept from then on, so that no part is looked at twice.
    """
    depth = 0
    best = open_group(page, parts, 0, west, east, 0, 0, best)
    while depth >= 0:
        if parts.rest_west[depth] | parts.rest_east[depth]:
            best = descend(page, parts, depth, best)
            depth += 1
        elif parts.rim_west[depth] | parts.rim_east[depth]:
            give_up_next(parts, depth)
        else:
            depth -= 1
    return best


@rule
def open_group(page: village.Page, parts: Parts, depth: int, west: int, east: int, kept_w: int, kept_e: int, best: int) -> int:
    """Look at a group: without a hole it may be the best; with one, the cells around the hole can be given up."""
    parts.group_west[depth], parts.group_east[depth] = west, east
    parts.kept_west[depth], parts.kept_east[depth] = kept_w, kept_e
    parts.given_west[depth], parts.given_east[depth] = 0, 0
    parts.rest_west[depth], parts.rest_east[depth] = 0, 0
    parts.rim_west[depth], parts.rim_east[depth] = 0, 0
    size = count(west) + count(east)
    if size <= best or kept_w & ~west or kept_e & ~east:
        return best
    hole_w, hole_e = village.hole_in(page, west, east)
    if hole_w | hole_e == 0:
        return size
    if size - least_loss(west, east, hole_w, hole_e) <= best:
        return best
    one_w, one_e = first_hole(hole_w, hole_e)
    rim_w, rim_e = village.near_hex(one_w, one_e)
    parts.rim_west[depth] = rim_w & west & ~kept_w
    parts.rim_east[depth] = rim_e & east & ~kept_e
    return best


@rule
def first_hole(hole_w: int, hole_e: int) -> tuple[int, int]:
    """The hole that holds the first cell of all holes."""
    one_w, one_e = village.first_of(hole_w, hole_e)
    return village.reach_hex(one_w, one_e, hole_w, hole_e)


@rule
def least_loss(west: int, east: int, hole_w: int, hole_e: int) -> int:
    """How many cells of a group must be given up at least: one for each of some holes that share no neighbour."""
    loss, seen_w, seen_e = 0, 0, 0
    while hole_w | hole_e:
        one_w, one_e = first_hole(hole_w, hole_e)
        hole_w &= ~one_w
        hole_e &= ~one_e
        rim_w, rim_e = village.near_hex(one_w, one_e)
        rim_w, rim_e = rim_w & west, rim_e & east
        if rim_w & seen_w | rim_e & seen_e == 0:
            loss += 1
            seen_w |= rim_w
            seen_e |= rim_e
    return loss


@rule
def give_up_next(parts: Parts, depth: int) -> None:
    """Give up the next cell of the rim and leave the rest to be split into groups; the cell before it is kept again."""
    west, east = village.first_of(parts.rim_west[depth], parts.rim_east[depth])
    parts.kept_west[depth] |= parts.given_west[depth]
    parts.kept_east[depth] |= parts.given_east[depth]
    parts.given_west[depth], parts.given_east[depth] = west, east
    parts.rim_west[depth] &= ~west
    parts.rim_east[depth] &= ~east
    parts.rest_west[depth] = parts.group_west[depth] & ~west
    parts.rest_east[depth] = parts.group_east[depth] & ~east


@rule
def descend(page: village.Page, parts: Parts, depth: int, best: int) -> int:
    """Open the next group of what remains, one level deeper."""
    rest_w, rest_e = parts.rest_west[depth], parts.rest_east[depth]
    group_w, group_e = first_group(page, rest_w, rest_e)
    parts.rest_west[depth] = rest_w & ~group_w
    parts.rest_east[depth] = rest_e & ~group_e
    return open_group(page, parts, depth + 1, group_w, group_e, parts.kept_west[depth], parts.kept_east[depth], best)
