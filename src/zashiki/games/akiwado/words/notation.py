"""The notation of Akiwado's chance events, both ways, and who hears which notation."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.rooms import Seat, Viewer
from zashiki.games.akiwado import cards, phase
from zashiki.games.akiwado.actions import ACTIONS
from zashiki.games.akiwado.eyes.view import is_hidden, lifts_screens
from zashiki.games.akiwado.rules.stocking import lots_drawn
from zashiki.games.akiwado.state import State
from zashiki.games.akiwado.words.catalogue import WORDS, named

_CHANCE = {  # the words of each event, and its clause
    "colours": (cards.COLOUR_IDS, "AKI-6"),
    "remove": (cards.COLOUR_IDS, "AKI-5"),
    "waste": (cards.CARD_IDS, "AKI-10"),
    "start": (tuple(map(str, range(cards.MAX_SEATS))), "AKI-13"),
    "roll": (tuple(map(str, range(1, cards.FACES + 1))), "AKI-20"),
    "market": (cards.CARD_IDS, "AKI-35"),
}


def write_chance(s: State) -> str:
    """The chance event in the outcome."""
    event, outcome = phase.NAMES[s.phase], s.outcome[: event_length(s)]
    return " ".join((event, *(str(number) if event in ("start", "roll") else cards.CARD_IDS[number] for number in outcome)))


def event_length(s: State) -> int:
    """How many numbers the next chance event has."""
    wasted, lots = cards.WASTE_PER_SEAT * s.players, lots_drawn(s)
    return {phase.COLOURS: s.players, phase.WASTE: wasted, phase.ROLL: cards.DICE, phase.MARKET: lots}.get(s.phase, 1)


def read_chance(s: State, text: str) -> list[int]:
    """The outcome a text names; IllegalMove when it is not possible now."""
    event, *words = text.split(" ")
    due = phase.NAMES[s.phase]
    known, clause = _CHANCE.get(event, ((), ""))
    if not clause or any(word not in known for word in words):
        raise BadNotation(WORDS("chance_unknown", text=text, due=due))
    if event != due:
        raise IllegalMove(WORDS("chance_early", text=text, due=due), clause)
    outcome = [int(word) if word.isdigit() else cards.CARD_IDS.index(word) for word in words]
    why = _why_not_outcome(s, event, outcome)
    if why:
        raise IllegalMove(WORDS("chance_refused", text=text, why=why), clause)
    return outcome


def _why_not_outcome(s: State, event: str, outcome: list[int]) -> str:
    """What is wrong with the outcome of a chance event; empty when nothing is."""
    if len(outcome) != event_length(s):
        return WORDS("chance_length", number=event_length(s))
    if event in ("waste", "roll") and outcome != sorted(outcome):
        return WORDS("chance_order")
    if event in ("waste", "market") and any(outcome.count(kind) > s.deck[kind] for kind in outcome):
        return WORDS("chance_deck")
    if event == "colours" and len(set(outcome)) < len(outcome):
        return WORDS("chance_colours")
    if event == "remove" and outcome[0] in s.colours[: s.players]:
        return WORDS("chance_owned", colour=WORDS(f"colour_{cards.COLOUR_IDS[outcome[0]]}"))
    if event == "start" and outcome[0] >= s.players:
        return WORDS("chance_seats", last=s.players - 1)
    fixed = {"colours": s.fixed_colours[: s.players], "remove": [s.fixed_remove], "start": [s.fixed_start]}.get(event, outcome)
    if fixed[0] == cards.EMPTY or outcome == fixed:
        return ""
    return WORDS("chance_option", option=named(f"option_{event}", event))


def heard(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """A sealed answer is heard only as `vote hidden` or `bid hidden`."""
    if is_hidden(s, seat, viewer):
        return "vote hidden" if s.phase == phase.CHALLENGE else "bid hidden"
    return ACTIONS.write(action)


def opens_answers(s: State, seat: Seat, action: Action) -> bool:
    """Whether it is the last vote or bid, after which all of them are shown."""
    return lifts_screens(s)


def heard_chance(s: State, viewer: Viewer) -> str:
    """All chance is public."""
    return write_chance(s)
