"""The table of Saigo no Kane as text with rich markup."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import east_asian_width

from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.eyes.view import Play, SeatView, View
from zashiki.games.saigo_no_kane.screen import counts, faces
from zashiki.games.saigo_no_kane.words.catalogue import WORDS, name_of

_STYLE = {"blue": "blue", "purple": "magenta", "yellow": "yellow", "green": "green", "red": "red", "grey": "white"}
_LEGEND = ("popularity", "yen", "vote", *cards.TALENT_IDS)
_MARGIN = 12  # columns for the name of a row
_WIDE = 80  # columns of a terminal: no tile is broken at its edge


def draw_text(v: View) -> str:
    """Day and phase, seats, playground, tracks, pool, stack and own hand."""
    pet = "" if v.pet is None else "   " + WORDS("text_pet", seat=f"{{{v.pet}}}")
    passes = "   " + WORDS("text_passes", passes=v.passes, players=v.players) if v.phase == "lobby" else ""
    day = WORDS("text_day", day=v.day, days=cards.DAYS, phase=WORDS(f"text_{v.phase}"))
    lines = [f"[bold]{day}[/]{pet}{passes}", ""]
    lines += [_seat(v, number, seat) for number, seat in enumerate(v.seats)]
    lines += ["", f"[bold]{WORDS('text_playground')}[/]"]
    lines += [_event(v, space) for space in range(len(v.events))]
    lines += [_row("text_school", [_student(name) for name in v.school if name])]
    lines += [_row("text_market", [_item(name) for name in v.market if name])]
    lines += [_row("text_pool", [_talents(v.pool)]), _piles(v)]
    if v.stack:
        lines += [_row("text_stack", [_played(play) if play is v.stack[0] else f"<- {_played(play)}" for play in v.stack])]
    for number, hand in v.hands.items():
        lines.append(WORDS("text_hand" if hand else "text_no_hand", seat=f"{{{number}}}"))
        lines += [_copies(faces.TEACHERS[name], count) for name, count in hand.items()]
    return "\n".join([*lines, f"[dim]{_legend()}[/]"])


def _columns(markup: str) -> int:
    """How wide something is printed; Japanese letters are two columns wide."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in re.sub(r"\[[a-z/ ]*\]", "", markup))


def _row(key: str, parts: Iterable[str]) -> str:
    """A row with its name in the margin."""
    name = WORDS(key)
    return _in_lines(f"[bold]{name}[/]{' ' * max(1, _MARGIN - _columns(name))}", parts)


def _in_lines(head: str, parts: Iterable[str], between: str = "  ") -> str:
    """Things side by side behind a head, as many in a line as there is room for."""
    lines, margin = [head], " " * _columns(head)
    for part in parts:
        if lines[-1] not in (head, margin) and _columns(lines[-1] + between + part) > _WIDE:
            lines.append(margin)
        lines[-1] += part if lines[-1] in (head, margin) else between + part
    return "\n".join(lines)


def _sign(kind: str) -> str:
    return WORDS(f"letter_{kind}")


def _played(play: Play) -> str:
    return WORDS("text_played", seat=f"{{{play.seat}}}", teacher=name_of(play.card), power=WORDS(f"power_{play.power}"))


def _copies(teacher: faces.Teacher, number: int) -> str:
    first, *others = (words for _, words, _ in teacher.powers)
    or_else, head = WORDS("powers_between").strip(), WORDS("text_copies", number=number, name=teacher.name, powers="")
    return _in_lines(f"  {head}", [first, *(f"{or_else} {words}" for words in others)], " ")


def _legend() -> str:
    names = [name_of(kind) if kind in cards.TALENT_IDS else WORDS(f"sign_{kind}") for kind in _LEGEND]
    read = [f"{_sign(kind)} {words}" for kind, words in zip(_LEGEND, names, strict=True)]
    return _in_lines("", [*read, *re.split("   +", WORDS("text_legend"))])


def _piles(v: View) -> str:
    sizes = (
        ("students", len(v.student_pile), len(v.student_discard)),
        ("items", len(v.item_pile), len(v.item_discard)),
        ("events", len(v.event_pile), len(v.event_discard)),
        ("cards", v.card_pile, v.discarded_cards),
    )
    piles = (f"{WORDS(f'text_pile_{key}')} {left}+{gone}" for key, left, gone in sizes)
    return _in_lines(f"[bold]{WORDS('text_piles')}[/]  ", piles)


