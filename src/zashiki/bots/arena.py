"""Bots against each other: every deal with everybody in every seat, and win rates with confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import ceil, sqrt
from statistics import NormalDist, fmean, variance

from zashiki.bots.match import play_match
from zashiki.bots.players import SECONDS
from zashiki.bots.protocol import find_player
from zashiki.bots.registry import WORDS, Bot
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame, seats_in
from zashiki.core.streams import streamed
from zashiki.core.turning import turned
from zashiki.core.workers import Workers, in_order, stopped_by_interrupt
from zashiki.games import find_game

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Contest:
    """Who plays, where, and how long they may think."""

    game: str
    players: int
    bots: tuple[str, ...]  # as they are typed: the last one takes the remaining seats
    options: Mapping[str, str] = field(default_factory=dict)
    dials: Mapping[str, int] = field(default_factory=dict)  # house rules
    seed: int = 0
    seconds: float = SECONDS
    streams: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.bots) <= self.players:
            raise BadOption(WORDS("bots_for_seats", players=self.players, named=len(self.bots)))
        for word in self.bots:
            find_player(word)

    @property
    def lineup(self) -> tuple[int, ...]:
        """The number of the bot that has each seat at first."""
        return tuple(min(seat, len(self.bots) - 1) for seat in range(self.players))

    @property
    def turns(self) -> int:
        """How often a deal is played, everybody moving on by one seat, until the same bots have the same seats again."""
        lineup = self.lineup
        return next(turn for turn in range(1, self.players + 1) if lineup[turn:] + lineup[:turn] == lineup)

    def deals(self, games: int) -> int:
        """How many deals make so many games, or a few more."""
        return ceil(games / self.turns)

    def rules(self) -> AnyGame:
        """The game as it is played here."""
        game = turned(find_game(self.game), dict(self.dials))
        return streamed(game) if self.streams else game


Played = list[tuple[list[float], list[list[int]]]]  # for every game of a deal, by bot: its share of the win, its scores


@cache
def _bot(word: str, number: int) -> Bot:
    """A bot of this process; a program that is named twice is started twice."""
    return find_player(word)


def play_deal(task: tuple[Contest, int]) -> Played:
    """One deal with everybody in every seat."""
    contest, deal = task
    game, bots = contest.rules(), [_bot(word, number) for number, word in enumerate(contest.bots)]
    played: Played = []
    for turn in range(contest.turns):
        seated = [contest.lineup[(seat + turn) % contest.players] for seat in range(contest.players)]
        *_, (s, _) = play_match(game, [bots[number] for number in seated], contest.options, contest.seed, deal, contest.seconds)
        winners, scores = seats_in(game.scoring.winners(s)), game.final_scores(s)
        shares = [sum(seated[seat] == number for seat in winners) / len(winners) for number in range(len(bots))]
        played.append((shares, [[scores[seat] for seat, at in enumerate(seated) if at == number] for number in range(len(bots))]))
    return played


@dataclass
class Standing:
    """One bot's results: its share of the win, by deal and game, and the scores of all its seats."""

    bot: Bot
    seats: int  # how many seats it had in each game
    deals: list[list[float]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)

    @property
    def games(self) -> int:
        return sum(map(len, self.deals))

    @property
    def win_rate(self) -> float:
        return fmean(fmean(shares) for shares in self.deals)

    @property
    def mean_score(self) -> float:
        return fmean(self.scores)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the win rate.

        Games of one deal depend on each other, and together say more, or less, than as many games of as many deals: the interval
        is that of the number of independent games which would leave the same doubt.
        """
        rate, games = self.win_rate, float(self.games)
        spread = variance(map(fmean, self.deals)) / len(self.deals) if len(self.deals) > 1 else 0.0
        return wilson_interval(rate * games, games) if spread == 0 else wilson_interval(*_alike(rate, spread))


def _alike(rate: float, spread: float) -> tuple[float, float]:
    """Wins and games, independent of each other, whose rate is spread as much."""
    games = max(rate * (1 - rate) / spread, 1.0)
    return rate * games, games


def wilson_interval(wins: float, games: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's score interval for a proportion (E. B. Wilson, 1927)."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, shrink = wins / games, 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / shrink
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / shrink
    return max(0.0, middle - half), min(1.0, middle + half)


def compete(
    contest: Contest, games: int, workers: Workers, after_deal: Callable[[int], object] = lambda games: None
) -> list[Standing]:
    """Play so many games, or a few more to make whole deals; the standings, best win rate first. Ctrl-C ends it early."""
    standings = [Standing(_bot(word, number), contest.lineup.count(number)) for number, word in enumerate(contest.bots)]

    def take(number: int, played: Played) -> None:
        count_up(standings, played)
        after_deal(len(played))

    with stopped_by_interrupt() as stop:
        in_order(workers.work(play_deal, [(contest, deal) for deal in range(contest.deals(games))], stop), take)
    if not standings[0].deals:
        raise BadOption(WORDS("nothing_played"))
    return sorted(standings, key=lambda standing: -standing.win_rate)


def count_up(standings: Sequence[Standing], played: Played) -> None:
    """Add the games of a deal."""
    for number, standing in enumerate(standings):
        standing.deals.append([shares[number] for shares, _ in played])
        standing.scores += _flat(scores[number] for _, scores in played)


def _flat(lists: Iterable[list[int]]) -> list[int]:
    return [number for numbers in lists for number in numbers]
