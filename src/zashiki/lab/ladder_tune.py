"""Finding how well guests must play to stand on even steps.

Players of many wits climb a ladder together with the seventh guest, which gives a rating for every wit. Guests one to six get the
wits whose ratings are so many steps below the seventh, read off between neighbours. Then these climb a ladder by themselves, and
the best of them one with the seventh, a few times over: who stands beside whom matters, and what was seen where it counts
replaces what was seen before. For guests with a style so much is good enough that they are rated like the guest in the middle,
beside that guest and its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from zashiki.bots.company import MIDDLE
from zashiki.bots.levels import BEST, NAMES, STYLES
from zashiki.lab.ladder import Ladder, Place, Standings

CHANCE = "random"
WITS = (-280, -250, -225, -200, -175, -150, -125, -100, -75, -50, -25, 0, 12, 25, 40, 55, 75, 100)
NEARS = (0, 20, 40, 60, 80, 90)  # with more, hardly anything would be left to choose from in a style
ROUNDS = 4
QUICK = 5  # times as many sets where nobody searches
BESIDE = 30  # a rating seen at a wit tells about wits so far away, and little beyond

Climb = Callable[[Ladder], Standings]
Seen = list[tuple[float, float]]  # wits, and how many points below the seventh guest they came out


def tuned(place: Place, seventh: str, step: float, sets: int, seed: int, climb: Climb) -> Iterator[list[int]]:
    """The wits of guests one to six that put them so many points apart, and the sixth so far below the seventh: better ones
    after every ladder."""
    first = points_below(climb(Ladder(place, (CHANCE, *map(named, WITS), seventh), sets, seed)), seventh)
    seen: Seen = [(wit, first[named(wit)]) for wit in WITS]
    found: Seen = []
    yield (wits := wits_for(seen, found, step, first[CHANCE]))
    for number in range(1, ROUNDS + 1):
        names = [named(wit) for wit in wits]
        top = points_below(climb(Ladder(place, (*names[1 - place.sides :], seventh), sets, seed + number)), seventh)
        below = points_below(climb(Ladder(place, tuple(names), QUICK * sets, seed + number)), names[-1])
        found += [(wit, top[names[-1]] + below[name]) for wit, name in zip(wits, names, strict=True)]
        yield (wits := wits_for(seen, found, step, first[CHANCE]))


def tuned_styles(place: Place, wits: Sequence[int], sets: int, seed: int, climb: Climb) -> Iterator[tuple[str, int]]:
    """What is good enough for guests with a style to be as strong as the one in the middle, in hundredths of the way from the
    worst option to the best."""
    for style in STYLES:
        above = []
        for near in NEARS:
            names = styled_line(f"{style}:near={near}", [named(wit) for wit in wits])
            points = {rating.name: rating.points for rating in climb(Ladder(place, names, sets, seed)).ratings}
            above.append(points[names[1]] - points[names[2]])
        yield style, round(float(np.interp(0, rising(above), NEARS)))


def styled_line(style: str, guests: Sequence[str]) -> tuple[str, ...]:
    """A guest with a style beside the one in the middle and its neighbours."""
    below, middle, above = guests[MIDDLE - 2 : MIDDLE + 1]
    return below, style, middle, above


def named(wit: float) -> str:
    """A player of that wit."""
    return f"{NAMES[0]}:wit={wit}"


def points_below(standings: Standings, seventh: str) -> dict[str, float]:
    """How far everybody is below the seventh guest."""
    points = {rating.name: rating.points for rating in standings.ratings}
    return {name: points[seventh] - mine for name, mine in points.items()}


def wits_for(seen: Seen, found: Seen, step: float, chance: float) -> list[int]:
    """Six wits on even steps, by what was seen in a long ladder and found in short ones.

    The sixth cannot be better than the network at its best, and the first stays above chance: where there is too little room
    between chance and the seventh guest, steps are as long as can be.
    """
    curve = [-points for points in smoothed(seen, found)]
    rates = rising(curve)
    step = min(step, chance / (BEST - 0.5))
    top = max(step, -rates[-1])
    wanted = [-(top + step * k) for k in range(BEST - 2, -1, -1)]
    return distinct([round(float(wit)) for wit in np.interp(wanted, rates, WITS)])


def smoothed(seen: Seen, found: Seen) -> list[float]:
    """Points below the seventh at every wit: the long ladder's, moved to where the short ones came out near that wit."""
    wits, points = zip(*seen, strict=True)
    moved = []
    for wit, below in seen:
        near = [(1 / (1 + ((at - wit) / BESIDE) ** 2), value - float(np.interp(at, wits, points))) for at, value in found]
        weight = sum(one for one, _ in near)
        moved.append(below + (sum(one * off for one, off in near) / weight if weight else 0.0))
    return moved


def distinct(wits: Sequence[int]) -> list[int]:
    """The same, each at least one above the one before."""
    found: list[int] = []
    for wit in wits:
        found.append(max(wit, found[-1] + 1) if found else wit)
    over = max(found[-1] - WITS[-1], 0)
    return [wit - over for wit in found]


def rising(numbers: Sequence[float]) -> list[float]:
    """The numbers nearest to these that do not fall (neighbours that do are pooled), and rise a little."""
    pools: list[tuple[float, int]] = []
    for number in numbers:
        pools.append((number, 1))
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            (one, weight), (other, more) = pools[-2:]
            pools[-2:] = [((one * weight + other * more) / (weight + more), weight + more)]
    flat = [mean for mean, count in pools for _ in range(count)]
    return [number + 1e-6 * k for k, number in enumerate(flat)]
