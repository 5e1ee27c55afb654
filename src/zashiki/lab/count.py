"""From what was written down to sums: one pass over each lot of games."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np

from zashiki.core.game import OPEN, OVER, AnyGame, seats_in
from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.lab import kernels as k
from zashiki.lab.play import Played, state_of
from zashiki.lab.sums import NO_DEAL, REPLICATES, Array, Sums, weights_of

SECONDS = 8.0  # what a person takes for a decision, unless a game knows better
TOLD_GAMES = 20  # of each lot, whose final count is read row by row


def shares_of(played: Played) -> Array:
    """Every seat's share of the win: a row for each game. All zero in a game that did not end."""
    mask = played.results[:, k.WON]
    won = (mask[:, None] >> np.arange(played.players)) & 1
    return np.asarray(won / np.maximum(won.sum(axis=1), 1)[:, None])


def sides_of(played: Played) -> Array:
    """Who wins together: a row for each seat, a column for each side."""
    return side_matrix(played.lot.setup.rules(), played.players)


def side_matrix(game: AnyGame, players: int) -> Array:
    """1 where the seat of the row belongs to the side of the column."""
    sides = game.sides(players)
    return np.array([[int(seat in side) for side in sides] for seat in range(players)])


def deals_of(played: Played) -> Array:
    return np.arange(played.lot.first, played.lot.last)


def kinds_of(game: AnyGame) -> Array:
    """The number of the block that each action belongs to."""
    return np.repeat(np.arange(len(game.actions.blocks)), [block.size for block in game.actions.blocks])


def count_games(played: Played, ends: bool = True) -> Sums:
    """All that needs no look ahead; with or without what is read from the finished games themselves."""
    game, sums, deals = played.lot.setup.rules(), Sums(), deals_of(played)
    shares, scores = shares_of(played), played.points[:, : played.players].astype(float)
    numbers: dict[str, Array] = {"games": np.ones(len(deals))}
    _count_outcome(sums, numbers, played, shares, scores)
    _count_length(sums, numbers, played, deals)
    sums.weigh(deals, numbers)
    _count_components(sums, played, game, shares, deals)
    if ends:
        _read_ends(sums, played, game, deals)
    return sums


def _count_outcome(sums: Sums, numbers: dict[str, Array], played: Played, shares: Array, scores: Array) -> None:
    deals, players = deals_of(played), played.players
    sides = sides_of(played)
    winners = (shares @ sides > 0).sum(axis=1)
    turned = (np.arange(players)[None, :] + deals[:, None] * played.lot.turning) % players
    ordered = np.sort(scores[:, sides.argmax(axis=0)], axis=1)[:, ::-1]  # partners have the same score
    for seat in range(players):
        numbers[f"won_{seat}"] = shares[:, seat]
        numbers[f"won_sq_{seat}"] = shares[:, seat] ** 2
        numbers[f"place_won_{seat}"] = (shares * (turned == seat)).sum(axis=1)
        numbers[f"score_{seat}"] = scores[:, seat]
        sums.count(f"score_{seat}", scores[:, seat].astype(int))
    numbers["ties"], numbers["ended"] = winners > 1, winners > 0
    numbers["score_sq"] = (scores**2).sum(axis=1)
    numbers["margin"] = ordered[:, 0] - ordered[:, 1]
    numbers["field"] = ordered[:, 0] - ordered[:, -1]
    sums.show("margin", numbers["margin"], deals)
    sums.show("close", -numbers["margin"], deals)


def _by_game(played: Played, numbers: Array) -> Array:
    return np.bincount(played.rows[:, k.GAME], weights=numbers, minlength=len(played.results))


def _count_length(sums: Sums, numbers: dict[str, Array], played: Played, deals: Array) -> None:
    rows, games = played.rows, len(played.results)
    of, step, seat, aside = rows[:, k.GAME], rows[:, k.STEP], rows[:, k.SEAT], rows[:, k.ASIDE]
    decisions = played.results[:, k.DECISIONS].astype(float)
    # One entry for each seat in each step: how many decisions its answer took.
    answers, often = np.unique((of.astype(np.int64) << 24) | (step << 4) | seat, return_counts=True)
    steps = np.concatenate([[True], np.diff(answers >> 4) != 0])
    longest = np.maximum.reduceat(often, np.flatnonzero(steps)) if len(answers) else often
    of_step = (answers[steps] >> 24).astype(int)
    seconds = SECONDS * np.bincount(of_step, weights=longest, minlength=games)
    # Steps of others between two answers of a seat.
    by_seat = np.sort(((answers >> 24) << 24) | ((answers & 15) << 20) | ((answers >> 4) & 0xFFFFF))
    same = (by_seat[1:] >> 20) == (by_seat[:-1] >> 20)
    waits, of_wait = (by_seat[1:] - by_seat[:-1] - 1)[same], (by_seat[1:] >> 24)[same]
    first = np.full(games, -1)
    alone = np.flatnonzero(aside == 0)[::-1]
    first[of[alone]] = seat[alone]
    shares = shares_of(played)
    for after in range(played.players):
        at = np.where(first < 0, 0, (first + after) % played.players)
        numbers[f"order_won_{after}"] = np.where(first < 0, 0.0, shares[np.arange(games), at])
    rounds = np.zeros(games)
    np.maximum.at(rounds, of, rows[:, k.ROUND])
    numbers |= {
        "has_first": first >= 0,
        "decisions": decisions,
        "decisions_sq": decisions**2,
        "steps": np.bincount(of_step, minlength=games),
        "seconds": seconds,
        "rounds": rounds,
        "rounds_sq": rounds**2,
        "waits": np.bincount(of_wait, minlength=games),
        "waited": np.bincount(of_wait, weights=waits, minlength=games),
        "aside": _by_game(played, aside),
        "forced": _by_game(played, rows[:, k.OPTIONS] == 1),
        "options": _by_game(played, rows[:, k.OPTIONS]),
    }
    sums.count("decisions", decisions.astype(int))
    sums.count("minutes", np.round(seconds / 60).astype(int))
    sums.count("rounds", rounds.astype(int))
    sums.count("waits", waits)
    sums.count("options", rows[:, k.OPTIONS])
    sums.show("long", decisions, deals)
    sums.show("short", -decisions, deals)
    for name, column in (("decisions", np.ones(len(rows))), ("options", rows[:, k.OPTIONS]), ("forced", rows[:, k.OPTIONS] == 1)):
        sums.tables[f"round_{name}"] = np.bincount(np.maximum(rows[:, k.ROUND], 0), weights=column)


