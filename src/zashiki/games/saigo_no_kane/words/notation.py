"""The notation of Saigo no Kane, both ways, and its words: what is told, asked, offered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from zashiki.core.actions import Action
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import Words, seat_mark
from zashiki.games.saigo_no_kane import actions
from zashiki.games.saigo_no_kane.actions import ACTIONS, PAY_MASKS, SEAT_IDS, TARGET_IDS, TILE_IDS
from zashiki.games.saigo_no_kane.cards import (
    AUCTION,
    CANDIDATE_IDS,
    CANDIDATE_NAMES,
    COST,
    DAYS,
    DEAREST_AT_SETUP,
    EMPTY,
    EVENT_IDS,
    EVENT_NAMES,
    FIRST_HAND,
    HAND_LIMIT,
    ITEM_IDS,
    ITEM_KIND,
    ITEM_NAMES,
    MARKERS,
    MAX_SEATS,
    POPULARITY_ITEM,
    POWER_IDS,
    PRICE,
    REQUIRED,
    REWARD,
    REWARD_IDS,
    REWARDS,
    STUDENT_IDS,
    STUDENT_NAMES,
    STUDENT_TALENTS,
    STUDENTS,
    SWAPS,
    TALENT_IDS,
    TALENT_LIMIT,
    TALENT_NAMES,
    TALENTS,
    TEACHER_IDS,
    TEACHER_NAMES,
    TYPE_IDS,
    TYPES,
    YEN_ITEM,
)
from zashiki.games.saigo_no_kane.rules import to_act
from zashiki.games.saigo_no_kane.rules.compete import bidders_left
from zashiki.games.saigo_no_kane.rules.prep import events_to_draw
from zashiki.games.saigo_no_kane.rules.setup import candidates_left
from zashiki.games.saigo_no_kane.rules.teachers import newest_player
from zashiki.games.saigo_no_kane.rules.tiles import (
    cards_to_draw,
    hand_count,
    item_talents,
    items_to_draw,
    production_level,
    students_to_draw,
    talent_count,
)
from zashiki.games.saigo_no_kane.state import (
    ASK_ATTEND,
    ASK_BID,
    ASK_COUNTER,
    DEAL_CARD,
    DRAW_CANDIDATE,
    DRAW_CARD,
    DRAW_EVENT,
    DRAW_ITEM,
    DRAW_PET,
    DRAW_STUDENT,
    FINISHED,
    FIRST_DECISION,
    LAY_ITEM,
    LAY_STUDENT,
    NODES,
    State,
)

WORDS = Words(Path(__file__).with_name("words.toml"))

TILE_NAMES = (*STUDENT_NAMES, *ITEM_NAMES)


def split(action: Action) -> tuple[str, str]:
    """The verb of an action and what follows it."""
    verb, _, word = ACTIONS.write(action).partition(" ")
    return verb, word


# Chance


def _student_due(s: State) -> list[int]:
    return [k for k in range(STUDENTS) if students_to_draw(s) >> k & 1]


def _item_due(s: State) -> list[int]:
    return [k for k in range(len(ITEM_IDS)) if items_to_draw(s) >> k & 1]


def _card_due(s: State) -> list[int]:
    return [k for k in range(len(TEACHER_IDS)) if cards_to_draw(s, k) > 0]


# node -> first words, the ids that may follow, which of them are possible, the clause
_CHANCE: dict[int, tuple[str, tuple[str, ...], Callable[[State], list[int]], str]] = {
    DRAW_PET: ("pet", SEAT_IDS, lambda s: list(range(s.players)), "SNK-13"),
    DRAW_CANDIDATE: (
        "candidate",
        CANDIDATE_IDS,
        lambda s: [k for k in range(len(CANDIDATE_IDS)) if candidates_left(s) >> k & 1],
        "SNK-6",
    ),
    DEAL_CARD: ("card", TEACHER_IDS, _card_due, "SNK-5"),
    LAY_STUDENT: ("student", STUDENT_IDS, _student_due, "SNK-10"),
    LAY_ITEM: ("item", ITEM_IDS, _item_due, "SNK-11"),
    DRAW_EVENT: ("event", EVENT_IDS, lambda s: [k for k in range(len(EVENT_IDS)) if events_to_draw(s) >> k & 1], "SNK-17"),
    DRAW_STUDENT: ("student", STUDENT_IDS, _student_due, "SNK-28"),
    DRAW_ITEM: ("item", ITEM_IDS, _item_due, "SNK-28"),
    DRAW_CARD: ("card", TEACHER_IDS, _card_due, "SNK-59"),
}


def _clause_of_chance(s: State) -> str:
    """The clause that says what is drawn now; on the last day events have another one."""
    if s.phase == DRAW_EVENT and s.day == DAYS:
        return "SNK-20" if s.first_game else "SNK-18"
    return _CHANCE[s.phase][3]


def chance_seat(s: State) -> Seat | None:
    """The seat a chance event is for, where it is for one."""
    if s.phase == DRAW_CANDIDATE:
        return s.asked
    if s.phase == DEAL_CARD:
        return s.asked // FIRST_HAND
    return s.seat if s.phase == DRAW_CARD else None


def _chance_head(s: State) -> str:
    verb, seat = _CHANCE[s.phase][0], chance_seat(s)
    return verb if seat is None else f"{verb} {seat}"


def write_chance(s: State) -> str:
    """The chance event in the outcome."""
    return f"{_chance_head(s)} {_CHANCE[s.phase][1][s.outcome[0]]}"


def read_chance(s: State, text: str) -> list[int]:
    """The outcome a text names; IllegalMove where it is impossible now."""
    verb, ids, possible, _ = _CHANCE[s.phase]
    clause = _clause_of_chance(s)
    due = f"{_chance_head(s)} <{verb}>"
    words = text.split(" ")
    known = {chance[0]: chance[1] for chance in _CHANCE.values()}
    if words[0] not in known or len(words) not in (2, 3) or words[-1] not in known[words[0]]:
        raise BadNotation(f"'{text}' is not a chance event of Saigo no Kane; '{due}' comes next.")
    if " ".join(words[:-1]) != _chance_head(s):
        raise IllegalMove(f"'{text}' does not come now; '{due}' does.", clause)
    number = ids.index(words[-1])
    if number not in possible(s):
        raise IllegalMove(f"'{text}' is impossible: that is not there to be drawn.", clause)
    return [number]


# As others hear it


def is_last_bid(s: State, seat: Seat) -> bool:
    """Whether this seat's answer completes an auction."""
    return s.phase == ASK_BID and bidders_left(s) == 1 << seat


