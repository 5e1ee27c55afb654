"""Who sees what in Paper Lantern: the View, and the way back to a state."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from zashiki.core.actions import Action
from zashiki.core.bits import bit
from zashiki.core.game import OPEN, seats_in
from zashiki.core.rooms import Seat, Viewer

from paper_lantern import cards, phase
from paper_lantern.eyes.resample import resample
from paper_lantern.rules import setup, to_act
from paper_lantern.scoring import winners
from paper_lantern.state import State, in_hand, in_round, rounds_done


@dataclass(frozen=True)
class Round:
    """A round whose bids have been turned up."""

    prize: int
    bids: tuple[int, ...]
    taker: Seat | None


@dataclass(frozen=True)
class View:
    """The table for one pair of eyes, with cards as the numbers printed on them. Everything but `hands` and `bids` is public."""

    viewer: Viewer
    players: int
    phase: str
    to_act: tuple[Seat, ...]
    matched: int
    round: int
    dealt: int
    prize: int | None  # of this round
    prizes_left: tuple[int, ...]
    pot: int
    sealed: tuple[bool, ...]
    history: tuple[Round, ...]
    won: tuple[int, ...]
    hands: dict[Seat, tuple[int, ...]]  # the viewer's own, with the sealed card; all of them for open eyes
    bids: dict[Seat, int]  # likewise
    over: bool
    winners: tuple[Seat, ...]


def may_see(viewer: Viewer, seat: Seat) -> bool:
    """PAL-4, PAL-6: a hand and a sealed bid are secret to everybody else. PAL-R1: that a bid is sealed is not."""
    return viewer in (seat, OPEN)


def view(s: State, viewer: Viewer) -> View:
    """What that viewer sees."""
    seats = range(s.players)
    seen = [seat for seat in seats if may_see(viewer, seat)]
    return View(
        viewer=viewer,
        players=s.players,
        phase=phase.NAMES[s.phase],
        to_act=tuple(seats_in(to_act(s))),
        matched=s.matched,
        round=s.round,
        dealt=s.dealt,
        prize=cards.PRIZE_VALUES[s.prizes[s.round - 1]] if s.phase == phase.BID else None,
        prizes_left=tuple(cards.PRIZE_VALUES[prize] for prize in range(cards.PRIZES) if s.prizes_left >> prize & 1),
        pot=s.pot,
        sealed=tuple(s.bids[seat] != cards.EMPTY for seat in seats),
        history=tuple(_round(s, i) for i in range(rounds_done(s))),
        won=tuple(s.won[: s.players]),
        hands={seat: _hand(s, seat) for seat in seen},
        bids={seat: s.bids[seat] + 1 for seat in seen if s.bids[seat] != cards.EMPTY},
        over=s.phase == phase.OVER,
        winners=tuple(seats_in(winners(s))),
    )


def _hand(s: State, seat: Seat) -> tuple[int, ...]:
    return cards.numbers_in(s.hands[in_hand(seat, 0) : in_hand(seat + 1, 0)])


def _round(s: State, i: int) -> Round:
    bids = s.played[in_round(i, 0) : in_round(i, s.players)]
    taker = s.takers[i]
    return Round(cards.PRIZE_VALUES[s.prizes[i]], tuple(bid + 1 for bid in bids), None if taker == cards.NOBODY else taker)


def reveals(s: State, seat: Seat, action: Action) -> bool:
    """PAL-7: the last bid turns all of them up."""
    return to_act(s) == bit(seat)


def state_from(v: View, rng: list[int]) -> State:
    """A full state this view could come from; what the viewer cannot know is drawn."""
    s = State()
    setup(s, v.players, [v.matched])
    s.phase, s.round, s.dealt, s.pot = phase.NAMES.index(v.phase), v.round, v.dealt, v.pot
    s.won[: v.players] = v.won
    for i, played in enumerate(v.history):
        s.prizes[i] = cards.PRIZE_VALUES.index(played.prize)
        s.played[in_round(i, 0) : in_round(i, v.players)] = [bid - 1 for bid in played.bids]
        s.takers[i] = cards.NOBODY if played.taker is None else played.taker
    if v.prize is not None:
        s.prizes[v.round - 1] = cards.PRIZE_VALUES.index(v.prize)
    s.prizes_left = sum(1 << cards.PRIZE_VALUES.index(value) for value in v.prizes_left)
    for seat, hand in v.hands.items():
        for number in hand:
            s.hands[in_hand(seat, number - 1)] += 1
            s.undealt[number - 1] -= 1
    for seat in range(v.players):
        s.bids[seat] = v.bids.get(seat, 1) - 1 if v.sealed[seat] else cards.EMPTY
    if v.viewer == OPEN:
        for played in v.history:
            for bid in played.bids:
                s.undealt[bid - 1] -= 1
    else:
        resample(s, v.viewer, rng)
    return s


def summary(s: State) -> dict[str, object]:
    """The position for traces: all that open eyes see."""
    return asdict(view(s, OPEN))
