"""Whole random games on a GPU, in the rules language: two ways for many threads to share them (`rl.playouts`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.core.cuda import WARP
from zashiki.core.game import DECISION, OVER
from zashiki.core.kernels import CHECKSUM_PRIME as PRIME
from zashiki.core.kernels import advance, fold_scores, random_action, random_event, seat_to_act
from zashiki.core.rule import rule
from zashiki.core.schema import Shared, i32s
from zashiki.core.threads import (
    add_to,
    block,
    meet_block,
    meet_warp,
    peek,
    post,
    publish,
    raise_to,
    thread,
    threads,
    threads_with,
)
from zashiki.rl.kernels import start_game

status: Callable[[Any], int]
kind: Callable[[Any], int]
apply: Callable[[Any, int, int], None]

# Work space of a thread, as large as the game needs it (`core.cuda`).
OwnState: Callable[[], Any]
Listed: Callable[[], Any]
Generator: Callable[[], Any]

DECISIONS, CHECKSUM, STARTED = range(3)  # indices in `totals`
MOST_KINDS = 128
MOST_WARPS = 32  # in a block
NO_GAME = -1
LAPS, GAME = 16, 15  # bits of an entry of a queue
NOTHING_LEFT = -1  # what a warp takes when all games are over


@rule
def waits_for(s: Any, kinds: int) -> int:
    """The kind of event that comes next; the last one for a finished game."""
    return kinds - 1 if status(s) == OVER else kind(s)


@rule
def common_kind(own: int, kinds: int) -> int:
    """What most threads of the block are waiting for; `kinds` if no game is left."""
    most, found = 0, kinds
    for each in range(kinds):
        waiting = threads_with(own == each)
        if waiting > most:
            most, found = waiting, each
    return found


@rule
def play_in_step(players: int, options: Any, seed: int, last: int, kinds: int, totals: Any) -> None:
    """Games 0 .. `last - 1`, one in each thread: before every event the threads of a block agree on a kind."""
    s, generator, listed = OwnState(), Generator(), Listed()
    rng, out = generator.words, listed.out
    decisions, checksum, number = 0, 0, NO_GAME
    ended, idle = kinds - 1, kinds
    agreed, own = ended, ended
    while agreed != idle:
        if own == agreed:
            if own != ended:
                seat = seat_to_act(s)
                apply(s, seat, random_action(s, seat, rng, out))
                decisions += 1
            else:
                if number != NO_GAME:
                    checksum = (checksum + fold_scores(s, out, number % PRIME)) % PRIME
                number = add_to(totals, STARTED, 1)
                if number < last:
                    start_game(s, players, options, rng, seed, number)
            own = idle
            if number < last:
                advance(s, rng)
                own = waits_for(s, kinds)
        agreed = common_kind(own, kinds)
    add_to(totals, DECISIONS, decisions)
    add_to(totals, CHECKSUM, checksum)


class Desk(Shared):
    """The queues of a block: where each begins and ends, how many games wait there, and what every warp takes from them."""

    waiting: list[int] = i32s(MOST_KINDS, 0, 0)
    heads: list[int] = i32s(MOST_KINDS, 0, 0)
    tails: list[int] = i32s(MOST_KINDS, 0, 0)
    current: list[int] = i32s(1, 0, 0)  # the queue that all warps are working on
    left: list[int] = i32s(1, 0, 0)  # games that go on
    fullest: list[int] = i32s(MOST_WARPS, 0, 0)
    firsts: list[int] = i32s(MOST_WARPS, 0, 0)
    sizes: list[int] = i32s(MOST_WARPS, 0, 0)


@rule
def open_desk(desk: Desk, queues: Any, numbers: Any, first: int, games: int, kinds: int) -> None:
    """All games have ended, so to speak, and wait for a new beginning in the queue of the last kind."""
    i = thread()
    while i < games:
        numbers[first + i] = NO_GAME
        for k in range(kinds):
            queues[k, i] = i if k == kinds - 1 else free_for(0)
        i += threads()
    if thread() == 0:
        for k in range(kinds):
            desk.heads[k] = 0
            desk.tails[k] = desk.waiting[k] = games if k == kinds - 1 else 0
        desk.current[0] = kinds - 1
        desk.left[0] = games
    meet_block()


@rule
def share(desk: Desk, warp: int, lane: int, kinds: int) -> None:
    """What a warp takes next: from the queue that all warps are working on, or the fullest one if that is empty."""
    if lane == 0:
        current = peek(desk.current, 0)
        post(desk.fullest, warp, (MOST_KINDS if peek(desk.waiting, current) > 0 else 0) + current)
    meet_warp()
    goes_on = peek(desk.fullest, warp) >= MOST_KINDS
    meet_warp()
    if not goes_on:
        for k in range(lane, kinds, WARP):
            raise_to(desk.fullest, warp, peek(desk.waiting, k) * MOST_KINDS + k)
    meet_warp()
    if lane == 0:
        # Other warps may have been faster.
        kind_here = peek(desk.fullest, warp) % MOST_KINDS
        wanted = min(max(peek(desk.waiting, kind_here), 0), WARP)
        found = min(add_to(desk.waiting, kind_here, -wanted), wanted)
        if found < wanted:
            found = max(found, 0)
            add_to(desk.waiting, kind_here, wanted - found)
        post(desk.firsts, warp, add_to(desk.heads, kind_here, found))
        # All lanes must learn the same: the last game may end while they look.
        post(desk.sizes, warp, found if peek(desk.left, 0) > 0 else NOTHING_LEFT)
        post(desk.current, 0, kind_here)
    meet_warp()


# A queue is a ring. Whoever puts a game there or takes one draws a ticket, a running number, which says the place and the lap.
# An entry says for which lap it is free, or holds a game, so that everybody waits for their own turn however long others need.
# Nobody waits for other lanes of the warp while others wait for them: what is to be done is done within the loop that waits.


@rule
def lap_of(ticket: int, scale: int) -> int:
    return (ticket >> scale) & ((1 << LAPS) - 1)


@rule
def free_for(lap: int) -> int:
    """The entry where nobody is, and the next game will be put in this lap."""
    return -1 - lap


@rule
def take(queue: Any, ticket: int, scale: int) -> int:
    """The game at the place of a ticket, once it is there."""
    place, lap, game = ticket & ((1 << scale) - 1), lap_of(ticket, scale), NO_GAME
    while game == NO_GAME:
        entry = peek(queue, place)
        if entry >= 0 and entry >> GAME == lap:
            post(queue, place, free_for(lap_of(ticket + (1 << scale), scale)))
            game = entry & ((1 << GAME) - 1)
    publish()
    return game


@rule
def put_into(queue: Any, ticket: int, scale: int, game: int) -> None:
    """Put a game at the place of a ticket, once that is free."""
    place, lap, done = ticket & ((1 << scale) - 1), lap_of(ticket, scale), 0
    publish()
    while not done:
        if peek(queue, place) == free_for(lap):
            post(queue, place, (lap << GAME) + game)
            done = 1
    publish()


@rule
def play_from_queues(
    players: int,
    options: Any,
    seed: int,
    last: int,
    kinds: int,
    scale: int,
    states: Any,
    rngs: Any,
    numbers: Any,
    queues: Any,
    totals: Any,
) -> None:
    """Games 0 .. `last - 1`: `1 << scale` in a block, waiting in queues, one for each kind, and played one event at a time."""
    desk, listed = Desk(), Listed()
    own_queues, games = queues[block()], 1 << scale
    warp, lane, first = thread() // WARP, thread() % WARP, block() * games
    ended = kinds - 1
    decisions, checksum = 0, 0
    open_desk(desk, own_queues, numbers, first, games, kinds)
    size = 0
    while size != NOTHING_LEFT:
        share(desk, warp, lane, kinds)
        size, kind_here = peek(desk.sizes, warp), peek(desk.fullest, warp) % MOST_KINDS
        if lane < size:
            queue = own_queues[kind_here]
            g = take(queue, peek(desk.firsts, warp) + lane, scale)
            going = 1
            if kind_here != ended:
                decisions += status(states[first + g]) == DECISION
                random_event(states[first + g], rngs[first + g], listed.out)
            else:
                number = numbers[first + g]
                if number != NO_GAME:
                    checksum = (checksum + fold_scores(states[first + g], listed.out, number % PRIME)) % PRIME
                number = add_to(totals, STARTED, 1)
                numbers[first + g] = number
                going = number < last
                if going:
                    start_game(states[first + g], players, options, rngs[first + g], seed, number)
            if going:
                following = waits_for(states[first + g], kinds)
                put_into(own_queues[following], add_to(desk.tails, following, 1), scale, g)
                add_to(desk.waiting, following, 1)
            else:
                add_to(desk.left, 0, -1)
        meet_warp()
    add_to(totals, DECISIONS, decisions)
    add_to(totals, CHECKSUM, checksum)
