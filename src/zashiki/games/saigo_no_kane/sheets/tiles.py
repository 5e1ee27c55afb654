"""Items, events, tokens and pawns of Saigo no Kane on paper."""

from __future__ import annotations

from zashiki.core.pieces import Edition, Size
from zashiki.drawing.faces import grown, tint
from zashiki.drawing.font import BOLD, SERIF
from zashiki.drawing.shapes import PAPER, box, circle, ground, line, path
from zashiki.drawing.text import INK, Box, fitted, paragraph
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.screen.faces import Amounts, Person, Poster, Thing
from zashiki.games.saigo_no_kane.sheets.art import (
    BRONZE,
    CARD,
    DECKS,
    SOFT,
    TYPE_INKS,
    amount,
    bell,
    emblem,
    inks,
    looks,
    mark,
    pattern,
    plate,
    portrait,
    price,
    thing,
    token,
)
from zashiki.games.saigo_no_kane.sheets.people import MIDDLE
from zashiki.games.saigo_no_kane.words.catalogue import PRINT

TOKEN = Size(15.0, 15.0)
FIVE = Size(20.0, 20.0)
PAWN = Size(18.0, 18.0)
APPLE = (
    "M10 6c-3-2.500-8.500-1-8.500 4.500 0 4.500 3 8.500 5.500 8.500 1.200 0 2-.6 3-.6s1.800.6 3 .6c2.500 0 5.500-4 5.500-8.500"
    "C18.500 5 13 3.500 10 6zM9.600 5.200C9.300 3 10.500 1 13.500.5c.2 2.500-1.200 4.300-3.900 4.700z"
)
# The rays behind a poster's picture: where each ends, on the frame of the picture.
RAYS = (
    "3.3 3.3L9 3.3", "16 3.3L22 3.3", "30 3.3L38 3.3", "41.7 9L41.7 14", "41.7 21L41.7 27",
    "39 32.6L31 32.6", "24 32.6L17 32.6", "10 32.6L3.3 32.6", "3.3 26L3.3 20", "3.3 14L3.3 9",
)  # fmt: skip
ROSETTE = "M22 1l4 5 6-3 2 6 7 0-1 7 6 4-5 5 3 6-6 3 0 7-7-1-4 6-5-5-6 3-3-6-7 0 1-7-6-4 5-5-3-6 6-3 0-7 7 1z"


def item(edition: Edition, item: Thing) -> str:
    """An item: price and club above, below what it yields with how many characters of the club."""
    ink, pale = inks(item.club)
    drawn = [
        box(3, 3, 39, 57, fill=PAPER, stroke=ink, line=0.4, round=2.2),
        box(3.3, 3.3, 38.4, 32.4, fill=tint(edition, pale), round=2),
        circle(MIDDLE + 1, 20, 13.4, fill=PAPER),
        thing(edition, item.key, MIDDLE + 1, 20, 21, (ink, pale)),
        price(edition, "yen", item.price, 9, 9.2, 11.5),
        plate(edition, item.name, 3.3, 35.4, 38.4, 6, ink),
        *_yields(item),
    ]
    if item.club:
        drawn.append(emblem(edition, item.club, 37, 8.4, 8))
    return ground(edition.card, tint(edition, ink)) + grown(edition, CARD, drawn)


def _yields(item: Thing) -> list[str]:
    """With how many characters of its club an item yields what."""
    if item.kind == "votes":
        return [amount("vote", item.votes_now, MIDDLE, 48.2, 8), _note(PRINT("votes_once"))]
    if item.kind == "cleanup":
        need = cards.CHARACTERS_FOR_VOTES
        votes = amount("vote", item.votes_cleanup, 13, 48.2, 7.4, "+")
        return [votes, _of_club(item, need, 30.5, 48.2, 5), _note(PRINT("votes_three", count=need))]
    note = PRINT("when_discarded" if item.kind == "talents" else "each_cleanup")
    needs = [0, cards.CHARACTERS_FOR_TALENTS] if item.kind == "talents" else list(range(len(item.steps)))
    wide, drawn = 36.0 / len(needs), []
    for k, (need, step) in enumerate(zip(needs, item.steps, strict=True)):
        x = 4.5 + k * wide
        drawn.append(box(x + 0.4, 42.6, wide - 0.8, 12, fill=PAPER, stroke=inks(item.club)[0], line=0.25, round=0.8))
        drawn.append(_of_club(item, need, x + wide / 2, 45, 3))
        drawn.append(_step(step, x + wide / 2, 50.8))
    return [*drawn, _note(note, 58.2)]


