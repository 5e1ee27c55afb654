"""A made-up game whose figures are known by hand, with a dial that makes it unfair."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.lab.coin_race import rules
from tests.lab.coin_race.rules import ACTIONS, OVER, State
from zashiki.core.actions import Action
from zashiki.core.game import About, Game
from zashiki.core.options import choice_option
from zashiki.core.rooms import ALIKE, Measure, Refusal, TallyRow
from zashiki.core.rule import rule
from zashiki.core.seats import seats_with_most


@rule
def scores(s: State, out: list[int]) -> None:
    for seat in range(s.players):
        out[seat] = s.coins[seat]


@rule
def winners(s: State) -> int:
    return seats_with_most(s, s.coins) if s.phase == OVER else 0


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Nothing is hidden."""


@rule
def observe(s: State, seat: int, out: list[int]) -> None:
    out[0] = s.coins[seat]


@rule
def worth(s: State, seat: int) -> int:
    return s.coins[seat]


@rule
def plausible(s: State, seat: int) -> int:
    return ALIKE


@rule
def round_of(s: State) -> int:
    return s.round


def tally(v: State) -> tuple[TallyRow, ...]:
    return (TallyRow("Coins", tuple(v.coins[: v.players]), "RACE-1"),)


def read_chance(s: State, text: str) -> list[int]:
    return [int(sign) for sign in text.split()]


def write_chance(s: State) -> str:
    return " ".join(str(sign) for sign in s.outcome[: s.players])


def tell(s: State, seat: int, action: Action, viewer: int) -> str:
    return ACTIONS.write(action)


def tell_chance(s: State, viewer: int) -> str:
    return write_chance(s)


def last_coins(s: State) -> tuple[float, float]:
    """Coins in all, for each seat."""
    return sum(s.coins[: s.players]), s.players


GAME: Game[State, Any] = Game(
    About(
        id="coin-race", name="Coin race", prefix="RACE", pitch="", minutes="5", seats=(2, 3, 4), rules_version=1,
        max_legal=3, max_events=20, options=(choice_option("together", "Take at the same time", ("false", "true")),),
    ),
    State,
    ACTIONS,
    rules=rules,
    scoring=SimpleNamespace(scores=scores, winners=winners, ended_by=lambda s: "RACE-1"),
    eyes=SimpleNamespace(
        OBSERVATION=(), view=lambda s, viewer: s, state_from=lambda v, rng: v.copy(), summary=lambda s: {},
        reveals=lambda s, seat, action: True, resample=resample, observe=observe,
    ),
    words=SimpleNamespace(
        write_chance=write_chance, read_chance=read_chance, heard=tell, heard_chance=tell_chance, tell=tell,
        tell_chance=tell_chance, label=lambda s, seat, action: ACTIONS.write(action), ask=lambda s, viewer: "Take?",
        explain=lambda s, seat, text: Refusal("Not now.", "RACE-1"),
    ),
    screen=SimpleNamespace(
        headline=lambda v: f"Round {v.round}", board=lambda v: {}, tally=tally, draw_text=lambda v: "",
    ),
    worth=SimpleNamespace(WORLDS=1, worth=worth, plausible=plausible),
    measures=SimpleNamespace(
        round_of=round_of, measures=lambda: (Measure("coins", "Coins", "Coins of a seat at the end.", last_coins),),
    ),
)  # fmt: skip