def _count_components(sums: Sums, played: Played, game: AnyGame, shares: Array, deals: Array) -> None:
    rows, players, actions = played.rows, played.players, game.action_count
    _count_levels(sums, played, actions, deals)
    had = np.unique((rows[:, k.GAME].astype(np.int64) * players + rows[:, k.SEAT]) * actions + rows[:, k.ACTION])
    at, of_seat, of_game = had % actions, had // actions % players, had // actions // players
    sums.tables["had"] = np.bincount(of_seat * actions + at, minlength=players * actions).reshape(players, actions)
    won = np.bincount(of_seat * actions + at, weights=shares[of_game, of_seat], minlength=players * actions)
    sums.tables["had_won"] = won.reshape(players, actions)
    first = np.full(actions, NO_DEAL)
    winning = shares[of_game, of_seat] > 0
    np.minimum.at(first, at[winning], deals[of_game[winning]])
    sums.firsts["had_won"] = first


def _count_levels(sums: Sums, played: Played, actions: int, deals: Array) -> None:
    """How often every action was offered and taken, by level and under every weighting."""
    rows, players, weights = played.rows, played.players, weights_of(deals).astype(np.float32)
    place = (rows[:, k.SEAT] + deals[rows[:, k.GAME]] * played.lot.turning) % players
    levels = [sitter.level for sitter in played.lot.sitters]
    for level in dict.fromkeys(levels):
        mine = np.array([one == level for one in levels])
        offered = played.offers.reshape(len(deals), players, actions)[:, mine].sum(axis=1)
        taken = np.zeros((len(deals), actions), np.float32)
        own = rows[mine[place]]
        np.add.at(taken, (own[:, k.GAME], own[:, k.ACTION]), 1)
        seen = np.flatnonzero(offered.any(axis=0))
        for name, numbers in (("offered", offered), ("taken", taken)):
            table = np.zeros((REPLICATES + 1, actions), np.float32)
            table[:, seen] = weights @ numbers[:, seen].astype(np.float32)
            sums.tables[f"{name}:{level}"] = table


def _read_ends(sums: Sums, played: Played, game: AnyGame, deals: Array) -> None:
    """What only the game itself can read from a finished state: why it ended, where points came from, its own measures."""
    own = game.measures.measures() if game.measures else ()
    numbers: defaultdict[str, Array] = defaultdict(lambda: np.zeros(len(deals)))
    ends: Counter[str] = Counter()
    for at in range(len(deals)):
        s = state_of(game, played.finals[at])
        if game.rules.status(s) != OVER:
            continue
        ends[game.scoring.ended_by(s)] += 1
        for measure in own:
            numbers[f"own_{measure.key}"][at], numbers[f"own_{measure.key}_of"][at] = measure.count(s)
        if at < TOLD_GAMES:
            _read_points(numbers, at, game, s)
    sums.named["ends"] = ends
    for key in (f"own_{measure.key}{part}" for measure in own for part in ("", "_of")):
        numbers[key]  # also where no game ended
    if numbers:
        sums.weigh(deals, numbers)


def _read_points(numbers: defaultdict[str, Array], at: int, game: AnyGame, s: Any) -> None:
    """Add the rows of the final count of game `at`, for winners and for the others; a row is named in every language."""
    tallies = []
    for language in LANGUAGES:
        token = LANGUAGE.set(language)
        tallies.append(game.screen.tally(game.eyes.view(s, OPEN)))
        LANGUAGE.reset(token)
    winners = seats_in(game.scoring.winners(s))
    for rows in zip(*tallies, strict=True):
        cells = rows[0].cells
        if len(cells) != s.players or not all(isinstance(cell, int) for cell in cells):
            continue
        name = "\n".join(row.words for row in rows)
        won = sum(int(cells[seat]) for seat in winners)
        others = sum(int(cell) for cell in cells) - won
        for who, points, seats in (("won", won, len(winners)), ("others", others, len(cells) - len(winners))):
            for key, number in ((f"points_{who}:{name}", points), (f"points_{who}_of:{name}", seats)):
                numbers[key][at] += number
