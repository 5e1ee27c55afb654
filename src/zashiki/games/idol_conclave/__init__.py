"""Idol Conclave: an election in which every player secretly is one idol and openly backs another."""

from __future__ import annotations

from zashiki.core.game import About, Game
from zashiki.games.idol_conclave import eyes, gallery, lessons, measures, primer, rules, scoring, screen, sheets, words, worth
from zashiki.games.idol_conclave.actions import ACTIONS, MOST_LEGAL
from zashiki.games.idol_conclave.options import OPTIONS
from zashiki.games.idol_conclave.state import State

GAME = Game(
    About(
        id="idol-conclave",
        name="Idol Conclave",
        prefix="IDL",
        pitch="You are one idol in secret and back another in the open. Bring both to the top.",
        minutes="30",
        # IDL-R1: there are five colours; with two seats nearly everything would be open.
        seats=(3, 4, 5),
        rules_version=1,
        options=OPTIONS,
        variants=(
            {},
            {"events": "advanced"},
            {"events": "simultaneous-vote,idol-police,scheming-character,overslept,mania-popular,steady-marketing", "start": "1"},
        ),
        max_legal=MOST_LEGAL,
        # Five seats: 4 chance events, the opening, 32 votes with a look each (IDL-71), 6 deals that ask 9 questions (IDL-R30).
        max_events=84,
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
