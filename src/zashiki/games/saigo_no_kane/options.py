"""The options of Saigo no Kane."""

from __future__ import annotations

from zashiki.core.options import Option, choice_option, seat_option
from zashiki.core.words import listed
from zashiki.games.saigo_no_kane import cards

CANDIDATE_MODES = ("random", "choose", "fixed")  # the option `candidates`
RANDOM, CHOSEN, FIXED = range(len(CANDIDATE_MODES))


def read_candidates(text: str, players: int) -> tuple[int, ...]:
    """How the candidates are found, and four numbers for a fixed list."""
    nobody = (cards.EMPTY,) * cards.MAX_SEATS
    if text in ("random", "choose"):
        return (CANDIDATE_MODES.index(text), *nobody)
    names = text.split(",")
    unknown = [name for name in names if name not in cards.CANDIDATE_IDS]
    if unknown:
        raise ValueError(_refused("bad_candidates", known=listed(cards.CANDIDATE_IDS), text=text))
    # SNK-6: a candidate for every seat, no two alike.
    if len(names) != players or len(set(names)) != players:
        raise ValueError(_refused("bad_candidate_count", count=players, text=text))
    return (FIXED, *(cards.CANDIDATE_IDS.index(name) for name in names), *nobody[players:])


def _refused(key: str, **parts: object) -> str:
    from zashiki.games.saigo_no_kane.words.catalogue import WORDS  # the words are made from a state, and that has options

    return WORDS(key, **parts)


OPTIONS = (
    seat_option("first_pet", "Who is teacher's pet on the first day: random, or a seat."),
    Option(
        "candidates",
        "How candidates are found: random, choose (clockwise from the pet), or one for each seat.",
        "random",
        read_candidates,
        lambda players: ("random", "choose"),
        each=cards.CANDIDATE_IDS,
    ),
    choice_option("first_game", "First game: blue events on all five days.", ("false", "true")),
)
