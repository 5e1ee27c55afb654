"""What a seat holds: characters, cards and tokens, gaining and spending them, and what its items yield."""

from __future__ import annotations

from zashiki.core.bits import count
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import cards, phase
from zashiki.games.saigo_no_kane.cards import TALENTS, TEACHERS
from zashiki.games.saigo_no_kane.state import SOURCES, State, go_to

# Counting


@rule
def characters(s: State, seat: int, club: int) -> int:
    """The characters of a club a seat has."""
    # SNK-38: own students, marked or not, and the candidate, face down or not (SNK-R32).
    return count(s.students[seat] & cards.CLUB_STUDENTS[club]) + (cards.CANDIDATE_CLUB[s.candidate[seat]] == club)


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
    """The kinds there is at least one of, as a set; their counts stand from place `first` on."""
    found, kind = 0, 1
    for place in range(first, first + kinds):
        if counts[place] > 0:
            found |= kind
        kind <<= 1
    return found


@rule
def held(s: State, seat: int, kind: int) -> int:
    """How much of a payment type a seat has."""
    if kind == cards.POPULARITY:
        return s.popularity[seat]
    if kind == cards.YEN:
        return s.yen[seat]
    return s.talents[seat * TALENTS + kind - cards.FIRST_TALENT]


@rule
def spend(s: State, seat: int, kind: int, amount: int) -> None:
    """Give up some of a payment type; talents go back to the pool."""
    if kind == cards.POPULARITY:
        s.popularity[seat] -= amount
    elif kind == cards.YEN:
        s.yen[seat] -= amount
    else:
        s.talents[seat * TALENTS + kind - cards.FIRST_TALENT] -= amount
        s.pool[kind - cards.FIRST_TALENT] += amount


@rule
def score(s: State, seat: int, votes: int, source: int) -> None:
    """Count votes, and remember where they came from."""
    # SNK-R33: votes are never taken back, whatever happens to a tile; a tile acquired again scores again.
    s.votes[seat] += votes
    s.gained[((s.day - 1) * cards.MAX_SEATS + seat) * SOURCES + source] += votes


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
    # SNK-32: other types make up the number; SNK-R16: once the pool is empty, the rest is lost.
    if missing > 0 and talents_in_pool(s) != 0:
        s.fill_left = missing
        s.phase = phase.FILL


@rule
def fill(s: State, talent: int) -> None:
    take_talent(s, s.seat, talent, 1)
    fill_up(s, s.fill_left - 1, s.resume)


# Items


@rule
def production_level(s: State, seat: int, item: int) -> int:
    """What a popularity or yen item yields to a seat now."""
    # SNK-34: more with one or two characters of its club.
    return cards.LEVELS[min(characters(s, seat, cards.ITEM_CLUB[item]), len(cards.LEVELS) - 1)]


@rule
def item_talents(s: State, seat: int, item: int, talent: int) -> int:
    """How many tokens of a talent a talent item yields to a seat now."""
    # SNK-35: more with two characters of its club.
    if characters(s, seat, cards.ITEM_CLUB[item]) >= cards.CHARACTERS_FOR_TALENTS:
        return cards.ITEM_TALENTS_WITH_TWO[item * TALENTS + talent]
    return cards.ITEM_TALENTS[item * TALENTS + talent]


@rule
def discardable(s: State, seat: int) -> int:
    """The items a seat may discard."""
    # SNK-40: vote items cannot be discarded.
    return s.items[seat] & cards.DISCARDABLE
