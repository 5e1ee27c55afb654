"""What Paper Lantern tells, offers and asks."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.game import seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import seat_mark

from paper_lantern import actions, cards, options, phase
from paper_lantern.eyes.view import may_see, reveals
from paper_lantern.rules import apply, to_act
from paper_lantern.state import State, in_round
from paper_lantern.words.catalogue import WORDS


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The bid in words; after the last one, what comes of all of them."""
    if reveals(s, seat, action):
        return f"{_tell_bids(s, seat, action)} {_tell_pot(s, seat, action)}"
    if may_see(viewer, seat):
        return WORDS("bid", seat=seat_mark(seat), number=action - actions.BID + 1)
    return WORDS("bid_hidden", seat=seat_mark(seat))


def _after(s: State, seat: Seat, action: Action) -> State:
    after = s.copy()
    apply(after, seat, action)
    return after


def _tell_bids(s: State, seat: Seat, action: Action) -> str:
    played = _after(s, seat, action).played
    bids = [f"{seat_mark(other)} {played[in_round(s.round - 1, other)] + 1}" for other in range(s.players)]
    return WORDS("bid_last", seat=seat_mark(seat), bids=", ".join(bids))


def _tell_pot(s: State, seat: Seat, action: Action) -> str:
    taker = _after(s, seat, action).takers[s.round - 1]
    if taker != cards.NOBODY:
        return WORDS("taken", seat=seat_mark(taker), pot=s.pot)
    stays = s.matched == options.STAYS and s.round < cards.ROUNDS
    return WORDS("stays" if stays else "lost", pot=s.pot)


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words."""
    if s.phase == phase.PRIZE:
        prize = cards.PRIZE_VALUES[s.outcome[0]]
        return WORDS("prize", round=s.round + 1, prize=prize, pot=s.pot + prize)
    if not may_see(viewer, s.dealt):
        return WORDS("deal_hidden", seat=seat_mark(s.dealt))
    return WORDS("deal", seat=seat_mark(s.dealt), cards=", ".join(map(str, cards.numbers_in(s.outcome))))


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the bid says."""
    return WORDS("label", number=action - actions.BID + 1)


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    if s.phase == phase.OVER:
        return WORDS("ask_over")
    acting = seats_in(to_act(s))
    if not acting:
        return WORDS("ask_chance")
    if viewer in acting:
        return WORDS("ask_bid", pot=s.pot)
    return WORDS("ask_wait", seats=", ".join(seat_mark(seat) for seat in acting))
