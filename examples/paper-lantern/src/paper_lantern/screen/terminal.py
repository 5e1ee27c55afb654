"""The table of Paper Lantern as text with rich markup."""

from __future__ import annotations

from paper_lantern import cards
from paper_lantern.eyes.view import Round, View
from paper_lantern.screen.board import SIGNS

STYLES = ("cyan", "bright_red", "bright_green", "bright_yellow", "bright_magenta")


def draw_text(v: View) -> str:
    """The pot, the seats, the rounds so far and the hands that may be seen."""
    prize = "" if v.prize is None else f"   prize [yellow]{v.prize}[/]"
    lines = [f"Round {v.round}/{cards.ROUNDS}{prize}   pot [bold yellow]{v.pot}[/]", ""]
    lines += [_seat(v, seat) for seat in range(v.players)]
    lines += ["", *(_round(number, played) for number, played in enumerate(v.history, 1))]
    lines += [f"Hand of {{{seat}}}: [bold]{'  '.join(map(str, hand))}[/]" for seat, hand in v.hands.items() if hand]
    return "\n".join(lines)


def sign(seat: int) -> str:
    """The sign of a seat in its colour."""
    return f"[{STYLES[seat]}]{SIGNS[seat]}[/]"


def _seat(v: View, seat: int) -> str:
    turn = "[bold red]▶[/]" if seat in v.to_act else " "
    bid = f"bid {v.bids[seat]}" if seat in v.bids else "bid sealed" if v.sealed[seat] else ""
    crown = "[bold yellow]winner[/]" if seat in v.winners else ""
    return f"{turn} {sign(seat)} {{{seat}}}: {v.won[seat]} points  {bid}{crown}".rstrip()


def _round(number: int, played: Round) -> str:
    bids = "  ".join(f"{sign(seat)} {bid}" for seat, bid in enumerate(played.bids))
    taker = "nobody" if played.taker is None else f"{{{played.taker}}}"
    return f"  {number}. prize {played.prize}   {bids}   → {taker}"
