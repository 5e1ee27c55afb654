"""Who sees what in Rights of Losers: the View, and the way back to a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from zashiki.core.actions import Action
from zashiki.core.bits import bit, count
from zashiki.core.but import but
from zashiki.core.game import OPEN, seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.games.rights_of_losers import cards, phase, state
from zashiki.games.rights_of_losers.eyes.resample import resample
from zashiki.games.rights_of_losers.rules import to_act
from zashiki.games.rights_of_losers.rules.setup import setup
from zashiki.games.rights_of_losers.scoring import Judgement, judge, land_bonus, winners
from zashiki.games.rights_of_losers.state import State, lift_chip, put_card, put_chip
from zashiki.games.rights_of_losers.words import notation

KEPT = 8192  # sets of cards and tricks, written out


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


@lru_cache(KEPT)
def cards_in(mask: int) -> tuple[str, ...]:
    """The ids of a card set in canonical order."""
    return tuple(cards.CARD_IDS[card] for card in range(cards.CARDS) if mask >> card & 1)


def _seat(number: int) -> Seat | None:
    return None if number == cards.NOBODY else number


def may_see_hand(viewer: Viewer, seat: Seat) -> bool:
    """ROL-49: hands are secret to everybody else."""
    return viewer in (seat, OPEN)


def view(s: State, viewer: Viewer) -> View:
    """What that viewer sees."""
    judged = Judgement()
    judge(s, judged)
    seats = range(s.players)
    bonus = tuple(land_bonus(s, judged, seat) for seat in seats)
    return View(
        viewer=viewer,
        players=s.players,
        phase=phase.NAMES[s.phase],
        trick=s.trick,
        to_act=tuple(seats_in(to_act(s))),
        dealt=s.dealt,
        first_lead=s.first_lead,
        leader=_seat(s.leader),
        reversed=bool(s.reversed),
        plays=_plays(s.players, s.leader, s.plays),
        winner=_seat(s.winner),
        won=cards_in(s.won),
        picked=None if s.picked == cards.EMPTY else cards.CARD_IDS[s.picked],
        built=s.built,
        lifted=None if s.lifted == cards.EMPTY else cards.POINT_IDS[s.lifted],
        field={cards.SPACE_IDS[k]: cards.PLACED_IDS[s.field[k]] for k in range(cards.SPACES) if s.field[k] != cards.EMPTY},
        chips={cards.POINT_IDS[p]: s.chips[p] for p in range(cards.POINTS) if s.chips[p] != cards.EMPTY},
        supply=tuple(s.supply[: s.players]),
        tricks_won=tuple(s.tricks_won[: s.players]),
        removed=cards_in(s.removed),
        hand_sizes=tuple(count(s.hands[seat]) for seat in seats),
        # ROL-50: the undealt cards are never shown, only counted.
        undealt_count=count(s.undealt),
        history=tuple(_trick(s, k) for k in range(cards.MOST_TRICKS) if s.past_winner[k] != cards.NOBODY),
        hands=_hands(s, viewer),
        owners={cards.SPACE_IDS[k]: _seat(judged.owners[k]) for k in range(cards.SPACES) if s.field[k] != cards.EMPTY},
        building_points=tuple(judged.building[: s.players]),
        land_cards=tuple(judged.land[: s.players]),
        land_bonus=bonus,
        scores=tuple(judged.building[seat] + bonus[seat] for seat in seats),
        over=s.phase == phase.OVER,
        winners=tuple(seats_in(winners(s))),
    )


def _hands(s: State, viewer: Viewer) -> dict[Seat, tuple[str, ...]]:
    return {seat: cards_in(s.hands[seat]) for seat in range(s.players) if may_see_hand(viewer, seat)}


def view_beside(s: State, viewer: Viewer, public: View) -> View:
    """The same, from what a spectator sees: only hands are added."""
    return but(public, viewer=viewer, hands=_hands(s, viewer))


def reveals(s: State, seat: Seat, action: Action) -> bool:
    """A card that leaves the hand has been seen; everything else was open before."""
    return s.phase == phase.PLAY


def _plays(players: int, leader: Seat, played: Sequence[int]) -> tuple[tuple[Seat, str], ...]:
    return tuple(((leader + i) % players, cards.CARD_IDS[card]) for i, card in enumerate(played) if card != cards.EMPTY)


def _trick(s: State, k: int) -> Trick:
    played = tuple(s.past_plays[k * cards.MAX_SEATS : (k + 1) * cards.MAX_SEATS])
    return _past(
        k, s.players, s.past_leader[k], bool(s.past_reversed[k]), played, s.past_winner[k], s.past_action[k], s.past_drop[k]
    )


@lru_cache(KEPT)
def _past(
    k: int, players: int, leader: Seat, reversed: bool, played: tuple[int, ...], winner: Seat, action: int, drop: int
) -> Trick:
    done = None if action == state.NOT_YET else notation.past_action(action, drop)
    return Trick(k + 1, leader, reversed, _plays(players, leader, played), winner, done)


# The way back


def state_from(v: View, rng: list[int]) -> State:
    """A full state this view could come from; what the viewer cannot know is drawn."""
    s = State()
    setup(s, v.players, [v.first_lead])
    s.phase, s.trick, s.dealt = phase.NAMES.index(v.phase), v.trick, v.dealt
    s.seat = v.to_act[0] if v.to_act else 0
    s.leader = cards.NOBODY if v.leader is None else v.leader
    s.reversed = int(v.reversed)
    s.winner = cards.NOBODY if v.winner is None else v.winner
    s.won, s.removed = _mask(v.won), _mask(v.removed)
    s.picked = cards.EMPTY if v.picked is None else cards.CARD_IDS.index(v.picked)
    s.built = v.built
    for space, card in v.field.items():
        put_card(s, cards.SPACE_IDS.index(space), cards.PLACED_IDS.index(card))
    for point, seat in v.chips.items():
        put_chip(s, seat, cards.POINT_IDS.index(point))
    if v.lifted is not None:
        put_chip(s, s.winner, cards.POINT_IDS.index(v.lifted))
        lift_chip(s, cards.POINT_IDS.index(v.lifted))
    s.supply[: v.players] = v.supply
    s.tricks_won[: v.players] = v.tricks_won
    s.play_count = len(v.plays)
    s.plays[: len(v.plays)] = [cards.CARD_IDS.index(card) for _, card in v.plays]
    for trick in v.history:
        _remember(s, trick)
    for seat, hand in v.hands.items():
        s.hands[seat] = _mask(hand)
    _hide(s, v)
    if v.viewer != OPEN:
        resample(s, v.viewer, rng)
    return s


def _mask(ids: tuple[str, ...]) -> int:
    return sum(1 << cards.CARD_IDS.index(card) for card in ids)


def _remember(s: State, trick: Trick) -> None:
    k = trick.trick - 1
    s.past_leader[k], s.past_reversed[k], s.past_winner[k] = trick.leader, int(trick.reversed), trick.winner
    for i, (_, card) in enumerate(trick.plays):
        s.past_plays[k * cards.MAX_SEATS + i] = cards.CARD_IDS.index(card)
    if trick.action is not None:
        s.past_action[k], s.past_drop[k] = notation.read_past_action(trick.action)


def _hide(s: State, v: View) -> None:
    """Put the unseen cards anywhere, hands filled to their size; `resample` then deals them fairly."""
    unseen = cards.ALL_CARDS & ~seen_cards(s)
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
    for i in range(cards.MOST_TRICKS * cards.MAX_SEATS):
        if s.past_plays[i] != cards.EMPTY:
            seen |= bit(s.past_plays[i])
    return seen


_SUMMARY = (
    "players", "phase", "trick", "to_act", "leader", "reversed", "plays", "winner", "won", "picked", "built", "lifted",
    "field", "chips", "supply", "tricks_won", "hand_sizes", "removed", "undealt_count", "owners", "building_points",
    "land_cards", "land_bonus", "scores", "over", "winners",
)  # fmt: skip


def summary(s: State) -> dict[str, object]:
    """The canonical summary of the rules."""
    v = view(s, OPEN)
    return {key: _as_lists(getattr(v, key)) for key in _SUMMARY}


def _as_lists(value: object) -> object:
    return [_as_lists(part) for part in value] if isinstance(value, tuple) else value