def _of_club(item: Thing, count: int, x: float, y: float, side: float) -> str:
    """So many characters of the item's club, centred on x, y."""
    if count == 0 or item.club is None:
        return fitted("0", x, y + side * 0.36, 5, side, 2, BOLD, "middle", SOFT)
    step = side * 1.15
    left = x - step * (count - 1) / 2
    return "".join(mark(item.club.sign, left + k * step, y, side, inks(item.club)[0]) for k in range(count))


def _step(step: Amounts, x: float, y: float) -> str:
    side = 5.2 if len(step) == 1 else 4
    wide = 9.0 if len(step) == 1 else 8.0
    return "".join(amount(kind, number, x + (k - (len(step) - 1) / 2) * wide, y, side) for k, (kind, number) in enumerate(step))


def _note(words: str, y: float = 57.4) -> str:
    return fitted(words, MIDDLE, y, 36, 2.3, 1.6, anchor="middle", fill=SOFT)


def event(edition: Edition, poster: Poster) -> str:
    """A poster on the notice-board: votes, what it asks for, what it gives."""
    ink, pale = DECKS[poster.deck]
    drawn = [
        box(3, 3, 39, 57, fill=PAPER, stroke=ink, line=0.5, round=1.2),
        box(3.3, 3.3, 38.4, 29.4, fill=tint(edition, pale), round=1),
        _burst(edition),
        *(
            thing(edition, name, 20.5 + k * 4, 19 + k * 3, 13 if k else 22, (ink, pale))
            for k, name in enumerate(looks()["events"][poster.key])
        ),
        _rosette(edition, poster.votes, ink),
        plate(edition, poster.name, 3.3, 31.6, 38.4, 6.2, ink),
    ]
    if poster.auction:
        drawn.append(fitted("X", 13.5, 47, 8, 7.5, 5, SERIF, "middle", ink) + token(poster.auction, 22, 44.4, 7.2))
        drawn.append(fitted(PRINT("auction"), 27, 46, 13, 3, 2.0, fill=SOFT))
    else:
        wide = 36.0 / len(poster.requires)
        drawn += [amount(kind, number, 4.5 + wide * (k + 0.5), 44, 6) for k, (kind, number) in enumerate(poster.requires)]
    drawn.append(line(5.5, 49.4, 39.5, 49.4, stroke=ink, width=0.3, dashes="1 0.8"))
    if poster.rewards:
        drawn.append(fitted(PRINT("gives"), 5.6, 55.6, 8, 2.5, 1.8, fill=SOFT))
        wide = 26.0 / len(poster.rewards)
        drawn += [amount(kind, number, 14 + wide * (k + 0.5), 54.6, 5.4) for k, (kind, number) in enumerate(poster.rewards)]
    else:
        words = PRINT("bids_spent" if poster.auction else "whole_only")
        drawn.append(fitted(words, MIDDLE, 55.6, 34, 2.9, 2.0, anchor="middle", fill=SOFT))
    return ground(edition.card, pattern("cork")) + grown(edition, CARD, drawn)


def _burst(edition: Edition) -> str:
    """Rays behind a poster's picture."""
    rays = "".join(f"M20.5 19L{ray}z" for ray in RAYS)
    return path(rays, fill=PAPER, stroke="#ddd5c6" if edition.spare else "none", line=0.2)


def _rosette(edition: Edition, number: int, ink: str) -> str:
    fill, words = (PAPER, ink) if edition.spare else (ink, PAPER)
    shape = path(ROSETTE, fill=fill, stroke=PAPER if fill == ink else ink, line=1.2, at=(27.4, 3.6, 0.32))
    return shape + fitted(str(number), 34.4, 13.2, 10, 8, 6, SERIF, "middle", words)


# Tokens and pawns


