"""How many of the 32 threads of a GPU's warp work at a time, kind by kind and rule by rule; needs no GPU.

    python bench/lanes.py GAME [--players 4] [--games 40] [--apart RULE ...]

Plays random games in the plain gear and notes the way that every event takes through the rules. Then 32 events of one kind go
through their ways together, as a warp does: whoever does not take a branch, or has done with a loop, waits for the others. What a
statement costs is how many operations it has. Kinds with fewer than 32 events are left out.

`--apart search` says what would happen if calls of a rule were events of their own, which wait for 32 of their kind.

Of Kazoku Scribe this says 3.0 threads; the counters of an H200 said 3.2 to 3.3 (2026-11-19).
"""

from __future__ import annotations

import argparse
import ast
import copy
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from zashiki.core import kernels
from zashiki.core.chance import seeded
from zashiki.core.game import OVER, AnyGame
from zashiki.core.gears import Binder, plain
from zashiki.core.rule import is_primitive
from zashiki.games import find_game
from zashiki.machine.reading import tree_of

WARP = 32
KEPT = 128  # events of a kind
MOST_WARPS = 40  # of a group that are looked at
KIND = "kind"
NOTE, LEVEL = "_note", "_level"  # names in rules that note their way


# The way of an event: what it came to, in order. Arms of branches, loops, their rounds and rules hold what happened in them.


@dataclass(eq=False)
class Step:
    place: int  # in the order in which it was written
    cost: int = 0
    rule: str = ""  # which was called
    inside: list[Step] = field(default_factory=list)

    @property
    def order(self) -> tuple[bool, int]:
        """Who is behind goes first; calls belong to the statement before them."""
        return not self.rule, self.place


class Way:
    """Notes the steps of one event after the other."""

    def __init__(self) -> None:
        self._open: list[list[Step]] = [[]]

    def note(self, level: int, place: int, cost: int = 0, rule: str = "") -> int:
        """One more step at a level of nesting, and the level inside it."""
        level = level or len(self._open)
        step = Step(place, cost, rule)
        self._open[level - 1].append(step)
        self._open[level:] = [step.inside]
        return level + 1

    def taken(self) -> list[Step]:
        """The way since the last time."""
        way, self._open = self._open[0], [[]]
        return way


