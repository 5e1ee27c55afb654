"""The evaluation of a network, in whole numbers and in the rules language: the same answer in every gear.

A network is two arrays of numbers. `weights` holds bytes: a row for each input of a layer, and the rows of the table of actions.
`net` begins with the numbers named below and goes on with what they point to. The bytes of a row count 2 ** lift as much, with a
lift for each row; sums fit 32 bits, which is checked when a network is made. `room` is what the evaluation works in: the
observation, then the outputs of a layer, then its sums.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.bots.kernels import BASE, weigh_options
from zashiki.core.bits import count
from zashiki.core.chance import below
from zashiki.core.rule import rule

to_act: Callable[[Any], int]
legal: Callable[[Any, int, Any], int]
observe: Callable[[Any, int, Any], None]
WORLDS: int

LAYERS = 3
# Where `net` holds what: sizes, then for every layer its width and where its numbers are.
INPUTS, WIDEST, ROWS, UNIT = range(4)
WIDTH, WEIGHTS_AT, LIFTS_AT, BIASES_AT = 4, 4 + LAYERS, 4 + 2 * LAYERS, 4 + 3 * LAYERS
TABLE_AT, TABLE_LIFTS_AT, TABLE_BIASES_AT, STARTS_AT, LISTS_AT, NEAR = range(4 + 4 * LAYERS, 10 + 4 * LAYERS)
HEAD = 10 + 4 * LAYERS

TOP = 127  # the largest output of a hidden unit
DOWN = 14  # sums of a layer are so many bits finer than its outputs
ONE = 16  # bits below the point of a logit, and of a value
PLACE_BITS = 8  # an option's place between worst and best goes from 0 to 2 ** 8
BELOW_BITS, FURTHEST = 5, 256  # how far it is below the best, in 32nds of a unit, at most 8 units
TRUST_IN_PLACE, TRUST_IN_BELOW, VALUE = range(3)  # rows of the table after those of the actions
USUAL_NEAR = 3 << ONE >> 1  # options this far below the best in logits are never drawn: less than a quarter as likely
LIKELIEST = 1 << 20  # the weight of the best option in a draw
HALVES, HALVES_BITS = 1477, 10  # halvings in a logit's worth of chance, 1 / ln 2, as 1477 / 2 ** 10


@rule
def add_up(net: Any, weights: Any, layer: int, room: Any, at: int, count: int) -> None:
    """One layer: `count` inputs from room[at], the outputs to where the next layer reads them."""
    width, sums = net[WIDTH + layer], net[INPUTS] + net[WIDEST]
    first, lifts, biases = net[WEIGHTS_AT + layer], net[LIFTS_AT + layer], net[BIASES_AT + layer]
    for j in range(width):
        room[sums + j] = net[biases + j]
    for i in range(count):
        if room[at + i] != 0:
            factor = room[at + i] << net[lifts + i]
            row = first + i * width
            for j in range(width):
                room[sums + j] += factor * weights[row + j]
    for j in range(width):
        room[net[INPUTS] + j] = min(max(room[sums + j], 0) >> DOWN, TOP)


@rule
def look(net: Any, weights: Any, s: Any, seat: int, room: Any) -> None:
    """What the seat sees, through all layers; the outputs of the last one are left in the room."""
    inputs = net[INPUTS]
    for i in range(inputs):
        room[i] = 0
    observe(s, seat, room)
    add_up(net, weights, 0, room, 0, inputs)
    for layer in range(1, LAYERS):
        add_up(net, weights, layer, room, inputs, net[WIDTH + layer - 1])


@rule
def times_row(net: Any, weights: Any, room: Any, row: int) -> int:
    """The outputs of the last layer times a row of the table."""
    width, total = net[WIDTH + LAYERS - 1], 0
    first, outputs = net[TABLE_AT] + row * width, net[INPUTS]
    for j in range(width):
        total += room[outputs + j] * weights[first + j]
    found: int = (total << net[net[TABLE_LIFTS_AT] + row]) + net[net[TABLE_BIASES_AT] + row]
    return found


@rule
def value_of(net: Any, weights: Any, room: Any) -> int:
    """The share of the win that the seat looking can expect, after `look`; a whole win is 2 ** ONE."""
    return times_row(net, weights, room, net[ROWS] + VALUE)


@rule
def judge_options(net: Any, weights: Any, room: Any, n: int, out: Any, totals: Any) -> None:
    """Replace what the n options are worth by their logits, after `look`."""
    in_place = times_row(net, weights, room, net[ROWS] + TRUST_IN_PLACE)
    in_below = times_row(net, weights, room, net[ROWS] + TRUST_IN_BELOW)
    best, worst, unit = totals[0], totals[0], net[UNIT] * WORLDS
    for i in range(1, n):
        best, worst = max(best, totals[i]), min(worst, totals[i])
    spread = max(best - worst, 1)
    for i in range(n):
        place = ((totals[i] - worst) << PLACE_BITS) // spread
        below = min(((best - totals[i]) << BELOW_BITS) // unit, FURTHEST)
        logit = (in_place * place >> PLACE_BITS) - (in_below * below >> BELOW_BITS)
        for k in range(net[net[STARTS_AT] + out[i]], net[net[STARTS_AT] + out[i] + 1]):
            logit += times_row(net, weights, room, net[net[LISTS_AT] + k])
        totals[i] = logit


@rule
def likeliest_option(n: int, out: Any, logits: Any) -> int:
    """The option with the largest logit, the first of equals."""
    best = 0
    for i in range(1, n):
        if logits[i] > logits[best]:
            best = i
    chosen: int = out[best]
    return chosen


@rule
def weight_below(gap: int) -> int:
    """How likely an option is whose logit is that far below the best, beside LIKELIEST; a straight line between halvings."""
    halvings = gap * HALVES >> HALVES_BITS
    part = halvings & ((1 << ONE) - 1)
    return (LIKELIEST - (part * (LIKELIEST >> 1) >> ONE)) >> (halvings >> ONE)


@rule
def drawn_option(n: int, out: Any, logits: Any, near: int, rng: Any) -> int:
    """One of the options less than `near` below the best, the likelier the larger its logit."""
    best, total = logits[0], 0
    for i in range(1, n):
        best = max(best, logits[i])
    for i in range(n):
        if best - logits[i] < near:
            total += weight_below(best - logits[i])
    drawn, last = below(rng, total), 0
    for i in range(n):
        if drawn >= 0 and best - logits[i] < near:
            drawn -= weight_below(best - logits[i])
            last = i
    chosen: int = out[last]
    return chosen


@rule
def near_in(s: Any, net: Any) -> int:
    """How far below the best an option may be to be drawn in its place; 0 where nobody else decides at the same time."""
    near: int = net[NEAR]
    return near if count(to_act(s)) > 1 else 0


@rule
def option_near(n: int, out: Any, logits: Any, near: int, rng: Any) -> int:
    """The option with the largest logit or, where nobody is to foresee it, one of those less than `near` below it."""
    return drawn_option(n, out, logits, near, rng) if near > 0 else likeliest_option(n, out, logits)


@rule
def network_option(states: Any, seat: int, rng: Any, out: Any, totals: Any, net: Any, weights: Any, room: Any) -> int:
    """What the network answers for the seat in states[BASE].

    Where others decide at the same time it draws among its best options, so that nobody can foresee it.
    """
    n = legal(states[BASE], seat, out)
    if n == 1:
        only: int = out[0]
        return only
    weigh_options(states, seat, rng, out, totals)
    look(net, weights, states[BASE], seat, room)
    judge_options(net, weights, room, n, out, totals)
    return option_near(n, out, totals, near_in(states[BASE], net), rng)
