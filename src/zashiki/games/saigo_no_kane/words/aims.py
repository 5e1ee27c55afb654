"""What a move of Saigo no Kane is good for, from what its seat can see."""

from __future__ import annotations

from collections.abc import Callable

from zashiki.core.actions import Action
from zashiki.core.bits import has
from zashiki.core.rooms import Seat
from zashiki.core.words import listed, seat_mark
from zashiki.games.saigo_no_kane import cards, phase
from zashiki.games.saigo_no_kane.actions import ACTIONS, SEAT_IDS
from zashiki.games.saigo_no_kane.rules import compete, holdings
from zashiki.games.saigo_no_kane.state import State
from zashiki.games.saigo_no_kane.words.catalogue import WORDS, amount, amounts, in_a_row, name_of
from zashiki.games.saigo_no_kane.words.telling import current_event, item_yields, payment, student_talents


def aim(s: State, seat: Seat, action: Action) -> str:
    """What the move would bring."""
    verb, word = ACTIONS.split(action)
    if verb in _AIMS:
        return _AIMS[verb](s, seat, word)
    if verb == "ready":
        return WORDS("aim_ready_bid" if s.phase == phase.PREPARE else "aim_ready_count")
    return WORDS(f"aim_{verb}", swaps=cards.SWAPS, limit=cards.TALENT_LIMIT)


def _votes(number: int) -> str:
    return amount("vote", number)


def _aim_candidate(s: State, seat: Seat, word: str) -> str:
    number = cards.CANDIDATE_IDS.index(word)
    first = number * cards.TALENTS
    talents = zip(cards.TALENT_IDS, cards.CANDIDATE_TALENTS[first : first + cards.TALENTS], strict=True)
    return WORDS("aim_candidate", club=name_of(cards.CLUB_IDS[cards.CANDIDATE_CLUB[number]]), talents=amounts(talents))


# Events


def _aim_event(s: State, seat: Seat, word: str) -> str:
    """What an event asks for, and its votes."""
    event = cards.EVENT_IDS.index(word)
    if cards.AUCTION[event] != cards.NO_AUCTION:
        return WORDS("aim_auction", votes=_votes(cards.EVENT_VOTES[event]))
    return WORDS("aim_event", requirement=payment(event, cards.TYPE_IDS), votes=_votes(cards.EVENT_VOTES[event]))


def _aim_pay(s: State, seat: Seat, word: str) -> str:
    event, types = current_event(s), len(word.split(" "))
    if types == cards.REQUIRED_MASK[event].bit_count():
        return WORDS("aim_pay_whole", votes=_votes(cards.EVENT_VOTES[event]))
    # SNK-60, SNK-R19: one element for each type, no element twice.
    return WORDS("aim_pay_part", count=min(types, cards.REWARD_MASK[event].bit_count()))


def _aim_bid(s: State, seat: Seat, word: str) -> str:
    """How a bid stands beside the most that the others could bid, which everybody sees."""
    event, bid = current_event(s), int(word)
    kind, votes = cards.AUCTION[event], _votes(cards.EVENT_VOTES[event])
    if bid == 0:
        return WORDS("aim_bid_nothing")
    others = [other for other in range(s.players) if other != seat and compete.takes_part(s, other)]
    most = max((holdings.held(s, other, kind) for other in others), default=0)
    if bid > most:
        return WORDS("aim_bid_wins", votes=votes)
    return WORDS("aim_bid_ties" if bid == most else "aim_bid_open", votes=votes)


def _aim_reward(s: State, seat: Seat, word: str) -> str:
    return WORDS(f"about_{word}", limit=cards.HAND_LIMIT)


# Students and items


def _aim_student(s: State, seat: Seat, word: str) -> str:
    """The talents of a student, its votes, and what every evening brings."""
    student = cards.STUDENT_IDS.index(word)
    produced = (
        ("popularity", cards.STUDENT_POPULARITY[student]),
        ("yen", cards.STUDENT_YEN[student]),
        ("vote", cards.STUDENT_CLEANUP[student]),
    )
    sentences = [WORDS("aim_recruit", talents=student_talents(student))]
    if cards.STUDENT_NOW[student]:
        sentences.append(WORDS("aim_now", votes=_votes(cards.STUDENT_NOW[student])))
    if any(number for _, number in produced):
        sentences.append(WORDS("aim_nightly", amounts=amounts(produced)))
    return in_a_row(sentences)


