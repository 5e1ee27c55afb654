"""Phase 2 of a day, the lobby: one action or a pass each turn, until all have passed one after the other."""

from __future__ import annotations

from zashiki.core.bits import bit, list_bits
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane.actions import (
    ABILITY,
    BUY,
    DISCARD,
    DISMISS,
    DONE,
    PASS,
    PLAY,
    RECRUIT,
    SWAP,
    TAKE,
    USE,
)
from zashiki.games.saigo_no_kane.cards import (
    DEAREST_ITEM,
    DEAREST_STUDENT,
    ITEMS_UP_TO,
    STUDENTS_UP_TO,
    SWAPS,
    TALENTS,
)
from zashiki.games.saigo_no_kane.rules.compete import begin_compete
from zashiki.games.saigo_no_kane.rules.teachers import list_powers, play_card
from zashiki.games.saigo_no_kane.state import (
    ASK_ABILITY,
    ASK_LOBBY,
    END_TURN,
    GO_ON,
    SAME_TURN,
    State,
    left_of,
)
from zashiki.games.saigo_no_kane.tiles import (
    buy,
    discard_item,
    discardable,
    dismiss,
    fill_up,
    gain_student_talents,
    recruit,
    tiles_on,
)

# Legality


@rule
def recruitable(s: State, seat: int) -> int:
    """The students in school a seat can afford."""
    return tiles_on(s.school) & STUDENTS_UP_TO[min(s.popularity[seat], DEAREST_STUDENT)]


@rule
def buyable(s: State, seat: int) -> int:
    """The items in the market a seat can afford."""
    return tiles_on(s.market) & ITEMS_UP_TO[min(s.yen[seat], DEAREST_ITEM)]


@rule
def list_lobby(s: State, seat: int, out: list[int]) -> int:
    n = list_bits(recruitable(s, seat), RECRUIT, out, 0)
    n = list_bits(buyable(s, seat), BUY, out, n)
    # SNK-29: unmarked students can be used; SNK-30: marked ones discarded.
    n = list_bits(s.students[seat] & ~s.marked, USE, out, n)
    n = list_bits(s.students[seat] & s.marked, DISMISS, out, n)
    n = list_bits(discardable(s, seat), DISCARD, out, n)
    n = list_powers(s, seat, out, n)
    if may_use_ability(s, seat):
        out[n] = ABILITY
        n += 1
    out[n] = PASS
    return n + 1


@rule
def may_use_ability(s: State, seat: int) -> int:
    # SNK-52: the candidate is face up, and at least one swap is possible.
    if not s.face_up & bit(seat):
        return 0
    for give in range(TALENTS):
        if s.talents[seat * TALENTS + give] > 0:
            for get in range(TALENTS):
                if get != give and s.pool[get] > 0:
                    return 1
    return 0


@rule
def list_swaps(s: State, seat: int, out: list[int]) -> int:
    n = 0
    for give in range(TALENTS):
        if s.talents[seat * TALENTS + give] > 0:
            for get in range(TALENTS):
                # SNK-R15: the two types differ, and the pool has the second.
                if get != give and s.pool[get] > 0:
                    out[n] = SWAP + give * TALENTS + get
                    n += 1
    # SNK-52: one, two or three tokens.
    if s.swaps > 0:
        out[n] = DONE
        n += 1
    return n


@rule
def list_pool(s: State, out: list[int]) -> int:
    # SNK-32: any type the pool has.
    n = 0
    for talent in range(TALENTS):
        if s.pool[talent] > 0:
            out[n] = TAKE + talent
            n += 1
    return n


# Effects


@rule
def take_turn(s: State, seat: int, action: int) -> None:
    """SNK-23: one action, repeatable on later turns, or a pass."""
    if action == PASS:
        pass_turn(s)
    elif action < BUY:
        recruit(s, seat, action - RECRUIT, END_TURN)
    elif action < USE:
        buy(s, seat, action - BUY, END_TURN)
    elif action < DISMISS:
        use(s, seat, action - USE)
    elif action < DISCARD:
        dismiss(s, seat, action - DISMISS, END_TURN)
    elif action < PLAY:
        # SNK-39: free, so the same turn goes on and the passes stay.
        discard_item(s, seat, action - DISCARD, SAME_TURN)
    elif action < ABILITY:
        play_card(s, seat, action - PLAY)
    else:
        use_ability(s, seat)


@rule
def use(s: State, seat: int, student: int) -> None:
    # SNK-29: mark the student and take the talents printed on it; SNK-31: only a card turns it upright again.
    s.marked |= bit(student)
    fill_up(s, seat, gain_student_talents(s, seat, student), END_TURN)


@rule
def use_ability(s: State, seat: int) -> None:
    # SNK-52: the candidate turns face down at once.
    s.face_up &= ~bit(seat)
    s.swaps = 0
    s.node = ASK_ABILITY


@rule
def swap_or_stop(s: State, seat: int, action: int) -> None:
    if action != DONE:
        give, get = (action - SWAP) // TALENTS, (action - SWAP) % TALENTS
        s.talents[seat * TALENTS + give] -= 1
        s.pool[give] += 1
        s.pool[get] -= 1
        s.talents[seat * TALENTS + get] += 1
        s.swaps += 1
    if action == DONE or s.swaps == SWAPS:
        s.swaps = 0
        s.resume = END_TURN
        s.node = GO_ON


@rule
def pass_turn(s: State) -> None:
    s.passes += 1
    # SNK-24: the lobby ends when all have passed one after the other.
    if s.passes == s.players:
        begin_compete(s)
    else:
        # SNK-25: a pass binds nobody.
        next_turn(s)


@rule
def end_turn(s: State) -> None:
    """An action was taken, so the passes start over (a countered card counts too)."""
    s.passes = 0
    next_turn(s)


@rule
def next_turn(s: State) -> None:
    s.turn = left_of(s, s.turn)
    s.seat = s.turn
    s.node = ASK_LOBBY
