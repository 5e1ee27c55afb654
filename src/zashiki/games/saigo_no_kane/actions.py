"""The action space of Saigo no Kane, in the order of a day."""

from __future__ import annotations

import re

from zashiki.core.actions import Actions
from zashiki.core.errors import BadNotation
from zashiki.games.saigo_no_kane import cards

SEAT_IDS = tuple(str(seat) for seat in range(cards.MAX_SEATS))
TILE_IDS = (*cards.STUDENT_IDS, *cards.ITEM_IDS)
TARGET_IDS = (*SEAT_IDS, *TILE_IDS)
TILES = len(TILE_IDS)
TARGETS = len(TARGET_IDS)

# A payment is a set of one to three of the eight types; the sets are numbered by their bit masks.
MOST_TYPES = 3
PAY_MASKS = tuple(mask for mask in range(1, 1 << cards.TYPES) if mask.bit_count() <= MOST_TYPES)
PAY_INDEX = tuple(PAY_MASKS.index(mask) if mask in PAY_MASKS else -1 for mask in range(1 << cards.TYPES))


def types_in(mask: int) -> tuple[str, ...]:
    """The payment types of a set, in canonical order."""
    return tuple(cards.TYPE_IDS[kind] for kind in range(cards.TYPES) if mask >> kind & 1)


_PAYMENTS = tuple(" ".join(types_in(mask)) for mask in PAY_MASKS)
_POWERS = tuple(f"{cards.TEACHER_IDS[cards.POWER_TEACHER[k]]} {power}" for k, power in enumerate(cards.POWER_IDS))
_BIDS = tuple(str(number) for number in range(cards.MOST_HELD + 1))
_COUNTERS = tuple(cards.TEACHER_IDS[teacher] for teacher in cards.COUNTERING)
_BIG_BID = re.compile(r"bid [1-9][0-9]*")


def _impossible(text: str) -> bool:
    """Whether the text is a bid higher than any seat can ever afford."""
    if text.startswith("pay ") and set(text.split(" ")[1:]) <= set(cards.TYPE_IDS):
        from zashiki.games.saigo_no_kane.words.catalogue import WORDS  # the words are made from actions

        raise BadNotation(WORDS("bad_payment", text=text, types=" ".join(cards.TYPE_IDS)))
    return _BIG_BID.fullmatch(text) is not None


ACTIONS = Actions("Saigo no Kane", "'pass' or 'recruit karol-potocki'", _impossible)
CANDIDATE = ACTIONS.block("candidate", cards.CANDIDATE_IDS, words="run that candidate")
ATTEND = ACTIONS.block("attend", cards.EVENT_IDS, words="place a marker on that event")
RECRUIT = ACTIONS.block("recruit", cards.STUDENT_IDS, words="recruit that student from the school")
BUY = ACTIONS.block("buy", cards.ITEM_IDS, words="buy that item from the market")
USE = ACTIONS.block("use", cards.STUDENT_IDS, words="mark that student and take its talents")
DISMISS = ACTIONS.block("dismiss", cards.STUDENT_IDS, words="discard that marked student for its talents")
DISCARD = ACTIONS.block("discard", cards.ITEM_IDS, words="discard that item for what it yields")
PLAY = ACTIONS.block("play", _POWERS, words="play a teacher card for that power")
ABILITY = ACTIONS.block("ability", words="turn the candidate face down to exchange talents")
PASS = ACTIONS.block("pass", words="pass")
TAKE = ACTIONS.block("take", cards.TALENT_IDS, words="take a token of that talent for one the pool lacks")
SWAP = ACTIONS.block("swap", cards.TALENT_IDS, cards.TALENT_IDS, words="give the first talent (row) for the second (column)")
DONE = ACTIONS.block("done", words="end the exchange of talents")
TARGET = ACTIONS.block("target", TARGET_IDS, words="aim the teacher card at that seat, student or item")
TARGET_STUDENT = TARGET + cards.MAX_SEATS
TARGET_ITEM = TARGET_STUDENT + cards.STUDENTS
GET = ACTIONS.block("get", TILE_IDS, words="get that student or item in exchange")
GET_ITEM = GET + cards.STUDENTS
COUNTER = ACTIONS.block("counter", _COUNTERS, words="counter with that teacher")
ALLOW = ACTIONS.block("allow", words="let the teacher card be")
DECLINE = ACTIONS.block("decline", words="no purchase after Fukada")
START = ACTIONS.block("start", cards.EVENT_IDS, words="hold that event next")
PAY = ACTIONS.block("pay", _PAYMENTS, words="pay that set of types, by ascending bit mask")
FORFEIT = ACTIONS.block("forfeit", words="pay nothing")
READY = ACTIONS.block("ready", words="no more discards")
BID = ACTIONS.block("bid", _BIDS, words="bid that number")
REWARD_ELEMENT = ACTIONS.block("reward", cards.REWARD_IDS, words="choose that reward element")
RETURN = ACTIONS.block("return", cards.TALENT_IDS, words="return a token of that talent to the pool")
DROP = ACTIONS.block("drop", cards.TEACHER_IDS, words="drop that teacher card")
