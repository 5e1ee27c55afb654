"""Chance under a promise: nobody can work it out, it is uniform, and no event tells of another."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from zashiki.core.chance import Seeded, below, seeded
from zashiki.core.game import CHANCE, SPECTATOR, AnyGame
from zashiki.core.table import Chance, Table
from zashiki.fairness.promise import KeyedStream, Promise, Word, commitment_of, read_word
from zashiki.games import GAMES

SECRET = bytes(range(32))
UNKNOWN_BITS = 9  # of the 64 of the small generator, in the attacks below; an attacker with a GPU needs none given
SIGMAS = 6.0  # a normal variable is as far out once in a thousand million times
DRAWS = 2_000_000


class State:
    """A table's chance from a state of the small generator."""

    def __init__(self, state: tuple[int, int]) -> None:
        self._rng = list(state)

    def generator(self, event: int) -> list[int]:
        return self._rng


def heard(table: Table[object, object], viewer: int = SPECTATOR) -> list[str]:
    return [line.heard[viewer] for _, line in table.heard_by(viewer)]


def recover(game: AnyGame, public: list[str], known: tuple[int, int]) -> list[Table[object, object]]:
    """An onlooker's attack: every state that agrees with what is known of it, kept if it deals what everybody saw."""
    candidates = (Table(game, game.seats[-1], chance=State((known[0] | low, known[1]))) for low in range(2**UNKNOWN_BITS))
    return [table for table in candidates if heard(table) == public]


def test_an_onlooker_recovers_the_small_generator_and_names_every_hidden_card() -> None:
    game = GAMES["saigo-no-kane"]
    state = (0x5EED1234, 0x0BADCAFE)
    table: Table[object, object] = Table(game, game.seats[-1], chance=State(state))
    known = (state[0] >> UNKNOWN_BITS << UNKNOWN_BITS, state[1])
    (found,) = recover(game, heard(table), known)
    assert [line.text for line in found.lines] == [line.text for line in table.lines]
    assert any(line.text != line.heard[SPECTATOR] for line in table.lines), "the attack tells nothing hidden"


def test_the_same_attack_finds_no_state_behind_a_promise() -> None:
    game = GAMES["saigo-no-kane"]
    table: Table[object, object] = Table(game, game.seats[-1], chance=Promise(SECRET))
    for known in ((0, 1), (0x5EED1234 >> UNKNOWN_BITS << UNKNOWN_BITS, 0x0BADCAFE)):
        assert recover(game, heard(table), known) == []


Half = npt.NDArray[np.int64]
TOY = 2**16 - 1


def toy_word(a: Half, b: Half) -> tuple[Half, Half, Half]:
    """The small generator with words of 16 bits: the next word of many states at once, and the states after it."""
    scrambled, mixed = a * 0x79BB & TOY, a ^ b
    word = ((scrambled << 5 | scrambled >> 11) & TOY) * 5 & TOY
    return word, (a << 10 | a >> 6) & TOY ^ mixed ^ mixed << 5 & TOY, (mixed << 7 | mixed >> 9) & TOY


def meet_in_the_middle(numbers: list[int]) -> list[tuple[int, int]]:
    """The states of the toy whose first numbers below 50 these are.

    A word depends on half of the state, so the first two numbers leave few halves each; a pair of halves gives the whole state.
    """
    halves = np.arange(TOY + 1, dtype=np.int64)
    given = toy_word(halves, halves)[0] * 50 >> 16
    first, second = (grid.ravel() for grid in np.meshgrid(halves[given == numbers[0]], halves[given == numbers[1]]))
    mixed = (first << 10 | first >> 6) & TOY ^ second
    for shift in (5, 10):  # takes back x ^ x << 5
        mixed = mixed ^ mixed << shift & TOY
    a, b = states = first, first ^ mixed
    fits = np.ones(len(a), dtype=bool)
    for number in numbers:
        word, a, b = toy_word(a, b)
        fits &= word * 50 >> 16 == number
    return [(int(states[0][where]), int(states[1][where])) for where in np.flatnonzero(fits)]


