"""A loop that asks every rule of a game, in the rules language; every gear binds the names below to the rules of one game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.core.chance import seed_rng
from zashiki.core.game import OVER
from zashiki.core.kernels import advance, begin, fold_scores, random_action, seat_to_act
from zashiki.core.rule import rule

status: Callable[[Any], int]
apply: Callable[[Any, int, int], None]
observe: Callable[[Any, int, Any], None]
resample: Callable[[Any, int, Any], None]
worth: Callable[[Any, int], int]
plausible: Callable[[Any, int], int]

PRIME = 2147483647


@rule
def fold_answers(states: Any, rng: Any, row: Any, seat: int, checksum: int) -> int:
    """Fold what a seat sees, what that is worth and a world it imagines into a checksum."""
    observe(states[0], seat, row)
    for k in range(len(row)):
        checksum = (checksum * 31 + row[k]) % PRIME
    states[1] = states[0]
    resample(states[1], seat, rng)
    checksum = (checksum * 31 + worth(states[1], seat)) % PRIME
    return (checksum * 31 + plausible(states[1], seat)) % PRIME


@rule
def answer_everything(states: Any, rng: Any, out: Any, row: Any, players: int, options: Any, seed: int, decisions: int) -> int:
    """A checksum of random games, begun anew until they had so many decisions, with every answer on the way."""
    checksum, number = 0, 0
    seed_rng(rng, seed, 0)
    begin(states[0], players, options, rng)
    while number < decisions:
        if status(states[0]) == OVER:
            checksum = fold_scores(states[0], out, checksum)
            begin(states[0], players, options, rng)
        seat = seat_to_act(states[0])
        checksum = fold_answers(states, rng, row, seat, checksum)
        apply(states[0], seat, random_action(states[0], seat, rng, out))
        advance(states[0], rng)
        number += 1
    return fold_scores(states[0], out, checksum)
