"""Candidates, students and teachers of Saigo no Kane on paper."""

from __future__ import annotations

from zashiki.core.pieces import Edition
from zashiki.drawing import faces
from zashiki.drawing.faces import grown, tint
from zashiki.drawing.font import SERIF
from zashiki.drawing.shapes import PAPER, box, circle, ground, line
from zashiki.drawing.text import INK, Box, fitted, paragraph
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.screen.faces import Amounts, Person, Teacher
from zashiki.games.saigo_no_kane.sheets.art import (
    BRONZE,
    CARD,
    SOFT,
    amount,
    bell,
    emblem,
    inks,
    mark,
    pattern,
    plate,
    portrait,
    price,
    token,
)
from zashiki.games.saigo_no_kane.words.catalogue import PRINT

MIDDLE, CENTRE = CARD.width / 2, CARD.height / 2


def student(edition: Edition, person: Person) -> str:
    """A student: cost and club above, talents below, at the side what each clean-up brings."""
    drawn = [*_person(edition, person), price(edition, "popularity", person.cost, 9, 9.2, 11.5), talents(person.talents)]
    return _framed(edition, person, drawn)


def candidate(edition: Edition, person: Person, start: Amounts) -> str:
    """The side of a candidate that can still act: what it starts with, and its ability."""
    drawn = _person(edition, person)
    x = MIDDLE - (len(start) - 1) * 4.6
    drawn += [amount(kind, number, x + k * 9.2, 49.8, 4.6) for k, (kind, number) in enumerate(start)]
    ability = PRINT("ability", swaps=cards.SWAPS)
    drawn.append(paragraph(ability, Box(5.2, 52.6, 34.6, 6.6), 2.4, 1.8, anchor="middle", middle=True))
    return _framed(edition, person, drawn)


def candidate_down(edition: Edition, person: Person) -> str:
    """The side for a candidate who has exchanged talents today."""
    ink, _ = inks(person.club)
    drawn = [
        box(3, 3, 39, 57, fill=tint(edition, "#efece6"), stroke=ink, line=0.5, round=2.2),
        mark("bell", MIDDLE, 21, 20, "#b9b1a4"),
        emblem(edition, person.club, MIDDLE, 37.5, 9),
        paragraph(f"**{PRINT('used')}**", Box(5, 43, 35, 7), 3.4, 2.4, bold=SERIF, anchor="middle", middle=True),
        fitted(person.name, MIDDLE, 53.6, 35, 3.4, 2, SERIF, "middle"),
        fitted(PRINT("used_note"), MIDDLE, 57.8, 35, 2.3, 1.7, anchor="middle", fill=SOFT),
    ]
    return ground(edition.card, tint(edition, "#cfc9bf")) + grown(edition, CARD, drawn)


def teacher(edition: Edition, card: Teacher) -> str:
    """A teacher and two powers, one of which is used."""
    ink, pale = inks(card.club)
    drawn = [
        box(3, 3, 39, 57, fill=PAPER, stroke=ink, line=0.5, round=2.2),
        box(3.3, 3.3, 38.4, 23.6, fill=tint(edition, pale), round=2),
        portrait(edition, card.key, card.club, 11, 3.6, 23, teacher=True),
        emblem(edition, card.club, 37.2, 8, 6.8),
        plate(edition, card.name, 4.6, 25.6, 35.8, 5.8, ink),
    ]
    for k, (power, _, _) in enumerate(card.powers):
        top = 32.6 + k * 13.4
        if k:
            drawn += [line(x, top - 0.2, x + 12, top - 0.2, stroke=ink, width=0.3) for x in (6, 27)]
            drawn.append(fitted(PRINT("or"), MIDDLE, top + 0.7, 9, 2.2, 1.6, anchor="middle", fill=SOFT))
        drawn.append(_power_sign(power, 9.2, top + 6.6))
        drawn.append(paragraph(PRINT(f"power_{power}", loss=cards.LOSS), Box(14.2, top + 0.8, 26.4, 12), 2.5, 2.0, middle=True))
    return ground(edition.card, tint(edition, ink)) + grown(edition, CARD, drawn)


