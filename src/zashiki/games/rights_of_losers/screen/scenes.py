"""What is held for whoever looks: a trick with its winner, and what changed hands by the end of its round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from zashiki.core.rooms import Heard, Scene, Seat, Step
from zashiki.core.words import seat_mark
from zashiki.games.rights_of_losers import cards
from zashiki.games.rights_of_losers.eyes.view import Trick, View
from zashiki.games.rights_of_losers.screen.standing import Standing, standing
from zashiki.games.rights_of_losers.words.catalogue import WORDS, colour_word

_LAST = ("lead", "reverse", "pass", "drop")  # what ends a round


@dataclass
class Round:
    """One round: its cards in order of play, and who owned what before and after it."""

    plays: list[tuple[Seat, str]] = field(default_factory=list)
    played: int = 0  # the number of the event that was its last card
    ended: int = 0  # the number of its last event, 0 while it goes on
    before: Standing | None = None
    after: Standing | None = None


def scenes(lines: Sequence[Heard], v: View) -> list[Scene]:
    """The tricks among these events, and the ends of their rounds where a card has a new owner."""
    tricks = {trick.plays: trick for trick in v.history}
    found: list[Scene] = []
    for each in _rounds(lines, v):
        trick = tricks.get(tuple(each.plays))
        if trick is None:
            continue  # not all of its cards are down, or not all of its lines are here
        found.append(_trick_scene(each.played, trick))
        if each.ended and each.before and each.after:
            found += _owners_scene(each.ended, trick, each.before, each.after, v)
    return found


def _rounds(lines: Sequence[Heard], v: View) -> list[Round]:
    """The rounds that begin among the lines. Who owned what is found by taking the lines back, beginning with the last."""
    field, chips = dict(v.field), dict(v.chips)
    rounds: list[Round] = []
    now = Round()
    for line in reversed(lines):
        verb, _, word = line.heard.partition(" ")
        if verb in _LAST:
            now = Round(ended=line.number, after=standing(field, chips, v.players))
        if verb in ("chip", "drop"):
            del chips[word]
        elif verb == "lift" and line.seat is not None:
            chips[word] = line.seat
        elif verb == "build":
            del field[word]
        elif verb == "play" and line.seat is not None:
            now.played = now.played or line.number
            now.plays.insert(0, (line.seat, word))
            if len(now.plays) == v.players:
                now.before = standing(field, chips, v.players)
                rounds.insert(0, now)
    return rounds


def _trick_scene(number: int, trick: Trick) -> Scene:
    colour = colour_word(cards.CARD_IDS.index(trick.plays[0][1]) // cards.NUMBERS)
    led = WORDS("scene_led_low" if trick.reversed else "scene_led_high", seat=seat_mark(trick.leader), colour=colour)
    won = WORDS("scene_won", seat=seat_mark(trick.winner))
    return Scene(
        number,
        WORDS("scene_trick", trick=trick.trick),
        (
            Step("trick", {"plays": trick.plays, "winner": None, "words": led}),
            Step("trick", {"plays": trick.plays, "winner": trick.winner, "words": won}),
        ),
    )


def _owners_scene(number: int, trick: Trick, before: Standing, after: Standing, v: View) -> list[Scene]:
    was, now = before.owners, after.owners
    changes = tuple((v.field[space], was.get(space), owner) for space, owner in now.items() if owner != was.get(space))
    if not changes:
        return []
    points = tuple(zip(before.points, after.points, strict=True))
    steps = (Step("owners", {"changes": changes, "points": ()}), Step("owners", {"changes": changes, "points": points}))
    return [Scene(number, WORDS("scene_owners", trick=trick.trick), steps)]
