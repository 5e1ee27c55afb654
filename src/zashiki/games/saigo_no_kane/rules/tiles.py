"""Tiles and tokens, for every phase: characters, gaining talents, what items yield, tracks and piles."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane.cards import (
    CANDIDATE_CLUB,
    CHARACTERS_FOR_TALENTS,
    CLUB_STUDENTS,
    DISCARDABLE,
    EMPTY,
    FIRST_TALENT,
    ITEM_CLUB,
    ITEM_TALENTS,
    ITEM_TALENTS_WITH_TWO,
    LEVELS,
    MAX_SEATS,
    POPULARITY,
    SPACES,
    TALENTS,
    TEACHERS,
    YEN,
)
from zashiki.games.saigo_no_kane.state import ASK_FILL, DRAW_ITEM, DRAW_STUDENT, SOURCES, State, go_to

# Counting


@rule
def characters(s: State, seat: int, club: int) -> int:
    """The characters of a club a seat has."""
    # SNK-38: own students, marked or not, and the candidate, face down or not (SNK-R32).
    return count(s.students[seat] & CLUB_STUDENTS[club]) + (CANDIDATE_CLUB[s.candidate[seat]] == club)


@rule
def hand_count(s: State, seat: int) -> int:
    """How many teacher cards a seat holds."""
    first = seat * TEACHERS
    return s.hands[first] + s.hands[first + 1] + s.hands[first + 2] + s.hands[first + 3] + s.hands[first + 4]


@rule
def talent_count(s: State, seat: int) -> int:
    """How many talent tokens a seat has."""
    first = seat * TALENTS
    some = s.talents[first] + s.talents[first + 1] + s.talents[first + 2]
    return some + s.talents[first + 3] + s.talents[first + 4] + s.talents[first + 5]


@rule
def kinds_in(counts: list[int], first: int, kinds: int) -> int:
    """Which of so many kinds, counted from a place on, there is at least one of; as a set."""
    found, kind = 0, 1
    for place in range(first, first + kinds):
        if counts[place] > 0:
            found |= kind
        kind <<= 1
    return found


@rule
def held(s: State, seat: int, kind: int) -> int:
    """How much of a payment type a seat has."""
    if kind == POPULARITY:
        return s.popularity[seat]
    if kind == YEN:
        return s.yen[seat]
    return s.talents[seat * TALENTS + kind - FIRST_TALENT]


@rule
def spend(s: State, seat: int, kind: int, amount: int) -> None:
    """Give up some of a payment type; talents go back to the pool."""
    if kind == POPULARITY:
        s.popularity[seat] -= amount
    elif kind == YEN:
        s.yen[seat] -= amount
    else:
        s.talents[seat * TALENTS + kind - FIRST_TALENT] -= amount
        s.pool[kind - FIRST_TALENT] += amount


@rule
def score(s: State, seat: int, votes: int, source: int) -> None:
    """Count votes, and remember where they came from."""
    # SNK-R33: never taken back, whatever happens to a tile; one acquired again scores again.
    s.votes[seat] += votes
    s.gained[((s.day - 1) * MAX_SEATS + seat) * SOURCES + source] += votes


# Gaining talents


@rule
def take_talent(s: State, seat: int, talent: int, shown: int) -> int:
    """Take what the pool has of one talent; how many tokens are missing."""
    got = min(shown, s.pool[talent])
    s.pool[talent] -= got
    s.talents[seat * TALENTS + talent] += got
    return shown - got


@rule
def talents_in_pool(s: State) -> int:
    return kinds_in(s.pool, 0, TALENTS)


@rule
def talents_of(s: State, seat: int) -> int:
    return kinds_in(s.talents, seat * TALENTS, TALENTS)


@rule
def fill_up(s: State, missing: int, resume: int) -> None:
    """Ask for the missing tokens, if the pool has any, and then go on."""
    go_to(s, resume)
    s.fill_left = 0
    # SNK-32: complete the number with other types; SNK-R16: with an empty pool the rest is lost.
    if missing > 0 and talents_in_pool(s) != 0:
        s.fill_left = missing
        s.phase = ASK_FILL


@rule
def fill(s: State, talent: int) -> None:
    take_talent(s, s.seat, talent, 1)
    fill_up(s, s.fill_left - 1, s.resume)


# Items


@rule
def production_level(s: State, seat: int, item: int) -> int:
    """What a popularity or yen item yields to a seat now."""
    # SNK-34: more with one or two characters of its colour.
    return LEVELS[min(characters(s, seat, ITEM_CLUB[item]), len(LEVELS) - 1)]


@rule
def item_talents(s: State, seat: int, item: int, talent: int) -> int:
    """How many tokens of a talent a talent item yields to a seat now."""
    # SNK-35: more with two characters of its colour.
    if characters(s, seat, ITEM_CLUB[item]) >= CHARACTERS_FOR_TALENTS:
        return ITEM_TALENTS_WITH_TWO[item * TALENTS + talent]
    return ITEM_TALENTS[item * TALENTS + talent]


@rule
def discardable(s: State, seat: int) -> int:
    """The items a seat may discard."""
    # SNK-40: vote items cannot be discarded.
    return s.items[seat] & DISCARDABLE


# The two tracks


@rule
def tiles_on(track: list[int]) -> int:
    """The tiles of a track as a set."""
    tiles = 0
    for space in range(SPACES):
        if track[space] != EMPTY:
            tiles |= bit(track[space])
    return tiles


@rule
def space_of(track: list[int], tile: int) -> int:
    """Where a tile stands that is on the track."""
    space = 0
    while track[space] != tile:
        space += 1
    return space


@rule
def take_from(track: list[int], tile: int) -> None:
    # SNK-28: the tiles to the left slide right.
    space = space_of(track, tile)
    while space > 0:
        track[space] = track[space - 1]
        space -= 1
    track[0] = EMPTY


@rule
def lay_on(track: list[int], tile: int) -> None:
    # SNK-28: the new tile comes into the leftmost space; SNK-R6: tiles stand as far right as possible.
    space = SPACES - 1
    while track[space] != EMPTY:
        space -= 1
    track[space] = tile


@rule
def refill_school(s: State, resume: int) -> None:
    """Draw students for all empty spaces, then go on."""
    go_to(s, resume)
    # SNK-R6: with pile and discard both empty the space stays empty.
    if s.school[0] == EMPTY and (s.student_pile | s.student_discard) != 0:
        s.phase = DRAW_STUDENT


@rule
def refill_market(s: State, resume: int) -> None:
    """Draw items for all empty spaces, then go on."""
    go_to(s, resume)
    if s.market[0] == EMPTY and (s.item_pile | s.item_discard) != 0:
        s.phase = DRAW_ITEM


@rule
def students_to_draw(s: State) -> int:
    # SNK-14: the discard becomes the new pile when the pile is empty; SNK-R5: at the next draw.
    return s.student_pile if s.student_pile else s.student_discard


@rule
def items_to_draw(s: State) -> int:
    return s.item_pile if s.item_pile else s.item_discard


@rule
def draw_student(s: State, student: int) -> None:
    if not s.student_pile:
        s.student_pile = s.student_discard
        s.student_discard = 0
    s.student_pile &= ~bit(student)
    lay_on(s.school, student)
    refill_school(s, s.resume)


@rule
def draw_item(s: State, item: int) -> None:
    if not s.item_pile:
        s.item_pile = s.item_discard
        s.item_discard = 0
    s.item_pile &= ~bit(item)
    lay_on(s.market, item)
    refill_market(s, s.resume)


# Teacher cards


@rule
def cards_discarded(s: State, teacher: int) -> int:
    """How many copies of a teacher lie in the discard, face up or face down."""
    total = s.played[teacher]
    for seat in range(s.players):
        total += s.dropped[seat * TEACHERS + teacher]
    return total


@rule
def card_pile_is_empty(s: State) -> int:
    return kinds_in(s.card_pile, 0, TEACHERS) == 0


@rule
def cards_to_draw(s: State, teacher: int) -> int:
    """How many copies of a teacher the next draw can bring."""
    # SNK-14, SNK-R5: from the pile, or from the discard when the pile is empty.
    return cards_discarded(s, teacher) if card_pile_is_empty(s) else s.card_pile[teacher]


@rule
def can_draw_card(s: State) -> int:
    # SNK-R6: with pile and discard both empty the draw is skipped.
    for teacher in range(TEACHERS):
        if s.card_pile[teacher] + cards_discarded(s, teacher) > 0:
            return 1
    return 0


@rule
def renew_card_pile(s: State) -> None:
    for teacher in range(TEACHERS):
        s.card_pile[teacher] = cards_discarded(s, teacher)
        s.played[teacher] = 0
        for seat in range(s.players):
            s.dropped[seat * TEACHERS + teacher] = 0


@rule
def draw_card(s: State, seat: int, teacher: int) -> None:
    if card_pile_is_empty(s):
        renew_card_pile(s)
    s.card_pile[teacher] -= 1
    s.hands[seat * TEACHERS + teacher] += 1
