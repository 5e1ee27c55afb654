"""The table of Idol Conclave as text with rich markup."""

from __future__ import annotations

import re
from unicodedata import east_asian_width

from zashiki.core.words import listed, seat_mark
from zashiki.games.idol_conclave.cards import (
    EFFECTS,
    EVENT_IDS,
    EVENT_VOTES,
    EVENTS,
    IDOL_COUNT,
    IDOL_IDS,
    KIND_IDS,
    MOVE,
    SPACE_IDS,
    signed,
)
from zashiki.games.idol_conclave.eyes.view import Card, View
from zashiki.games.idol_conclave.words.catalogue import WORDS, card_name, event_name, idol_name, short, space_name, told

_SEAT_STYLE = ("bright_red", "bright_blue", "bright_green", "bright_yellow", "bright_white")
_SCREEN = 80  # columns of the narrowest screen
_GAP = 2
_WIDE = ("W", "F")  # characters that take two columns


def draw_text(v: View) -> str:
    """Sheet, idols with their lines, seats and own hand."""
    lines = [WORDS("terminal_turn", turn=v.turn, phase=WORDS(f"phase_{v.phase}")), ""]
    lines += _stage(v)
    lines += ["", *_sheet(v), ""]
    if v.ballots:
        ballots = [f"{_seat(seat)} {_short(ballot.kind)}" for seat, ballot in v.ballots.items()]
        lines.append(WORDS("terminal_ballots", cards="  ".join(ballots)))
    lines += [_seat_line(v, seat) for seat in range(v.players)]
    lines += [_hand(seat, hand) for seat, hand in v.hands.items() if hand]
    return "\n".join(lines)


def _stage(v: View) -> list[str]:
    """The idols below one another: name, event, the total when the game is over, and the cards from the first on."""
    columns = [("bold", [_name(idol) for idol in range(IDOL_COUNT)])]
    if v.events:
        columns.append(("dim", [_event(event, up) for event, up in zip(v.events, v.events_up, strict=True)]))
    if v.count is not None:
        results = zip(v.count.totals, v.count.ranks, strict=True)
        columns.append(("bold", [WORDS("terminal_total", total=total, rank=rank) for total, rank in results]))
    begun, width = [""] * IDOL_COUNT, 0
    for style, cells in columns:
        wide = max(map(_columns_of, cells)) + _GAP
        begun = [f"{row}[{style}]{cell}[/]{' ' * (wide - _columns_of(cell))}" for row, cell in zip(begun, cells, strict=True)]
        width += wide
    rows = [row for idol, start in zip(IDOL_IDS, begun, strict=True) for row in _row(start, width, v.lines[idol])]
    for event in (EVENT_IDS.index(key) for key, up in zip(v.events, v.events_up, strict=True) if up):
        if event in EFFECTS:
            rows.append(f"[dim]{WORDS('terminal_event', event=event_name(event), words=told(EVENTS[event]))}[/]")
    if v.count is not None:
        rows.append(f"[dim]{WORDS('terminal_group', votes=v.count.group_value)}[/]")
    return rows


def _name(idol: int) -> str:
    """An idol, with what a move calls her where that is not her name."""
    name, key = idol_name(idol), IDOL_IDS[idol]
    return name if _spelled(name) == key else name + _in_brackets(key)


def _event(key: str, up: bool) -> str:
    """An event, with its votes if it counts a number."""
    if not up:
        return WORDS("terminal_event_down")
    event = EVENT_IDS.index(key)
    return event_name(event) if event in EFFECTS else f"{event_name(event)} {signed(EVENT_VOTES[event])}"


def _row(start: str, width: int, line: tuple[Card, ...]) -> list[str]:
    """The cards of a line behind its start, in as many rows as they need."""
    rows, end = [start], width
    for card in line:
        cell = f"{'▲' if card.up else '▽'} {_short(card.kind)} {card.seat}"
        if end + _GAP + _columns_of(cell) > _SCREEN:
            rows.append(" " * width)
            end = width
        gap = " " * _GAP if end > width else ""
        rows[-1] += f"{gap}[{_SEAT_STYLE[card.seat]}]{cell}[/]"
        end += _columns_of(gap + cell)
    return rows


def _columns_of(text: str) -> int:
    return sum(2 if east_asian_width(character) in _WIDE else 1 for character in text)


def _short(kind: str | None) -> str:
    return short(KIND_IDS.index(kind)) if kind else "?"


def _spelled(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower()).strip("-")


def _in_brackets(key: str) -> str:
    return WORDS("terminal_typed", typed=key)


def _sheet(v: View) -> list[str]:
    cells = []
    for space, key in enumerate(SPACE_IDS):
        name = space_name(space)
        shown = name if _spelled(name) == key else name + _in_brackets(key)
        if key in v.sheet:
            cells.append(WORDS("terminal_space_used", space=shown, card=_short(v.sheet[key].kind), seat=_seat(v.sheet[key].seat)))
        else:
            is_open = key in v.open_spaces
            cells.append(WORDS("terminal_space_open", space=f"[bold]{shown}[/]") if is_open else f"[dim]{shown}[/]")
    supply = " ".join(map(_short, v.supply)) or WORDS("terminal_none")
    head = WORDS("terminal_sheet_closed") if v.closed else WORDS("terminal_sheet", cards=supply)
    box = " ".join(_short(card.kind) for card in v.box) or WORDS("terminal_none")
    rows = ["  " + "   ".join(part) for part in (cells[:MOVE], cells[MOVE:])]  # one line would be wider than a screen
    return [head, *rows, WORDS("terminal_box", cards=box)]


def _seat(seat: int) -> str:
    return f"[{_SEAT_STYLE[seat]}]{seat_mark(seat)}[/]"


def _hand(seat: int, hand: tuple[str, ...]) -> str:
    """The cards of a hand, each with what a move calls it."""
    return WORDS("terminal_hand", seat=seat_mark(seat), cards="  ".join(_short(kind) + _in_brackets(kind) for kind in hand))


def _seat_line(v: View, seat: int) -> str:
    turn = "[bold red]▶[/]" if seat in v.to_act else " "
    words = [WORDS("board_cards", count=v.hand_sizes[seat])]
    if v.candidates:
        words.insert(0, WORDS("terminal_candidate", idol=idol_name(IDOL_IDS.index(v.candidates[seat]))))
    if seat in v.identities:
        words.insert(0, WORDS("terminal_identity", idol=idol_name(IDOL_IDS.index(v.identities[seat]))))
    words += [WORDS("terminal_negative")] * v.neg_flags[seat] + [WORDS("terminal_right")] * v.rights[seat]
    words += [WORDS("board_took", card=card_name(KIND_IDS.index(kind))) for kind, taken in v.taken.items() if taken.seat == seat]
    if v.over:
        words.append(WORDS("board_points", count=v.scores[seat]))
        words += [f"[bold yellow]{WORDS('terminal_winner')}[/]"] if seat in v.winners else []
    return WORDS("terminal_seat", mark=turn, number=seat, seat=_seat(seat), words=listed(words))
