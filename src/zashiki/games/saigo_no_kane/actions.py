"""The action space of Saigo no Kane: 26 blocks in the order of a day."""

from __future__ import annotations

from zashiki.core.game import Block
from zashiki.games.saigo_no_kane.cards import (
    CANDIDATES,
    COUNTERING,
    EVENTS,
    ITEMS,
    MAX_SEATS,
    MOST_HELD,
    POWERS,
    REWARDS,
    STUDENTS,
    TALENTS,
    TEACHERS,
    TYPES,
)

# A payment is a set of one to three of the eight types; the sets are numbered by their bit masks.
MOST_TYPES = 3
PAY_MASKS = tuple(mask for mask in range(1, 1 << TYPES) if mask.bit_count() <= MOST_TYPES)
PAY_INDEX = tuple(PAY_MASKS.index(mask) if mask in PAY_MASKS else -1 for mask in range(1 << TYPES))
TARGETS = MAX_SEATS + STUDENTS + ITEMS
TILES = STUDENTS + ITEMS

BLOCKS = (
    Block("candidate", CANDIDATES, "run that candidate"),
    Block("attend", EVENTS, "place a marker on that event"),
    Block("recruit", STUDENTS, "recruit that student from the school"),
    Block("buy", ITEMS, "buy that item from the market"),
    Block("use", STUDENTS, "mark that student and take its talents"),
    Block("dismiss", STUDENTS, "discard that marked student for its talents"),
    Block("discard", ITEMS, "discard that item for what it yields"),
    Block("play", POWERS, "play a teacher card for that power"),
    Block("ability", 1, "turn the candidate face down to exchange talents"),
    Block("pass", 1, "pass"),
    Block("take", TALENTS, "take a token of that talent for one the pool lacks"),
    Block("swap", TALENTS * TALENTS, "give the first talent (row) for the second (column)"),
    Block("done", 1, "end the exchange of talents"),
    Block("target", TARGETS, "aim the teacher card at that seat, student or item"),
    Block("get", TILES, "get that student or item in exchange"),
    Block("counter", len(COUNTERING), "counter with that teacher"),
    Block("allow", 1, "let the teacher card be"),
    Block("decline", 1, "no purchase after Fukada"),
    Block("start", EVENTS, "hold that event next"),
    Block("pay", len(PAY_MASKS), "pay that set of types, by ascending bit mask"),
    Block("forfeit", 1, "pay nothing"),
    Block("ready", 1, "no more discards"),
    Block("bid", MOST_HELD + 1, "bid that number"),
    Block("reward", REWARDS, "choose that reward element"),
    Block("return", TALENTS, "return a token of that talent to the pool"),
    Block("drop", TEACHERS, "drop that teacher card"),
)

CANDIDATE = 0
ATTEND = CANDIDATE + CANDIDATES
RECRUIT = ATTEND + EVENTS
BUY = RECRUIT + STUDENTS
USE = BUY + ITEMS
DISMISS = USE + STUDENTS
DISCARD = DISMISS + STUDENTS
PLAY = DISCARD + ITEMS
ABILITY = PLAY + POWERS
PASS = ABILITY + 1
TAKE = PASS + 1
SWAP = TAKE + TALENTS
DONE = SWAP + TALENTS * TALENTS
TARGET = DONE + 1
TARGET_STUDENT = TARGET + MAX_SEATS
TARGET_ITEM = TARGET_STUDENT + STUDENTS
GET = TARGET + TARGETS
GET_ITEM = GET + STUDENTS
COUNTER = GET + TILES
ALLOW = COUNTER + len(COUNTERING)
DECLINE = ALLOW + 1
START = DECLINE + 1
PAY = START + EVENTS
FORFEIT = PAY + len(PAY_MASKS)
READY = FORFEIT + 1
BID = READY + 1
REWARD_ELEMENT = BID + MOST_HELD + 1
RETURN = REWARD_ELEMENT + REWARDS
DROP = RETURN + TALENTS
ACTIONS = DROP + TEACHERS

assert sum(block.size for block in BLOCKS) == ACTIONS
