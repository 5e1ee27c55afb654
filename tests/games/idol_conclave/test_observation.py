"""The observation of every seat, written a second time: from its view, block by block, in the words of OBSERVATION."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pytest

from zashiki.core.chance import below, seeded
from zashiki.games.idol_conclave import GAME
from zashiki.games.idol_conclave.cards import EVENT_IDS, IDOL_IDS, KIND_IDS, SPACE_IDS
from zashiki.games.idol_conclave.eyes.view import Ballot, Card, View
from zashiki.games.idol_conclave.phase import NAMES
from zashiki.games.idol_conclave.state import State
from zashiki.testing.play import Walk, about_one_in, random_states
from zashiki.testing.played import playing

CHAIRS = 5  # blocks per seat have room for the largest table
MOST_CARDS = 36  # five hands of seven and the +1000
GROUP_VOTES = ("g1", "g2", "g3")
STALE = 77  # what the row held before; no number of an observation

# How many numbers one card, ballot and space of the sheet have: repeated ones are looked at together.
REPEATED = {"cards": 32, "ballots": 13, "sheet": 16}


# The second observation


def marks(members: Iterable[str], ids: Sequence[str]) -> list[int]:
    """1 for every id among the members."""
    chosen = set(members)
    return [int(one in chosen) for one in ids]


def mark(member: str | None, ids: Sequence[str]) -> list[int]:
    """1 for one id, or for none of them."""
    return marks([] if member is None else [member], ids)


def by_chair(v: View, numbers: Iterable[int]) -> list[int]:
    """The numbers of the seats as the observer counts them, itself first, and 0 for the chairs nobody sits on."""
    given = list(numbers)
    assert len(given) == v.players
    return given[v.viewer :] + given[: v.viewer] + [0] * (CHAIRS - v.players)


def chairs(v: View, seats: Iterable[int | None]) -> list[int]:
    """1 for every seat that is meant."""
    meant = set(seats)
    return by_chair(v, (int(seat in meant) for seat in range(v.players)))


def clockwise(v: View) -> list[int]:
    """The seats from the observer on."""
    return [*range(v.viewer, v.players), *range(v.viewer)]


def rows(blocks: Iterable[list[int]], size: int) -> list[int]:
    """Blocks one after the other, and zeros up to the size."""
    numbers = [number for block in blocks for number in block]
    return numbers + [0] * (size - len(numbers))


def next_up(v: View) -> list[int]:
    """Per idol: whether the next vote from hand lies face up, by the clauses."""
    if not v.events:
        return [0] * len(IDOL_IDS)
    return [int(lies_up(event, up, v.lines[idol])) for idol, event, up in zip(IDOL_IDS, v.events, v.events_up, strict=True)]


def lies_up(event: str, event_up: bool, line: tuple[Card, ...]) -> bool:
    if event == "scheming-character":
        return len(line) < 2  # IDL-72
    bottommost_up = line[-1].up if line else event_up  # IDL-21, IDL-22
    return not bottommost_up


def space_row(v: View, space: str) -> list[int]:
    """The card on a space of the sheet, and whose it is."""
    placed = v.sheet.get(space)
    return mark(None, KIND_IDS) + chairs(v, []) if placed is None else mark(placed.kind, KIND_IDS) + chairs(v, [placed.seat])


def ballot_row(ballot: Ballot | None) -> list[int]:
    """A ballot is there, its back is negative, its kind if known."""
    return [0] * 13 if ballot is None else [1, int(ballot.back == "negative"), *mark(ballot.kind, KIND_IDS)]


def card_row(v: View, place: str, number: int, card: Card) -> list[int]:
    """Line, picked, face up, seat, kind if known, who knows it, negative back, turn."""
    return [
        *mark(place, (*IDOL_IDS, "box")),
        int(v.picked == f"{place} {number}"),
        int(card.up),
        *chairs(v, [card.seat]),
        *mark(card.kind, KIND_IDS),
        *chairs(v, card.seen_by),
        int(card.back == "negative"),
        card.turn,
    ]


def card_rows(v: View) -> list[list[int]]:
    """Every card: idol by idol from the top, then the box."""
    lines = [*((idol, v.lines[idol]) for idol in IDOL_IDS), ("box", v.box)]
    return [card_row(v, place, number, card) for place, line in lines for number, card in enumerate(line, 1)]


def from_view(v: View) -> dict[str, list[int]]:
    """What a seat should observe, by the name of the block."""
    backed: list[str | None] = [v.candidates[seat] if v.candidates else None for seat in clockwise(v)]
    taken = [v.taken[kind].seat if kind in v.taken else None for kind in GROUP_VOTES]
    return {
        "phase": mark(v.phase, NAMES),
        "turn": [v.turn],
        "turn_seat": chairs(v, [v.turn_seat]),
        "seated": chairs(v, range(v.players)),
        "hand_sizes": by_chair(v, v.hand_sizes),
        "neg_flags": by_chair(v, map(int, v.neg_flags)),
        "hand": marks(v.hands[v.viewer], KIND_IDS),
        "identity": mark(v.identities.get(v.viewer), IDOL_IDS),
        "candidates": rows((mark(idol, IDOL_IDS) for idol in backed), CHAIRS * len(IDOL_IDS)),
        "events": rows((mark(event, EVENT_IDS) for event in v.events), len(IDOL_IDS) * len(EVENT_IDS)),
        "event_up": rows([[int(up)] for up in v.events_up], len(IDOL_IDS)),
        "next_up": next_up(v),
        "line_lengths": [len(v.lines[idol]) for idol in IDOL_IDS],
        "sheet": rows((space_row(v, space) for space in SPACE_IDS), len(SPACE_IDS) * REPEATED["sheet"]),
        "open_spaces": marks(v.open_spaces, SPACE_IDS),
        "supply": marks(v.supply, KIND_IDS),
        "taken": rows((chairs(v, [seat]) for seat in taken), len(GROUP_VOTES) * CHAIRS),
        "ballots": rows((ballot_row(v.ballots.get(seat)) for seat in clockwise(v)), CHAIRS * REPEATED["ballots"]),
        "retaken": mark(None if v.retaken is None else v.retaken.kind, KIND_IDS),
        "cards": rows(card_rows(v), MOST_CARDS * REPEATED["cards"]),
    }


# The one to be checked


def observed(s: State, seat: int) -> dict[str, list[int]]:
    """What `observe` writes over an old row, cut into its blocks."""
    row = [STALE] * GAME.observation_size
    GAME.eyes.observe(s, seat, row)
    left = iter(row)
    return {block.name: [next(left) for _ in range(block.size)] for block in GAME.eyes.OBSERVATION}


def compare(s: State, seat: int) -> set[tuple[str, int]]:
    """Every block is as the view says; the places that are not 0, repeated ones counted once."""
    expected, found = from_view(GAME.eyes.view(s, seat)), observed(s, seat)
    assert list(found) == list(expected)
    for name, numbers in expected.items():
        if found[name] != numbers:
            pytest.fail(difference(s, seat, name, found[name], numbers))
    return {(name, k % REPEATED.get(name, len(row))) for name, row in found.items() for k, number in enumerate(row) if number}


def difference(s: State, seat: int, name: str, found: list[int], expected: list[int]) -> str:
    where = f"block {name!r}, seat {seat} of {s.players}, phase {NAMES[s.phase]!r}, turn {s.turn}"
    if len(found) != len(expected):
        return f"{where}: {len(found)} numbers instead of {len(expected)}"
    wrong = [f"[{k}] is {f}, should be {e}" for k, (f, e) in enumerate(zip(found, expected, strict=True)) if f != e]
    return f"{where}: {len(wrong)} wrong: {'; '.join(wrong[:8])}"


# Games


def backstage_states(players: int, options: Mapping[str, str], seed: int) -> Iterator[State]:
    """Every state of a random game whose seats mostly go backstage when they can. The yielded state goes on changing."""
    walk, rng = Walk(GAME, players, options), seeded(seed)
    playing(walk.record)
    yield walk.state
    while not walk.over:
        deals = placements(walk.state)
        if deals and below(rng, 4):
            walk.decide(*deals[below(rng, len(deals))])
        else:
            walk.go_on(rng)
        yield walk.state


def placements(s: State) -> list[tuple[int, int]]:
    """Every (seat, action) that places a card on the sheet now."""
    options = [(seat, action) for seat in GAME.acting(s) for action in GAME.legal_actions(s, seat)]
    return [(seat, action) for seat, action in options if GAME.actions.write(action).startswith("deal ")]


def sampled_states(players: int) -> Iterator[State]:
    """Positions of games with every variant: played evenly at random, or backstage for the rare choices."""
    for variant in GAME.about.variants:
        for seed in range(2):
            yield from about_one_in(4, random_states(GAME, players, variant, seed), seed)
        for seed in range(8):
            yield from about_one_in(4, backstage_states(players, variant, seed), seed)


def card_places(players: int) -> set[int]:
    """The places of one card that can be other than 0: those of the chairs nobody sits on cannot."""
    nobody = {start + chair for start in (9, 25) for chair in range(players, CHAIRS)}  # its seat, and who knows it
    return set(range(REPEATED["cards"])) - nobody


@pytest.mark.rule("IDL-3", "IDL-5", "IDL-7", "IDL-12", "IDL-53", "IDL-55", "IDL-71", "IDL-74", "IDL-R7")
@pytest.mark.parametrize("players", GAME.seats)
def test_a_seat_observes_what_its_view_shows(players: int) -> None:
    used: set[tuple[str, int]] = set()
    for s in sampled_states(players):
        for seat in range(players):
            used |= compare(s, seat)
    assert {name for name, _ in used} == {block.name for block in GAME.eyes.OBSERVATION}, "a block was 0 in all positions"
    assert {place for name, place in used if name == "cards"} == card_places(players), "a number of a card was 0 in all positions"
