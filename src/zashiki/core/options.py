"""Options of a game: text for people and records, numbers for the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from zashiki.core.words import CORE as WORDS
from zashiki.core.words import listed

NULL = "null"  # as the value of an option: as if it were not given


@dataclass(frozen=True)
class Option:
    """One option of a game: text for people and records, always as many numbers for the rules."""

    name: str
    help: str
    default: str
    read: Callable[[str, int], tuple[int, ...]]  # (text, players) -> numbers; ValueError with a sentence
    choices: Callable[[int], tuple[str, ...]]  # what a form may offer; empty: free text
    is_seat: bool = False  # the choices are seats, and `random`
    each: tuple[str, ...] = ()  # a list with one of these for every seat, no two alike, is a value too


def choice_option(name: str, help: str, values: tuple[str, ...]) -> Option:
    """An option with a few named values, the first being the default; the rules get the index."""

    def read(text: str, players: int) -> tuple[int, ...]:
        if text not in values:
            raise ValueError(WORDS("no_choice", name=name, known=listed(values), value=text))
        return (values.index(text),)

    return Option(name, help, values[0], read, lambda players: values)


def seat_option(name: str, help: str) -> Option:
    """An option that is a seat, or `random` (the default, -1 for the rules)."""

    def choices(players: int) -> tuple[str, ...]:
        return ("random", *(str(seat) for seat in range(players)))

    def read(text: str, players: int) -> tuple[int, ...]:
        if text not in choices(players):
            raise ValueError(WORDS("no_seat_choice", name=name, last=players - 1, value=text))
        return (-1 if text == "random" else int(text),)

    return Option(name, help, "random", read, choices, is_seat=True)


def no_conflicts(players: int, given: Mapping[str, str]) -> None:
    """For games whose options cannot contradict each other."""
