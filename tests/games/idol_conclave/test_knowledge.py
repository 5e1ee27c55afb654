"""Who knows what: against a memory kept by hand, and imagined states replayed as games that could have been."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from tests.games.idol_conclave.positions import IdolTable, play, sees, table
from tests.games.idol_conclave.reference import Card as ReferenceCard
from tests.games.idol_conclave.reference import Reference
from zashiki.core.chance import below, seeded
from zashiki.core.errors import IllegalMove
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.rooms import ALIKE
from zashiki.core.table import Table
from zashiki.games.idol_conclave import GAME, phase
from zashiki.games.idol_conclave.cards import EMPTY, G1, G2, G3, IDOL_IDS, KIND_IDS, LINE, NOBODY
from zashiki.games.idol_conclave.eyes.resample import Hidden, returned_kinds, worlds_with
from zashiki.games.idol_conclave.state import State

ADVANCED = "simultaneous-vote,idol-police,scheming-character,overslept,mania-popular,steady-marketing"


def eager_table(players: int, seed: int) -> IdolTable:
    """A finished random game whose seats go backstage often, vote Group Votes early and look at cards."""
    t: IdolTable = Table(GAME, players, {"events": ADVANCED} if seed % 2 else {}, seed=seed)
    rng = seeded(seed, 7)
    while not t.over:
        seat = t.to_act[below(rng, len(t.to_act))]
        options = t.legal(seat)
        eager = [text for text in options if text.startswith(("deal deal", "vote g", "deal m5", "deal p", "peek ", "open "))]
        chosen = eager if eager and below(rng, 2) else options
        t.play(seat, chosen[below(rng, len(chosen))])
    return t


def positions(finished: IdolTable) -> Iterator[tuple[int, IdolTable]]:
    """The game again, after every line."""
    t: IdolTable = Table(GAME, finished.players, finished.options)
    for number, line in enumerate(finished.lines, 1):
        t.feed(str(line))
        yield number, t


class Memory:
    """Which eyes have seen which card, kept from the moves alone."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.eyes = {*range(reference.n), SPECTATOR}
        self.known: dict[int, set[int]] = {}
        self.kept: list[ReferenceCard] = []  # holds every card alive, so that no id is used twice
        self.box: list[tuple[str, set[int]]] = []

    def feed(self, line: str) -> None:
        who, _, move = line.partition(": ")
        words = move.split()
        if words[0] == "peek" and words[1] != "none":
            self.known[id(self.card(words))].add(int(who))
        if words[0] == "break":
            broken = self.reference.lines[IDOL_IDS.index(words[1])]
            self.box += [(card.kind, self.known[id(card)]) for card in broken if not card.up]
        if words[0] == "discard":
            self.box.append(("deal", self.eyes))
        self.reference.feed(line)
        for cards in self.reference.lines:
            for card in cards:
                self.note(card)

    def card(self, words: list[str]) -> ReferenceCard:
        return self.reference.lines[IDOL_IDS.index(words[1])][int(words[2]) - 1]

    def note(self, card: ReferenceCard) -> None:
        if id(card) not in self.known:
            self.known[id(card)] = {card.seat}
            self.kept.append(card)
        if card.up or card.kind in ("neg", "p1"):
            self.known[id(card)] |= self.eyes

    def shows(self, viewer: int) -> list[list[str | None]]:
        """The kinds a viewer knows, line by line, and the box."""
        lines = [[card.kind if viewer in self.known[id(card)] else None for card in cards] for cards in self.reference.lines]
        return [*lines, [kind if viewer in known else None for kind, known in self.box]]


@pytest.mark.rule("IDL-3", "IDL-5", "IDL-12", "IDL-23", "IDL-47", "IDL-53", "IDL-71", "IDL-R7")
@pytest.mark.parametrize("players", GAME.seats)
def test_every_viewer_sees_what_a_memory_of_the_moves_has_seen(players: int) -> None:
    for seed in range(8):
        finished = eager_table(players, seed)
        memory = Memory(Reference(players))
        for number, t in positions(finished):
            memory.feed(str(finished.lines[number - 1]))
            if t.over:
                break
            for viewer in (*range(players), SPECTATOR):
                v = t.view(viewer)
                shown = [[card.kind for card in v.lines[idol]] for idol in IDOL_IDS] + [[card.kind for card in v.box]]
                assert shown == memory.shows(viewer)
                assert set(v.identities) <= {viewer}
                assert set(v.hands) <= {viewer}


