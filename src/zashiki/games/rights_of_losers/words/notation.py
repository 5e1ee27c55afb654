"""The notation of Rights of Losers, both ways, and its words: what is told, asked, offered and refused."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.actions import NEVER, Action
from zashiki.core.bits import bit
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN
from zashiki.core.rooms import Refusal, Seat, Viewer
from zashiki.core.words import Words, seat_mark
from zashiki.games.rights_of_losers.actions import (
    ACTIONS,
    DROP_CHIP,
    LIFT_CHIP,
    PICK_CARD,
    PLAY_CARD,
    POINT_MOVE,
    SEAT_IDS,
    is_on_field,
)
from zashiki.games.rights_of_losers.cards import (
    BUILDINGS_PER_TRICK,
    CARD_IDS,
    CARD_NAMES,
    COLOURS,
    EMPTY,
    HAND_SIZE,
    NUMBERS,
    POINT_IDS,
    SPACE_IDS,
    TRICKS,
)
from zashiki.games.rights_of_losers.rules import led_colour, may_hold_chip
from zashiki.games.rights_of_losers.state import ACTION, BUILD, CHIP, DEAL, DROP, FIRST, OVER, PHASES, PICK, PLAY, State

WORDS = Words(Path(__file__).with_name("words.toml"))

_VERBS_OF_PHASE: dict[int, tuple[str, ...]] = {
    PLAY: ("play",),
    CHIP: ("chip",),
    PICK: ("pick",),
    BUILD: ("build",),
    ACTION: ("lead", "reverse", "lift", "pass"),
    DROP: ("drop",),
}


def write_chance(s: State) -> str:
    """The chance event in the outcome."""
    if s.phase == DEAL:
        return f"deal {s.dealt} " + " ".join(CARD_IDS[card] for card in sorted(s.outcome[:HAND_SIZE]))
    return f"first {s.outcome[0]}"


def read_chance(s: State, text: str) -> list[int]:
    """The outcome a text names, in any order of cards."""
    words = text.split(" ")
    if words[0] == "deal" and len(words) == HAND_SIZE + 2 and all(word in CARD_IDS for word in words[2:]):
        cards = sorted({CARD_IDS.index(word) for word in words[2:]})
        if s.phase != DEAL or words[1] != str(s.dealt):
            raise IllegalMove(f"'{text}' does not come now; '{due(s)}' does.", "ROL-6")
        if len(cards) < HAND_SIZE or any(not s.undealt & bit(card) for card in cards):
            raise IllegalMove(f"'{text}' deals a card twice.", "ROL-2")
        return cards
    if words[0] == "first" and len(words) == 2 and words[1] in SEAT_IDS:
        if s.phase != FIRST or int(words[1]) >= s.players:
            raise IllegalMove(f"'{text}' does not come now; '{due(s)}' does.", "ROL-8")
        return [int(words[1])]
    raise BadNotation(f"'{text}' is not a chance event of Rights of Losers; '{due(s)}' comes next.")


def due(s: State) -> str:
    """The form of the chance event that comes next."""
    return f"deal {s.dealt} <ten cards>" if s.phase == DEAL else "first <seat>"


def past_action(action: Action, drop: int) -> str:
    """An action of the history: `lead 2`, `reverse`, `pass`, `move 2,2 4,2`."""
    if not LIFT_CHIP <= action < DROP_CHIP:
        return ACTIONS.write(action)
    return f"move {POINT_IDS[action - LIFT_CHIP]} {POINT_IDS[drop]}"


def read_past_action(text: str) -> tuple[Action, int]:
    """The other way round: the action, and where a moved chip went."""
    verb, _, points = text.partition(" ")
    if verb != "move":
        return ACTIONS.read(text), EMPTY
    lifted, dropped = points.split(" ")
    return ACTIONS.read(f"lift {lifted}"), POINT_IDS.index(dropped)


# As others hear it


def heard(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """Every decision is public."""
    return ACTIONS.write(action)


def heard_chance(s: State, viewer: Viewer) -> str:
    """ROL-49: a hand is shown to its owner only."""
    if s.phase == DEAL and viewer not in (s.dealt, OPEN):
        return f"deal {s.dealt} hidden"
    return write_chance(s)


def reveals(s: State, seat: Seat, action: Action) -> bool:
    """A card that leaves the hand has been seen; everything else was open before."""
    return s.phase == PLAY


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The move in words."""
    verb, word = _split(action)
    return WORDS(_key(s, verb), seat=seat_mark(seat), **_parts(s, action, word))


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words."""
    if s.phase == FIRST:
        return WORDS("first", seat=seat_mark(s.outcome[0]))
    if viewer not in (s.dealt, OPEN):
        return WORDS("deal_hidden", seat=seat_mark(s.dealt))
    cards = ", ".join(CARD_NAMES[card] for card in sorted(s.outcome[:HAND_SIZE]))
    return WORDS("deal", seat=seat_mark(s.dealt), cards=cards)


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the action says."""
    verb, word = _split(action)
    return WORDS(f"label_{_key(s, verb)}", **_parts(s, action, word))


