"""Clauses of Idol Conclave that the worked examples leave open: setup, refusals, bounds, records, what is told."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.games.idol_conclave.positions import IdolTable, counted, hand, line, play, sheet_options, table
from tests.games.idol_conclave.swap import swap
from tests.support import play_randomly, random_states
from zashiki.core.chance import seeded
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.games.idol_conclave import GAME, phase
from zashiki.games.idol_conclave.cards import DEAL, EVENTS, IDOL_IDS, IDOLS, KIND_IDS, KINDS, OWN_KINDS, SPACE_COUNT, SPACES
from zashiki.games.idol_conclave.options import read_pool
from zashiki.games.idol_conclave.rules.backstage import has_right
from zashiki.games.idol_conclave.state import State
from zashiki.server.pages.board import draw_board

RECORDS = Path(__file__).parent / "records"
RULES = Path(__file__).parents[3] / "docs" / "rules" / f"{GAME.id}.md"


def refusal(t: IdolTable, seat: int, text: str) -> str:
    """The clause a move is refused with."""
    with pytest.raises(IllegalMove) as error:
        t.play(seat, text)
    return error.value.clause


# Setup


@pytest.mark.rule("IDL-1", "IDL-3", "IDL-4", "IDL-R5")
def test_hands_and_supply_at_the_start() -> None:
    t = table()
    v = t.view(OPEN)
    assert all(v.hands[seat] == ("p2", "p3", "p4", "m5", "neg", "scandal", "deal") for seat in range(3))
    assert v.supply == ("p1", "g1", "g2", "g3")
    assert v.sheet == {}
    assert t.view(1).hands.keys() == {1}


@pytest.mark.rule("IDL-2", "IDL-R4")
def test_the_order_of_the_idols_has_no_effect_on_the_count() -> None:
    front = counted("akaneru: p4 scandal p2; kana-chan: g1 p3")
    back = counted("marisan: p4 scandal p2; nakonako: g1 p3")
    assert front.totals[:2] == [back.totals[5], back.totals[4]]
    assert sorted(front.ranks) == sorted(back.ranks)


@pytest.mark.rule("IDL-5", "IDL-6", "IDL-7", "IDL-8", "IDL-10")
def test_the_deal_is_heard_as_it_may_be() -> None:
    t = Table(GAME, 4, seed=3)
    identities = next(one for one in t.lines if one.text.startswith("identities"))
    words = identities.text.split()[1:]
    assert len(set(words)) == 4
    assert identities.heard[2].split()[1:] == ["?", "?", words[2], "?"]
    assert identities.heard[SPECTATOR].split()[1:] == ["?"] * 4
    candidates = next(one for one in t.lines if one.text.startswith("candidates"))
    assert all(text == candidates.text for text in candidates.heard.values())
    assert t.view(0).candidates == tuple(candidates.text.split()[1:])
    assert t.view(0).events_up == (True,) * 6


@pytest.mark.rule("IDL-11", "IDL-69", "IDL-R2")
def test_pools_of_events() -> None:
    basic, advanced = read_pool("basic", 3)[0], read_pool("advanced", 3)[0]
    assert (basic.bit_count(), advanced.bit_count()) == (6, 13)
    votes = sorted(event.number("votes") for event in EVENTS if event.text("set") == "basic")
    assert votes == [-2000, -1000, 0, 1000, 2000, 3000]
    chosen = "simultaneous-vote,idol-police,scheming-character,overslept,mania-popular,steady-marketing"
    for seed in range(5):
        assert set(Table(GAME, 3, {"events": chosen}, seed=seed).view(OPEN).events) == set(chosen.split(","))


@pytest.mark.rule("IDL-13", "IDL-R3")
def test_the_start_player_is_drawn_unless_the_option_names_one() -> None:
    assert {Table(GAME, 3, seed=seed).view(OPEN).start for seed in range(20)} == {0, 1, 2}
    assert {Table(GAME, 3, {"start": "1"}, seed=seed).view(OPEN).start for seed in range(20)} == {1}


@pytest.mark.rule("IDL-R33")
def test_names_are_spelled_as_on_the_page_of_the_rules() -> None:
    page = RULES.read_text(encoding="utf-8")
    for entry in (*IDOLS, *EVENTS, *SPACES):
        spelled = re.sub(r"\W+", "-", entry.text("name").lower()).strip("-")
        assert spelled == entry.text("key")
        assert f"`{spelled}`" in page
    # One row of the page names several number cards: "Vote +2000, +3000, +4000".
    names = page.replace(", +", ", Vote +")
    assert [kind.text("name") for kind in KINDS if kind.text("name") not in names] == []


@pytest.mark.rule("IDL-13", "IDL-69", "IDL-5")
@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("*: identities akaneru akaneru kana-chan", "IDL-5"),
        ("*: identities akaneru kana-chan", "IDL-5"),
        ("*: candidates akaneru kana-chan marisan", "IDL-7"),
        ("*: start 0", "IDL-13"),
    ],
)
def test_impossible_deals_are_refused(line: str, clause: str) -> None:
    t = Table(GAME, 3, {"start": "1"})
    with pytest.raises(IllegalMove) as error:
        t.feed(line)
    assert error.value.clause == clause
    with pytest.raises(BadNotation):
        t.feed("*: identities akaneru kana-chan nobody")
    play(t, "*: identities akaneru kana-chan marisan; *: candidates akaneru kana-chan marisan")
    with pytest.raises(IllegalMove) as error:
        t.feed("*: events overslept hit-single handshake-tour quiet-season wardrobe-trouble blog-backlash")
    assert error.value.clause == "IDL-69"


# Turns and refusals


@pytest.mark.rule("IDL-16", "IDL-34", "IDL-R29")
def test_a_turn_plays_one_card_and_only_the_deal_is_boxed() -> None:
    t = table("0: vote p1 akaneru")
    assert refusal(t, 1, "pass") == "IDL-16"
    assert refusal(t, 1, "discard p2") == "IDL-34"
    assert refusal(t, 1, "vote g1 akaneru") == "IDL-16"
    play(t, "1: discard deal; 2: vote p2 akaneru; 0: vote p2 akaneru")
    assert refusal(t, 1, "discard deal") == "IDL-34"
    assert "discard deal" not in t.legal(1)
    assert hand(t, 1) == "p2 p3 p4 m5 neg scandal"


@pytest.mark.rule("IDL-32")
def test_a_backstage_deal_on_any_space_of_the_sheet_gives_the_right() -> None:
    for space in range(SPACE_COUNT):
        s = GAME.new(3)
        s.sheet_kind[space], s.sheet_seat[space] = DEAL, 1
        assert [has_right(s, seat) for seat in range(3)] == [0, 1, 0]


@pytest.mark.rule("IDL-26", "IDL-27", "IDL-28", "IDL-29", "IDL-32")
def test_spaces_open_row_by_row() -> None:
    t = table("0: vote p1 akaneru")
    assert refusal(t, 1, "deal deal trade") == "IDL-26"
    assert refusal(t, 1, "deal p2 open-convene") == "IDL-32"
    play(t, "1: deal deal open-convene; 1: open none")
    assert refusal(t, 2, "deal deal move") == "IDL-27"
    assert refusal(t, 2, "deal deal open-convene") == "IDL-27"
    play(t, "2: deal deal convene; 0: vote p2 kana-chan; 1: deal g1 trade; 1: swap akaneru 1; 1: with kana-chan 1")
    assert sheet_options(t, 2) == [f"{k} {space}" for k in hand(t, 2).split() for space in ("move", "exchange")]
    assert refusal(t, 2, "deal p2 break") == "IDL-28"
    play(t, "2: deal g2 move; 2: move akaneru 1; 2: to marisan")
    assert refusal(t, 0, "deal deal move") == "IDL-29"
    assert sheet_options(t, 0) == ["deal exchange", "deal break", "deal control"]


@pytest.mark.rule("IDL-39", "IDL-41", "IDL-37", "IDL-74")
def test_targets_that_are_not_there_are_refused() -> None:
    t = table("0: vote p1 akaneru; 1: vote p2 akaneru; 2: vote m5 marisan; 0: deal deal open-convene")
    assert refusal(t, 0, "open akaneru 2") == "IDL-37"
    assert refusal(t, 0, "open akaneru 3") == "IDL-37"
    assert refusal(t, 0, "vote p2 akaneru") == "IDL-37"
    play(t, "0: open none; 1: deal deal trade; 1: swap akaneru 1")
    assert refusal(t, 1, "with akaneru 2") == "IDL-39"
    play(t, "1: with marisan 1; 2: deal deal convene; 0: deal g1 move; 0: move akaneru 2")
    assert refusal(t, 0, "to akaneru") == "IDL-41"
    assert t.legal(0) == [f"to {idol}" for idol in IDOL_IDS[1:]]


@pytest.mark.rule("IDL-74", "IDL-15")
def test_during_the_simultaneous_vote_only_ballots_count() -> None:
    rounds = "; ".join(f"{seat}: vote {kind} kana-chan" for kind in ("p2", "p3", "p4", "m5") for seat in (1, 2, 0))
    t = table(f"0: vote p1 marisan; {rounds}", adv="simultaneous-vote")
    assert refusal(t, 1, "vote neg akaneru") == "IDL-74"
    assert refusal(t, 1, "ballot p2") == "IDL-74"
    play(t, "2: ballot deal")
    assert refusal(t, 2, "ballot neg") == "IDL-74"
    play(t, "0: ballot neg; 1: ballot deal; 1: order 1")
    assert refusal(t, 1, "order 1") == "IDL-74"
    assert refusal(t, 2, "order 2") == "IDL-15"


@pytest.mark.rule("IDL-23", "IDL-39", "IDL-R11")
def test_only_the_bottommost_card_decides_the_next_facing() -> None:
    t = table("0: vote p1 akaneru; 1: vote p2 akaneru; 2: vote p2 kana-chan; 0: deal deal open-convene; 0: open none")
    play(t, "1: deal deal trade; 1: swap akaneru 2; 1: with kana-chan 1")
    assert line(t, "akaneru") == "p1v p2v"
    play(t, "2: vote p3 akaneru")
    assert line(t, "akaneru") == "p1v p2v p3^"
    assert t.view(OPEN).events_up == (True,) * 6


@pytest.mark.rule("IDL-55", "IDL-38", "IDL-40", "IDL-42")
def test_who_took_which_group_vote_is_public() -> None:
    record = read_kifu((RECORDS / "complete-basic.kifu").read_text(encoding="utf-8"))
    v = replay(record, GAMES).view(SPECTATOR)
    assert {kind: taken.seat for kind, taken in v.taken.items()} == {"g1": 1, "g2": 1, "g3": 0}
    values = {kind: counted(f"akaneru: {kind} p2").totals[0] for kind in ("g1", "g2", "g3")}
    assert set(values.values()) == {4000}


@pytest.mark.rule("IDL-72", "IDL-41")
def test_a_deal_goes_before_scheming_and_moved_cards_count_there() -> None:
    t = table("0: vote p1 kana-chan; 1: deal deal open-convene; 1: open none; 2: deal deal convene", adv="scheming-character")
    play(t, "0: deal deal trade; 1: deal g1 move; 1: move kana-chan 1; 1: to akaneru")
    assert line(t, "akaneru") == "p1v"
    play(t, "2: vote p2 akaneru; 0: vote p3 akaneru")
    assert line(t, "akaneru") == "p1v p2^ p3v"


# The end


@pytest.mark.rule("IDL-14", "IDL-64", "IDL-66")
def test_greedy_play_aims_at_the_own_pair() -> None:
    t = table("0: vote p1 kana-chan")
    s = t.state
    values = {}
    for text in ("vote p4 kana-chan", "vote p4 nakonako", "vote p4 marisan", "vote m5 kana-chan"):
        after = s.copy()
        GAME.rules.apply(after, 1, GAME.actions.read(text))
        values[text] = GAME.worth.worth(after, 1)
    # Seat 1 is kana-chan and backs nakonako.
    assert min(values["vote p4 kana-chan"], values["vote p4 nakonako"]) > values["vote p4 marisan"] > values["vote m5 kana-chan"]


@pytest.mark.rule("IDL-66", "IDL-65", "IDL-73")
@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.kifu")), ids=lambda path: path.stem)
def test_records_replay_to_their_results(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    kifu = read_kifu(text)
    t = replay(kifu, GAMES)
    assert t.over
    assert kifu.write() == text
    result = {
        "shared-win": ([6, 6, 3], [0, 1]),
        "same-idol-win": ([9, 2, 0, 5], [0]),
        "scandal-overslept": ([5, 4, 8], [2]),
        "complete-basic": ([7, 2, 3], [0]),
        "complete-advanced": ([6, 4, 7, 5, 10], [4]),
    }
    assert (t.scores(), t.winners()) == result[path.stem]


@pytest.mark.rule("IDL-66")
def test_there_are_no_scores_before_the_end() -> None:
    assert table("0: vote p1 akaneru").scores() == [0, 0, 0]


@pytest.mark.rule("IDL-20", "IDL-19", "IDL-R30", "IDL-R32")
@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("variant", GAME.about.variants)
def test_cards_are_conserved_and_turns_are_counted(players: int, variant: dict[str, str]) -> None:
    for seed in range(6):
        for s in random_states(GAME, players, variant, seed):
            assert all_cards(s) == Counter({**{k: players for k in range(11) if OWN_KINDS >> k & 1}, 0: 1, 8: 1, 9: 1, 10: 1})
            if s.phase == phase.OVER:
                groups = sum(seat != -1 for seat in s.taken_by)
                together = players - 1 if s.voted_together else 0
                assert s.turn == 1 + 7 * players + groups - together <= 7 * players + 4
                assert not any(s.hands)


def all_cards(s: State) -> Counter[int]:
    """Every card of the game, wherever it lies."""
    found = Counter(s.piece_kind[: s.piece_count])
    found.update(kind for kind in s.sheet_kind if kind != -1)
    masks = [s.supply, *s.hands]
    found.update(kind for mask in masks for kind in range(len(KIND_IDS)) if mask >> kind & 1)
    if GAME.eyes.summary(s)["phase"] == "order":
        found.update(kind for kind in s.ballots if kind != -1)
    return found


@pytest.mark.rule("IDL-12", "IDL-53", "IDL-R34")
def test_lines_are_heard_with_hidden_cards_masked() -> None:
    for seed in range(4):
        t: IdolTable = Table(GAME, 4, {"events": "advanced"}, seed=seed)
        for _ in play_randomly(t, seeded(seed)):
            pass
        for one in t.lines:
            words = one.text.split()
            heard = {viewer: text for viewer, text in one.heard.items() if viewer not in (one.seat, OPEN)}
            if words[0] == "ballot":
                assert set(heard.values()) == {"ballot ?"}
            elif words[0] == "vote":
                assert len(set(heard.values())) == 1
                assert set(heard.values()) <= {one.text, f"vote ? {words[2]}"}
                if words[1] in ("neg", "p1"):
                    assert set(heard.values()) == {one.text}
            elif words[0] != "identities":
                assert set(heard.values()) == {one.text}


def longest_game(players: int) -> IdolTable:
    """All six deals that a sheet holds, each where it asks the most, and every other card for the idol with Idol Police."""
    pool = "idol-police,hit-single,handshake-tour,quiet-season,wardrobe-trouble,blog-backlash"
    t = Table(GAME, players, {"events": pool}, seed=1)
    police = IDOL_IDS[t.view(OPEN).events.index("idol-police")]
    quiet = next(idol for idol in IDOL_IDS if idol != police)

    def dullness(text: str) -> int:
        verb, *words = text.split()
        v = t.view(OPEN)
        if verb == "deal":
            # A Trade needs two idols with cards, an Exchange an own card; Control comes last, since it shuts the sheet.
            used = sum(bool(cards) for cards in v.lines.values())
            own = any(card.seat == v.turn_seat and card.kind != "p1" for cards in v.lines.values() for card in cards)
            asks = {"trade": used > 1, "exchange": own, "break": False, "control": "exchange" in v.sheet}
            return 0 if asks.get(words[1], True) else 3
        if verb == "vote":
            return 0 if text == f"vote p1 {quiet}" else 1 if words == [words[0], police] and words[0] != "deal" else 2
        return 0 if words[0] in (police, "trade") else 1

    while not t.over:
        t.play(t.to_act[0], min(t.legal(t.to_act[0]), key=dullness))
    return t


@pytest.mark.rule("IDL-R30", "IDL-71")
def test_no_game_has_more_lines_than_the_longest_one() -> None:
    """4 of chance, the opening, 32 votes with a look each, 6 deals that ask 9 questions."""
    t = longest_game(5)
    assert set(t.view(OPEN).sheet) == {"open-convene", "trade", "convene", "move", "exchange", "control"}
    assert (len(t.lines), t.view(OPEN).turn) == (4 + 1 + 2 * 32 + 6 + 9, 39)
    assert GAME.about.max_events == len(t.lines)


# What is asked


@pytest.mark.rule("IDL-16", "IDL-31", "IDL-34", "IDL-R35")
def test_a_turn_is_asked_for_what_it_can_do() -> None:
    t = table("0: vote p1 akaneru")
    assert GAME.words.ask(t.state, 1) == "Play a vote for an idol, or make a deal backstage."
    play(t, "1: discard deal; 2: deal deal open-convene; 2: open none; 0: vote p2 akaneru")
    assert GAME.words.ask(t.state, 1) == "Play a vote for an idol."
    play(t, "1: vote p2 akaneru")
    assert GAME.words.ask(t.state, 2) == "Play a vote for an idol, or make a deal backstage."
    t.state.hands[2] = 1 << KIND_IDS.index("deal")
    assert GAME.words.ask(t.state, 2) == "Play a vote for an idol, or put the Backstage Deal in the box."
    t.state.hands[2] = 1 << KIND_IDS.index("m5")
    assert GAME.words.ask(t.state, 2) == "Play your last card as a vote for an idol."


@pytest.mark.rule("IDL-43", "IDL-R9")
def test_a_deal_that_would_do_nothing_says_so() -> None:
    def idle(t: IdolTable, seat: int) -> list[str]:
        options = {text: GAME.words.label(t.state, seat, GAME.actions.read(text)) for text in t.legal(seat)}
        return [text for text, label in options.items() if label.endswith("which does nothing now")]

    t = table("0: vote p1 akaneru; 1: deal deal open-convene; 1: open none")
    assert idle(t, 2) == ["deal deal trade"]
    play(t, "2: vote p2 marisan; 0: vote p2 akaneru; 1: deal g1 convene")
    assert idle(t, 2) == []
    play(t, "2: deal deal trade; 2: swap marisan 1; 2: with akaneru 1; 0: deal deal move; 0: move akaneru 1; 0: to marisan")
    assert idle(t, 1) == [f"deal {kind} exchange" for kind in hand(t, 1).split()]  # seat 1 has no card on an idol
    play(t, "1: vote p2 tanimie; 2: vote p3 tanimie; 0: vote p3 tanimie")
    assert idle(t, 1) == []


def test_numbers_and_signs_on_the_page_are_read_out_once() -> None:
    def read_out(t: IdolTable) -> str:
        page = str(draw_board(GAME, t.view(0), 0, ("Aiko", "Kenji", "Mirei"), {}))
        page = re.sub(r'<button[^>]*aria-label="([^"]*)".*?</button>', r"<b>\1</b>", page, flags=re.S)
        return re.sub(r"<[^>]+>", "|", re.sub(r'<(b|span|svg)\b[^>]*aria-hidden="true".*?</\1>', "", page, flags=re.S))

    t = table("0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: vote p2 marisan")
    t.state.hands[2] = 1 << KIND_IDS.index("m5")
    for words in ("|7 cards|", "|1 card|", "|1 unseen card|", "|took Group Vote I|", "|still holds Negative Atmosphere|"):
        assert words in read_out(t), words
    assert not re.search(r"\|(\d+|I|−)\|+(\d+ (card|unseen)|took|still)", read_out(t))
    over = replay(read_kifu((RECORDS / "complete-basic.kifu").read_text(encoding="utf-8")), GAMES)
    assert "|Rank 1|" in read_out(over)
    assert not re.search(r"\|\d+\|+(Rank|\d+ leader)", read_out(over))


@pytest.mark.rule("IDL-R10", "IDL-37", "IDL-R31")
def test_an_answer_is_given_at_once_only_where_everybody_sees_that_there_is_no_other() -> None:
    """What a spectator cannot see, shuffled, changes no option there."""
    rng, chooser, met = seeded(31), random.Random(31), set[str]()
    for seed in range(8):
        t = Table(GAME, 3, {"events": "advanced"}, seed=seed)
        while not t.over:
            v = t.view(t.to_act[0])
            options = t.legal(v.viewer)
            if GAME.open_forced(v):
                met.add(v.phase)
                other = swap(t.state.copy(), SPECTATOR, rng)
                assert [GAME.actions.write(action) for action in GAME.legal_actions(other, v.viewer)] == options
            deals = [text for text in options if text.startswith("deal ")] if v.turn > 4 else []
            t.play(v.viewer, chooser.choice(deals or options))
    assert met == {"open", "trade-second", "move-card", "control"}
