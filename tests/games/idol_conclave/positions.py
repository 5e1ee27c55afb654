"""Positions of Idol Conclave drawn as text, for the worked examples."""

from __future__ import annotations

from zashiki.core.game import OPEN
from zashiki.core.table import Table
from zashiki.games.idol_conclave import GAME
from zashiki.games.idol_conclave.cards import EVENT_IDS, IDOL_IDS, KIND_IDS
from zashiki.games.idol_conclave.eyes.view import View
from zashiki.games.idol_conclave.rules.lines import lay
from zashiki.games.idol_conclave.scoring import Tally, count_votes
from zashiki.games.idol_conclave.state import State

IdolTable = Table[State, View]
BASIC = "tv-drama-role hit-single handshake-tour quiet-season wardrobe-trouble blog-backlash"


def counted(text: str) -> Tally:
    """A count of lines: `akaneru overslept: p2 g1; marisan g2`. Idols not named have no cards and an event worth 0."""
    s = GAME.new(3)
    s.events[:] = [EVENT_IDS.index("quiet-season")] * 6
    for part in filter(None, text.split("; ")):
        head, _, cards = part.rpartition(": ")
        idol, _, event = head.partition(" ")
        s.events[IDOL_IDS.index(idol)] = EVENT_IDS.index(event or "quiet-season")
        for kind in cards.split():
            lay(s, IDOL_IDS.index(idol), KIND_IDS.index(kind), 0, 0)
    tally = Tally()
    count_votes(s, tally)
    return tally


def table(script: str = "", *, adv: str = "") -> IdolTable:
    """The table of the scripts: three seats, seat 0 starts; `adv` puts an advanced event on akaneru."""
    options = {"start": "0"} | ({"events": "advanced"} if adv else {})
    events = [adv, *BASIC.split()[1:]] if adv else BASIC.split()
    t = Table(GAME, 3, options)
    t.feed("*: identities akaneru kana-chan sayayaya")
    t.feed("*: candidates tanimie nakonako marisan")
    t.feed(f"*: events {' '.join(events)}")
    return play(t, script)


def play(t: IdolTable, script: str) -> IdolTable:
    """Play lines joined by `; `, each checked by the table."""
    for line in filter(None, script.split("; ")):
        t.feed(line)
    return t


def line(t: IdolTable, idol: str) -> str:
    """A line as the examples write it: `p1v p2^`."""
    return " ".join(f"{card.kind}{'^' if card.up else 'v'}" for card in t.view(OPEN).lines[idol])


def hand(t: IdolTable, seat: int) -> str:
    return " ".join(t.view(OPEN).hands[seat])


def sheet_options(t: IdolTable, seat: int) -> list[str]:
    """The options of a seat on the sheet, without the verb."""
    return [text.removeprefix("deal ") for text in t.legal(seat) if text.startswith("deal ")]


def sees(t: IdolTable, viewer: int, idol: str, k: int) -> str | None:
    """The kind a viewer sees at a spot."""
    return t.view(viewer).lines[idol][k - 1].kind
