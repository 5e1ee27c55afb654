"""Why a move of Saigo no Kane is not legal now: a sentence and the clause it follows from."""

from __future__ import annotations

from collections.abc import Callable

from zashiki.core.actions import Action
from zashiki.core.bits import has
from zashiki.core.rooms import Refusal, Seat
from zashiki.core.words import seat_mark
from zashiki.games.saigo_no_kane import actions, cards, phase, rules
from zashiki.games.saigo_no_kane.rules import compete, holdings
from zashiki.games.saigo_no_kane.state import State
from zashiki.games.saigo_no_kane.words.catalogue import WORDS, amount, name_of
from zashiki.games.saigo_no_kane.words.telling import current_event, payment, waiting

# By phase: the clause that says who decides about what, and the verbs that answer. The powers have clauses of their own.
_ANSWERS: dict[int, tuple[str, tuple[str, ...]]] = {
    phase.CANDIDATE: ("SNK-6", ("candidate",)),
    phase.ATTEND: ("SNK-21", ("attend",)),
    phase.LOBBY: ("SNK-23", ("recruit", "buy", "use", "dismiss", "discard", "play", "ability", "pass")),
    phase.FILL: ("SNK-32", ("take",)),
    phase.ABILITY: ("SNK-52", ("swap", "done")),
    phase.TARGET: ("", ("target",)),
    phase.EXCHANGE: ("", ("get",)),
    phase.COUNTER: ("SNK-R9", ("counter", "allow")),
    phase.BONUS: ("", ("recruit", "buy", "discard", "decline")),
    phase.START: ("SNK-54", ("start",)),
    phase.PAY: ("SNK-55", ("pay", "forfeit", "discard", "dismiss")),
    phase.PREPARE: ("SNK-R23", ("ready", "discard", "dismiss")),
    phase.BID: ("SNK-64", ("bid",)),
    phase.REWARD: ("SNK-60", ("reward",)),
    phase.SETTLE: ("SNK-R4", ("ready", "discard")),
    phase.RETURN: ("SNK-72", ("return",)),
    phase.DROP: ("SNK-72", ("drop",)),
}
_CLAUSE_OF_POWER = ("SNK-43", "SNK-44", "SNK-49", "SNK-47", "SNK-48", "SNK-50", "SNK-45", "SNK-46")  # as in cards.POWER_IDS
# The clause that says when such a move is possible, where one does.
_CLAUSE_ELSEWHERE = {"counter": "SNK-42", "discard": "SNK-R4", "dismiss": "SNK-R7"}
# The sentence and the clause of a move that can fail in one way only.
_ONLY_REASON = {
    "candidate": ("no_candidate", "SNK-6"),
    "take": ("no_pool", "SNK-32"),
    "done": ("no_done", "SNK-52"),
    "counter": ("no_card", "SNK-51"),
    "start": ("no_start", "SNK-R17"),
    "return": ("no_talent", "SNK-72"),
    "drop": ("no_card", "SNK-72"),
}


def explain(s: State, seat: Seat, text: str) -> Refusal:
    """Why a move that can be read is not legal now."""
    action = actions.ACTIONS.read(text)
    verb, _, word = text.partition(" ")
    if not rules.to_act(s) >> seat & 1:
        return _not_your_turn(s, seat)
    track = "buy" if s.bonus == cards.NEW_ITEM else "recruit"
    if verb not in _ANSWERS[s.phase][1] or (s.phase == phase.BONUS and verb in ("buy", "recruit") and verb != track):
        clause = _CLAUSE_ELSEWHERE.get(verb) or _clause_of_phase(s)
        return Refusal(WORDS("no_node", deed=WORDS(f"deed_{phase.NAMES[s.phase]}")), clause)
    if verb in _ONLY_REASON:
        key, clause = _ONLY_REASON[verb]
        return Refusal(WORDS(key, seat=seat_mark(seat), name=name_of(word) if word else ""), clause)
    return _REASONS[verb](s, seat, action, word)


def _clause_of_phase(s: State) -> str:
    """The clause of the question being asked; while a teacher card is used, that of its power."""
    return _ANSWERS[s.phase][0] or _CLAUSE_OF_POWER[s.bonus if s.phase == phase.BONUS else s.power]


def _not_your_turn(s: State, seat: Seat) -> Refusal:
    if s.phase == phase.BID:
        key = "no_bid_twice" if compete.takes_part(s, seat) else "no_bidder"
        return Refusal(WORDS(key, seat=seat_mark(seat)), "SNK-64")
    return Refusal(WORDS("no_turn", seat=seat_mark(seat), waiting=waiting(s)), _clause_of_phase(s))


