"""Everything printed for Idol Conclave: idols, vote cards, events, the spaces backstage, and the signs on the board."""

from __future__ import annotations

from zashiki.core.cards import Entry
from zashiki.core.rooms import Group, Thing
from zashiki.games.idol_conclave import cards
from zashiki.games.idol_conclave.cards import signed
from zashiki.games.idol_conclave.words.catalogue import WORDS, name_of, short, told

# The signs on the board, and where the rules say what they stand for.
SIGNS = {
    "candidate": "IDL-7",
    "identity": "IDL-5",
    "negative": "IDL-53",
    "right": "IDL-32",
    "took": "IDL-55",
    "open": "IDL-21",
    "hidden": "IDL-21",
    "unseen": "IDL-23",
    "known": "IDL-23",
    "rank": "IDL-63",
}
SPECIAL = ("p1", "neg", "scandal", "deal", "g1", "g2", "g3")  # vote cards with words of their own; the others are plain numbers


def things() -> tuple[Group, ...]:
    """Everything printed."""
    basic = tuple(_event(event) for event in cards.EVENTS if event.text("set") == "basic")
    advanced = tuple(_event(event) for event in cards.EVENTS if event.text("set") == "advanced")
    return (
        Group(WORDS("gallery_signs"), tuple(_sign(name, clause) for name, clause in SIGNS.items()), signs=True),
        Group(WORDS("gallery_idols"), tuple(_idol(i, idol) for i, idol in enumerate(cards.IDOLS))),
        Group(WORDS("gallery_votes"), tuple(map(_vote, cards.KINDS))),
        Group(WORDS("gallery_basic"), basic, WORDS("gallery_reconstructed")),
        Group(WORDS("gallery_advanced"), advanced),
        Group(WORDS("gallery_spaces"), tuple(map(_space, cards.SPACES))),
    )


def _sign(name: str, clause: str) -> Thing:
    shown = {"w": WORDS, "kind": "sign", "name": name}
    return Thing(f"sign-{name}", WORDS(f"sign_{name}"), WORDS(f"about_sign_{name}"), clause, shown)


def _idol(i: int, idol: Entry) -> Thing:
    return _thing("idol", idol, WORDS("about_idol"), {"i": i, "sign": idol.text("sign")})


def _vote(kind: Entry) -> Thing:
    key = kind.text("key")
    words = (
        WORDS(f"about_{key}", votes=_counted(kind))
        if key in SPECIAL
        else WORDS("about_number", votes=signed(kind.number("votes")))
    )
    return _thing("vote", kind, words, {"key": key, "short": short(cards.KINDS.index(kind))})


def _counted(kind: Entry) -> str:
    return signed(kind.number("votes")) if kind.number("votes") else str(cards.GROUP_VOTES)


def _event(event: Entry) -> Thing:
    return _thing("event", event, told(event), {"votes": signed(event.number("votes")) if event.number("votes") else ""})


def _space(space: Entry) -> Thing:
    words, row = told(space), space.number("row")
    return _thing("space", space, WORDS("sentences", first=words, then=WORDS(f"about_row_{row}")), {"words": words})


def _thing(kind: str, entry: Entry, words: str, shown: dict[str, object]) -> Thing:
    face = {"w": WORDS, "kind": kind, "name": name_of(entry)} | shown
    return Thing(entry.text("key"), name_of(entry), words, entry.text("clause"), face)
