"""Records held against their promise: honest ones pass, and whatever was changed is named."""

from __future__ import annotations

import os
import re
from dataclasses import replace

import pytest

from tests.support import every_game
from zashiki.core.chance import below, seeded
from zashiki.core.errors import BadRecord
from zashiki.core.game import AnyGame
from zashiki.core.record import Kifu, kifu_of, read_kifu
from zashiki.core.table import Table
from zashiki.fairness.check import COMMITMENT, LINE_MARKS, SECRET, WORD_MARKS, WORDS, check_record, promise_in, seal
from zashiki.fairness.promise import KeyedStream, Promise, Word, commitment_of
from zashiki.games import GAMES

SOAK = int(os.environ.get("ZASHIKI_CHECKED", "20"))  # games of every game; 1000 take a quarter of an hour each


def played(game: AnyGame, number: int) -> Kifu:
    """The sealed record of a whole random game, with words before the first event and one in the middle."""
    stream = KeyedStream(number.to_bytes(32, "big"))
    players = game.seats[number % len(game.seats)]
    words = tuple(Word(seat, 0, f"word-{number}-{seat}") for seat in range(players))
    secret = b"".join(stream.next_word().to_bytes(4, "big") for _ in range(8))
    promise = Promise(secret, words)
    table: Table[object, object] = Table(game, players, chance=promise)
    rng, late = seeded(number), False
    while not table.over:
        seat = table.to_act[below(rng, len(table.to_act))]
        if len(table.lines) > 20 and not late:
            promise, late = promise.with_word(Word(seat, table.chance_events, "late")), True
            table.chance = promise
        options = game.legal_actions(table.state, seat)
        table.play(seat, options[below(rng, len(options))])
    names = " ".join(f"{seat}={name}" for seat, name in enumerate(("Aiko", "Kenji", "Mio", "Ren", "Sora")[:players]))
    return read_kifu(seal(kifu_of(table, {"seats": names}), promise).write())


def refused(kifu: Kifu) -> BadRecord:
    with pytest.raises(BadRecord) as found:
        check_record(read_kifu(kifu.write()), GAMES)
    return found.value


def with_header(kifu: Kifu, **changed: str) -> Kifu:
    return replace(kifu, header=kifu.header | {key.replace("_", "-"): value for key, value in changed.items()})


def with_lines(kifu: Kifu, *lines: str) -> Kifu:
    return replace(kifu, lines=list(lines))


def marked_anew(kifu: Kifu) -> Kifu:
    """As somebody leaves a record who knows how it is marked."""
    promise = promise_in(kifu)
    assert promise is not None
    return seal(kifu, promise)


def decisions_of(kifu: Kifu) -> list[int]:
    return [number for number, line in enumerate(kifu.lines) if not line.startswith("*")]


def chance_of(kifu: Kifu) -> list[int]:
    return [number for number, line in enumerate(kifu.lines) if line.startswith("*")]


@every_game
def test_honest_games_pass(game: AnyGame) -> None:
    for number in range(3):
        kifu = played(game, number)
        checked = check_record(kifu, GAMES)
        assert checked.drawn == len(chance_of(kifu)) > 0
        assert checked.table.over


@pytest.mark.slow
@pytest.mark.timeout(7200)
@every_game
def test_many_honest_games_pass_and_as_many_with_one_change_do_not(game: AnyGame) -> None:
    for number in range(SOAK):
        kifu = played(game, number)
        assert check_record(kifu, GAMES).drawn == len(chance_of(kifu))
        rng = seeded(number, 1)
        place = below(rng, len(kifu.lines))
        line = kifu.lines[(place + 1 + below(rng, len(kifu.lines) - 1)) % len(kifu.lines)]
        if line != kifu.lines[place]:
            error = refused(with_lines(kifu, *kifu.lines[:place], line, *kifu.lines[place + 1 :]))
            assert error.line == kifu.first_line + place


@every_game
def test_a_changed_secret_commitment_or_word_is_named(game: AnyGame) -> None:
    kifu = played(game, 3)
    other = Promise(bytes(32))
    error = refused(with_header(kifu, secret=other.secret.hex()))
    assert "not the secret that was promised" in str(error)
    assert error.line == kifu.line_of(SECRET)
    error = refused(with_header(kifu, commitment=other.commitment))
    assert "not the commitment to the secret" in str(error)
    assert error.line == kifu.line_of(COMMITMENT)
    words = kifu.header[WORDS].split()
    error = refused(with_header(kifu, words=" ".join([words[0], words[1] + "x", *words[2:]])))
    assert "the word of Kenji is not 'word-3-1x'" in str(error)
    assert error.line == kifu.line_of(WORDS)
    assert "not in the order" in str(refused(with_header(kifu, words=" ".join([words[1], words[0], *words[2:]]))))
    assert f"{len(words)} words were given, not {len(words) - 1}" in str(refused(with_header(kifu, words=" ".join(words[:-1]))))
    assert f"{len(words)} words were given, not {len(words) + 1}" in str(
        refused(with_header(kifu, words=kifu.header[WORDS] + " 0@0=more"))
    )


