"""Idol Conclave on paper: what is in the box, for how many players, and what each piece looks like."""

from __future__ import annotations

from zashiki.core.cards import Entry
from zashiki.core.pieces import Component, Edition, Piece
from zashiki.drawing.faces import board_size
from zashiki.games.idol_conclave import cards
from zashiki.games.idol_conclave.options import EVENTS_OPTION
from zashiki.games.idol_conclave.sheets import backstage, faces
from zashiki.games.idol_conclave.sheets.art import ACCENT, CARD, COLOURS, NEUTRAL, Colour, idols, shapes
from zashiki.games.idol_conclave.words.catalogue import PRINT, name_of

__all__ = ["ACCENT", "CARD", "MOTIF", "components", "pad", "pieces", "pitch", "shapes"]

MOTIF = "idl-star"
MOST_PLAYED = cards.HAND_SIZE + 2  # IDL-38, IDL-40: a seat votes with its own cards and two Group Votes at most


def pitch() -> str:
    """One line for the box."""
    return PRINT("pitch")


def pad(edition: Edition) -> tuple[str, ...]:
    """IDL-64, IDL-65: what is counted for a player; votes are counted on a page of their own."""
    rows = ("identity", "candidate", "identity_points", "candidate_points", "same", "total")
    return tuple(PRINT(f"pad_{row}") for row in rows)


def components(edition: Edition) -> tuple[Component, ...]:
    """The component list, for these players and options."""
    found = [
        ("idols", cards.IDOL_COUNT, "IDL-2"),
        ("identities", cards.IDOL_COUNT, "IDL-5"),
        ("candidates", cards.IDOL_COUNT, "IDL-7"),
        ("votes", cards.HAND_SIZE * edition.players, "IDL-1"),
        ("neutral", cards.SUPPLY_KINDS.bit_count(), "IDL-4"),
        ("events", len(pool(edition)), "IDL-11"),
        ("sheet", 1, "IDL-25"),
        ("ranks", cards.IDOL_COUNT, "IDL-63"),
        ("counters", MOST_PLAYED * edition.players, "IDL-23"),
        ("summaries", edition.players, "IDL-64"),
    ]
    return tuple(Component(key, PRINT(f"set_{key}"), count, clause) for key, count, clause in found)


def pool(edition: Edition) -> tuple[Entry, ...]:
    """IDL-11, IDL-69: the events that can be dealt."""
    (dealt,) = EVENTS_OPTION.read(edition.options.get("events", EVENTS_OPTION.default), edition.players)
    return tuple(event for k, event in enumerate(cards.EVENTS) if dealt >> k & 1)


def pieces(edition: Edition) -> tuple[Piece, ...]:
    """Everything to print for these players and options."""
    return (
        *_idols(edition),
        *_votes(edition),
        *_events(edition),
        Piece(
            "summary", PRINT("piece_summary"), "summaries", "card", edition.card, faces.summary_front(edition),
            faces.summary_back(edition), edition.players,
        ),
        *(_counter(edition, colour) for colour in COLOURS[: edition.players]),
        *(_rank(edition, rank) for rank in range(1, cards.IDOL_COUNT + 1)),
        _sheet(edition),
        Piece("result", PRINT("piece_result"), "", "page", backstage.RESULT, backstage.result(edition)),
    )  # fmt: skip


def _idols(edition: Edition) -> list[Piece]:
    """Three cards for each idol."""
    stage = faces.back(edition, "curtain", "star", PRINT("title"), ACCENT, "#f9e3ee")
    secret = faces.back(edition, "secret", "keyhole", PRINT("identity"), "#3c3060", "#e4dff5")
    cheer = faces.back(edition, "cheer", "flag", PRINT("candidate"), "#a03a6e", "#fbe9f1")
    found = []
    for idol in idols():
        front, hidden, backed = (
            faces.idol_card(edition, idol),
            faces.identity_card(edition, idol),
            faces.candidate_card(edition, idol),
        )
        identity, candidate = PRINT("piece_identity", idol=idol.name), PRINT("piece_candidate", idol=idol.name)
        found += [
            Piece(f"idol-{idol.key}", idol.name, "idols", "card", edition.card, front, stage),
            Piece(f"identity-{idol.key}", identity, "identities", "card", edition.card, hidden, secret),
            Piece(f"candidate-{idol.key}", candidate, "candidates", "card", edition.card, backed, cheer),
        ]
    return found


def _votes(edition: Edition) -> list[Piece]:
    """IDL-53: all vote cards look alike from behind, except Negative Atmosphere."""
    plain = faces.back(edition, "curtain", "ribbon", PRINT("vote"), ACCENT, "#f9e3ee")
    negative = faces.back(edition, "storm", "bolt", name_of(cards.KINDS[cards.NEG]), "#39414f", "#e3e7ee")
    found = []
    for colour in (*COLOURS[: edition.players], NEUTRAL):
        for kind in cards.KINDS:
            if (kind.text("from") == "sheet") != (colour is NEUTRAL):
                continue
            key, name = kind.text("key"), name_of(kind)
            words = name if colour is NEUTRAL else PRINT("piece_vote", colour=colour.name, card=name)
            set_key, back = "neutral" if colour is NEUTRAL else "votes", negative if key == "neg" else plain
            front = faces.vote_card(edition, colour, kind)
            found.append(Piece(f"{colour.key}-{key}", words, set_key, "card", edition.card, front, back))
    return found


def _events(edition: Edition) -> list[Piece]:
    back = faces.back(edition, "lights", "star", PRINT("event"), "#7d5a0b", "#fdf6de")
    return [
        Piece(event.text("key"), name_of(event), "events", "card", edition.card, faces.event_card(edition, event), back)
        for event in pool(edition)
    ]


def _counter(edition: Edition, colour: Colour) -> Piece:
    face, words = faces.counter(edition, colour), PRINT("piece_counter", colour=colour.name)
    return Piece(f"counter-{colour.key}", words, "counters", "tile", faces.COUNTER, face, face, MOST_PLAYED)


def _sheet(edition: Edition) -> Piece:
    size = board_size(edition, CARD, backstage.SHEET)
    return Piece("sheet", PRINT("piece_sheet"), "sheet", "tile", size, backstage.sheet(edition))


def _rank(edition: Edition, rank: int) -> Piece:
    words = PRINT("piece_rank", rank=rank)
    return Piece(f"rank-{rank}", words, "ranks", "tile", faces.RANK, faces.rank_marker(edition, rank))
