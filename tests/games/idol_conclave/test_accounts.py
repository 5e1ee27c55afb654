"""How the numbers on the board of Idol Conclave came about: the rows add up to what is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.idol_conclave.positions import IdolTable, play, table
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.games.idol_conclave import GAME
from zashiki.games.idol_conclave.cards import IDOL_IDS
from zashiki.games.idol_conclave.eyes.view import View, known_state
from zashiki.games.idol_conclave.scoring import Tally, count_votes
from zashiki.games.idol_conclave.screen import accounts
from zashiki.games.idol_conclave.screen.accounts import Row

RECORDS = Path(__file__).with_name("records")


def total(v: View, idol: str) -> tuple[tuple[Row, ...], int]:
    """The rows of an idol's total, and the total."""
    s, tally = known_state(v), Tally()
    count_votes(s, tally)
    return accounts.total_rows(v, s, tally, IDOL_IDS.index(idol)), tally.totals[IDOL_IDS.index(idol)]


def added(rows: tuple[Row, ...]) -> int:
    return sum(int(value.replace("−", "-")) for _, value, _ in rows if value not in ("", "?"))


def rows_of(t: IdolTable, viewer: int, idol: str) -> list[tuple[str, str]]:
    """Number and clause of each row."""
    return [(value, clause) for _, value, clause in total(t.view(viewer), idol)[0]]


@pytest.mark.rule("IDL-56", "IDL-57", "IDL-59", "IDL-73", "IDL-75")
def test_rows_add_up_to_the_total_for_every_pair_of_eyes() -> None:
    for players in GAME.seats:
        t = Table(GAME, players, {"events": "advanced"}, seed=players)
        for _ in play_randomly(t, seeded(players)):
            for viewer in (0, players - 1, SPECTATOR, OPEN):
                v = t.view(viewer)
                for idol in IDOL_IDS if v.events else ():
                    rows, shown = total(v, idol)
                    assert added(rows) == shown
                for seat in range(players) if not v.over else ():
                    assert added(accounts.hand_rows(v, seat)) == v.hand_sizes[seat]
        over = t.view(SPECTATOR)
        assert tuple(added(accounts.point_rows(over, seat)) for seat in range(players)) == over.scores


@pytest.mark.rule("IDL-57", "IDL-59")
def test_scandals_are_told_as_far_as_a_viewer_knows_them() -> None:
    t = table("0: vote p1 kana-chan; 1: vote p4 kana-chan; 2: vote scandal kana-chan")
    known = [("+2000", "IDL-10"), ("+1000", "IDL-4"), ("+4000", "IDL-3")]
    assert rows_of(t, 0, "kana-chan") == [*known, ("?", "")]
    assert rows_of(t, 2, "kana-chan") == [*known, ("0", "IDL-57"), ("−8000", "IDL-57")]
    play(t, "0: vote scandal kana-chan")
    assert rows_of(t, 2, "kana-chan")[-1] == ("0", "IDL-59")
    assert rows_of(t, 1, "kana-chan")[-1] == ("−8000", "IDL-57")


@pytest.mark.rule("IDL-54", "IDL-77")
def test_the_group_value_opens_to_the_cards_of_every_idol() -> None:
    t = table("0: vote p1 akaneru; 1: vote p4 kana-chan", adv="steady-marketing")
    tally = Tally()
    count_votes(known_state(t.view(2)), tally)
    rows = accounts.group_rows(t.view(2), tally)
    assert [value for _, value, _ in rows] == ["1 card", "1 card", "0 cards", "0 cards", "0 cards", "0 cards", "+3000"]
    assert (rows[0][2], rows[-1][2]) == ("IDL-77", "IDL-54")


@pytest.mark.rule("IDL-65")
def test_the_same_idol_twice_is_one_row() -> None:
    t = replay(read_kifu((RECORDS / "same-idol-win.kifu").read_text(encoding="utf-8")), GAMES)
    v = t.view(SPECTATOR)
    rows = [accounts.point_rows(v, seat) for seat in range(v.players)]
    same = [seat for seat in range(v.players) if v.identities[seat] == v.candidates[seat]]
    assert same
    assert all(len(rows[seat]) == (1 if seat in same else 2) for seat in range(v.players))
    assert tuple(map(added, rows)) == v.scores
