"""The cards of Paper Lantern as constants, loaded from cards.toml. Card k shows the number k + 1."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.cards import load_cards

_DATA = load_cards(
    Path(__file__).with_name("cards.toml"),
    {"bid": {"numbers", "copies"}, "prize": {"values"}, "hand": {"size"}},
)

MAX_SEATS = 5
NOBODY = -1
EMPTY = -1  # no card

# PAL-2: the bid cards.
NUMBERS = _DATA["bid"][0].number("numbers")
COPIES = _DATA["bid"][0].number("copies")
NUMBER_IDS = tuple(str(number) for number in range(1, NUMBERS + 1))

# PAL-3: the prize cards.
PRIZE_VALUES = _DATA["prize"][0].numbers("values")
PRIZES = len(PRIZE_VALUES)
PRIZE_IDS = tuple(str(value) for value in PRIZE_VALUES)
MOST_POINTS = sum(PRIZE_VALUES)

# PAL-4: the hand, one card for each round.
HAND_SIZE = _DATA["hand"][0].number("size")
ROUNDS = HAND_SIZE


def numbers_in(counts: list[int]) -> tuple[int, ...]:
    """The printed numbers of a group of cards, from low to high."""
    return tuple(number for number, count in enumerate(counts, 1) for _ in range(count))


def _check() -> None:
    if MAX_SEATS * HAND_SIZE > NUMBERS * COPIES or ROUNDS > PRIZES or len(set(PRIZE_VALUES)) < PRIZES:
        raise ValueError("cards.toml: there must be cards for all hands, and a different prize for every round")


_check()
