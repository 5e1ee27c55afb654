"""The action space of Rights of Losers: nine blocks, 375 numbers."""

from __future__ import annotations

from zashiki.core.game import Block
from zashiki.games.rights_of_losers.cards import CARDS, MAX_SEATS, POINTS, SPACES

BLOCKS = (
    Block("play", CARDS, "play that card to the trick"),
    Block("chip", POINTS, "place a chip from the supply on that point"),
    Block("pick", CARDS, "pick that card of the trick to build"),
    Block("build", SPACES, "build the picked card on that space"),
    Block("lead", MAX_SEATS, "appoint that seat to lead the next trick"),
    Block("reverse", 1, "turn the direction of strength over"),
    Block("lift", POINTS, "take up the own chip on that point"),
    Block("drop", POINTS, "put the lifted chip down on that point"),
    Block("pass", 1, "take no action"),
)

PLAY_CARD = 0
PLACE_CHIP = PLAY_CARD + CARDS
PICK_CARD = PLACE_CHIP + POINTS
BUILD_ON = PICK_CARD + CARDS
APPOINT = BUILD_ON + SPACES
REVERSE = APPOINT + MAX_SEATS
LIFT_CHIP = REVERSE + 1
DROP_CHIP = LIFT_CHIP + POINTS
PASS = DROP_CHIP + POINTS
ACTIONS = PASS + 1
