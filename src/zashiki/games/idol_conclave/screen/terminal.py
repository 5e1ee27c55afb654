"""The table of Idol Conclave as text with rich markup."""

from __future__ import annotations

from zashiki.games.idol_conclave import cards
from zashiki.games.idol_conclave.eyes.view import Card, View

_SEAT_STYLE = ("bright_red", "bright_blue", "bright_green", "bright_yellow", "bright_white")
_WIDTH = 15


def draw_text(v: View) -> str:
    """Sheet, idols with their lines, seats and own hand."""
    lines = [f"Turn {v.turn}   phase: {v.phase}", ""]
    lines += _columns(v)
    lines += ["", *_sheet(v), ""]
    if v.ballots:
        lines.append("Ballots: " + "  ".join(f"{_seat(seat)} {ballot.kind or '?'}" for seat, ballot in v.ballots.items()))
    lines += [_seat_line(v, seat) for seat in range(v.players)]
    lines += [f"Hand of {{{seat}}}: {'  '.join(hand)}" for seat, hand in v.hands.items() if hand]
    return "\n".join(lines)


def _columns(v: View) -> list[str]:
    """Six columns: name, event, cards from top to bottom, and the total when the game is over."""
    rows = ["".join(f"[bold]{name:<{_WIDTH}}[/]" for name in cards.IDOL_NAMES)]
    if v.events:
        shown = zip(v.events, v.events_up, strict=True)
        names = [cards.EVENT_NAMES[cards.EVENT_IDS.index(event)] if up else "(face down)" for event, up in shown]
        rows.append("".join(f"[dim]{name[: _WIDTH - 1]:<{_WIDTH}}[/]" for name in names))
    for place in range(max(len(line) for line in v.lines.values())):
        rows.append("".join(_cell(v.lines[idol], place) for idol in cards.IDOL_IDS))
    if v.count is not None:
        results = zip(v.count.totals, v.count.ranks, strict=True)
        rows.append("".join(f"[bold]{f'{total} (#{rank})':<{_WIDTH}}[/]" for total, rank in results))
        rows.append(f"[dim]Group value {v.count.group_value}[/]")
    return rows


def _cell(line: tuple[Card, ...], place: int) -> str:
    if place >= len(line):
        return " " * _WIDTH
    card = line[place]
    face = "▲" if card.up else "▽"
    kind = card.kind or "?"
    return f"[{_SEAT_STYLE[card.seat]}]{face} {kind} {card.seat}[/]" + " " * (_WIDTH - 4 - len(kind) - len(str(card.seat)) + 1)


def _sheet(v: View) -> list[str]:
    cells = []
    for space, name in zip(cards.SPACE_IDS, cards.SPACE_NAMES, strict=True):
        if space in v.sheet:
            cells.append(f"{name}: {v.sheet[space].kind} of {_seat(v.sheet[space].seat)}")
        else:
            cells.append(f"[bold]{name}[/]: open" if space in v.open_spaces else f"[dim]{name}[/]")
    state = "closed" if v.closed else "supply " + (" ".join(v.supply) or "none")
    return [f"Backstage ({state})", "  " + "   ".join(cells), f"Box: {' '.join(card.kind or '?' for card in v.box) or 'empty'}"]


def _seat(seat: int) -> str:
    return f"[{_SEAT_STYLE[seat]}]{{{seat}}}[/]"


def _seat_line(v: View, seat: int) -> str:
    turn = "[bold red]▶[/]" if seat in v.to_act else " "
    words = [f"{v.hand_sizes[seat]} cards"]
    if v.candidates:
        words.insert(0, f"candidate {v.candidates[seat]}")
    if seat in v.identities:
        words.insert(0, f"identity {v.identities[seat]}")
    words += ["holds the negative"] * v.neg_flags[seat] + ["has the right"] * v.rights[seat]
    words += [f"took {kind}" for kind, taken in v.taken.items() if taken.seat == seat]
    if v.over:
        words.append(f"leader points {v.scores[seat]}" + ("  [bold yellow]winner[/]" if seat in v.winners else ""))
    return f"{turn} {_seat(seat)}: " + ", ".join(words)
