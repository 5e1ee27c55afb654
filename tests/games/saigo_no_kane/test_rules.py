"""What the worked examples do not show: setup, single clauses, termination, and that every tile and card occurs."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.saigo_no_kane.positions import (
    SnkTable,
    clean_up,
    hand,
    layout,
    market,
    opened,
    own,
    pass_all,
    play,
    playground,
    pool,
    school,
    sizes,
    stock,
    students,
    summary,
    talents,
    tracks,
)
from zashiki.core.chance import below, seeded
from zashiki.core.errors import BadNotation, BadOption, IllegalMove
from zashiki.core.game import CHANCE, OPEN, OVER, SPECTATOR
from zashiki.core.table import Table
from zashiki.games.saigo_no_kane import GAME, stage
from zashiki.games.saigo_no_kane import actions as a
from zashiki.games.saigo_no_kane import cards as c
from zashiki.games.saigo_no_kane.rules.cleanup import produce_for
from zashiki.games.saigo_no_kane.rules.lobby import may_use_ability
from zashiki.games.saigo_no_kane.rules.majorities import additional_scoring
from zashiki.games.saigo_no_kane.scoring import scores
from zashiki.games.saigo_no_kane.state import State
from zashiki.testing.ranges import out_of_range

# Setup and options


@pytest.mark.rule("SNK-4", "SNK-5", "SNK-11")
def test_the_component_list_is_complete() -> None:
    seen = summary(Table(GAME, 4))
    assert seen["piles"] == {"student": 48, "item": 36, "card": 25, "blue": 20, "orange": 10}
    assert Counter(c.STUDENT_CLUB) == dict.fromkeys(range(6), 8)
    assert Counter(c.ITEM_KIND) == {0: 6, 1: 6, 2: 12, 3: 6, 4: 6}
    assert len(opened(4).view(0).item_pile) == 32


@pytest.mark.rule("SNK-R41")
def test_a_yen_item_costs_more_than_it_can_ever_return() -> None:
    for kind, price in ((c.POPULARITY_ITEM, 3), (c.YEN_ITEM, 4)):
        assert {c.PRICE[k] for k in range(c.ITEMS) if c.ITEM_KIND[k] == kind} == {price}
    table = layout(2)
    tracks(table, market="microscope bokken indie-mixtape golden-credit-card")
    own(table, 0, "kano-momoka otori-seiya")
    stock(table, 0, yen=4)
    play(table, "0: buy golden-credit-card", "*: item megaphone", "1: pass", "0: discard golden-credit-card")
    assert table.state.yen[0] == 3


@pytest.mark.rule("SNK-R43")
@pytest.mark.parametrize(("red", "tokens"), [("takeda-aya", 2), ("takeda-aya sakamoto-rei", 3)])
def test_a_talent_item_of_price_2_gives_two_tokens_or_three(red: str, tokens: int) -> None:
    given = c.ITEM_TALENTS if tokens == 2 else c.ITEM_TALENTS_WITH_TWO
    cheap = [k for k in range(c.ITEMS) if c.ITEM_KIND[k] == c.TALENT_ITEM and c.PRICE[k] == 2]
    assert [sum(given[k * c.TALENTS : (k + 1) * c.TALENTS]) for k in cheap] == [tokens] * 6
    table = layout(2)
    own(table, 0, f"bokken {red}")
    stock(table, 0)
    play(table, "0: discard bokken")
    assert talents(table, 0) == {"sports": tokens}


@pytest.mark.rule("SNK-R45")
def test_akatora_has_the_numbers_of_the_caption_and_sets_the_level() -> None:
    table = layout(2)
    own(table, 0, "akatora-hideki")
    stock(table, 0)
    play(table, "0: use akatora-hideki")
    assert talents(table, 0) == {"science": 2, "sports": 3, "socialising": 2}
    before = table.state.yen[0]
    produce_for(table.state, 0)
    assert table.state.yen[0] == before + 2  # one of them from the candidate
    over_cost = [sum(c.STUDENT_TALENTS[k * c.TALENTS : (k + 1) * c.TALENTS]) - c.COST[k] for k in range(c.STUDENTS)]
    assert max(over_cost) == over_cost[c.STUDENT_IDS.index("akatora-hideki")] == 1


@pytest.mark.rule("SNK-6", "SNK-13")
def test_candidates_are_chosen_clockwise_from_the_pet_and_only_once() -> None:
    table = Table(GAME, 3, {"candidates": "choose", "first_pet": "2"})
    seen = summary(table)
    assert (seen["day"], seen["phase"], seen["node"], table.to_act) == (0, "setup", "candidate", [2])
    assert [seat.candidate for seat in table.view(0).seats] == [None, None, None]
    play(table, "2: candidate nijino-ame")
    with pytest.raises(IllegalMove, match="SNK-6"):
        table.feed("0: candidate nijino-ame")
    play(table, "0: candidate akino-arashi", "1: candidate fuyuno-kiri")
    assert [seat.candidate for seat in table.view(0).seats] == ["akino-arashi", "fuyuno-kiri", "nijino-ame"]
    assert table.view(0).seats[0].popularity == 5


@pytest.mark.rule("SNK-6")
@pytest.mark.parametrize("text", ["nijino-ame", "nijino-ame,nijino-ame", "nijino-ame,nobody", "", "nijino-ame, akino-arashi"])
def test_a_list_of_candidates_must_fit_the_table(text: str) -> None:
    with pytest.raises(BadOption, match="candidates must"):
        Table(GAME, 2, {"candidates": text})


@pytest.mark.rule("SNK-1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_seats_play(players: int) -> None:
    with pytest.raises(BadOption):
        Table(GAME, players)


@pytest.mark.rule("SNK-13")
def test_a_given_pet_needs_no_line_and_a_random_one_has_one() -> None:
    assert str(Table(GAME, 3, seed=1).lines[0]).startswith("*: pet ")
    table = Table(GAME, 3, {"first_pet": "1"}, seed=1)
    assert str(table.lines[0]).startswith("*: candidate 0 ")
    assert (table.state.pet, table.to_act) == (1, [1])


@pytest.mark.rule("SNK-3", "SNK-R3", "SNK-R38")
def test_the_banks_have_no_end() -> None:
    table = layout(2)
    stock(table, 0, popularity=90, yen=120)
    clean_up(table.state)
    assert (table.state.popularity[0], table.state.yen[0]) == (91, 121)
    assert out_of_range(table.state) == []


@pytest.mark.rule("SNK-7", "SNK-21", "SNK-22", "SNK-R36")
def test_two_markers_in_two_rounds_on_different_events() -> None:
    table = opened(3)
    assert [seat.votes for seat in table.view(0).seats] == [0, 0, 0]
    play(table, "0: attend beach-party", "1: attend beach-party", "2: attend mystery-night")
    assert "attend beach-party" not in table.legal(0)
    with pytest.raises(IllegalMove, match="SNK-22"):
        table.feed("0: attend beach-party")
    with pytest.raises(IllegalMove, match="SNK-21"):
        table.feed("0: pass")
    play(table, "0: attend mystery-night", "1: attend theatre-premiere", "2: attend popularity-poll")
    assert summary(table)["markers"] == {
        "theatre-premiere": [1],
        "mystery-night": [0, 2],
        "popularity-poll": [2],
        "beach-party": [0, 1],
    }
    assert summary(table)["node"] == "lobby"


# The lobby


@pytest.mark.rule("SNK-23", "SNK-R34", "SNK-R37")
def test_one_action_a_turn_and_a_discard_before_a_pass_is_a_pass() -> None:
    table = layout(2)
    own(table, 1, "bokken")
    play(table, "0: recruit goto-daichi", "*: student noda-yu")
    assert table.to_act == [1]
    play(table, "1: discard bokken", "1: pass", "0: pass")
    assert summary(table)["phase"] == "compete"


@pytest.mark.rule("SNK-46", "SNK-31")
def test_daigoku_turns_an_own_student_upright() -> None:
    table = layout(2)
    own(table, 0, "goto-daichi/ mori-kenta")
    hand(table, 0, "daigoku")
    hand(table, 1)
    play(table, "0: play daigoku unmark")
    assert table.legal(0) == ["target goto-daichi"]
    play(table, "0: target goto-daichi")
    assert students(table, 0) == {"mori-kenta": False, "goto-daichi": False}


@pytest.mark.rule("SNK-45", "SNK-R12")
def test_daigoku_marks_opponents_only() -> None:
    table = layout(3)
    hand(table, 0, "daigoku")
    own(table, 0, "mori-kenta")
    assert not any(text.startswith("play") for text in table.legal(0))
    own(table, 1, "noda-yu")
    own(table, 2, "lin-meihua/")
    play(table, "0: play daigoku mark")
    assert table.legal(0) == ["target noda-yu", "target lin-meihua"]


@pytest.mark.rule("SNK-48", "SNK-47", "SNK-R5")
def test_fukada_in_the_school_and_a_discard_before_recruiting() -> None:
    table = layout(2)
    hand(table, 0, "fukada")
    hand(table, 1)
    own(table, 0, "handmade-badges")
    stock(table, 0, popularity=2)
    play(table, "0: play fukada school", "0: target goto-daichi", "*: student lin-meihua")
    assert school(table) == "lin-meihua karol-potocki sasaki-emi ogawa-ken"
    assert table.legal(0) == ["discard handmade-badges", "decline"]
    play(table, "0: discard handmade-badges")
    assert "recruit lin-meihua" in table.legal(0)
    assert not any(text.startswith("buy") for text in table.legal(0))
    play(table, "0: recruit lin-meihua", "*: student noda-yu")
    assert (table.state.popularity[0], table.to_act) == (0, [1])


@pytest.mark.rule("SNK-48")
def test_fukada_may_be_declined() -> None:
    table = layout(2)
    hand(table, 0, "fukada")
    play(table, "0: play fukada school", "0: target goto-daichi", "1: allow", "*: student lin-meihua", "0: decline")
    assert (table.to_act, summary(table)["node"], table.state.bonus) == ([1], "lobby", -1)


@pytest.mark.rule("SNK-49", "SNK-R33")
def test_an_exchanged_vote_item_scores_again_when_it_comes_back() -> None:
    table = layout(2)
    own(table, 0, "school-mascot")
    hand(table, 0, "chamberlain chamberlain")
    hand(table, 1)
    play(table, "0: play chamberlain item", "0: target school-mascot", "0: get campaign-button", "1: pass")
    play(table, "0: play chamberlain item", "0: target campaign-button", "0: get school-mascot")
    assert table.view(0).gained[0][0]["exchange"] == 2
    assert market(table) == "microscope campaign-button bokken indie-mixtape"


@pytest.mark.rule("SNK-52", "SNK-R15")
def test_a_swap_needs_a_token_and_another_type_in_the_pool() -> None:
    table = layout(2)
    stock(table, 0, art=1)
    pool(table, art=3, drama=1)
    play(table, "0: ability")
    assert table.legal(0) == ["swap art drama"]
    with pytest.raises(IllegalMove, match="SNK-52"):
        table.feed("0: done")
    play(table, "0: swap art drama")
    assert table.legal(0) == ["swap drama art", "done"]
    play(table, "0: done")
    assert table.to_act == [1]


@pytest.mark.rule("SNK-53", "SNK-73", "SNK-R32")
def test_a_candidate_turns_up_at_clean_up_and_produces_face_down() -> None:
    table = layout(2)
    play(table, "0: ability", "0: swap drama art", "0: done")
    assert not table.view(0).seats[0].active
    clean_up(table.state)
    assert table.view(0).seats[0].active
    assert table.state.popularity[0] == 6


@pytest.mark.rule("SNK-9", "SNK-15", "SNK-R40")
def test_hands_and_drops_are_secret_and_piles_have_no_order() -> None:
    table = layout(2)
    assert set(table.view(0).hands) == {0}
    assert set(table.view(SPECTATOR).hands) == set()
    assert table.view(1).seats[0].cards == 3
    dealt = next(line for line in table.lines if str(line) == "*: card 0 kishimoto")
    assert (dealt.heard[0], dealt.heard[1], dealt.heard[SPECTATOR]) == ("card 0 kishimoto", "card 0 ?", "card 0 ?")
    hand(table, 0, "fukada " * 5 + "ekichi")
    pass_all(table)
    play(table, "0: start theatre-premiere", "0: forfeit", "1: forfeit", "0: forfeit", "1: forfeit", "0: drop ekichi")
    line = table.lines[-1]
    assert (line.heard[0], line.heard[1]) == ("drop ekichi", "drop ?")
    assert "Ekichi" not in line.told[1]
    assert (table.view(0).drops, table.view(1).drops) == ({0: {"ekichi": 1}}, {1: {}})
    assert list(table.view(0).student_pile) == sorted(table.view(0).student_pile, key=c.STUDENT_IDS.index)


@pytest.mark.rule("SNK-64")
def test_a_bid_is_seen_by_its_bidder_until_the_last_one_is_made() -> None:
    table = layout(3, attend=("popularity-poll", "mystery-night"))
    pass_all(table)
    play(table, "0: start popularity-poll", "1: bid 4")
    assert (table.view(1).bids, table.view(0).bids, table.view(0).answered) == ({1: 4}, {}, (1,))
    assert (table.lines[-1].heard[0], table.lines[-1].heard[1]) == ("bid ?", "bid 4")
    play(table, "0: bid 0", "2: bid 1")
    assert table.lines[-1].heard[0] == "bid 1"
    assert "{1} 4" in table.lines[-1].told[0]
    assert table.view(0).offers == (0, 4, 1)


@pytest.mark.rule("SNK-64")
def test_an_observer_sees_who_has_still_to_bid() -> None:
    table = opened(3)
    play(table, "0: attend mystery-night", "1: attend popularity-poll", "2: attend popularity-poll")
    play(table, "0: attend beach-party", "1: attend mystery-night", "2: attend mystery-night")
    pass_all(table)
    play(table, "0: start popularity-poll")
    # the pet takes no part; seats are counted from the observer
    assert (asked(table, 0), asked(table, 2)) == ([0, 1, 1, 0], [1, 0, 1, 0])
    play(table, "2: bid 1")
    assert (asked(table, 0), asked(table, 2)) == ([0, 1, 0, 0], [0, 0, 1, 0])


def asked(table: SnkTable, seat: int) -> list[int]:
    """The block of an observation that says who is asked."""
    numbers = [0] * GAME.observation_size
    GAME.eyes.observe(table.state, seat, numbers)
    names = [block.name for block in GAME.eyes.OBSERVATION]
    first = sum(block.size for block in GAME.eyes.OBSERVATION[: names.index("acting")])
    return numbers[first : first + c.MAX_SEATS]


# Events


@pytest.mark.rule("SNK-54", "SNK-55", "SNK-R17", "SNK-R18")
def test_the_pet_calls_events_and_the_last_one_starts_by_itself() -> None:
    table = opened(2)
    play(table, "0: attend mystery-night", "1: attend theatre-premiere", "0: attend popularity-poll", "1: attend mystery-night")
    pass_all(table)
    assert table.legal(0) == ["start theatre-premiere", "start mystery-night", "start popularity-poll"]
    play(table, "0: start mystery-night", "0: forfeit", "1: forfeit")
    play(table, "0: start theatre-premiere", "1: forfeit")
    assert (summary(table)["current"], summary(table)["node"], table.to_act) == ("popularity-poll", "bid", [0])


@pytest.mark.rule("SNK-60", "SNK-R19")
def test_two_types_of_three_bring_both_elements_without_a_question() -> None:
    table = layout(2)
    stock(table, 0, drama=3, art=2)
    pass_all(table)
    play(table, "0: start theatre-premiere", "0: pay drama art", "1: forfeit", "*: card 0 fukada", "*: card 0 fukada")
    assert (table.state.votes[0], table.state.yen[0], table.view(0).seats[0].cards) == (0, 4, 5)


@pytest.mark.rule("SNK-62", "SNK-R20")
def test_rewards_pay_for_the_next_event_and_not_for_the_same() -> None:
    table = layout(2)
    playground(table, "mystery-night", "theatre-premiere")
    stock(table, 0, drama=5, science=2, art=2)
    pass_all(table)
    play(table, "0: start mystery-night", "0: pay drama science", "1: forfeit")
    assert "pay popularity drama art" in table.legal(0)


@pytest.mark.rule("SNK-57", "SNK-R23")
def test_free_steps_before_an_auction() -> None:
    table = layout(2)
    playground(table, "mural-contest", "mystery-night")
    own(table, 0, "paint-box ogawa-ken/ mori-kenta")
    own(table, 1, "campaign-button")
    stock(table, 0)
    pass_all(table)
    play(table, "0: start mural-contest")
    assert sorted(table.legal(0)) == ["discard paint-box", "dismiss ogawa-ken", "ready"]
    play(table, "0: dismiss ogawa-ken", "0: discard paint-box")
    # nothing is left to discard, and seat 1 has only a vote item: the bids follow
    assert (summary(table)["node"], table.to_act) == ("bid", [0, 1])
    assert len(table.legal(0)) == talents(table, 0)["art"] + 1


@pytest.mark.rule("SNK-61", "SNK-63")
def test_markers_come_off_a_forfeited_event_too() -> None:
    table = layout(2)
    pass_all(table)
    play(table, "0: start mystery-night", "0: forfeit", "1: forfeit")
    assert summary(table)["markers"] == {"theatre-premiere": [0, 1], "mystery-night": [], "popularity-poll": []}


@pytest.mark.rule("SNK-69", "SNK-R27")
def test_all_at_zero_is_a_tie() -> None:
    table = layout(2)
    for seat in range(2):
        stock(table, seat)
    additional_scoring(table.state)
    assert table.state.votes[:2] == [0, 0]


# Clean-up, the last day and the end


@pytest.mark.rule("SNK-77", "SNK-R6")
def test_clean_up_fills_every_empty_space() -> None:
    table = layout(2)
    s = table.state
    s.market[:] = [-1, -1, *s.market[2:]]
    clean_up(s)
    play(table, "*: student noda-yu", "*: item megaphone", "*: item petition", "*: item zine-press")
    assert market(table) == "zine-press petition megaphone bokken"


@pytest.mark.rule("SNK-78", "SNK-R31")
def test_clean_up_votes_count_before_the_pet_is_found() -> None:
    table = layout(2)
    own(table, 1, "ludwig-arnim")
    table.state.votes[:2] = [1, 0]
    table.state.pet = 1
    clean_up(table.state)
    play(table, "*: student noda-yu", "*: item megaphone")
    assert table.state.votes[:2] == [1, 1]
    assert table.state.pet == 0


@pytest.mark.rule("SNK-18", "SNK-70")
def test_day_five_has_orange_events_only() -> None:
    table = layout(2)
    s = table.state
    s.day = 4
    clean_up(s)
    play(table, "*: student noda-yu", "*: item megaphone")
    assert sizes(table, "discards")["event"] == 3
    with pytest.raises(IllegalMove):
        table.feed("*: event beach-party")
    play(table, "*: event final-poll", "*: event sports-gala", "*: event election-fund")
    assert summary(table)["events"] == ["final-poll", "sports-gala", "election-fund"]


@pytest.mark.rule("SNK-R28")
def test_the_last_day_of_a_first_game_is_blue_and_counts_like_any_last_day() -> None:
    table = layout(2, first_game="true")
    s = table.state
    s.day, s.markers[:] = 4, [0] * len(s.markers)
    clean_up(s)
    play(table, "*: student noda-yu", "*: item megaphone")
    # the events left over stay, so none is drawn
    play(table, "1: attend theatre-premiere", "0: attend mystery-night", "1: attend mystery-night", "0: attend theatre-premiere")
    stock(table, 0, drama=2, science=2)
    stock(table, 1, art=5)
    pass_all(table)
    play(table, "1: start mystery-night", "1: forfeit", "0: pay drama science")
    assert (s.popularity[0], s.yen[0]) == (3, 2)
    play(table, "1: forfeit", "0: forfeit")
    # no talent is returned
    assert (table.over, talents(table, 1)) == (True, {"art": 5})
    # talents for seat 1, then the six clubs: each candidate is alone in its own
    assert table.view(0).majorities[4] == (None, None, 1, None, None, 1, 0, None, None)
    assert market(table) == "megaphone microscope campaign-button bokken"


@pytest.mark.rule("SNK-79", "SNK-80")
def test_day_five_ends_with_production_only() -> None:
    table = layout(2)
    s = table.state
    s.day = 5
    stock(table, 0, art=6)
    play(table, "0: ability", "0: swap art drama", "0: done")
    clean_up(s)
    assert table.over
    assert (summary(table)["phase"], summary(table)["node"], table.to_act) == ("over", None, [])
    # nothing was returned, no candidate turned up, no track moved
    assert sum(talents(table, 0).values()) == 6
    assert not table.view(0).seats[0].active
    assert market(table) == "microscope campaign-button bokken indie-mixtape"
    assert s.popularity[0] == 1
    out = [0] * 4
    scores(s, out)
    assert out[:2] == s.votes[:2]


@pytest.mark.rule("SNK-16")
def test_a_game_is_five_days_of_four_phases() -> None:
    table = Table(GAME, 2, seed=4)
    seen: list[tuple[int, str]] = []
    rng = seeded(4)
    while not table.over:
        now = (table.state.day, stage.NAMES[table.state.stage])
        if not seen or seen[-1] != now:
            seen.append(now)
        seat = table.to_act[0]
        legal = table.legal(seat)
        table.play(seat, legal[below(rng, len(legal))])
    days = [day for day, phase in seen if phase == "prep"]
    assert days == [1, 2, 3, 4, 5]
    assert [phase for day, phase in seen if day == 5] == ["prep", "lobby", "compete"]
    assert all([phase for d, phase in seen if d == day][:3] == ["prep", "lobby", "compete"] for day in range(1, 6))


# Properties


def lobby_potential(s: State) -> int:
    """All yen in hands and three for every yen item owned (SNK-R2)."""
    yen_items = sum(1 << k for k in range(c.ITEMS) if c.ITEM_KIND[k] == c.YEN_ITEM)
    return sum(s.yen) + 3 * sum((mask & yen_items).bit_count() for mask in s.items)


def play_without_passing(seed: int, players: int) -> int:
    """Play a game in which nobody passes or stops while anything else is possible; how many lines it had."""
    s, rng, out = GAME.new(players), seeded(seed), [0] * GAME.about.max_legal
    events = 0
    while GAME.rules.status(s) != OVER:
        events += 1
        if GAME.rules.status(s) == CHANCE:
            GAME.rules.draw(s, rng)
            GAME.rules.reveal(s)
            continue
        seat = GAME.acting(s)[0]
        legal = out[: GAME.rules.legal(s, seat, out)]
        eager = [k for k in legal if k not in (a.PASS, a.DONE, a.ALLOW, a.DECLINE, a.FORFEIT, a.READY)] or legal
        before, action = lobby_potential(s), eager[below(rng, len(eager))]
        in_lobby = s.stage == stage.LOBBY
        exchanging = s.power == c.EXCHANGE_ITEM
        GAME.rules.apply(s, seat, action)
        if in_lobby and not exchanging:
            # SNK-R2: buying lowers it by at least 1, discarding never raises it
            assert lobby_potential(s) <= before - (1 if a.BUY <= action < a.USE else 0)
        assert events <= GAME.about.max_events
    return events


@pytest.mark.rule("SNK-24", "SNK-39", "SNK-R2")
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**30), st.sampled_from(GAME.seats))
def test_the_lobby_ends_even_when_nobody_wants_to_pass(seed: int, players: int) -> None:
    assert play_without_passing(seed, players) <= GAME.about.max_events


MANY = ("bid", "pay", "get", "target", "swap")  # verbs with more words than a few games can use


@pytest.mark.rule("SNK-40")
def test_every_tile_card_power_and_kind_of_move_occurs() -> None:
    """Random games until everything there is has been played; a card never seen is a failure."""
    # a vote item cannot be discarded, so these moves do not exist
    never = {a.DISCARD + k for k in range(c.ITEMS) if not c.DISCARDABLE >> k & 1}
    wanted = {action for action, text in enumerate(GAME.actions.texts) if text.split(" ")[0] not in MANY} - never
    seen: set[int] = set()
    drawn: set[str] = set()
    for seed in range(1500):
        play_for(wanted - seen, seed, seen, drawn)
        if wanted <= seen:
            break
    assert [GAME.actions.texts[action] for action in sorted(wanted - seen)] == []
    assert not seen & never
    assert {GAME.actions.texts[action].split(" ")[0] for action in seen} == {text.split(" ")[0] for text in GAME.actions.texts}
    assert {*c.STUDENT_IDS, *c.ITEM_IDS, *c.EVENT_IDS, *c.TEACHER_IDS, *c.CANDIDATE_IDS} <= drawn


def play_for(wanted: set[int], seed: int, seen: set[int], drawn: set[str]) -> None:
    """A random game in which moves nobody has made yet come first; notes what was played and drawn."""
    s, rng, out = GAME.new(GAME.seats[seed % 3], GAME.about.variants[seed // 3 % 3]), seeded(seed), [0] * GAME.about.max_legal
    while GAME.rules.status(s) != OVER:
        if GAME.rules.status(s) == CHANCE:
            GAME.rules.draw(s, rng)
            drawn.add(GAME.words.write_chance(s).split(" ")[-1])
            GAME.rules.reveal(s)
            continue
        seat = GAME.acting(s)[0]
        legal = out[: GAME.rules.legal(s, seat, out)]
        new = [action for action in legal if action in wanted and action not in seen] or legal
        action = new[below(rng, len(new))]
        seen.add(action)
        GAME.rules.apply(s, seat, action)


@pytest.mark.rule("SNK-26", "SNK-33", "SNK-40", "SNK-53", "SNK-56")
def test_a_refusal_says_why_and_cites_the_clause() -> None:
    table = layout(2)
    own(table, 0, "campaign-button mori-kenta/")
    stock(table, 0, popularity=1, yen=1)
    reasons = {
        "recruit ogawa-ken": "costs 3 popularity, but {0} has only 1. (SNK-26)",
        "recruit noda-yu": "is not in school. (SNK-26)",
        "buy bokken": "costs 2 yen, but {0} has only 1. (SNK-33)",
        "discard campaign-button": "cannot be discarded. (SNK-40)",
        "discard bokken": "does not own Bokken. (SNK-39)",
        "use mori-kenta": "only a teacher card turns a student upright. (SNK-31)",
        "dismiss noda-yu": "{0} has not recruited Noda Yu. (SNK-30)",
        "play fukada market": "holds no Akiko Fukada. (SNK-41)",
        "ability": "No exchange is possible",
        "pay drama": "is not possible now",
    }
    for text, reason in reasons.items():
        with pytest.raises(IllegalMove) as refused:
            table.play(0, text)
        assert reason in f"{refused.value.sentence} ({refused.value.clause})", text


@pytest.mark.rule("SNK-R11")
def test_a_power_that_could_do_nothing_says_what_is_missing() -> None:
    table = layout(2)
    hand(table, 0, "chamberlain daigoku ekichi kishimoto")
    stock(table, 1, popularity=0, yen=0)
    missing = {
        "popularity": "No opponent has popularity to lose.",
        "yen": "No opponent has yen to lose.",
        "mark": "No opponent has a student.",
        "unmark": "{0} has no marked student.",
        "item": "{0} has no item for which the market has another of equal or lower price.",
        "student": "{0} has no student for whom the school has another of equal or lower cost.",
    }
    for power, sentence in missing.items():
        teacher = c.TEACHER_IDS[c.POWER_TEACHER[c.POWER_IDS.index(power)]]
        with pytest.raises(IllegalMove) as refused:
            table.play(0, f"play {teacher} {power}")
        assert (refused.value.sentence, refused.value.clause) == (sentence, "SNK-R11")


@pytest.mark.rule("SNK-42", "SNK-48", "SNK-49", "SNK-R4", "SNK-R7")
def test_a_refusal_cites_the_power_being_used_and_the_moment() -> None:
    table = layout(2)
    own(table, 0, "dojo-collection-box mori-kenta")
    hand(table, 0, "chamberlain fukada")
    hand(table, 1)

    def refused(text: str) -> str:
        with pytest.raises(IllegalMove) as refusal:
            table.play(0, text)
        return str(refusal.value)

    assert "(SNK-30)" in refused("dismiss mori-kenta")
    assert "(SNK-42)" in refused("counter chamberlain")
    play(table, "0: play chamberlain item")
    assert "(SNK-49)" in refused("pass")
    assert "(SNK-R4)" in refused("discard dojo-collection-box")
    play(table, "0: target dojo-collection-box")
    assert "(SNK-49)" in refused("pass")
    play(table, "0: get bokken", "1: pass", "0: play fukada school", "0: target goto-daichi", "*: student noda-yu")
    assert "(SNK-48)" in refused("buy microscope")
    play(table, "0: decline", "1: pass", "0: pass", "0: start theatre-premiere")
    assert "(SNK-R7)" in refused("dismiss mori-kenta")


@pytest.mark.rule("SNK-R11", "SNK-R12")
def test_a_refused_target_cites_the_ruling_that_spares_it() -> None:
    table = layout(3)
    hand(table, 0, "daigoku kishimoto")
    hand(table, 1)
    hand(table, 2)
    own(table, 0, "mori-kenta")
    own(table, 1, "noda-yu")
    stock(table, 2)
    play(table, "0: play daigoku mark")
    with pytest.raises(IllegalMove, match=r"Only an opponent's student can be marked, and Mori Kenta is not one.*SNK-R12"):
        table.feed("0: target mori-kenta")
    with pytest.raises(IllegalMove, match="SNK-45"):
        table.feed("0: target lin-meihua")
    play(table, "0: target noda-yu", "1: pass", "2: pass", "0: play kishimoto yen")
    with pytest.raises(IllegalMove) as refused:
        table.feed("0: target 2")
    assert (refused.value.sentence, refused.value.clause) == ("{2} has no yen to lose.", "SNK-R11")
    for nobody in ("0", "3"):
        with pytest.raises(IllegalMove, match="SNK-44"):
            table.feed(f"0: target {nobody}")


@pytest.mark.rule("SNK-R9")
def test_a_counter_before_its_turn_cites_the_order_of_the_window() -> None:
    table = layout(3)
    play(table, "0: play kishimoto yen", "0: target 2")
    with pytest.raises(IllegalMove) as refused:
        table.feed("2: counter ekichi")
    assert (refused.value.sentence, refused.value.clause) == ("It is not {2}'s turn. {1} may counter.", "SNK-R9")
    play(table, "1: allow", "2: counter ekichi", "0: allow")


@pytest.mark.rule("SNK-60", "SNK-66")
def test_a_reward_the_event_does_not_show_is_refused() -> None:
    table = layout(2, attend=("theatre-premiere", "popularity-poll"))
    stock(table, 0, popularity=4)
    stock(table, 1, popularity=2)
    pass_all(table)
    play(table, "0: start theatre-premiere", "0: pay popularity", "1: forfeit")
    with pytest.raises(IllegalMove, match="SNK-60"):
        table.feed("0: reward popularity")
    play(table, "0: reward yen", "0: bid 1", "1: bid 2")
    with pytest.raises(IllegalMove, match="SNK-66"):
        table.feed("0: reward popularity")


@pytest.mark.rule("SNK-17", "SNK-18", "SNK-20")
@pytest.mark.parametrize(("day", "first_game", "wrong", "clause"), [
    (1, "false", "final-poll", "SNK-17"),
    (4, "false", "robot-race", "SNK-18"),
    (4, "true", "final-poll", "SNK-20"),
])  # fmt: skip
def test_an_event_of_the_wrong_pile_cites_the_clause_of_the_day(day: int, first_game: str, wrong: str, clause: str) -> None:
    table = layout(2, first_game=first_game)
    s = table.state
    s.day, s.markers[:], s.events[0] = day, [0] * len(s.markers), c.EMPTY
    clean_up(s)
    play(table, "*: student noda-yu", "*: item megaphone")
    with pytest.raises(IllegalMove, match=clause):
        table.feed(f"*: event {wrong}")


@pytest.mark.rule("SNK-28")
def test_a_tile_that_is_not_in_the_pile_cites_the_refilling_of_tracks() -> None:
    table = layout(2)
    clean_up(table.state)
    with pytest.raises(IllegalMove, match="SNK-28"):
        table.feed("*: student ogawa-ken")
    play(table, "*: student noda-yu")
    with pytest.raises(IllegalMove, match="SNK-28"):
        table.feed("*: item bokken")


@pytest.mark.rule("SNK-56")
def test_a_payment_out_of_order_is_told_the_order() -> None:
    with pytest.raises(BadNotation, match="popularity yen drama science sports politics socialising art"):
        layout(2).play(0, "pay drama popularity")


def test_open_eyes_see_all() -> None:
    table = layout(2)
    v = table.view(OPEN)
    assert v.hands == {seat: {"kishimoto": 1, "chamberlain": 1, "ekichi": 1} for seat in range(2)}


@pytest.mark.rule("SNK-10")
def test_later_draws_bring_dear_students_too() -> None:
    table = layout(2)
    tracks(table, school="karol-potocki sasaki-emi ogawa-ken goto-daichi")
    play(table, "0: recruit goto-daichi", "*: student tsukishiro-rio")
    assert school(table).startswith("tsukishiro-rio")


@pytest.mark.rule("SNK-68", "SNK-71")
def test_nobody_has_a_majority_before_any_was_counted() -> None:
    assert set(GAME.new(4).majority) == {c.NOBODY}
    assert set(GAME.eyes.view(GAME.new(4), OPEN).majorities) == set()


@pytest.mark.rule("SNK-52")
def test_the_ability_needs_two_kinds_of_talent() -> None:
    s = GAME.new(2)
    s.face_up = 0b11
    for held, left, possible in (
        ((0,), (0,), False),
        ((0,), (1,), True),
        ((0, 1), (0,), True),
        ((), (0, 1), False),
        ((0,), (), False),
    ):
        s.talents[: c.TALENTS] = [int(talent in held) for talent in range(c.TALENTS)]
        s.pool[:] = [int(talent in left) for talent in range(c.TALENTS)]
        assert bool(may_use_ability(s, 0)) is possible
