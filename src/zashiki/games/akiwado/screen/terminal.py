"""The table of Akiwado as text with rich markup."""

from __future__ import annotations

from zashiki.games.akiwado.cards import CARD_IDS, COMBINATION_NAMES, PIPS
from zashiki.games.akiwado.eyes.view import Cards, View
from zashiki.games.akiwado.words.catalogue import count_coins

_STYLE = {
    "white": "bold white", "yellow": "yellow", "red": "red", "blue": "bright_blue", "black": "bright_black", "custom": "magenta",
}  # fmt: skip
_LETTER = {"white": "W", "yellow": "Y", "red": "R", "blue": "B", "black": "K", "custom": "*"}


def draw_text(v: View) -> str:
    """Markets, dice, seats and what the viewer has sealed."""
    last = "  [bold red]last turn[/]" if v.final_turn else ""
    deck = "" if v.deck_size is None else f"   deck {v.deck_size}"
    lines = [f"Turn {v.turn}   {v.phase}{deck}   coin area {v.area}   stock {v.stock}{last}", ""]
    lines.append(f"  East: {pile(v.east, pips=True)}      West: {pile(v.west, pips=True)}")
    lines.append(f"  Waste: {pile(v.waste)}   Case: {pile(v.case)}   Left in the deck: {pile(v.deck or {})}")
    lines += _dice(v)
    lines.append("")
    lines += [_seat(v, seat) for seat in range(v.players)]
    lines += [f"Sealed by {{{seat}}}: {text}" for seat, text in v.answers.items()]
    return "\n".join(lines)


def pile(cards: Cards, *, pips: bool = False) -> str:
    """Counts by type in their colours: W2 R1; for a lot with the pip of the colour behind."""
    parts = []
    for kind, name in enumerate(CARD_IDS):
        if cards.get(name):
            pip = f" (pip {PIPS[kind]})" if pips and PIPS[kind] else ""
            parts.append(f"[{_STYLE[name]}]{_LETTER[name]}{cards[name]}[/]{pip}")
    return " ".join(parts) or "–"


def _dice(v: View) -> list[str]:
    if v.dice is None:
        return []
    lines = [f"  Dice: {' '.join(map(str, v.dice))}" + (f"   kept: {' '.join(map(str, v.kept))}" if v.kept else "")]
    if v.phase == "challenge":
        what = "leave everybody unpaid" if v.roll_no == 2 else "force a new roll"  # AKI-30
        lines.append(f"  Voices that {what}: {v.voices_needed} of {v.players - sum(v.unjust)}")
    for split, incomes in v.prospects.items():
        pays = "  ".join(f"{{{seat}}} +{coins}" for seat, coins in enumerate(incomes))
        lines.append(f"    {split:9} {pays}")
    return lines


def _seat(v: View, seat: int) -> str:
    turn = "[bold red]▶[/]" if seat in v.to_act else "◆" if seat == v.turn_player else " "
    purse = v.coins[seat]
    coins = "purse closed" if purse is None else count_coins(purse)
    colour = "" if v.colours is None else f" ([{_STYLE[v.colours[seat]]}]{v.colours[seat]}[/])"
    words = [f"{v.points[seat]} points", coins]
    if v.pairs[seat] > 1:
        words.append(COMBINATION_NAMES[v.pairs[seat]])
    if v.declared[seat]:
        words.append(f"says {v.declared[seat]}")
    if v.unjust[seat]:
        words.append("[red]unjust[/]")
    words += [f"{colour_name} marker" for colour_name, holder in v.privileges.items() if holder == seat]
    if seat in v.answered:
        words.append("sealed")
    if seat in v.winners:
        words.append("[bold yellow]winner[/]")
    return f"{turn} {{{seat}}}{colour}: {pile(v.hands[seat])}   {', '.join(words)}"
