"""The cards, counters and markers of Idol Conclave on paper."""

from __future__ import annotations

from zashiki.core.cards import Entry
from zashiki.core.pieces import BLEED, Edition, Size
from zashiki.drawing import faces
from zashiki.drawing.faces import grown, tint
from zashiki.drawing.font import BOLD, SERIF
from zashiki.drawing.shapes import PAPER, box, circle, ground, line, moved, path
from zashiki.drawing.text import INK, Box, fitted, paragraph
from zashiki.games.idol_conclave import cards
from zashiki.games.idol_conclave.cards import signed
from zashiki.games.idol_conclave.sheets.art import (
    ACCENT,
    CARD,
    GOLD,
    NIGHT,
    RAINBOW,
    SOFT,
    Colour,
    Idol,
    mark,
    pattern,
    portrait,
    thing,
)
from zashiki.games.idol_conclave.words.catalogue import PRINT, name_of, told

COUNTER = Size(15.0, 15.0)
RANK = Size(22.0, 22.0)
MIDDLE, CENTRE = CARD.width / 2, CARD.height / 2
PICTURES = {"m5": "broken", "neg": "storm", "scandal": "news", "deal": "door", "g1": "crowd", "g2": "crowd", "g3": "crowd"}
WITH_WORDS = ("p1", "neg", "scandal", "deal", "g1", "g2", "g3")  # vote cards that say what they do


# Idols


def idol_card(edition: Edition, idol: Idol) -> str:
    """An idol on the stage; her event and votes are laid below."""
    drawn = [
        _lights(edition),
        portrait(edition, idol, 4.5, 9.5, 36),
        _curtain(),
        _name_plate(edition, idol, idol.colour),
    ]
    return ground(edition.card, tint(edition, idol.pale)) + grown(edition, CARD, drawn)


def identity_card(edition: Edition, idol: Idol) -> str:
    """Who somebody secretly is: the idol behind a keyhole."""
    pale, night = tint(edition, idol.pale), tint(edition, NIGHT)
    light = INK if edition.spare else "#efe7ff"
    drawn = [
        box(3, 3, 39, 57, stroke=light, line=0.35, round=2.2),
        circle(MIDDLE, 28, 16.8, fill=pale, stroke=GOLD, line=1),
        portrait(edition, idol, 10, 16, 25),
        circle(MIDDLE, 28, 16.8, stroke=GOLD, line=1),
        mark("keyhole", 8.4, 11, 5.4, GOLD),
        mark("keyhole", 36.6, 11, 5.4, GOLD),
        fitted(PRINT("you_are"), MIDDLE, 8.2, 22, 3, 2.2, anchor="middle", fill=light),
        _name_plate(edition, idol, NIGHT, words=light),
    ]
    return ground(edition.card, night) + grown(edition, CARD, drawn)


def candidate_card(edition: Edition, idol: Idol) -> str:
    """Whom somebody openly backs: the idol on a rosette."""
    petal = path("M0-17.500q3.600-3 5 0l0 5h-5z", fill=tint(edition, idol.colour), stroke=INK, line=0.25)
    petals = "".join(moved(petal, MIDDLE, 27, angle) for angle in range(0, 360, 18))
    tails = path(
        "M14 40l-3 10 5.500-2.500 3 4.500 3-10zM31 40l3 10-5.500-2.500-3 4.500-3-10z",
        fill=tint(edition, idol.colour),
        stroke=INK,
        line=0.3,
    )
    drawn = [
        box(3, 3, 39, 57, stroke=idol.colour, line=0.35, round=2.2),
        tails,
        petals,
        circle(MIDDLE, 27, 14.2, fill=tint(edition, idol.pale), stroke=INK, line=0.35),
        portrait(edition, idol, 11.8, 15.4, 21.4),
        circle(MIDDLE, 27, 14.2, stroke=GOLD, line=0.9),
        fitted(PRINT("you_back"), MIDDLE, 7.6, 36, 3, 2.2, anchor="middle"),
        _name_plate(edition, idol, idol.colour),
    ]
    return ground(edition.card, tint(edition, "#fdf3f7")) + grown(edition, CARD, drawn)


def _lights(edition: Edition) -> str:
    """Three beams of light."""
    beams = path("M8 8L-2 52h22zM37 8l10 44H25zM22.500 8L10 54h25z", fill=PAPER, stroke="#d9cfc0" if edition.spare else "none")
    return f'<g opacity="{1 if edition.spare else 0.6}">{beams}</g>'