def lines_as_imagined(finished: IdolTable, upto: int, t: State) -> list[str]:
    """The first lines of a game with the hidden cards as an imagined state has them."""
    cards = {(t.piece_seat[k], t.piece_turn[k]): t.piece_kind[k] for k in range(t.piece_count) if t.piece_kind[k] != G3}
    cards |= {(seat, t.turn): t.ballots[seat] for seat in range(t.players) if t.ballots[seat] != EMPTY}
    lines = []
    again: IdolTable = Table(GAME, finished.players, finished.options)
    for line in finished.lines[:upto]:
        words = line.text.split()
        if words[0] == "identities":
            words = ["identities", *(IDOL_IDS[idol] for idol in t.identities[: t.players])]
        elif words[0] in ("vote", "ballot") and line.seat is not None:
            # A vote that lies nowhere any more was taken back by Exchange.
            words[1] = KIND_IDS[cards.get((line.seat, again.state.turn), t.retaken_kind)]
        lines.append(f"{'*' if line.seat is None else line.seat}: {' '.join(words)}")
        again.feed(str(line))
    return lines


@pytest.mark.rule("IDL-38", "IDL-40", "IDL-42", "IDL-43", "IDL-45", "IDL-74")
@pytest.mark.parametrize("players", GAME.seats)
def test_an_imagined_state_is_a_game_that_could_have_been(players: int) -> None:
    """The game with the imagined cards is legal line by line and ends in the imagined state, byte for byte."""
    rng = seeded(31)
    seen = Counter[str]()
    for seed in range(5):
        finished = eager_table(players, seed + 100)
        for number, t in positions(finished):
            if t.over or t.state.turn == 0 or number % 5 != seed % 5:
                continue
            for viewer in (*range(players), SPECTATOR):
                imagined = t.state.copy()
                GAME.eyes.resample(imagined, viewer, rng)
                again: IdolTable = Table(GAME, players, finished.options)
                for line in lines_as_imagined(finished, number, imagined):
                    again.feed(line)
                assert again.state == imagined
                assert again.view(viewer) == t.view(viewer)
            seen[t.view(OPEN).phase] += 1
            seen["retaken"] += t.state.retaken_kind != EMPTY
    assert seen["turn"]
    assert seen["retaken"]


def cards_of(s: State, seat: int) -> tuple[int, ...]:
    """The cards of a seat in hand, on the table and as a ballot, and what it took back by an Exchange."""
    pieces = [s.piece_kind[piece] for piece in range(s.piece_count) if s.piece_seat[piece] == seat]
    return s.hands[seat], s.ballots[seat], s.retaken_kind if s.taken_by[2] == seat else EMPTY, *pieces


def could_have_been(finished: IdolTable, upto: int, t: IdolTable, viewer: int, other: int) -> set[tuple[int, ...]]:
    """Every way the unseen cards of a seat can lie: the moves so far are legal with them and look the same to the viewer."""
    s, found = t.state, set()
    pieces = [k for k in range(s.piece_count) if s.piece_seat[k] == other and not s.piece_known[k] >> viewer & 1]
    hand = [kind for kind in range(len(KIND_IDS)) if s.hands[other] >> kind & 1]
    unseen = s.taken_by[2] == other and not s.retaken_known >> viewer & 1
    for kinds in permutations([s.piece_kind[k] for k in pieces] + hand, len(pieces)):
        for retaken in range(len(KIND_IDS)) if unseen else [s.retaken_kind]:
            imagined = s.copy()
            imagined.hands[other] |= sum(1 << s.piece_kind[k] for k in pieces)
            for piece, kind in zip(pieces, kinds, strict=True):
                imagined.piece_kind[piece] = kind
                imagined.hands[other] &= ~(1 << kind)
            imagined.retaken_kind = retaken
            again: IdolTable = Table(GAME, finished.players, finished.options)
            try:
                for line in lines_as_imagined(finished, upto, imagined):
                    again.feed(line)
            except IllegalMove:
                continue
            if again.state == imagined and again.view(viewer) == t.view(viewer):
                found.add(cards_of(imagined, other))
    return found


