"""The table of Idol Conclave as text with rich markup."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import east_asian_width

from zashiki.core.words import listed, seat_mark
from zashiki.games.idol_conclave.cards import EVENT_IDS, IDOL_COUNT, IDOL_IDS, KIND_IDS, SPACE_IDS
from zashiki.games.idol_conclave.eyes.view import Card, View
from zashiki.games.idol_conclave.words.catalogue import WORDS, event_name, idol_name, short, space_name

_SEAT_STYLE = ("bright_red", "bright_blue", "bright_green", "bright_yellow", "bright_white")
_WIDTH = 15
_WIDE = ("W", "F")  # characters that take two columns


def draw_text(v: View) -> str:
    """Sheet, idols with their lines, seats and own hand."""
    lines = [WORDS("terminal_turn", turn=v.turn, phase=WORDS(f"phase_{v.phase}")), ""]
    lines += _columns(v)
    lines += ["", *_sheet(v), ""]
    if v.ballots:
        ballots = [f"{_seat(seat)} {_short(ballot.kind)}" for seat, ballot in v.ballots.items()]
        lines.append(WORDS("terminal_ballots", cards="  ".join(ballots)))
    lines += [_seat_line(v, seat) for seat in range(v.players)]
    lines += [_hand(seat, hand) for seat, hand in v.hands.items() if hand]
    return "\n".join(lines)


def _columns(v: View) -> list[str]:
    """Six columns: name, event, cards from top to bottom, and the total when the game is over."""
    names = [idol_name(idol) for idol in range(IDOL_COUNT)]
    rows = [_row("bold", names)]
    # What a move calls them, where that is not their name.
    if list(map(_spelled, names)) != list(IDOL_IDS):
        rows.append(_row("dim", map(_in_brackets, IDOL_IDS)))
    if v.events:
        shown = zip(v.events, v.events_up, strict=True)
        events = [event_name(EVENT_IDS.index(event)) if up else WORDS("terminal_event_down") for event, up in shown]
        rows.append(_row("dim", events))
    for place in range(max(len(line) for line in v.lines.values())):
        rows.append("".join(_cell(v.lines[idol], place) for idol in IDOL_IDS))
    if v.count is not None:
        results = zip(v.count.totals, v.count.ranks, strict=True)
        rows.append(_row("bold", [WORDS("terminal_total", total=total, rank=rank) for total, rank in results]))
        rows.append(f"[dim]{WORDS('terminal_group', votes=v.count.group_value)}[/]")
    return rows


def _row(style: str, cells: Iterable[str]) -> str:
    return "".join(f"[{style}]{_padded(cell)}[/]" for cell in cells)


def _padded(text: str) -> str:
    """As much of the text as a column holds, and a gap."""
    while _columns_of(text) >= _WIDTH:
        text = text[:-1]
    return text + " " * (_WIDTH - _columns_of(text))


def _columns_of(text: str) -> int:
    return sum(2 if east_asian_width(character) in _WIDE else 1 for character in text)


def _cell(line: tuple[Card, ...], place: int) -> str:
    """Which way up a card lies, what it is, and the number of who played it."""
    if place >= len(line):
        return " " * _WIDTH
    card = line[place]
    face = "▲" if card.up else "▽"
    return f"[{_SEAT_STYLE[card.seat]}]{_padded(f'{face} {_short(card.kind)} {card.seat + 1}')}[/]"


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
    return [head, "  " + "   ".join(cells), WORDS("terminal_box", cards=box)]


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
    words += [WORDS("board_took", card=_short(kind)) for kind, taken in v.taken.items() if taken.seat == seat]
    if v.over:
        words.append(WORDS("board_points", count=v.scores[seat]))
        words += [f"[bold yellow]{WORDS('terminal_winner')}[/]"] if seat in v.winners else []
    return WORDS("terminal_seat", mark=turn, number=seat + 1, seat=_seat(seat), words=listed(words))