def is_hidden(s: State, seat: Seat, action: Action, viewer: Viewer) -> bool:
    """Whether a viewer hears of the move, but not what it was."""
    if viewer in (seat, OPEN):
        return False
    verb, _ = split(action)
    # SNK-64: a bid is sealed until the last one is made; SNK-9, SNK-R29: dropped cards stay secret.
    return verb == "drop" or (verb == "bid" and not is_last_bid(s, seat))


def heard(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The notation as a viewer may see it."""
    return f"{split(action)[0]} ?" if is_hidden(s, seat, action, viewer) else ACTIONS.write(action)


def heard_chance(s: State, viewer: Viewer) -> str:
    """SNK-9: which teacher card somebody draws is secret."""
    return f"{_chance_head(s)} ?" if _card_is_hidden(s, viewer) else write_chance(s)


def _card_is_hidden(s: State, viewer: Viewer) -> bool:
    return s.phase in (DEAL_CARD, DRAW_CARD) and viewer not in (chance_seat(s), OPEN)


def reveals(s: State, seat: Seat, action: Action) -> bool:
    """A teacher card leaves a hand face up, or the last bid opens them all."""
    return split(action)[0] in ("play", "counter") or is_last_bid(s, seat)


# In words


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The move in words."""
    verb, word = split(action)
    key = verb
    if is_hidden(s, seat, action, viewer):
        key = f"{verb}_hidden"
    elif verb == "bid" and is_last_bid(s, seat):
        key = "bid_last"
    elif verb == "target" and word in SEAT_IDS:
        key = "target_seat"
    return WORDS(key, seat=seat_mark(seat), **_parts(s, seat, verb, word))


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the action says."""
    verb, word = split(action)
    key = "label_target_seat" if verb == "target" and word in SEAT_IDS else f"label_{verb}"
    return WORDS(key, **_parts(s, seat, verb, word))


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words."""
    seat, drawn = chance_seat(s), s.outcome[0]
    other = seat_mark(drawn if seat is None else seat)
    if s.phase == DRAW_PET:
        return WORDS("pet", other=other)
    if s.phase == DRAW_CANDIDATE:
        return WORDS("candidate_dealt", other=other, name=CANDIDATE_NAMES[drawn])
    if s.phase in (DEAL_CARD, DRAW_CARD):
        if _card_is_hidden(s, viewer):
            return WORDS("card_hidden", other=other)
        return WORDS("card", other=other, name=TEACHER_NAMES[drawn])
    if s.phase == DRAW_EVENT:
        return WORDS("event", name=EVENT_NAMES[drawn])
    if s.phase in (DRAW_ITEM, LAY_ITEM):
        return WORDS("item", name=ITEM_NAMES[drawn])
    aside = s.phase == LAY_STUDENT and COST[drawn] > DEAREST_AT_SETUP
    return WORDS("student_aside" if aside else "student", name=STUDENT_NAMES[drawn])


def _amounts(pairs: list[tuple[str, int]]) -> str:
    """ "2 Drama, 1 Art" """
    parts = [WORDS("some", number=number, name=name) for name, number in pairs if number]
    return ", ".join(parts) or WORDS("nothing")


def student_talents(student: int) -> str:
    """The talents printed on a student, in words."""
    return _amounts([(TALENT_NAMES[t], STUDENT_TALENTS[student * TALENTS + t]) for t in range(TALENTS)])


def item_yields(s: State, seat: Seat, item: int) -> str:
    """What an item would give to a seat that discards it now, in words."""
    if ITEM_KIND[item] == POPULARITY_ITEM:
        return _amounts([(WORDS("popularity"), production_level(s, seat, item))])
    if ITEM_KIND[item] == YEN_ITEM:
        return _amounts([(WORDS("yen"), production_level(s, seat, item))])
    return _amounts([(TALENT_NAMES[t], item_talents(s, seat, item, t)) for t in range(TALENTS)])


def type_name(kind: int) -> str:
    """A payment type in words."""
    return WORDS(TYPE_IDS[kind]) if kind < 2 else TALENT_NAMES[kind - 2]


def requirement(event: int) -> str:
    """The requirement of a fixed-price event in words."""
    return _amounts([(type_name(kind), REQUIRED[event * TYPES + kind]) for kind in range(TYPES)])


def reward_name(event: int, element: int) -> str:
    """A reward element of an event in words."""
    number = REWARD[event * REWARDS + element]
    if REWARD_IDS[element] == "cards":
        return WORDS("reward_card") if number == 1 else WORDS("reward_cards", number=number)
    return _amounts([(WORDS(REWARD_IDS[element]), number)])


def current_event(s: State) -> int:
    """The event being held, or EMPTY."""
    return EMPTY if s.current == EMPTY else s.events[s.current]


def target_name(target: int) -> str:
    """A target of a teacher card: the mark of a seat, or the name of a tile."""
    return seat_mark(target) if target < MAX_SEATS else TILE_NAMES[target - MAX_SEATS]


def _parts(s: State, seat: Seat, verb: str, word: str) -> dict[str, str | int]:
    """Everything the sentence of a move can name."""
    parts: dict[str, str | int] = {}
    event = current_event(s)
    if event != EMPTY:
        parts["event"] = EVENT_NAMES[event]
    if verb in ("recruit", "use", "dismiss"):
        student = STUDENT_IDS.index(word)
        parts |= {"name": STUDENT_NAMES[student], "cost": COST[student], "talents": student_talents(student)}
    elif verb in ("buy", "discard"):
        item = ITEM_IDS.index(word)
        parts |= {"name": ITEM_NAMES[item], "cost": PRICE[item], "yields": item_yields(s, seat, item)}
    elif verb in ("attend", "start"):
        parts["name"] = EVENT_NAMES[EVENT_IDS.index(word)]
    elif verb == "candidate":
        parts["name"] = CANDIDATE_NAMES[CANDIDATE_IDS.index(word)]
    elif verb == "play":
        teacher, power = word.split(" ")
        parts |= {"teacher": TEACHER_NAMES[TEACHER_IDS.index(teacher)], "power": WORDS(f"power_{power}")}
    elif verb in ("counter", "drop"):
        parts["teacher"] = TEACHER_NAMES[TEACHER_IDS.index(word)]
    elif verb == "swap":
        parts["give"], parts["get"] = (TALENT_NAMES[TALENT_IDS.index(talent)] for talent in word.split(" "))
    elif verb in ("take", "return"):
        parts["name"] = TALENT_NAMES[TALENT_IDS.index(word)]
    elif verb == "target":
        parts["name"] = parts["other"] = target_name(TARGET_IDS.index(word))
    elif verb == "get":
        parts["name"] = TILE_NAMES[TILE_IDS.index(word)]
    elif verb == "pay":
        parts["types"] = payment(event, PAY_MASKS[ACTIONS.read(f"pay {word}") - actions.PAY])
    elif verb == "bid":
        parts |= {"number": word, "bids": _all_bids(s, seat, word)}
    elif verb == "reward":
        parts["name"] = reward_name(event, REWARD_IDS.index(word)) if event != EMPTY else WORDS(word)
    return parts


def _all_bids(s: State, seat: Seat, last: str) -> str:
    """All bids as they lie open after the last one."""
    made = {other: str(s.bids[other]) for other in range(s.players) if s.bids[other] != EMPTY} | {seat: last}
    return ", ".join(f"{seat_mark(other)} {made[other]}" for other in sorted(made))


def payment(event: int, mask: int) -> str:
    """A set of requirement types of an event in words."""
    if event == EMPTY:
        return ", ".join(type_name(kind) for kind in range(TYPES) if mask >> kind & 1)
    return _amounts([(type_name(kind), REQUIRED[event * TYPES + kind]) for kind in range(TYPES) if mask >> kind & 1])


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    if s.phase < FIRST_DECISION:
        return WORDS("ask_chance")
    if s.phase == FINISHED:
        return WORDS("ask_over")
    event = current_event(s)
    parts: dict[str, str | int] = {"event": EVENT_NAMES[event]} if event != EMPTY else {}
    if viewer < 0 or not to_act(s) >> viewer & 1:
        return WORDS(f"wait_{NODES[s.phase]}", seat=seat_mark(s.seat), **parts)
    if event != EMPTY:
        parts["requirement"] = requirement(event)
        parts["kind"] = type_name(AUCTION[event]) if AUCTION[event] != EMPTY else ""
    if s.stack_card != EMPTY:
        parts |= _stack_parts(s)
    parts["left"] = _left(s, viewer)
    return WORDS("ask_counter_again" if s.phase == ASK_COUNTER and s.counters else f"ask_{NODES[s.phase]}", **parts)


def _stack_parts(s: State) -> dict[str, str | int]:
    teacher = s.counter_card[s.counters - 1] if s.counters else s.stack_card
    aim = "" if s.target == EMPTY else target_name(s.target)
    return {
        "other": seat_mark(newest_player(s)),
        "teacher": TEACHER_NAMES[teacher],
        "power": WORDS(f"power_{POWER_IDS[s.power]}"),
        "aim": aim,
        "name": aim,
    }


def _left(s: State, seat: Seat) -> int:
    """How often the question will come."""
    counts = {
        "attend": MARKERS - s.asked // s.players if s.phase == ASK_ATTEND else 0,
        "fill": s.fill_left,
        "ability": SWAPS - s.swaps,
        "reward": s.reward_due,
        "return": talent_count(s, seat) - TALENT_LIMIT,
        "drop": hand_count(s, seat) - HAND_LIMIT,
    }
    return counts.get(NODES[s.phase], 0)