def talent_token(edition: Edition, kind: str) -> str:
    """Both sides are alike."""
    middle, ink = TOKEN.width / 2, TYPE_INKS[kind]
    fill, sign = (PAPER, ink) if edition.spare else (ink, PAPER)
    return ground(TOKEN, fill) + circle(middle, middle, 4.6, stroke=sign, line=0.4) + mark(kind, middle, middle, 6.2, sign)


def money(edition: Edition, kind: str, value: int) -> str:
    """A popularity or yen marker of 1 or 5; both sides are alike."""
    size, ink = (FIVE if value > 1 else TOKEN), TYPE_INKS[kind]
    middle = size.width / 2
    pale = tint(edition, "#f8dfe7" if kind == "popularity" else "#f6e7bf")
    if value == 1:
        return ground(size, pale) + circle(middle, middle, 4.6, stroke=ink, line=0.3) + mark(kind, middle, middle, 7, ink)
    number = fitted(str(value), middle - 3, middle + 2.6, 7, 7.6, 6, SERIF, "middle", ink)
    return (
        ground(size, pale)
        + circle(middle, middle, 7, stroke=ink, line=0.7)
        + number
        + mark(kind, middle + 2.6, middle + 0.2, 5.4, ink)
    )


def pawn(edition: Edition, person: Person, *, votes: bool) -> str:
    """A candidate's pawn: for the vote track with a ballot box, for events with the sign of the club; both sides are alike."""
    ink, pale = inks(person.club)
    badge = circle(12.6, 12.6, 2.3, fill=PAPER, stroke=ink, line=0.3) + mark("vote", 12.6, 12.6, 3, INK)
    return (
        ground(PAWN, tint(edition, ink))
        + circle(9, 9, 6, fill=tint(edition, pale), stroke=ink if edition.spare else PAPER, line=0.6)
        + portrait(edition, person.key, person.club, 4.4, 4.6, 9.2)
        + (badge if votes else emblem(edition, person.club, 12.6, 12.6, 4.6))
    )


def drawn_token(edition: Edition, person: Person) -> str:
    """A token to draw a candidate by."""
    ink, pale = inks(person.club)
    return (
        ground(PAWN, tint(edition, pale))
        + circle(9, 9, 6, fill=PAPER, stroke=ink, line=0.5)
        + mark(person.club.sign, 9, 9, 8, ink)
    )


def drawn_back(edition: Edition) -> str:
    """What all tokens to draw look like from behind."""
    disc = circle(9, 9, 5.6, fill=tint(edition, "#fbf3e2"), stroke=BRONZE, line=0.5)
    return ground(PAWN, pattern("students")) + disc + bell(edition, 9, 9, 7)


def turn_marker(edition: Edition) -> str:
    """The bell that goes from day to day."""
    return (
        ground(FIVE, tint(edition, "#f6e7bf"))
        + circle(10, 10, 7, fill=PAPER, stroke=BRONZE, line=0.6)
        + bell(edition, 10, 10, 10)
    )


def pet_marker(edition: Edition) -> str:
    """An apple for the teacher."""
    fill = PAPER if edition.spare else "#b03427"
    apple = path(APPLE, fill=fill, stroke=INK, line=0.9, at=(5, 5, 0.5))
    return ground(FIVE, tint(edition, "#dfead2")) + circle(10, 10, 7, fill=PAPER, stroke="#37702f", line=0.6) + apple


def aid(edition: Edition, size: Size) -> str:
    """What a day is, for everybody at the table."""
    words = PRINT("aid", talents=cards.TALENT_LIMIT, hand=cards.HAND_LIMIT)
    return (
        ground(size, tint(edition, BRONZE))
        + box(3, 3, size.width - 6, size.height - 6, fill=PAPER, stroke=BRONZE, line=0.5, round=2)
        + bell(edition, 10, 9.4, 8)
        + fitted(PRINT("aid_title"), 16, 11.6, 70, 5.4, 3.4, SERIF, fill=BRONZE)
        + line(6, 14.6, size.width - 6, 14.6, stroke=BRONZE, width=0.4)
        + paragraph(words, Box(6, 16.4, size.width - 12, size.height - 21.4), 3.7, 2.4)
    )
