"""What is held for whoever looks: the bids of an auction as they are opened, and the majorities at the end of a day.

The lines say when something was opened; what it was stands in the view.
"""

from __future__ import annotations

from collections.abc import Sequence

from zashiki.core.rooms import Heard, Scene, Seat, Step
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.eyes.view import View
from zashiki.games.saigo_no_kane.screen import faces
from zashiki.games.saigo_no_kane.screen.counts import fulfilling, majorities_of
from zashiki.games.saigo_no_kane.words.catalogue import WORDS
from zashiki.games.saigo_no_kane.words.outcomes import bell_rings
from zashiki.games.saigo_no_kane.words.telling import bids_opened

ROWS_AT_ONCE = 2  # majorities that are told in one step


def scenes(lines: Sequence[Heard], v: View) -> list[Scene]:
    """The auctions and the ends of days among these lines, oldest first."""
    # The same auction may have been held on an earlier day, with nothing bid; the view knows the last one.
    auctions = {event: line.number for line in lines for event in _opened_in(line, v)}
    bells = {day: line.number for line in lines for day in _rung_in(line, v)}
    found = [_auction(v, event, number) for event, number in auctions.items()]
    found += [_bell(v, day, number) for day, number in bells.items()]
    return sorted(found, key=lambda scene: scene.number)


def _opened_in(line: Heard, v: View) -> list[str]:
    if not line.heard.startswith("bid "):
        return []
    return [event for event in v.auctions if bids_opened(cards.EVENT_IDS.index(event)) in line.told]


def _rung_in(line: Heard, v: View) -> list[int]:
    return [day for day in range(1, len(v.majorities) + 1) if bell_rings(day) in line.told]


def _auction(v: View, event: str, number: int) -> Scene:
    poster, bids = faces.EVENTS[event], v.auctions[event]
    best = fulfilling(v, event)
    given = {"poster": poster, "bids": tuple(bids.items())}
    steps = (
        Step("sealed", given),
        Step("opened", given),
        Step("outcome", given | {"best": best, "votes": poster.votes // len(best) if best else 0}),
    )
    return Scene(number, poster.name, steps)


def _bell(v: View, day: int, number: int) -> Scene:
    rows = majorities_of(v, day)
    cuts = [*range(ROWS_AT_ONCE, len(rows), ROWS_AT_ONCE), len(rows)]
    steps = [Step("majorities", {"rows": rows, "shown": cut, "votes": ()}) for cut in cuts]
    steps[-1] = Step("majorities", {"rows": rows, "shown": len(rows), "votes": _votes(v, day)})
    return Scene(number, WORDS("scene_bell", day=day), tuple(steps))


def _votes(v: View, day: int) -> tuple[tuple[Seat, int], ...]:
    return tuple((seat, gained["majority"]) for seat, gained in enumerate(v.gained[day - 1]))
