"""Who sees what in Rights of Losers: the View, the way back to a state, and the numeric observation."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.core.bits import bit, count, lowest
from zashiki.core.chance import below, draw_from
from zashiki.core.game import OPEN, Observed, Seat, Viewer, seats_in
from zashiki.core.rule import rule
from zashiki.games.rights_of_losers import notation
from zashiki.games.rights_of_losers.cards import (
    ALL_CARDS,
    CARD_IDS,
    CARDS,
    CHIPS,
    COLOUR_COUNT,
    COLOUR_MASK,
    EMPTY,
    FIRST_LAND,
    MAX_SEATS,
    NOBODY,
    NUMBERS,
    PLACED_IDS,
    POINT_IDS,
    POINTS,
    SPACE_IDS,
    SPACES,
    TRICKS,
)
from zashiki.games.rights_of_losers.rules import to_act
from zashiki.games.rights_of_losers.scoring import judge, land_bonus, winners
from zashiki.games.rights_of_losers.state import (
    FIRST,
    NOT_YET,
    OVER,
    PHASES,
    State,
    lift_chip,
    put_card,
    put_chip,
    seat_after,
    setup,
)

PILE = MAX_SEATS  # the undealt cards, as one more holder of hidden cards
PLAIN_SHUFFLES = 40


@dataclass(frozen=True)
class Trick:
    """One trick of the history."""

    trick: int
    leader: Seat
    reversed: bool
    plays: tuple[tuple[Seat, str], ...]
    winner: Seat
    action: str | None  # "lead 2", "reverse", "pass", "move 2,2 4,2"; None until taken


@dataclass(frozen=True)
class View:
    """The table for one pair of eyes. Everything but `hands` is public (ROL-49)."""

    viewer: Viewer
    players: int
    phase: str
    trick: int
    to_act: tuple[Seat, ...]
    dealt: int
    first_lead: int
    leader: Seat | None
    reversed: bool
    plays: tuple[tuple[Seat, str], ...]
    winner: Seat | None
    won: tuple[str, ...]
    picked: str | None
    built: int
    lifted: str | None
    field: dict[str, str]  # space -> card
    chips: dict[str, Seat]  # point -> seat
    supply: tuple[int, ...]
    tricks_won: tuple[int, ...]
    removed: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    undealt_count: int
    history: tuple[Trick, ...]
    hands: dict[Seat, tuple[str, ...]]  # the viewer's own hand; all of them for open eyes
    owners: dict[str, Seat | None]  # every space that holds a card -> who owns it now
    building_points: tuple[int, ...]
    land_cards: tuple[int, ...]
    land_bonus: tuple[int, ...]
    scores: tuple[int, ...]
    over: bool
    winners: tuple[Seat, ...]


def cards_in(mask: int) -> tuple[str, ...]:
    """The ids of a card set in canonical order."""
    return tuple(CARD_IDS[card] for card in range(CARDS) if mask >> card & 1)


def _seat(number: int) -> Seat | None:
    return None if number == NOBODY else number


def may_see_hand(viewer: Viewer, seat: Seat) -> bool:
    """ROL-49: hands are secret to everybody else."""
    return viewer in (seat, OPEN)


def view(s: State, viewer: Viewer) -> View:
    """What that viewer sees."""
    judge(s)
    seats = range(s.players)
    bonus = tuple(land_bonus(s, seat) for seat in seats)
    return View(
        viewer=viewer,
        players=s.players,
        phase=PHASES[s.phase],
        trick=s.trick,
        to_act=tuple(seats_in(to_act(s))),
        dealt=s.dealt,
        first_lead=s.first_lead,
        leader=_seat(s.leader),
        reversed=bool(s.reversed),
        plays=_plays(s, s.leader, s.plays),
        winner=_seat(s.winner),
        won=cards_in(s.won),
        picked=None if s.picked == EMPTY else CARD_IDS[s.picked],
        built=s.built,
        lifted=None if s.lifted == EMPTY else POINT_IDS[s.lifted],
        field={SPACE_IDS[k]: PLACED_IDS[s.field[k]] for k in range(SPACES) if s.field[k] != EMPTY},
        chips={POINT_IDS[p]: s.chips[p] for p in range(POINTS) if s.chips[p] != EMPTY},
        supply=tuple(s.supply[: s.players]),
        tricks_won=tuple(s.tricks_won[: s.players]),
        removed=cards_in(s.removed),
        hand_sizes=tuple(count(s.hands[seat]) for seat in seats),
        # ROL-50: the undealt cards are never shown, only counted.
        undealt_count=count(s.undealt),
        history=tuple(_trick(s, k) for k in range(TRICKS) if s.past_winner[k] != NOBODY),
        hands={seat: cards_in(s.hands[seat]) for seat in seats if may_see_hand(viewer, seat)},
        owners={SPACE_IDS[k]: _seat(s.owners[k]) for k in range(SPACES) if s.field[k] != EMPTY},
        building_points=tuple(s.building[: s.players]),
        land_cards=tuple(s.land[: s.players]),
        land_bonus=bonus,
        scores=tuple(s.building[seat] + bonus[seat] for seat in seats),
        over=s.phase == OVER,
        winners=tuple(seats_in(winners(s))),
    )


def _plays(s: State, leader: Seat, cards: list[int]) -> tuple[tuple[Seat, str], ...]:
    return tuple(((leader + i) % s.players, CARD_IDS[card]) for i, card in enumerate(cards) if card != EMPTY)


def _trick(s: State, k: int) -> Trick:
    plays = _plays(s, s.past_leader[k], s.past_plays[k * MAX_SEATS : (k + 1) * MAX_SEATS])
    action = None if s.past_action[k] == NOT_YET else notation.past_action(s.past_action[k], s.past_drop[k])
    return Trick(k + 1, s.past_leader[k], bool(s.past_reversed[k]), plays, s.past_winner[k], action)


# The way back


def state_from(v: View, rng: list[int]) -> State:
    """A full state this view could come from; what the viewer cannot know is drawn."""
    s = State()
    setup(s, v.players, [v.first_lead])
    s.phase, s.trick, s.dealt = PHASES.index(v.phase), v.trick, v.dealt
    s.seat = v.to_act[0] if v.to_act else 0
    s.leader = NOBODY if v.leader is None else v.leader
    s.reversed = int(v.reversed)
    s.winner = NOBODY if v.winner is None else v.winner
    s.won, s.removed = _mask(v.won), _mask(v.removed)
    s.picked = EMPTY if v.picked is None else CARD_IDS.index(v.picked)
    s.built = v.built
    for space, card in v.field.items():
        put_card(s, SPACE_IDS.index(space), PLACED_IDS.index(card))
    for point, seat in v.chips.items():
        put_chip(s, seat, POINT_IDS.index(point))
    if v.lifted is not None:
        put_chip(s, s.winner, POINT_IDS.index(v.lifted))
        lift_chip(s, POINT_IDS.index(v.lifted))
    s.supply[: v.players] = v.supply
    s.tricks_won[: v.players] = v.tricks_won
    s.play_count = len(v.plays)
    s.plays[: len(v.plays)] = [CARD_IDS.index(card) for _, card in v.plays]
    for trick in v.history:
        _remember(s, trick)
    for seat, hand in v.hands.items():
        s.hands[seat] = _mask(hand)
    _hide(s, v)
    if v.viewer != OPEN:
        resample(s, v.viewer, rng)
    return s


def _mask(cards: tuple[str, ...]) -> int:
    return sum(1 << CARD_IDS.index(card) for card in cards)


def _remember(s: State, trick: Trick) -> None:
    k = trick.trick - 1
    s.past_leader[k], s.past_reversed[k], s.past_winner[k] = trick.leader, int(trick.reversed), trick.winner
    for i, (_, card) in enumerate(trick.plays):
        s.past_plays[k * MAX_SEATS + i] = CARD_IDS.index(card)
    if trick.action is not None:
        s.past_action[k], s.past_drop[k] = notation.read_past_action(trick.action)


def _hide(s: State, v: View) -> None:
    """Put the unseen cards anywhere, hands filled to their size; `resample` then deals them fairly."""
    unseen = ALL_CARDS & ~seen_cards(s)
    for seat in range(v.players):
        unseen &= ~s.hands[seat]
    for seat in range(v.players):
        while count(s.hands[seat]) < v.hand_sizes[seat]:
            card = unseen & -unseen
            s.hands[seat] |= card
            unseen &= ~card
    s.undealt = unseen


# What a seat cannot know


@rule
def seen_cards(s: State) -> int:
    """Every card that was ever played."""
    seen = s.removed | s.won
    for i in range(s.play_count):
        seen |= bit(s.plays[i])
    for i in range(TRICKS * MAX_SEATS):
        if s.past_plays[i] != EMPTY:
            seen |= bit(s.past_plays[i])
    return seen


@rule
def note_voids(s: State, cards: int, first: int, leader: int) -> None:
    """Mark the colours that seats failed to follow in one trick; `cards` of them from s.past_plays[first]."""
    led = s.past_plays[first] // NUMBERS
    for i in range(1, cards):
        if s.past_plays[first + i] // NUMBERS != led:
            s.voids[seat_after(s, leader, i)] |= bit(led)


@rule
def find_voids(s: State) -> None:
    # ROL-11: who did not follow had no card of that colour, and hands only shrink.
    for holder in range(MAX_SEATS + 1):
        s.voids[holder] = 0
    for trick in range(TRICKS):
        if s.past_winner[trick] != NOBODY:
            note_voids(s, s.players, trick * MAX_SEATS, s.past_leader[trick])
    for i in range(1, s.play_count):
        if s.plays[i] // NUMBERS != s.plays[0] // NUMBERS:
            s.voids[seat_after(s, s.leader, i)] |= bit(s.plays[0] // NUMBERS)


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Re-deal the hidden hands and the undealt cards as this seat could imagine them (ROL-49, ROL-50)."""
    find_voids(s)
    unknown = s.undealt
    for other in range(s.players):
        s.slots[other] = 0
        if other != seat:
            s.slots[other] = count(s.hands[other])
            unknown |= s.hands[other]
    s.slots[PILE] = count(s.undealt)
    for _ in range(PLAIN_SHUFFLES):
        if deal_plainly(s, seat, unknown, rng):
            return
    deal_carefully(s, seat, unknown, rng)


