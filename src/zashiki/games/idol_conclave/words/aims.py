"""What a move of Idol Conclave is good for, from what its seat knows: whom it is, whom others back, and its own cards."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.rooms import Seat
from zashiki.core.words import seat_mark
from zashiki.games.idol_conclave import actions, cards, phase
from zashiki.games.idol_conclave.rules import lines
from zashiki.games.idol_conclave.state import State
from zashiki.games.idol_conclave.words.catalogue import WORDS


def aim(s: State, seat: Seat, action: Action) -> str:
    """What the move would bring; nothing is said about deals, whose spaces say it themselves."""
    if not actions.is_vote(action):
        return ""
    kind, idol = actions.vote_of(action)
    whom = WORDS(f"aim_{_relation(s, seat, idol)}", idol=cards.IDOL_NAMES[idol], seats=_backers(s, seat, idol))
    # IDL-14: what pulls up the own idols or down the others.
    up = s.phase == phase.TURN and lines.lands_up(s, idol)
    # IDL-3: the back of Negative Atmosphere is recognisable.
    face = "up" if up else "back" if kind == cards.NEG else "down"
    return f"{whom} {WORDS(f'aim_{_strength(kind)}', votes=abs(cards.VOTES[kind]))} {WORDS(f'aim_face_{face}')}"


def _relation(s: State, seat: Seat, idol: int) -> str:
    if idol == s.identities[seat]:
        return "both" if idol == s.candidates[seat] else "identity"
    if idol == s.candidates[seat]:
        return "candidate"
    return "theirs" if _backers(s, seat, idol) else "nobodys"


def _backers(s: State, seat: Seat, idol: int) -> str:
    """IDL-7: candidates lie open."""
    return ", ".join(seat_mark(other) for other in range(s.players) if other != seat and s.candidates[other] == idol)


def _strength(kind: int) -> str:
    """IDL-51 to IDL-58: what a card does in the count."""
    if kind == cards.SCANDAL:
        return "scandal"
    if kind >= cards.G1:
        return "group"
    return "raises" if cards.VOTES[kind] > 0 else "lowers" if cards.VOTES[kind] < 0 else "blank"
