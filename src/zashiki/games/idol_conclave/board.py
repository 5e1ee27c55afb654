"""What the page of Idol Conclave draws beside the view itself."""

from __future__ import annotations

from zashiki.core.game import TallyRow
from zashiki.games.idol_conclave.cards import IDOL_IDS, IDOL_NAMES
from zashiki.games.idol_conclave.notation import WORDS
from zashiki.games.idol_conclave.view import View


def headline(v: View) -> str:
    """Where the game stands."""
    if v.turn == 0:
        return WORDS("headline_deal")
    return WORDS("headline_over" if v.over else "headline", turn=v.turn, phase=WORDS(f"phase_{v.phase}"))


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end, in the order of section 7 of the rules."""
    assert v.count is not None
    seats = range(v.players)
    return (TallyRow(WORDS("tally_total"), tuple(v.scores[seat] for seat in seats), "IDL-66"),)


def board(v: View) -> dict[str, object]:
    """Names and places for board.html."""
    return {
        "names_of_idols": dict(zip(IDOL_IDS, IDOL_NAMES, strict=True)),
        # IDL-67: the winners' identities lead, ranks 1 and 2 are the centre.
        "leaders": tuple(v.identities[seat] for seat in v.winners),
        "central": tuple(i for i, rank in zip(IDOL_IDS, v.count.ranks, strict=True) if rank <= 2) if v.count else (),
    }
