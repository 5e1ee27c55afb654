"""The table of Saigo no Kane as text with rich markup."""

from __future__ import annotations

from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.eyes.view import SeatView, View
from zashiki.games.saigo_no_kane.screen import counts, faces

_STYLE = {"blue": "blue", "purple": "magenta", "yellow": "yellow", "green": "green", "red": "red", "grey": "white"}
_SIGNS = {"popularity": "♥", "yen": "¥", "cards": "cards ", "vote": "V"} | {
    t.text("key"): t.text("letter") for t in cards.TALENT_DATA
}


def draw_text(v: View) -> str:
    """Day and phase, seats, playground, tracks, pool, stack and own hand."""
    pet = "" if v.pet is None else f"   pet: {{{v.pet}}}"
    passes = f"   passes in a row: {v.passes}/{v.players}" if v.phase == "lobby" else ""
    lines = [f"[bold]Day {v.day}/{cards.DAYS} {v.phase.upper()}[/]{pet}{passes}", ""]
    lines += [_seat(v, number, seat) for number, seat in enumerate(v.seats)]
    lines += ["", "[bold]Playground[/]"]
    lines += [_event(v, space) for space in range(len(v.events))]
    lines += ["[bold]School[/] (♥)  " + "  ".join(_student(name) for name in v.school if name)]
    lines += ["[bold]Market[/] (¥)  " + "  ".join(_item(name) for name in v.market if name)]
    lines += ["[bold]Pool[/]        " + _talents(v.pool), _piles(v)]
    if v.stack:
        lines += ["[bold]Stack[/]       " + " <- ".join(f"{{{play.seat}}} {play.card} {play.power}" for play in v.stack)]
    for number, hand in v.hands.items():
        lines.append(f"Hand of {{{number}}}:{'' if hand else ' no teacher cards'}")
        lines += [f"  {count}x {_teacher(faces.TEACHERS[name])}" for name, count in hand.items()]
    return "\n".join([*lines, _legend()])


def _teacher(teacher: faces.Teacher) -> str:
    return f"{teacher.name}: {' / '.join(words for _, words, _ in teacher.powers)}"


def _legend() -> str:
    signs = {"popularity": "popularity", "yen": "yen", "vote": "votes"} | dict(
        zip(cards.TALENT_IDS, cards.TALENT_NAMES, strict=True)
    )
    read = "  ".join(f"{_SIGNS[kind]} {words}" for kind, words in signs.items())
    return f"[dim]{read}   ! once   + every clean-up   1/2/3 with 0, 1, 2 characters of its club[/]"


def _piles(v: View) -> str:
    sizes = (
        ("students", len(v.student_pile), len(v.student_discard)),
        ("items", len(v.item_pile), len(v.item_discard)),
        ("events", len(v.event_pile), len(v.event_discard)),
        ("teacher cards", v.card_pile, v.discarded_cards),
    )
    return "[bold]In the pile + discarded[/]  " + "  ".join(f"{words} {left}+{gone}" for words, left, gone in sizes)


def _coloured(text: str, club: faces.Club | None) -> str:
    return text if club is None else f"[{_STYLE[club.colour]}]{text}[/]"


def _amounts(amounts: faces.Amounts, between: str = " ") -> str:
    """ "♥2 Sc1" """
    return between.join(_each(amounts))


def _talents(counts: dict[str, int]) -> str:
    return _amounts(tuple(counts.items())) or "-"


def _seat(v: View, number: int, seat: SeatView) -> str:
    turn = "[bold red]>[/]" if number in v.to_act else " "
    crown = "  [bold yellow]winner[/]" if number in v.winners else ""
    name = "no candidate yet"
    if seat.candidate is not None:
        person = faces.CANDIDATES[seat.candidate]
        name = _coloured(person.name, person.club) + ("" if seat.active else " (face down)")
    students = "  ".join(_student(student) + ("/" if marked else "") for student, marked in seat.students.items())
    items = "  ".join(_own_item(seat, item) for item in seat.items)
    return (
        f"{turn} {{{number}}} [bold]{seat.votes} votes[/]{crown}  ♥{seat.popularity} ¥{seat.yen}  {_talents(seat.talents)}  "
        f"{seat.cards} cards  {name}\n      students: {students or '-'}\n      items: {items or '-'}"
    )


def _event(v: View, space: int) -> str:
    name = v.events[space]
    if name is None:
        return "  (empty space)"
    poster = faces.EVENTS[name]
    price = f"X {_SIGNS[poster.auction]}" if poster.auction else _amounts(poster.requires)
    marks = " ".join(f"{{{seat}}}" for seat in v.markers[space])
    now = " [bold red]now[/]" if v.current == name else ""
    return f"  {poster.name} ({name}): {poster.votes} votes for {price} > {_amounts(poster.rewards) or '-'}   {marks}{now}"


def _student(name: str) -> str:
    person = faces.STUDENTS[name]
    gives = [_amounts(person.talents, ""), *_over_time(person)]
    return f"{_coloured(person.name, person.club)}(♥{person.cost} {' '.join(filter(None, gives))})"


def _over_time(person: faces.Person) -> list[str]:
    """What a student brings when recruited (!) and at every clean-up (+)."""
    cleanup = (*person.produces, ("vote", person.votes_cleanup))
    return [*([f"!{_SIGNS['vote']}{person.votes_now}"] if person.votes_now else []), *(f"+{each}" for each in _each(cleanup))]


def _each(amounts: faces.Amounts) -> list[str]:
    return [f"{_SIGNS[kind]}{number}" for kind, number in amounts if number]


def _item(name: str) -> str:
    """An item on the market: what it costs, and what it gives with 0, 1, 2 characters of its club."""
    thing = faces.ITEMS[name]
    return f"{_coloured(thing.name, thing.club)}(¥{thing.price} {_printed(thing)})"


def _printed(thing: faces.Thing) -> str:
    if thing.kind == "votes":
        return f"!{_SIGNS['vote']}{thing.votes_now}"
    if thing.kind == "cleanup":
        return f"+{_SIGNS['vote']}{thing.votes_cleanup} with {cards.CHARACTERS_FOR_VOTES}"
    steps = "/".join(_amounts(step, "") for step in thing.steps)
    return steps if thing.kind == "talents" else f"+{steps}"


def _own_item(seat: SeatView, name: str) -> str:
    """An item before its owner: what it gives now."""
    thing = faces.ITEMS[name]
    now = _amounts(counts.yields(seat, name), "") or "-"
    gives = {"votes": "", "talents": f"({now})"}.get(thing.kind, f"(+{now})")
    return _coloured(thing.name, thing.club) + gives
