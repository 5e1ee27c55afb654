"""Saigo no Kane on paper: what is in the box, for how many players, and what each piece looks like."""

from __future__ import annotations

from zashiki.core.pieces import Component, Edition, Piece, Size
from zashiki.drawing.faces import board_size
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.screen import faces
from zashiki.games.saigo_no_kane.screen.faces import Person, Poster
from zashiki.games.saigo_no_kane.sheets import board, people, tiles
from zashiki.games.saigo_no_kane.sheets.art import ACCENT, BRONZE, CARD, DECKS, shapes
from zashiki.games.saigo_no_kane.words.catalogue import PRINT

__all__ = ["ACCENT", "CARD", "MOTIF", "components", "pad", "pieces", "pitch", "shapes"]

MOTIF = "snk-bell"
ONES, FIVES = 40, 8  # SNK-3: markers of popularity and of yen, and tokens of 5, which are only change
EVENT_PAWNS = 2  # SNK-7: besides the one that counts votes
AID = Size(94.0, 84.0)


def pitch() -> str:
    """One line for the box."""
    return PRINT("pitch")


def pad(edition: Edition) -> tuple[str, ...]:
    """SNK-80, SNK-81: the votes of every day, and what breaks a tie."""
    days = tuple(PRINT("pad_day", day=day) for day in range(1, cards.DAYS + 1))
    return (*days, *(PRINT(f"pad_{row}") for row in ("votes", "cost", "students", "stock")))


def components(edition: Edition) -> tuple[Component, ...]:
    """The component list, for these players and options."""
    running = len(candidates(edition))
    found = [
        ("candidates", running, "SNK-6"),
        ("students", cards.STUDENTS, "SNK-5"),
        ("items", cards.ITEMS, "SNK-5"),
        ("blue", cards.BLUE, "SNK-4"),
        ("orange", len(events(edition)) - cards.BLUE, "SNK-4"),
        ("teachers", cards.CARDS, "SNK-5"),
        ("talents", cards.TALENTS * pool(edition), "SNK-2"),
        ("popularity", ONES, "SNK-3"),
        ("yen", ONES, "SNK-3"),
        ("popularity_five", FIVES, "SNK-3"),
        ("yen_five", FIVES, "SNK-3"),
        ("board", 2, "SNK-12"),
        ("pawns", running * (1 + EVENT_PAWNS), "SNK-7"),
        ("draw", running, "SNK-6"),
        ("turn", 1, "SNK-16"),
        ("pet", 1, "SNK-13"),
    ]
    return tuple(Component(key, PRINT(f"set_{key}"), count, clause) for key, count, clause in found if count)


def candidates(edition: Edition) -> list[Person]:
    """SNK-6: all six, unless it is fixed who runs."""
    chosen = edition.options.get("candidates", "random")
    return [one for one in faces.CANDIDATES.values() if chosen in ("random", "choose") or one.key in chosen.split(",")]


def events(edition: Edition) -> list[Poster]:
    """SNK-20: in a first game the orange events stay in the box."""
    return [one for one in faces.EVENTS.values() if one.deck == "blue" or edition.options.get("first_game") != "true"]


def pool(edition: Edition) -> int:
    """SNK-2: how many tokens of each talent are used."""
    return cards.POOL_FOR_TWO if edition.players == 2 else cards.POOL


def pieces(edition: Edition) -> tuple[Piece, ...]:
    """Everything to print for these players and options."""
    return (
        *_people(edition),
        *_items(edition),
        *_events(edition),
        *_teachers(edition),
        *_tokens(edition),
        *(piece for person in candidates(edition) for piece in _pawns(edition, person)),
        _board(edition, "school", board.school_week(edition)),
        _board(edition, "votes", board.votes_and_pool(edition)),
        Piece("turn", PRINT("set_turn"), "turn", "tile", tiles.FIVE, tiles.turn_marker(edition), tiles.turn_marker(edition)),
        Piece("pet", PRINT("set_pet"), "pet", "tile", tiles.FIVE, tiles.pet_marker(edition), tiles.pet_marker(edition)),
        Piece("aid", PRINT("piece_aid"), "", "tile", AID, tiles.aid(edition, AID), copies=edition.players),
    )