@rule
def take_back(s: State, seat: int) -> None:
    for other in range(s.players):
        if other != seat:
            s.hands[other] = 0
    s.undealt = 0


@rule
def forbidden(s: State, holder: int) -> int:
    """The cards a holder is known not to have."""
    mask = 0
    for colour in range(COLOUR_COUNT):
        if s.voids[holder] & bit(colour):
            mask |= COLOUR_MASK[colour]
    return mask


@rule
def deal_plainly(s: State, seat: int, unknown: int, rng: list[int]) -> int:
    """A plain shuffle; 1 when it respects every void. Uniform over all deals, but it may fail."""
    take_back(s, seat)
    for other in range(s.players):
        for _ in range(s.slots[other]):
            card = draw_from(rng, unknown)
            unknown &= ~bit(card)
            s.hands[other] |= bit(card)
        if other != seat and s.hands[other] & forbidden(s, other):
            return 0
    s.undealt = unknown
    return 1


@rule
def deal_carefully(s: State, seat: int, unknown: int, rng: list[int]) -> None:
    """Card by card to a holder with room that may have it, never into a dead end. Nearly uniform; cannot fail."""
    take_back(s, seat)
    while unknown:
        card = draw_from(rng, unknown)
        unknown &= ~bit(card)
        holder = choose_holder(s, card, unknown, rng)
        s.slots[holder] -= 1
        if holder == PILE:
            s.undealt |= bit(card)
        else:
            s.hands[holder] |= bit(card)


