"""Akiwado: shopkeepers split dice, make promises, break some, and bid behind screens."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.game import Game
from zashiki.games.akiwado import board, knowledge, notation, rules, scoring, state, terminal, view, worth
from zashiki.games.akiwado.actions import BLOCKS
from zashiki.games.akiwado.options import OPTIONS, check_options

GAME = Game(
    id="akiwado",
    name="Akiwado",
    prefix="AKI",
    pitch="Announce what you will buy. Then do it, or do not.",
    minutes="30",
    seats=(3, 4, 5),
    rules_version=1,
    ended_by=lambda _: "AKI-60",
    options=OPTIONS,
    check_options=check_options,
    variants=({}, {"purveyor": "true"}, {"open_coins": "true"}, {"purveyor": "true", "start": "1"}),
    folder=Path(__file__).parent,
    state=state.State,
    blocks=BLOCKS,
    max_legal=101,
    observation=knowledge.OBSERVATION,
    max_events=150,  # AKI-R35: a turn has two rolls at most and uses up deck cards
    setup=state.setup,
    status=rules.status,
    draw=rules.draw,
    reveal=rules.reveal,
    to_act=rules.to_act,
    legal=rules.legal,
    apply=rules.apply,
    scores=scoring.scores,
    winners=scoring.winners,
    resample=knowledge.resample,
    observe=knowledge.observe,
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
    explain=notation.explain,
    reveals=notation.reveals,
    summary=view.summary,
    draw_text=terminal.draw_text,
    headline=board.headline,
    board=board.board,
    tally=board.tally,
)
