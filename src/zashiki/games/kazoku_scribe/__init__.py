"""Kazoku Scribe: fence estates, raise troops for the Shogun, explore the captured dungeon; a game for pen and paper."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.game import Game, choice_option, no_conflicts, seat_option
from zashiki.games.kazoku_scribe import board, explain, notation, observe, rules, scoring, state, terminal, view, worth
from zashiki.games.kazoku_scribe.actions import BLOCKS

GAME = Game(
    id="kazoku-scribe",
    name="Kazoku Scribe",
    prefix="KZS",
    pitch="Fence estates, fit your troops into the battle plan, and walk off with the treasure.",
    minutes="60",
    seats=(2, 4),  # KZS-R34: three players are not supported
    rules_version=1,
    ended_by=scoring.ended_by,
    options=(
        choice_option("villages", "Whether all seats get the same village page or different ones.", ("same", "different")),
        seat_option("start", "Who starts the first round: random, or a seat."),
        choice_option("beginner", "Whether the dungeon is entered away from treasure, for a first game.", ("false", "true")),
    ),
    check_options=no_conflicts,
    variants=({}, {"villages": "different"}, {"beginner": "true"}),
    folder=Path(__file__).parent,
    state=state.State,
    blocks=BLOCKS,
    max_legal=state.MAX_LEGAL,
    observation=observe.OBSERVATION,
    max_events=780,  # KZS-R31: cells, arrows, boxes, icons and pieces run out, so every game ends
    setup=state.setup,
    status=rules.status,
    draw=rules.draw,
    reveal=rules.reveal,
    to_act=rules.to_act,
    legal=rules.legal,
    apply=rules.apply,
    scores=scoring.scores,
    winners=scoring.winners,
    resample=view.resample,
    observe=observe.observe,
    worth=worth.worth,
    view=view.view,
    state_from=view.state_from,
    write=notation.write,
    read=notation.read,
    write_chance=notation.write_chance,
    read_chance=notation.read_chance,
    heard=notation.heard,
    heard_chance=notation.heard_chance,
    tell=notation.tell,
    tell_chance=notation.tell_chance,
    label=notation.label,
    ask=notation.ask,
    explain=explain.explain,
    reveals=notation.reveals,
    summary=view.summary,
    draw_text=terminal.draw_text,
    headline=board.headline,
    board=board.board,
    tally=board.tally,
)
