"""The words of Saigo no Kane: what is told, offered and asked."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.actions import Action
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import listed, seat_mark
from zashiki.games.saigo_no_kane import actions, cards, phase, rules
from zashiki.games.saigo_no_kane.actions import ACTIONS
from zashiki.games.saigo_no_kane.cards import EMPTY
from zashiki.games.saigo_no_kane.eyes.view import View
from zashiki.games.saigo_no_kane.rules import compete, holdings, teachers
from zashiki.games.saigo_no_kane.state import State
from zashiki.games.saigo_no_kane.words.catalogue import WORDS, amount, amounts, in_a_row, name_of
from zashiki.games.saigo_no_kane.words.notation import card_is_hidden, chance_seat, is_hidden
from zashiki.games.saigo_no_kane.words.outcomes import after_chance, after_move

_UNPAID = ("discard", "dismiss", "forfeit", "decline")  # what is left to do for whoever cannot pay


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The move in words, and what follows it."""
    verb, word = ACTIONS.split(action)
    key = verb
    if is_hidden(s, seat, action, viewer):
        key = f"{verb}_hidden"
    elif verb == "bid" and compete.is_last_bid(s, seat):
        key = "bid_last"
    elif verb == "target" and word in actions.SEAT_IDS:
        key = "target_seat"
    sentence = WORDS(key, seat=seat_mark(seat), **_parts(s, seat, verb, word))
    return in_a_row([sentence, *after_move(s, seat, action)])


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the action says."""
    verb, word = ACTIONS.split(action)
    key = "label_target_seat" if verb == "target" and word in actions.SEAT_IDS else f"label_{verb}"
    return WORDS(key, **_parts(s, seat, verb, word))


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words, and what follows it."""
    return in_a_row([_tell_draw(s, viewer), *after_chance(s)])


def _tell_draw(s: State, viewer: Viewer) -> str:
    seat, drawn = chance_seat(s), s.outcome[0]
    other = seat_mark(drawn if seat is None else seat)
    if s.phase == phase.DRAW_PET:
        return WORDS("pet", other=other)
    if s.phase == phase.DRAW_CANDIDATE:
        return WORDS("candidate_dealt", other=other, name=name_of(cards.CANDIDATE_IDS[drawn]))
    if s.phase in (phase.DEAL_CARD, phase.DRAW_CARD):
        if card_is_hidden(s, viewer):
            return WORDS("card_hidden", other=other)
        return WORDS("card", other=other, name=name_of(cards.TEACHER_IDS[drawn]))
    if s.phase == phase.DRAW_EVENT:
        return WORDS("event", name=name_of(cards.EVENT_IDS[drawn]))
    if s.phase in (phase.DRAW_ITEM, phase.LAY_ITEM):
        return WORDS("item", name=name_of(cards.ITEM_IDS[drawn]))
    aside = s.phase == phase.LAY_STUDENT and cards.COST[drawn] > cards.DEAREST_AT_SETUP
    return WORDS("student_aside" if aside else "student", name=name_of(cards.STUDENT_IDS[drawn]))


def student_talents(student: int) -> str:
    """The talents printed on a student, in words."""
    first = student * cards.TALENTS
    return amounts(zip(cards.TALENT_IDS, cards.STUDENT_TALENTS[first : first + cards.TALENTS], strict=True))


def item_yields(s: State, seat: Seat, item: int) -> str:
    """What an item would give to a seat that discards it now, in words."""
    if cards.ITEM_KIND[item] in (cards.POPULARITY_ITEM, cards.YEN_ITEM):
        return amounts([(cards.KIND_IDS[cards.ITEM_KIND[item]], holdings.production_level(s, seat, item))])
    return amounts((key, holdings.item_talents(s, seat, item, talent)) for talent, key in enumerate(cards.TALENT_IDS))


def type_name(kind: int) -> str:
    """A payment type in words."""
    key = cards.TYPE_IDS[kind]
    return WORDS(key) if kind < cards.FIRST_TALENT else name_of(key)


def payment(event: int, types: tuple[str, ...]) -> str:
    """Requirement types of an event in words, with their amounts where an event is held."""
    kinds = [cards.TYPE_IDS.index(kind) for kind in types]
    if event == EMPTY:
        return listed(type_name(kind) for kind in kinds)
    return amounts((cards.TYPE_IDS[kind], cards.REQUIRED[event * cards.TYPES + kind]) for kind in kinds)


def reward_name(event: int, element: int) -> str:
    """A reward element of an event in words."""
    return amount(cards.REWARD_IDS[element], cards.REWARD[event * cards.REWARDS + element])


def current_event(s: State) -> int:
    """The event being held, or EMPTY."""
    return EMPTY if s.current == EMPTY else s.events[s.current]


def target_name(word: str) -> str:
    """A target of a teacher card: the mark of a seat, or the name of a tile."""
    return seat_mark(int(word)) if word in actions.SEAT_IDS else name_of(word)