def _curtain() -> str:
    """The edge of the stage curtain, from bleed to bleed."""
    hem = (CARD.width + 2 * BLEED) / 7
    scallops = f"a{hem / 2:.3f} 3.400 0 0 1-{hem:.3f} 0" * 7
    edge = f"M{-BLEED} {-BLEED}h{CARD.width + 2 * BLEED}v{BLEED + 8.5}{scallops}z"
    return path(edge, fill=pattern("curtain"), stroke=ACCENT, line=0.4)


def _name_plate(edition: Edition, idol: Idol, colour: str, words: str = PAPER) -> str:
    fill, ink = (PAPER, INK) if edition.spare else (colour, words)
    return (
        box(4.6, 48.4, 35.8, 10, fill=fill, stroke=GOLD, line=0.5, round=1.6)
        + mark(idol.sign, 9.8, 53.4, 5.4, idol.colour if edition.spare else GOLD)
        + fitted(idol.name, 26, 55.3, 26.5, 5.4, 3, SERIF, "middle", ink)
    )


# Votes


def vote_card(edition: Edition, colour: Colour, kind: Entry) -> str:
    """A vote card of a player, or one of nobody's in a rainbow frame."""
    key, number = kind.text("key"), kind.number("votes")
    wide, about = (34.0 if colour.sign else 28.0), f"about_{'group' if key[0] == 'g' else key}"
    drawn = [_frame(colour)]
    if number:
        drawn.append(fitted(signed(number), MIDDLE, 20.6, wide, 11.5, 6, SERIF, "middle"))
        below = name_of(kind) if key == "neg" else PRINT("votes")
        drawn.append(fitted(below, MIDDLE, 25, wide, 3, 2, anchor="middle", fill=SOFT))
    else:
        drawn.append(fitted(name_of(kind), MIDDLE, 19, wide, 6.4, 3.2, SERIF, "middle"))
    if key in PICTURES:
        drawn.append(thing(edition, PICTURES[key], MIDDLE, 41.5 if key == "m5" else 36.5, 23))
    else:
        drawn.append(_hearts(edition, max(0, number // 1000), raised=key in WITH_WORDS))
    if key in WITH_WORDS:
        drawn.append(
            paragraph(
                PRINT(about, votes=cards.GROUP_VOTES),
                Box(MIDDLE - wide / 2, 48, wide, 9.6),
                2.7,
                1.95,
                anchor="middle",
                middle=True,
            )
        )
    return ground(edition.card, tint(edition, colour.pale)) + grown(edition, CARD, drawn)


def _frame(colour: Colour) -> str:
    if not colour.sign:
        steps = [(3 + 0.55 * k, ink) for k, ink in enumerate(RAINBOW)]
        return "".join(
            box(at, at, CARD.width - 2 * at, CARD.height - 2 * at, stroke=ink, line=0.55, round=2.4) for at, ink in steps
        )
    corner = mark(colour.sign, 8, 8, 5.2, colour.ink) + mark(colour.sign, 37, 8, 5.2, colour.ink)
    return (
        box(3, 3, 39, 57, fill=PAPER, stroke=colour.ink, line=1.1, round=2.4)
        + box(4.2, 4.2, 36.6, 54.6, stroke=colour.ink, line=0.2, round=1.8)
        + corner
    )


def _hearts(edition: Edition, count: int, *, raised: bool) -> str:
    """One heart for every thousand, in rows of two or three; `raised` leaves room for words below."""
    wide = 2 if count <= 4 else 3
    rows = [min(wide, count - k) for k in range(0, count, wide)]
    side = min(19.0, 31.0 / max([*rows, 1]) - 0.8, (19.0 if raised else 29.0) / max(1, len(rows)) - 0.8)
    top = (36.0 if raised else 42.5) - side * 1.08 * (len(rows) - 1) / 2
    return "".join(
        thing(edition, "heart", MIDDLE + (k - (across - 1) / 2) * side * 1.12, top + row * side * 1.08, side)
        for row, across in enumerate(rows)
        for k in range(across)
    )


# Events


def event_card(edition: Edition, event: Entry) -> str:
    """What happens to an idol; it lies below her and is turned up from the start."""
    number = event.number("votes")
    drawn = [
        box(3, 3, 39, 57, fill=PAPER, stroke=ACCENT, line=0.6, round=2.4),
        box(3, 3, 39, 9.4, fill=tint(edition, ACCENT), stroke=ACCENT, line=0.6, round=2.4),
        fitted(name_of(event), MIDDLE, 9.4, 35, 5, 2.9, SERIF, "middle", INK if edition.spare else PAPER),
        thing(edition, event.text("key"), MIDDLE, 25.4, 21),
    ]
    if number or event.text("set") == "basic":
        drawn.append(fitted(signed(number), MIDDLE, 48.6, 34, 10.5, 6, SERIF, "middle"))
        drawn.append(fitted(PRINT("votes"), MIDDLE, 54.4, 30, 3, 2, anchor="middle", fill=SOFT))
    else:
        drawn.append(paragraph(told(event), Box(5.6, 38.4, 33.8, 20), 3, 1.95, anchor="middle", middle=True))
    return ground(edition.card, tint(edition, "#f2dfa6")) + grown(edition, CARD, drawn)


# Backs


def back(edition: Edition, weave: str, sign: str, words: str, ink: str, pale: str) -> str:
    """What is on the other side of a card."""
    return faces.back(edition, CARD, pattern(weave), mark(sign, MIDDLE, CENTRE - 4.4, 6.6, ink), words, ink, pale)


# Counters, markers and the summary


def counter(edition: Edition, colour: Colour) -> str:
    """Lies on a vote card that is face down and says whose it is; both sides are alike."""
    middle = COUNTER.width / 2
    return (
        ground(COUNTER, tint(edition, colour.pale))
        + circle(middle, middle, 4.4, fill=PAPER, stroke=colour.ink, line=0.6)
        + mark(colour.sign, middle, middle, 5.2, colour.ink)
    )


def rank_marker(edition: Edition, rank: int) -> str:
    """An idol's place by votes; the first two are gold."""
    middle, fill = RANK.width / 2, GOLD if rank <= 2 else "#ded8cc"
    return (
        ground(RANK, tint(edition, fill))
        + circle(middle, middle, 7.8, fill=PAPER, stroke=ACCENT if rank <= 2 else SOFT, line=0.8)
        + fitted(str(rank), middle, middle + 3.7, 10, 10, 8, SERIF, "middle")
    )


def summary_front(edition: Edition) -> str:
    """What a turn is."""
    drawn = [
        box(3, 3, 39, 57, fill=PAPER, stroke=ACCENT, line=0.6, round=2.4),
        fitted(PRINT("summary_title"), MIDDLE, 9.6, 34, 4.2, 2.8, SERIF, "middle", ACCENT),
        line(6, 11.8, 39, 11.8, stroke=ACCENT, width=0.4),
        paragraph(PRINT("summary_turn"), Box(5.6, 13.4, 33.8, 45), 2.75, 2.0),
    ]
    return ground(edition.card, tint(edition, "#f3d9e6")) + grown(edition, CARD, drawn)


def summary_back(edition: Edition) -> str:
    """IDL-64, IDL-65: what a rank is worth."""
    drawn = [
        box(3, 3, 39, 57, fill=PAPER, stroke=ACCENT, line=0.6, round=2.4),
        fitted(PRINT("points_title"), MIDDLE, 9.6, 34, 4.2, 2.8, SERIF, "middle", ACCENT),
        fitted(PRINT("points_rank"), 6, 18.4, 8, 2.4, 1.7),
        paragraph(PRINT("points_two"), Box(14, 12.2, 12, 7.4), 2.2, 1.7, anchor="middle", middle=True),
        paragraph(PRINT("points_same"), Box(27, 12.2, 12, 7.4), 2.2, 1.7, anchor="middle", middle=True),
    ]
    for k, (two, same) in enumerate(zip(cards.TWO_IDOLS, cards.SAME_IDOL, strict=True)):
        y = 25.4 + k * 6.2
        drawn += [
            line(5.6, y - 4.8, 39.4, y - 4.8, stroke="#d9c7d1", width=0.25),
            fitted(str(k + 1), 9, y, 8, 4.6, 3, SERIF, "middle"),
            fitted(str(two), 20, y, 8, 4.4, 3, BOLD, "middle"),
            fitted(str(same), 33, y, 8, 4.4, 3, BOLD, "middle"),
        ]
    return ground(edition.card, tint(edition, "#f3d9e6")) + grown(edition, CARD, drawn)
