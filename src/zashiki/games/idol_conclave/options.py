"""The options of Idol Conclave."""

from __future__ import annotations

from zashiki.core.options import Option, seat_option
from zashiki.games.idol_conclave.cards import ALL_EVENTS, BASIC_EVENTS, EVENT_IDS, IDOL_COUNT
from zashiki.games.idol_conclave.words.catalogue import WORDS


def read_pool(text: str, players: int) -> tuple[int, ...]:
    """The events of a pool, as a set. IDL-11, IDL-69: basic, advanced, or those the players agreed on."""
    if text in ("basic", "advanced"):
        return (BASIC_EVENTS if text == "basic" else ALL_EVENTS,)
    names = text.split(",")
    unknown = [name for name in names if name not in EVENT_IDS]
    if unknown:
        raise ValueError(WORDS("events_unknown", event=unknown[0]))
    if len(set(names)) != len(names):
        raise ValueError(WORDS("events_twice"))
    if len(names) < IDOL_COUNT:
        raise ValueError(WORDS("events_few", least=IDOL_COUNT, number=len(names)))
    return (sum(1 << EVENT_IDS.index(name) for name in names),)


EVENTS_OPTION = Option(
    name="events",
    help="Which events may be dealt: basic, advanced, or at least six of your own choice.",
    default="basic",
    read=read_pool,
    choices=lambda players: ("basic", "advanced", *EVENT_IDS),
)

# IDL-R3: start stands for "last at a concert"; the start player is drawn if nobody is named.
OPTIONS = (EVENTS_OPTION, seat_option("start", "Who starts: random, or a seat."))
