"""Sums over games that were looked into: the story of the lead, what decisions are worth, what they do to others.

Values are means over a limited number of playouts. Where noise would count as drama, what is picked by one half of the worlds is
judged by the other half, and variances have the noise taken out.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from zashiki.bots.kernels import WHOLE_WIN
from zashiki.lab import kernels as k
from zashiki.lab.count import deals_of, kinds_of, shares_of, sides_of
from zashiki.lab.play import Look, Played
from zashiki.lab.sums import Array, Sums, weights_of

LEAD = 0.05  # by how much a side must pass the leader, so that playouts do not change the lead by chance
DECIDED = 0.9
QUARTERS = 4
SOFT = 0.05  # an option that costs this share of the win is taken e times less often by a strong player
CLOSE, CLEAR = 0.01, 0.10  # between the best option and the second
DEAD, HOPELESS, KINGMAKING = 0.01, 0.02, 0.10


def count_looks(played: Played) -> Sums:
    """Story, stakes and interaction, from the games that were looked into."""
    sums, deals, games = Sums(), deals_of(played), len(played.results)
    numbers: dict[str, Array] = {name: np.zeros(games) for name in (*STORY, *STAKES)}
    numbers["looked"] = np.ones(games)
    rules = played.lot.setup.rules()
    for table in ("gained", "gained_sq", "gained_of"):
        sums.tables[table] = np.zeros(rules.action_count)
    lost = np.zeros((2, games, len(rules.actions.blocks)))  # by kind of action: shares of the win, and how often
    sides, look = sides_of(played), played.lot.look or Look()
    values, shares = played.values[:, 1:] @ sides / (WHOLE_WIN * look.playouts), shares_of(played) @ sides
    of_value = played.rows[played.values[:, 0], k.GAME]
    for game in range(games):
        mine = of_value == game
        if mine.any():
            _count_story(numbers, played, game, played.values[mine, 0], values[mine], shares[game])
            _count_moves(sums, numbers, played, game, played.values[mine, 0], values[mine])
    _count_stakes(sums, numbers, lost, played, sides)
    sums.weigh(deals, numbers)
    sums.tables["lost"], sums.tables["lost_of"] = weights_of(deals) @ lost
    for name in ("drama", "lead_changes", "comeback"):
        sums.show(name, numbers[name], deals)
    return sums


# Story

STORY = (
    "lead_changes", "drama", "comeback", "halves", "leader_won", "leader_value", "decided", "last_changed", "last_rounds",
    "moved_sq", "moves", *(f"tension_{quarter}{part}" for quarter in range(QUARTERS) for part in ("", "_of")),
)  # fmt: skip


def _count_story(numbers: dict[str, Array], played: Played, game: int, at: Array, v: Array, share: Array) -> None:
    """One game: `at` are the rows that were looked at, `v` what each side could expect there, `share` what it got."""
    count = len(share)
    length = int(played.results[game, k.DECISIONS])
    start = int(np.searchsorted(played.rows[:, k.GAME], game))
    time = (at - start) / max(1, length)
    behind = np.maximum(0.0, v.max(axis=1) - v @ share)
    leaders = _leaders(v)
    numbers["lead_changes"][game] = sum(a != b for a, b in pairwise(leaders))
    numbers["drama"][game] = behind.mean()
    half = int(np.argmin(np.abs(time - 0.5)))
    leader = int(v[half].argmax())
    numbers["comeback"][game] = float(v[half] @ share < 1 / (2 * count))
    numbers["halves"][game] = 1
    numbers["leader_won"][game], numbers["leader_value"][game] = share[leader], v[half, leader]
    sure = v @ share > DECIDED * (share**2).sum()
    undecided = np.flatnonzero(~sure)
    numbers["decided"][game] = 0.0 if len(undecided) == 0 else 1.0 if undecided[-1] + 1 >= len(at) else time[undecided[-1] + 1]
    rounds = played.rows[at, k.ROUND]
    last = np.flatnonzero(rounds == played.rows[start : start + length, k.ROUND].max())
    if len(last) and rounds[0] != rounds[-1]:
        numbers["last_rounds"][game] = 1
        numbers["last_changed"][game] = 1 - share[int(v[last[0]].argmax())]
    entropy = -(v * np.log(np.maximum(v, 1e-12))).sum(axis=1) / np.log(count)
    for quarter in range(QUARTERS):
        inside = np.minimum((time * QUARTERS).astype(int), QUARTERS - 1) == quarter
        numbers[f"tension_{quarter}"][game] = entropy[inside].sum()
        numbers[f"tension_{quarter}_of"][game] = inside.sum()


def _leaders(v: Array) -> list[int]:
    """Who leads at every look: the leader stays until another is ahead by more than noise."""
    leaders = [int(v[0].argmax())]
    for value in v[1:]:
        best = int(value.argmax())
        leaders.append(best if value[best] > value[leaders[-1]] + LEAD else leaders[-1])
    return leaders


def _count_moves(sums: Sums, numbers: dict[str, Array], played: Played, game: int, at: Array, v: Array) -> None:
    """What single decisions did to the values."""
    playouts, side_at = (played.lot.look or Look()).playouts, sides_of(played).argmax(axis=1)
    for a in np.flatnonzero(np.diff(at) == 1):
        noise = (v[a] * (1 - v[a]) + v[a + 1] * (1 - v[a + 1])).sum() / max(1, playouts - 1)
        numbers["moved_sq"][game] += ((v[a + 1] - v[a]) ** 2).sum() - noise
        numbers["moves"][game] += 1
        side, action = side_at[played.rows[at[a], k.SEAT]], played.rows[at[a], k.ACTION]
        gained = v[a + 1, side] - v[a, side]
        sums.tables["gained"][action] += gained
        sums.tables["gained_sq"][action] += gained**2
        sums.tables["gained_of"][action] += 1


# Stakes

STAKES = (
    "choices", "stakes", "close", "clear", "effective", "cost", "dead", "hopeless", "kingmaking",
    "own_moved", "others_moved", "leader_moved", "behind_moved", "gap_noise",
)  # fmt: skip


def _count_stakes(sums: Sums, numbers: dict[str, Array], lost: Array, played: Played, sides: Array) -> None:
    if len(played.looks) == 0 or played.lot.look is None:
        return
    rounds = int(played.rows[:, k.ROUND].max()) + 1
    costs, looked = np.zeros(rounds), np.zeros(rounds)
    begins = np.flatnonzero(np.diff(played.looks[:, k.LOOK_ROW], prepend=-1))
    value_at = dict(zip(played.values[:, 0].tolist(), played.values[:, 1:] @ sides, strict=True))
    kinds = kinds_of(played.lot.setup.rules())
    side_at, per_world = sides.argmax(axis=1), 2 / (WHOLE_WIN * played.lot.look.worlds)
    for rows in np.split(played.looks, begins[1:]):
        decision = played.rows[rows[0, k.LOOK_ROW]]
        game, side, turn = int(decision[k.GAME]), int(side_at[decision[k.SEAT]]), max(0, int(decision[k.ROUND]))
        halves = rows[:, k.LOOK_SHARES :].reshape(len(rows), 2, played.players) @ sides * per_world
        leader = int(value_at[int(rows[0, k.LOOK_ROW])].argmax())
        cost = _count_look(numbers, lost[:, game], kinds[rows[:, k.LOOK_ACTION]], game, side, leader, rows, halves)
        costs[turn] += cost
        looked[turn] += 1
    sums.tables["round_cost"], sums.tables["round_looked"] = costs, looked


def _count_look(
    numbers: dict[str, Array], lost: Array, kinds: Array, game: int, side: int, leader: int, rows: Array, halves: Array
) -> float:
    """One decision: `halves` has the shares of all sides after each option, in each half of the worlds. What a whim costs."""
    q, chosen = halves[:, :, side], int(rows[:, k.LOOK_CHOSEN].argmax())
    mean, own = q.mean(axis=1), float(q[chosen].mean())
    best = [int(q[:, 1 - half].argmax()) for half in (0, 1)]
    tops = [q[best[half], half] for half in (0, 1)]
    gaps = [_gap(q[:, 1 - half], q[:, half]) for half in (0, 1)]
    gap, top = float(np.mean(gaps)), float(np.mean(tops))
    policy = np.exp((mean - mean.max()) / SOFT)
    policy /= policy.sum()
    numbers["choices"][game] += 1
    numbers["stakes"][game] += top - mean.mean()
    numbers["close"][game] += gap < CLOSE
    numbers["clear"][game] += min(gaps) > CLEAR
    numbers["gap_noise"][game] += abs(gaps[0] - gaps[1]) / 2
    numbers["effective"][game] += float(np.exp(-(policy * np.log(np.maximum(policy, 1e-12))).sum()))
    numbers["cost"][game] += own - mean.mean()
    numbers["dead"][game] += own < DEAD
    if own < HOPELESS:
        numbers["hopeless"][game] += 1
        numbers["kingmaking"][game] += _most_moved(np.delete(halves, side, axis=2)) > KINGMAKING
    _count_interference(numbers, game, side, leader, halves)
    np.add.at(lost[0], kinds, top - mean)
    np.add.at(lost[1], kinds, 1)
    return own - float(mean.mean())


def _gap(by: Array, judged: Array) -> float:
    """By how much the best option beats the second, ordered by one half of the worlds and judged by the other."""
    first, second = np.argsort(-by, kind="stable")[:2]
    return float(judged[first] - judged[second])


def _most_moved(others: Array) -> float:
    """How far the choice of an option surely moves some other side: picked in one half of the worlds, judged in the other."""
    moved = []
    for half in (0, 1):
        by, judged = others[:, 1 - half], others[:, half]
        side = int(np.ptp(by, axis=0).argmax())
        moved.append(judged[by[:, side].argmax(), side] - judged[by[:, side].argmin(), side])
    return float(min(moved))


def _count_interference(numbers: dict[str, Array], game: int, side: int, leader: int, halves: Array) -> None:
    """Products of the two halves' changes: noise, which the halves do not share, is gone on average."""
    changes = halves - halves.mean(axis=0, keepdims=True)
    products = (changes[:, 0] * changes[:, 1]).sum(axis=0)
    numbers["own_moved"][game] += products[side]
    numbers["others_moved"][game] += products.sum() - products[side]
    if side != leader:
        numbers["behind_moved"][game] += products[side]
        crossed = changes[:, 0, side] * changes[:, 1, leader] + changes[:, 1, side] * changes[:, 0, leader]
        numbers["leader_moved"][game] -= crossed.sum() / 2
