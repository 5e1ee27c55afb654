"""What Paper Lantern holds for whoever looks: the bids are turned up, and the pot goes or stays."""

from __future__ import annotations

from collections.abc import Sequence

from zashiki.core.rooms import Heard, Scene, Step

from paper_lantern.eyes.view import View
from paper_lantern.words.catalogue import WORDS


def scenes(lines: Sequence[Heard], v: View) -> list[Scene]:
    """PAL-7: the last bid of a round opens all of them."""
    last_bids = [line.number for line in lines if line.seat is not None][v.players - 1 :: v.players]
    return [
        Scene(
            number,
            WORDS("scene_title", round=k),
            (Step("bids", {"played": played, "opened": False}), Step("bids", {"played": played, "opened": True})),
        )
        for k, (number, played) in enumerate(zip(last_bids, v.history, strict=False), 1)
    ]
