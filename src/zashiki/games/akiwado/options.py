"""The options of Akiwado: how they are written, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Mapping

from zashiki.core.options import Option, choice_option, seat_option
from zashiki.games.akiwado.cards import COLOUR_IDS, EMPTY, MAX_SEATS

RANDOM = "random"


def read_colours(text: str, players: int) -> tuple[int, ...]:
    """A colour for each seat and EMPTY behind them; all EMPTY when the screens are drawn."""
    if text == RANDOM:
        return (EMPTY,) * MAX_SEATS
    names = text.split(",")
    if any(name not in COLOUR_IDS for name in names):
        raise ValueError(f"colours must be random or colours out of {', '.join(COLOUR_IDS)} joined by commas, not '{text}'")
    if len(names) != players or len(set(names)) != players:
        raise ValueError(f"colours must name {players} different colours, one for each seat, not '{text}'")
    return (*(COLOUR_IDS.index(name) for name in names), *(EMPTY for _ in range(MAX_SEATS - players)))


def read_remove(text: str, players: int) -> tuple[int, ...]:
    """The colour left in the case; EMPTY when it is drawn."""
    if text == RANDOM:
        return (EMPTY,)
    if text not in COLOUR_IDS:
        raise ValueError(f"remove must be random or one of {', '.join(COLOUR_IDS)}, not '{text}'")
    if players == MAX_SEATS:
        raise ValueError("remove is for 3 or 4 players; with 5 no colour is left in the case")
    return (COLOUR_IDS.index(text),)


def check_options(players: int, given: Mapping[str, str]) -> None:
    """AKI-5: only a colour that nobody owns can be left in the case."""
    remove, colours = given.get("remove", RANDOM), given.get("colours", RANDOM)
    if remove == RANDOM:
        return
    if colours == RANDOM:
        raise ValueError("remove can be chosen only together with colours")
    if remove in colours.split(","):
        raise ValueError(f"a seat owns {remove}, so it cannot be left in the case")


OPTIONS = (
    choice_option("purveyor", "Play with the privilege markers of the Purveyor variant.", ("false", "true")),
    Option("colours", "Screen colours by seat, or random.", RANDOM, read_colours, lambda players: (RANDOM,), each=COLOUR_IDS),
    Option(
        "remove",
        "The colour left in the case (3 or 4 players, together with colours), or random.",
        RANDOM,
        read_remove,
        lambda players: (RANDOM, *COLOUR_IDS) if players < MAX_SEATS else (RANDOM,),
    ),
    seat_option("start", "Who plays the first turn: random, or a seat."),
    choice_option("open_coins", "Show everybody's coins to everybody.", ("false", "true")),
)
