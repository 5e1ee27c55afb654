"""What the page of Rights of Losers draws beside the view itself: headline, final count, places and names."""

from __future__ import annotations

from zashiki.core.game import TallyRow
from zashiki.games.rights_of_losers.cards import CARD_IDS, CARD_NAMES, COLOURS, CURRENCIES, POINT_IDS, SPACE_IDS
from zashiki.games.rights_of_losers.notation import WORDS
from zashiki.games.rights_of_losers.view import View


def headline(v: View) -> str:
    """Where the game stands."""
    return WORDS("headline", trick=v.trick, phase=WORDS(f"phase_{v.phase}"))


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end, in the order of section 7 of the rules."""
    rows = [
        TallyRow(WORDS("tally_buildings"), v.building_points, "ROL-43"),
        TallyRow(WORDS("tally_land"), v.land_cards, "ROL-37"),
        TallyRow(WORDS("tally_bonus"), v.land_bonus, "ROL-44"),
        TallyRow(WORDS("tally_score"), v.scores, "ROL-46"),
    ]
    if v.scores.count(max(v.scores)) > 1:
        note = WORDS("tally_tie" if len(v.winners) == 1 else "tally_shared")
        rows.append(TallyRow(WORDS("tally_supply"), v.supply, "ROL-47" if len(v.winners) == 1 else "ROL-48", note))
    return tuple(rows)


def board(v: View) -> dict[str, object]:
    """Names and places for board.html."""
    return {
        "points": POINT_IDS,
        "spaces": SPACE_IDS,
        "card_names": dict(zip(CARD_IDS, CARD_NAMES, strict=True)),
        "signs": {colour.text("key"): colour.text("sign") for colour in COLOURS},
        "currencies": [currency.text("sign") for currency in CURRENCIES],
    }
