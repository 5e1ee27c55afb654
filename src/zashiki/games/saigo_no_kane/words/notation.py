"""The notation of Saigo no Kane: chance events both ways, and what others hear of a move."""

from __future__ import annotations

from collections.abc import Callable

from zashiki.core.actions import Action
from zashiki.core.bits import full
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN
from zashiki.core.rooms import Seat, Viewer
from zashiki.games.saigo_no_kane import cards, phase
from zashiki.games.saigo_no_kane.actions import ACTIONS, SEAT_IDS
from zashiki.games.saigo_no_kane.rules import compete, piles, prep
from zashiki.games.saigo_no_kane.rules.setup import candidates_left
from zashiki.games.saigo_no_kane.state import State
from zashiki.games.saigo_no_kane.words.catalogue import WORDS

# Chance


def _cards_due(s: State) -> int:
    return sum(1 << teacher for teacher in range(cards.TEACHERS) if piles.cards_to_draw(s, teacher) > 0)


# By phase: the first word, the ids that can follow, the set of those that are possible now, the clause.
_CHANCE: dict[int, tuple[str, tuple[str, ...], Callable[[State], int], str]] = {
    phase.DRAW_PET: ("pet", SEAT_IDS, lambda s: full(s.players), "SNK-13"),
    phase.DRAW_CANDIDATE: ("candidate", cards.CANDIDATE_IDS, candidates_left, "SNK-6"),
    phase.DEAL_CARD: ("card", cards.TEACHER_IDS, _cards_due, "SNK-5"),
    phase.LAY_STUDENT: ("student", cards.STUDENT_IDS, piles.students_to_draw, "SNK-10"),
    phase.LAY_ITEM: ("item", cards.ITEM_IDS, piles.items_to_draw, "SNK-11"),
    phase.DRAW_EVENT: ("event", cards.EVENT_IDS, prep.events_to_draw, "SNK-17"),
    phase.DRAW_STUDENT: ("student", cards.STUDENT_IDS, piles.students_to_draw, "SNK-28"),
    phase.DRAW_ITEM: ("item", cards.ITEM_IDS, piles.items_to_draw, "SNK-28"),
    phase.DRAW_CARD: ("card", cards.TEACHER_IDS, _cards_due, "SNK-59"),
}


def _clause_of_chance(s: State) -> str:
    """The clause that says what is drawn now; on the last day events have another one."""
    if s.phase == phase.DRAW_EVENT and s.day == cards.DAYS:
        return "SNK-20" if s.first_game else "SNK-18"
    return _CHANCE[s.phase][3]


def chance_seat(s: State) -> Seat | None:
    """The seat a chance event is for, where it is for one."""
    if s.phase == phase.DRAW_CANDIDATE:
        return s.asked
    if s.phase == phase.DEAL_CARD:
        return s.asked // cards.FIRST_HAND
    return s.seat if s.phase == phase.DRAW_CARD else None


def _chance_head(s: State) -> str:
    verb, seat = _CHANCE[s.phase][0], chance_seat(s)
    return verb if seat is None else f"{verb} {seat}"


def write_chance(s: State) -> str:
    """The chance event in the outcome."""
    return f"{_chance_head(s)} {_CHANCE[s.phase][1][s.outcome[0]]}"


def read_chance(s: State, text: str) -> list[int]:
    """The outcome a text names; IllegalMove where it is impossible now."""
    verb, ids, possible, _ = _CHANCE[s.phase]
    clause = _clause_of_chance(s)
    due = f"{_chance_head(s)} <{verb}>"
    words = text.split(" ")
    known = {chance[0]: chance[1] for chance in _CHANCE.values()}
    if words[0] not in known or len(words) not in (2, 3) or words[-1] not in known[words[0]]:
        raise BadNotation(WORDS("bad_chance", text=text, due=due))
    if " ".join(words[:-1]) != _chance_head(s):
        raise IllegalMove(WORDS("no_chance_now", text=text, due=due), clause)
    number = ids.index(words[-1])
    if not possible(s) >> number & 1:
        raise IllegalMove(WORDS("no_chance_left", text=text), clause)
    return [number]


# As others hear it


def is_hidden(s: State, seat: Seat, action: Action, viewer: Viewer) -> bool:
    """Whether a viewer hears of the move, but not what it was."""
    if viewer in (seat, OPEN):
        return False
    verb, _ = ACTIONS.split(action)
    # SNK-64: a bid is sealed until the last one is made; SNK-9, SNK-R29: dropped cards stay secret.
    return verb == "drop" or (verb == "bid" and not compete.is_last_bid(s, seat))


def heard(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The notation as a viewer may see it."""
    return f"{ACTIONS.split(action)[0]} ?" if is_hidden(s, seat, action, viewer) else ACTIONS.write(action)


def opens_answers(s: State, seat: Seat, action: Action) -> bool:
    """SNK-64: the last bid opens all of them."""
    return bool(compete.is_last_bid(s, seat))


def heard_chance(s: State, viewer: Viewer) -> str:
    """The chance event as a viewer may see it."""
    return f"{_chance_head(s)} ?" if card_is_hidden(s, viewer) else write_chance(s)


def card_is_hidden(s: State, viewer: Viewer) -> bool:
    """SNK-9: which teacher card somebody draws is secret."""
    return s.phase in (phase.DEAL_CARD, phase.DRAW_CARD) and viewer not in (chance_seat(s), OPEN)
