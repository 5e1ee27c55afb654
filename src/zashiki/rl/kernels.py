"""The inner loops of the batch and the vector of seats, in the rules language.

Every gear binds the names below to the rules of one game, as it does for `core.kernels`. Each call works on a slice of
the array of states, `first` .. `last - 1`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.bots.kernels import BASE, TRIAL, WORLD, greedy_option, imagine, try_option, weigh_options
from zashiki.bots.network.kernels import network_option
from zashiki.core.bits import bit, count, has, lowest
from zashiki.core.chance import draw_from, seed_rng
from zashiki.core.game import CHANCE, DECISION, OVER
from zashiki.core.kernels import advance, begin, random_action, seat_to_act
from zashiki.core.rows import blank
from zashiki.core.rule import rule

clear: Callable[[Any], None]
setup: Callable[[Any, int, Any], None]
status: Callable[[Any], int]
draw: Callable[[Any, Any], None]
reveal: Callable[[Any], None]
to_act: Callable[[Any], int]
apply: Callable[[Any, int, int], None]
resample: Callable[[Any, int, Any], None]
worth: Callable[[Any, int], int]
legal: Callable[[Any, int, Any], int]
winners: Callable[[Any], int]
observe: Callable[[Any, int, Any], None]
WORLDS: int

BEGIN, PLAY, MOVE, HAPPEN, GO_ON, IMAGINE, AWAIT, LIST, MARK, LOOK, WON = range(11)  # the jobs at a desk
CHANCE_NEXT = -1  # what is awaited before a chance event
NO_OPTION = -1  # where a seat has fewer candidates than there is room for


@rule
def start_game(s: Any, players: int, options: Any, rng: Any, seed: int, number: int) -> None:
    """A new game before its first event, with its own generator."""
    seed_rng(rng, seed, number)
    clear(s)
    setup(s, players, options)


@rule
def write_mask(s: Any, seat: int, mask: Any, out: Any) -> None:
    """Set the bytes of the legal actions and clear all others."""
    blank(mask)
    for i in range(legal(s, seat, out)):
        mask[out[i]] = 1


@rule
def share_win(s: Any, reward: Any) -> None:
    """One win, shared equally among the winners."""
    won = winners(s)
    for seat in range(s.players):
        reward[seat] = 1.0 / count(won) if won & bit(seat) else 0.0


@rule
def step_game(s: Any, rng: Any, players: int, options: Any, seat: int, action: int, reward: Any) -> int:
    """One decision and all chance behind it; a finished game pays out and starts again. 1 when it ended, else 0."""
    for k in range(players):
        reward[k] = 0.0
    apply(s, seat, action)
    advance(s, rng)
    if status(s) != OVER:
        return 0
    share_win(s, reward)
    begin(s, players, options, rng)
    return 1


@rule
def observe_scaled(s: Any, seat: int, scales: Any, observation: Any) -> None:
    """The observation of a seat, scaled to at most 1."""
    observe(s, seat, observation)
    for k in range(len(scales)):
        observation[k] *= scales[k]


# The batch: every game waits for the lowest seat to act.


@rule
def reset_batch(
    states: Any, rngs: Any, players: int, options: Any, seed: int, seats: Any, masks: Any, out: Any, first: int, last: int
) -> None:
    """Start every game of the slice, each with its own generator; write the seats to act and the masks."""
    for i in range(first, last):
        seed_rng(rngs[i], seed, i)
        begin(states[i], players, options, rngs[i])
        seats[i] = seat_to_act(states[i])
        write_mask(states[i], seats[i], masks[i], out)


@rule
def step_batch(
    states: Any,
    rngs: Any,
    players: int,
    options: Any,
    actions: Any,
    seats: Any,
    masks: Any,
    rewards: Any,
    done: Any,
    out: Any,
    first: int,
    last: int,
) -> None:
    """One decision in every game of the slice, with rewards, auto-reset, and the next seats and masks."""
    for i in range(first, last):
        done[i] = step_game(states[i], rngs[i], players, options, seats[i], actions[i], rewards[i])
        seats[i] = seat_to_act(states[i])
        write_mask(states[i], seats[i], masks[i], out)


@rule
def ask_batch(states: Any, seats: Any, masks: Any, out: Any, first: int, last: int) -> None:
    """The seats to act and their masks."""
    for i in range(first, last):
        seats[i] = seat_to_act(states[i])
        write_mask(states[i], seats[i], masks[i], out)


@rule
def sample_batch(states: Any, rngs: Any, seats: Any, actions: Any, out: Any, first: int, last: int) -> None:
    """A uniformly random legal action for every game of the slice."""
    for i in range(first, last):
        actions[i] = random_action(states[i], seats[i], rngs[i], out)


@rule
def observe_batch(states: Any, seats: Any, scales: Any, observations: Any, first: int, last: int) -> None:
    """The observation of the seat to act in every game of the slice."""
    for i in range(first, last):
        observe_scaled(states[i], seats[i], scales, observations[i])


@rule
def restart_batch(
    states: Any,
    rngs: Any,
    players: int,
    options: Any,
    chosen: Any,
    seats: Any,
    masks: Any,
    out: Any,
    first: int,
    last: int,
) -> None:
    """Begin the chosen games of the slice again, each with the generator it has."""
    for i in range(first, last):
        if chosen[i]:
            begin(states[i], players, options, rngs[i])
        seats[i] = seat_to_act(states[i])
        write_mask(states[i], seats[i], masks[i], out)


# Tables of different seat counts and options side by side, without masks: what a learner plays at. Who is asked first among those
# who decide at the same time is drawn: seats see who has answered, and a network that always met one order plays worse in others.


@rule
def begin_tables(
    states: Any, rngs: Any, players: Any, options: Any, chosen: Any, seed: int, seats: Any, first: int, last: int
) -> None:
    """Begin the chosen games of the slice, with the generators they have or, from a seed that is not negative, with new ones."""
    for i in range(first, last):
        if chosen[i]:
            if seed >= 0:
                seed_rng(rngs[i], seed, i)
            begin(states[i], players[i], options[i], rngs[i])
            seats[i] = draw_from(rngs[i], to_act(states[i]))


@rule
def play_tables(
    states: Any, rngs: Any, players: Any, options: Any, actions: Any, seats: Any, rewards: Any, done: Any, first: int, last: int
) -> None:
    """One decision in every game of the slice, with rewards, auto-reset and the next seats."""
    for i in range(first, last):
        done[i] = step_game(states[i], rngs[i], players[i], options[i], seats[i], actions[i], rewards[i])
        seats[i] = draw_from(rngs[i], to_act(states[i]))


@rule
def imagine_batch(states: Any, rngs: Any, seats: Any, options: Any, counts: Any, imagined: Any, first: int, last: int) -> None:
    """The options of the seat to act in every game of the slice, and a world it imagines where it has a choice."""
    for i in range(first, last):
        counts[i] = legal(states[i], seats[i], options[i])
        if counts[i] > 1:
            if WORLDS == 1:
                imagined[i][WORLD] = states[i]
            else:
                imagined[i][BASE] = states[i]
                imagine(imagined[i], seats[i], rngs[i])


@rule
def worth_after(trial: Any, seat: int, action: int) -> int:
    """What a state is worth to the seat after one of its options, which it makes there."""
    apply(trial, seat, action)
    found: int = worth(trial, seat)
    return found


@rule
def weigh_batch(imagined: Any, seats: Any, options: Any, counts: Any, worths: Any, world: int, first: int, last: int) -> None:
    """Add what every option is worth in the imagined world of its game; world number 0 begins anew. An only option counts 0."""
    for i in range(first, last):
        for k in range(counts[i]):
            if world == 0:
                worths[i][k] = 0
            if counts[i] > 1:
                imagined[i][TRIAL] = imagined[i][WORLD]
                worths[i][k] += worth_after(imagined[i][TRIAL], seats[i], options[i][k])


@rule
def try_batch(
    states: Any,
    seats: Any,
    candidates: Any,
    seeds: Any,
    world: int,
    depth: int,
    results: Any,
    imagined: Any,
    rng: Any,
    out: Any,
    totals: Any,
    first: int,
    last: int,
) -> None:
    """What the search bot's simulation number `world` gives for the candidates of every game; all share its world and chance."""
    for i in range(first, last):
        for k in range(len(candidates[i])):
            if candidates[i][k] != NO_OPTION:
                imagined[BASE] = states[i]
                try_option(imagined, rng, out, totals, seats[i], candidates[i][k], seeds[i], world, depth, results[i][k])