def _parts(s: State, seat: Seat, verb: str, word: str) -> dict[str, str | int]:
    """Everything the sentence of a move can name."""
    event = current_event(s)
    parts: dict[str, str | int] = {} if event == EMPTY else {"event": name_of(cards.EVENT_IDS[event])}
    if word in cards.NAME_OF:
        parts["name"] = parts["teacher"] = name_of(word)
    if verb in ("recruit", "use", "dismiss"):
        student = cards.STUDENT_IDS.index(word)
        parts |= {"cost": cards.COST[student], "talents": student_talents(student)}
    elif verb in ("buy", "discard"):
        item = cards.ITEM_IDS.index(word)
        parts |= {"cost": cards.PRICE[item], "yields": item_yields(s, seat, item)}
    elif verb == "play":
        teacher, power = word.split(" ")
        parts |= {"teacher": name_of(teacher), "power": WORDS(f"power_{power}")}
    elif verb == "swap":
        parts["give"], parts["get"] = (name_of(talent) for talent in word.split(" "))
    elif verb == "target":
        parts["other"] = target_name(word)
    elif verb == "pay":
        parts["types"] = payment(event, tuple(word.split(" ")))
    elif verb == "bid":
        parts |= {"number": word, "bids": _all_bids(s, seat, word), "opened": bids_opened(event)}
    elif verb == "reward":
        parts["name"] = reward_name(event, cards.REWARD_IDS.index(word)) if event != EMPTY else WORDS(word)
    return parts


def bids_opened(event: int) -> str:
    """How the line that reveals the bids of an auction begins to tell them."""
    return WORDS("bids_opened", event=name_of(cards.EVENT_IDS[event]))


def _all_bids(s: State, seat: Seat, last: str) -> str:
    """All bids as they lie open after the last one."""
    made = {other: str(s.bids[other]) for other in range(s.players) if s.bids[other] != EMPTY} | {seat: last}
    return listed(WORDS("bid_of", seat=seat_mark(other), number=made[other]) for other in sorted(made))


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    if rules.status(s) != game.DECISION:
        return WORDS("ask_chance" if rules.status(s) == game.CHANCE else "ask_over")
    if viewer < 0 or not rules.to_act(s) >> viewer & 1:
        return waiting(s)
    event, name = current_event(s), phase.NAMES[s.phase]
    parts: dict[str, str | int] = {}
    if event != EMPTY:
        parts["event"] = name_of(cards.EVENT_IDS[event])
        parts["requirement"] = payment(event, cards.TYPE_IDS)
        parts["kind"] = type_name(cards.AUCTION[event]) if cards.AUCTION[event] != cards.NO_AUCTION else ""
    if s.stack_card != EMPTY:
        parts |= _stack_parts(s)
    parts["left"], parts["limit"] = _left(s, viewer), cards.HAND_LIMIT
    question = "counter_again" if s.phase == phase.COUNTER and s.counters else name
    return WORDS(f"ask_{question}{_what_there_is(s, viewer)}", **parts)


def _what_there_is(s: State, seat: Seat) -> str:
    """How a question is put that would else speak of answers this seat does not have."""
    if s.phase not in (phase.LOBBY, phase.COUNTER, phase.BONUS, phase.PAY, phase.BID):
        return ""
    options = [0] * len(ACTIONS)
    options = options[: rules.legal(s, seat, options)]
    if len(options) == 1:
        return "_none"
    if s.phase in (phase.BONUS, phase.PAY) and all(ACTIONS.split(option)[0] in _UNPAID for option in options):
        return "_short"
    return "_items" if s.phase == phase.LOBBY and holdings.discardable(s, seat) else ""


def waiting(s: State) -> str:
    """Whom everybody else waits for, and for what."""
    event = current_event(s)
    parts = {} if event == EMPTY else {"event": name_of(cards.EVENT_IDS[event])}
    return WORDS(f"wait_{phase.NAMES[s.phase]}", seat=seat_mark(s.seat), **parts)


def open_forced(v: View) -> bool:
    """Whether everybody sees the viewer's options: all but those that hang on which teacher cards a hand holds (SNK-9)."""
    holds_cards = v.viewer >= 0 and v.seats[v.viewer].cards > 0
    return v.node not in ("counter", "drop") and not (v.node == "lobby" and holds_cards)


def _stack_parts(s: State) -> dict[str, str | int]:
    teacher = s.counter_card[s.counters - 1] if s.counters else s.stack_card
    aim = "" if s.target == EMPTY else target_name(actions.TARGET_IDS[s.target])
    return {
        "other": seat_mark(teachers.newest_player(s)),
        "teacher": name_of(cards.TEACHER_IDS[teacher]),
        "power": WORDS(f"power_{cards.POWER_IDS[s.power]}"),
        "aim": aim,
        "name": aim,
    }


def _left(s: State, seat: Seat) -> int:
    """How often the question will come."""
    counts = {
        phase.ATTEND: cards.MARKERS - s.asked // s.players,
        phase.FILL: s.fill_left,
        phase.ABILITY: cards.SWAPS - s.swaps,
        phase.REWARD: s.reward_due,
        phase.RETURN: holdings.talent_count(s, seat) - cards.TALENT_LIMIT,
        phase.DROP: holdings.hand_count(s, seat) - cards.HAND_LIMIT,
    }
    return counts.get(s.phase, 0)
