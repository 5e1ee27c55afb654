"""Who sees what in Rights of Losers: the View, and the way back to a state."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.core.bits import bit, count
from zashiki.core.game import OPEN, seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.games.rights_of_losers.cards import (
    ALL_CARDS,
    CARD_IDS,
    CARDS,
    EMPTY,
    MAX_SEATS,
    NOBODY,
    PLACED_IDS,
    POINT_IDS,
    POINTS,
    SPACE_IDS,
    SPACES,
    TRICKS,
)
from zashiki.games.rights_of_losers.eyes.resample import resample
from zashiki.games.rights_of_losers.rules import to_act
from zashiki.games.rights_of_losers.scoring import judge, land_bonus, winners
from zashiki.games.rights_of_losers.state import NOT_YET, OVER, PHASES, State, lift_chip, put_card, put_chip, setup
from zashiki.games.rights_of_losers.words import notation


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


def seen_cards(s: State) -> int:
    """Every card that was ever played."""
    seen = s.removed | s.won
    for i in range(s.play_count):
        seen |= bit(s.plays[i])
    for i in range(TRICKS * MAX_SEATS):
        if s.past_plays[i] != EMPTY:
            seen |= bit(s.past_plays[i])
    return seen


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
