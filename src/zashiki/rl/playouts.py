"""Whole random games on a GPU, in one call.

The 32 threads of a warp run in lockstep, and code that all warps of a multiprocessor run is fetched only once. So games that
wait for the same kind of event are grouped; the kind is the field `phase` of a state. There are two methods:

- Small rules: each thread keeps one game in its own memory, and before every decision the threads of a block agree on the
  kind that most of them are waiting for (`in_step`).
- Large rules: the games of a block wait in queues, one for each kind. A warp takes 32 games from a queue, carries out the next
  event of each and puts each into the queue of its next kind. All warps stay with one queue until it is empty (`from_queues`).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from zashiki.core import kernels
from zashiki.core.cuda import Cuda
from zashiki.core.game import DECISION, OVER
from zashiki.core.gears import ALIGNMENT, rules_below
from zashiki.core.kernels import CHECKSUM_PRIME as PRIME
from zashiki.rl.kernels import start_game

MOST_KINDS = 64
LARGE = 120  # number of rules above which games wait in queues
DECISIONS, CHECKSUM, STARTED = range(3)  # indices in `totals`
WARP = 32  # threads that run in lockstep
REGISTERS = 64  # per thread, so that 1,024 threads fit on a multiprocessor
NO_GAME = -1
NOBODY = -1  # an empty slot in a queue
SECTOR = 32  # bytes fetched together from the GPU's memory

IN_STEP_GAMES = 1024  # at a time per multiprocessor
IN_STEP_THREADS = 512  # at most, that agree on what to play next
QUEUED_GAMES = 2048
QUEUED_THREADS = 448
MOST_QUEUED = 1 << 14  # games per block; their numbers must fit into 16 bits


def play_random(gear: Cuda, players: int, games: int, seed: int = 0, options: Any = None, at_once: int = 0) -> tuple[int, int]:
    """The same (decisions, checksum) as the native gear; plays `at_once` games at a time, or as many as suits the GPU best."""
    if games == 0:
        return 0, 0
    options = gear.options(players) if options is None else options
    large = len(rules_below(gear.game, kernels.random_event)) > LARGE
    play = _play_from_queues if large else _play_in_step
    totals = gear.array(3, "int64")
    play(gear, players, games, seed, options, at_once, totals)
    decisions, checksum, _ = gear.copy_out(totals)
    return int(decisions), int(checksum) % PRIME


def _play_in_step(gear: Cuda, players: int, games: int, seed: int, options: Any, at_once: int, totals: Any) -> None:
    threads = min(at_once or IN_STEP_GAMES * gear.multiprocessors, games)
    share = -(-threads // gear.multiprocessors)
    block = min(-(-share // WARP) * WARP, threads, IN_STEP_THREADS)
    blocks = -(-threads // block)
    in_step(gear)[blocks, block](players, options, seed, games, totals)


def _play_from_queues(gear: Cuda, players: int, games: int, seed: int, options: Any, at_once: int, totals: Any) -> None:
    at_once = min(at_once or QUEUED_GAMES * gear.multiprocessors, games)
    blocks = min(gear.multiprocessors, at_once)
    share = min(1 << (-(-at_once // blocks) - 1).bit_length(), MOST_QUEUED)  # games per block, a power of two
    block = min(max(share, WARP), QUEUED_THREADS)
    states, rngs = gear.room(blocks * share, in_sectors(gear.dtype)), gear.room((blocks * share, gear.rng_words), "int64")
    numbers, queues = gear.room(blocks * share, "int64"), gear.room((blocks, _kinds(gear), share), "int16")
    from_queues(gear)[blocks, block](players, options, seed, games, states, rngs, numbers, queues, totals)


def in_sectors(state: Any) -> Any:
    """The record padded so that each element of an array starts on a sector boundary: its fields span fewer sectors."""
    import numpy as np

    formats, offsets = zip(*(state.fields[name][:2] for name in state.names), strict=True)
    size = -(-state.itemsize // SECTOR) * SECTOR
    shape: Any = {"names": state.names, "formats": formats, "offsets": offsets, "itemsize": size}
    return np.dtype((state.type, np.dtype(shape, align=True)))


def _kinds(gear: Cuda) -> int:
    """How many kinds of events games wait for, with the last one for finished games."""
    kinds: int = gear.game.state.fields["phase"].high + 2
    return kinds


@cache
def in_step(gear: Cuda) -> Any:
    """The kernel for small rules: one game per thread, played one decision and the chance after it at a time."""
    import numpy as np

    cuda, game = gear.target, gear.game
    state, buffer_size, words, alignment = gear.dtype, gear.buffer_size, gear.rng_words, ALIGNMENT
    kinds = _kinds(gear)
    ended, idle = kinds - 1, kinds
    i32, i64 = np.int32, np.int64
    status, apply = gear.compile(game.rules.status), gear.compile(game.rules.apply)
    seat_to_act, random_action = gear.compile(kernels.seat_to_act), gear.compile(kernels.random_action)
    advance, fold_scores, start = gear.compile(kernels.advance), gear.compile(kernels.fold_scores), gear.compile(start_game)

    def common_kind(mine: int) -> int:
        """What most threads of the block are waiting for; `idle` if no game is left."""
        most, found = 0, idle
        for kind in range(idle):
            threads = cuda.syncthreads_count(i32(mine == kind))
            if threads > most:
                most, found = threads, kind
        return found

    agreed = cuda.jit(device=True)(common_kind)

    def play_in_step(players: int, options: Any, seed: int, last: int, totals: Any) -> None:
        """Games 0 .. `last - 1`."""
        states = cuda.local.array(1, state, alignment=alignment)
        rng = cuda.local.array(words, i64)
        out = cuda.local.array(buffer_size, i32)
        s = states[0]
        decisions, checksum, number = i64(0), i64(0), i64(NO_GAME)
        kind, mine = i64(ended), i64(ended)
        while kind != idle:
            if mine == kind:
                if kind != ended:
                    seat = seat_to_act(s)
                    apply(s, seat, random_action(s, seat, rng, out))
                    decisions += 1
                else:
                    if number != NO_GAME:
                        checksum = (checksum + fold_scores(s, out, number % PRIME)) % PRIME
                    number = cuda.atomic.add(totals, STARTED, 1)
                    if number < last:
                        start(s, players, options, rng, seed, number)
                mine = i64(idle)
                if number < last:
                    advance(s, rng)
                    mine = i64(ended) if status(s) == OVER else i64(s.phase)
            kind = agreed(mine)
        cuda.atomic.add(totals, DECISIONS, decisions)
        cuda.atomic.add(totals, CHECKSUM, checksum)

    return gear.kernel(play_in_step, max_registers=REGISTERS)


@cache
def from_queues(gear: Cuda) -> Any:
    """The kernel for large rules: the games of a block wait in queues, and are played one event at a time."""
    import numpy as np

    cuda, buffer_size, width, warps = gear.target, gear.buffer_size, WARP, QUEUED_THREADS // WARP
    kinds = _kinds(gear)
    ended = kinds - 1
    i32, i64 = np.int32, np.int64
    status, random_event = gear.inline(gear.game.rules.status), gear.inline(kernels.random_event)
    fold_scores, start = gear.inline(kernels.fold_scores), gear.inline(start_game)
    keep_code_small = gear.small_code()

    def play_from_queues(
        players: int,
        options: Any,
        seed: int,
        last: int,
        states: Any,
        rngs: Any,
        numbers: Any,
        queues: Any,
        totals: Any,
    ) -> None:
        """Games 0 .. `last - 1`."""
        keep_code_small()
        waiting = cuda.shared.array(kinds, i32)
        heads = cuda.shared.array(kinds, i32)
        tails = cuda.shared.array(kinds, i32)
        current = cuda.shared.array(1, i32)
        left = cuda.shared.array(1, i32)
        fullest = cuda.shared.array(warps, i32)
        firsts = cuda.shared.array(warps, i32)
        sizes = cuda.shared.array(warps, i32)
        out = cuda.local.array(buffer_size, i32)
        thread, threads, queue, games = cuda.threadIdx.x, cuda.blockDim.x, queues[cuda.blockIdx.x], queues.shape[2]
        warp, lane, mine = thread // width, thread % width, cuda.blockIdx.x * games
        decisions, checksum = i64(0), i64(0)

        for i in range(thread, games, threads):
            numbers[mine + i] = NO_GAME
            for k in range(kinds):
                queue[k, i] = i if k == ended else NOBODY
        if thread == 0:
            for k in range(kinds):
                heads[k] = 0
                tails[k] = waiting[k] = games if k == ended else 0
            current[0] = ended
            left[0] = games
        cuda.syncthreads()

        while left[0] > 0:
            # The queue that all warps are working on, or the fullest one if that is empty.
            if lane == 0:
                fullest[warp] = i64(waiting[current[0]] > 0) * MOST_KINDS + current[0]
            cuda.syncwarp()
            if fullest[warp] < MOST_KINDS:
                for k in range(lane, kinds, width):
                    cuda.atomic.max(fullest, warp, waiting[k] * MOST_KINDS + k)
                cuda.syncwarp()
            kind = i64(fullest[warp] % MOST_KINDS)
            # The warp's share of the queue; other warps may have been faster.
            if lane == 0:
                wanted = min(max(waiting[kind], 0), width)
                found = min(cuda.atomic.sub(waiting, kind, wanted), wanted)
                if found < wanted:
                    found = max(found, 0)
                    cuda.atomic.add(waiting, kind, wanted - found)
                firsts[warp] = cuda.atomic.add(heads, kind, found)
                sizes[warp] = found
                current[0] = kind
            cuda.syncwarp()
            if lane < sizes[warp]:
                place = (firsts[warp] + lane) & (games - 1)
                while queue[kind, place] == NOBODY:
                    cuda.threadfence_block()
                g = i64(queue[kind, place])
                queue[kind, place] = NOBODY
                s, rng, going = states[mine + g], rngs[mine + g], True
                if kind != ended:
                    if status(s) == DECISION:
                        decisions += 1
                    random_event(s, rng, out)
                else:
                    number = numbers[mine + g]
                    if number != NO_GAME:
                        checksum = (checksum + fold_scores(s, out, number % PRIME)) % PRIME
                    number = cuda.atomic.add(totals, STARTED, 1)
                    numbers[mine + g] = number
                    going = number < last
                    if going:
                        start(s, players, options, rng, seed, number)
                if going:
                    kind = i64(ended) if status(s) == OVER else i64(s.phase)
                    place = cuda.atomic.add(tails, kind, 1) & (games - 1)
                    while queue[kind, place] != NOBODY:
                        cuda.threadfence_block()
                    cuda.threadfence_block()
                    queue[kind, place] = g
                    cuda.threadfence_block()
                    cuda.atomic.add(waiting, kind, 1)
                else:
                    cuda.atomic.sub(left, 0, 1)
            cuda.syncwarp()
        cuda.atomic.add(totals, DECISIONS, decisions)
        cuda.atomic.add(totals, CHECKSUM, checksum)

    return gear.kernel(play_from_queues, max_registers=REGISTERS)
