"""The notation of Paper Lantern: chance events both ways, and moves as each viewer may hear them."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN
from zashiki.core.rooms import Seat, Viewer

from paper_lantern import cards, phase
from paper_lantern.actions import ACTIONS
from paper_lantern.eyes.view import may_see, reveals
from paper_lantern.state import State


def write_chance(s: State) -> str:
    """The chance event in the outcome: `deal 0 1 2 2 4 5 6` or `prize 5`."""
    if s.phase == phase.PRIZE:
        return f"prize {cards.PRIZE_IDS[s.outcome[0]]}"
    return " ".join(map(str, ["deal", s.dealt, *cards.numbers_in(s.outcome)]))


def read_chance(s: State, text: str) -> list[int]:
    """The outcome a text names, in any order of cards."""
    verb, *words = text.split(" ")
    if verb == "prize" and len(words) == 1 and words[0] in cards.PRIZE_IDS:
        prize = cards.PRIZE_IDS.index(words[0])
        if s.phase != phase.PRIZE or not s.prizes_left >> prize & 1:
            raise IllegalMove(f"'{text}' does not come now; '{due(s)}' does.", "PAL-5")
        return [prize]
    if verb == "deal" and len(words) == cards.HAND_SIZE + 1 and all(word in cards.NUMBER_IDS for word in words[1:]):
        hand = [words[1:].count(number) for number in cards.NUMBER_IDS]
        if s.phase != phase.DEAL or words[0] != str(s.dealt):
            raise IllegalMove(f"'{text}' does not come now; '{due(s)}' does.", "PAL-4")
        if any(count > left for count, left in zip(hand, s.undealt, strict=True)):
            raise IllegalMove(f"'{text}' deals more cards of a number than there are left.", "PAL-2")
        return hand
    raise BadNotation(f"'{text}' is not a chance event of Paper Lantern; '{due(s)}' comes next.")


def due(s: State) -> str:
    """The form of the chance event that comes next."""
    return f"deal {s.dealt} <cards>" if s.phase == phase.DEAL else "prize <value>"


def heard(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """PAL-6: a sealed bid is heard only as `bid hidden`, unless it is the last one."""
    return ACTIONS.write(action) if may_see(viewer, seat) or reveals(s, seat, action) else "bid hidden"


def heard_chance(s: State, viewer: Viewer) -> str:
    """PAL-4: a hand is shown to its owner only."""
    if s.phase == phase.DEAL and viewer not in (s.dealt, OPEN):
        return f"deal {s.dealt} hidden"
    return write_chance(s)
