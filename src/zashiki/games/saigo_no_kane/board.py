"""What the page of Saigo no Kane draws beside the view itself."""

from __future__ import annotations

from zashiki.core.game import TallyRow
from zashiki.games.saigo_no_kane.cards import COST, STUDENT_IDS
from zashiki.games.saigo_no_kane.notation import WORDS
from zashiki.games.saigo_no_kane.view import View


def headline(v: View) -> str:
    """Where the game stands."""
    if v.day == 0:
        return WORDS("headline_setup")
    if v.over:
        return WORDS("headline_over")
    return WORDS("headline", day=v.day, phase=WORDS(f"phase_{v.phase}"))


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end: votes by source, and the tie-breaks that were needed."""
    rows = [
        _row(v, "tally_events", ("event",), "SNK-59"),
        _row(v, "tally_tiles", ("recruit", "buy", "exchange"), "SNK-76"),
        _row(v, "tally_majorities", ("majority",), "SNK-68"),
        _row(v, "tally_production", ("production",), "SNK-74"),
        TallyRow(WORDS("tally_votes"), v.scores, "SNK-80"),
    ]
    return (*rows, *_tie_breaks(v))


def _row(v: View, key: str, sources: tuple[str, ...], clause: str) -> TallyRow:
    cells = (sum(day[seat][source] for day in v.gained for source in sources) for seat in range(v.players))
    return TallyRow(WORDS(key), tuple(cells), clause)


def _tie_breaks(v: View) -> list[TallyRow]:
    """One row for every tie-break that had to be looked at."""
    costs = tuple(sum(COST[STUDENT_IDS.index(name)] for name in seat.students) for seat in v.seats)
    numbers = tuple(len(seat.students) for seat in v.seats)
    stocks = tuple(seat.popularity + seat.yen for seat in v.seats)
    tied = [seat for seat in range(v.players) if v.scores[seat] == max(v.scores)]
    rows: list[TallyRow] = []
    for key, cells, sign, clause in (
        ("cost", costs, 1, "SNK-81"),
        ("students", numbers, -1, "SNK-82"),
        ("stock", stocks, 1, "SNK-82"),
    ):
        if len(tied) > 1:
            rows.append(TallyRow(WORDS(f"tally_{key}"), cells, clause, WORDS(f"tally_note_{key}")))
            best = max(sign * cells[seat] for seat in tied)
            tied = [seat for seat in tied if sign * cells[seat] == best]
    if len(tied) > 1:
        last = rows.pop()
        rows.append(TallyRow(last.words, last.cells, "SNK-83", WORDS("tally_note_shared")))
    return rows


def board(v: View) -> dict[str, object]:
    """Names and places for board.html."""
    return {}
