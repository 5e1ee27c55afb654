"""Setup: screens, the cards left in the case, the first two cards of every seat, the first waste, the starting player."""

from __future__ import annotations

from zashiki.core.bits import bit, full
from zashiki.core.chance import below, draw_from, shuffle
from zashiki.core.rule import rule
from zashiki.core.seats import left_of
from zashiki.games.akiwado import cards, phase
from zashiki.games.akiwado.cards import COLOURS, EMPTY, KINDS, MAX_SEATS, NOBODY
from zashiki.games.akiwado.rules.turns import begin_turn
from zashiki.games.akiwado.state import State, draw_card, kind_at, look_into_deck, up_to_each


@rule
def setup(s: State, players: int, options: list[int]) -> None:
    """A new game before the screens are given out. The options: purveyor, five colours, remove, start, open coins."""
    s.players = players
    s.purveyor = options[0]
    for seat in range(MAX_SEATS):
        s.fixed_colours[seat] = options[1 + seat]
    s.fixed_remove = options[1 + MAX_SEATS]
    s.fixed_start = options[2 + MAX_SEATS]
    s.open_coins = options[3 + MAX_SEATS]
    s.phase = phase.COLOURS
    s.turn_player = NOBODY
    s.removed = EMPTY
    for kind in range(KINDS):
        s.deck[kind] = cards.COPIES[kind]
    s.stock = cards.COINS
    for seat in range(players):
        # AKI-7: five coins each; every tile starts on its just side.
        s.coins[seat] = cards.STARTING_COINS + cards.EXTRA_COINS[seat]
        # AKI-11: all other coins are the stock.
        s.stock -= s.coins[seat]
    # AKI-80: the markers start beside the board.
    empty(s.privileges)
    empty(s.colours)
    empty(s.sealed)
    empty(s.roller)
    empty(s.kept)
    empty(s.callers)
    empty(s.first_callers)
    empty(s.declared)
    empty(s.acted)
    empty(s.lot_winner)


@rule
def empty(numbers: list[int]) -> None:
    """No colour, no seat, no choice yet."""
    for k in range(len(numbers)):
        numbers[k] = EMPTY


@rule
def draw_opening(s: State, rng: list[int]) -> None:
    """Sample an event before the first turn; an option may have settled it."""
    if s.phase == phase.COLOURS:
        draw_colours(s, rng)
    elif s.phase == phase.REMOVE:
        s.outcome[0] = draw_from(rng, unowned(s)) if s.fixed_remove == EMPTY else s.fixed_remove
    elif s.phase == phase.WASTE:
        draw_waste(s, rng)
    else:
        # AKI-13: the starting player is drawn, every seat with the same chance (AKI-R34).
        s.outcome[0] = below(rng, s.players) if s.fixed_start == NOBODY else s.fixed_start


@rule
def reveal_opening(s: State) -> None:
    """Carry out an event before the first turn."""
    if s.phase == phase.COLOURS:
        give_screens(s)
    elif s.phase == phase.REMOVE:
        leave_in_case(s)
    elif s.phase == phase.WASTE:
        waste_cards(s)
    else:
        begin_turn(s, s.outcome[0])


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
        s.phase = phase.REMOVE


@rule
def unowned(s: State) -> int:
    """The colours on nobody's screen, as a set."""
    free = full(COLOURS)
    for seat in range(s.players):
        free &= ~bit(s.colours[seat])
    return free


@rule
def leave_in_case(s: State) -> None:
    # AKI-5: a whole unowned colour, and one custom card for each empty chair (AKI-R1).
    s.removed = s.outcome[0]
    s.deck[s.removed] = 0
    s.deck[cards.CUSTOM] -= MAX_SEATS - s.players
    deal_articles(s)


@rule
def deal_articles(s: State) -> None:
    """Both cards of a colour are alike, so passing one on needs no decision (AKI-R22)."""
    for seat in range(s.players):
        colour = s.colours[seat]
        s.deck[colour] -= 2
        # AKI-8: two articles of the seat's own colour ...
        s.hands[seat * KINDS + colour] += 1
        # AKI-9: ... of which one goes to the left neighbour.
        s.hands[left_of(s, seat) * KINDS + colour] += 1
    s.phase = phase.WASTE


@rule
def draw_waste(s: State, rng: list[int]) -> None:
    """Two cards for every seat, written in canonical order."""
    deck = look_into_deck(s)
    left, number = deck, cards.WASTE_PER_SEAT * s.players
    for _ in range(number):
        left -= bit(8 * draw_card(left, rng))
    up_to = up_to_each(deck - left)
    for n in range(number):
        s.outcome[n] = kind_at(up_to, n)


@rule
def waste_cards(s: State) -> None:
    # AKI-10: two cards for every player go from the deck to the waste, face up.
    for i in range(cards.WASTE_PER_SEAT * s.players):
        s.deck[s.outcome[i]] -= 1
        s.waste[s.outcome[i]] += 1
    s.phase = phase.START
