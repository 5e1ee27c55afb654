"""Backstage deals: which spaces of the sheet are open, and what each does."""

from __future__ import annotations

from zashiki.core.bits import bit, count, list_bits, lowest
from zashiki.core.rule import rule
from zashiki.games.idol_conclave import actions, cards, phase
from zashiki.games.idol_conclave.rules import lines
from zashiki.games.idol_conclave.rules.turns import next_turn
from zashiki.games.idol_conclave.state import EVERYBODY, State

# The sheet


@rule
def is_closed(s: State) -> int:
    # IDL-30: after Break or Control nothing more is placed; IDL-50: what lies there stays.
    return 0 if empty_bit(s, cards.BREAK) and empty_bit(s, cards.CONTROL) else 1


@rule
def empty_bit(s: State, space: int) -> int:
    return bit(space) if s.sheet_kind[space] == cards.EMPTY else 0


@rule
def open_spaces(s: State) -> int:
    """The spaces a deal may be placed on, as a set. IDL-R5: the supply occupies none."""
    if is_closed(s):
        return 0
    # IDL-26: the first deal goes on Open & Convene.
    if empty_bit(s, cards.OPEN_CONVENE):
        return bit(cards.OPEN_CONVENE)
    # IDL-27: then row 2 must be filled.
    row_2 = empty_bit(s, cards.TRADE) | empty_bit(s, cards.CONVENE)
    if row_2:
        return row_2
    # IDL-28: with row 3 empty, Move or Exchange; IDL-29: with a card in it, any empty space of rows 3 and 4.
    row_3 = empty_bit(s, cards.MOVE) | empty_bit(s, cards.EXCHANGE)
    return row_3 if count(row_3) == 2 else row_3 | bit(cards.BREAK) | bit(cards.CONTROL)


@rule
def has_right(s: State, seat: int) -> int:
    # IDL-32: a seat whose Backstage Deal lies on the sheet; IDL-R6: not one that boxed or voted it; IDL-R21: nor as a ballot.
    for space in range(cards.SPACE_COUNT):
        if s.sheet_kind[space] == cards.DEAL and s.sheet_seat[space] == seat:
            return 1
    return 0


@rule
def placeable(s: State, seat: int) -> int:
    """The hand cards the seat may place on the sheet."""
    hand = s.hands[seat]
    # IDL-31: not with one card left.
    if count(hand) < 2:
        return 0
    # IDL-25: the Backstage Deal; IDL-32, IDL-33: with the right any card, Group Votes included.
    return hand if has_right(s, seat) else hand & bit(cards.DEAL)


@rule
def list_placements(s: State, seat: int, out: list[int], n: int) -> int:
    """Write every deal the seat may make; the new length."""
    kinds = placeable(s, seat)
    spaces = open_spaces(s) if kinds else 0
    while kinds and spaces:
        n = list_bits(spaces, actions.PLACE_DEAL + lowest(kinds) * cards.SPACE_COUNT, out, n)
        kinds &= kinds - 1
    return n


@rule
def place_deal(s: State, kind: int, space: int) -> None:
    # IDL-36: the card stays on the space and is no vote; the effect is carried out at once.
    s.hands[s.seat] &= ~bit(kind)
    s.sheet_kind[space] = kind
    s.sheet_seat[space] = s.seat
    s.sheet_turn[space] = s.turn
    if space == cards.OPEN_CONVENE:
        s.phase = phase.OPEN
    elif space == cards.TRADE:
        start_trade(s)
    elif space == cards.CONVENE:
        # IDL-40: take Group Vote II.
        take_group(s, cards.G2)
    elif space == cards.MOVE:
        s.phase = phase.MOVE_CARD
    elif space == cards.EXCHANGE:
        start_exchange(s)
    elif space == cards.BREAK:
        s.phase = phase.BREAK
    else:
        # IDL-48: Control is a Trade or a Move.
        s.phase = phase.CONTROL


# The choices a space leaves