def _key(s: State, verb: str) -> str:
    """The name of the sentence for a move."""
    # ROL-35: after the tenth trick nobody leads any more; who appoints or reverses is told that it changes nothing (ROL-R19).
    return f"{verb}_last" if s.trick == TRICKS and verb in ("lead", "reverse", "pass") else verb


def _split(action: Action) -> tuple[str, str]:
    verb, _, word = ACTIONS.write(action).partition(" ")
    return verb, word


def _parts(s: State, action: Action, word: str) -> dict[str, str]:
    card = CARD_IDS.index(word) if word in CARD_IDS else s.picked
    return {
        "card": CARD_NAMES[card] if card != EMPTY else "",
        "point": word,
        "space": word,
        "other": seat_mark(int(word)) if word in SEAT_IDS else "",
        "direction": WORDS("high" if s.reversed else "low"),
    }


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    if s.phase <= FIRST:
        return WORDS("ask_chance")
    if s.phase == OVER:
        return WORDS("ask_over")
    if viewer != s.seat:
        return WORDS(f"wait_{PHASES[s.phase]}", seat=seat_mark(s.seat))
    if s.phase == PLAY:
        if s.play_count == 0:
            return WORDS("ask_play_lead", trick=s.trick)
        return WORDS("ask_play_follow", colour=COLOURS[led_colour(s)].text("name").lower())
    if s.phase == PICK:
        return WORDS(f"ask_pick_{s.built + 1}")
    if s.phase == ACTION and s.trick == TRICKS:
        return WORDS("ask_action_last")
    return WORDS(f"ask_{PHASES[s.phase]}", card=CARD_NAMES[s.picked])


# Why not


def explain(s: State, seat: Seat, text: str) -> Refusal:
    """Why a move that can be read is not legal now, with the clause that says so."""
    action = ACTIONS.read(text)
    verb, _, word = text.partition(" ")
    if verb == "chip" and s.phase == CHIP and seat == s.winner:
        return Refusal(WORDS("no_winner_chip", number=seat), "ROL-17")
    if seat != s.seat:
        return Refusal(WORDS("no_turn", number=seat, acting=s.seat, deed=WORDS(f"do_{PHASES[s.phase]}")), "ROL-9")
    if verb == "pick" and s.built + (s.picked != EMPTY) == BUILDINGS_PER_TRICK:
        return Refusal(WORDS("no_third"), "ROL-24")
    if verb not in _VERBS_OF_PHASE[s.phase]:
        return Refusal(WORDS("no_phase", text=text, number=seat, deed=WORDS(f"do_{PHASES[s.phase]}")), "ROL-9")
    if action == NEVER:
        return _why_never(text)
    if verb == "play":
        return _why_not_play(s, seat, action - PLAY_CARD)
    if verb in ("chip", "drop"):
        return _why_not_point(s, POINT_IDS.index(word))
    if verb == "pick":
        return Refusal(WORDS("no_pick", card=CARD_NAMES[action - PICK_CARD]), "ROL-24")
    if verb == "build":
        return Refusal(WORDS("no_space", space=word), "ROL-25")
    if verb == "lead":
        if int(word) == seat:
            return Refusal(WORDS("no_self"), "ROL-29")
        return Refusal(WORDS("no_seat", other=word), "ROL-29")
    if s.chips[POINT_IDS.index(word)] == EMPTY:
        return Refusal(WORDS("no_lift_supply", point=word), "ROL-33")
    return Refusal(WORDS("no_lift", number=seat, point=word), "ROL-32")


def _why_never(text: str) -> Refusal:
    """Points that no position allows."""
    point = POINT_MOVE.fullmatch(text)
    if point and is_on_field(point):
        return Refusal(WORDS("no_building_point", text=text), "ROL-25")
    return Refusal(WORDS("no_rim", text=text), "ROL-20")


def _why_not_play(s: State, seat: Seat, card: int) -> Refusal:
    if not s.hands[seat] & bit(card):
        return Refusal(WORDS("no_hand", number=seat, card=CARD_NAMES[card]), "ROL-10")
    colour = COLOURS[s.plays[0] // NUMBERS].text("name").lower()
    return Refusal(WORDS("no_follow", number=seat, colour=colour), "ROL-11")


def _why_not_point(s: State, point: int) -> Refusal:
    name = POINT_IDS[point]
    if s.chips[point] != EMPTY:
        return Refusal(WORDS("no_occupied", point=name), "ROL-21")
    if point == s.lifted:
        return Refusal(WORDS("no_same", point=name), "ROL-32")
    if name in SPACE_IDS:
        return Refusal(WORDS("no_centre", point=name), "ROL-22")
    assert not may_hold_chip(s, point)
    return Refusal(WORDS("no_card", point=name), "ROL-18")
