"""What Idol Conclave says of moves: advice for every kind of move, refusals that name people, the terminal in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from rich.text import Text

from tests.games.idol_conclave.positions import IdolTable, play, table
from tests.support import play_randomly
from zashiki.core.chance import below, seeded
from zashiki.core.errors import BadNotation, BadOption, IllegalMove
from zashiki.core.game import SPECTATOR
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.games.idol_conclave import GAME
from zashiki.games.idol_conclave.cards import EFFECTS, EVENT_IDS, EVENTS
from zashiki.games.idol_conclave.words.catalogue import event_name, told


@contextmanager
def reading(language: str) -> Iterator[None]:
    token = LANGUAGE.set(language)
    try:
        yield
    finally:
        LANGUAGE.reset(token)


def advice(t: IdolTable, move: str) -> str:
    seat, _, text = move.partition(": ")
    assert text in t.legal(int(seat))
    return GAME.aim(t.state, int(seat), GAME.actions.read(text))


def refused(t: IdolTable, move: str) -> str:
    seat, _, text = move.partition(": ")
    with pytest.raises(IllegalMove) as error:
        t.copy().play(int(seat), text)
    return error.value.sentence


def dealing(t: IdolTable, rng: list[int]) -> Iterator[None]:
    """A random game in which many go backstage, so that all spaces are used; yields before every decision."""
    while not t.over:
        if t.to_act:
            yield
            legal = t.legal(t.to_act[0])
            deals = [text for text in legal if text.startswith("deal ")]
            among = deals if deals and below(rng, 3) == 0 else legal
            t.play(t.to_act[0], among[below(rng, len(among))])
        else:
            t.advance()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_move_has_advice_of_its_own(language: str) -> None:
    seen = set[str]()
    with reading(language):
        for seed in range(12):
            t = Table(GAME, 3 + seed % 3, {"events": "advanced"}, seed=seed)
            for _ in dealing(t, seeded(seed)):
                for action in GAME.legal_actions(t.state, t.to_act[0]):
                    assert GAME.aim(t.state, t.to_act[0], action), GAME.actions.write(action)
                    verb, words = GAME.actions.split(action)
                    seen.add(f"{verb} {words}" if words in ("none", "trade", "move") else verb)
    verbs = {"vote", "deal", "discard", "swap", "with", "move", "to", "retake", "break", "ballot", "order"}
    assert seen == verbs | {"open", "open none", "peek", "peek none", "control trade", "control move"}


@pytest.mark.rule("IDL-7", "IDL-14", "IDL-17", "IDL-53")
def test_advice_about_votes_tells_whose_idol_it_is_and_who_will_see_the_card() -> None:
    t = table()
    opening = "Akaneru is you. The card counts +1000. Everybody knows that it is the +1000."
    assert advice(t, "0: vote p1 akaneru") == opening
    play(t, "0: vote p1 akaneru")
    unseen = "Nobody sees which card it is."
    assert advice(t, "1: vote p4 kana-chan") == f"Kana-chan is you. The card counts +4000. {unseen}"
    scandal = "The card turns the sign of her highest card."
    assert advice(t, "1: vote scandal nakonako") == f"Nakonako is your candidate. {scandal} {unseen}"
    back = "Its back tells everybody which card it is."
    assert advice(t, "1: vote neg marisan") == f"Marisan is backed by {{2}}. The card counts −4000. {back}"
    assert advice(t, "1: vote p2 akaneru") == "Nobody backs Akaneru openly. The card counts +2000. Everybody will see it."


@pytest.mark.rule("IDL-30", "IDL-32", "IDL-36", "IDL-54", "IDL-R9")
def test_advice_about_deals_tells_what_they_bring_and_cost() -> None:
    t = table("0: vote p1 akaneru; 1: vote p2 akaneru")
    right = "From then on any of your cards may follow your Backstage Deal."
    taken = "You may turn up a hidden card, and you take Group Vote I, worth 2000 by now."
    assert advice(t, "2: deal deal open-convene") == f"{taken} {right}"
    play(t, "2: deal deal open-convene; 2: open none")
    assert advice(t, "0: deal deal trade") == f"It does nothing: only one idol has vote cards. {right}"
    play(t, "0: vote p2 marisan; 1: vote p3 marisan")
    spent = "Vote +2000 stays backstage and counts for nobody."
    assert advice(t, "2: deal p2 trade") == f"You swap two cards of two idols. {spent}"


@pytest.mark.rule("IDL-37", "IDL-39")
def test_advice_about_cards_names_only_what_the_seat_has_seen() -> None:
    t = table("0: vote p1 akaneru; 1: vote p2 marisan; 2: vote scandal tanimie; 0: deal deal open-convene")
    assert advice(t, "0: open marisan 1") == "Everybody, you too, learns which card of {1} lies below Marisan."
    assert advice(t, "0: open akaneru 1") == "Everybody knows that it is Vote +1000; now it will be face up."
    play(t, "0: open none; 1: deal deal trade; 1: swap marisan 1")
    assert advice(t, "1: with tanimie 1") == "Marisan would get a card you have not seen, and Tanimie would get Vote +2000."


@pytest.mark.rule("IDL-15", "IDL-16", "IDL-42", "IDL-44")
def test_refusals_name_people_by_marks() -> None:
    t = table("0: vote p1 akaneru; 1: vote p2 akaneru")
    assert refused(t, "0: vote p2 akaneru") == "It is not {0}'s turn; {2} is to act."
    assert refused(t, "2: vote g1 akaneru") == "{2} does not hold Group Vote I."
    play(t, "2: deal deal open-convene")
    assert refused(t, "2: open marisan 3") == "Marisan has no card 3."
    assert refused(t, "2: open akaneru 2") == "Card 2 of Akaneru is already face up."
    with reading("ja"):
        assert refused(t, "0: open none") == "{0}の手番ではありません。今は{2}の番です。"
        assert refused(t, "2: open akaneru 2") == "アカネルの2枚目はもう表向きです。"


@pytest.mark.rule("IDL-74")
def test_a_ballot_of_nobody_is_refused_with_a_sentence() -> None:
    rounds = "; ".join(f"{seat}: vote {kind} kana-chan" for kind in ("p2", "p3", "p4", "m5") for seat in (1, 2, 0))
    sealed = "2: ballot deal; 0: ballot neg; 1: ballot scandal; 1: order 1"
    t = table(f"0: vote p1 marisan; {rounds}; {sealed}", adv="simultaneous-vote")
    assert refused(t, "1: order 1") == "{1} has no ballot waiting to be placed."
    assert refused(t, "1: order 4") == "There is no seat 4 at this table."


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_records_that_cannot_be_read_are_refused_in_the_language_of_the_reader(language: str) -> None:
    latin = re.compile(r"「[^」]*」|[A-Z][\w ]+:" if language == "ja" else r"'[^']*'")
    with reading(language):
        said = []
        for events in ("nothing", "overslept,overslept", "overslept,idol-police"):
            with pytest.raises(BadOption) as option:
                Table(GAME, 3, {"events": events})
            said.append(str(option.value))
        t = Table(GAME, 3, {"start": "1"})
        with pytest.raises(BadNotation) as notation:
            t.feed("*: identities akaneru kana-chan nobody")
        with pytest.raises(IllegalMove) as deal:
            t.feed("*: identities akaneru akaneru kana-chan")
        said += [str(notation.value), deal.value.sentence]
    assert len(set(said)) == 5
    assert [bool(re.search("[a-z]{3}", latin.sub("", words))) for words in said] == [language == "en"] * 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_idols_of_the_terminal_stand_below_one_another_on_every_screen(language: str) -> None:
    def columns(text: str) -> int:
        return Text(text).cell_len

    with reading(language):
        t = Table(GAME, 4, {"events": "advanced"}, seed=5)
        for _ in play_randomly(t, seeded(5)):
            v = t.view(SPECTATOR)
            drawn = Text.from_markup(GAME.screen.draw_text(v)).plain.split("\n")
            stage = drawn[2 : drawn.index("", 2)]
            rows = [row for row in stage if "▲" in row or "▽" in row]
            assert len({columns(re.split("[▲▽]", row)[0]) for row in rows}) < 2
            assert all(columns(row.rstrip()) <= 80 for row in rows)
            assert sum(row.count("▲") + row.count("▽") for row in rows) == sum(map(len, v.lines.values()))
            for event in (EVENT_IDS.index(key) for key, up in zip(v.events, v.events_up, strict=True) if up):
                assert event_name(event) in "\n".join(stage)
                assert event not in EFFECTS or told(EVENTS[event]) in "\n".join(stage)
    assert t.over


def test_the_terminal_counts_seats_as_moves_do() -> None:
    t = table("0: vote p1 akaneru; 1: vote p3 akaneru")
    drawn = Text.from_markup(GAME.screen.draw_text(t.view(2))).plain
    assert "▽ +1 0" in drawn
    assert "▲ +3 1" in drawn
    assert "Hand of {2}: +2 (p2)  +3 (p3)  +4 (p4)  −5 (m5)  −4 (neg)  ± (scandal)  Deal (deal)" in drawn
