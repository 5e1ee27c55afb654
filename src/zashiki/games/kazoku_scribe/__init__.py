"""Kazoku Scribe: fence estates, raise troops for the Shogun, explore the captured dungeon; a game for pen and paper."""

from __future__ import annotations

from zashiki.core.game import About, Game
from zashiki.games.kazoku_scribe import eyes, gallery, lessons, measures, primer, rules, scoring, screen, sheets, words, worth
from zashiki.games.kazoku_scribe.actions import ACTIONS
from zashiki.games.kazoku_scribe.options import OPTIONS
from zashiki.games.kazoku_scribe.state import MAX_LEGAL, State

GAME = Game(
    About(
        id="kazoku-scribe",
        name="Kazoku Scribe",
        prefix="KZS",
        pitch="Fence estates, fit your troops into the battle plan, and walk off with the treasure.",
        minutes="60",
        seats=(2, 4),  # KZS-R34: three players are not supported
        teams=2,  # KZS-1
        rules_version=1,
        options=OPTIONS,
        first_game={"beginner": "true"},  # KZS-9
        variants=({}, {"villages": "different"}, {"beginner": "true"}),
        max_legal=MAX_LEGAL,
        max_events=780,  # KZS-R31: cells, arrows, boxes, icons and pieces run out, so every game ends
    ),
    State,
    ACTIONS,
    rules=rules,
    scoring=scoring,
    eyes=eyes,
    words=words,
    screen=screen,
    worth=worth,
    sheets=sheets,
    gallery=gallery,
    lessons=lessons,
    measures=measures,
    primer=primer,
)