@pytest.mark.rule("IDL-38", "IDL-40", "IDL-42", "IDL-43", "IDL-45", "IDL-53")
def test_everything_that_could_have_been_is_imagined_alike() -> None:
    rng, worlds = seeded(17), Counter[str]()
    for seed in (303, 305, 308):
        finished = eager_table(3, seed)
        for number, t in positions(finished):
            s = t.state
            if t.over or t.view(OPEN).phase in ("ballot", "order"):
                continue
            for other in {*s.taken_by} - {0, NOBODY}:
                hidden = sum(s.piece_seat[k] == other and not s.piece_known[k] & 1 for k in range(s.piece_count))
                if hidden == 0 or hidden + s.hands[other].bit_count() > 4:
                    continue
                expected = could_have_been(finished, number, t, 0, other)
                found = Counter[tuple[int, ...]]()
                for _ in range(100 * len(expected)):
                    imagined = s.copy()
                    GAME.eyes.resample(imagined, 0, rng)
                    found[cards_of(imagined, other)] += 1
                assert set(found) == expected
                assert all(abs(times - 100) < 50 for times in found.values())
                worlds["retaken" if s.taken_by[2] == other else "taken"] += len(expected)
    assert min(worlds["retaken"], worlds["taken"]) > 100


def imagined_kinds(t: IdolTable, viewer: int, idol: str, k: int, times: int = 3000) -> Counter[str]:
    """How often each kind is imagined at a spot."""
    rng, found = seeded(5), Counter[str]()
    for _ in range(times):
        s = t.state.copy()
        GAME.eyes.resample(s, viewer, rng)
        found[str(GAME.eyes.view(s, OPEN).lines[idol][k - 1].kind)] += 1
    return found


def retaken_kind(t: IdolTable, viewer: int) -> str | None:
    """What a viewer knows of the card an Exchange took back."""
    retaken = t.view(viewer).retaken
    assert retaken is not None
    return retaken.kind


@pytest.mark.rule("IDL-38", "IDL-53")
def test_hidden_cards_are_imagined_evenly_and_group_votes_only_after_they_were_taken() -> None:
    t = table("0: vote p1 akaneru; 1: vote p2 marisan; 2: vote p2 akaneru; 0: vote p2 akaneru")
    play(t, "1: deal deal open-convene; 1: open none; 2: vote p3 akaneru; 0: vote p3 akaneru; 1: vote g1 tanimie")
    before, after = imagined_kinds(t, 0, "marisan", 1), imagined_kinds(t, 0, "tanimie", 1)
    assert set(before) == {"p2", "p3", "p4", "m5", "scandal"}
    assert set(after) == {"p2", "p3", "p4", "m5", "scandal", "g1"}
    # Five hidden places could hold g1: four cards in hand with a plain back, and this one.
    assert all(abs(count - 600) < 90 for count in before.values())
    assert abs(after["g1"] - 3000 / 5) < 90
    assert set(imagined_kinds(t, 1, "tanimie", 1, 50)) == {"g1"}


NO_OWN_CARD = (
    "0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: discard deal; 0: discard deal; 1: deal p2 convene; "
    "2: vote p2 akaneru; 0: vote p2 akaneru; 1: vote g1 marisan; 2: vote p3 akaneru; 0: vote p3 akaneru; 1: vote g2 tanimie; "
    "2: vote p4 akaneru; 0: vote p4 akaneru; 1: deal p3 trade; 1: swap akaneru 1; 1: with marisan 1; 2: vote m5 kana-chan; "
    "0: vote m5 kana-chan; 1: deal p4 exchange"
)


