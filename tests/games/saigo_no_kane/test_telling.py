"""What the log of Saigo no Kane says beyond the move itself: votes, rewards, majorities, production, the pet and new days."""

from __future__ import annotations

import random
import re

import pytest

from tests.games.saigo_no_kane.positions import SnkTable, hand, layout, own, pass_all, play, playground, stock
from tests.games.saigo_no_kane.swap import swap
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.table import Table
from zashiki.games.saigo_no_kane import GAME


def told(table: SnkTable, viewer: int = SPECTATOR) -> str:
    """The newest line of the log."""
    return table.lines[-1].told[viewer]


@pytest.mark.rule("SNK-59", "SNK-60")
def test_the_last_payment_tells_what_everybody_gets() -> None:
    table = layout(2)
    stock(table, 0, popularity=3, drama=3, art=2)
    stock(table, 1, popularity=4)
    hand(table, 0)
    hand(table, 1)
    pass_all(table)
    play(table, "0: start theatre-premiere", "0: pay popularity drama art")
    assert "gets" not in told(table)
    play(table, "1: pay popularity")
    assert told(table) == "{1} pays 3 popularity for Theatre Premiere. {0} gets 4 votes, 4 yen."
    play(table, "*: card 0 fukada", "*: card 0 fukada", "1: reward yen")
    assert told(table) == "{1} chooses 4 yen. {1} gets 4 yen. Mystery Night is held."


@pytest.mark.rule("SNK-57")
def test_what_an_item_gives_while_paying_is_not_told_as_a_reward() -> None:
    table = layout(2)
    own(table, 0, "family-crest")
    pass_all(table)
    play(table, "0: start theatre-premiere", "0: discard family-crest")
    assert told(table) == "{0} discards Family Crest: 1 popularity."


@pytest.mark.rule("SNK-63", "SNK-68", "SNK-69")
def test_the_end_of_the_last_event_tells_the_majorities_with_their_numbers() -> None:
    table = layout(2)
    stock(table, 0, popularity=2, yen=3, art=1)
    stock(table, 1, popularity=1, yen=3)
    own(table, 1, "campaign-button mori-kenta")
    pass_all(table)
    play(table, "0: start theatre-premiere", "0: forfeit", "1: forfeit")
    assert told(table) == "{1} forfeits Theatre Premiere. Nobody has paid for Theatre Premiere: it stays. Mystery Night is held."
    play(table, "0: forfeit", "1: forfeit")
    majorities = (
        "The bell of day 1 rings, and the day ends. One vote each: {1} for most items (1), {1} for most students (1), "
        "{0} for most talents (1), {0} for most popularity (2). Tied, so no vote: most yen (3)."
    )
    assert table.view(SPECTATOR).majority_most == ((1, 1, 1, 2, 3),)
    production = "Production: {0} 1 popularity, 1 yen; {1} 1 popularity, 1 yen."
    assert told(table).endswith(f"Nobody has paid for Mystery Night: it stays. {majorities} {production}")


@pytest.mark.rule("SNK-74", "SNK-78")
def test_the_night_tells_production_the_pet_and_the_new_day() -> None:
    table = layout(2)
    stock(table, 0, popularity=1, drama=5)
    own(table, 0, "family-crest ludwig-arnim")
    pass_all(table)
    play(table, "0: start mystery-night", "0: forfeit", "1: forfeit", "0: forfeit", "1: forfeit", "0: ready", "0: return drama")
    assert told(table) == "{0} returns Drama to the pool. Production: {0} 1 vote, 4 popularity, 1 yen; {1} 1 popularity, 1 yen."
    play(table, "*: student mori-kenta", "*: item war-drum")
    assert told(table) == "War Drum comes to the market. {1} has the fewest votes and becomes the teacher's pet. Day 2 begins."


@pytest.mark.rule("SNK-64")
def test_rewards_of_an_auction_are_told_apart_from_what_was_bid() -> None:
    table = layout(2, attend=("mystery-night", "popularity-poll"))
    hand(table, 0)
    playground(table, "mystery-night", "charity-auction", "popularity-poll")
    stock(table, 0, popularity=3, yen=4)
    stock(table, 1, popularity=2, yen=2)
    pass_all(table)
    play(table, "0: start popularity-poll", "1: bid 1")
    assert table.view(OPEN).auctions == {}
    play(table, "0: bid 3")
    assert table.view(SPECTATOR).auctions == {"popularity-poll": {0: 3, 1: 1}}
    assert told(table, 1) == "{0} bids 3. All bids for Popularity Poll are revealed: {0} 3, {1} 1. {0} gets 4 votes, 4 yen."


