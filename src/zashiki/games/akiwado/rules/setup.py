"""Setup: screens, the cards left in the case, the first two cards of every seat, the first waste, the starting player."""

from __future__ import annotations

from zashiki.core.bits import bit, full
from zashiki.core.chance import below, draw_from, shuffle
from zashiki.core.rule import rule
from zashiki.games.akiwado.cards import COLOURS, CUSTOM, EMPTY, KINDS, MAX_SEATS, NOBODY, WASTE_PER_SEAT
from zashiki.games.akiwado.rules.deck import draw_card, look_into_deck
from zashiki.games.akiwado.rules.turns import begin_turn
from zashiki.games.akiwado.state import REMOVE, START, WASTE, State, left_of


@rule
def draw_colours(s: State, rng: list[int]) -> None:
    """A colour for every seat, or those of the option."""
    for colour in range(COLOURS):
        s.outcome[colour] = colour
    shuffle(rng, s.outcome, COLOURS)
    if s.fixed_colours[0] != EMPTY:
        for seat in range(s.players):
            s.outcome[seat] = s.fixed_colours[seat]


@rule
def give_screens(s: State) -> None:
    # AKI-6: every seat has a screen of its own colour.
    for seat in range(s.players):
        s.colours[seat] = s.outcome[seat]
    # AKI-4: with five players nothing is left in the case.
    if s.players == MAX_SEATS:
        deal_articles(s)
    else:
        s.phase = REMOVE


@rule
def unowned(s: State) -> int:
    """The colours on nobody's screen, as a set."""
    free = full(COLOURS)
    for seat in range(s.players):
        free &= ~bit(s.colours[seat])
    return free


@rule
def draw_removed(s: State, rng: list[int]) -> None:
    s.outcome[0] = draw_from(rng, unowned(s)) if s.fixed_remove == EMPTY else s.fixed_remove


@rule
def leave_in_case(s: State) -> None:
    # AKI-5: a whole unowned colour, and one custom card for each seat that is missing (AKI-R1).
    s.removed = s.outcome[0]
    s.deck[s.removed] = 0
    s.deck[CUSTOM] -= MAX_SEATS - s.players
    deal_articles(s)


@rule
def deal_articles(s: State) -> None:
    """Both cards of a colour are alike, so passing one on needs no decision (AKI-R22)."""
    for seat in range(s.players):
        colour = s.colours[seat]
        s.deck[colour] -= 2
        # AKI-8: two articles of the own colour ...
        s.hands[seat * KINDS + colour] += 1
        # AKI-9: ... of which one goes to the left neighbour.
        s.hands[left_of(s, seat) * KINDS + colour] += 1
    s.phase = WASTE


@rule
def draw_waste(s: State, rng: list[int]) -> None:
    """Two cards for every seat, written in canonical order."""
    look_into_deck(s)
    for kind in range(KINDS):
        s.drawn[kind] = 0
    for _ in range(WASTE_PER_SEAT * s.players):
        s.drawn[draw_card(s, rng)] += 1
    n = 0
    for kind in range(KINDS):
        for _ in range(s.drawn[kind]):
            s.outcome[n] = kind
            n += 1


@rule
def waste_cards(s: State) -> None:
    # AKI-10: two cards for every player go from the deck to the waste, face up.
    for i in range(WASTE_PER_SEAT * s.players):
        s.deck[s.outcome[i]] -= 1
        s.waste[s.outcome[i]] += 1
    s.phase = START


@rule
def draw_start(s: State, rng: list[int]) -> None:
    s.outcome[0] = below(rng, s.players) if s.fixed_start == NOBODY else s.fixed_start


@rule
def choose_start(s: State) -> None:
    # AKI-13: the starting player is drawn, every seat alike (AKI-R34).
    begin_turn(s, s.outcome[0])
