"""The table of Akiwado as text with rich markup."""

from __future__ import annotations

from zashiki.core.words import listed, seat_mark
from zashiki.games.akiwado.cards import CARD_IDS, PIPS
from zashiki.games.akiwado.eyes.view import Cards, View
from zashiki.games.akiwado.screen.board import headline
from zashiki.games.akiwado.words.catalogue import WORDS, combination_name, count_coins
from zashiki.games.akiwado.words.telling import sealed_words

_STYLE = {
    "white": "bold white", "yellow": "yellow", "red": "red", "blue": "bright_blue", "black": "bright_black", "custom": "magenta",
}  # fmt: skip


def draw_text(v: View) -> str:
    """Markets, dice, seats and what the viewer has sealed."""
    deck = [] if v.deck_size is None else [WORDS("term_deck", cards=v.deck_size)]
    facts = [headline(v), *deck, WORDS("term_area", coins=v.area), WORDS("term_stock", coins=v.stock)]
    if v.final_turn:
        facts.append(f"[bold red]{WORDS('term_last')}[/]")
    lines = ["   ".join(facts), ""]
    lines.append(WORDS("term_lots", east=pile(v.east, pips=True), west=pile(v.west, pips=True)))
    lines.append(WORDS("term_piles", waste=pile(v.waste), case=pile(v.case), deck=pile(v.deck or {})))
    lines += _dice(v)
    lines.append("")
    lines += [_seat(v, seat) for seat in range(v.players)]
    lines += [WORDS("term_sealed", seat=seat_mark(seat), answer=sealed_words(text)) for seat, text in v.answers.items()]
    return "\n".join(lines)


def pile(cards: Cards, *, pips: bool = False) -> str:
    """Counts by type in their colours: W2 R1; for a lot with the pip of the colour behind."""
    parts = []
    for kind, name in enumerate(CARD_IDS):
        if cards.get(name):
            part = f"[{_STYLE[name]}]{WORDS(f'letter_{name}')}{cards[name]}[/]"
            parts.append(WORDS("term_lot", pile=part, pip=PIPS[kind]) if pips and PIPS[kind] else part)
    return " ".join(parts) or "–"


def _dice(v: View) -> list[str]:
    if v.dice is None:
        return []
    kept = " ".join(map(str, v.kept or ()))
    lines = [WORDS("term_kept" if kept else "term_dice", dice=" ".join(map(str, v.dice)), kept=kept)]
    if v.phase == "challenge":
        key = "term_voices_void" if v.roll_no == 2 else "term_voices"  # AKI-30
        lines.append(WORDS(key, needed=v.voices_needed, participants=v.players - sum(v.unjust)))
    for split, incomes in v.prospects.items():
        pays = "  ".join(WORDS("gain", seat=seat_mark(seat), coins=coins) for seat, coins in enumerate(incomes))
        lines.append(f"    {split:9} {pays}")
    return lines


def _seat(v: View, seat: int) -> str:
    sign = "[bold red]▶[/]" if seat in v.to_act else "◆" if seat == v.turn_player else " "
    shop = seat_mark(seat)
    if v.colours is not None:
        colour = v.colours[seat]
        shop = WORDS("term_shop", seat=shop, colour=f"[{_STYLE[colour]}]{WORDS(f'colour_{colour}')}[/]")
    return WORDS("term_seat", sign=sign, shop=shop, pile=pile(v.hands[seat]), facts=listed(_facts(v, seat)))


def _facts(v: View, seat: int) -> list[str]:
    purse, said = v.coins[seat], v.declared[seat]
    facts = [WORDS("points", count=v.points[seat]), WORDS("term_purse") if purse is None else count_coins(purse)]
    if v.pairs[seat] > 1:
        facts.append(combination_name(v.pairs[seat]))
    if said:
        facts.append(WORDS("term_says", place=WORDS(f"place_{said}")))
    if v.unjust[seat]:
        facts.append(f"[red]{WORDS('term_unjust')}[/]")
    facts += [WORDS("term_marker", colour=WORDS(f"colour_{key}")) for key, holder in v.privileges.items() if holder == seat]
    if seat in v.answered:
        facts.append(WORDS("term_answered"))
    if seat in v.winners:
        facts.append(f"[bold yellow]{WORDS('term_winner')}[/]")
    return facts
