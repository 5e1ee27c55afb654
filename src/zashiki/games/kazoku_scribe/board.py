"""What the page of Kazoku Scribe draws beside the view itself: headline, final count, places and names."""

from __future__ import annotations

from zashiki.core.game import TallyRow
from zashiki.games.kazoku_scribe.cards import TREASURE_IDS
from zashiki.games.kazoku_scribe.notation import WORDS
from zashiki.games.kazoku_scribe.view import View


def headline(v: View) -> str:
    """Where the game stands."""
    if v.phase == "setup":
        return WORDS("headline_setup")
    return WORDS("headline", round=v.round, phase=WORDS(f"phase_{v.phase}"))


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end, in the order of section 7 of the rules."""
    teams = tuple(seat % 2 for seat in range(v.players))
    rows = []
    for treasure in TREASURE_IDS:
        words = WORDS("tally_row", treasure=WORDS(f"icon_{treasure}").capitalize())
        rows.append(TallyRow(words, tuple(v.lanes[treasure][team] for team in teams), "KZS-53"))
    owned = tuple(sum(1 for owner in v.owners.values() if owner == team) for team in teams)
    led = tuple(sum(1 for t in TREASURE_IDS if leads(v, t, team)) for team in teams)
    rows.append(TallyRow(WORDS("tally_owned"), owned, "KZS-54"))
    rows.append(TallyRow(WORDS("tally_majority"), led, "KZS-58"))
    instant = max(owned) >= 2
    rows.append(TallyRow(WORDS("tally_points"), v.scores, "KZS-58", WORDS("tally_instant") if instant else ""))
    if len(set(v.scores)) == 1 and not instant:
        shared = len(v.winners) == v.players
        note = WORDS("tally_shared" if shared else "tally_tie")
        rows.append(TallyRow(WORDS("tally_beauty"), v.beauty, "KZS-R25" if shared else "KZS-59", note))
    return tuple(rows)


def leads(v: View, treasure: str, team: int) -> bool:
    """Whether a team leads in a row nobody owns."""
    return v.owners[treasure] is None and v.lanes[treasure][team] > v.lanes[treasure][1 - team]


def board(v: View) -> dict[str, object]:
    """Names and places for board.html."""
    return {}