@rule
def choose_batch(
    states: Any,
    rngs: Any,
    seats: Any,
    actions: Any,
    net: Any,
    weights: Any,
    imagined: Any,
    room: Any,
    out: Any,
    totals: Any,
    first: int,
    last: int,
) -> None:
    """What a network answers for the seat to act in every game of the slice."""
    for i in range(first, last):
        imagined[BASE] = states[i]
        actions[i] = network_option(imagined, seats[i], rngs[i], out, totals, net, weights, room)


# A desk: one game, and everything that an environment asks about it.


@rule
def awaited(s: Any) -> int:
    """The seats to act; CHANCE_NEXT before a chance event, 0 when the game is over."""
    state = status(s)
    if state == CHANCE:
        return CHANCE_NEXT
    return 0 if state == OVER else to_act(s)


@rule
def happen_at_desk(s: Any, rng: Any) -> None:
    """One chance event."""
    draw(s, rng)
    reveal(s)


@rule
def list_at_desk(s: Any, seat: int, out: Any) -> int:
    """The options of a seat; none if it has nothing to decide."""
    return legal(s, seat, out) if status(s) == DECISION and has(to_act(s), seat) else 0


@rule
def mark_at_desk(s: Any, seat: int, mask: Any, out: Any) -> int:
    """Write the mask of a seat; how many options it has."""
    n = list_at_desk(s, seat, out)
    blank(mask)
    for i in range(n):
        mask[out[i]] = 1
    return n


