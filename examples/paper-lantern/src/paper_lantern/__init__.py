"""Paper Lantern: everybody bids in secret, and the highest bid that nobody matches takes the pot."""

from __future__ import annotations

from zashiki.core.game import About, Game

from paper_lantern import actions, eyes, rules, scoring, screen, words, worth
from paper_lantern.options import OPTIONS
from paper_lantern.state import State

GAME = Game(
    About(
        id="paper-lantern",
        name="Paper Lantern",
        prefix="PAL",
        pitch="Bid high to win, but never what somebody else bids.",
        minutes="10",
        seats=(3, 4, 5),  # PAL-1: three to five players
        rules_version=1,
        options=OPTIONS,
        variants=({}, {"matched": "lost"}),
        max_legal=6,  # a hand of different cards
        max_events=41,  # with five seats: 5 deals, and 6 rounds of a prize and 5 bids
    ),
    State,
    actions.ACTIONS,
    rules=rules,
    scoring=scoring,
    eyes=eyes,
    words=words,
    screen=screen,
    worth=worth,
)
