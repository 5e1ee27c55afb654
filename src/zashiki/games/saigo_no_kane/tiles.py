"""Tiles and tokens, for every phase: characters, gaining talents, discarding items, tracks and piles."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane.cards import (
    CANDIDATE_CLUB,
    CHARACTERS_FOR_TALENTS,
    CLUB_STUDENTS,
    COST,
    DISCARDABLE,
    EMPTY,
    FIRST_TALENT,
    ITEM_CLUB,
    ITEM_KIND,
    ITEM_NOW,
    ITEM_TALENTS,
    ITEM_TALENTS_WITH_TWO,
    LEVELS,
    MAX_SEATS,
    POPULARITY,
    POPULARITY_ITEM,
    PRICE,
    SPACES,
    STUDENT_NOW,
    STUDENT_TALENTS,
    TALENTS,
    TEACHERS,
    YEN,
    YEN_ITEM,
)
from zashiki.games.saigo_no_kane.state import (
    ASK_FILL,
    DRAW_ITEM,
    DRAW_STUDENT,
    FROM_BUY,
    FROM_RECRUIT,
    GO_ON,
    SOURCES,
    State,
)

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
    total = 0
    for talent in range(seat * TALENTS, (seat + 1) * TALENTS):
        total += s.talents[talent]
    return total


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
def pool_is_empty(s: State) -> int:
    for talent in range(TALENTS):
        if s.pool[talent] > 0:
            return 0
    return 1


@rule
def fill_up(s: State, seat: int, missing: int, resume: int) -> None:
    """Ask for the missing tokens, if the pool has any, and then go on."""
    s.resume = resume
    s.seat = seat
    # SNK-32: complete the number with other types; SNK-R16: with an empty pool the rest is lost.
    if missing > 0 and not pool_is_empty(s):
        s.fill_left = missing
        s.node = ASK_FILL
    else:
        s.fill_left = 0
        s.node = GO_ON


@rule
def fill(s: State, talent: int) -> None:
    take_talent(s, s.seat, talent, 1)
    fill_up(s, s.seat, s.fill_left - 1, s.resume)


@rule
def gain_student_talents(s: State, seat: int, student: int) -> int:
    """Take the talents printed on a student; how many tokens are missing."""
    missing = 0
    for talent in range(TALENTS):
        shown = STUDENT_TALENTS[student * TALENTS + talent]
        if shown > 0:
            missing += take_talent(s, seat, talent, shown)
    return missing


@rule
def dismiss(s: State, seat: int, student: int, resume: int) -> None:
    # SNK-30: a marked student is discarded for its talents once more.
    s.students[seat] &= ~bit(student)
    s.marked &= ~bit(student)
    s.student_discard |= bit(student)
    fill_up(s, seat, gain_student_talents(s, seat, student), resume)


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
def discard_item(s: State, seat: int, item: int, resume: int) -> None:
    # SNK-39: without using an action, for the amount the item yields at that moment.
    s.items[seat] &= ~bit(item)
    s.item_discard |= bit(item)
    missing = 0
    if ITEM_KIND[item] == POPULARITY_ITEM:
        s.popularity[seat] += production_level(s, seat, item)
    elif ITEM_KIND[item] == YEN_ITEM:
        s.yen[seat] += production_level(s, seat, item)
    else:
        for talent in range(TALENTS):
            missing += take_talent(s, seat, talent, item_talents(s, seat, item, talent))
    fill_up(s, seat, missing, resume)


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
    s.resume = resume
    # SNK-R6: with pile and discard both empty the space stays empty.
    s.node = DRAW_STUDENT if s.school[0] == EMPTY and (s.student_pile | s.student_discard) != 0 else GO_ON


@rule
def refill_market(s: State, resume: int) -> None:
    """Draw items for all empty spaces, then go on."""
    s.resume = resume
    s.node = DRAW_ITEM if s.market[0] == EMPTY and (s.item_pile | s.item_discard) != 0 else GO_ON


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


# Recruiting and buying, as an action or after Fukada


@rule
def recruit(s: State, seat: int, student: int, resume: int) -> None:
    # SNK-26: pay the cost in popularity and take the tile.
    s.popularity[seat] -= COST[student]
    s.students[seat] |= bit(student)
    # SNK-27: votes without a plus are scored once, now.
    score(s, seat, STUDENT_NOW[student], FROM_RECRUIT)
    take_from(s.school, student)
    refill_school(s, resume)


@rule
def buy(s: State, seat: int, item: int, resume: int) -> None:
    # SNK-33: pay the price in yen and take the tile; then slide and refill.
    s.yen[seat] -= PRICE[item]
    s.items[seat] |= bit(item)
    # SNK-36: vote items without a plus score once, now.
    score(s, seat, ITEM_NOW[item], FROM_BUY)
    take_from(s.market, item)
    refill_market(s, resume)


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
    for teacher in range(TEACHERS):
        if s.card_pile[teacher] > 0:
            return 0
    return 1


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
