"""The two tracks, the piles of students and items, and the pile of teacher cards."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8s
from zashiki.games.saigo_no_kane import phase
from zashiki.games.saigo_no_kane.cards import COPIES, EMPTY, SPACES, TEACHERS
from zashiki.games.saigo_no_kane.rules.holdings import kinds_in
from zashiki.games.saigo_no_kane.state import State, go_to


class Unseen(Work):
    """Teacher cards of which some are drawn."""

    cards_left: list[int] = i8s(TEACHERS, 0, COPIES)


# The two tracks


@rule
def on_track(track: list[int]) -> int:
    """The tiles of a track as a set."""
    tiles = 0
    for space in range(SPACES):
        if track[space] != EMPTY:
            tiles |= bit(track[space])
    return tiles


@rule
def space_of(track: list[int], tile: int) -> int:
    """The space of a tile that is on the track."""
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
    # SNK-28: the new tile goes into the leftmost space; SNK-R6: tiles stand as far right as possible.
    space = SPACES - 1
    while track[space] != EMPTY:
        space -= 1
    track[space] = tile


@rule
def refill_school(s: State, resume: int) -> None:
    """Draw students for all empty spaces, then go on."""
    go_to(s, resume)
    # SNK-R6: if pile and discard are both empty, the space stays empty.
    if s.school[0] == EMPTY and (s.student_pile | s.student_discard) != 0:
        s.phase = phase.DRAW_STUDENT


@rule
def refill_market(s: State, resume: int) -> None:
    """Draw items for all empty spaces, then go on."""
    go_to(s, resume)
    if s.market[0] == EMPTY and (s.item_pile | s.item_discard) != 0:
        s.phase = phase.DRAW_ITEM


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
def sample_card(s: State, rng: list[int]) -> int:
    """A random one of the teacher cards that can be drawn now."""
    unseen, total = Unseen(), 0
    for teacher in range(TEACHERS):
        unseen.cards_left[teacher] = cards_to_draw(s, teacher)
        total += unseen.cards_left[teacher]
    return pick_card(unseen, total, rng)


@rule
def pick_card(unseen: Unseen, total: int, rng: list[int]) -> int:
    """A random one of the `total` cards counted in `cards_left`."""
    place, teacher = below(rng, total), 0
    while place >= unseen.cards_left[teacher]:
        place -= unseen.cards_left[teacher]
        teacher += 1
    return teacher


@rule
def can_draw_card(s: State) -> int:
    # SNK-R6: if pile and discard are both empty, the draw is skipped.
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
