"""Every dial of every game: it loads, it changes what it names, and all gears agree on what it makes of the game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from inspect import signature

import pytest

from tests.support import every_game, new_table, play_randomly
from zashiki.core.chance import seeded
from zashiki.core.dials import Dial, dials
from zashiki.core.errors import BadDial, BadRecord
from zashiki.core.game import AnyGame
from zashiki.core.gears import contract_closure
from zashiki.core.record import read_kifu, replay
from zashiki.core.rule import global_value, globals_read
from zashiki.core.turning import turned
from zashiki.core.words import LANGUAGES
from zashiki.games import GAMES
from zashiki.testing import test_contract, test_gears, test_secrecy

ALL = [pytest.param(game, dial, id=f"{game.id}-{dial.name}") for game in GAMES.values() for dial in dials(game)]


def furthest(dial: Dial) -> int:
    """The value of a dial that is furthest from the printed one."""
    return max((dial.low, dial.high), key=lambda value: abs(value - dial.value))


def turn(game: AnyGame, dial: Dial) -> AnyGame:
    """The game with one dial as far from the printed value as it goes."""
    # ROL-6: a hand lasts for all tricks.
    beside = {"tricks": 5} if dial.name == "hand-size" else {}
    return turned(game, beside | {dial.name: furthest(dial)})


@every_game
def test_a_game_has_ten_dials_or_more(game: AnyGame) -> None:
    found = dials(game)
    assert len(found) >= 10
    for dial in found:
        assert dial.clause.startswith(f"{game.about.prefix}-")
        assert dial.low < dial.high
        assert all(dict(dial.text.by_language)[language] for language in LANGUAGES)


def shape(game: AnyGame) -> tuple[object, ...]:
    """What a program that learned the printed game, or read its states, would stumble over."""
    fields = [(name, field.kind, field.length) for name, field in game.state.fields.items()]
    return fields, game.action_count, [(part.name, part.size) for part in game.eyes.OBSERVATION], game.actions.texts


def readings(game: AnyGame) -> dict[str, object]:
    """All numbers and tables that the rules read, by rule and name."""
    found: dict[str, object] = {}
    for rule in contract_closure(game):
        for path in globals_read(rule):
            value = global_value(rule, path, None)
            if isinstance(value, int | tuple):
                found[f"{rule.__qualname__} {path}"] = value
    return found


@pytest.mark.parametrize(("game", "dial"), ALL)
def test_a_dial_changes_what_the_rules_read_and_not_the_shape_of_the_game(game: AnyGame, dial: Dial) -> None:
    """States, actions and observations keep their layout, so that whoever learned one of the games can play the other."""
    other = turn(game, dial)
    near = turned(other, {dial.name: dial.value})
    assert readings(other) != readings(near)
    assert shape(other) == shape(game)


def all_turned(game: AnyGame, way: str) -> AnyGame:
    """The game with every dial at its lowest or highest value that is not printed, if it has one."""
    values = {}
    for dial in dials(game):
        low, high = (dial.low, dial.high) if way == "low" else (dial.high, dial.low)
        values[dial.name] = low if low != dial.value else high
    if game.id == "rights-of-losers":
        values |= {"hand-size": 9, "tricks": 7 if way == "low" else 9}
    if game.id == "akiwado" and way == "high":
        values["starting-coins"] = 6  # with the handicaps of all five seats that is every coin there is
    return turned(game, values)


TURNED = [pytest.param(game, way, id=f"{game.id}-{way}") for game in GAMES.values() for way in ("low", "high")]
SUITE = [
    pytest.param(test, id=name)
    for module in (test_contract, test_secrecy)
    for name, test in vars(module).items()
    if name.startswith("test_") and list(signature(test).parameters) == ["game", "players", "options"]
]


@pytest.mark.parametrize("test", SUITE)
@pytest.mark.parametrize(("game", "way"), TURNED)
def test_the_contract_holds_with_all_dials_turned(game: AnyGame, way: str, test: Callable[..., None]) -> None:
    other = all_turned(game, way)
    assert len(other.turned) == len(dials(game))
    test(other, game.seats[0], game.about.variants[-1])


@every_game
def test_a_record_names_its_dials_and_replays(game: AnyGame) -> None:
    other = all_turned(game, "high")
    table = new_table(other, other.seats[0], {}, seed=3)
    for _ in play_randomly(table, seeded(4)):
        pass
    kifu = read_kifu(table.record)
    assert kifu.header["dials"] == " ".join(f"{name}={value}" for name, value in other.turned.items())
    again = replay(kifu, GAMES)
    assert again.state.to_bytes() == table.state.to_bytes()
    assert again.game is other


def test_a_record_with_bad_dials_names_the_line() -> None:
    text = "game: akiwado\nrules: 1\nplayers: 3\ndials: starting-coins=99\n---\n"
    with pytest.raises(BadRecord, match="line 4: Akiwado: starting-coins goes from 1 to 10, so it cannot be 99"):
        replay(read_kifu(text), GAMES)


def test_a_record_without_dials_is_played_with_the_printed_numbers() -> None:
    game = GAMES["akiwado"]
    kifu = read_kifu("game: akiwado\nrules: 1\nplayers: 3\n---\n")
    assert replay(kifu, {game.id: turned(game, {"starting-coins": 9})}).game is game


def test_numbers_that_do_not_go_together_are_refused() -> None:
    """And leave nothing behind: the next wish is answered as if they had never been tried."""
    game = GAMES["rights-of-losers"]
    for _ in range(2):
        with pytest.raises(BadDial, match=r"do not go together\. A hand of 6 cards does not last for 10 tricks\."):
            turned(game, {"hand-size": 6})
    assert turned(game, {"hand-size": 6, "tricks": 6}).new(3).trick == 1
    assert not [name for name in sys.modules if "[hand-size=6]" in name]


# The gears


@every_game
def test_plain_and_native_have_the_same_bytes_with_all_dials_turned(game: AnyGame) -> None:
    test_gears.test_plain_and_native_have_the_same_bytes_after_every_event(all_turned(game, "high"), game.seats[0], {})
