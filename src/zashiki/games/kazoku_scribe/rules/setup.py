"""Set-up: a new game, and the chance before the first decision: the starting seat and the printed pages."""

from __future__ import annotations

from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.core.seats import seat_after
from zashiki.games.kazoku_scribe import cards, phase
from zashiki.games.kazoku_scribe.cards import MAX_SEATS, NONE
from zashiki.games.kazoku_scribe.rules import digging, generation
from zashiki.games.kazoku_scribe.rules.faults import VALID
from zashiki.games.kazoku_scribe.state import DIFFERENT, NOT_YET, State

SOURCES = ("start", "battle", "dungeon", "village", "knowledge")  # of chance, in the order of its phases


@rule
def setup(s: State, players: int, options: list[int]) -> None:
    """A new game before its pages are printed."""
    # KZS-1: two players, or four in two teams (checked when the table is made).
    s.players = players
    # KZS-2: four players use a bigger Shogun page.
    s.size = 1 if players == MAX_SEATS else 0
    s.villages, s.start_option, s.beginner = options[0], options[1], options[2]
    # KZS-7: the first starting seat is drawn, unless the option names it.
    s.start = s.start_option
    s.phase = phase.START if s.start == cards.NOBODY else phase.BATTLE
    for cell in range(cards.CAVE_CELLS):
        s.dungeon[cell] = NONE
    for k in range(MAX_SEATS * cards.WARS * cards.SQUARES):
        s.icons[k] = NONE
    for seat in range(MAX_SEATS):
        s.step[seat], s.deed[seat], s.answer[seat] = phase.DONE, NONE, NOT_YET
    for k in range(MAX_SEATS * cards.DEEDS_A_ROUND):
        s.planned[k], s.pieces[k] = NONE, NONE
    for k in range(cards.ROUNDS * MAX_SEATS):
        s.challenged[k] = NOT_YET


@rule
def source(s: State) -> int:
    """Where the next chance event comes from."""
    return s.phase


@rule
def draw(s: State, rng: list[int]) -> None:
    """Draw the starting seat, or the next page, over and over until it is valid."""
    if s.phase == phase.START:
        s.outcome[0] = below(rng, s.players)
    elif s.phase == phase.BATTLE:
        generation.draw_battle(s, rng)
    elif s.phase == phase.DUNGEON:
        while not digging.dig_dungeon(s, rng):
            s.outcome[0] = NONE
    elif s.phase == phase.VILLAGE:
        generation.shuffle_village(s, rng)
        while generation.village_fault(s) != VALID:
            generation.shuffle_village(s, rng)
    else:
        generation.shuffle_knowledge(s, rng)
        while generation.knowledge_fault(s) != VALID:
            generation.shuffle_knowledge(s, rng)


@rule
def reveal(s: State) -> None:
    """Print the page in the outcome. KZS-3: the same village page for all seats, or one each by agreement."""
    last = s.printed + pages_at_once(s)
    if s.phase == phase.START:
        # KZS-7: the first starting seat is random.
        s.start = s.outcome[0]
    elif s.phase == phase.BATTLE:
        generation.print_battle(s)
    elif s.phase == phase.DUNGEON:
        digging.print_dungeon(s)
    elif s.phase == phase.VILLAGE:
        generation.print_village(s, s.printed)
        for seat in range(s.printed + 1, last):
            generation.copy_village(s, s.printed, seat)
    else:
        for seat in range(s.printed, last):
            generation.print_knowledge(s, seat)
        s.printed = last
    next_page(s)


@rule
def next_page(s: State) -> None:
    """Go on to the next page, or to the entry when all are printed."""
    if s.phase != phase.KNOWLEDGE:
        s.phase += 1
    elif s.printed < s.players:
        s.phase = phase.VILLAGE
    else:
        # KZS-8: the seat to the right of the starting seat chooses the entry.
        s.phase = phase.ENTRY
        s.round = 1
        s.seat = seat_after(s, s.start, s.players - 1)


@rule
def pages_at_once(s: State) -> int:
    """How many village pages one event prints."""
    return 1 if s.villages == DIFFERENT else s.players
