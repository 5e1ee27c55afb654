"""Why a move of Saigo no Kane is not legal now: a sentence and the clause it follows from."""

from __future__ import annotations

from collections.abc import Callable

from zashiki.core.actions import Action
from zashiki.core.bits import has
from zashiki.core.rooms import Refusal, Seat
from zashiki.games.saigo_no_kane import actions
from zashiki.games.saigo_no_kane.actions import ACTIONS, PAY_MASKS, TILE_IDS
from zashiki.games.saigo_no_kane.cards import (
    AUCTION,
    BLUE,
    CANDIDATE_IDS,
    CANDIDATE_NAMES,
    COST,
    DISCARDABLE,
    EVENT_IDS,
    EVENT_NAMES,
    EXCHANGE_ITEM,
    ITEM_IDS,
    ITEM_NAMES,
    LOSE_POPULARITY,
    LOSE_YEN,
    MARK,
    NO_AUCTION,
    POWER_IDS,
    POWER_TEACHER,
    PRICE,
    REQUIRED_MASK,
    STUDENT_IDS,
    STUDENT_NAMES,
    STUDENTS,
    TALENT_IDS,
    TALENT_NAMES,
    TALENTS,
    TEACHER_IDS,
    TEACHER_NAMES,
    TEACHERS,
)
from zashiki.games.saigo_no_kane.rules import to_act
from zashiki.games.saigo_no_kane.rules.compete import takes_part
from zashiki.games.saigo_no_kane.rules.tiles import held
from zashiki.games.saigo_no_kane.state import ASK_BID, ASK_BONUS, ASK_EXCHANGE, ASK_LOBBY, ASK_TARGET, NODES, State
from zashiki.games.saigo_no_kane.words.notation import (
    TILE_NAMES,
    WORDS,
    current_event,
    payment,
    type_name,
)

_VERBS_AT: dict[str, tuple[str, ...]] = {
    "candidate": ("candidate",),
    "attend": ("attend",),
    "lobby": ("recruit", "buy", "use", "dismiss", "discard", "play", "ability", "pass"),
    "fill": ("take",),
    "ability": ("swap", "done"),
    "target": ("target",),
    "exchange": ("get",),
    "counter": ("counter", "allow"),
    "bonus": ("recruit", "buy", "discard", "decline"),
    "start": ("start",),
    "pay": ("pay", "forfeit", "discard", "dismiss"),
    "prepare": ("ready", "discard", "dismiss"),
    "bid": ("bid",),
    "reward": ("reward",),
    "settle": ("ready", "discard"),
    "return": ("return",),
    "drop": ("drop",),
}
# The clause that says who decides at a node, and about what.
_CLAUSE_OF = {
    "candidate": "SNK-6",
    "attend": "SNK-21",
    "lobby": "SNK-23",
    "fill": "SNK-32",
    "ability": "SNK-52",
    "counter": "SNK-R9",
    "start": "SNK-54",
    "pay": "SNK-55",
    "prepare": "SNK-R23",
    "bid": "SNK-64",
    "reward": "SNK-60",
    "settle": "SNK-R4",
    "return": "SNK-72",
    "drop": "SNK-72",
}
# The clause that says when such a move is possible, where one does.
_CLAUSE_ELSEWHERE = {"counter": "SNK-42", "discard": "SNK-R4", "dismiss": "SNK-R7"}
_CLAUSE_OF_POWER = {
    "popularity": "SNK-43",
    "yen": "SNK-44",
    "item": "SNK-49",
    "market": "SNK-47",
    "school": "SNK-48",
    "student": "SNK-50",
    "mark": "SNK-45",
    "unmark": "SNK-46",
}


def explain(s: State, seat: Seat, text: str) -> Refusal:
    """Why a move that can be read is not legal now."""
    action = ACTIONS.read(text)
    verb, _, word = text.partition(" ")
    node = NODES[s.phase]
    if not to_act(s) >> seat & 1:
        return _not_your_turn(s, seat)
    track = "buy" if s.bonus == POWER_IDS.index("market") else "recruit"
    if verb not in _VERBS_AT[node] or (s.phase == ASK_BONUS and verb in ("buy", "recruit") and verb != track):
        clause = _CLAUSE_ELSEWHERE.get(verb) or _clause_of_node(s)
        return Refusal(WORDS("no_node", text=text, number=seat, node=node), clause)
    return _REASONS[verb](s, seat, action, word)


