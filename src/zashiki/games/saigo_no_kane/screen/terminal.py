"""The table of Saigo no Kane as text with rich markup."""

from __future__ import annotations

from zashiki.games.saigo_no_kane.cards import (
    AUCTION,
    CANDIDATE_CLUB,
    CANDIDATE_IDS,
    CANDIDATE_NAMES,
    CLUB_DATA,
    COST,
    EVENT_IDS,
    EVENT_NAMES,
    EVENT_VOTES,
    ITEM_CLUB,
    ITEM_IDS,
    ITEM_NAMES,
    NO_AUCTION,
    PRICE,
    REQUIRED,
    REWARD,
    REWARDS,
    STUDENT_CLUB,
    STUDENT_IDS,
    STUDENT_NAMES,
    STUDENT_TALENTS,
    TALENT_DATA,
    TALENT_IDS,
    TALENTS,
    TEACHER_IDS,
    TEACHER_NAMES,
    TYPES,
)
from zashiki.games.saigo_no_kane.eyes.view import SeatView, View

_STYLE = {"blue": "blue", "purple": "magenta", "yellow": "yellow", "green": "green", "red": "red", "grey": "white"}
_LETTERS = tuple(talent.text("letter") for talent in TALENT_DATA)
_SIGNS = ("♥", "¥", *_LETTERS)


def draw_text(v: View) -> str:
    """Day and phase, seats, playground, tracks, pool, stack and own hand."""
    pet = "" if v.pet is None else f"   pet: {{{v.pet}}}"
    passes = f"   passes in a row: {v.passes}/{v.players}" if v.phase == "lobby" else ""
    lines = [f"[bold]Day {v.day}/5 {v.phase.upper()}[/]{pet}{passes}", ""]
    lines += [_seat(v, number, seat) for number, seat in enumerate(v.seats)]
    lines += ["", "[bold]Playground[/]"]
    lines += [_event(v, space) for space in range(len(v.events))]
    lines += ["[bold]School[/] (♥)  " + "  ".join(_student(name) for name in v.school if name)]
    lines += ["[bold]Market[/] (¥)  " + "  ".join(_item(name) for name in v.market if name)]
    lines += ["[bold]Pool[/]        " + talents(v.pool), _piles(v)]
    if v.stack:
        lines += ["[bold]Stack[/]       " + " <- ".join(f"{{{play.seat}}} {play.card} {play.power}" for play in v.stack)]
    for number, hand in v.hands.items():
        cards = "  ".join(f"{count}x {TEACHER_NAMES[TEACHER_IDS.index(name)]}" for name, count in hand.items())
        lines.append(f"Hand of {{{number}}}: {cards or 'no teacher cards'}")
    return "\n".join(lines)


def _piles(v: View) -> str:
    sizes = (
        ("students", len(v.student_pile), len(v.student_discard)),
        ("items", len(v.item_pile), len(v.item_discard)),
        ("events", len(v.event_pile), len(v.event_discard)),
        ("teacher cards", v.card_pile, v.discarded_cards),
    )
    return "[bold]In the pile + discarded[/]  " + "  ".join(f"{words} {left}+{gone}" for words, left, gone in sizes)


def coloured(text: str, club: int) -> str:
    """Text in the colour of a club, with its letter for who sees no colours."""
    if club < 0:
        return text
    return f"[{_STYLE[CLUB_DATA[club].text('colour')]}]{text}[/]"


def talents(counts: dict[str, int]) -> str:
    """D2 Sc1: the talents there are."""
    return " ".join(f"{letter}{counts[name]}" for name, letter in zip(TALENT_IDS, _LETTERS, strict=True) if counts[name]) or "-"


def _seat(v: View, number: int, seat: SeatView) -> str:
    turn = "[bold red]>[/]" if number in v.to_act else " "
    crown = "  [bold yellow]winner[/]" if number in v.winners else ""
    name = "no candidate yet"
    if seat.candidate is not None:
        k = CANDIDATE_IDS.index(seat.candidate)
        name = coloured(CANDIDATE_NAMES[k], CANDIDATE_CLUB[k]) + ("" if seat.active else " (face down)")
    students = "  ".join(_student(student) + ("/" if marked else "") for student, marked in seat.students.items())
    items = "  ".join(_item(item) for item in seat.items)
    return (
        f"{turn} {{{number}}} [bold]{seat.votes} votes[/]{crown}  ♥{seat.popularity} ¥{seat.yen}  {talents(seat.talents)}  "
        f"{seat.cards} cards  {name}\n      students: {students or '-'}\n      items: {items or '-'}"
    )


def _event(v: View, space: int) -> str:
    name = v.events[space]
    if name is None:
        return "  (empty space)"
    event = EVENT_IDS.index(name)
    if AUCTION[event] != NO_AUCTION:
        price = f"X {_SIGNS[AUCTION[event]]}"
    else:
        price = " ".join(f"{_SIGNS[k]}{REQUIRED[event * TYPES + k]}" for k in range(TYPES) if REQUIRED[event * TYPES + k])
    given = REWARD[event * REWARDS : (event + 1) * REWARDS]
    rewards = " ".join(f"{sign}{number}" for sign, number in zip(("♥", "¥", "cards "), given, strict=True) if number)
    marks = " ".join(f"{{{seat}}}" for seat in v.markers[space])
    now = " [bold red]now[/]" if v.current == name else ""
    return f"  {EVENT_NAMES[event]} ({name}): {EVENT_VOTES[event]} votes for {price} > {rewards or '-'}   {marks}{now}"


def _student(name: str) -> str:
    k = STUDENT_IDS.index(name)
    given = STUDENT_TALENTS[k * TALENTS : (k + 1) * TALENTS]
    shown = "".join(f"{letter}{number}" for letter, number in zip(_LETTERS, given, strict=True) if number)
    return coloured(STUDENT_NAMES[k], STUDENT_CLUB[k]) + f"(♥{COST[k]} {shown})"


def _item(name: str) -> str:
    k = ITEM_IDS.index(name)
    return coloured(ITEM_NAMES[k], ITEM_CLUB[k]) + f"(¥{PRICE[k]})"