@rule
def choose_holder(s: State, card: int, rest: int, rng: list[int]) -> int:
    """A holder for the card, by open slots, among those that leave a way to deal the rest."""
    room = 0
    for holder in range(MAX_SEATS + 1):
        if may_take(s, holder, card, rest):
            room += s.slots[holder]
    at = below(rng, room)
    chosen = PILE
    for holder in range(MAX_SEATS + 1):
        if may_take(s, holder, card, rest):
            if 0 <= at < s.slots[holder]:
                chosen = holder
            at -= s.slots[holder]
    return chosen


@rule
def may_take(s: State, holder: int, card: int, rest: int) -> int:
    if s.slots[holder] == 0 or s.voids[holder] & bit(card // NUMBERS):
        return 0
    s.slots[holder] -= 1
    possible = can_deal(s, rest)
    s.slots[holder] += 1
    return possible


@rule
def can_deal(s: State, rest: int) -> int:
    """Whether the rest can be dealt: for every set of colours there is room enough (Hall's condition)."""
    for colours in range(1, 1 << COLOUR_COUNT):
        cards, room = 0, 0
        for colour in range(COLOUR_COUNT):
            if colours & (1 << colour):
                cards += count(rest & COLOUR_MASK[colour])
        for holder in range(MAX_SEATS + 1):
            if colours & ~s.voids[holder]:
                room += s.slots[holder]
        if cards > room:
            return 0
    return 1


# Numbers for learning: everything the view shows, seats counted from the observer

OBSERVATION = (
    Observed("phase", OVER + 1, 1, "the phase, one place each"),
    Observed("trick", 1, TRICKS, "number of the trick"),
    Observed("reversed", 1, 1, "1 when low numbers win"),
    Observed("built", 1, 2, "buildings placed in this trick"),
    Observed("to_act", MAX_SEATS, 1, "the seat to act"),
    Observed("leader", MAX_SEATS, 1, "who leads the trick"),
    Observed("winner", MAX_SEATS, 1, "who won the trick"),
    Observed("seats", MAX_SEATS, 1, "1 for every seat in the game"),
    Observed("supply", MAX_SEATS, CHIPS, "unplaced chips"),
    Observed("tricks_won", MAX_SEATS, TRICKS, "tricks won"),
    Observed("hand", CARDS, 1, "own cards"),
    Observed("won", CARDS, 1, "cards of the trick still to pick from"),
    Observed("picked", CARDS, 1, "the card to build"),
    Observed("removed", CARDS, 1, "cards out of the game"),
    Observed("field", SPACES * 2, NUMBERS, "per space: number of the building, then colour 1-5 or 10 for land"),
    Observed("chips", POINTS * MAX_SEATS, 1, "per point: whose chip"),
    Observed("lifted", POINTS, 1, "where the moving chip came from"),
    Observed("trick_cards", CARDS * MAX_SEATS, 1, "per card: who played it to this trick"),
    Observed("played", CARDS * MAX_SEATS, 1, "per card: who played it in earlier tricks"),
    Observed("past_leader", TRICKS * MAX_SEATS, 1, "per trick: who led"),
    Observed("past_winner", TRICKS * MAX_SEATS, 1, "per trick: who won"),
    Observed("past_reversed", TRICKS, 1, "per trick: 1 when low numbers won"),
    Observed("past_cards", TRICKS * CARDS, 1, "per trick: its cards"),
)
OBSERVATION_SIZE = sum(part.size for part in OBSERVATION)


@rule
def turned(s: State, other: int, seat: int) -> int:
    """A seat as the observer counts: 0 is itself, 1 its left neighbour."""
    return other - seat if other >= seat else other - seat + s.players


@rule
def mark_seat(s: State, other: int, seat: int, out: list[int], at: int) -> int:
    """Mark a seat, if there is one; the place behind the block."""
    if other != NOBODY:
        out[at + turned(s, other, seat)] = 1
    return at + MAX_SEATS


@rule
def mark_cards(mask: int, out: list[int], at: int) -> int:
    cards = mask
    while cards:
        out[at + lowest(cards)] = 1
        cards &= cards - 1
    return at + CARDS


@rule
def observe(s: State, seat: int, out: list[int]) -> None:
    """What the seat knows, as OBSERVATION lists it."""
    for k in range(OBSERVATION_SIZE):
        out[k] = 0
    out[s.phase] = 1
    at = OVER + 1
    out[at], out[at + 1], out[at + 2] = s.trick, s.reversed, s.built
    at = mark_seat(s, s.seat if s.phase > FIRST and s.phase != OVER else NOBODY, seat, out, at + 3)
    at = mark_seat(s, s.leader, seat, out, at)
    at = mark_seat(s, s.winner, seat, out, at)
    for other in range(s.players):
        out[at + turned(s, other, seat)] = 1
        out[at + MAX_SEATS + turned(s, other, seat)] = s.supply[other]
        out[at + 2 * MAX_SEATS + turned(s, other, seat)] = s.tricks_won[other]
    at = mark_cards(s.hands[seat], out, at + 3 * MAX_SEATS)
    at = mark_cards(s.won, out, at)
    at = mark_cards(0 if s.picked == EMPTY else bit(s.picked), out, at)
    at = mark_cards(s.removed, out, at)
    at = observe_board(s, seat, out, at)
    observe_plays(s, seat, out, at)


@rule
def observe_board(s: State, seat: int, out: list[int], at: int) -> int:
    for space in range(SPACES):
        card = s.field[space]
        if card >= FIRST_LAND:
            out[at + 2 * space + 1] = NUMBERS
        elif card != EMPTY:
            out[at + 2 * space] = card % NUMBERS + 1
            out[at + 2 * space + 1] = card // NUMBERS + 1
    at += 2 * SPACES
    for point in range(POINTS):
        at = mark_seat(s, s.chips[point], seat, out, at)
    if s.lifted != EMPTY:
        out[at + s.lifted] = 1
    return at + POINTS


@rule
def observe_plays(s: State, seat: int, out: list[int], at: int) -> None:
    for i in range(s.play_count):
        mark_seat(s, seat_after(s, s.leader, i), seat, out, at + s.plays[i] * MAX_SEATS)
    played = at + CARDS * MAX_SEATS
    at = played + CARDS * MAX_SEATS
    for trick in range(TRICKS):
        mark_seat(s, s.past_leader[trick], seat, out, at + trick * MAX_SEATS)
        mark_seat(s, s.past_winner[trick], seat, out, at + (TRICKS + trick) * MAX_SEATS)
        out[at + 2 * TRICKS * MAX_SEATS + trick] = s.past_reversed[trick]
        for i in range(s.players):
            card = s.past_plays[trick * MAX_SEATS + i]
            if card != EMPTY:
                mark_seat(s, seat_after(s, s.past_leader[trick], i), seat, out, played + card * MAX_SEATS)
                out[at + 2 * TRICKS * MAX_SEATS + TRICKS + trick * CARDS + card] = 1


def summary(s: State) -> dict[str, object]:
    """The canonical summary of the rules."""
    v = view(s, OPEN)
    return {
        "players": v.players,
        "phase": v.phase,
        "trick": v.trick,
        "to_act": list(v.to_act),
        "leader": v.leader,
        "reversed": v.reversed,
        "plays": [list(play) for play in v.plays],
        "winner": v.winner,
        "won": list(v.won),
        "picked": v.picked,
        "built": v.built,
        "lifted": v.lifted,
        "field": v.field,
        "chips": v.chips,
        "supply": list(v.supply),
        "tricks_won": list(v.tricks_won),
        "hand_sizes": list(v.hand_sizes),
        "removed": list(v.removed),
        "undealt_count": v.undealt_count,
        "owners": v.owners,
        "building_points": list(v.building_points),
        "land_cards": list(v.land_cards),
        "land_bonus": list(v.land_bonus),
        "scores": list(v.scores),
        "over": v.over,
        "winners": list(v.winners),
    }
