"""The loops of the search over a network's policy, in the rules language.

Every gear binds the names below to the rules of one game, as it does for `core.kernels`. The position stands in `states[BASE]`;
`net`, `weights` and `room` are those of `bots.network.kernels`. `desk` holds the candidates: a run of MOST numbers for each thing
that is known about them. `how` says how to think. Shares of the win are counted in parts of 2 ** ONE, as the network counts them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.bots.kernels import BASE, FIRST, WORLD, add_worths, best_option, imagine, keep_best, weigh_options
from zashiki.bots.network.kernels import ONE, judge_options, look, near_in, option_near, value_of
from zashiki.core.bits import bit, count
from zashiki.core.chance import draw_from, seed_rng
from zashiki.core.game import OVER
from zashiki.core.kernels import advance
from zashiki.core.rule import rule

worth: Callable[[Any, int], int]
status: Callable[[Any], int]
to_act: Callable[[Any], int]
legal: Callable[[Any, int, Any], int]
apply: Callable[[Any, int, int], None]
winners: Callable[[Any], int]
WORLDS: int

MOST = 8  # candidates
ACTIONS, LOGITS, SHARES, WORTHS = 0, MOST, 2 * MOST, 3 * MOST  # where `desk` holds what of the candidates
SEALED = 4 * MOST  # how near the best an answer is drawn, because others decide at the same time
DESK = 4 * MOST + 1
# How to think: own decisions ahead, most candidates by the policy, candidates by `worth` beside them, who goes on by `worth`
# alone; then what weighs how much once there is evidence: a whole win, in logits; the way from what is worth least in the end
# to what is worth most, in logits; the policy itself, in hundredths.
TURNS, WIDE, BY_WORTH, GREEDY, SHARP, WORTHY, PRIOR = range(7)
NOBODY, OTHERS, EVERYBODY = range(3)
FAR = 4 << ONE  # options further below the best in logits are no candidates: less than a fiftieth as likely
THIN = 8  # worlds that are little evidence: after so many, what came of them weighs half
SURE = 8 << ONE  # what a win in every world counts beside, so that none is put off
CHANCE, WHIMS, GUESS = range(3)  # the generators of a world: of chance, of what seats draw, of what is imagined
STREAMS = 3
AT_ONCE = -1  # instead of a number of turns


# Playouts


@rule
def answer(
    states: Any, seat: int, n: int, rng: Any, out: Any, totals: Any, net: Any, weights: Any, room: Any, greedily: int
) -> int:
    """What the network answers for a seat with n options in states[WORLD], or greedy play. What they are worth is told by that
    world alone."""
    for i in range(n):
        totals[i] = 0
    add_worths(states, seat, n, out, totals)
    if greedily:
        return best_option(n, out, totals, rng)
    for i in range(n):
        totals[i] *= WORLDS
    look(net, weights, states[WORLD], seat, room)
    judge_options(net, weights, room, n, out, totals)
    return option_near(n, out, totals, near_in(states[WORLD], net), rng)


@rule
def follow(
    states: Any, chance: Any, rng: Any, out: Any, totals: Any, net: Any, weights: Any, room: Any,
    seat: int, action: int, turns: int, greedy: int,
) -> int:  # fmt: skip
    """The seat's share of the win after a move in states[WORLD].

    Everybody goes on by the network, or greedily. After so many more decisions of the seat, where it is to decide again, the
    network says what share it can expect: it has learnt to judge positions in which it decides, and no others. AT_ONCE: nobody
    goes on, and what is not over is no win. A move is carried out at one place only: every such place is compiled by itself.
    """
    acting, chosen, going = seat, action, 1
    while going:
        apply(states[WORLD], acting, chosen)
        advance(states[WORLD], chance)
        if status(states[WORLD]) == OVER:
            going = 0
        elif turns == AT_ONCE:
            return 0
        else:
            acting = draw_from(rng, to_act(states[WORLD]))
            n = legal(states[WORLD], acting, out)
            chosen = out[0]
            if n > 1:
                if acting == seat:
                    if turns == 0:
                        look(net, weights, states[WORLD], seat, room)
                        return min(max(value_of(net, weights, room), 0), 1 << ONE)
                    turns -= 1
                greedily = greedy == EVERYBODY or (greedy == OTHERS and acting != seat)
                chosen = answer(states, acting, n, rng, out, totals, net, weights, room, int(greedily))
    won = winners(states[WORLD])
    return (1 << ONE) // count(won) if won & bit(seat) else 0


# Candidates


@rule
def pick_candidates(
    states: Any, chance: Any, rng: Any, out: Any, totals: Any, net: Any, weights: Any, room: Any, desk: Any, how: Any,
    seat: int, seed: int,
) -> int:  # fmt: skip
    """Write the options that are worth a thought, the likeliest first; how many there are."""
    seed_rng(chance, seed, -1)
    seed_rng(rng, seed, -1)
    desk[SEALED] = near_in(states[BASE], net)
    n = weigh_options(states, seat, rng, out, totals)
    greedy = keep_best(n, how[BY_WORTH], out, totals)
    for k in range(greedy):
        desk[SHARES + k] = out[k]
    look(net, weights, states[BASE], seat, room)
    judge_options(net, weights, room, n, out, totals)
    lift_wins(states, chance, rng, n, out, totals, net, weights, room, seat)
    kept = keep_best(n, how[WIDE], out, totals)
    found = 0
    for i in range(n):
        liked = i < kept and totals[0] - totals[i] <= FAR
        for k in range(greedy):
            liked |= desk[SHARES + k] == out[i]
        if liked:
            desk[ACTIONS + found] = out[i]
            desk[LOGITS + found] = totals[i]
            found += 1
    for i in range(found):
        desk[SHARES + i] = 0
        desk[WORTHS + i] = 0
    return found


@rule
def lift_wins(
    states: Any, chance: Any, rng: Any, n: int, out: Any, totals: Any, net: Any, weights: Any, room: Any, seat: int
) -> None:
    """Bring options that win the game at once, in the world imagined last, near the best, so that they get their thought."""
    best = totals[0]
    for i in range(1, n):
        best = max(best, totals[i])
    states[FIRST] = states[WORLD]
    for i in range(n):
        states[WORLD] = states[FIRST]
        if follow(states, chance, rng, out, totals, net, weights, room, seat, out[i], AT_ONCE, NOBODY) > 0:
            totals[i] = best - min(best - totals[i], FAR) // 4


# Worlds


@rule
def try_world(
    states: Any, chance: Any, rng: Any, out: Any, totals: Any, net: Any, weights: Any, room: Any, desk: Any, how: Any,
    seat: int, n: int, seed: int, world: int,
) -> None:  # fmt: skip
    """Imagine world number `world` of states[BASE] and follow the first n candidates there."""
    seed_rng(rng, seed, STREAMS * world + GUESS)
    imagine(states, seat, rng)
    states[FIRST] = states[WORLD]
    follow_candidates(states, chance, rng, out, totals, net, weights, room, desk, how, seat, n, seed, world)


@rule
def follow_candidates(
    states: Any, chance: Any, rng: Any, out: Any, totals: Any, net: Any, weights: Any, room: Any, desk: Any, how: Any,
    seat: int, n: int, seed: int, world: int,
) -> None:  # fmt: skip
    """Follow the first n candidates in states[FIRST], with the same chance for each."""
    for i in range(n):
        seed_rng(chance, seed, STREAMS * world + CHANCE)
        seed_rng(rng, seed, STREAMS * world + WHIMS)
        states[WORLD] = states[FIRST]
        desk[SHARES + i] += follow(
            states, chance, rng, out, totals, net, weights, room, seat, desk[ACTIONS + i], how[TURNS], how[GREEDY]
        )
        if how[WORTHY] > 0:
            desk[WORTHS + i] += worth(states[WORLD], seat)


@rule
def think(
    states: Any, chance: Any, rng: Any, out: Any, totals: Any, net: Any, weights: Any, room: Any, desk: Any, how: Any,
    seat: int, n: int, seed: int, world: int,
) -> int:  # fmt: skip
    """A step of a search that watches the clock: pick candidates (n is 0), or follow n of them in a world; how many there are."""
    if n == 0:
        return pick_candidates(states, chance, rng, out, totals, net, weights, room, desk, how, seat, seed)
    try_world(states, chance, rng, out, totals, net, weights, room, desk, how, seat, n, seed, world)
    return n


# Choosing


@rule
def improved(desk: Any, i: int, n: int, worlds: int, how: Any) -> int:
    """The logit of one of n candidates, improved by what came of it: the fewer the worlds, the more the policy has its way."""
    shares = desk[SHARES + i]
    logit: int = desk[LOGITS + i] * how[PRIOR] // 100 + shares * how[SHARP] // (worlds + THIN)
    if how[WORTHY] > 0:
        low, high = desk[WORTHS], desk[WORTHS]
        for k in range(1, n):
            low, high = min(low, desk[WORTHS + k]), max(high, desk[WORTHS + k])
        place = ((desk[WORTHS + i] - low) << ONE) // max(high - low, 1)
        logit += place * how[WORTHY] * worlds // (worlds + THIN)
    return logit + SURE if shares == worlds << ONE else logit


@rule
def rounds_for(n: int) -> int:
    """How often n candidates can be halved until one is left."""
    rounds = 0
    while 1 << rounds < n:
        rounds += 1
    return rounds


@rule
def keep_better(desk: Any, n: int, worlds: int, how: Any) -> int:
    """Move the better half of n candidates to the front; how many that are."""
    kept = (n + 1) // 2
    for i in range(kept):
        best = i
        for k in range(i + 1, n):
            if improved(desk, k, n, worlds, how) > improved(desk, best, n, worlds, how):
                best = k
        for run in range(ACTIONS, SEALED, MOST):
            desk[run + i], desk[run + best] = desk[run + best], desk[run + i]
    return kept


@rule
def settle(desk: Any, n: int, worlds: int, how: Any, out: Any, totals: Any, rng: Any) -> int:
    """The best of the last n candidates; where others decide at the same time one of those near it, which nobody can foresee."""
    for i in range(n):
        out[i] = desk[ACTIONS + i]
        totals[i] = improved(desk, i, n, worlds, how)
    return option_near(n, out, totals, desk[SEALED], rng)
