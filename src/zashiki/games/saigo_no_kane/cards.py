"""The tiles, cards and tokens of Saigo no Kane: loaded from cards.toml, checked, and laid out as constant tables."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.cards import Entry, as_printed, load_cards

_DATA = load_cards(
    Path(__file__).with_name("cards.toml"),
    {
        "talent": {"key", "name", "tokens", "tokens_for_two"},
        "club": {"key", "name", "colour", "sign"},
        "candidate": {"key", "name", "club", "popularity", "yen", "talents", "produces"},
        "student": {"key", "name", "club", "cost", "talents", "produces?", "votes_now?", "votes_cleanup?"},
        "item": {
            "key", "name", "club?", "price", "kind", "levels?", "talents?", "talents_with_two?", "votes_now?", "votes_cleanup?",
        },
        "event": {"key", "name", "deck", "votes", "requires?", "auction?", "rewards?"},
        "teacher": {"key", "name", "club", "copies", "powers"},
        "day": {"count"},
        "deal": {"cards"},
        "school": {"dearest"},
        "ability": {"swaps"},
        "kishimoto": {"loss"},
        "limit": {"talents", "cards"},
        "talent_item": {"characters"},
        "cleanup_item": {"characters"},
        "majority": {"votes"},
    },
)  # fmt: skip

MAX_SEATS = 4
MOST_DAYS = 5  # what a state has room for
DAYS = _DATA["day"][0].number("count")
EMPTY = -1  # no tile in a space, no card on the stack
NOBODY = -1


def _keys(entries: list[Entry]) -> tuple[str, ...]:
    return tuple(entry.text("key") for entry in entries)


def _numbers(entries: list[Entry], key: str) -> tuple[int, ...]:
    return tuple(entry.number(key) for entry in entries)


_NAMED: list[Entry] = [entry for entries in _DATA.values() for entry in entries if entry.text("key")]
NAME_OF = {entry.text("key"): entry.text("name") for entry in _NAMED}

# Talents, and the eight types a requirement can ask for: popularity and yen first.
TALENT_DATA: list[Entry] = _DATA["talent"]
TALENT_IDS = _keys(TALENT_DATA)
TALENTS = len(TALENT_IDS)
POOL = TALENT_DATA[0].number("tokens")
POOL_FOR_TWO = TALENT_DATA[0].number("tokens_for_two")
MOST_TOKENS = max(POOL, POOL_FOR_TWO)
TYPE_IDS = ("popularity", "yen", *TALENT_IDS)
TYPES = len(TYPE_IDS)
POPULARITY, YEN, FIRST_TALENT = 0, 1, 2
REWARD_IDS = ("popularity", "yen", "cards")
REWARDS = len(REWARD_IDS)
CARDS_REWARD = 2


def _talent_row(entry: Entry, key: str) -> tuple[int, ...]:
    given = entry.counts(key)
    if not set(given) <= set(TALENT_IDS):
        raise ValueError(f"cards.toml: {entry.text('key')} names an unknown talent")
    return tuple(given.get(talent, 0) for talent in TALENT_IDS)


def _talents(entries: list[Entry], key: str) -> tuple[int, ...]:
    """Six numbers for every entry, in one row."""
    return tuple(number for entry in entries for number in _talent_row(entry, key))


def _produced(entries: list[Entry], what: str) -> tuple[int, ...]:
    return tuple(entry.counts("produces").get(what, 0) for entry in entries)


# SNK-R1: six clubs, the independents included.
CLUB_DATA: list[Entry] = _DATA["club"]
CLUB_IDS = _keys(CLUB_DATA)
CLUBS = len(CLUB_IDS)
NO_CLUB = -1


def _clubs(entries: list[Entry]) -> tuple[int, ...]:
    return tuple(CLUB_IDS.index(entry.text("club")) if entry.text("club") else NO_CLUB for entry in entries)


CANDIDATE_DATA: list[Entry] = _DATA["candidate"]
CANDIDATE_IDS = _keys(CANDIDATE_DATA)
CANDIDATES = len(CANDIDATE_IDS)
CANDIDATE_CLUB = _clubs(CANDIDATE_DATA)
CANDIDATE_TALENTS = _talents(CANDIDATE_DATA, "talents")
START_POPULARITY = _numbers(CANDIDATE_DATA, "popularity")
START_YEN = _numbers(CANDIDATE_DATA, "yen")
CANDIDATE_POPULARITY = _produced(CANDIDATE_DATA, "popularity")
CANDIDATE_YEN = _produced(CANDIDATE_DATA, "yen")

STUDENT_DATA: list[Entry] = _DATA["student"]
STUDENT_IDS = _keys(STUDENT_DATA)
STUDENTS = len(STUDENT_IDS)
ALL_STUDENTS = (1 << STUDENTS) - 1
STUDENT_CLUB = _clubs(STUDENT_DATA)
COST = _numbers(STUDENT_DATA, "cost")
STUDENT_TALENTS = _talents(STUDENT_DATA, "talents")
STUDENT_POPULARITY = _produced(STUDENT_DATA, "popularity")
STUDENT_YEN = _produced(STUDENT_DATA, "yen")
STUDENT_NOW = _numbers(STUDENT_DATA, "votes_now")
STUDENT_CLEANUP = _numbers(STUDENT_DATA, "votes_cleanup")
CLUB_STUDENTS = tuple(sum(1 << k for k in range(STUDENTS) if STUDENT_CLUB[k] == club) for club in range(CLUBS))
DEAREST_AT_SETUP = _DATA["school"][0].number("dearest")
DEAREST_STUDENT = max(COST)
STUDENTS_UP_TO = tuple(sum(1 << k for k in range(STUDENTS) if COST[k] <= cost) for cost in range(DEAREST_STUDENT + 1))

ITEM_DATA: list[Entry] = _DATA["item"]
ITEM_IDS = _keys(ITEM_DATA)
ITEMS = len(ITEM_IDS)
ALL_ITEMS = (1 << ITEMS) - 1
ITEM_CLUB = _clubs(ITEM_DATA)
PRICE = _numbers(ITEM_DATA, "price")
DEAREST_ITEM = max(PRICE)
ITEMS_UP_TO = tuple(sum(1 << k for k in range(ITEMS) if PRICE[k] <= price) for price in range(DEAREST_ITEM + 1))
KIND_IDS = ("popularity", "yen", "talents", "cleanup", "votes")
POPULARITY_ITEM, YEN_ITEM, TALENT_ITEM, CLEANUP_ITEM, VOTE_ITEM = range(5)
ITEM_KIND = tuple(KIND_IDS.index(item.text("kind")) for item in ITEM_DATA)
ITEM_TALENTS = _talents(ITEM_DATA, "talents")
ITEM_TALENTS_WITH_TWO = _talents(ITEM_DATA, "talents_with_two")
ITEM_NOW = _numbers(ITEM_DATA, "votes_now")
ITEM_CLEANUP = _numbers(ITEM_DATA, "votes_cleanup")
LEVELS = ITEM_DATA[0].numbers("levels")  # what a production item yields with 0, 1, 2 characters of its club
CHARACTERS_FOR_TALENTS = _DATA["talent_item"][0].number("characters")
CHARACTERS_FOR_VOTES = _DATA["cleanup_item"][0].number("characters")
# SNK-39, SNK-40: production and talent items can be discarded; vote items cannot, not even for nothing (SNK-R42).
DISCARDABLE = sum(1 << k for k in range(ITEMS) if ITEM_KIND[k] <= TALENT_ITEM)
PRODUCTION_ITEMS = sum(1 << k for k in range(ITEMS) if ITEM_KIND[k] <= YEN_ITEM)
CLEANUP_ITEMS = sum(1 << k for k in range(ITEMS) if ITEM_KIND[k] == CLEANUP_ITEM)
YIELDING_STUDENTS = sum(1 << k for k in range(STUDENTS) if STUDENT_POPULARITY[k] + STUDENT_YEN[k] + STUDENT_CLEANUP[k])

# SNK-4: blue events come first in the numbering, then orange ones.
EVENT_DATA: list[Entry] = _DATA["event"]
EVENT_IDS = _keys(EVENT_DATA)
EVENTS = len(EVENT_IDS)
BLUE = sum(event.text("deck") == "blue" for event in EVENT_DATA)
ALL_BLUE = (1 << BLUE) - 1
ALL_EVENTS = (1 << EVENTS) - 1
ALL_ORANGE = ALL_EVENTS & ~ALL_BLUE
EVENT_VOTES = _numbers(EVENT_DATA, "votes")
NO_AUCTION = -1
AUCTION = tuple(TYPE_IDS.index(e.text("auction")) if e.text("auction") else NO_AUCTION for e in EVENT_DATA)
AUCTIONS = sum(kind != NO_AUCTION for kind in AUCTION)
AUCTION_NUMBER = tuple(sum(kind != NO_AUCTION for kind in AUCTION[:event]) for event in range(EVENTS))
REQUIRED = tuple(e.counts("requires").get(kind, 0) for e in EVENT_DATA for kind in TYPE_IDS)
REQUIRED_MASK = tuple(sum(1 << k for k in range(TYPES) if REQUIRED[e * TYPES + k]) for e in range(EVENTS))
REWARD = tuple(e.counts("rewards").get(kind, 0) for e in EVENT_DATA for kind in REWARD_IDS)
REWARD_MASK = tuple(sum(1 << k for k in range(REWARDS) if REWARD[e * REWARDS + k]) for e in range(EVENTS))

# Teacher cards and the eight powers that are played as an action; the counter is not one of them (SNK-42).
TEACHER_DATA: list[Entry] = _DATA["teacher"]
TEACHER_IDS = _keys(TEACHER_DATA)
TEACHERS = len(TEACHER_IDS)
COPIES = TEACHER_DATA[0].number("copies")
CARDS = TEACHERS * COPIES
KISHIMOTO, CHAMBERLAIN, FUKADA, EKICHI, DAIGOKU = range(TEACHERS)
POWER_IDS = ("popularity", "yen", "item", "market", "school", "student", "mark", "unmark")
POWERS = len(POWER_IDS)
LOSE_POPULARITY, LOSE_YEN, EXCHANGE_ITEM, NEW_ITEM, NEW_STUDENT, EXCHANGE_STUDENT, MARK, UNMARK = range(POWERS)
POWER_TEACHER = tuple(
    next(k for k, teacher in enumerate(TEACHER_DATA) if power in teacher.texts("powers")) for power in POWER_IDS
)
COUNTERING = tuple(k for k, teacher in enumerate(TEACHER_DATA) if "counter" in teacher.texts("powers"))
MOST_COUNTERS = len(COUNTERING) * COPIES

SPACES = 4  # of the school, of the market, of the playground
SPACES_FOR_TWO = 3  # SNK-19: of the playground with two players
FIRST_HAND = _DATA["deal"][0].number("cards")
MARKERS = 2  # SNK-R36: for each seat
SWAPS = _DATA["ability"][0].number("swaps")  # SNK-R44: at most, despite a caption
LOSS = _DATA["kishimoto"][0].number("loss")
TALENT_LIMIT = _DATA["limit"][0].number("talents")
HAND_LIMIT = _DATA["limit"][0].number("cards")
MAJORITY_VOTES = _DATA["majority"][0].number("votes")
# No seat can ever hold more popularity or yen than this. A tile never produces more than it cost and an item never returns
# more than its price, so the production of a day is bounded by what has been spent. Starting from 10, with at most 11 a day
# from two events and 81 a day from all the tiles there are, five days cannot get there.
MOST_HELD = 255


def _check() -> None:
    """Refuse totals that differ from the component list of the rules."""
    counts = (TALENTS, CLUBS, CANDIDATES, STUDENTS, ITEMS, BLUE, EVENTS - BLUE, TEACHERS, CARDS)
    if counts != (6, 6, 6, 48, 36, 20, 10, 5, 25):
        raise ValueError(f"cards.toml: wrong number of components {counts}")
    talents = tuple(sum(STUDENT_TALENTS[talent::TALENTS]) for talent in range(TALENTS))
    if talents != (33, 30, 33, 31, 33, 31) or sum(cost > 5 for cost in COST) != 10:
        raise ValueError(f"cards.toml: wrong talents {talents} or costs on the students")
    if any(STUDENT_CLUB.count(club) != 8 or ITEM_CLUB.count(club) != 5 for club in range(CLUBS)):
        raise ValueError("cards.toml: every club has eight students and five items")
    if any(ITEM_KIND.count(kind) != number for kind, number in enumerate((6, 6, 12, 6, 6))):
        raise ValueError("cards.toml: wrong number of items of a kind")
    if any(EVENT_DATA[k].text("deck") != "blue" for k in range(BLUE)):
        raise ValueError("cards.toml: blue events stand before orange ones")
    # SNK-R2: the lobby ends because a yen item never gives back what it cost.
    if any(PRICE[k] <= LEVELS[-1] for k in range(ITEMS) if ITEM_KIND[k] == YEN_ITEM) or min(PRICE) < 2:
        raise ValueError("cards.toml: a yen item must cost more than it returns")
    if len(NAME_OF) != len(_NAMED):
        raise ValueError("cards.toml: no two entries may have the same key")
    if LEVELS != (1, 2, 3):
        raise ValueError("cards.toml: production items yield 1, 2, 3")
    numbers = (DAYS, FIRST_HAND, DEAREST_AT_SETUP, SWAPS, LOSS, TALENT_LIMIT, HAND_LIMIT, MAJORITY_VOTES, POOL, POOL_FOR_TWO)
    if as_printed() and numbers != (5, 3, 5, 3, 2, 4, 5, 1, 12, 9):
        raise ValueError(f"cards.toml: days, hands, limits, votes or tokens are not those of the game: {numbers}")
    if {teacher.number("copies") for teacher in TEACHER_DATA} != {COPIES} or COUNTERING != (CHAMBERLAIN, EKICHI):
        raise ValueError("cards.toml: five copies of each teacher; Chamberlain and Ekichi counter")


_check()
