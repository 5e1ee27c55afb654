"""The notation of chance in Idol Conclave, both ways, and every move and event as others hear it."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.bits import has
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN
from zashiki.core.rooms import Seat, Viewer
from zashiki.games.idol_conclave import actions, cards, phase
from zashiki.games.idol_conclave.rules import lines
from zashiki.games.idol_conclave.state import State
from zashiki.games.idol_conclave.words.catalogue import WORDS

_CHANCE_CLAUSE = {"start": "IDL-13", "identities": "IDL-5", "candidates": "IDL-7", "events": "IDL-10"}


def write_chance(s: State) -> str:
    """The chance event in the outcome."""
    if s.phase == phase.START:
        return f"start {s.outcome[0]}"
    words = [_dealt_ids(s)[number] for number in s.outcome[: _dealt_count(s)]]
    return " ".join([phase.NAMES[s.phase], *words])


def _dealt_ids(s: State) -> tuple[str, ...]:
    return cards.EVENT_IDS if s.phase == phase.EVENTS else cards.IDOL_IDS


def _dealt_count(s: State) -> int:
    return cards.IDOL_COUNT if s.phase == phase.EVENTS else s.players


def read_chance(s: State, text: str) -> list[int]:
    """The outcome a text names."""
    verb, *words = text.split(" ")
    known = {"start": actions.SEAT_IDS, "events": cards.EVENT_IDS}.get(verb, cards.IDOL_IDS)
    if verb not in _CHANCE_CLAUSE or not words or any(word not in known for word in words):
        raise BadNotation(WORDS("bad_chance", text=text, due=_due(s)))
    if verb != phase.NAMES[s.phase]:
        raise IllegalMove(WORDS("no_chance_now", text=text, due=_due(s)), _CHANCE_CLAUSE[verb])
    return _read_start(s, text, words) if verb == "start" else _read_deal(s, text, words)


def _read_start(s: State, text: str, words: list[str]) -> list[int]:
    if len(words) != 1 or int(words[0]) >= s.players:
        raise IllegalMove(WORDS("no_start", text=text, last=s.players - 1), "IDL-13")
    return [int(words[0])]


def _read_deal(s: State, text: str, words: list[str]) -> list[int]:
    numbers = [_dealt_ids(s).index(word) for word in words]
    if len(numbers) != _dealt_count(s) or len(set(numbers)) != len(numbers):
        raise IllegalMove(WORDS("no_deal", text=text, number=_dealt_count(s)), _CHANCE_CLAUSE[phase.NAMES[s.phase]])
    if s.phase == phase.EVENTS and any(not has(s.pool, number) for number in numbers):
        raise IllegalMove(WORDS("no_pool", text=text), "IDL-69")
    return numbers


def _due(s: State) -> str:
    """The form of the chance event that comes next."""
    if s.phase == phase.START:
        return WORDS("due_start")
    return WORDS("due_deal", verb=phase.NAMES[s.phase], number=_dealt_count(s))


# As others hear it


def hides_kind(s: State, seat: Seat, action: Action, viewer: Viewer) -> bool:
    """Whether a move plays a card that the viewer does not see."""
    if viewer in (seat, OPEN) or not (actions.is_vote(action) or actions.is_ballot(action)):
        return False
    if actions.is_ballot(action):
        return True
    kind, idol = actions.vote_of(action)
    # IDL-53: Negative Atmosphere shows by its back; IDL-17: the +1000 is open.
    return kind not in (cards.NEG, cards.P1) and not lines.lands_up(s, idol)


def heard(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The notation as that viewer may see it."""
    if not hides_kind(s, seat, action, viewer):
        return actions.ACTIONS.write(action)
    return f"vote ? {cards.IDOL_IDS[actions.vote_of(action)[1]]}" if actions.is_vote(action) else "ballot ?"


def heard_chance(s: State, viewer: Viewer) -> str:
    """IDL-5: each seat sees its own identity only."""
    text = write_chance(s)
    if s.phase != phase.IDENTITIES or viewer == OPEN:
        return text
    verb, *words = text.split(" ")
    return " ".join([verb, *(word if seat == viewer else "?" for seat, word in enumerate(words))])