@rule
def serve(
    states: Any,
    rng: Any,
    out: Any,
    turn: Any,
    mask: Any,
    scales: Any,
    seen: Any,
    players: int,
    options: Any,
    job: int,
    number: int,
) -> int:
    """One of the jobs at the desk. They are one kernel, because each of them alone would be compiled with most of the rules.

    BEGIN a game of the seed `number`; PLAY an action of the seat turn[0] and all chance behind it; MOVE without that; let one
    chance event HAPPEN, seeded with `number` and turn[0]; GO_ON through all chance; IMAGINE what the seat turn[0] cannot know.
    These, and AWAIT, answer what is `awaited`. LIST the options of the seat `number`, MARK them in the mask, LOOK through its
    eyes; WON: the winners.
    """
    s = states[0]
    if job == LIST:
        return list_at_desk(s, number, out)
    if job == MARK:
        return mark_at_desk(s, number, mask, out)
    if job == LOOK:
        observe_scaled(s, number, scales, seen)
        return 0
    if job == WON:
        return winners(s)
    if job == BEGIN:
        seed_rng(rng, number, 0)
        clear(s)
        setup(s, players, options)
    elif job == PLAY or job == MOVE:  # noqa: SIM109  # the rules language has no `in`
        apply(s, turn[0], number)
    elif job == HAPPEN:
        seed_rng(rng, number, turn[0])
        happen_at_desk(s, rng)
    elif job == IMAGINE:
        seed_rng(rng, number, 0)
        resample(s, turn[0], rng)
    if job == BEGIN or job == PLAY or job == GO_ON:  # noqa: SIM109
        advance(s, rng)
    return awaited(s)


# The vector: one seat in every game learns, and bots play all the others.


@rule
def let_others_play(states: Any, i: int, seat: int, greedy: int, rng: Any, imagined: Any, out: Any, totals: Any) -> None:
    """Bots, greedy or random, decide until the seat must or the game is over."""
    while status(states[i]) != OVER and not has(to_act(states[i]), seat):
        other = lowest(to_act(states[i]))
        if greedy:
            imagined[BASE] = states[i]
            action = greedy_option(imagined, other, rng, out, totals)
        else:
            action = random_action(states[i], other, rng, out)
        apply(states[i], other, action)
        advance(states[i], rng)


@rule
def begin_for_seat(
    states: Any, i: int, players: int, options: Any, seat: int, greedy: int, rng: Any, imagined: Any, out: Any, totals: Any
) -> None:
    """A new game, up to the seat's first decision; if a game ends without one, another is started."""
    begin(states[i], players, options, rng)
    let_others_play(states, i, seat, greedy, rng, imagined, out, totals)
    while status(states[i]) == OVER:
        begin(states[i], players, options, rng)
        let_others_play(states, i, seat, greedy, rng, imagined, out, totals)


@rule
def reset_seats(
    states: Any,
    rngs: Any,
    players: int,
    options: Any,
    seed: int,
    seats: Any,
    greedy: int,
    masks: Any,
    imagined: Any,
    out: Any,
    totals: Any,
    first: int,
    last: int,
) -> None:
    """Start every game of the slice, each with its own generator."""
    for i in range(first, last):
        seed_rng(rngs[i], seed, i)
        begin_for_seat(states, i, players, options, seats[i], greedy, rngs[i], imagined, out, totals)
        write_mask(states[i], seats[i], masks[i], out)


@rule
def step_seats(
    states: Any,
    rngs: Any,
    players: int,
    options: Any,
    actions: Any,
    seats: Any,
    turns: int,
    greedy: int,
    masks: Any,
    shares: Any,
    gains: Any,
    done: Any,
    scales: Any,
    last_seen: Any,
    imagined: Any,
    out: Any,
    totals: Any,
    first: int,
    last: int,
) -> None:
    """One decision of the learning seat in every game of the slice, and everything up to its next one.

    A finished game splits the win, stores what the seat sees at the end and restarts with the seat moved on by `turns`.
    """
    for i in range(first, last):
        seat = seats[i]
        before = worth(states[i], seat)
        apply(states[i], seat, actions[i])
        advance(states[i], rngs[i])
        let_others_play(states, i, seat, greedy, rngs[i], imagined, out, totals)
        gains[i] = worth(states[i], seat) - before
        done[i] = status(states[i]) == OVER
        for k in range(players):
            shares[i, k] = 0.0
        if done[i]:
            share_win(states[i], shares[i])
            observe_scaled(states[i], seat, scales, last_seen[i])
            seats[i] = (seat + turns) % players
            begin_for_seat(states, i, players, options, seats[i], greedy, rngs[i], imagined, out, totals)
        write_mask(states[i], seats[i], masks[i], out)


@rule
def weigh_seats(
    states: Any, rngs: Any, seats: Any, worths: Any, imagined: Any, out: Any, totals: Any, first: int, last: int
) -> None:
    """What greedy play makes of each option of the learning seat of every game of the slice; 0 elsewhere."""
    for i in range(first, last):
        for action in range(worths.shape[1]):
            worths[i, action] = 0
        imagined[BASE] = states[i]
        for k in range(weigh_options(imagined, seats[i], rngs[i], out, totals)):
            worths[i, out[k]] = totals[k]
