"""How an owner or a score came about, row by row: words, value, clause. Seats are marks, to be filled in with names.

Most accounts are never opened, so the long ones are made only when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zashiki.core.rooms import Seat
from zashiki.core.words import listed, seat_mark
from zashiki.games.rights_of_losers import cards
from zashiki.games.rights_of_losers.eyes.view import View
from zashiki.games.rights_of_losers.screen.standing import ruling_seats
from zashiki.games.rights_of_losers.words.catalogue import WORDS, placed_name

Row = tuple[str, str, str]
Rows = tuple[Row, ...]


def score_rows(v: View, seat: Seat) -> Iterator[Row]:
    """The buildings a seat owns, its land and the sum."""
    owned = [v.field[space] for space, owner in v.owners.items() if owner == seat]
    buildings = sorted((card for card in owned if card in cards.CARD_IDS), key=_points, reverse=True)
    yield WORDS("account_buildings"), str(v.building_points[seat]), "ROL-43"
    yield from ((f"· {placed_name(card)}", str(_points(card)), "") for card in buildings)
    yield _land_words(v, seat), str(v.land_bonus[seat]), "ROL-44" if v.land_cards[seat] else "ROL-45"
    yield WORDS("tally_score"), str(v.scores[seat]), "ROL-46"


def _points(card: str) -> int:
    return cards.POINTS_OF[cards.CARD_IDS.index(card)]


def _land_words(v: View, seat: Seat) -> str:
    if not v.land_cards[seat]:
        return WORDS("account_no_land")
    kind = "account_most_land" if v.land_bonus[seat] else "account_less_land"
    return WORDS(kind, count=v.land_cards[seat], most=max(v.land_cards))


def owner_rows(influence: Sequence[int]) -> Rows:
    """The chips that touch a card, seat by seat, and what follows from them."""
    touching = sorted((-number, seat) for seat, number in enumerate(influence) if number)
    chips = tuple((_places(seat, -number), str(-number // 1000), "") for number, seat in touching)
    return (*chips, _verdict(influence))


def _places(seat: Seat, influence: int) -> str:
    """Where the chips of a seat lie; the digits of its influence count them."""
    counts = {"on": influence // 100 % 10, "edge": influence // 10 % 10, "corner": influence % 10}
    where = listed(WORDS(f"account_{place}", count=count) for place, count in counts.items() if count)
    return WORDS("account_chips", seat=seat_mark(seat), where=where)


def _verdict(influence: Sequence[int]) -> Row:
    owner, tied = ruling_seats(influence)
    if owner is None:
        return WORDS("account_tied" if tied else "account_untouched"), "", "ROL-40" if tied else "ROL-41"
    most = max(number // 1000 for number in influence)
    equal = sum(number // 1000 == most for number in influence) > 1
    return WORDS("account_influence" if equal else "account_most", seat=seat_mark(owner)), "", "ROL-39" if equal else "ROL-38"


def island_rows(v: View) -> Iterator[Row]:
    """Every card on the island with its owner, the most valuable first."""
    yield WORDS("account_island"), "", "ROL-38"
    for _, space in sorted((card in cards.CARD_IDS and -_points(card), space) for space, card in v.field.items()):
        yield placed_name(v.field[space]), _owner_words(v.owners[space]), ""


def box_rows(v: View) -> Iterator[Row]:
    """The cards that were put away."""
    yield WORDS("account_box_why"), "", "ROL-27"
    yield from ((placed_name(card), "", "") for card in v.removed)


def _owner_words(owner: Seat | None) -> str:
    return WORDS("account_nobody") if owner is None else seat_mark(owner)
