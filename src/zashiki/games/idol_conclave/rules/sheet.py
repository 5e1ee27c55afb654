"""Backstage deals: which spaces of the sheet are open, and what each does."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.rule import rule
from zashiki.games.idol_conclave.cards import (
    BOX,
    BREAK,
    CONTROL,
    CONVENE,
    DEAL,
    EMPTY,
    EXCHANGE,
    G1,
    G2,
    G3,
    LINE,
    MOVE,
    OPEN_CONVENE,
    SPACE_COUNT,
    TRADE,
)
from zashiki.games.idol_conclave.rules.lines import add_piece, has_own_card, lines_in_use, take_piece
from zashiki.games.idol_conclave.rules.turns import next_turn
from zashiki.games.idol_conclave.state import (
    BREAK_IDOL,
    CONTROL_CHOICE,
    EVERYBODY,
    MOVE_CARD,
    OPEN_CARD,
    RETAKE,
    TRADE_FIRST,
    State,
)


@rule
def is_closed(s: State) -> int:
    # IDL-30: after Break or Control nothing more is placed; IDL-50: what lies there stays.
    return 1 if s.sheet_kind[BREAK] != EMPTY or s.sheet_kind[CONTROL] != EMPTY else 0


@rule
def empty_bit(s: State, space: int) -> int:
    return bit(space) if s.sheet_kind[space] == EMPTY else 0


@rule
def open_spaces(s: State) -> int:
    """The spaces a deal may be placed on, as a set. IDL-R5: the supply occupies none."""
    if is_closed(s):
        return 0
    # IDL-26: the first deal goes on Open & Convene.
    if s.sheet_kind[OPEN_CONVENE] == EMPTY:
        return bit(OPEN_CONVENE)
    # IDL-27: then row 2 must be filled.
    row_2 = empty_bit(s, TRADE) | empty_bit(s, CONVENE)
    if row_2:
        return row_2
    row_3 = empty_bit(s, MOVE) | empty_bit(s, EXCHANGE)
    # IDL-28: with row 3 empty, Move or Exchange; IDL-29: with a card in it, any empty space of rows 3 and 4.
    return row_3 if count(row_3) == 2 else row_3 | bit(BREAK) | bit(CONTROL)


@rule
def has_right(s: State, seat: int) -> int:
    # IDL-32: a seat whose deal card lies on the sheet; IDL-R6: not one that boxed or voted it; IDL-R21: as a ballot too.
    for space in range(SPACE_COUNT):
        if s.sheet_kind[space] == DEAL and s.sheet_seat[space] == seat:
            return 1
    return 0


@rule
def placeable(s: State, seat: int) -> int:
    """The hand cards the seat may place on the sheet."""
    hand = s.hands[seat]
    # IDL-31: not with one card left.
    if count(hand) < 2:
        return 0
    # IDL-25: the deal card; IDL-32, IDL-33: with the right any card, Group Votes included.
    return hand if has_right(s, seat) else hand & bit(DEAL)


@rule
def place_deal(s: State, kind: int, space: int) -> None:
    # IDL-36: the card stays on the space and is no vote; the effect is carried out at once.
    s.hands[s.seat] &= ~bit(kind)
    s.sheet_kind[space] = kind
    s.sheet_seat[space] = s.seat
    s.sheet_turn[space] = s.turn
    if space == OPEN_CONVENE:
        s.phase = OPEN_CARD
    elif space == TRADE:
        start_trade(s)
    elif space == CONVENE:
        # IDL-40: take Group Vote II.
        take_group(s, G2)
        next_turn(s)
    elif space == MOVE:
        s.phase = MOVE_CARD
    elif space == EXCHANGE:
        start_exchange(s)
    elif space == BREAK:
        s.phase = BREAK_IDOL
    else:
        # IDL-48: Control is a Trade or a Move.
        s.phase = CONTROL_CHOICE


@rule
def take_group(s: State, kind: int) -> None:
    # IDL-55: who took which is public.
    s.supply &= ~bit(kind)
    s.hands[s.seat] |= bit(kind)
    note_group(s, kind)


@rule
def note_group(s: State, kind: int) -> None:
    s.taken_by[kind - G1] = s.seat
    s.taken_turn[kind - G1] = s.turn


@rule
def open_card(s: State, spot: int) -> None:
    # IDL-37: a face-down card turns face up; everybody knows it from now on.
    piece = s.line[spot]
    s.piece_up[piece] = 1
    s.piece_known[piece] = EVERYBODY


@rule
def convene(s: State) -> None:
    # IDL-38: then take Group Vote I.
    take_group(s, G1)
    next_turn(s)


@rule
def start_trade(s: State) -> None:
    # IDL-R9: without cards on two idols nothing happens.
    if lines_in_use(s) >= 2:
        s.phase = TRADE_FIRST
    else:
        next_turn(s)


@rule
def pick(s: State, spot: int, phase: int) -> None:
    s.picked = spot
    s.phase = phase


@rule
def trade(s: State, spot: int) -> None:
    # IDL-39: the two cards change places and both end face down.
    s.line[spot], s.line[s.picked] = s.line[s.picked], s.line[spot]
    s.piece_up[s.line[spot]] = 0
    s.piece_up[s.line[s.picked]] = 0
    s.picked = EMPTY
    next_turn(s)


@rule
def move_to(s: State, idol: int) -> None:
    # IDL-41: to the bottom of another idol, face down.
    piece = take_piece(s, s.picked // LINE, s.picked % LINE)
    s.piece_up[piece] = 0
    add_piece(s, idol, piece)
    s.picked = EMPTY
    next_turn(s)


@rule
def start_exchange(s: State) -> None:
    # IDL-43: without own cards on idols nothing happens and Group Vote III stays; IDL-R14: the space is used all the same.
    if has_own_card(s, s.seat):
        s.phase = RETAKE
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
    s.supply &= ~bit(G3)
    note_group(s, G3)
    s.piece_kind[piece] = G3
    s.piece_turn[piece] = s.turn
    s.piece_up[piece] = 1
    s.piece_known[piece] = EVERYBODY
    next_turn(s)


@rule
def break_idol(s: State, idol: int) -> None:
    # IDL-46: all face-down cards go to the box, but never the event (IDL-R11); IDL-12, IDL-47: nobody looks at them.
    place = 0
    while place < s.length[idol]:
        if s.piece_up[s.line[idol * LINE + place]]:
            place += 1
        else:
            add_piece(s, BOX, take_piece(s, idol, place))
    next_turn(s)
