"""The second stage of a day, the lobby: each turn is one action or a pass, until all have passed in a row."""

from __future__ import annotations

from zashiki.core.bits import bit, count, list_bits, lowest
from zashiki.core.rule import rule
from zashiki.core.seats import left_of
from zashiki.games.saigo_no_kane import actions, cards, phase
from zashiki.games.saigo_no_kane.cards import TALENTS
from zashiki.games.saigo_no_kane.rules import compete, holdings, teachers
from zashiki.games.saigo_no_kane.state import State, go_to

# Legality


@rule
def list_turn(s: State, seat: int, out: list[int], n: int) -> int:
    n = teachers.list_powers(s, seat, out, n)
    if may_use_ability(s, seat):
        out[n] = actions.ABILITY
        n += 1
    out[n] = actions.PASS
    return n + 1


@rule
def may_use_ability(s: State, seat: int) -> int:
    # SNK-52: the candidate is face up, and at least one swap is possible.
    if not s.face_up & bit(seat):
        return 0
    own, pool = holdings.talents_of(s, seat), holdings.talents_in_pool(s)
    return own != 0 and pool != 0 and count(own | pool) > 1


@rule
def list_swaps(s: State, seat: int, out: list[int]) -> int:
    n, own, pool = 0, holdings.talents_of(s, seat), holdings.talents_in_pool(s)
    while own:
        give = lowest(own)
        own &= own - 1
        # SNK-R15: the two types differ, and the pool has the second.
        n = list_bits(pool & ~bit(give), actions.SWAP + give * TALENTS, out, n)
    # SNK-52: one, two or three tokens.
    if s.swaps > 0:
        out[n] = actions.DONE
        n += 1
    return n


# Effects


@rule
def take_turn(s: State, seat: int, action: int) -> None:
    """SNK-23: one action, repeatable on later turns, or a pass (purchases and own tiles: `trade`)."""
    if action == actions.PASS:
        pass_turn(s)
    elif action == actions.ABILITY:
        use_ability(s, seat)
    else:
        teachers.play_card(s, seat, action - actions.PLAY)


@rule
def use_ability(s: State, seat: int) -> None:
    # SNK-52: the candidate turns face down at once.
    s.face_up &= ~bit(seat)
    s.swaps = 0
    s.phase = phase.ABILITY


@rule
def swap_or_stop(s: State, seat: int, action: int) -> None:
    if action != actions.DONE:
        give, get = (action - actions.SWAP) // TALENTS, (action - actions.SWAP) % TALENTS
        s.talents[seat * TALENTS + give] -= 1
        s.pool[give] += 1
        s.pool[get] -= 1
        s.talents[seat * TALENTS + get] += 1
        s.swaps += 1
    if action == actions.DONE or s.swaps == cards.SWAPS:
        s.swaps = 0
        go_to(s, phase.END_TURN)


@rule
def pass_turn(s: State) -> None:
    s.passes += 1
    # SNK-24: the lobby ends when all have passed in a row.
    if s.passes == s.players:
        compete.begin_compete(s)
    else:
        # SNK-25: a pass is for this turn only.
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
    s.phase = phase.LOBBY