def _coloured(text: str, club: faces.Club | None) -> str:
    return text if club is None else f"[{_STYLE[club.colour]}]{text}[/]"


def _amounts(amounts: faces.Amounts, between: str = " ") -> str:
    """ "♥2 Sc1" """
    return between.join(_each(amounts))


def _talents(counts: dict[str, int]) -> str:
    return _amounts(tuple(counts.items())) or "-"


def _seat(v: View, number: int, seat: SeatView) -> str:
    turn = "[bold red]>[/]" if number in v.to_act else " "
    crown = f"  [bold yellow]{WORDS('text_winner')}[/]" if number in v.winners else ""
    name = WORDS("text_no_candidate")
    if seat.candidate is not None:
        person = faces.CANDIDATES[seat.candidate]
        name = _coloured(person.name, person.club) + ("" if seat.active else f" {WORDS('text_face_down')}")
    students = [_student(student) + ("/" if marked else "") for student, marked in seat.students.items()]
    items = [_own_item(seat, item) for item in seat.items]
    votes, hand = WORDS("amount_vote", count=seat.votes), WORDS("text_cards", count=seat.cards)
    head = (
        f"{turn} {{{number}}} [bold]{votes}[/]{crown}  ♥{seat.popularity} ¥{seat.yen}  {_talents(seat.talents)}  {hand}  {name}"
    )
    tiles = (("text_students", students), ("text_items", items))
    return "\n".join([head, *(_in_lines(f"      {WORDS(key, list='')}", owned or ["-"]) for key, owned in tiles)])


def _event(v: View, space: int) -> str:
    name = v.events[space]
    if name is None:
        return f"  {WORDS('text_empty')}"
    poster = faces.EVENTS[name]
    price = f"X {_sign(poster.auction)}" if poster.auction else _amounts(poster.requires)
    marks = " ".join(f"{{{seat}}}" for seat in v.markers[space])
    now = f" [bold red]{WORDS('text_now')}[/]" if v.current == name else ""
    parts = {"votes": WORDS("amount_vote", count=poster.votes), "price": price, "rewards": _amounts(poster.rewards) or "-"}
    return f"  {WORDS('text_event', name=poster.name, id=name, **parts)}   {marks}{now}"


def _student(name: str) -> str:
    person = faces.STUDENTS[name]
    gives = [_amounts(person.talents, ""), *_over_time(person)]
    return f"{_coloured(person.name, person.club)}(♥{person.cost} {' '.join(filter(None, gives))})"


def _over_time(person: faces.Person) -> list[str]:
    """What a student brings when recruited (!) and at every clean-up (+)."""
    cleanup = (*person.produces, ("vote", person.votes_cleanup))
    return [*([f"!{_sign('vote')}{person.votes_now}"] if person.votes_now else []), *(f"+{each}" for each in _each(cleanup))]


def _each(amounts: faces.Amounts) -> list[str]:
    return [f"{_sign(kind)}{number}" for kind, number in amounts if number]


def _item(name: str) -> str:
    """An item on the market: what it costs, and what it gives with 0, 1, 2 characters of its club."""
    thing = faces.ITEMS[name]
    return f"{_coloured(thing.name, thing.club)}(¥{thing.price} {_printed(thing)})"


def _printed(thing: faces.Thing) -> str:
    if thing.kind == "votes":
        return f"!{_sign('vote')}{thing.votes_now}"
    if thing.kind == "cleanup":
        return WORDS("text_cleanup_item", votes=f"{_sign('vote')}{thing.votes_cleanup}", number=cards.CHARACTERS_FOR_VOTES)
    steps = "/".join(_amounts(step, "") for step in thing.steps)
    return steps if thing.kind == "talents" else f"+{steps}"


def _own_item(seat: SeatView, name: str) -> str:
    """An item before its owner: what it gives now."""
    thing = faces.ITEMS[name]
    now = _amounts(counts.yields(seat, name), "") or "-"
    gives = {"votes": "", "talents": f"({now})"}.get(thing.kind, f"(+{now})")
    return _coloured(thing.name, thing.club) + gives