def _power_sign(power: str, x: float, y: float) -> str:
    """What a power is about, small enough to find it in a hand."""
    if power == "counter":
        ring = circle(x, y, 3.6, stroke="#b03427", line=0.9)
        return mark("cards", x, y, 4.6, INK) + ring + line(x - 2.5, y + 2.5, x + 2.5, y - 2.5, stroke="#b03427", width=0.9)
    sign = {"item": "yen", "market": "yen", "yen": "yen"}.get(power, "popularity")
    if power in ("popularity", "yen"):
        return fitted(f"−{cards.LOSS}", x - 1.7, y + 1.2, 4, 3.4, 2, anchor="middle") + token(sign, x + 2.2, y, 3.8)
    tile = box(x - 2.6, y - 3.6, 5.2, 7.2, fill=PAPER, stroke=INK, line=0.4, round=0.6)
    turned = f'<g transform="rotate({60 if power == "mark" else 0} {x} {y})">{tile}</g>'
    return turned + mark(sign, x, y, 3, SOFT)


def _person(edition: Edition, person: Person) -> list[str]:
    """What candidates and students have in common."""
    ink, pale = inks(person.club)
    drawn = [
        box(3, 3, 39, 57, fill=PAPER, stroke=ink, line=0.4, round=2.2),
        box(3.3, 3.3, 38.4, 37, fill=tint(edition, pale), round=2),
        _halo(edition),
        portrait(edition, person.key, person.club, 6.5, 6.4, 34),
        emblem(edition, person.club, 37, 8.4, 8),
        plate(edition, person.name, 3.3, 40, 38.4, 6, ink),
    ]
    bring = [(kind, number, "+") for kind, number in person.produces]
    if person.votes_cleanup:
        bring.append(("vote", person.votes_cleanup, "+"))
    if person.votes_now:
        bring.append(("vote", person.votes_now, ""))
    for k, (kind, number, plus) in enumerate(bring):
        y = 36 - (len(bring) - 1 - k) * 6.6
        fill, edge = (PAPER, ink) if plus else (tint(edition, "#f6e2a0"), BRONZE)
        drawn.append(box(30.6, y - 3, 10.6, 6, fill=fill, stroke=edge, line=0.35, round=1.2))
        drawn.append(amount(kind, number, 35.9, y, 4.6, plus))
    return drawn


def _halo(edition: Edition) -> str:
    """Rings behind the head, as on a campaign poster."""
    return "".join(circle(23.5, 22, r, stroke="#ded7ca" if edition.spare else PAPER, line=1.1) for r in (9, 12.5, 16))


def talents(given: Amounts, y: float = 53.4) -> str:
    """The talents somebody gives: a sign for each, and how many."""
    wide = min(9.4, 37.0 / max(1, len(given)))
    side = min(6.6, wide - 0.6)
    left = MIDDLE - wide * (len(given) - 1) / 2
    return "".join(
        token(kind, left + k * wide, y - 2.7, side) + fitted(str(number), left + k * wide, y + 5.2, wide, 4.4, 3, SERIF, "middle")
        for k, (kind, number) in enumerate(given)
    )


def _framed(edition: Edition, person: Person, drawn: list[str]) -> str:
    return ground(edition.card, tint(edition, inks(person.club)[0])) + grown(edition, CARD, drawn)


def back(edition: Edition, weave: str, words: str, ink: str, pale: str, sign: str = "bell") -> str:
    """What is on the other side of a card."""
    picture = bell(edition, MIDDLE, CENTRE - 4.2, 7.4) if sign == "bell" else mark(sign, MIDDLE, CENTRE - 4.2, 7, ink)
    return faces.back(edition, CARD, pattern(weave), picture, words, ink, pale)
