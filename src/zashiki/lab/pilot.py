"""A pilot: how many games can be looked into and searched while a designer waits."""

from __future__ import annotations

import time
from dataclasses import replace

from zashiki.lab.play import Look, Lot, play_lot
from zashiki.lab.setup import Setup, Sitter
from zashiki.lab.studies import Effort

PATIENCE = 80.0  # seconds for looking ahead and searching; the other games of a report have the rest of three minutes
LEAST = 4  # games, however long they take
SMALL = Look(playouts=3, worlds=4)  # what a look of the pilot plays out
SEARCHES = 2  # studies with a search bot: the ladder, and the one that sees everything


def fitted(setup: Setup, effort: Effort, cores: int, *, seconds: float = PATIENCE, gear: str = "native") -> Effort:
    """The effort with fewer games to look into and to search in where they would take longer than that on so many cores.

    The pilot counts processor time, so that what else the machine does matters little; the result names the numbers it came to.
    """
    play_lot(Lot(setup, setup.sitters, 0, 0, gear=gear))  # compiles
    (played,) = play_lot(Lot(setup, setup.sitters, 0, 1, gear=gear))
    look = Lot(setup, setup.sitters, 0, 1, look=replace(SMALL, looks=effort.look.looks), usual_length=len(played.rows), gear=gear)
    challenger = setup.rules().sides(setup.players)[0]
    seats = tuple(Sitter("search" if place in challenger else "greedy") for place in range(setup.players))
    wanted = effort.ahead * _cost(look) * effort.look.playouts_in_all / SMALL.playouts_in_all if effort.ahead else 0.0
    wanted += SEARCHES * effort.search * _cost(Lot(setup, seats, 0, 1, gear=gear)) if effort.search else 0.0
    part = min(1.0, seconds * cores / wanted) if wanted else 1.0
    ahead, search = (min(games, max(LEAST, int(games * part))) for games in (effort.ahead, effort.search))
    return replace(effort, ahead=ahead, search=search)


def _cost(lot: Lot) -> float:
    """The seconds of a processor that a lot takes."""
    before = time.process_time()
    play_lot(lot)
    return time.process_time() - before
