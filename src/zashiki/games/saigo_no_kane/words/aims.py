"""What a move of Saigo no Kane is good for, from what its seat can see."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.rooms import Seat
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.actions import ACTIONS
from zashiki.games.saigo_no_kane.state import State
from zashiki.games.saigo_no_kane.words.catalogue import WORDS
from zashiki.games.saigo_no_kane.words.telling import amounts, current_event, item_yields, payment, student_talents


def aim(s: State, seat: Seat, action: Action) -> str:
    """What the move would bring; nothing where its label says it all."""
    verb, word = ACTIONS.split(action)
    if verb in ("attend", "start"):
        return _aim_event(cards.EVENT_IDS.index(word))
    if verb == "recruit":
        return _aim_student(cards.STUDENT_IDS.index(word))
    if verb == "buy":
        return _aim_item(s, seat, cards.ITEM_IDS.index(word))
    if verb in ("use", "dismiss", "discard", "swap", "take"):
        return WORDS("aim_talents")
    if verb == "pay":
        return WORDS("aim_pay", event=cards.EVENT_NAMES[current_event(s)], votes=_votes(cards.EVENT_VOTES[current_event(s)]))
    return WORDS("aim_pass") if verb == "pass" else ""


def _votes(number: int) -> str:
    return WORDS("votes_one") if number == 1 else WORDS("votes_more", number=number)


def _aim_event(event: int) -> str:
    """What an event asks for, and its votes."""
    if cards.AUCTION[event] != cards.NO_AUCTION:
        return WORDS("aim_auction", votes=_votes(cards.EVENT_VOTES[event]))
    return WORDS("aim_event", requirement=payment(event, cards.TYPE_IDS), votes=_votes(cards.EVENT_VOTES[event]))


def _aim_student(student: int) -> str:
    """The talents of a student, and what every evening brings."""
    sentence = WORDS("aim_recruit", talents=student_talents(student))
    produced = [(WORDS("popularity"), cards.STUDENT_POPULARITY[student]), (WORDS("yen"), cards.STUDENT_YEN[student])]
    nightly = [amounts([each]) for each in produced if each[1]]
    if cards.STUDENT_CLEANUP[student]:
        nightly.append(_votes(cards.STUDENT_CLEANUP[student]))
    return f"{sentence} {WORDS('aim_nightly', amounts=', '.join(nightly))}" if nightly else sentence


def _aim_item(s: State, seat: Seat, item: int) -> str:
    if cards.ITEM_NOW[item] or cards.ITEM_CLEANUP[item]:
        return WORDS("aim_votes_item", votes=_votes(cards.ITEM_NOW[item] + cards.ITEM_CLEANUP[item]))
    return WORDS("aim_buy", yields=item_yields(s, seat, item))
