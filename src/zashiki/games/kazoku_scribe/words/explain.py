"""Why a move of Kazoku Scribe is not legal now: a sentence and the clause it follows from."""

from __future__ import annotations

from zashiki.core.actions import NEVER, Action
from zashiki.core.rooms import Refusal, Seat
from zashiki.core.words import seat_mark
from zashiki.games.kazoku_scribe import actions, cards, phase, rules
from zashiki.games.kazoku_scribe.actions import ACTIONS
from zashiki.games.kazoku_scribe.rules import challenges, exploring, growing, marks, needs, planning, submission, village
from zashiki.games.kazoku_scribe.state import State
from zashiki.games.kazoku_scribe.words.catalogue import WORDS, action_name, challenge_name
from zashiki.games.kazoku_scribe.words.telling import key_of


def explain(s: State, seat: Seat, text: str) -> Refusal:
    """Why a move that can be read is not legal now."""
    action = ACTIONS.read(text)
    if not rules.to_act(s) >> seat & 1:
        clause = {phase.ENTRY: "KZS-8", phase.PLAN: "KZS-11", phase.CHALLENGE: "KZS-34"}.get(s.phase, "KZS-42")
        return Refusal(WORDS("no_turn", seat=seat_mark(seat), phase=WORDS(f"phase_{phase.RULEBOOK[s.phase]}")), clause)
    allowed = _verbs(s, seat)
    if text.split(" ", maxsplit=1)[0] not in allowed:
        return Refusal(WORDS("no_phase", seat=seat_mark(seat), deed=WORDS(f"next_{allowed[0]}")), "KZS-10")
    if action == NEVER:
        return Refusal(WORDS("no_form", text=text), "KZS-43")
    key = key_of(action)
    if key == "enter":
        if s.dungeon[action - actions.ENTER] == cards.EMPTY:
            return Refusal(WORDS("no_enter_treasure", cell=cards.CAVE_IDS[action - actions.ENTER]), "KZS-9")
        return Refusal(WORDS("no_enter", cell=cards.CAVE_IDS[action - actions.ENTER]), "KZS-8")
    if key == "plan_none":
        return Refusal(WORDS("no_plan_none"), "KZS-12")
    if key == "plan":
        return _why_not_plan(s, seat, *divmod(action - actions.PLAN_DEED, cards.MODES))
    if key == "fence":
        return _why_not_fence(s, seat, action - actions.FENCE_CELL)
    if key.startswith("bridge"):
        return _why_not_bridge(s, seat, key, text)
    if key.startswith("cut"):
        return _why_not_cut(s, seat, key, action)
    if key.startswith("ward"):
        return _why_not_ward(s, seat, key, action)
    if key in ("pair", "spread", "strike", "challenge_none"):
        return _why_not_challenge(s, seat, key, action)
    if key == "explore":
        return _why_not_explore(s, action - actions.EXPLORE_CELL)
    return _why_not_place(s, seat, key, action)


def _verbs(s: State, seat: Seat) -> tuple[str, ...]:
    """The first words of moves that are possible now."""
    if s.phase == phase.PLAN:
        return (phase.STEPS[s.step[seat]],)
    return {phase.ENTRY: ("enter",), phase.SUBMIT: ("place", "unmatched")}.get(s.phase, (phase.NAMES[s.phase],))


def _why_not_plan(s: State, seat: Seat, deed: int, mode: int) -> Refusal:
    name = action_name(deed)
    if s.planned[seat * cards.DEEDS_A_ROUND] == deed:
        return Refusal(WORDS("no_plan_twice", deed=name), "KZS-12")
    if planning.used_arrows(s, seat, deed) == cards.ARROWS:
        return Refusal(WORDS("no_plan_arrows", deed=name), "KZS-14")
    if deed < cards.WARS and planning.pieces_left(s, seat) + (2 if mode == cards.DOUBLED else 1) > cards.PIECES_A_ROUND:
        return Refusal(WORDS("no_plan_pieces", deed=name), "KZS-29")
    return Refusal(WORDS("no_plan_estate", deed=name, mode=WORDS(f"mode_{cards.MODE_IDS[mode]}")), "KZS-13")


def _why_not_fence(s: State, seat: Seat, cell: int) -> Refusal:
    page, name = village.Page(), cards.CELL_IDS[cell]
    bank = village.bank_of(s, seat, cell)
    one = cards.BIT_OF[bank * cards.CELLS + cell]
    west, east = s.draft[cards.BANKS * seat], s.draft[cards.BANKS * seat + 1]
    if (west, east)[bank] & one:
        return Refusal(WORDS("no_fence_draft", cell=name), "KZS-15")
    if not village.intact(s, seat, bank) & one:
        return Refusal(WORDS("no_fence_intact", cell=name), "KZS-16")
    village.load_page(s, page, seat)
    if west | east and not village.near(page, west, east)[bank] & one:
        if village.near_hex(west, east)[bank] & one:
            return Refusal(WORDS("no_fence_creek", cell=name), "KZS-17")
        return Refusal(WORDS("no_fence_far", cell=name), "KZS-15")
    need = needs.need_of(s, seat, s.deed[seat], s.mode[seat])
    missing = need - needs.tally(page, need, west, east)
    kind = next(kind for kind in range(cards.KINDS) if page.kind[2 * kind + bank] & one)
    lacking = missing >> 8 * kind & 255
    if kind in (cards.SHIELD, cards.DOUBLE) and not lacking:
        return Refusal(WORDS("no_fence_advanced", cell=name, element=WORDS(f"element_{cards.ELEMENT_IDS[kind]}")), "KZS-18")
    draft = growing.Draft()
    growing.start(page, draft, *((west | one, east) if bank == cards.WEST_BANK else (west, east | one)), need)
    # With fewer cells than a ring has it does not look for holes.
    if lacking and growing.grows(page, draft, growing.Found(), cells=0):
        return Refusal(WORDS("no_fence_hole", cell=name, deed=action_name(s.deed[seat])), "KZS-21")
    clause = "KZS-20" if s.mode[seat] == cards.DOUBLED else "KZS-19"
    return Refusal(WORDS("no_fence_estate", cell=name, deed=action_name(s.deed[seat])), clause)


