"""What Rights of Losers tells, offers and asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.core.actions import Action
from zashiki.core.game import OPEN
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import listed, seat_mark
from zashiki.games.rights_of_losers import actions, cards, phase
from zashiki.games.rights_of_losers.actions import ACTIONS
from zashiki.games.rights_of_losers.rules.tricks import led_colour
from zashiki.games.rights_of_losers.state import State
from zashiki.games.rights_of_losers.words.catalogue import WORDS, card_name, colour_word

if TYPE_CHECKING:
    from zashiki.games.rights_of_losers.eyes.view import View


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The move in words."""
    verb, word = ACTIONS.split(action)
    return WORDS(_key(s, verb), seat=seat_mark(seat), **_parts(s, action, word))


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words."""
    if s.phase == phase.FIRST:
        return WORDS("first", seat=seat_mark(s.outcome[0]))
    if viewer not in (s.dealt, OPEN):
        return WORDS("deal_hidden", seat=seat_mark(s.dealt), count=cards.HAND_SIZE)
    names = listed(card_name(card) for card in sorted(s.outcome[: cards.HAND_SIZE]))
    return WORDS("deal", seat=seat_mark(s.dealt), cards=names)


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the action says."""
    verb, word = ACTIONS.split(action)
    return WORDS(f"label_{_key(s, verb)}", **_parts(s, action, word))


def _key(s: State, verb: str) -> str:
    """The name of the sentence for a move."""
    # ROL-35: after the tenth trick nobody leads any more; who appoints or reverses is told that it changes nothing (ROL-R19).
    return f"{verb}_last" if s.trick == cards.TRICKS and verb in ("lead", "reverse", "pass") else verb


def _parts(s: State, action: Action, word: str) -> dict[str, str]:
    card = cards.CARD_IDS.index(word) if word in cards.CARD_IDS else s.picked
    return {
        "card": card_name(card) if card != cards.EMPTY else "",
        "point": word,
        "space": word,
        "other": seat_mark(int(word)) if word in actions.SEAT_IDS else "",
        "direction": WORDS("high" if s.reversed else "low"),
    }


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    if s.phase <= phase.FIRST:
        return WORDS("ask_chance")
    if s.phase == phase.OVER:
        return WORDS("ask_over")
    if viewer != s.seat:
        return WORDS(f"wait_{phase.NAMES[s.phase]}", seat=seat_mark(s.seat))
    if s.phase == phase.PLAY:
        if s.play_count == 0:
            return WORDS("ask_play_lead", trick=s.trick)
        return WORDS("ask_play_follow", colour=colour_word(led_colour(s)))
    if s.phase == phase.PICK:
        return WORDS(f"ask_pick_{s.built + 1}")
    if s.phase == phase.ACTION and s.trick == cards.TRICKS:
        return WORDS("ask_action_last")
    if s.phase == phase.ACTION and viewer not in s.chips:
        return WORDS("ask_action_no_chip")
    return WORDS(f"ask_{phase.NAMES[s.phase]}", card=card_name(s.picked))


def open_forced(v: View) -> bool:
    """ROL-49: everything but the hands is public, and a hand of one card leaves no choice that anybody could wonder about."""
    return v.phase != "play" or v.hand_sizes[v.viewer] == 1
