"""Whole games between bots, written down decision by decision, and the look-ahead behind some of them, in the rules language.

Every gear binds the names below to the rules of one game, as it does for `core.kernels`. The game being played stands in
`states[BASE]`; the other places are room for the bots and for looking ahead. A share of the win is counted in parts of WHOLE_WIN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.bots.foresight.kernels import follow_candidates, pick_candidates
from zashiki.bots.kernels import (
    BASE,
    FIRST,
    WORLD,
    best_option,
    follow_option,
    imagine,
    keep_best,
    play_on,
    share_out,
    try_option,
    weigh_options,
)
from zashiki.bots.network.kernels import network_option
from zashiki.core.bits import count
from zashiki.core.chance import below, draw_from, seed_rng, seed_source
from zashiki.core.game import CHANCE, OVER
from zashiki.core.kernels import advance, ask, begin, playout, random_action
from zashiki.core.rule import rule

status: Callable[[Any], int]
to_act: Callable[[Any], int]
legal: Callable[[Any, int, Any], int]
apply: Callable[[Any, int, int], None]
scores: Callable[[Any, Any], None]
winners: Callable[[Any], int]
worth: Callable[[Any, int], int]
observe: Callable[[Any, int, Any], None]
round_of: Callable[[Any], int]

# How a seat is played, a row of `lineup` for each: its level, how far it searches (worlds and decisions), a run of actions
# it avoids.
RANDOM, GREEDY, SEARCH, SEER, NETWORK = range(5)  # a seer searches, and knows what is hidden
LEVEL, SEARCH_WORLDS, SEARCH_DEPTH, AVOID_FIRST, AVOID_LAST = range(5)
CANDIDATES = 6  # options that a search tries

# What is written down for each decision.
GAME, STEP, SEAT, ROUND, PHASE, ACTION, OPTIONS, ASIDE = range(8)
COLUMNS = 8
WON, DECISIONS = range(2)  # what is written down for each game, beside the points

# What looking ahead is told: games to look into, decisions between two looks, playouts of the truth, worlds and options tried.
LOOK_GAMES, LOOK_EVERY, LOOK_PLAYOUTS, LOOK_WORLDS, LOOK_OPTIONS = range(5)
LOOK_ROW, LOOK_ACTION, LOOK_CHOSEN, LOOK_SHARES = range(4)  # a row of `looks`: an option tried, then two halves of shares
AT_VALUES, AT_LOOKS = range(2)  # places in `filled`, how much of the buffers is used
THOUGHTS = 1 << 40  # where the seeds of what bots and looks imagine begin
MOST_DECISIONS = 1 << 13  # of a game; more would imagine the same again
THE_DEAL = -1
NO_ACTION = -1
FINE = 1 << 20  # steps of a scale from the worst to the best
NEVER_CHOSEN = -(1 << 60)


# Levels


@rule
def scaled(number: int, low: int, high: int) -> int:
    """From 0 for the lowest to FINE for the highest; 0 where they are equal."""
    return (number - low) * FINE // (high - low) if high > low else 0


@rule
def avoid(n: int, out: Any, totals: Any, first: int, last: int) -> None:
    """Make the options from `first` to `last - 1` worse than all others, unless nothing else is left."""
    others = 0
    for i in range(n):
        others += int(out[i] < first or out[i] >= last)
    if others > 0:
        for i in range(n):
            if first <= out[i] < last:
                totals[i] = NEVER_CHOSEN


@rule
def try_truth(
    states: Any, rng: Any, out: Any, totals: Any, seat: int, action: int, seed: int, world: int, depth: int, result: Any
) -> None:
    """What `try_option` does, in the world as it is."""
    seed_rng(rng, seed, world)
    states[WORLD] = states[BASE]
    follow_option(states, rng, out, totals, seat, action, depth, result)


@rule
def search_option(states: Any, seat: int, how: Any, seed: int, choices: Any, inner: Any, out: Any, totals: Any, desk: Any) -> int:
    """What the search bot answers after a fixed number of worlds. `desk` is room: candidates, then two results of each."""
    n = weigh_options(states, seat, choices, out, totals)
    avoid(n, out, totals, how[AVOID_FIRST], how[AVOID_LAST])
    n = keep_best(n, CANDIDATES, out, totals)
    for i in range(n):
        desk[0, i] = out[i]
        desk[1, i] = 0
        desk[2, i] = 0
    for world in range(how[SEARCH_WORLDS]):
        for i in range(n):
            desk[3, 0] = 0
            desk[3, 1] = 0
            if how[LEVEL] == SEER:
                try_truth(states, inner, out, totals, seat, desk[0, i], seed, world, how[SEARCH_DEPTH], desk[3])
            else:
                try_option(states, inner, out, totals, seat, desk[0, i], seed, world, how[SEARCH_DEPTH], desk[3])
            desk[1, i] += desk[3, 0]
            desk[2, i] += desk[3, 1]
    low_worth, high_worth, low_wins, high_wins = desk[1, 0], desk[1, 0], desk[2, 0], desk[2, 0]
    for i in range(1, n):
        low_worth, high_worth = min(low_worth, desk[1, i]), max(high_worth, desk[1, i])
        low_wins, high_wins = min(low_wins, desk[2, i]), max(high_wins, desk[2, i])
    chosen: int = desk[0, 0]
    best = -1
    for i in range(n):
        value = scaled(desk[1, i], low_worth, high_worth) + scaled(desk[2, i], low_wins, high_wins)
        if value > best:
            chosen = desk[0, i]
            best = value
    return chosen


@rule
def choose(
    states: Any, seat: int, how: Any, seed: int, choices: Any, inner: Any, out: Any, totals: Any, desk: Any,
    net: Any, weights: Any, room: Any,
) -> int:  # fmt: skip
    """The answer of a seat that has more than one option."""
    if how[LEVEL] == RANDOM:
        return random_action(states[BASE], seat, choices, out)
    if how[LEVEL] == GREEDY:
        n = weigh_options(states, seat, choices, out, totals)
        avoid(n, out, totals, how[AVOID_FIRST], how[AVOID_LAST])
        return best_option(n, out, totals, choices)
    if how[LEVEL] == NETWORK:
        return network_option(states, seat, choices, out, totals, net, weights, room)
    return search_option(states, seat, how, seed, choices, inner, out, totals, desk)


# Looking ahead


@rule
def play_out(states: Any, rng: Any, out: Any, totals: Any, into: Any, first: int) -> None:
    """Everybody plays states[WORLD] greedily to the end; the parts of the win are added."""
    while status(states[WORLD]) != OVER:
        play_on(states, rng, out, totals)
    share_out(states[WORLD], into, first)


@rule
def look_at_truth(states: Any, rng: Any, out: Any, totals: Any, seed: int, playouts: int, value: Any) -> None:
    """What every seat may expect of the position as it is; the row number stands first."""
    for k in range(playouts):
        seed_rng(rng, seed, k)
        states[WORLD] = states[BASE]
        play_out(states, rng, out, totals, value, 1)


@rule
def look_at_options(
    states: Any, seat: int, chosen: int, rng: Any, out: Any, totals: Any, seed: int, look: Any, row: int, looks: Any, at: int
) -> int:
    """Try options in worlds that the seat cannot rule out, the same for each; a row of `looks` for each. How many there are.

    All options are tried, or as many as may be: then the chosen one and a draw of the others.
    """
    n = legal(states[BASE], seat, out)
    tried: int = min(n, look[LOOK_OPTIONS])
    seed_rng(rng, seed, -1)
    for i in range(n):
        if out[i] == chosen:
            out[0], out[i] = out[i], out[0]
    for i in range(1, tried):
        k = i + below(rng, n - i)
        out[i], out[k] = out[k], out[i]
    for i in range(tried):
        looks[at + i, LOOK_ROW] = row
        looks[at + i, LOOK_ACTION] = out[i]
        looks[at + i, LOOK_CHOSEN] = int(out[i] == chosen)
        for k in range(2 * states[BASE].players):
            looks[at + i, LOOK_SHARES + k] = 0
    for world in range(look[LOOK_WORLDS]):
        half = LOOK_SHARES + world % 2 * states[BASE].players
        for i in range(tried):
            seed_rng(rng, seed, world)
            imagine(states, seat, rng)
            apply(states[WORLD], seat, looks[at + i, LOOK_ACTION])
            advance(states[WORLD], rng)
            play_out(states, rng, out, totals, looks[at + i], half)
    return tried


# Games


@rule
def deal_out(
    s: Any, players: int, options: Any, chance: Any, choices: Any, seed: int, again: int, frozen: int, deal: int
) -> None:
    """A new game up to its first decision. What bots do, and chance that is not frozen, is of the family `again`.

    Frozen is what happens before the first decision (THE_DEAL), or one source of chance all through the game.
    """
    seed_rng(choices, again, 2 * deal + 1)
    seed_rng(chance, again if frozen != THE_DEAL else seed, 2 * deal)
    if frozen != THE_DEAL:
        seed_source(chance, frozen, seed, 2 * deal)
    begin(s, players, options, chance)
    if frozen == THE_DEAL and again != seed:
        seed_rng(chance, again, 2 * deal)


@rule
def count_offers(n: int, out: Any, offers: Any) -> None:
    for i in range(n):
        offers[out[i]] += 1


@rule
def play_deal(
    states: Any, chance: Any, choices: Any, inner: Any, out: Any, totals: Any, desk: Any,
    net: Any, weights: Any, room: Any, lineup: Any, turning: int,
    players: int, options: Any, seed: int, again: int, frozen: int, deal: int, index: int, row: int, limit: int,
    rows: Any, results: Any, points: Any, offers: Any, look: Any, values: Any, looks: Any, filled: Any,
) -> int:  # fmt: skip
    """Play one deal to the end, or until it has had `limit` decisions; returns the next free row of `rows`."""
    deal_out(states[BASE], players, options, chance, choices, seed, again, frozen, deal)
    step, waiting, phase, decisions = 0, 0, -1, 0
    while status(states[BASE]) != OVER and decisions < limit:
        s = states[BASE]
        acting = to_act(s)
        # Seats that were asked together answer in one step, also where one of them takes several decisions for its answer.
        together = waiting != 0 and acting & ~waiting == 0 and (acting != waiting or s.phase == phase)
        if not together:
            step += 1
        waiting = acting if together or count(acting) > 1 else 0
        phase = s.phase
        seat = draw_from(choices, acting)
        n = legal(s, seat, out)
        action = out[0]
        place = (seat + turning * deal) % players
        count_offers(n, out, offers[index * players + place])
        thought = again + THOUGHTS + 3 * (deal * MOST_DECISIONS + decisions)
        if n > 1:
            action = choose(states, seat, lineup[place], thought, choices, inner, out, totals, desk, net, weights, room)
        rows[row, GAME] = index
        rows[row, STEP] = step
        rows[row, SEAT] = seat
        rows[row, ROUND] = round_of(s)
        rows[row, PHASE] = s.phase
        rows[row, ACTION] = action
        rows[row, OPTIONS] = n
        rows[row, ASIDE] = int(waiting != 0)
        if index < look[LOOK_GAMES] and decisions % look[LOOK_EVERY] < 2:
            at = filled[AT_VALUES]
            filled[AT_VALUES] += 1
            values[at, 0] = row
            for k in range(players):
                values[at, 1 + k] = 0
            look_at_truth(states, inner, out, totals, thought + 1, look[LOOK_PLAYOUTS], values[at])
            if n > 1 and decisions % look[LOOK_EVERY] == 0 and look[LOOK_WORLDS] > 0:
                filled[AT_LOOKS] += look_at_options(
                    states, seat, action, inner, out, totals, thought + 2, look, row, looks, filled[AT_LOOKS]
                )
        apply(states[BASE], seat, action)
        if status(states[BASE]) == CHANCE:
            waiting = 0
            advance(states[BASE], chance)
        row += 1
        decisions += 1
    results[index, WON] = winners(states[BASE])
    results[index, DECISIONS] = decisions
    scores(states[BASE], points[index])
    return row


@rule
def play_deals(
    states: Any, chance: Any, choices: Any, inner: Any, out: Any, totals: Any, desk: Any,
    net: Any, weights: Any, room: Any, lineup: Any, turning: int,
    players: int, options: Any, seed: int, again: int, frozen: int, first: int, last: int, limit: int,
    rows: Any, results: Any, points: Any, offers: Any, finals: Any, look: Any, values: Any, looks: Any, filled: Any,
) -> int:  # fmt: skip
    """Play the deals number `first` to `last - 1` of a seed; returns how many decisions were written down.

    The seats take the rows of `lineup` in turn, moving on by one with every deal where `turning` is 1. `offers` has a
    row for each place of each deal; `net`, `weights` and `room` are those of `bots.network.kernels`.
    """
    row = 0
    for deal in range(first, last):
        row = play_deal(
            states, chance, choices, inner, out, totals, desk, net, weights, room, lineup, turning, players,
            options, seed, again, frozen, deal, deal - first, row, limit, rows, results, points, offers, look, values, looks,
            filled,
        )  # fmt: skip
        finals[deal - first] = states[BASE]
    return row


# Ladders


@rule
def next_choice(
    states: Any, chance: Any, choices: Any, out: Any, turn: Any, options: Any, players: int, seed: int, deal: int, action: int
) -> int:
    """Carry out the action of seat turn[0], or deal (NO_ACTION), and all that follows until a seat has a choice.

    Writes that seat to turn[0] and its options to `out`; how many they are. 0 when the game is over: turn[0] has the winners.
    """
    if action == NO_ACTION:
        seed_rng(chance, seed, 2 * deal)
        seed_rng(choices, seed, 2 * deal + 1)
        begin(states[BASE], players, options, chance)
    n = 1
    while n == 1:
        if action != NO_ACTION:
            apply(states[BASE], turn[0], action)
            advance(states[BASE], chance)
        if status(states[BASE]) == OVER:
            turn[0] = winners(states[BASE])
            return 0
        turn[0] = draw_from(choices, to_act(states[BASE]))
        n = legal(states[BASE], turn[0], out)
        action = out[0]
    return n


@rule
def think_seeing(
    states: Any, chance: Any, rng: Any, out: Any, totals: Any, net: Any, weights: Any, room: Any, desk: Any, how: Any,
    seat: int, n: int, seed: int, world: int,
) -> int:  # fmt: skip
    """What `think` does, for somebody who knows what is hidden: to measure how much of a game is beyond everybody's reach."""
    if n == 0:
        return pick_candidates(states, chance, rng, out, totals, net, weights, room, desk, how, seat, seed)
    states[FIRST] = states[BASE]
    follow_candidates(states, chance, rng, out, totals, net, weights, room, desk, how, seat, n, seed, world)
    return n


@rule
def step_in_place(states: Any, rng: Any, out: Any, turn: Any, action: int) -> int:
    """Carry out the action of seat turn[0] in states[BASE] and all chance behind it; what `ask` answers then."""
    apply(states[BASE], turn[0], action)
    advance(states[BASE], rng)
    return ask(states[BASE], out, turn)


@rule
def observe_in_place(states: Any, seat: int, seen: Any) -> None:
    """What the seat sees in states[BASE]."""
    for i in range(len(seen)):
        seen[i] = 0
    observe(states[BASE], seat, seen)


@rule
def play_out_in_place(states: Any, rng: Any, out: Any, totals: Any, shares: Any, level: int) -> None:
    """Everybody plays states[WORLD] to its end, greedily or at random; the parts of the win are added."""
    if level == RANDOM:
        playout(states[WORLD], rng, out)
        share_out(states[WORLD], shares, 0)
    else:
        play_out(states, rng, out, totals, shares, 0)
