"""Greedy play of Kazoku Scribe."""

from __future__ import annotations

import pytest

from tests.games.kazoku_scribe.positions import board_e, cover, submitting
from zashiki.bots.players import choose_greedily
from zashiki.core.chance import below, seeded
from zashiki.core.game import CHANCE, OVER
from zashiki.games.kazoku_scribe import GAME


@pytest.mark.parametrize("game", range(6))
def test_greedy_play_beats_random_play(game: int) -> None:
    rng, s, team = seeded(3, game), GAME.new(2), game % 2
    while GAME.rules.status(s) != OVER:
        if GAME.rules.status(s) == CHANCE:
            GAME.rules.draw(s, rng)
            GAME.rules.reveal(s)
            continue
        seat = GAME.acting(s)[0]
        options = GAME.legal_actions(s, seat)
        if seat == team:
            GAME.rules.apply(s, seat, choose_greedily(GAME, GAME.eyes.view(s, seat), seat, options, rng))
        else:
            GAME.rules.apply(s, seat, options[below(rng, len(options))])
    assert GAME.scoring.winners(s) == 1 << team


def best(table_seat: int, table: object) -> str:
    s = table.state  # type: ignore[attr-defined]
    options = GAME.legal_actions(s, table_seat)
    return GAME.actions.write(choose_greedily(GAME, GAME.eyes.view(s, table_seat), table_seat, options, seeded(1)))


def test_a_treasure_in_reach_is_taken() -> None:
    table = submitting(board_e(), "w1", "")
    table.play(0, "place w1 c5 d5 e5")
    assert best(0, table) == "explore c5"  # the jade beside the entry


def test_a_piece_without_a_place_is_not_planned() -> None:
    table = board_e()
    cover(table.state, "c5 d9 g6")  # w1 fits nowhere now
    assert not best(0, table).startswith("plan w1")