@every_game
def test_a_changed_word_shows_in_the_cards_even_if_it_is_marked_anew(game: AnyGame) -> None:
    kifu = played(game, 4)
    words = kifu.header[WORDS].split()
    error = refused(marked_anew(with_header(kifu, words=" ".join([words[0] + "x", *words[1:]]))))
    assert "chance event 1 was to be" in str(error)


@every_game
def test_a_changed_chance_event_is_named_with_what_was_due(game: AnyGame) -> None:
    kifu, other = played(game, 5), played(game, 5 + 2 * len(game.seats))
    place = next(number for number in chance_of(kifu) if kifu.lines[number] != other.lines[number])
    changed = with_lines(kifu, *kifu.lines[:place], other.lines[place], *kifu.lines[place + 1 :])
    for kind in (changed, marked_anew(changed)):
        error = refused(kind)
        assert error.line == kifu.first_line + place
        assert f"was to be '{kifu.lines[place]}', not '{other.lines[place]}'" in str(error)


@every_game
def test_changed_missing_added_and_moved_lines_are_named(game: AnyGame) -> None:
    kifu = played(game, 6)
    lines, decisions = kifu.lines, decisions_of(kifu)
    place = next(k for k in decisions if k > 4 and lines[k] not in (lines[k - 1], lines[k + 1]))
    seat = lines[place].partition(":")[0]
    error = refused(with_lines(kifu, *lines[:place], f"{seat}: no such move", *lines[place + 1 :]))
    assert "is not what was played" in str(error)
    assert error.line == kifu.first_line + place
    missing = refused(with_lines(kifu, *lines[:place], *lines[place + 1 :]))
    assert f"was line {kifu.first_line + place + 1}: a line is missing" in str(missing)
    swapped = refused(with_lines(kifu, *lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]))
    assert "a line is missing or not in its place" in str(swapped)
    assert f"the game had {len(lines)} lines, not {len(lines) - 1}" in str(refused(with_lines(kifu, *lines[:-1])))
    assert "the line was changed or added" in str(refused(with_lines(kifu, *lines, "0: one more")))


@every_game
def test_a_changed_result_is_named(game: AnyGame) -> None:
    kifu = played(game, 7)
    assert kifu.result is not None
    error = refused(replace(kifu, result=kifu.result | {"scores": kifu.result["scores"] + "1"}))
    assert "scores are" in str(error)


@every_game
def test_a_result_left_out_is_named(game: AnyGame) -> None:
    kifu = played(game, 7)
    assert kifu.result is not None
    error = refused(replace(kifu, result=None))
    assert f"the result is missing: scores: {kifu.result['scores']}, winners: {kifu.result['winners']}" in str(error)
    assert error.line == kifu.first_line + len(kifu.lines)
    error = refused(replace(kifu, result={"scores": kifu.result["scores"]}))
    assert f"the result is missing: winners: {kifu.result['winners']}" in str(error)


def without(kifu: Kifu, *keys: str) -> Kifu:
    return replace(kifu, header={key: value for key, value in kifu.header.items() if key not in keys})


def test_a_record_without_a_secret_is_only_replayed() -> None:
    kifu = played(GAMES["akiwado"], 8)
    promised = without(kifu, SECRET, WORDS, WORD_MARKS, LINE_MARKS)
    going_on = replace(promised, lines=kifu.lines[: len(kifu.lines) // 2], result=None)
    assert check_record(going_on, GAMES).drawn is None
    assert check_record(without(promised, COMMITMENT), GAMES).drawn is None


@every_game
def test_a_secret_taken_out_of_the_record_of_a_finished_game_is_named(game: AnyGame) -> None:
    kifu = played(game, 8)
    for keys in ((SECRET,), (SECRET, WORDS, WORD_MARKS, LINE_MARKS)):
        error = refused(without(kifu, *keys))
        assert "the secret that was promised is missing" in str(error)
        assert error.line == without(kifu, *keys).line_of(COMMITMENT)


@pytest.mark.parametrize("secret", ["", "zz", "00" * 31, "00" * 33])
def test_a_secret_that_is_none_is_refused(secret: str) -> None:
    assert "a secret is 32 bytes" in str(refused(with_header(played(GAMES["akiwado"], 8), secret=secret)))


def test_words_that_are_none_are_refused() -> None:
    assert "is not <seat>@" in str(refused(with_header(played(GAMES["akiwado"], 8), words="tanuki")))


def test_a_record_stripped_of_its_marks_is_refused() -> None:
    kifu = played(GAMES["akiwado"], 8)
    assert "words were given" in str(refused(with_header(kifu, word_marks="")))
    assert "the line was changed or added" in str(refused(with_header(kifu, line_marks="")))


def test_an_unfinished_record_is_checked_as_far_as_it_goes() -> None:
    kifu = played(GAMES["akiwado"], 9)
    promise = promise_in(kifu)
    assert promise is not None
    half = kifu.lines[: len(kifu.lines) // 2]
    checked = check_record(seal(replace(kifu, lines=half, result=None), promise), GAMES)
    assert checked.drawn == sum(line.startswith("*") for line in half)
    assert not checked.table.over
    assert re.fullmatch("[0-9a-f]{64}", commitment_of(promise.secret))
