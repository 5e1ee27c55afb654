"""The options of Akiwado: how they are written, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Mapping

from zashiki.core.options import Option, choice_option, seat_option
from zashiki.core.words import listed
from zashiki.games.akiwado.cards import COLOUR_IDS, EMPTY, MAX_SEATS
from zashiki.games.akiwado.words.catalogue import WORDS

RANDOM = "random"


def read_colours(text: str, players: int) -> tuple[int, ...]:
    """A colour for each seat and EMPTY behind them; all EMPTY when the screens are drawn."""
    if text == RANDOM:
        return (EMPTY,) * MAX_SEATS
    names = text.split(",")
    if any(name not in COLOUR_IDS for name in names):
        raise ValueError(WORDS("options_colours", known=listed(COLOUR_IDS), text=text))
    if len(names) != players or len(set(names)) != players:
        raise ValueError(WORDS("options_different", players=players, text=text))
    return (*(COLOUR_IDS.index(name) for name in names), *(EMPTY for _ in range(MAX_SEATS - players)))


def read_remove(text: str, players: int) -> tuple[int, ...]:
    """The colour left in the case; EMPTY when it is drawn."""
    if text == RANDOM:
        return (EMPTY,)
    if text not in COLOUR_IDS:
        raise ValueError(WORDS("options_remove", known=listed(COLOUR_IDS), text=text))
    if players == MAX_SEATS:
        raise ValueError(WORDS("options_five"))
    return (COLOUR_IDS.index(text),)


def check_options(players: int, given: Mapping[str, str]) -> None:
    """AKI-5: only a colour that nobody owns can be left in the case."""
    remove, colours = given.get("remove", RANDOM), given.get("colours", RANDOM)
    if remove == RANDOM:
        return
    if colours == RANDOM:
        raise ValueError(WORDS("options_together"))
    if remove in colours.split(","):
        raise ValueError(WORDS("options_owned", colour=WORDS(f"colour_{remove}")))


OPTIONS = (
    choice_option("purveyor", "Play with the privilege markers of the Purveyor variant.", ("false", "true")),
    Option("colours", "Screen colours by seat, or random.", RANDOM, read_colours, lambda players: (RANDOM,), each=COLOUR_IDS),
    Option(
        "remove",
        "The colour that stays in the case: random or, if every seat has a colour of its choice, one of the others.",
        RANDOM,
        read_remove,
        lambda players: (RANDOM, *COLOUR_IDS) if players < MAX_SEATS else (RANDOM,),
    ),
    seat_option("start", "Who plays the first turn: random, or a seat."),
    choice_option("open_coins", "Show everybody's coins to everybody.", ("false", "true")),
)
