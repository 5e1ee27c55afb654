"""The action space of Idol Conclave."""

from __future__ import annotations

from zashiki.core.actions import Action, Actions
from zashiki.games.idol_conclave.cards import DEAL, IDOL_COUNT, IDOL_IDS, KIND_IDS, MAX_SEATS, MOVE, SPACE_IDS, SPOT_IDS, TRADE

SEAT_IDS = tuple(str(seat) for seat in range(MAX_SEATS))
_SPOT_OR_NONE = ("none", *SPOT_IDS)
# Passing, boxing another card, and moves that say only half: a vote without its card or its idol, a deal without its card.
_HALVES = (*(f"vote {word}" for word in (*KIND_IDS, *IDOL_IDS)), *(f"deal {space}" for space in SPACE_IDS))
_IMPOSSIBLE = ("pass", *(f"discard {kind}" for kind in KIND_IDS), *_HALVES)

ACTIONS = Actions("Idol Conclave", f"'vote {KIND_IDS[1]} {IDOL_IDS[0]}' or 'open {SPOT_IDS[0]}'", _IMPOSSIBLE.__contains__)
VOTE = ACTIONS.block("vote", KIND_IDS, IDOL_IDS, words="vote that kind for that idol: 6 * kind + idol")
PLACE_DEAL = ACTIONS.block("deal", KIND_IDS, SPACE_IDS, words="place that kind on that space of the sheet: 7 * kind + space")
DISCARD = ACTIONS.block("discard", (KIND_IDS[DEAL],), words="show the Backstage Deal and put it into the box")
OPEN_NONE = ACTIONS.block("open", _SPOT_OR_NONE, words="turn no card face up, or the card at that spot: 1 + 36 * idol + place")
OPEN_AT = OPEN_NONE + 1
SWAP_AT = ACTIONS.block("swap", SPOT_IDS, words="the first card of a Trade: 36 * idol + place")
WITH_AT = ACTIONS.block("with", SPOT_IDS, words="the second card of a Trade")
MOVE_AT = ACTIONS.block("move", SPOT_IDS, words="the card to Move")
MOVE_TO = ACTIONS.block("to", IDOL_IDS, words="the idol it moves to")
RETAKE_AT = ACTIONS.block("retake", SPOT_IDS, words="the seat's own card that an Exchange takes back")
BREAK_AT = ACTIONS.block("break", IDOL_IDS, words="the idol whose face-down cards are boxed")
CONTROL_TRADE = ACTIONS.block("control", (SPACE_IDS[TRADE], SPACE_IDS[MOVE]), words="Trade, or Move")
CONTROL_MOVE = CONTROL_TRADE + 1
PEEK_NONE = ACTIONS.block("peek", _SPOT_OR_NONE, words="look at no card, or at the card at that spot: 1 + 36 * idol + place")
PEEK_AT = PEEK_NONE + 1
BALLOT = ACTIONS.block("ballot", KIND_IDS, words="that kind as the sealed ballot")
ORDER = ACTIONS.block("order", SEAT_IDS, words="the ballot of that seat goes down next")

MOST_LEGAL = 63  # seven cards, each for one of six idols or on one of three spaces


def is_vote(action: Action) -> bool:
    return action < PLACE_DEAL


def is_ballot(action: Action) -> bool:
    return BALLOT <= action < ORDER


def vote_of(action: Action) -> tuple[int, int]:
    """The kind and the idol of a vote."""
    return divmod(action - VOTE, IDOL_COUNT)
