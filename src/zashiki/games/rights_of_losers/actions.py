"""The action space of Rights of Losers."""

from __future__ import annotations

import re

from zashiki.core.actions import Actions
from zashiki.games.rights_of_losers.cards import CARD_IDS, MAX_SEATS, POINT_IDS, SPACE_IDS

SEAT_IDS = tuple(str(seat) for seat in range(MAX_SEATS))
POINT_MOVE = re.compile(r"(chip|build|lift|drop) (\d+),(\d+)")
_COORDINATES = tuple("123456789")


def is_on_field(point: re.Match[str]) -> bool:
    """Whether the point of a move lies on the field; the rim has none."""
    return all(coordinate.lstrip("0") in _COORDINATES for coordinate in point.groups()[1:])


def _impossible(text: str) -> bool:
    """A move on a point that takes none of its kind, or beyond the field."""
    point = POINT_MOVE.fullmatch(text)
    return point is not None and (text.partition(" ")[2] in POINT_IDS or not is_on_field(point))


ACTIONS = Actions("Rights of Losers", f"'play {CARD_IDS[0]}' or 'chip 4,5'", _impossible)
PLAY_CARD = ACTIONS.block("play", CARD_IDS, words="play that card to the trick")
PLACE_CHIP = ACTIONS.block("chip", POINT_IDS, words="place a chip from the supply on that point")
PICK_CARD = ACTIONS.block("pick", CARD_IDS, words="pick that card of the trick to build")
BUILD_ON = ACTIONS.block("build", SPACE_IDS, words="build the picked card on that space")
APPOINT = ACTIONS.block("lead", SEAT_IDS, words="appoint that seat to lead the next trick")
REVERSE = ACTIONS.block("reverse", words="turn the direction of strength over")
LIFT_CHIP = ACTIONS.block("lift", POINT_IDS, words="take up the own chip on that point")
DROP_CHIP = ACTIONS.block("drop", POINT_IDS, words="put the lifted chip down on that point")
PASS = ACTIONS.block("pass", words="take no action")