@rule
def list_choices(s: State, seat: int, out: list[int]) -> int:
    """Write what a deal that has been begun can do; how many choices there are."""
    if s.phase == phase.OPEN:
        # IDL-37, IDL-R8: one option stands for all choices without effect.
        out[0] = actions.OPEN_NONE
        return lines.list_cards(s, actions.OPEN_AT, cards.NOBODY, 1, out, 1)
    if s.phase == phase.TRADE_FIRST:
        return lines.list_cards(s, actions.SWAP_AT, cards.NOBODY, 0, out, 0)
    if s.phase == phase.TRADE_SECOND:
        # IDL-39: of a different idol.
        return lines.list_cards(s, actions.WITH_AT, s.picked // cards.LINE, 0, out, 0)
    if s.phase == phase.MOVE_CARD:
        return lines.list_cards(s, actions.MOVE_AT, cards.NOBODY, 0, out, 0)
    if s.phase == phase.MOVE_TO:
        # IDL-41: to another idol.
        return lines.list_idols(actions.MOVE_TO, s.picked // cards.LINE, out, 0)
    if s.phase == phase.EXCHANGE:
        return lines.list_own_cards(s, actions.RETAKE_AT, seat, out)
    if s.phase == phase.BREAK:
        return lines.list_idols(actions.BREAK_AT, cards.NOBODY, out, 0)
    # IDL-48: Trade or Move; IDL-R10: Trade only where there is a pair.
    n = 0
    if lines.lines_in_use(s) >= 2:
        out[n] = actions.CONTROL_TRADE
        n += 1
    out[n] = actions.CONTROL_MOVE
    return n + 1


@rule
def choose(s: State, action: int) -> None:
    """Carry out one of these choices."""
    if s.phase == phase.OPEN:
        if action != actions.OPEN_NONE:
            open_card(s, action - actions.OPEN_AT)
        # IDL-38: then take Group Vote I.
        take_group(s, cards.G1)
    elif s.phase == phase.TRADE_FIRST:
        pick(s, action - actions.SWAP_AT, phase.TRADE_SECOND)
    elif s.phase == phase.TRADE_SECOND:
        trade(s, action - actions.WITH_AT)
    elif s.phase == phase.MOVE_CARD:
        pick(s, action - actions.MOVE_AT, phase.MOVE_TO)
    elif s.phase == phase.MOVE_TO:
        move_to(s, action - actions.MOVE_TO)
    elif s.phase == phase.EXCHANGE:
        retake(s, action - actions.RETAKE_AT)
    elif s.phase == phase.BREAK:
        break_idol(s, action - actions.BREAK_AT)
    elif action == actions.CONTROL_TRADE:
        start_trade(s)
    else:
        s.phase = phase.MOVE_CARD


@rule
def take_group(s: State, kind: int) -> None:
    s.hands[s.seat] |= bit(kind)
    note_group(s, kind)
    next_turn(s)


@rule
def note_group(s: State, kind: int) -> None:
    # IDL-55: who took which is public.
    s.supply &= ~bit(kind)
    s.taken_by[kind - cards.G1] = s.seat
    s.taken_turn[kind - cards.G1] = s.turn


@rule
def open_card(s: State, spot: int) -> None:
    # IDL-37: a face-down card turns face up; everybody knows it from now on.
    piece = s.line[spot]
    s.piece_up[piece] = 1
    s.piece_known[piece] = EVERYBODY


@rule
def start_trade(s: State) -> None:
    # IDL-R9: without cards on two idols nothing happens.
    if lines.lines_in_use(s) >= 2:
        s.phase = phase.TRADE_FIRST
    else:
        next_turn(s)


@rule
def pick(s: State, spot: int, next_phase: int) -> None:
    s.picked = spot
    s.phase = next_phase


@rule
def trade(s: State, spot: int) -> None:
    # IDL-39: the two cards change places and both end face down.
    s.line[spot], s.line[s.picked] = s.line[s.picked], s.line[spot]
    s.piece_up[s.line[spot]] = 0
    s.piece_up[s.line[s.picked]] = 0
    s.picked = cards.EMPTY
    next_turn(s)


@rule
def move_to(s: State, idol: int) -> None:
    # IDL-41: to the bottom of another idol, face down.
    piece = lines.take_piece(s, s.picked)
    s.piece_up[piece] = 0
    lines.add_piece(s, idol, piece)
    s.picked = cards.EMPTY
    next_turn(s)


@rule
def start_exchange(s: State) -> None:
    # IDL-43: without own cards on idols nothing happens and Group Vote III stays; IDL-R14: the space is used all the same.
    if lines.has_own_card(s, s.seat):
        s.phase = phase.EXCHANGE
    else:
        next_turn(s)


@rule
def retake(s: State, spot: int) -> None:
    # IDL-42, IDL-45: the card is a hand card again, its face unshown; what eyes had seen of it is memory only.
    piece = s.line[spot]
    s.retaken_kind = s.piece_kind[piece]
    s.retaken_known = s.piece_known[piece]
    s.hands[s.seat] |= bit(s.retaken_kind)
    # IDL-42: Group Vote III takes its place, face up.
    note_group(s, cards.G3)
    s.piece_kind[piece] = cards.G3
    s.piece_turn[piece] = s.turn
    open_card(s, spot)
    next_turn(s)


@rule
def break_idol(s: State, idol: int) -> None:
    # IDL-46: all face-down cards go to the box, but never the event (IDL-R11); IDL-12, IDL-47: nobody looks at them.
    spot = idol * cards.LINE
    while spot < idol * cards.LINE + s.length[idol]:
        if s.piece_up[s.line[spot]]:
            spot += 1
        else:
            lines.add_piece(s, cards.BOX, lines.take_piece(s, spot))
    next_turn(s)
