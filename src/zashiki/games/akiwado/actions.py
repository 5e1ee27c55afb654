"""The action space of Akiwado. AKI-16: none of them gives, lends or trades anything."""

from __future__ import annotations

import re

from zashiki.core.actions import Actions
from zashiki.games.akiwado.cards import COINS, COLOUR_IDS, FACES, PLACE_IDS

# AKI-21: one die, then two dice in ascending order; the low and the high face of every choice (0: no second die).
_CHOICES = [(low, 0) for low in range(1, FACES + 1)]
_CHOICES += [(low, high) for low in range(1, FACES + 1) for high in range(low, FACES + 1)]
KEPT_LOW = tuple(low for low, _ in _CHOICES)
KEPT_HIGH = tuple(high for _, high in _CHOICES)
KEEPS = len(_CHOICES)
PAIR_OF = tuple(
    _CHOICES.index((min(at // FACES, at % FACES) + 1, max(at // FACES, at % FACES) + 1)) for at in range(FACES * FACES)
)


def kept_faces(choice: int) -> tuple[int, ...]:
    """The one or two faces of a choice."""
    return (KEPT_LOW[choice], KEPT_HIGH[choice]) if KEPT_HIGH[choice] else (KEPT_LOW[choice],)


# Moves one might try that no number stands for, the sentence that refuses them and the clause that forbids them.
IMPOSSIBLE = (
    (re.compile(r"keep( [1-6] [1-6] [1-6])?"), "no_keep", "AKI-21"),
    (re.compile(r"bid (east|west) (0|[1-9]\d*)"), "no_amount", "AKI-42"),
    (re.compile(r"bid (east|west) \d+ (bid )?(east|west) \d+"), "no_two", "AKI-41"),
    (re.compile(r"take custom"), "no_custom", "AKI-89"),
)
_KEEPS = tuple(" ".join(map(str, kept_faces(choice))) for choice in range(KEEPS))
_BIDS = tuple(str(coins) for coins in range(1, COINS + 1))

ACTIONS = Actions("Akiwado", "'keep 1' or 'bid east 3'", lambda text: any(form.fullmatch(text) for form, _, _ in IMPOSSIBLE))
KEEP = ACTIONS.block("keep", _KEEPS, words="keep that die, or those two dice")
ACCEPT = ACTIONS.block("vote", ("accept", "challenge"), spelling="{}", words="accept the split, or challenge it")
CHALLENGE = ACCEPT + 1
DECLARE = ACTIONS.block("declare", PLACE_IDS, words="announce east, west or pocket money")
BID_EAST = ACTIONS.block("bid east", _BIDS, words="bid 1 to 50 coins on the east market")  # BID_EAST + k - 1 bids k coins
BID_WEST = ACTIONS.block("bid west", _BIDS, words="bid 1 to 50 coins on the west market")
POCKET = ACTIONS.block("pocket", words="earn pocket money")
STAND = ACTIONS.block("blue", ("stand", "reduce"), spelling="{}", words="let the bid stand, or lower it by one coin")
REDUCE = STAND + 1
TAKE = ACTIONS.block("take", COLOUR_IDS, words="take an article of that colour from the waste")