class Noted:
    """Rules that note the way they take."""

    def __init__(self, way: Way) -> None:
        self._way, self._places = way, 0

    def form(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """A rule with notes; the globals it was given are those it reads."""
        tree, scope = copy.deepcopy(tree_of(rule)), rule.__globals__
        for name, value in scope.items():
            if isinstance(value, ModuleType):
                for each, inner in vars(value).items():
                    setattr(value, each, _in_python(inner))
            scope[name] = _in_python(value)
        tree.decorator_list, tree.returns = [], None
        for argument in tree.args.args:
            argument.annotation = None
        enter = f"{LEVEL} = {NOTE}(0, {self._place()}, rule={tree.name!r})"
        tree.body = [*ast.parse(enter).body, *self._block(tree.body, 0)]
        exec(compile(ast.fix_missing_locations(ast.Module([tree], [])), rule.__code__.co_filename, "exec"), scope)
        made: Callable[..., Any] = scope[tree.name]
        scope[NOTE] = self._way.note
        return made

    def _place(self) -> int:
        self._places += 1
        return self._places

    def _noted(self, depth: int, cost: int = 0) -> list[ast.stmt]:
        return ast.parse(f"{NOTE}({LEVEL} + {depth}, {self._place()}, {cost})").body

    def _block(self, statements: Sequence[ast.stmt], depth: int) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for each in statements:
            match each:
                case ast.If():
                    made += self._noted(depth, cost_of(each.test))
                    each.body = self._noted(depth) + self._block(each.body, depth + 1)
                    each.orelse = self._noted(depth) + self._block(each.orelse, depth + 1)
                case ast.While() | ast.For():
                    test = cost_of(each.test if isinstance(each, ast.While) else each.iter)
                    made += self._noted(depth, test)
                    each.body = self._noted(depth + 1, test) + self._block(each.body, depth + 2)
                case _:
                    made += self._noted(depth, cost_of(each))
            made.append(each)
        return made


def _in_python(value: Any) -> Any:
    return tuple(value.tolist()) if isinstance(value, np.ndarray) else value


def cost_of(node: ast.AST) -> int:
    """How many operations a GPU might need, roughly: numbers have 64 bits and it computes with 32."""
    weights = {ast.BinOp: 2, ast.UnaryOp: 2, ast.Compare: 2, ast.BoolOp: 2, ast.Call: 2, ast.Subscript: 1, ast.Attribute: 1}
    return max(1, sum(weights.get(type(each), 0) for each in ast.walk(node)))


class Primitives(dict[Callable[..., Any], Any]):
    """What the core knows by itself stays as it is."""

    def __contains__(self, function: object) -> bool:
        return is_primitive(function)

    def __missing__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return function


# Games


def events(game: AnyGame, players: int, games: int) -> tuple[dict[int, list[list[Step]]], Counter[int]]:
    """The ways of some events of every kind, and how many there were."""
    way, rules, chosen = Way(), plain(game), random.Random(1)
    noted = Binder(game, Noted(way).form, Primitives(), lambda work: work).bind(kernels.random_event)
    ways, number, out = defaultdict[int, list[list[Step]]](list), Counter[int](), [0] * max(game.about.max_legal, game.max_seats)
    for k in range(games):
        s, rng = game.state(), seeded(1, k)
        rules.setup(s, players, game.encode_options(players, {}))
        while rules.status(s) != OVER:
            kind = rules.kind(s) if game.kinds > 1 else 0
            noted(s, rng, out)
            number[kind] += 1
            taken, kept = way.taken(), ways[kind]
            if len(kept) < KEPT:
                kept.append(taken)
            elif (place := chosen.randrange(number[kind])) < KEPT:
                kept[place] = taken
    return ways, number


# Warps


class Warp:
    """What events that run together cost: the warp, and all its threads that work."""

    def __init__(self) -> None:
        self.time, self.work = defaultdict[str, float](float), defaultdict[str, float](float)

    def run(self, ways: Sequence[Sequence[Step]], rule: str = "") -> None:
        """Go through some ways together."""
        at = [0] * len(ways)
        going = [k for k, way in enumerate(ways) if way]
        while going:
            first = min((ways[k][at[k]] for k in going), key=lambda step: step.order)
            together = [k for k in going if ways[k][at[k]].order == first.order]
            self.time[rule] += first.cost
            self.work[rule] += first.cost * len(together)
            self.run([ways[k][at[k]].inside for k in together], first.rule or rule)
            for k in together:
                at[k] += 1
            going = [k for k in going if at[k] < len(ways[k])]


def without(steps: Sequence[Step], rules: Sequence[str], found: dict[str, list[list[Step]]]) -> list[Step]:
    """A way without the calls of some rules, which go to `found`."""
    left = []
    for step in steps:
        if step.rule in rules:
            found[step.rule].append(without(step.inside, rules, found))
        else:
            left.append(Step(step.place, step.cost, step.rule, without(step.inside, rules, found)))
    return left


@dataclass
class Group:
    """Events that are brought together, and how many of them there are for each event of a game."""

    share: float
    ways: list[list[Step]]


def groups_of(ways: dict[int, list[list[Step]]], number: Counter[int], apart: Sequence[str]) -> dict[str, Group]:
    """Events by kind, those apart by rule; kinds that are too rare for a warp are left out."""
    groups: dict[str, Group] = {}
    for kind, kept in ways.items():
        if len(kept) >= WARP:
            share, found = number[kind] / number.total(), defaultdict[str, list[list[Step]]](list)
            groups[f"{KIND} {kind}"] = Group(share, [without(way, apart, found) for way in kept])
            for rule, calls in found.items():
                # As many of each kind of event as there are in games.
                group, times = groups.setdefault(rule, Group(0.0, [])), len(calls) * share / len(kept)
                group.share += times
                group.ways += random.Random(2).choices(calls, k=round(10_000 * times))
    return groups


def together(group: Group) -> Warp:
    """What the events of a group cost, for each event of a game."""
    warp, warps = Warp(), min(len(group.ways) // WARP, MOST_WARPS)
    random.Random(3).shuffle(group.ways)
    for k in range(warps):
        warp.run(group.ways[WARP * k : WARP * (k + 1)])
    for costs in (warp.time, warp.work):
        for rule in costs:
            costs[rule] *= group.share / (warps * WARP)
    return warp


def report(groups: dict[str, Group]) -> None:
    warps = {name: together(group) for name, group in groups.items() if len(group.ways) >= WARP}
    time, work = defaultdict[str, float](float), defaultdict[str, float](float)
    for warp in warps.values():
        for rule, spent in warp.time.items():
            time[rule] += spent
            work[rule] += warp.work[rule]
    total, alone = sum(time.values()), sum(work.values())
    covered = sum(group.share for name, group in groups.items() if name.startswith(KIND))
    print(f"{alone / total:.2f} of {WARP} threads work; an event takes {total:.0f}, alone {alone:.0f}")
    print(f"looked at: the kinds of {100 * covered:.1f} % of all events\n")
    print(f"{'events':20} a 100 events   time  threads")
    rows = [(sum(warp.time.values()), sum(warp.work.values()), name) for name, warp in warps.items()]
    for spent, worked, name in sorted(rows, reverse=True)[:20]:
        print(f"{name:20} {100 * groups[name].share:12.1f} {100 * spent / total:5.1f} % {worked / spent:8.2f}")
    print(f"\n{'rules':20}   time   work  threads")
    for rule, spent in sorted(time.items(), key=lambda each: -each[1])[:25]:
        print(f"{rule:20} {100 * spent / total:4.1f} % {100 * work[rule] / alone:4.1f} % {work[rule] / max(spent, 1e-9):8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="How many threads of a GPU's warp work at a time, without a GPU.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--apart", nargs="*", default=[], metavar="RULE", help="rules whose calls are events of their own")
    given = parser.parse_args()
    groups = groups_of(*events(find_game(given.game), given.players, given.games), given.apart)
    if unknown := set(given.apart) - set(groups):
        parser.error(f"no event called {', '.join(sorted(unknown))}")
    report(groups)


if __name__ == "__main__":
    main()
