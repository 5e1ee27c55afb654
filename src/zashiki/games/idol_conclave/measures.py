"""What the lab counts in Idol Conclave."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.rooms import Measure
from zashiki.core.rule import rule
from zashiki.core.words import Words
from zashiki.games.idol_conclave.cards import GROUPS, IDOL_COUNT, NOBODY
from zashiki.games.idol_conclave.state import State, eye_of
from zashiki.games.idol_conclave.worth import suspicion

WORDS = Words(Path(__file__).parent / "words" / "measures.toml")


@rule
def round_of(s: State) -> int:
    """How often the turn has gone round."""
    return (s.turn - 1) // s.players + 1 if s.turn > 0 else 0


def identities_guessed(s: State) -> tuple[float, float]:
    """Identities that another seat would name by the votes it has seen, and all pairs of seats; equal suspects share a guess."""
    right, pairs = 0.0, 0
    for seat in range(s.players):
        for other in set(range(s.players)) - {seat}:
            suspects = [suspicion(s, other, idol, eye_of(seat)) for idol in range(IDOL_COUNT)]
            named = [idol for idol in range(IDOL_COUNT) if suspects[idol] == max(suspects)]
            right += (s.identities[other] in named) / len(named)
            pairs += 1
    return right, pairs


def group_votes_taken(s: State) -> tuple[float, float]:
    """Group Votes that somebody took or placed, and how many there are."""
    return sum(seat != NOBODY for seat in s.taken_by), GROUPS


def measures() -> tuple[Measure[State], ...]:
    """What this game counts beside the metrics of all games."""
    counted = (("identities_guessed", identities_guessed, "share"), ("group_votes_taken", group_votes_taken, "share"))
    return tuple(Measure(key, WORDS(key), WORDS(f"{key}_means"), count, unit) for key, count, unit in counted)
