"""What a move of Kazoku Scribe is good for, from what its seat can see."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.rooms import Seat
from zashiki.games.kazoku_scribe import actions, cards
from zashiki.games.kazoku_scribe.state import State, team_of
from zashiki.games.kazoku_scribe.words.catalogue import WORDS
from zashiki.games.kazoku_scribe.words.telling import key_of


def aim(s: State, seat: Seat, action: Action) -> str:
    """What the move would bring; nothing where its label says it all."""
    key = key_of(action)
    if key == "explore":
        return _aim_cell(s, seat, s.dungeon[action - actions.EXPLORE_CELL])
    if key == "plan":
        return _aim_plan(s, seat, *divmod(action - actions.PLAN_DEED, cards.MODES))
    if key == "place":
        return WORDS("aim_place", steps=len(actions.placed_cells(action)))
    return WORDS(f"aim_{key}") if key in ("fence", "bridge", "ward", "cut_requirement") else ""


def _aim_cell(s: State, seat: Seat, icon: int) -> str:
    """KZS-54: a treasure brings its row nearer to the middle; anything else is a way to one."""
    treasure = icon - cards.COIN
    if not 0 <= treasure < cards.TREASURES:
        return WORDS("aim_way")
    own, theirs = (s.lanes[treasure * cards.TEAMS + team] for team in (team_of(seat), 1 - team_of(seat)))
    icon_name = WORDS(f"icon_{cards.ICON_IDS[icon]}")
    return WORDS("aim_treasure", icon=icon_name, own=own + 1, theirs=theirs, needed=cards.LANE[s.size] // 2 + 1)


def _aim_plan(s: State, seat: Seat, deed: int, mode: int) -> str:
    """KZS-19, KZS-20: what the estate of an action must hold, twice as much with a double arrow."""
    first, times = (seat * cards.DEEDS + deed) * cards.BASICS, 2 if mode == cards.DOUBLED else 1
    needed = [
        WORDS("aim_some", number=times * s.required[first + kind], element=WORDS(f"element_{element}"))
        for kind, element in enumerate(cards.BASIC_IDS)
        if s.required[first + kind]
    ]
    return WORDS("aim_plan", elements=", ".join(needed)) if needed else WORDS("aim_plan_free")
