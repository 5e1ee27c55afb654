"""The action space of Idol Conclave: fourteen blocks, 1472 numbers."""

from __future__ import annotations

from zashiki.core.game import Block
from zashiki.games.idol_conclave.cards import IDOL_COUNT, KIND_COUNT, MAX_SEATS, SPACE_COUNT, SPOTS

BLOCKS = (
    Block("vote", KIND_COUNT * IDOL_COUNT, "vote that kind for that idol: 6 * kind + idol"),
    Block("deal", KIND_COUNT * SPACE_COUNT, "place that kind on that space of the sheet: 7 * kind + space"),
    Block("discard", 1, "show the Backstage Deal and put it into the box"),
    Block("open", 1 + SPOTS, "turn no card face up, or the card at that spot: 1 + 36 * idol + place"),
    Block("swap", SPOTS, "the first card of a Trade: 36 * idol + place"),
    Block("with", SPOTS, "the second card of a Trade"),
    Block("move", SPOTS, "the card to Move"),
    Block("to", IDOL_COUNT, "the idol it moves to"),
    Block("retake", SPOTS, "the own card an Exchange takes back"),
    Block("break", IDOL_COUNT, "the idol whose face-down cards are boxed"),
    Block("control", 2, "Trade, or Move"),
    Block("peek", 1 + SPOTS, "look at no card, or at the card at that spot: 1 + 36 * idol + place"),
    Block("ballot", KIND_COUNT, "that kind as the sealed ballot"),
    Block("order", MAX_SEATS, "the ballot of that seat goes down next"),
)

VOTE = 0
PLACE_DEAL = VOTE + KIND_COUNT * IDOL_COUNT
DISCARD = PLACE_DEAL + KIND_COUNT * SPACE_COUNT
OPEN_NONE = DISCARD + 1
OPEN_AT = OPEN_NONE + 1
SWAP_AT = OPEN_AT + SPOTS
WITH_AT = SWAP_AT + SPOTS
MOVE_AT = WITH_AT + SPOTS
MOVE_TO = MOVE_AT + SPOTS
RETAKE_AT = MOVE_TO + IDOL_COUNT
BREAK_AT = RETAKE_AT + SPOTS
CONTROL_TRADE = BREAK_AT + IDOL_COUNT
CONTROL_MOVE = CONTROL_TRADE + 1
PEEK_NONE = CONTROL_MOVE + 1
PEEK_AT = PEEK_NONE + 1
BALLOT = PEEK_AT + SPOTS
ORDER = BALLOT + KIND_COUNT
ACTIONS = ORDER + MAX_SEATS
