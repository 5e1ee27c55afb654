"""Rights of Losers: a trick-taking game in which the losers own the island."""

from __future__ import annotations

from zashiki.core.game import About, Game
from zashiki.games.rights_of_losers import (
    actions,
    eyes,
    gallery,
    lessons,
    measures,
    primer,
    rules,
    scoring,
    screen,
    sheets,
    words,
    worth,
)
from zashiki.games.rights_of_losers.options import OPTIONS
from zashiki.games.rights_of_losers.state import State

GAME = Game(
    About(
        id="rights-of-losers",
        name="Rights of Losers",
        prefix="ROL",
        pitch="Win the trick and you build. Lose it and you own.",
        minutes="30",
        seats=(3, 4, 5),
        rules_version=1,
        options=OPTIONS,
        variants=({}, {"first_lead": "1"}),
        max_legal=80,
        # ROL-R31: with five seats 5 deals, who leads first, 10 tricks of 14 decisions and one more for each of 9 moves (ROL-R18).
        max_events=160,
    ),
    State,
    actions.ACTIONS,
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