@pytest.mark.rule("IDL-43", "IDL-44")
def test_an_exchange_that_does_nothing_proves_that_the_hidden_cards_are_neutral() -> None:
    t = table(NO_OWN_CARD)
    assert t.to_act == [2]
    assert t.view(OPEN).supply == ("g3",)
    # Group Vote I was traded to akaneru, II still lies at tanimie; which is which stays open.
    assert set(imagined_kinds(t, 0, "akaneru", 1, 300)) == {"g1", "g2"}
    assert set(imagined_kinds(t, 0, "tanimie", 1, 300)) == {"g1", "g2"}


@pytest.mark.rule("IDL-42", "IDL-45")
def test_an_exchange_wipes_what_was_shown_but_not_what_was_seen() -> None:
    t = table(
        "0: vote p1 akaneru; 1: vote p4 akaneru; 2: vote p2 kana-chan; 0: vote p3 kana-chan; 1: deal deal open-convene; "
        "1: open kana-chan 1; 2: deal deal convene; 0: vote p4 marisan; 1: deal m5 trade; 1: swap kana-chan 1; "
        "1: with marisan 1; 2: deal g2 exchange"
    )
    assert [sees(t, viewer, "marisan", 1) for viewer in (0, 1, SPECTATOR)] == ["p2"] * 3
    play(t, "2: retake marisan 1; 0: vote p2 sayayaya; 1: vote p2 tanimie; 2: vote p2 nakonako")
    # Played face down again, only its owner is shown what it is ...
    assert [sees(t, viewer, "nakonako", 1) for viewer in (0, 1, 2, SPECTATOR)] == [None, None, "p2", None]
    # ... but everybody remembers that +2000 went back to that hand, so it is there or in a card played since.
    assert [retaken_kind(t, viewer) for viewer in (0, 1, SPECTATOR)] == ["p2"] * 3
    assert imagined_kinds(t, 0, "nakonako", 1)["p2"] > 300


@pytest.mark.rule("IDL-42")
def test_who_is_about_to_take_a_card_back_has_an_own_one() -> None:
    t = table(
        "0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: deal deal trade; 0: deal deal convene; "
        "1: vote p2 tanimie; 2: vote p2 akaneru; 0: vote p2 akaneru; 1: deal p3 exchange"
    )
    assert t.view(OPEN).phase == "exchange"
    # The one hidden card of seat 1 could have been Group Vote I, but not any more.
    for viewer in (0, 2, SPECTATOR):
        assert set(imagined_kinds(t, viewer, "tanimie", 1, 300)) == {"p2", "p4", "m5", "scandal"}


@pytest.mark.rule("IDL-42", "IDL-44", "IDL-45")
def test_a_card_taken_back_unseen_must_still_be_somewhere() -> None:
    t = table(
        "0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: deal deal trade; 0: deal deal convene; "
        "1: vote p3 akaneru; 2: vote p2 akaneru; 0: vote p2 kana-chan; 1: vote p4 akaneru; 2: vote p3 akaneru; "
        "0: vote p3 sayayaya; 1: vote m5 akaneru; 2: vote p4 kana-chan; 0: vote p4 akaneru; 1: vote g1 tanimie; "
        "2: vote m5 akaneru; 0: vote m5 akaneru; 1: vote p2 marisan; "
        "2: vote neg akaneru; 0: vote neg akaneru; 1: deal scandal exchange"
    )
    assert set(imagined_kinds(t, 0, "tanimie", 1, 300)) == {"p2", "g1"}
    play(t, "1: retake marisan 1")
    # Its hand is neg and one more: that is the own card just taken back, so the hidden one is the Group Vote.
    assert retaken_kind(t, 0) is None
    assert set(imagined_kinds(t, 0, "tanimie", 1, 300)) == {"g1"}


@pytest.mark.rule("IDL-42", "IDL-44")
def test_taking_a_card_back_shows_that_it_was_no_group_vote_and_stays_done() -> None:
    t = table(
        "0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: deal deal trade; 0: deal deal convene; "
        "1: vote p2 tanimie; 2: vote p2 akaneru; 0: vote p2 akaneru; 1: vote g1 marisan; 2: vote p3 akaneru; "
        "0: vote p3 akaneru; 1: deal p3 exchange"
    )
    assert "g1" in imagined_kinds(t, 0, "tanimie", 1, 300)
    play(t, "1: retake tanimie 1")
    assert not t.can_undo(1)


