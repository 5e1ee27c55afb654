"""The table of Rights of Losers as text with rich markup."""

from __future__ import annotations

from zashiki.core.words import seat_mark
from zashiki.games.rights_of_losers import cards
from zashiki.games.rights_of_losers.eyes.view import View
from zashiki.games.rights_of_losers.words.catalogue import WORDS, colour_word

_STYLE = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "p": "magenta"}
_SEAT_STYLE = ("cyan", "bright_red", "bright_green", "bright_yellow", "bright_magenta")


def draw_text(v: View) -> str:
    """Board, trick, seats and own hand."""
    direction = WORDS("text_low" if v.reversed else "text_high")
    lines = [WORDS("text_head", trick=v.trick, tricks=cards.TRICKS, direction=direction, phase=WORDS(f"phase_{v.phase}"))]
    lines += [*_board(v), _colours(), ""]
    if v.plays:
        lines.append(WORDS("text_trick", cards="  ".join(f"{chip(seat)} {card(name)}" for seat, name in v.plays)))
    if v.won and v.winner is not None:
        lines.append(WORDS("text_won", chip=chip(v.winner), cards="  ".join(map(card, v.won))))
    lines += [_seat(v, seat) for seat in range(v.players)]
    for seat, hand in v.hands.items():
        lines.append(WORDS("text_hand", seat=seat_mark(seat), cards="  ".join(map(card, hand))))
    return "\n".join(lines)


def card(name: str) -> str:
    """A building card in its colour; land in plain brackets."""
    return f"[{_STYLE[name[0]]}]{name}[/]" if name[0] in _STYLE and name[1:].isdecimal() else name


def chip(seat: int) -> str:
    """The sign of a seat's currency."""
    return f"[{_SEAT_STYLE[seat]}]{cards.CURRENCIES[seat].text('sign')}[/]"


def _board(v: View) -> list[str]:
    rows = ["       " + "".join(f"{column:<5}" for column in range(1, cards.SIDE + 1))]
    for row in range(cards.SIDE):
        cells = [_cell(v, cards.POINT_IDS[row * cards.SIDE + column]) for column in range(cards.SIDE)]
        rows.append(f"  {row + 1}  " + "".join(cells))
    return rows


def _colours() -> str:
    """What the letters of the cards stand for."""
    return "     " + "  ".join(f"[{style}]{key}[/] {colour_word(k)}" for k, (key, style) in enumerate(_STYLE.items()))


def _cell(v: View, point: str) -> str:
    """Five characters: a card with the chip on it, or a chip on an edge or corner."""
    sign = chip(v.chips[point]) if point in v.chips else "·"
    if point not in cards.SPACE_IDS:
        return f"  {sign}  "
    name = v.field.get(point)
    mark = chip(v.chips[point]) if point in v.chips else " "
    if name is None:
        return "[dim]( )[/]" + "  "
    if name.startswith("land"):
        return f"[bold]{WORDS('board_land_card')}[/]{mark}"
    return f"{card(name)}{' ' * (4 - len(name))}{mark}"


def _seat(v: View, seat: int) -> str:
    turn = "[bold red]▶[/]" if seat in v.to_act else " "
    crown = f"  [bold yellow]{WORDS('text_winner')}[/]" if seat in v.winners else ""
    facts = WORDS(
        "text_seat",
        seat=seat_mark(seat),
        count=v.scores[seat],
        buildings=v.building_points[seat],
        bonus=v.land_bonus[seat],
        land=v.land_cards[seat],
        chips=v.supply[seat],
        tricks=v.tricks_won[seat],
        cards=v.hand_sizes[seat],
    )
    return f"{turn} {chip(seat)} {facts}{crown}"
