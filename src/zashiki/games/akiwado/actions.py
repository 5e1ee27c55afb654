"""The action space of Akiwado: eight blocks, 140 numbers. AKI-16: none of them gives, lends or trades anything."""

from __future__ import annotations

from zashiki.core.game import Block
from zashiki.games.akiwado.cards import COINS, COLOURS, FACES, PLACES

# AKI-21: one die, then two dice in ascending order; the low and the high face of every choice (0: no second die).
_CHOICES = [(low, 0) for low in range(1, FACES + 1)]
_CHOICES += [(low, high) for low in range(1, FACES + 1) for high in range(low, FACES + 1)]
KEPT_LOW = tuple(low for low, _ in _CHOICES)
KEPT_HIGH = tuple(high for _, high in _CHOICES)
KEEPS = len(_CHOICES)
PAIR_OF = tuple(
    _CHOICES.index((min(at // FACES, at % FACES) + 1, max(at // FACES, at % FACES) + 1)) for at in range(FACES * FACES)
)

BLOCKS = (
    Block("keep", KEEPS, "keep that die, or those two dice"),
    Block("vote", 2, "accept the split, or challenge it"),
    Block("declare", PLACES, "announce east, west or pocket money"),
    Block("bid east", COINS, "bid 1 to 50 coins on the east market"),
    Block("bid west", COINS, "bid 1 to 50 coins on the west market"),
    Block("pocket", 1, "earn pocket money"),
    Block("blue", 2, "let the bid stand, or lower it by one coin"),
    Block("take", COLOURS, "take an article of that colour from the waste"),
)

KEEP = 0
ACCEPT = KEEP + KEEPS
CHALLENGE_IT = ACCEPT + 1
DECLARE_PLACE = CHALLENGE_IT + 1
BID_EAST = DECLARE_PLACE + PLACES  # BID_EAST + k - 1 bids k coins
BID_WEST = BID_EAST + COINS
TAKE_POCKET = BID_WEST + COINS
STAND = TAKE_POCKET + 1
REDUCE = STAND + 1
TAKE_COLOUR = REDUCE + 1
ACTIONS = TAKE_COLOUR + COLOURS
