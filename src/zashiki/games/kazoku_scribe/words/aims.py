"""What a move of Kazoku Scribe is good for, from what its seat can see."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.bits import count
from zashiki.core.rooms import Seat
from zashiki.core.words import listed, seat_mark
from zashiki.games.kazoku_scribe import actions, cards
from zashiki.games.kazoku_scribe.rules import challenges, exploring, marks, village
from zashiki.games.kazoku_scribe.state import State, team_of
from zashiki.games.kazoku_scribe.words.catalogue import WORDS, action_name
from zashiki.games.kazoku_scribe.words.telling import key_of


def aim(s: State, seat: Seat, action: Action) -> str:
    """What the move would bring."""
    key = key_of(action)
    if key == "enter":
        treasures = _treasures_beside(s, action - actions.ENTER)
        return WORDS("aim_enter", count=treasures) if treasures else WORDS("aim_enter_quiet")
    if key == "plan":
        return WORDS("aim_plan", elements=_some(_needed(s, seat, *divmod(action - actions.PLAN_DEED, cards.MODES))))
    if key == "fence":
        return _aim_fence(s, seat, action - actions.FENCE_CELL)
    if key == "cut_requirement":
        deed, kind = divmod(action - actions.CUT_REQUIREMENT, cards.BASICS)
        return WORDS("aim_cut_requirement", deed=action_name(deed), element=WORDS(f"element_{cards.BASIC_IDS[kind]}"))
    if key == "cut_piece":
        war = (action - actions.CUT_PIECE) // cards.SQUARES
        return WORDS("aim_cut_piece", deed=action_name(war), count=count(s.squares[seat * cards.WARS + war]) - 1)
    if key == "ward":
        kind, number = divmod(action - actions.WARD_BOX, cards.ROUNDS)
        return WORDS("aim_ward", kind=WORDS(f"kind_{cards.CHALLENGE_IDS[kind]}"), round=number + 1)
    if key in ("pair", "spread", "strike", "challenge_none"):
        return _aim_challenge(s, seat, key, action)
    if key == "place":
        return WORDS("aim_place", count=len(actions.placed_cells(action)))
    if key == "explore":
        return _aim_cell(s, seat, action - actions.EXPLORE_CELL)
    return WORDS(f"aim_{key}")


def _needed(s: State, seat: Seat, deed: int, mode: int) -> list[int]:
    """KZS-18, KZS-19, KZS-20: how many of each element the estate of an action holds."""
    required, times = s.required[seat * cards.DEEDS + deed], 2 if mode == cards.DOUBLED else 1
    basic = [times * (required >> 2 * kind & 3) for kind in range(cards.BASICS)]
    return [*basic, int(mode == cards.SHIELDED), int(mode == cards.DOUBLED)]


def _some(numbers: list[int]) -> str:
    """Elements and how many of each."""
    named = zip(cards.ELEMENT_IDS, numbers, strict=True)
    return listed(WORDS(f"aim_some_{element}", count=number) for element, number in named if number)


def _aim_fence(s: State, seat: Seat, cell: int) -> str:
    """KZS-R30: what the estate still lacks with this cell."""
    fenced = [s.draft[seat * cards.BANKS + bank] for bank in range(cards.BANKS)]
    bank = village.bank_of(s, seat, cell)
    fenced[bank] |= cards.BIT_OF[bank * cards.CELLS + cell]
    lacking = _needed(s, seat, s.deed[seat], s.mode[seat])
    for kind in range(cards.KINDS):
        first = (seat * cards.KINDS + kind) * cards.BANKS
        lacking[kind] -= sum(count(s.elements[first + bank] & fenced[bank]) for bank in range(cards.BANKS))
    return WORDS("aim_fence", elements=_some(lacking)) if any(lacking) else WORDS("aim_fence_last")


def _aim_challenge(s: State, seat: Seat, key: str, action: Action) -> str:
    """What the neighbour would lose: the page is open, in front of the seat."""
    victim = challenges.target_of(s, seat)
    other = seat_mark(victim)
    if key == "pair":
        return WORDS(("aim_fever", "aim_root_rot")[(action - actions.BREAK_OUT) // cards.PAIRS], other=other)
    if key == "spread":
        kind = action - actions.SPREAD
        lost = sum(count(bank) for bank in challenges.next_to_sick(s, victim, kind))
        return WORDS(("aim_spread_fever", "aim_spread_root_rot")[kind], other=other, count=lost)
    if key == "strike":
        war = (action - actions.STRIKE_PIECE) % actions.PIECE_SQUARES // cards.SQUARES
        waiting = war in s.pieces[victim * cards.PIECES_A_ROUND :][: cards.PIECES_A_ROUND]
        left = count(s.squares[victim * cards.WARS + war]) - 1
        return WORDS("aim_strike_waiting" if waiting else "aim_strike", other=other, deed=action_name(war), count=left)
    return WORDS("aim_challenge_none", other=other)


def _aim_cell(s: State, seat: Seat, cell: int) -> str:
    """What is found in a cell of the dungeon, or what it leads to."""
    icon = s.dungeon[cell]
    if exploring.is_treasure(icon):
        return _aim_treasure(s, seat, icon)
    # KZS-50, KZS-51, KZS-52, KZS-R12: a mark for the own page, where there is room for one.
    if icon == cards.BRIDGE_ICON and marks.can_bridge(s, seat):
        return WORDS("aim_find_bridge")
    if icon == cards.SHIELD_ICON and marks.open_boxes(s, seat, s.round + 1):
        return WORDS("aim_find_shield")
    if icon == cards.TAILORING_ICON and marks.can_cut(s, seat):
        return WORDS("aim_find_tailoring")
    treasures = _treasures_beside(s, cell)
    beyond = WORDS("aim_beyond", count=treasures) if treasures else WORDS("aim_beyond_none")
    if icon < cards.ARMY:
        return WORDS("aim_army", icon=WORDS(f"icon_{cards.ICON_IDS[icon]}"), beyond=beyond)
    return beyond if treasures else WORDS("aim_way")


def _aim_treasure(s: State, seat: Seat, icon: int) -> str:
    """KZS-54: a treasure brings its row nearer to the middle."""
    own, theirs = (s.lanes[(icon - cards.COIN) * cards.TEAMS + team] for team in (team_of(seat), 1 - team_of(seat)))
    icon_name = WORDS(f"icon_{cards.ICON_IDS[icon]}")
    parts = {"icon": icon_name, "own": own + 1, "theirs": theirs, "needed": cards.LANE[s.size] // 2 + 1}
    if s.players > cards.TEAMS:
        return WORDS("aim_treasure", **parts)
    return WORDS("aim_treasure_alone", other=seat_mark(1 - seat), **parts)


def _treasures_beside(s: State, cell: int) -> int:
    """How many treasures that nobody has taken yet are beside a dungeon cell."""
    row, column = divmod(cell, cards.CAVE_COLUMNS)
    found = 0
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < cards.CAVE_ROWS and 0 <= c < cards.CAVE_COLUMNS and not exploring.is_crossed(s, r * cards.CAVE_COLUMNS + c):
            found += exploring.is_treasure(s.dungeon[r * cards.CAVE_COLUMNS + c])
    return found
