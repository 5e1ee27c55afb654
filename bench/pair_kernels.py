"""Whole greedy games for `bench/pairs.py`, in the rules language; every gear binds the names below to the rules of one game."""
# ruff: noqa: F821

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.bots.kernels import BASE, PLACES, greedy_option
from zashiki.core.bits import lowest
from zashiki.core.chance import seed_rng
from zashiki.core.game import OVER
from zashiki.core.kernels import advance, begin
from zashiki.core.rule import rule
from zashiki.core.streams import begin_event

status: Callable[[Any], int]
to_act: Callable[[Any], int]
apply: Callable[[Any, int, int], None]
scores: Callable[[Any, Any], None]
winners: Callable[[Any], int]

TOGETHER, APART, STREAMS = range(3)
REAL = PLACES  # the place of the game itself, behind those in which bots imagine


@rule
def play_greedily(
    states: Any, chance: Any, whims: Any, apart: int, out: Any, totals: Any, players: int, options: Any, seed: int, results: Any
) -> None:
    """Games number 0, 1, 2 … of a seed, one for each row of the results: the scores, and the winners behind them.

    `apart`: whether bots draw from the generator of the chance, from one of their own, or each seat from a stream.
    """
    for number in range(len(results)):
        seed_rng(chance, seed, 2 * number)
        seed_rng(whims, seed, 2 * number + 1)
        begin(states[REAL], players, options, chance)
        while status(states[REAL]) != OVER:
            seat = lowest(to_act(states[REAL]))
            states[BASE] = states[REAL]
            if apart == STREAMS:
                begin_event(whims, seat)
            if apart:
                action = greedy_option(states, seat, whims, out, totals)
            else:
                action = greedy_option(states, seat, chance, out, totals)
            apply(states[REAL], seat, action)
            advance(states[REAL], chance)
        scores(states[REAL], out)
        for seat in range(players):
            results[number, seat] = out[seat]
        results[number, players] = winners(states[REAL])
