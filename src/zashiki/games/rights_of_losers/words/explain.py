"""Why a move of Rights of Losers is not legal, with the clause that says so."""

from __future__ import annotations

from zashiki.core.actions import NEVER
from zashiki.core.bits import bit
from zashiki.core.rooms import Refusal, Seat
from zashiki.core.words import seat_mark
from zashiki.games.rights_of_losers import actions, cards, phase
from zashiki.games.rights_of_losers.rules.chips import may_hold_chip
from zashiki.games.rights_of_losers.rules.tricks import led_colour
from zashiki.games.rights_of_losers.state import State
from zashiki.games.rights_of_losers.words.catalogue import WORDS, card_name, colour_word

_VERBS_OF_PHASE: dict[int, tuple[str, ...]] = {
    phase.PLAY: ("play",),
    phase.CHIP: ("chip",),
    phase.PICK: ("pick",),
    phase.BUILD: ("build",),
    phase.ACTION: ("lead", "reverse", "lift", "pass"),
    phase.DROP: ("drop",),
}


def explain(s: State, seat: Seat, text: str) -> Refusal:
    """Why a move that can be read is not legal now, with the clause that says so."""
    action = actions.ACTIONS.read(text)
    verb, _, word = text.partition(" ")
    who, deed = seat_mark(seat), f"do_{phase.NAMES[s.phase]}"
    if verb == "chip" and s.phase == phase.CHIP and seat == s.winner:
        return Refusal(WORDS("no_winner_chip", seat=who), "ROL-17")
    if seat != s.seat:
        return Refusal(WORDS("no_turn", seat=who, acting=seat_mark(s.seat), deed=WORDS(deed)), "ROL-9")
    if verb == "pick" and s.built + (s.picked != cards.EMPTY) == cards.BUILDINGS_PER_TRICK:
        return Refusal(WORDS("no_third"), "ROL-24")
    if verb not in _VERBS_OF_PHASE[s.phase]:
        return Refusal(WORDS("no_phase", seat=who, deed=WORDS(deed)), "ROL-9")
    if action == NEVER:
        return _why_never(text)
    if verb == "play":
        return _why_not_play(s, seat, action - actions.PLAY_CARD)
    if verb in ("chip", "drop"):
        return _why_not_point(s, cards.POINT_IDS.index(word))
    if verb == "pick":
        return Refusal(WORDS("no_pick", card=card_name(action - actions.PICK_CARD)), "ROL-24")
    if verb == "build":
        return Refusal(WORDS("no_space", space=word), "ROL-25")
    if verb == "lead":
        if int(word) == seat:
            return Refusal(WORDS("no_self"), "ROL-29")
        return Refusal(WORDS("no_seat", text=text), "ROL-29")
    if s.chips[cards.POINT_IDS.index(word)] == cards.EMPTY:
        return Refusal(WORDS("no_lift_supply", point=word), "ROL-33")
    return Refusal(WORDS("no_lift", seat=who, point=word), "ROL-32")


def _why_never(text: str) -> Refusal:
    """Points that no position allows."""
    point = actions.POINT_MOVE.fullmatch(text)
    if point and actions.is_on_field(point):
        return Refusal(WORDS("no_building_point", text=text), "ROL-25")
    return Refusal(WORDS("no_rim", text=text), "ROL-20")


def _why_not_play(s: State, seat: Seat, card: int) -> Refusal:
    if not s.hands[seat] & bit(card):
        return Refusal(WORDS("no_hand", seat=seat_mark(seat), card=card_name(card)), "ROL-10")
    return Refusal(WORDS("no_follow", seat=seat_mark(seat), colour=colour_word(led_colour(s))), "ROL-11")


def _why_not_point(s: State, point: int) -> Refusal:
    name = cards.POINT_IDS[point]
    if s.chips[point] != cards.EMPTY:
        return Refusal(WORDS("no_occupied", point=name), "ROL-21")
    if point == s.lifted:
        return Refusal(WORDS("no_same", point=name), "ROL-32")
    if name in cards.SPACE_IDS:
        return Refusal(WORDS("no_centre", point=name), "ROL-22")
    assert not may_hold_chip(s, point)
    return Refusal(WORDS("no_card", point=name), "ROL-18")