@pytest.mark.rule("SNK-59")
def test_a_view_remembers_who_fulfilled_which_event_and_when() -> None:
    table = layout(3, attend=("theatre-premiere", "mystery-night"))
    for seat in (0, 1):
        stock(table, seat, drama=2, science=2)
    pass_all(table)
    play(table, "0: start mystery-night", "0: pay drama science", "1: pay drama science", "2: forfeit")
    assert table.view(SPECTATOR).fulfilled == {"mystery-night": (1, (0, 1))}
    assert "{0} gets 1 vote, 3 popularity, 2 yen. {1} gets 1 vote, 3 popularity, 2 yen." in told(table)


@pytest.mark.rule("SNK-45", "SNK-51")
def test_a_teacher_card_tells_what_it_did_or_that_it_was_countered() -> None:
    table = layout(2)
    hand(table, 0, "daigoku daigoku")
    hand(table, 1, "ekichi")
    own(table, 1, "sasaki-emi")
    play(table, "0: play daigoku mark", "0: target sasaki-emi", "1: allow")
    assert told(table) == "{1} allows it. Sasaki Emi is marked."
    play(table, "1: pass", "0: play daigoku mark", "0: target sasaki-emi", "1: counter ekichi")
    assert told(table) == "{1} counters with Heyia Ekichi. Matsuo Daigoku is countered and has no effect."


@pytest.mark.rule("SNK-27", "SNK-36")
def test_votes_of_a_tile_are_told_when_it_comes() -> None:
    table = layout(2)
    stock(table, 0, yen=3)
    play(table, "0: buy campaign-button")
    assert told(table) == "{0} buys Campaign Button for 3 yen. {0} scores 1 vote."


@pytest.mark.rule("SNK-9")
def test_an_answer_given_by_itself_tells_nothing_of_a_hand() -> None:
    """Where one answer is said to be openly forced, no other hand would have allowed another one."""
    forced = set()
    for players, seed in ((2, 4), (3, 5), (4, 6)):
        table, rng = Table(GAME, players, seed=seed), seeded(seed)
        for seat, _ in play_randomly(table, seeded(seed)):
            legal = table.legal(seat)
            if len(legal) == 1 and GAME.open_forced(table.view(seat)):
                forced.add(table.view(seat).node)
                other = swap(table.state.copy(), SPECTATOR, rng)
                assert [GAME.actions.write(action) for action in GAME.legal_actions(other, seat)] == legal
    assert {"pay", "bid"} <= forced
    assert not {"counter", "drop"} & forced


def test_the_log_accounts_for_every_vote_of_a_game() -> None:
    """Adding up what the lines say gives the votes on the track; every seat hears the same of them."""
    for players, seed in ((2, 4), (3, 5), (4, 6)):
        table = Table(GAME, players, seed=seed)
        for _ in play_randomly(table, seeded(seed)):
            pass
        counted = [0] * players
        for line in table.lines:
            for seat, votes in re.findall(r"\{(\d)\} (?:gets |scores )?(\d+) votes?\b", line.told[SPECTATOR]):
                counted[int(seat)] += int(votes)
            for seat in re.findall(r"\{(\d)\} for most", line.told[SPECTATOR]):
                counted[int(seat)] += 1
        assert counted == table.scores()
        assert all("votes" not in line.told[OPEN] or line.told[OPEN] == line.told[SPECTATOR] for line in table.lines)
        days = [line.told[0] for line in table.lines if re.search(r"Day \d begins", line.told[0])]
        assert len(days) == 5
        assert "That was the last bell." in told(table)


@pytest.mark.parametrize("seed", range(6))
def test_a_question_speaks_only_of_answers_there_are(seed: int) -> None:
    table, chooser = Table(GAME, 2 + seed % 3, seed=seed), random.Random(seed)
    while not table.over:
        seat = chooser.choice(table.to_act)
        options = table.legal(seat)
        asked, verbs = GAME.words.ask(table.state, seat), {option.split(" ")[0] for option in options}
        assert ("Discarding an item" in asked) == (verbs >= {"pass", "discard"})
        assert ("nothing you can do now" in asked) == (verbs == {"pass"})
        assert ("or allow it?" in asked) == (verbs == {"allow", "counter"})
        assert ("no card that counters" in asked) == (verbs == {"allow"})
        assert ("nothing you can pay for" in asked) == (verbs == {"decline"})
        assert ("cannot pay for any yet" in asked) == (verbs == {"decline", "discard"})
        assert asked.startswith("Pay for ") == ("pay" in verbs)
        assert ("you forfeit it" in asked) == (verbs == {"forfeit"})
        assert ("give up a lit tile" in asked) == ("forfeit" in verbs and "pay" not in verbs and len(verbs) > 1)
        assert ("to bid for" in asked) == (options == ["bid 0"])
        table.play(seat, chooser.choice(options))