def _clause_of_node(s: State) -> str:
    """The clause of the question being asked; while a teacher card is used, that of its power."""
    if s.phase in (ASK_TARGET, ASK_EXCHANGE):
        return _CLAUSE_OF_POWER[POWER_IDS[s.power]]
    return _CLAUSE_OF_POWER[POWER_IDS[s.bonus]] if s.phase == ASK_BONUS else _CLAUSE_OF[NODES[s.phase]]


def _not_your_turn(s: State, seat: Seat) -> Refusal:
    if s.phase == ASK_BID:
        key = "no_bid_twice" if takes_part(s, seat) else "no_bidder"
        return Refusal(WORDS(key, number=seat), "SNK-64")
    return Refusal(WORDS("no_turn", number=seat, node=NODES[s.phase], acting=s.seat), _clause_of_node(s))


def _why_not_candidate(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    return Refusal(WORDS("no_candidate", name=CANDIDATE_NAMES[CANDIDATE_IDS.index(word)]), "SNK-6")


def _why_not_attend(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    event = EVENT_IDS.index(word)
    if event not in s.events:
        return Refusal(WORDS("no_event", name=EVENT_NAMES[event]), "SNK-21")
    return Refusal(WORDS("no_marker_twice", number=seat, name=EVENT_NAMES[event]), "SNK-22")


def _why_not_recruit(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    student = STUDENT_IDS.index(word)
    name = STUDENT_NAMES[student]
    if student not in s.school:
        return Refusal(WORDS("no_school", name=name), "SNK-26")
    return Refusal(WORDS("no_popularity", name=name, cost=COST[student], number=seat, have=s.popularity[seat]), "SNK-26")


def _why_not_buy(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    item = ITEM_IDS.index(word)
    if item not in s.market:
        return Refusal(WORDS("no_market", name=ITEM_NAMES[item]), "SNK-33")
    return Refusal(WORDS("no_yen", name=ITEM_NAMES[item], cost=PRICE[item], number=seat, have=s.yen[seat]), "SNK-33")


def _why_not_use(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    student = STUDENT_IDS.index(word)
    if not has(s.students[seat], student):
        return Refusal(WORDS("no_own_student", name=STUDENT_NAMES[student], number=seat), "SNK-29")
    return Refusal(WORDS("no_use_marked", name=STUDENT_NAMES[student]), "SNK-31")


def _why_not_dismiss(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    student = STUDENT_IDS.index(word)
    if not has(s.students[seat], student):
        return Refusal(WORDS("no_own_student", name=STUDENT_NAMES[student], number=seat), "SNK-30")
    return Refusal(WORDS("no_dismiss_upright", name=STUDENT_NAMES[student]), "SNK-30" if s.phase == ASK_LOBBY else "SNK-R7")


def _why_not_discard(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    item = ITEM_IDS.index(word)
    if not has(DISCARDABLE, item):
        return Refusal(WORDS("no_vote_item", name=ITEM_NAMES[item]), "SNK-40")
    return Refusal(WORDS("no_own_item", number=seat, name=ITEM_NAMES[item]), "SNK-39")


def _why_not_play(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    teacher = POWER_TEACHER[action - actions.PLAY]
    if s.hands[seat * TEACHERS + teacher] == 0:
        return Refusal(WORDS("no_card", number=seat, teacher=TEACHER_NAMES[teacher]), "SNK-41")
    return Refusal(WORDS("no_use_of_power", teacher=TEACHER_NAMES[teacher]), "SNK-R11")


def _why_not_ability(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    if not s.face_up >> seat & 1:
        return Refusal(WORDS("no_face_up", number=seat), "SNK-53")
    return Refusal(WORDS("no_swap_possible", number=seat), "SNK-52")


def _why_not_take(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    return Refusal(WORDS("no_pool", name=TALENT_NAMES[TALENT_IDS.index(word)]), "SNK-32")


def _why_not_swap(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    give, get = (TALENT_IDS.index(talent) for talent in word.split(" "))
    if give == get:
        return Refusal(WORDS("no_same_swap"), "SNK-R15")
    if s.talents[seat * TALENTS + give] == 0:
        return Refusal(WORDS("no_give", number=seat, name=TALENT_NAMES[give]), "SNK-52")
    return Refusal(WORDS("no_pool", name=TALENT_NAMES[get]), "SNK-R15")


def _why_not_done(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    return Refusal(WORDS("no_done"), "SNK-52")


def _why_not_target(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    power = POWER_IDS[s.power]
    student = action - actions.TARGET_STUDENT
    if s.power == MARK and 0 <= student < STUDENTS and has(s.students[seat], student):
        return Refusal(WORDS("no_own_mark", name=STUDENT_NAMES[student]), "SNK-R12")
    if s.power in (LOSE_POPULARITY, LOSE_YEN) and action - actions.TARGET < s.players and word != str(seat):
        return Refusal(WORDS("no_loss", number=word, kind=WORDS(power)), "SNK-R11")
    return Refusal(WORDS("no_target", text=f"target {word}", power=WORDS(f"power_{power}")), _CLAUSE_OF_POWER[power])


def _why_not_get(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    clause = "SNK-49" if s.power == EXCHANGE_ITEM else "SNK-50"
    return Refusal(WORDS("no_get", name=TILE_NAMES[TILE_IDS.index(word)]), clause)


def _why_not_counter(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    return Refusal(WORDS("no_card", number=seat, teacher=TEACHER_NAMES[TEACHER_IDS.index(word)]), "SNK-51")


def _why_not_start(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    return Refusal(WORDS("no_start", name=EVENT_NAMES[EVENT_IDS.index(word)]), "SNK-R17")


def _why_not_pay(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    event = current_event(s)
    mask = PAY_MASKS[action - actions.PAY]
    name = EVENT_NAMES[event]
    if mask & ~REQUIRED_MASK[event]:
        return Refusal(WORDS("no_type", event=name), "SNK-56")
    if event >= BLUE and mask != REQUIRED_MASK[event]:
        return Refusal(WORDS("no_partial", event=name), "SNK-R22")
    return Refusal(WORDS("no_pay", number=seat, types=payment(event, mask), event=name), "SNK-56")


def _why_not_bid(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    kind = AUCTION[current_event(s)]
    assert kind != NO_AUCTION
    return Refusal(WORDS("no_bid", number=seat, have=held(s, seat, kind), kind=type_name(kind)), "SNK-64")


def _why_not_reward(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    event = current_event(s)
    clause = "SNK-60" if AUCTION[event] == NO_AUCTION else "SNK-66"
    return Refusal(WORDS("no_reward", event=EVENT_NAMES[event]), clause)


def _why_not_return(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    return Refusal(WORDS("no_talent", number=seat, name=TALENT_NAMES[TALENT_IDS.index(word)]), "SNK-72")


def _why_not_drop(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    return Refusal(WORDS("no_card", number=seat, teacher=TEACHER_NAMES[TEACHER_IDS.index(word)]), "SNK-72")


_REASONS: dict[str, Callable[[State, Seat, Action, str], Refusal]] = {
    "candidate": _why_not_candidate,
    "attend": _why_not_attend,
    "recruit": _why_not_recruit,
    "buy": _why_not_buy,
    "use": _why_not_use,
    "dismiss": _why_not_dismiss,
    "discard": _why_not_discard,
    "play": _why_not_play,
    "ability": _why_not_ability,
    "take": _why_not_take,
    "swap": _why_not_swap,
    "done": _why_not_done,
    "target": _why_not_target,
    "get": _why_not_get,
    "counter": _why_not_counter,
    "start": _why_not_start,
    "pay": _why_not_pay,
    "bid": _why_not_bid,
    "reward": _why_not_reward,
    "return": _why_not_return,
    "drop": _why_not_drop,
}