def _people(edition: Edition) -> list[Piece]:
    found = []
    for number, person in enumerate(faces.CANDIDATES.values()):
        if person not in candidates(edition):
            continue
        start = (("popularity", cards.START_POPULARITY[number]), ("yen", cards.START_YEN[number]), *person.talents)
        up, down = people.candidate(edition, person, start), people.candidate_down(edition, person)
        found.append(Piece(person.key, person.name, "candidates", "card", edition.card, up, down))
    back = people.back(edition, "students", PRINT("set_students"), BRONZE, "#fbf3e2")
    for person in faces.STUDENTS.values():
        front = people.student(edition, person)
        found.append(Piece(person.key, person.name, "students", "card", edition.card, front, back))
    return found


def _items(edition: Edition) -> list[Piece]:
    back = people.back(edition, "items", PRINT("set_items"), "#4f6030", "#f3f7ea", "yen")
    return [
        Piece(item.key, item.name, "items", "card", edition.card, tiles.item(edition, item), back)
        for item in faces.ITEMS.values()
    ]


def _events(edition: Edition) -> list[Piece]:
    backs = {deck: people.back(edition, deck, PRINT(f"set_{deck}"), *DECKS[deck]) for deck in DECKS}
    return [
        Piece(one.key, one.name, one.deck, "card", edition.card, tiles.event(edition, one), backs[one.deck])
        for one in events(edition)
    ]


def _teachers(edition: Edition) -> list[Piece]:
    back = people.back(edition, "board", PRINT("set_teachers"), "#2c4a3a", "#eef5ef")
    return [
        Piece(one.key, one.name, "teachers", "card", edition.card, people.teacher(edition, one), back, one.copies)
        for one in faces.TEACHERS.values()
    ]


def _tokens(edition: Edition) -> list[Piece]:
    found = []
    for talent in cards.TALENT_IDS:
        face, words = tiles.talent_token(edition, talent), PRINT("piece_token", kind=PRINT(f"one_{talent}"))
        found.append(Piece(f"talent-{talent}", words, "talents", "tile", tiles.TOKEN, face, face, pool(edition)))
    for kind in ("popularity", "yen"):
        for value, key, count, size in ((1, kind, ONES, tiles.TOKEN), (5, f"{kind}_five", FIVES, tiles.FIVE)):
            face = tiles.money(edition, kind, value)
            words = PRINT("piece_one" if value == 1 else "piece_five", kind=PRINT(f"one_{kind}"))
            found.append(Piece(f"{kind}-{value}", words, key, "tile", size, face, face, count))
    return found


def _pawns(edition: Edition, person: Person) -> tuple[Piece, ...]:
    name = person.name
    votes, marker = tiles.pawn(edition, person, votes=True), tiles.pawn(edition, person, votes=False)
    drawn, back = tiles.drawn_token(edition, person), tiles.drawn_back(edition)
    return (
        Piece(f"votes-{person.key}", PRINT("piece_vote_pawn", name=name), "pawns", "tile", tiles.PAWN, votes, votes),
        Piece(
            f"marker-{person.key}", PRINT("piece_event_pawn", name=name), "pawns", "tile", tiles.PAWN, marker, marker, EVENT_PAWNS
        ),
        Piece(f"draw-{person.key}", PRINT("piece_draw", name=name), "draw", "tile", tiles.PAWN, drawn, back),
    )


def _board(edition: Edition, key: str, front: str) -> Piece:
    return Piece(f"board-{key}", PRINT(f"piece_{key}"), "board", "tile", board_size(edition, CARD, board.BOARD), front)
