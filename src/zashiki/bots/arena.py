"""Bots against each other: many games with rotating seats, and win rates with confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist, fmean

from zashiki.bots.match import play_match
from zashiki.bots.players import SECONDS
from zashiki.bots.registry import WORDS, Bot
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame, seats_in

CONFIDENCE = 0.95


@dataclass
class Standing:
    """One bot's results: its share of the win in every game, and the scores of all its seats."""

    bot: Bot
    seats: int  # how many seats it had in each game
    shares: list[float] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)

    @property
    def win_rate(self) -> float:
        return fmean(self.shares)

    @property
    def mean_score(self) -> float:
        return fmean(self.scores)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the win rate."""
        return wilson_interval(sum(self.shares), len(self.shares))


def wilson_interval(wins: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's score interval for a proportion (E. B. Wilson, 1927)."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, shrink = wins / games, 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / shrink
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / shrink
    return max(0.0, middle - half), min(1.0, middle + half)


def fill_seats(bots: Sequence[Bot], players: int) -> list[Bot]:
    """One bot per seat: the last one named takes the remaining seats."""
    if not 1 <= len(bots) <= players:
        raise BadOption(WORDS("bots_for_seats", players=players, named=len(bots)))
    return [*bots, *[bots[-1]] * (players - len(bots))]


def compete(
    game: AnyGame,
    bots: Sequence[Bot],
    players: int,
    given: Mapping[str, str],
    *,
    games: int,
    seed: int = 0,
    seconds: float = SECONDS,
    after_game: Callable[[], object] = lambda: None,
) -> list[Standing]:
    """Play the games, moving everybody one seat over after each; returns the standings, best win rate first."""
    lineup = fill_seats(bots, players)
    standings = {bot: Standing(bot, lineup.count(bot)) for bot in lineup}  # two programs may have the same name
    for number in range(games):
        seated = [lineup[(seat + number) % players] for seat in range(players)]
        *_, (s, _) = play_match(game, seated, given, seed, number, seconds)
        winners = seats_in(game.scoring.winners(s))
        for standing in standings.values():
            standing.shares.append(sum(seated[seat] is standing.bot for seat in winners) / len(winners))
        for seat, score in enumerate(game.final_scores(s)):
            standings[seated[seat]].scores.append(score)
        after_game()
    return sorted(standings.values(), key=lambda standing: -standing.win_rate)
