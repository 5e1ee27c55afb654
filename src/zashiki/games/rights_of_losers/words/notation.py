"""The notation of Rights of Losers: chance events both ways, and moves as each viewer may hear them."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.bits import bit
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN
from zashiki.core.rooms import Seat, Viewer
from zashiki.games.rights_of_losers import actions, cards, phase
from zashiki.games.rights_of_losers.actions import ACTIONS
from zashiki.games.rights_of_losers.state import State
from zashiki.games.rights_of_losers.words.catalogue import WORDS


def write_chance(s: State) -> str:
    """The chance event in the outcome."""
    if s.phase == phase.DEAL:
        return f"deal {s.dealt} " + " ".join(cards.CARD_IDS[card] for card in sorted(s.outcome[: cards.HAND_SIZE]))
    return f"first {s.outcome[0]}"


def read_chance(s: State, text: str) -> list[int]:
    """The outcome a text names, in any order of cards."""
    words = text.split(" ")
    if words[0] == "deal" and len(words) == cards.HAND_SIZE + 2 and all(word in cards.CARD_IDS for word in words[2:]):
        dealt = sorted({cards.CARD_IDS.index(word) for word in words[2:]})
        if s.phase != phase.DEAL or words[1] != str(s.dealt):
            raise IllegalMove(WORDS("chance_not_now", text=text, due=due(s)), "ROL-6")
        if len(dealt) < cards.HAND_SIZE or any(not s.undealt & bit(card) for card in dealt):
            raise IllegalMove(WORDS("chance_twice", text=text), "ROL-2")
        return dealt
    if words[0] == "first" and len(words) == 2 and words[1] in actions.SEAT_IDS:
        if s.phase != phase.FIRST or int(words[1]) >= s.players:
            raise IllegalMove(WORDS("chance_not_now", text=text, due=due(s)), "ROL-8")
        return [int(words[1])]
    raise BadNotation(WORDS("chance_unknown", text=text, due=due(s)))


def due(s: State) -> str:
    """The form of the chance event that comes next."""
    return WORDS("due_deal", dealt=s.dealt) if s.phase == phase.DEAL else WORDS("due_first")


def past_action(action: Action, drop: int) -> str:
    """An action of the history: `lead 2`, `reverse`, `pass`, `move 2,2 4,2`."""
    if not actions.LIFT_CHIP <= action < actions.DROP_CHIP:
        return ACTIONS.write(action)
    return f"move {cards.POINT_IDS[action - actions.LIFT_CHIP]} {cards.POINT_IDS[drop]}"


def read_past_action(text: str) -> tuple[Action, int]:
    """The other way round: the action, and where a moved chip went."""
    verb, _, points = text.partition(" ")
    if verb != "move":
        return ACTIONS.read(text), cards.EMPTY
    lifted, dropped = points.split(" ")
    return ACTIONS.read(f"lift {lifted}"), cards.POINT_IDS.index(dropped)


def heard(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """Every decision is public."""
    return ACTIONS.write(action)


def heard_chance(s: State, viewer: Viewer) -> str:
    """ROL-49: a hand is shown to its owner only."""
    if s.phase == phase.DEAL and viewer not in (s.dealt, OPEN):
        return f"deal {s.dealt} hidden"
    return write_chance(s)
