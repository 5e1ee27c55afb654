"""The cards, events and the sheet of Idol Conclave: loaded from cards.toml, checked, and laid out as constant tables."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.cards import Entry, as_printed, load_cards

_DATA = load_cards(
    Path(__file__).with_name("cards.toml"),
    {
        "idol": {"key", "name", "sign"},
        "colour": {"key", "name", "sign"},
        "vote": {"key", "name", "short", "votes", "from"},
        "event": {"key", "name", "votes", "set"},
        "space": {"key", "name", "row"},
        "group": {"votes"},
        "points": {"key", "ranks"},
    },
)

MAX_SEATS = 5
EMPTY = -1  # no card, no idol, no event
NOBODY = -1

# IDL-2: six idols in a row; IDL-R4: the order is fixed.
IDOLS: list[Entry] = _DATA["idol"]
IDOL_IDS = tuple(idol.text("key") for idol in IDOLS)
IDOL_COUNT = len(IDOLS)
COLOURS: list[Entry] = _DATA["colour"]


def signed(number: int) -> str:
    """A number with its sign: +4000, −5000, 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def _numbered(kind: Entry) -> Entry:
    """A vote card whose number is part of its name."""
    votes, name = kind.number("votes"), kind.text("name")
    if kind.text("short")[0] not in "+−":
        return kind
    return kind.but(name=f"Vote {signed(votes)}" if name.startswith("Vote ") else name, short=signed(votes // 1000))


# IDL-3, IDL-4: the kinds of vote cards, in the order hands are kept; no hand ever holds a kind twice.
KINDS: list[Entry] = [_numbered(kind) for kind in _DATA["vote"]]
KIND_IDS = tuple(kind.text("key") for kind in KINDS)
KIND_COUNT = len(KINDS)
P1, P2, P3, P4, M5, NEG, SCANDAL, DEAL, G1, G2, G3 = range(KIND_COUNT)
GROUPS = 3
VOTES = tuple(kind.number("votes") for kind in KINDS)
OWN_KINDS = sum(1 << k for k, kind in enumerate(KINDS) if kind.text("from") == "hand")
SUPPLY_KINDS = sum(1 << k for k, kind in enumerate(KINDS) if kind.text("from") == "sheet")
ALL_KINDS = (1 << KIND_COUNT) - 1
HAND_SIZE = OWN_KINDS.bit_count()

# IDL-10, IDL-11: six basic and seven advanced events.
EVENTS: list[Entry] = _DATA["event"]
EVENT_IDS = tuple(event.text("key") for event in EVENTS)
EVENT_COUNT = len(EVENTS)
EVENT_VOTES = tuple(event.number("votes") for event in EVENTS)
IDOL_POLICE = EVENT_IDS.index("idol-police")
SCHEMING = EVENT_IDS.index("scheming-character")
OVERSLEPT = EVENT_IDS.index("overslept")
SIMULTANEOUS = EVENT_IDS.index("simultaneous-vote")
MANIA_POPULAR = EVENT_IDS.index("mania-popular")
STEADY_MARKETING = EVENT_IDS.index("steady-marketing")
EFFECTS = (IDOL_POLICE, SCHEMING, OVERSLEPT, SIMULTANEOUS, MANIA_POPULAR, STEADY_MARKETING)  # the others are nothing but votes
ALL_EVENTS = (1 << EVENT_COUNT) - 1
BASIC_EVENTS = sum(1 << k for k, event in enumerate(EVENTS) if event.text("set") == "basic")

# The seven spaces of the sheet, row by row.
SPACES: list[Entry] = _DATA["space"]
SPACE_IDS = tuple(space.text("key") for space in SPACES)
SPACE_COUNT = len(SPACES)
OPEN_CONVENE, TRADE, CONVENE, MOVE, EXCHANGE, BREAK, CONTROL = range(SPACE_COUNT)

# IDL-54: what each card on the idol with the most adds to a Group Vote.
GROUP_VOTES = _DATA["group"][0].number("votes")
TWO_IDOLS, SAME_IDOL = (table.numbers("ranks") for table in _DATA["points"])

# A line holds at most every hand card and the +1000: a Group Vote comes out only when another card goes onto the sheet.
PIECES = MAX_SEATS * HAND_SIZE + 1
LINE = PIECES
BOX = IDOL_COUNT  # the box is kept as one more line
SPOTS = IDOL_COUNT * LINE
SPOT_IDS = tuple(f"{IDOL_IDS[spot // LINE]} {spot % LINE + 1}" for spot in range(SPOTS))
MAX_TURNS = MAX_SEATS * HAND_SIZE + 4  # IDL-R30


def _check() -> None:
    counts = (IDOL_COUNT, len(COLOURS), HAND_SIZE, SUPPLY_KINDS.bit_count(), BASIC_EVENTS.bit_count(), EVENT_COUNT, SPACE_COUNT)
    if counts != (6, 5, 7, 4, 6, 13, 7):
        expected = "6 idols, 5 colours, hands of 7, 4 neutral cards, 6 basic events of 13, 7 spaces"
        raise ValueError(f"cards.toml: expected {expected}, found {counts}")
    if as_printed() and KINDS != _DATA["vote"]:
        raise ValueError("cards.toml: a vote card is named by another number than it counts")


_check()