def toy_numbers(state: tuple[int, int], count: int) -> list[int]:
    a, b = np.array([state[0]]), np.array([state[1]])
    found = []
    for _ in range(count):
        word, a, b = toy_word(a, b)
        found.append(int(word[0]) * 50 >> 16)
    return found


def test_eight_numbers_of_one_stream_give_a_small_generator_away_and_nothing_of_a_keyed_one() -> None:
    state = (0xC0FE, 0x1234)
    (found,) = meet_in_the_middle(toy_numbers(state, 8))
    assert found == state
    assert toy_numbers(found, 100)[8:] == toy_numbers(state, 100)[8:], "and every number after them is known"
    keyed = KeyedStream(SECRET)
    assert meet_in_the_middle([below(keyed, 50) for _ in range(8)]) == []


def too_uneven(found: Counter[int], n: int) -> bool:
    """A chi-square test (Wilson and Hilferty's approximation) that an even source fails once in a thousand million times."""
    total = sum(found.values())
    chi = sum((found[k] - total / n) ** 2 for k in range(n)) * n / total
    free = n - 1
    return ((chi / free) ** (1 / 3) - (1 - 2 / (9 * free))) / math.sqrt(2 / (9 * free)) > SIGMAS


@pytest.mark.parametrize("n", [2, 3, 7, 50, 52, 100, 1000])
def test_numbers_of_a_keyed_stream_are_even_and_each_is_independent_of_the_last(n: int) -> None:
    stream = KeyedStream(n.to_bytes(32, "big"))
    numbers = [below(stream, n) for _ in range(DRAWS // 6)]
    assert not too_uneven(Counter(numbers), n)
    if n <= 100:
        assert not too_uneven(Counter(a * n + b for a, b in zip(numbers[::2], numbers[1::2], strict=False)), n * n)
    middle, spread = (n - 1) / 2, (n * n - 1) / 12
    serial = sum((a - middle) * (b - middle) for a, b in pairwise(numbers)) / spread / math.sqrt(len(numbers))
    assert abs(serial) < SIGMAS


def test_numbers_that_repeat_or_follow_one_another_fail_these_tests() -> None:
    assert too_uneven(Counter(k % 7 for k in range(0, 70_000, 7)), 7)
    assert too_uneven(Counter((k % 5) * 7 + k % 7 for k in range(100_000) if k % 3), 49)


def test_no_bit_of_the_secret_shows_in_what_is_drawn() -> None:
    """Over many secrets, every bit of the first words is as often equal to a bit of the secret as not."""
    secrets = [KeyedStream(k.to_bytes(32, "big")) for k in range(4000)]
    keys = [b"".join(stream.next_word().to_bytes(4, "big") for _ in range(8)) for stream in secrets]
    drawn = np.array([[Promise(key).generator(0).next_word() >> bit & 1 for bit in range(32)] for key in keys])
    bits = np.array([[byte >> bit & 1 for byte in key for bit in range(8)] for key in keys])
    equal = (drawn[:, :, None] == bits[:, None, :]).sum(axis=0)
    assert np.abs(equal - len(keys) / 2).max() < (SIGMAS + 1.5) * math.sqrt(len(keys)) / 2  # of 8,192 such pairs


def test_every_event_secret_and_word_has_a_stream_of_its_own() -> None:
    word, other = Word(0, 0, "tanuki"), Word(1, 0, "tanuki")
    promises = [
        Promise(SECRET),
        Promise(SECRET[::-1]),
        Promise(SECRET, (word,)),
        Promise(SECRET, (other,)),
        Promise(SECRET, (word, other)),
        Promise(SECRET, (other, word)),
        Promise(SECRET, (Word(0, 1, "tanuki"),)),
        Promise(SECRET, (Word(0, 0, "tanuki\N{KATAKANA MIDDLE DOT}kitsune"),)),
    ]
    streams = [[promise.generator(event).next_word() for _ in range(1)] for promise in promises for event in range(50)]
    same = [[Promise(SECRET).generator(0).next_word()], [Promise(SECRET, (Word(0, 1, "tanuki"),)).generator(0).next_word()]]
    assert same[0] == same[1], "a word given after an event does not change it"
    assert len({word for (word,) in streams}) == len(streams) - 1


def test_the_first_numbers_of_many_streams_are_as_even_as_those_of_one() -> None:
    found = Counter(below(Promise(SECRET).generator(event), 50) for event in range(200_000))
    assert not too_uneven(found, 50)


def test_the_derivation_is_what_the_documents_say() -> None:
    """Computed by hand from docs/record-format.md, so that another program can check a game."""
    import hashlib
    import hmac

    key = hmac.new(SECRET, b"zashiki chance event 1\n3\n0@0=tanuki\n*@2=restored", hashlib.sha256).digest()
    block = hmac.new(key, bytes(8), hashlib.sha256).digest() + hmac.new(key, bytes(7) + b"\1", hashlib.sha256).digest()
    stream = Promise(SECRET, (Word(0, 0, "tanuki"), Word(None, 2, "restored"), Word(1, 4, "late"))).generator(3)
    assert [stream.next_word() for _ in range(16)] == [int.from_bytes(block[k : k + 4], "big") for k in range(0, 64, 4)]
    assert commitment_of(SECRET) == hashlib.sha256(b"zashiki commitment 1\n" + SECRET).hexdigest()


@pytest.mark.parametrize(
    "text", ["", "0@0=", "x@0=a", "0@a=b", "0@0=a b", "0@0=a\nb", "-1@0=a", "00@0=a", f"0@0={'a' * 65}", "0@0"]
)
def test_what_is_not_a_word_is_refused(text: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # its message is the text
        read_word(text)
    assert str(refused.value) == text


@pytest.mark.parametrize("word", [Word(0, 0, "a=b@c"), Word(None, 12, "座敷"), Word(11, 999, "x" * 64)])
def test_a_word_is_read_as_it_was_written(word: Word) -> None:
    assert read_word(str(word)) == word


@dataclass
class Mixed:
    """The events that a viewer sees from one promise, all others from another."""

    seen: Chance
    hidden: Chance
    events: set[int]

    def generator(self, event: int) -> list[int]:
        return (self.seen if event in self.events else self.hidden).generator(event)


def begun(game: AnyGame, chance: Chance) -> Table[object, object]:
    return Table(game, game.seats[-1], chance=chance)


def hides_something(game: AnyGame) -> bool:
    """Whether seat 0 does not hear all of how a game begins."""
    return any(line.heard[0] != line.text for line in begun(game, Promise(SECRET)).lines)


@pytest.mark.parametrize("game", [*filter(hides_something, GAMES.values())], ids=lambda game: game.id)
def test_two_keys_that_agree_on_what_a_seat_sees_give_it_the_same_view(game: AnyGame) -> None:
    table = begun(game, Promise(SECRET))
    seen = {number for number, line in enumerate(table.lines) if line.heard[0] == line.text}
    others = (Mixed(Promise(SECRET), Promise(bytes([k % 256, k // 256] * 16)), seen) for k in range(600))
    tables = (begun(game, other) for other in others)
    agreeing = [other for other in tables if heard(other, 0) == heard(table, 0) and other.state != table.state]
    for other in agreeing:
        assert other.view(0) == table.view(0)
        assert [line.told[0] for line in other.lines] == [line.told[0] for line in table.lines]
        if 0 in table.to_act:
            assert other.legal(0) == table.legal(0)
    assert agreeing


def test_no_event_is_drawn_twice_with_one_key_and_undo_never_comes_before_chance() -> None:
    drawn: list[int] = []

    class Noting:
        def generator(self, event: int) -> list[int]:
            drawn.append(event)
            return Promise(SECRET).generator(event)

    for game in GAMES.values():
        drawn.clear()
        table: Table[object, object] = Table(game, game.seats[0], chance=Noting())
        rng = seeded(1)
        while not table.over:
            seat = table.to_act[below(rng, len(table.to_act))]
            table.play(seat, table.legal(seat)[below(rng, len(table.legal(seat)))])
            if below(rng, 3) == 0 and table.can_undo(seat):
                table.undo(seat)
        assert drawn == list(range(table.chance_events)), game.id
        assert table.status != CHANCE


def test_a_seeded_table_goes_on_with_one_generator() -> None:
    source = Seeded(5)
    assert source.generator(0) is source.generator(7)
