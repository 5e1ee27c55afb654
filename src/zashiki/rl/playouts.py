"""Whole random games on a GPU, in one call.

The 32 threads of a warp run in lockstep, and code that all warps of a multiprocessor run is fetched only once. So games that
wait for the same kind of event are grouped; a game says of what kind it is (`rooms.Kinds`). There are two methods:

- Small rules: each thread keeps one game in its own memory, and before every decision the threads of a block agree on the
  kind that most of them are waiting for (`play_in_step`).
- Large rules: the games of a block wait in queues, one for each kind. A warp takes 32 games from a queue, carries out the next
  event of each and puts each into the queue of its next kind. All warps stay with one queue until it is empty
  (`play_from_queues`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zashiki.core import kernels
from zashiki.core.cuda import WARP, Cuda
from zashiki.core.game import AnyGame
from zashiki.core.gears import rules_below
from zashiki.core.kernels import CHECKSUM_PRIME as PRIME
from zashiki.rl import playout_kernels

SECTOR = 32  # bytes fetched together from the GPU's memory
MOST_SCALE = 14  # so that the number of a game fits into an entry


@dataclass(frozen=True)
class Sharing:
    """How games share a multiprocessor: how many at a time, in how many threads, and how the kernel is compiled."""

    games: int
    threads: int  # at most
    form: dict[str, int]


IN_STEP = Sharing(1024, 512, {"registers": 64, "threads": 512})
QUEUED = Sharing(2048, 448, {"registers": 128, "threads": 448, "inlined": 100_000})
# How rules are compiled that a multiprocessor cannot keep as one piece of code: what several places call stays a function,
# unless it is short, and no loop is written out. To fill the queues, more games play, in fewer threads.
COMPACT: dict[str, int] = {"short": 80, "unrolled": False}
QUEUED_LONG = Sharing(8192, 256, {"registers": 255, "threads": 256, "inlined": 225} | COMPACT)
LARGE, VERY_LARGE = 120, 190  # numbers of rules above which games wait in queues, and above which rules are long


def play_random(gear: Cuda, players: int, games: int, seed: int = 0, options: Any = None, at_once: int = 0) -> tuple[int, int]:
    """The same (decisions, checksum) as the native gear; plays `at_once` games at a time, or as many as suits the GPU best."""
    if games == 0:
        return 0, 0
    options = gear.options(players) if options is None else options
    totals = gear.array(3, "int64")
    _play(gear, (players, options, seed, games), at_once, totals)
    decisions, checksum, _ = gear.copy_out(totals)
    return int(decisions), int(checksum) % PRIME


def _play(gear: Cuda, asked: tuple[Any, ...], at_once: int, totals: Any) -> None:
    rules = number_of_rules(gear.game)
    if rules > LARGE:
        play_from_queues(gear, asked, QUEUED_LONG if rules > VERY_LARGE else QUEUED, at_once, totals)
    else:
        play_in_step(gear, asked, IN_STEP, at_once, totals)


def number_of_rules(game: AnyGame) -> int:
    """How many a whole game may need."""
    return len(rules_below(game, kernels.random_event))


def play_in_step(gear: Cuda, asked: tuple[Any, ...], how: Sharing, at_once: int, totals: Any) -> None:
    """The method for small rules; `asked` are seats, options, seed and number of games."""
    threads = min(at_once or how.games * gear.multiprocessors, asked[-1])
    share = -(-threads // gear.multiprocessors)
    block = min(-(-share // WARP) * WARP, threads, how.threads)
    gear.kernel(playout_kernels.play_in_step, **how.form)[-(-threads // block), block](*asked, _kinds(gear), totals)


def play_from_queues(gear: Cuda, asked: tuple[Any, ...], how: Sharing, at_once: int, totals: Any) -> None:
    """The method for large rules."""
    at_once = min(at_once or how.games * gear.multiprocessors, asked[-1])
    blocks = min(gear.multiprocessors, at_once)
    scale = min((-(-at_once // blocks) - 1).bit_length(), MOST_SCALE)
    share = 1 << scale  # games per block
    block = min(max(share, WARP), how.threads)
    states, rngs = gear.room(blocks * share, in_sectors(gear.dtype)), gear.room((blocks * share, gear.rng_words), "int64")
    numbers, queues = gear.room(blocks * share, "int64"), gear.room((blocks, _kinds(gear), share), "int32")
    gear.kernel(playout_kernels.play_from_queues, **how.form)[blocks, block](
        *asked, _kinds(gear), scale, states, rngs, numbers, queues, totals
    )


def in_sectors(state: Any) -> Any:
    """The record padded so that each element of an array starts on a sector boundary: its fields span fewer sectors."""
    import numpy as np

    formats, offsets = zip(*(state.fields[name][:2] for name in state.names), strict=True)
    size = -(-state.itemsize // SECTOR) * SECTOR
    shape: Any = {"names": state.names, "formats": formats, "offsets": offsets, "itemsize": size}
    return np.dtype(shape, align=True)


def _kinds(gear: Cuda) -> int:
    """How many kinds of events games wait for, with the last one for finished games."""
    return gear.game.kinds + 1