@pytest.mark.rule("IDL-74")
def test_a_sealed_ballot_stays_sealed_until_all_are_in() -> None:
    rounds = "; ".join(f"{seat}: vote {kind} kana-chan" for kind in ("p2", "p3", "p4", "m5") for seat in (1, 2, 0))
    t = table(f"0: vote p1 marisan; {rounds}; 0: ballot neg; 1: ballot scandal", adv="simultaneous-vote")
    v = t.view(2)
    assert {seat: (ballot.kind, ballot.back) for seat, ballot in v.ballots.items()} == {0: (None, None), 1: (None, None)}
    assert (v.hand_sizes, v.neg_flags, v.to_act) == ((3, 3, 3), (True, True, True), (2,))
    assert t.view(0).ballots[0].kind == "neg"
    assert t.lines[-1].heard[2] == "ballot ?"
    assert t.lines[-1].heard[1] == "ballot scandal"
    play(t, "2: ballot deal")
    v = t.view(2)
    assert [v.ballots[seat].kind for seat in range(3)] == ["neg", None, "deal"]
    assert [v.ballots[seat].back for seat in range(3)] == ["negative", "plain", "plain"]
    assert (v.hand_sizes, v.neg_flags) == ((2, 2, 2), (False, True, True))


@pytest.mark.rule("IDL-42", "IDL-45")
def test_all_worlds_are_imagined_alike_also_those_that_differ_in_the_card_taken_back() -> None:
    t = table(
        "0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: deal deal trade; 0: deal deal convene; "
        "1: vote p4 akaneru; 2: vote p2 akaneru; 0: vote p2 kana-chan; 1: vote g1 tanimie; 2: vote p3 kana-chan; "
        "0: vote p3 akaneru; 1: vote p2 marisan; 2: vote p4 kana-chan; 0: vote p4 kana-chan; 1: deal p3 exchange; "
        "1: retake marisan 1"
    )
    # Seat 1 holds neg and three of +2000, -5000, Scandal and Group Vote I; the fourth lies at tanimie. One of those in hand was
    # taken back, and it was no Group Vote: 3 worlds with the Group Vote at tanimie, 2 with each of the others there.
    own = ("p2", "m5", "scandal")
    expected = {("g1", back) for back in own} | {(there, back) for there in own for back in own if back != there}
    rng, found = seeded(6), Counter[tuple[str, str]]()
    for _ in range(9000):
        s = t.state.copy()
        GAME.eyes.resample(s, 0, rng)
        found[KIND_IDS[s.piece_kind[s.line[IDOL_IDS.index("tanimie") * LINE]]], KIND_IDS[s.retaken_kind]] += 1
    assert set(found) == expected
    assert all(abs(times - 1000) < 100 for times in found.values())


@pytest.mark.rule("IDL-38", "IDL-42")
def test_the_only_card_of_the_seat_whose_turn_it_is_may_be_its_group_vote() -> None:
    t = table(
        "0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: vote p2 akaneru; 0: vote p2 kana-chan; "
        "1: vote g1 tanimie; 2: vote p3 kana-chan; 0: vote p3 akaneru"
    )
    assert t.to_act == [1]
    assert imagined_kinds(t, 0, "tanimie", 1, times=500)["g1"] > 20


@pytest.mark.rule("IDL-45", "IDL-74")
def test_a_ballot_waiting_to_be_placed_may_be_the_card_taken_back() -> None:
    s = GAME.new(3)
    s.phase, s.taken_turn[2] = phase.ORDER, 4
    s.hands[1] = 1 << KIND_IDS.index("p4")
    for ballot in (EMPTY, KIND_IDS.index("p2")):
        s.ballots[1] = ballot
        assert returned_kinds(s, 1) == s.hands[1] | (0 if ballot == EMPTY else 1 << ballot)


@pytest.mark.rule("IDL-38")
def test_two_group_votes_never_lie_in_one_place() -> None:
    hidden = Hidden()
    hidden.slot_count, hidden.bound_count = 2, 2
    hidden.slot_turn[:2], hidden.bound_kind[:2], hidden.bound_after[:2] = [5, 6], [G1, G2], [3, 3]
    assert [worlds_with(hidden, way) for way in range(4)] == [0, 1, 1, 0]


