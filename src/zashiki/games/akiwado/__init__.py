"""Akiwado: shopkeepers split dice, make promises, break some, and bid behind screens."""

from __future__ import annotations

from zashiki.core.game import About, Game
from zashiki.games.akiwado import eyes, gallery, lessons, measures, primer, rules, scoring, screen, sheets, words, worth
from zashiki.games.akiwado.actions import ACTIONS
from zashiki.games.akiwado.options import OPTIONS, check_options
from zashiki.games.akiwado.state import State

GAME = Game(
    About(
        id="akiwado",
        name="Akiwado",
        prefix="AKI",
        pitch="Announce what you will buy. Then do it — or don't.",
        minutes="30",
        seats=(3, 4, 5),  # AKI-1
        rules_version=1,
        options=OPTIONS,
        check_options=check_options,
        variants=({}, {"purveyor": "true"}, {"open_coins": "true"}, {"purveyor": "true", "start": "1"}),
        max_legal=101,
        max_events=150,  # AKI-R35: a turn has two rolls at most and uses up deck cards
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
