"""What is turned over in Akiwado before everybody: votes on a split, and what lay behind the screens.

A scene is made of the lines a viewer has heard and of the turns in the viewer's own view, in which sealed answers appear only
once they have been shown to all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from zashiki.core.rooms import Heard, Scene, Seat, Step
from zashiki.core.words import listed, seat_mark
from zashiki.games.akiwado.cards import MARKETS, PLACE_IDS
from zashiki.games.akiwado.eyes.view import Turn, View
from zashiki.games.akiwado.words.catalogue import WORDS

_VOTES, _BIDS, _BLUE = ("vote", "accept", "challenge"), ("bid", "pocket"), ("stand", "reduce")
Cards = tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """A place of the stocking: who stood there, what it held, and what came of it."""

    key: str
    there: tuple[tuple[Seat, int, bool], ...]  # seat, coins, whether it had announced another place
    goods: Cards
    stamp: str


def scenes(lines: Sequence[Heard], v: View) -> tuple[Scene, ...]:
    """The votes and bids that were opened in these lines, oldest first."""
    turns = _by_turn(lines, v)
    found: list[Scene] = []
    for number, heard in sorted(turns.items()):
        found += _votes(heard, v.turns[number])
        found += _bids(heard, v, number, turns)
    return tuple(found)


def _verb(line: Heard) -> str:
    return line.heard.partition(" ")[0]


def _words(line: Heard) -> tuple[str, ...]:
    return tuple(line.heard.split(" ")[1:])


def _by_turn(lines: Sequence[Heard], v: View) -> dict[int, list[Heard]]:
    """The lines of each turn, by its place in the view; of the earliest turn perhaps not all."""
    turns: dict[int, list[Heard]] = {}
    number = sum(turn.rolls > 0 for turn in v.turns) - 1
    for at in range(len(lines) - 1, -1, -1):
        if number < 0:
            break  # before the first roll the table is being set up
        turns.setdefault(number, []).insert(0, lines[at])
        # AKI-29: a roll right after a vote is the second of the same turn.
        if _verb(lines[at]) == "roll" and not (at and _verb(lines[at - 1]) in _VOTES):
            number -= 1
    return turns


# Votes


def _votes(heard: list[Heard], turn: Turn) -> list[Scene]:
    """The votes of a turn: of the first split, if it failed, and of the last one."""
    starts = [at for at, line in enumerate(heard) if _verb(line) == "roll"]
    rolls = [heard[start:end] for start, end in pairwise([*starts, len(heard)])]
    found = []
    for at, roll in enumerate(rolls):
        # The lines may begin with the second roll, but they never end before the last.
        first = turn.first_callers is not None and turn.rolls - len(rolls) + at == 0
        callers = turn.first_callers if first else turn.callers
        votes = [line for line in roll if _verb(line) in _VOTES]
        if callers is None or not votes:
            continue
        second = turn.rolls - len(rolls) + at == 1
        steps = _vote_steps(roll, votes, turn, callers, failed=first, second=second)
        found.append(Scene(votes[-1].number, WORDS("scene_vote"), steps))
    return found


def _vote_steps(
    roll: list[Heard], votes: list[Heard], turn: Turn, callers: tuple[Seat, ...], *, failed: bool, second: bool
) -> tuple[Step, ...]:
    voters = tuple(sorted(line.seat for line in votes if line.seat is not None))
    dice, kept = (tuple(map(int, _words(line))) for line in roll[:2])
    needed = (len(voters) + 2) // 2  # AKI-27: half of the voters and the turn player
    given = {
        "player": turn.player,
        "kept": kept,
        "given": tuple((Counter(dice) - Counter(kept)).elements()),
        "voters": voters,
        "callers": callers,
        "needed": needed,
        "second": second,  # AKI-30: after it nobody rolls again
    }
    won = failed or turn.voided
    outcome = {
        "stamp": WORDS("scene_again" if failed else "scene_void" if turn.voided else "scene_accepted"),
        "failed": won,
        "twice": won and len(callers) < needed,  # AKI-85: only two voices of one seat explain it
        "paid": () if won else tuple((seat, coins) for seat, coins in enumerate(turn.incomes) if coins),
    }
    return Step("vote", {**given, "outcome": None}), Step("vote", {**given, "outcome": outcome})


# Bids


def _bids(heard: list[Heard], v: View, number: int, turns: dict[int, list[Heard]]) -> list[Scene]:
    """What lay behind the screens, and what came of it; after a use of the blue marker in a scene of its own."""
    turn = v.turns[number]
    sealed = [line for line in heard if _verb(line) in _BIDS]
    if turn.acted[0] is None or not sealed:
        return []
    answered = next((line for line in heard if _verb(line) in _BLUE), None)
    goods = tuple(_goods(turns, v, number, market) for market in range(MARKETS))
    shown = turn.bids
    if answered is not None and turn.reduced:
        shown = tuple(bid + (seat == answered.seat) for seat, bid in enumerate(turn.bids))
    announced = Step("stocking", {"places": _places(turn.declared, turn, (0,) * v.players, goods), "lifted": False, "after": ()})
    lifted = Step("stocking", {"places": _places(turn.acted, turn, shown, goods), "lifted": True, "after": ()})
    places = _places(turn.acted, turn, turn.bids, goods, stamped=True)
    settled = Step("stocking", {"places": places, "lifted": True, "after": _after(turn, v, last=number == len(v.turns) - 1)})
    pending = v.phase == "blue" and turn is v.turns[-1]
    opened = (announced, lifted) if answered or pending else (announced, lifted, settled)
    found = [Scene(sealed[-1].number, WORDS("scene_bids"), opened)]
    if answered is not None:
        found.append(Scene(answered.number, WORDS(f"scene_{_verb(answered)}"), (lifted, settled)))
    return found


def _places(
    where: Sequence[str | None], turn: Turn, coins: Sequence[int], goods: tuple[Cards, ...], *, stamped: bool = False
) -> tuple[Place, ...]:
    """East, pocket money, west: who is there, the highest bid first."""
    found = []
    for key in ("east", "pocket", "west"):
        there = [(seat, coins[seat], where[seat] != turn.declared[seat]) for seat in range(len(where)) if where[seat] == key]
        market = PLACE_IDS.index(key)
        stamp = _stamp(turn, market) if stamped else ""
        found.append(Place(key, tuple(sorted(there, key=lambda one: -one[1])), goods[market] if market < MARKETS else (), stamp))
    return tuple(found)


def _stamp(turn: Turn, market: int) -> str:
    """What came of a place in a few words; nothing where there was nothing to sell."""
    if market >= MARKETS:
        return listed(WORDS("gain", seat=seat_mark(seat), coins=coins) for seat, coins in enumerate(turn.pockets) if coins)
    lot = turn.lots[market]
    if isinstance(lot, int):
        return WORDS("board_sold", seat=seat_mark(lot), coins=turn.bids[lot])
    return WORDS(f"board_{lot}") if lot else ""


def _after(turn: Turn, v: View, *, last: bool) -> tuple[str, ...]:
    """What broken words cost."""
    liars = [seat for seat in range(v.players) if turn.acted[seat] != turn.declared[seat]]
    if not liars:
        return (WORDS("scene_no_liars"),)
    if len(liars) == v.players:
        return (WORDS("all_liars"),)
    # AKI-R11: after the last turn there is no touting to sit out.
    return (WORDS("scene_liars_last" if last else "scene_liars", seats=listed(map(seat_mark, liars))),)


def _goods(turns: dict[int, list[Heard]], v: View, number: int, market: int) -> Cards:
    """What lay on a stall in that turn, tied lots of earlier turns first; nothing where the lines reach back too little."""
    laid = next((_words(line) for line in turns.get(number, ()) if _verb(line) == "market"), None)
    if laid is None:
        return ()
    new = laid[market : market + 1]
    # AKI-48: a tied lot stays.
    if number and v.turns[number - 1].lots[market] == "tied":
        before = _goods(turns, v, number - 1, market)
        return (*before, *new) if before else ()
    return new
