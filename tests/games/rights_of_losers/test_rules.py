"""What the worked examples of Rights of Losers leave open: secrecy, invariants, counts, and that everything occurs."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tests.games.rights_of_losers.positions import options, play, position
from tests.support import about_one_in, random_states
from zashiki.core.chance import seeded
from zashiki.core.errors import IllegalMove
from zashiki.core.game import CHANCE, OPEN, OVER, SPECTATOR
from zashiki.core.record import kifu_of, read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.games.rights_of_losers import GAME, resample
from zashiki.games.rights_of_losers.cards import ALL_CARDS, COLOUR_MASK, EMPTY, HALF, LAND_SPACES, NEAR, SPACE_IDS
from zashiki.games.rights_of_losers.state import PLAY, State

RECORDS = sorted((Path(__file__).parent / "records").glob("*.kifu"))


@pytest.mark.rule("ROL-49")
def test_a_hand_is_seen_by_its_owner_only() -> None:
    table = Table(GAME, 4, seed=3)
    assert [sorted(table.view(viewer).hands) for viewer in (0, 2, SPECTATOR, OPEN)] == [[0], [2], [], [0, 1, 2, 3]]
    deal = table.lines[1]
    assert deal.heard[1] == deal.text
    assert deal.heard[0] == deal.heard[SPECTATOR] == "deal 1 hidden"
    assert deal.told[0] == "{1} is dealt ten cards."


@pytest.mark.rule("ROL-2", "ROL-6", "ROL-8")
def test_a_deal_is_read_in_any_order_and_written_in_one() -> None:
    table = Table(GAME, 3)
    table.feed("*: deal 0 p10 b7 b2 b1 g10 g8 y8 y4 r3 r1")
    assert str(table.lines[0]) == "*: deal 0 r1 r3 y4 y8 g8 g10 b1 b2 b7 p10"
    for line, clause in (
        ("*: deal 2 r5 r7 y3 y7 y10 g5 g9 p1 p3 p8", "ROL-6"),  # seat 1 comes next
        ("*: deal 1 r1 r7 y3 y7 y10 g5 g9 p1 p3 p8", "ROL-2"),  # r1 is dealt already
        ("*: deal 1 r5 r5 y3 y7 y10 g5 g9 p1 p3 p8", "ROL-2"),
        ("*: first 0", "ROL-8"),
    ):
        with pytest.raises(IllegalMove) as refused:
            table.feed(line)
        assert refused.value.clause == clause
    assert len(table.lines) == 1


@pytest.mark.rule("ROL-50", "ROL-6")
def test_undealt_cards_are_counted_and_never_shown() -> None:
    for players in (3, 4, 5):
        v = Table(GAME, players, seed=players).view(0)
        assert v.undealt_count == 50 - 10 * players
        assert not hasattr(v, "undealt")


@pytest.mark.rule("ROL-49", "ROL-R28")
def test_old_tricks_and_removed_cards_can_be_looked_at_again() -> None:
    table = Table(GAME, 4, seed=3)
    while table.view(SPECTATOR).trick < 4:
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    played = [(line.seat, line.text.removeprefix("play ")) for line in table.lines if line.text.startswith("play ")]
    for viewer in (0, SPECTATOR):
        v = table.view(viewer)
        assert [play for trick in v.history for play in trick.plays] == played
        assert set(v.removed) == {card for _, card in played} - set(v.field.values())


@pytest.mark.rule("ROL-4", "ROL-R26")
def test_currencies_go_by_seat_and_are_decoration() -> None:
    table = Table(GAME, 5, seed=3)
    drawn = GAME.draw_text(table.view(SPECTATOR))
    assert re.findall(r"(\S)\[/\] {(\d)}:", drawn) == [("$", "0"), ("€", "1"), ("¥", "2"), ("£", "3"), ("₣", "4")]
    while not table.over:
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    assert set("$€¥£₣").isdisjoint(kifu_of(table).write())


@pytest.mark.rule("ROL-49")
def test_resampled_hands_respect_what_not_following_proved() -> None:
    rng = seeded(5)
    for s in about_one_in(9, random_states(GAME, 5, {}, 77)):
        if GAME.status(s) == CHANCE:
            continue
        resample.find_voids(s)
        voids = s.voids[:]
        for _ in range(5):
            resample.resample(s, 0, rng)
            for seat in range(1, 5):
                assert not any(voids[seat] >> c & 1 and s.hands[seat] & COLOUR_MASK[c] for c in range(5))


@pytest.mark.rule("ROL-11", "ROL-49")
def test_the_careful_deal_respects_voids_too() -> None:
    """It is the fall-back when plain shuffles fail, so it is tried on its own here."""
    rng = seeded(6)
    for s in about_one_in(11, random_states(GAME, 5, {}, 78)):
        if GAME.status(s) == CHANCE:
            continue
        sizes = [hand.bit_count() for hand in s.hands]
        resample.resample(s, 2, rng)
        hidden = 0
        for seat in (0, 1, 3, 4):
            s.slots[seat] = sizes[seat]
            hidden |= s.hands[seat]
        s.slots[resample.PILE] = s.undealt.bit_count()
        resample.deal_carefully(s, 2, hidden | s.undealt, rng)
        assert [hand.bit_count() for hand in s.hands] == sizes
        for seat in (0, 1, 3, 4):
            assert not s.hands[seat] & resample.forbidden(s, seat)


def reachable(data: st.DataObject) -> State:
    """A position reached by choosing among options; hypothesis shrinks it to a short game."""
    players = data.draw(st.sampled_from(GAME.seats))
    table = Table(GAME, players, seed=data.draw(st.integers(0, 50)))
    for _ in range(data.draw(st.integers(0, 130))):
        if table.over:
            break
        texts = table.legal(table.to_act[0])
        table.play(table.to_act[0], texts[data.draw(st.integers(0, 1000)) % len(texts)])
    note(kifu_of(table).write())
    return table.state


@pytest.mark.rule("ROL-2", "ROL-4", "ROL-6", "ROL-21", "ROL-25", "ROL-27")
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_cards_and_chips_are_conserved(data: st.DataObject) -> None:
    s = reachable(data)
    places = [*s.hands, s.undealt, s.removed, s.won]
    places += [1 << card for card in s.field if 0 <= card < 50]
    if s.phase == PLAY:
        places += [1 << card for card in s.plays if card != EMPTY]
    if s.picked != EMPTY:
        places.append(1 << s.picked)
    assert sum(place.bit_count() for place in places) == 50
    assert sum(places) == ALL_CARDS
    chips = Counter(seat for seat in s.chips if seat != EMPTY)
    for seat in range(s.players):
        lifted = s.lifted != EMPTY and s.winner == seat
        assert s.supply[seat] + chips[seat] + lifted == 10


@pytest.mark.rule("ROL-18", "ROL-21")
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_the_sets_kept_beside_the_field_are_true(data: st.DataObject) -> None:
    s = reachable(data)
    assert s.filled == sum(1 << k for k, card in enumerate(s.field) if card != EMPTY)
    near = [any(NEAR[2 * k + p // HALF] >> p % HALF & 1 for k in range(25) if s.field[k] != EMPTY) for p in range(81)]
    taken = [s.chips[p] != EMPTY or p == s.lifted for p in range(81)]
    for half in range(2):
        points = range(half * HALF, min(81, (half + 1) * HALF))
        assert s.near[half] == sum(1 << p - half * HALF for p in points if near[p])
        assert s.taken[half] == sum(1 << p - half * HALF for p in points if taken[p])


@pytest.mark.rule("ROL-R9", "ROL-R20", "ROL-18")
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_there_is_always_something_to_do(data: st.DataObject) -> None:
    s = reachable(data)
    if GAME.status(s) != OVER:
        assert len(options(s)) >= (3 if s.phase == 4 and s.built == 0 else 1)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_records_replay_and_keep_their_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    kifu = read_kifu(text)
    assert kifu.write() == text
    assert replay(kifu, GAMES).over


def test_golden_records_show_every_way_a_game_ends() -> None:
    """Alone by score, alone by unplaced chips, shared."""
    ways = set()
    for path in RECORDS:
        table = replay(read_kifu(path.read_text(encoding="utf-8")), GAMES)
        best = [seat for seat, score in enumerate(table.scores()) if score == max(table.scores())]
        ways.add("score" if len(best) == 1 else "chips" if len(table.winners()) == 1 else "shared")
    assert ways == {"score", "chips", "shared"}


def count_positions(s: State, depth: int) -> Counter[int]:
    """Positions by depth below a state, the state itself at depth 0."""
    found = Counter({0: 1})
    if depth and GAME.status(s) != OVER:
        for action in GAME.legal_actions(s, s.seat):
            t = s.copy()
            GAME.apply(t, t.seat, action)
            found.update({k + 1: n for k, n in count_positions(t, depth - 1).items()})
    return found


@pytest.mark.rule("ROL-10", "ROL-12", "ROL-16", "ROL-R6")
def test_counts_from_three_hands_of_one_colour() -> None:
    """Nobody can follow, so the trick has 10 x 10 x 10 plays; then 25 points are open, then 24."""
    hands = {seat: " ".join(f"{colour}{n}" for n in range(1, 11)) for seat, colour in enumerate("ryg")}
    assert count_positions(position(hands=hands), 3) == {0: 1, 1: 10, 2: 100, 3: 1000}
    s = position(hands=hands)
    play(s, "0: play r1", "1: play y1", "2: play g1")
    assert count_positions(s, 2) == {0: 1, 1: 25, 2: 25 * 24}


@pytest.mark.rule("ROL-24", "ROL-25", "ROL-28")
def test_counts_of_buildings_and_actions() -> None:
    """3 cards x 20 spaces x 2 cards x 19 spaces, then two seats to appoint, reverse and pass (no chip on the field)."""
    s = position(phase="pick", winner=1, won="r1 r2 r3")
    counts = count_positions(s, 4)
    assert counts == {0: 1, 1: 3, 2: 60, 3: 120, 4: 2280}
    play(s, "1: pick r1", "1: build 3,3", "1: pick r2", "1: build 3,5")
    assert count_positions(s, 1)[1] == 4


@pytest.mark.rule("ROL-36", "ROL-35")
def test_counts_of_a_last_action() -> None:
    """One chip of the winner, one of another seat: 2 + 1 + 1 actions end the game, the move has 81 - 2 ends."""
    from tests.games.rights_of_losers.test_examples import twenty_buildings

    s = position(phase="action", trick=10, winner=1, chips={1: "2,2", 0: "5,5"}, field=twenty_buildings())
    assert count_positions(s, 2) == {0: 1, 1: 5, 2: 79}


@pytest.mark.rule("ROL-2", "ROL-25", "ROL-28", "ROL-32")
def test_everything_occurs_when_playing_long_enough() -> None:
    """Every action but building on land, in every seat count."""
    never = {GAME.read(position(), 0, f"build {SPACE_IDS[space]}") for space in LAND_SPACES}
    for players in GAME.seats:
        wanted = set(range(GAME.action_count)) - never - {GAME.read(position(), 0, f"lead {k}") for k in range(players, 5)}
        seed = 0
        while wanted:
            assert seed < 400, f"never seen with {players} seats: {[GAME.write(position(), 0, a) for a in wanted]}"
            for s in random_states(GAME, players, {}, seed):
                if GAME.status(s) not in (CHANCE, OVER):
                    wanted -= set(GAME.legal_actions(s, s.seat))
            seed += 1


@pytest.mark.rule("ROL-9")
def test_the_number_of_decisions_is_as_the_rules_say() -> None:
    for players in GAME.seats:
        for seed in range(20):
            decisions = sum(GAME.status(s) not in (CHANCE, OVER) for s in random_states(GAME, players, {}, seed))
            assert 0 <= decisions - 10 * (2 * players + 4) <= 9