# Identities

# Everybody saw seat 1 vote +4000 for akaneru; its +3000 for sayayaya lies face down. Seat 1 backs nakonako.
VOTES = "0: vote p1 akaneru; 1: vote p4 akaneru; 2: vote p2 kana-chan; 0: vote p2 nakonako; 1: vote p3 sayayaya"


@pytest.mark.rule("IDL-5", "IDL-6")
@pytest.mark.parametrize(("viewer", "assignments"), [(2, 5 * 4), (SPECTATOR, 6 * 5 * 4)])
def test_identities_are_imagined_evenly_over_all_assignments(viewer: int, assignments: int) -> None:
    t = table(VOTES)
    rng, found, weights = seeded(8), Counter[tuple[int, ...]](), dict[tuple[int, ...], int]()
    for _ in range(300 * assignments):
        s = t.state.copy()
        GAME.eyes.resample(s, viewer, rng)
        identities = tuple(s.identities[:3])
        if not found[identities]:
            assert GAME.eyes.view(s, viewer) == t.view(viewer)
            weights[identities] = GAME.worth.plausible(s, viewer)
        found[identities] += 1
    assert len(found) == assignments
    assert all(len(set(identities)) == 3 for identities in found)
    assert all(abs(times - 300) < 75 for times in found.values())
    # Drawn by suspicion, some assignments would come more than 600 times.
    assert 300 * assignments * max(weights.values()) > 600 * sum(weights.values())


def weight(t: IdolTable, viewer: int, identities: str) -> int:
    """The weight for a viewer of a world in which the seats are these idols."""
    s = t.state.copy()
    s.identities[:3] = [IDOL_IDS.index(idol) for idol in identities.split()]
    return GAME.worth.plausible(s, viewer)


@pytest.mark.rule("IDL-5", "IDL-7")
def test_votes_for_an_idol_make_her_the_more_plausible_identity() -> None:
    t = table(VOTES)
    as_marisan = weight(t, 2, "tanimie marisan sayayaya")
    assert weight(t, 2, "tanimie akaneru sayayaya") > 2 * as_marisan > 0
    # Nobody else has seen what seat 1 voted for sayayaya.
    assert weight(t, 0, "tanimie sayayaya marisan") == weight(t, 0, "tanimie kana-chan marisan") > 0
    play(t, "2: vote m5 kana-chan; 0: vote p3 sayayaya; 1: vote neg marisan")
    play(t, "2: vote p3 marisan; 0: vote p4 akaneru; 1: vote p2 nakonako")
    assert sees(t, 2, "nakonako", 2) == "p2"
    # A vote for the candidate says nothing; a vote against an idol speaks against her.
    against_marisan = weight(t, 2, "tanimie marisan sayayaya")
    assert weight(t, 2, "tanimie nakonako sayayaya") == as_marisan > against_marisan > 0
    # What speaks for two seats multiplies: seat 0 opened with +1000 for akaneru.
    seat_0, both = weight(t, 2, "akaneru nakonako sayayaya"), weight(t, 2, "akaneru marisan sayayaya")
    assert seat_0 > as_marisan
    assert both * as_marisan == seat_0 * against_marisan


@pytest.mark.rule("IDL-5", "IDL-68")
def test_there_is_no_opinion_before_identities_are_dealt_and_after_they_are_shown() -> None:
    t: IdolTable = Table(GAME, 3, {"start": "0"})
    assert GAME.worth.plausible(t.state, 1) == ALIKE
    play(t, "*: identities akaneru kana-chan sayayaya")
    assert GAME.worth.plausible(t.state, 1) > 0
    for seed in range(3):
        finished = eager_table(5, seed)
        assert {GAME.worth.plausible(finished.state, viewer) for viewer in (*range(5), SPECTATOR)} == {ALIKE}
        *_, (_, before) = ((n, t.state.copy()) for n, t in positions(finished) if not t.over)
        assert all(0 < GAME.worth.plausible(before, viewer) < 1 << 63 for viewer in (*range(5), SPECTATOR))
