"""Saigo no Kane: a school week of recruiting, buying and favours, until the last bell elects a president."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.game import Game, no_conflicts
from zashiki.games.saigo_no_kane import board, explain, notation, observe, rules, scoring, state, terminal, view, worth
from zashiki.games.saigo_no_kane.actions import BLOCKS
from zashiki.games.saigo_no_kane.options import OPTIONS
from zashiki.games.saigo_no_kane.rules.setup import setup

GAME = Game(
    id="saigo-no-kane",
    name="Saigo no Kane",
    prefix="SNK",
    pitch="Five school days to become president: recruit, buy, call in favours, and be ready when the bell rings.",
    minutes="90",
    seats=(2, 3, 4),
    rules_version=1,
    ended_by=lambda _: "SNK-16",
    options=OPTIONS,
    check_options=no_conflicts,
    variants=({}, {"first_game": "true"}, {"candidates": "choose"}),
    folder=Path(__file__).parent,
    state=state.State,
    blocks=BLOCKS,
    max_legal=256,
    observation=observe.OBSERVATION,
    max_events=3000,
    setup=setup,
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