def _why_not_bridge(s: State, seat: Seat, key: str, text: str) -> Refusal:
    if key == "bridge_none":
        return Refusal(WORDS("no_bridge_none"), "KZS-27")
    return Refusal(WORDS("no_bridge", pair=text.split(" ")[1]), "KZS-27")


def _why_not_cut(s: State, seat: Seat, key: str, action: Action) -> Refusal:
    if key == "cut_none":
        return Refusal(WORDS("no_cut_none"), "KZS-52")
    if key == "cut_piece":
        war, square = divmod(action - actions.CUT_PIECE, cards.SQUARES)
        assert not marks.losable(s, seat, war) >> square & 1
        return Refusal(WORDS("no_cut_piece", deed=action_name(war), square=square + 1), "KZS-26")
    deed, kind = divmod(action - actions.CUT_REQUIREMENT, cards.BASICS)
    if cards.ICONS_IN[s.required[seat * cards.DEEDS + deed]] == 1:
        return Refusal(WORDS("no_cut_last", deed=action_name(deed)), "KZS-R10")
    return Refusal(WORDS("no_cut_req", deed=action_name(deed), element=WORDS(f"element_{cards.ELEMENT_IDS[kind]}")), "KZS-24")


def _why_not_ward(s: State, seat: Seat, key: str, action: Action) -> Refusal:
    if key == "ward_none":
        return Refusal(WORDS("no_ward_none"), "KZS-30")
    box = action - actions.WARD_BOX
    kind, number = WORDS(f"kind_{cards.CHALLENGE_IDS[box // cards.ROUNDS]}"), box % cards.ROUNDS + 1
    if s.wards[seat] >> box & 1:
        return Refusal(WORDS("no_ward_twice", kind=kind, round=number), "KZS-30")
    return Refusal(WORDS("no_ward_past", kind=kind, round=number), "KZS-R12")


def _why_not_challenge(s: State, seat: Seat, key: str, action: Action) -> Refusal:
    if key == "challenge_none":
        return Refusal(WORDS("no_challenge_none"), "KZS-34")
    if key == "pair":
        kind = (action - actions.BREAK_OUT) // cards.PAIRS
    elif key == "spread":
        kind = action - actions.SPREAD
    else:
        kind = 2 + (action - actions.STRIKE_PIECE) // actions.PIECE_SQUARES
    name = challenge_name(kind)
    if challenges.warded(s, challenges.target_of(s, seat), kind):
        return Refusal(WORDS("no_challenge_warded", kind=name), "KZS-31")
    clause = ("KZS-36", "KZS-38", "KZS-39", "KZS-40")[kind]
    return Refusal(WORDS(f"no_challenge_{key}", kind=name), "KZS-35" if key == "spread" else clause)


def _why_not_explore(s: State, cell: int) -> Refusal:
    name = cards.CAVE_IDS[cell]
    assert not exploring.explorable_in(s, cards.CAVE_WORD_OF[cell]) & cards.CAVE_BIT_OF[cell]
    if s.dungeon[cell] == cards.NONE:
        return Refusal(WORDS("no_explore_outside", cell=name), "KZS-2")
    if exploring.is_crossed(s, cell):
        return Refusal(WORDS("no_explore_crossed", cell=name), "KZS-47")
    if s.dungeon[cell] < cards.ARMY and not s.troops[s.dungeon[cell]]:
        return Refusal(WORDS("no_explore_army", cell=name, icon=WORDS(f"icon_{cards.ICON_IDS[s.dungeon[cell]]}")), "KZS-48")
    return Refusal(WORDS("no_explore_far", cell=name), "KZS-47")


def _why_not_place(s: State, seat: Seat, key: str, action: Action) -> Refusal:
    war = action - actions.UNMATCHED if key == "unmatched" else actions.war_of(action)
    if war not in s.pieces[2 * seat : 2 * seat + 2]:
        return Refusal(WORDS("no_piece", deed=action_name(war)), "KZS-42")
    if key == "unmatched":
        return Refusal(WORDS("no_unmatched", deed=action_name(war)), "KZS-45")
    cells = actions.placed_cells(action)
    if any(submission.is_covered(s, cell) for cell in cells):
        return Refusal(WORDS("no_place_covered"), "KZS-44")
    return Refusal(WORDS("no_place_match", deed=action_name(war)), "KZS-43")
