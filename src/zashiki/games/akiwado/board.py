"""What the page of Akiwado draws beside the view itself: headline, final count, places and names."""

from __future__ import annotations

from zashiki.core.game import TallyRow
from zashiki.games.akiwado.cards import CARD_IDS, CARD_NAMES, MAX_SEATS
from zashiki.games.akiwado.notation import WORDS
from zashiki.games.akiwado.view import View

TURNS = {3: 6, 4: 5, MAX_SEATS: 6}


def headline(v: View) -> str:
    """Where the game stands."""
    phase = WORDS(f"phase_{v.phase}")
    if v.turn == 0 or v.over:
        return WORDS("headline_plain", phase=phase)
    return WORDS("headline", turn=v.turn, turns=TURNS[v.players], phase=phase)


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end, in the order of section 7 of the rules."""
    rows = [
        TallyRow(WORDS("tally_basic"), v.cards, "AKI-61"),
        TallyRow(WORDS("tally_special"), v.special_points, "AKI-62"),
    ]
    if v.purveyor:
        rows.append(TallyRow(WORDS("tally_white"), v.white_points, "AKI-86"))
    rows.append(TallyRow(WORDS("tally_score"), v.points, "AKI-65"))
    best = [seat for seat in range(v.players) if v.points[seat] == max(v.points)]
    if len(best) > 1:
        rows.append(TallyRow(WORDS("tally_cards"), v.cards, "AKI-66"))
        most = max(v.cards[seat] for seat in best)
        if sum(v.cards[seat] == most for seat in best) > 1:
            coins = tuple("–" if coins is None else coins for coins in v.coins)
            note = WORDS("tally_shared") if len(v.winners) > 1 else ""
            rows.append(TallyRow(WORDS("tally_coins"), coins, "AKI-68" if note else "AKI-67", note))
    return tuple(rows)


def board(v: View) -> dict[str, object]:
    """Names and places for board.html."""
    return {"card_names": dict(zip(CARD_IDS, CARD_NAMES, strict=True))}