def _aim_item(s: State, seat: Seat, word: str) -> str:
    item = cards.ITEM_IDS.index(word)
    kind = cards.ITEM_KIND[item]
    if kind == cards.VOTE_ITEM:
        return WORDS("aim_now", votes=_votes(cards.ITEM_NOW[item]))
    if kind == cards.CLEANUP_ITEM:
        club = cards.ITEM_CLUB[item]
        return WORDS(
            "aim_cleanup_item",
            votes=_votes(cards.ITEM_CLEANUP[item]),
            club=name_of(cards.CLUB_IDS[club]),
            number=cards.CHARACTERS_FOR_VOTES,
            have=holdings.characters(s, seat, club),
        )
    return WORDS("aim_talent_item" if kind == cards.TALENT_ITEM else "aim_production_item", yields=item_yields(s, seat, item))


def _aim_of_tile(key: str) -> Callable[[State, Seat, str], str]:
    return lambda s, seat, word: WORDS(key, name=name_of(word))


def _aim_talent(s: State, seat: Seat, word: str) -> str:
    """Which event still asks for the talent that the move brings."""
    talent = word.rpartition(" ")[2]
    kind = cards.TYPE_IDS.index(talent)
    events = [s.events[space] for space in range(cards.SPACES) if has(s.markers[space], seat)]
    wanting = [event for event in events if _missing(s, seat, event, kind) > 0]
    if wanting:
        return WORDS("aim_wanted", talent=name_of(talent), events=_listed(wanting))
    auctions = [event for event in events if cards.AUCTION[event] == kind]
    return WORDS("aim_offered" if auctions else "aim_unwanted", talent=name_of(talent), events=_listed(auctions))


def _listed(events: list[int]) -> str:
    return listed(WORDS("quoted_event", name=name_of(cards.EVENT_IDS[event])) for event in events)


def _missing(s: State, seat: Seat, event: int, kind: int) -> int:
    return cards.REQUIRED[event * cards.TYPES + kind] - holdings.held(s, seat, kind)


def _aim_return(s: State, seat: Seat, word: str) -> str:
    left = holdings.held(s, seat, cards.TYPE_IDS.index(word)) - 1
    return WORDS("aim_return", left=amount(word, left), limit=cards.TALENT_LIMIT)


# Teacher cards


def _aim_play(s: State, seat: Seat, word: str) -> str:
    return WORDS(f"aim_power_{word.split(' ')[1]}")


def _aim_target(s: State, seat: Seat, word: str) -> str:
    """What the teacher card on the table would do there."""
    power = cards.POWER_IDS[s.power]
    if word in SEAT_IDS:
        other = int(word)
        have = holdings.held(s, other, cards.TYPE_IDS.index(power))
        return WORDS("aim_target_seat", other=seat_mark(other), left=amount(power, max(0, have - cards.LOSS)))
    if s.power in (cards.MARK, cards.UNMARK):
        return _aim_tilt(s, cards.STUDENT_IDS.index(word))
    if word in cards.STUDENT_IDS:
        cost = amount("popularity", cards.COST[cards.STUDENT_IDS.index(word)])
    else:
        cost = amount("yen", cards.PRICE[cards.ITEM_IDS.index(word)])
    return WORDS(f"aim_target_{power}", name=name_of(word), cost=cost)


def _aim_tilt(s: State, student: int) -> str:
    """Marking a student, or turning it upright."""
    parts = {"name": name_of(cards.STUDENT_IDS[student]), "talents": student_talents(student)}
    if s.power == cards.UNMARK:
        return WORDS("aim_target_unmark", **parts)
    owner = next(other for other in range(s.players) if has(s.students[other], student))
    return WORDS("aim_target_leaves" if has(s.marked, student) else "aim_target_mark", other=seat_mark(owner), **parts)


def _aim_get(s: State, seat: Seat, word: str) -> str:
    return _aim_student(s, seat, word) if word in cards.STUDENT_IDS else _aim_item(s, seat, word)


_AIMS: dict[str, Callable[[State, Seat, str], str]] = {
    "candidate": _aim_candidate,
    "attend": _aim_event,
    "recruit": _aim_student,
    "buy": _aim_item,
    "use": _aim_of_tile("aim_use"),
    "dismiss": _aim_of_tile("aim_dismiss"),
    "discard": _aim_of_tile("aim_discard"),
    "play": _aim_play,
    "take": _aim_talent,
    "swap": _aim_talent,
    "target": _aim_target,
    "get": _aim_get,
    "start": _aim_event,
    "pay": _aim_pay,
    "bid": _aim_bid,
    "reward": _aim_reward,
    "return": _aim_return,
}
