"""What the worked examples of Rights of Losers leave open: secrecy, invariants, counts, and that everything occurs."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.games.rights_of_losers.positions import play, position
from tests.support import play_randomly, random_states
from zashiki.core.chance import seeded
from zashiki.core.errors import IllegalMove
from zashiki.core.game import CHANCE, OPEN, OVER, SPECTATOR
from zashiki.core.record import kifu_of, read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.games.rights_of_losers import GAME
from zashiki.games.rights_of_losers.cards import LAND_SPACES, SPACE_IDS
from zashiki.games.rights_of_losers.eyes.resample import PILE, Hidden, deal_carefully, find_voids
from zashiki.games.rights_of_losers.state import State

RECORDS = sorted((Path(__file__).parent / "records").glob("*.kifu"))


@pytest.mark.rule("ROL-49")
def test_a_hand_is_seen_by_its_owner_only() -> None:
    table = Table(GAME, 4, seed=3)
    assert [sorted(table.view(viewer).hands) for viewer in (0, 2, SPECTATOR, OPEN)] == [[0], [2], [], [0, 1, 2, 3]]
    deal = table.lines[1]
    assert deal.heard[1] == deal.text
    assert deal.heard[0] == deal.heard[SPECTATOR] == "deal 1 hidden"
    assert deal.told[0] == "{1} is dealt 10 cards."


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
    drawn = GAME.screen.draw_text(table.view(SPECTATOR))
    assert re.findall(r"(\S)\[/\] {(\d)}:", drawn) == [("$", "0"), ("€", "1"), ("¥", "2"), ("£", "3"), ("₣", "4")]
    while not table.over:
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    assert set("$€¥£₣").isdisjoint(kifu_of(table).write())


def proved_missing(table: Table[Any, Any]) -> set[tuple[int, str]]:
    """ROL-10, ROL-11, from the lines alone: the seats and colours that not following has shown to be missing."""
    plays = [(line.seat, line.text.removeprefix("play ")) for line in table.lines if line.text.startswith("play ")]
    missing = set()
    for k, (seat, card) in enumerate(plays):
        _, led = plays[k - k % table.players]
        if card[0] != led[0]:
            assert seat is not None
            missing.add((seat, led[0]))
    return missing


def held(s: State) -> set[tuple[int, str]]:
    """The seats and the colours in their hands."""
    return {(seat, card[0]) for seat, hand in GAME.eyes.view(s, OPEN).hands.items() for card in hand}


@pytest.mark.rule("ROL-11", "ROL-49")
@pytest.mark.parametrize("players", GAME.seats)
def test_resampled_hands_respect_what_not_following_proved(players: int) -> None:
    """In the trick being played too, from its second card on: at every place of the trick somebody could not follow."""
    table, rng, places = Table(GAME, players, seed=77), seeded(5), set()
    for _ in play_randomly(table, seeded(78)):
        missing = proved_missing(table)
        plays = sum(line.text.startswith("play ") for line in table.lines) % players
        if plays and (table.lines[-1].seat, table.lines[-plays].text[5]) in missing:
            places.add(plays)
        for viewer in range(players):
            others = {(other, colour) for other, colour in missing if other != viewer}
            for _again in range(3):
                s = table.state.copy()
                GAME.eyes.resample(s, viewer, rng)
                assert held(s) & others == set(), table.record
    assert places == set(range(2, players))


@pytest.mark.rule("ROL-11", "ROL-49")
def test_the_second_card_of_the_trick_being_played_proves_its_seat_void() -> None:
    """Seat 1 cannot follow red, so the red cards that seats 2 and 3 do not see are with the others."""
    s = position(4, hands={0: "r1 r2 r3 y1 y2", 1: "g1 g2 g3 g4 g5", 2: "y3 y4 y5 y6 y7", 3: "b1 b2 b3 r4 r5"})
    play(s, "0: play r1", "1: play g1")
    rng, red = seeded(9), Counter[int]()
    for viewer in (2, 3):
        for _ in range(60):
            t = s.copy()
            GAME.eyes.resample(t, viewer, rng)
            red.update(seat for seat, colour in held(t) if colour == "r")
    assert red[1] == 0
    assert min(red[0], red[2], red[3]) > 0  # they do move about


@pytest.mark.rule("ROL-11", "ROL-49")
def test_the_careful_deal_respects_voids_too() -> None:
    """It is the fall-back when plain shuffles fail, so it is tried on its own here."""
    table, rng, shown = Table(GAME, 5, seed=78), seeded(6), 0
    for _ in play_randomly(table, seeded(79)):
        s, missing = table.state.copy(), {(seat, colour) for seat, colour in proved_missing(table) if seat != 2}
        sizes = [hand.bit_count() for hand in s.hands]
        hidden_cards = Hidden()
        find_voids(s, hidden_cards)
        hidden = 0
        for seat in (0, 1, 3, 4):
            hidden_cards.slots[seat] = sizes[seat]
            hidden |= s.hands[seat]
        hidden_cards.slots[PILE] = s.undealt.bit_count()
        deal_carefully(s, hidden_cards, 2, hidden | s.undealt, rng)
        assert [hand.bit_count() for hand in s.hands] == sizes
        assert held(s) & missing == set(), table.record
        shown += bool(missing)
    assert shown > 50


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
    if depth and GAME.rules.status(s) != OVER:
        for action in GAME.legal_actions(s, s.seat):
            t = s.copy()
            GAME.rules.apply(t, t.seat, action)
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
    never = {GAME.actions.read(f"build {SPACE_IDS[space]}") for space in LAND_SPACES}
    for players in GAME.seats:
        wanted = set(range(GAME.action_count)) - never - {GAME.actions.read(f"lead {k}") for k in range(players, 5)}
        seed = 0
        while wanted:
            assert seed < 400, f"never seen with {players} seats: {[GAME.actions.write(a) for a in wanted]}"
            for s in random_states(GAME, players, {}, seed):
                if GAME.rules.status(s) not in (CHANCE, OVER):
                    wanted -= set(GAME.legal_actions(s, s.seat))
            seed += 1


@pytest.mark.rule("ROL-9")
def test_the_number_of_decisions_is_as_the_rules_say() -> None:
    for players in GAME.seats:
        for seed in range(20):
            decisions = sum(GAME.rules.status(s) not in (CHANCE, OVER) for s in random_states(GAME, players, {}, seed))
            assert 0 <= decisions - 10 * (2 * players + 4) <= 9
