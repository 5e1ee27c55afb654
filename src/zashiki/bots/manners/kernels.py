"""Play that is not the network's best, in the rules language: what guests below the seventh, and those with a style, answer.

A manner is a row of numbers; shares are counted in thousandths. At a share SIGHT of its decisions a guest looks with the
network. At the others it goes by what catches the eye: good enough is what `worth` puts at NEAR or more of the way from the worst
option to the best, and no network remembers anything for it. It takes any option that is good enough, or, at a share DULL of its
decisions, the least of them. What is not good enough it never takes; who is ALERT always takes a win at hand. A STYLE of its own
chooses otherwise among what is good enough; TEAMS says which seats are on its side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.bots.kernels import BASE, TRIAL, WORLD, imagine, play_on, weigh_options
from zashiki.bots.network.kernels import judge_options, look, near_in, option_near
from zashiki.core.bits import bit
from zashiki.core.chance import below, next_word, seed_rng
from zashiki.core.game import OVER
from zashiki.core.kernels import advance
from zashiki.core.rule import rule

status: Callable[[Any], int]
legal: Callable[[Any, int, Any], int]
apply: Callable[[Any, int, int], None]
winners: Callable[[Any], int]
worth: Callable[[Any, int], int]

SIGHT, NEAR, DULL, ALERT, STYLE, TEAMS = range(6)
ALL = 1000  # the whole of a share
PLAIN, BLOCKING, CAREFUL, BLUFFING = range(4)  # styles
SURE = 8  # worlds in which an option must win the game to be taken for a win
NOTICED = 2  # options that come to the mind of who blocks or is careful, of those that are good enough
FUTURES, AHEAD = 8, 4  # worlds that such a guest thinks of, and decisions ahead
NOTHING = -1


@rule
def mannered_option(
    states: Any,
    rng: Any,
    out: Any,
    totals: Any,
    others: Any,
    values: Any,
    net: Any,
    weights: Any,
    room: Any,
    manner: Any,
    seat: int,
) -> int:
    """What a guest of some manner, and of no style, answers for the seat in states[BASE]."""
    n = legal(states[BASE], seat, out)
    sure = sure_option(states, rng, n, out, manner, seat)
    if sure != NOTHING:
        return sure
    weigh_options(states, seat, rng, out, totals)
    if manner[SIGHT] == ALL or below(rng, ALL) < manner[SIGHT]:
        look(net, weights, states[BASE], seat, room)
        judge_options(net, weights, room, n, out, totals)
        return option_near(n, out, totals, near_in(states[BASE], net), rng)
    least = good_enough(n, totals, manner)
    if below(rng, ALL) < manner[DULL]:
        return least_option(n, out, totals, least)
    return any_option(n, out, totals, least, rng)


@rule
def styled_option(
    states: Any,
    rng: Any,
    out: Any,
    totals: Any,
    others: Any,
    values: Any,
    net: Any,
    weights: Any,
    room: Any,
    manner: Any,
    seat: int,
) -> int:
    """What a guest with a style answers for the seat in states[BASE].

    `others` and `values` are room for the options of other seats.
    """
    n = legal(states[BASE], seat, out)
    sure = sure_option(states, rng, n, out, manner, seat)
    if sure != NOTHING:
        return sure
    weigh_options(states, seat, rng, out, totals)
    least = good_enough(n, totals, manner)
    if manner[STYLE] == BLUFFING:
        if below(rng, ALL) >= manner[DULL]:
            return any_option(n, out, totals, least, rng)
        for i in range(n):
            values[i] = totals[i]
        look(net, weights, states[BASE], seat, room)
        judge_options(net, weights, room, n, out, totals)
        return unlikeliest_option(n, out, totals, values, least)
    noticed = notice_options(n, out, totals, least, rng)
    chosen: int = out[0]
    best, seed = 0, next_word(rng)
    for i in range(noticed):
        value = worth_in_style(states, rng, others, values, manner, seat, out[i], seed) if noticed > 1 else 0
        if i == 0 or value > best:
            chosen, best = out[i], value
    return chosen


# Choosing


@rule
def good_enough(n: int, totals: Any, manner: Any) -> int:
    """The total from which on an option is good enough."""
    best, worst = totals[0], totals[0]
    for i in range(1, n):
        best, worst = max(best, totals[i]), min(worst, totals[i])
    least: int = best - (best - worst) * (ALL - manner[NEAR]) // ALL
    return least


@rule
def any_option(n: int, out: Any, totals: Any, least: int, rng: Any) -> int:
    """One of the options with so large a total, all equally likely."""
    found, chosen = 0, 0
    for i in range(n):
        if totals[i] >= least:
            found += 1
            if below(rng, found) == 0:
                chosen = i
    option: int = out[chosen]
    return option


@rule
def least_option(n: int, out: Any, totals: Any, least: int) -> int:
    """The option with the smallest total that is large enough, the first of equals."""
    chosen = NOTHING
    for i in range(n):
        if totals[i] >= least and (chosen == NOTHING or totals[i] < totals[chosen]):
            chosen = i
    option: int = out[chosen]
    return option


@rule
def unlikeliest_option(n: int, out: Any, logits: Any, totals: Any, least: int) -> int:
    """The option with the smallest logit among those with a total large enough, the first of equals."""
    chosen = NOTHING
    for i in range(n):
        if totals[i] >= least and (chosen == NOTHING or logits[i] < logits[chosen]):
            chosen = i
    option: int = out[chosen]
    return option


@rule
def notice_options(n: int, out: Any, totals: Any, least: int, rng: Any) -> int:
    """Move some of the options with so large a total to the front, any of them as likely as others; how many there are."""
    good = 0
    for i in range(n):
        if totals[i] >= least:
            out[good] = out[i]
            good += 1
    noticed = min(good, NOTICED)
    for i in range(noticed):
        k = i + below(rng, good - i)
        out[i], out[k] = out[k], out[i]
    return noticed


@rule
def sure_option(states: Any, rng: Any, n: int, out: Any, manner: Any, seat: int) -> int:
    """The only option, or for who is alert one that wins the game at once in every world imagined; NOTHING if there is none."""
    only: int = out[0]
    if n == 1:
        return only
    if manner[ALERT]:
        imagine(states, seat, rng)
        for i in range(n):
            worlds = 0
            while worlds < SURE and wins_at_once(states, seat, out[i]):
                worlds += 1
                imagine(states, seat, rng)
            if worlds == SURE:
                win: int = out[i]
                return win
    return NOTHING


@rule
def wins_at_once(states: Any, seat: int, action: int) -> int:
    """1 if the game is over and won after the move in states[WORLD]."""
    states[TRIAL] = states[WORLD]
    apply(states[TRIAL], seat, action)
    return int(status(states[TRIAL]) == OVER and winners(states[TRIAL]) & bit(seat) != 0)


# Styles


@rule
def worth_in_style(states: Any, rng: Any, others: Any, values: Any, manner: Any, seat: int, action: int, seed: int) -> int:
    """What a move is worth to a guest with a style, which thinks of some worlds, the same for every move, a little ahead.

    A careful one counts what it has left in the worst of them; one who blocks, what is left to the strongest rival in all.
    """
    total, least = 0, 0
    for world in range(FUTURES):
        seed_rng(rng, seed, world)
        imagine(states, seat, rng)
        apply(states[WORLD], seat, action)
        advance(states[WORLD], rng)
        for _ in range(AHEAD):
            if status(states[WORLD]) != OVER:
                play_on(states, rng, others, values)
        mine = worth(states[WORLD], seat)
        least = mine if world == 0 else min(least, mine)
        total += best_rival(states, manner[TEAMS], seat)
    return least if manner[STYLE] == CAREFUL else -total


@rule
def best_rival(states: Any, teams: int, seat: int) -> int:
    """What states[WORLD] is worth to the rival for whom it is worth most."""
    best, found = 0, 0
    for other in range(states[WORLD].players):
        if (other - seat) % teams != 0:
            value = worth(states[WORLD], other)
            if found == 0 or value > best:
                best, found = value, 1
    return best
