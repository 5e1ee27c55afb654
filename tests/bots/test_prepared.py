"""What is compiled beside the game: bots do without it until it is loaded, and it is loaded once."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from zashiki.bots import kernels
from zashiki.bots.prepared import Prepared, first_question
from zashiki.core.game import AnyGame
from zashiki.games import find_game

GAME = find_game("akiwado")


class AtOnce(threading.Thread):
    """Done before it is started is done."""

    def start(self) -> None:
        self.run()


def test_it_is_loaded_once_it_is_on_disk_and_only_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    monkeypatch.setenv("ZASHIKI_CACHE", str(tmp_path))
    monkeypatch.setattr("threading.Thread", AtOnce)
    made: list[AnyGame] = []

    def make(game: AnyGame) -> str:
        made.append(game)
        return "made"

    here, elsewhere = (Prepared("test", kernels.try_option, make) for _ in range(2))
    assert here.at_hand(GAME) is None
    assert (made, here.is_on_disk(GAME)) == ([], False), "nobody compiles while a bot is asked"
    assert elsewhere.compile(GAME) == "made"
    assert here.is_on_disk(GAME)
    assert [here.at_hand(GAME) for _ in range(3)] == ["made"] * 3
    assert made == [GAME] * 2, "compiled there, loaded here"


def test_nothing_is_on_disk_for_other_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    monkeypatch.setenv("ZASHIKI_CACHE", str(tmp_path))
    one, other = (Prepared("test", kernel, lambda game: 1) for kernel in (kernels.try_option, kernels.greedy_option))
    one.compile(GAME)
    assert one.is_on_disk(GAME)
    assert not other.is_on_disk(GAME)
    assert not one.is_on_disk(find_game("rights-of-losers"))


def test_the_first_question_is_one() -> None:
    s, seat = first_question(GAME)
    assert GAME.legal_actions(s, seat)