def _why_not_attend(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    if action - actions.ATTEND not in s.events:
        return Refusal(WORDS("no_event", name=name_of(word)), "SNK-21")
    return Refusal(WORDS("no_marker_twice", seat=seat_mark(seat), name=name_of(word)), "SNK-22")


def _why_not_recruit(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    student, name = action - actions.RECRUIT, name_of(word)
    if student not in s.school:
        return Refusal(WORDS("no_school", name=name), "SNK-26")
    return Refusal(
        WORDS("no_popularity", name=name, cost=cards.COST[student], seat=seat_mark(seat), have=s.popularity[seat]), "SNK-26"
    )


def _why_not_buy(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    item, name = action - actions.BUY, name_of(word)
    if item not in s.market:
        return Refusal(WORDS("no_market", name=name), "SNK-33")
    return Refusal(WORDS("no_yen", name=name, cost=cards.PRICE[item], seat=seat_mark(seat), have=s.yen[seat]), "SNK-33")


def _why_not_use(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    if not has(s.students[seat], action - actions.USE):
        return Refusal(WORDS("no_own_student", name=name_of(word), seat=seat_mark(seat)), "SNK-29")
    return Refusal(WORDS("no_use_marked", name=name_of(word)), "SNK-31")


def _why_not_dismiss(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    if not has(s.students[seat], action - actions.DISMISS):
        return Refusal(WORDS("no_own_student", name=name_of(word), seat=seat_mark(seat)), "SNK-30")
    return Refusal(WORDS("no_dismiss_upright", name=name_of(word)), "SNK-30" if s.phase == phase.LOBBY else "SNK-R7")


def _why_not_discard(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    if not has(cards.DISCARDABLE, action - actions.DISCARD):
        return Refusal(WORDS("no_vote_item", name=name_of(word)), "SNK-40")
    return Refusal(WORDS("no_own_item", seat=seat_mark(seat), name=name_of(word)), "SNK-39")


def _why_not_play(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    power = action - actions.PLAY
    teacher = cards.POWER_TEACHER[power]
    if s.hands[seat * cards.TEACHERS + teacher] == 0:
        return Refusal(WORDS("no_card", seat=seat_mark(seat), name=name_of(cards.TEACHER_IDS[teacher])), "SNK-41")
    return Refusal(WORDS(f"no_power_{cards.POWER_IDS[power]}", seat=seat_mark(seat)), "SNK-R11")


def _why_not_ability(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    if not has(s.face_up, seat):
        return Refusal(WORDS("no_face_up", seat=seat_mark(seat)), "SNK-53")
    return Refusal(WORDS("no_swap_possible", seat=seat_mark(seat)), "SNK-52")


def _why_not_swap(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    give, get = word.split(" ")
    if give == get:
        return Refusal(WORDS("no_same_swap"), "SNK-R15")
    if s.talents[seat * cards.TALENTS + cards.TALENT_IDS.index(give)] == 0:
        return Refusal(WORDS("no_give", seat=seat_mark(seat), name=name_of(give)), "SNK-52")
    return Refusal(WORDS("no_pool", name=name_of(get)), "SNK-R15")


def _why_not_target(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    power = cards.POWER_IDS[s.power]
    student = action - actions.TARGET_STUDENT
    if s.power == cards.MARK and 0 <= student < cards.STUDENTS and has(s.students[seat], student):
        return Refusal(WORDS("no_own_mark", name=name_of(word)), "SNK-R12")
    if s.power in (cards.LOSE_POPULARITY, cards.LOSE_YEN) and action - actions.TARGET < s.players and word != str(seat):
        return Refusal(WORDS("no_loss", seat=seat_mark(int(word)), kind=WORDS(power)), "SNK-R11")
    name = seat_mark(int(word)) if word.isdecimal() else name_of(word)
    return Refusal(WORDS("no_target", name=name, power=WORDS(f"power_{power}")), _CLAUSE_OF_POWER[s.power])


def _why_not_get(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    return Refusal(WORDS("no_get", name=name_of(word)), _CLAUSE_OF_POWER[s.power])


def _why_not_pay(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    event, types = current_event(s), actions.PAY_MASKS[action - actions.PAY]
    name = name_of(cards.EVENT_IDS[event])
    if types & ~cards.REQUIRED_MASK[event]:
        return Refusal(WORDS("no_type", event=name), "SNK-56")
    if event >= cards.BLUE and types != cards.REQUIRED_MASK[event]:
        return Refusal(WORDS("no_partial", event=name), "SNK-R22")
    return Refusal(WORDS("no_pay", seat=seat_mark(seat), types=payment(event, tuple(word.split(" "))), event=name), "SNK-56")


def _why_not_bid(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    kind = cards.AUCTION[current_event(s)]
    return Refusal(
        WORDS("no_bid", seat=seat_mark(seat), have=amount(cards.TYPE_IDS[kind], holdings.held(s, seat, kind))), "SNK-64"
    )


def _why_not_reward(s: State, seat: Seat, action: Action, word: str) -> Refusal:
    clause = "SNK-66" if compete.is_auction(s) else "SNK-60"
    return Refusal(WORDS("no_reward", event=name_of(cards.EVENT_IDS[current_event(s)])), clause)


_REASONS: dict[str, Callable[[State, Seat, Action, str], Refusal]] = {
    "attend": _why_not_attend,
    "recruit": _why_not_recruit,
    "buy": _why_not_buy,
    "use": _why_not_use,
    "dismiss": _why_not_dismiss,
    "discard": _why_not_discard,
    "play": _why_not_play,
    "ability": _why_not_ability,
    "swap": _why_not_swap,
    "target": _why_not_target,
    "get": _why_not_get,
    "pay": _why_not_pay,
    "bid": _why_not_bid,
    "reward": _why_not_reward,
}
