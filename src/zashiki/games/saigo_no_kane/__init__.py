"""Saigo no Kane: a school week of recruiting, buying and favours, until the last bell elects a president."""

from __future__ import annotations

from zashiki.core.game import About, Game
from zashiki.games.saigo_no_kane import eyes, gallery, lessons, measures, primer, rules, scoring, screen, sheets, words, worth
from zashiki.games.saigo_no_kane.actions import ACTIONS
from zashiki.games.saigo_no_kane.options import OPTIONS
from zashiki.games.saigo_no_kane.state import State

GAME = Game(
    About(
        id="saigo-no-kane",
        name="Saigo no Kane",
        prefix="SNK",
        pitch="Five school days to become president: recruit, buy, call in favours, and be ready when the bell rings.",
        minutes="90",
        seats=(2, 3, 4),
        rules_version=1,
        options=OPTIONS,
        first_game={"first_game": "true"},  # SNK-20
        variants=({}, {"first_game": "true"}, {"candidates": "choose"}),
        max_legal=256,
        max_events=3000,
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
    primer=primer,
    measures=measures,
)
