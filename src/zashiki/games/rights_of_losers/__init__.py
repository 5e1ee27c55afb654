"""Rights of Losers: a trick-taking game in which the losers own the island."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.game import Game, no_conflicts, seat_option
from zashiki.games.rights_of_losers import board, notation, observe, resample, rules, scoring, state, terminal, view, worth
from zashiki.games.rights_of_losers.actions import BLOCKS

GAME = Game(
    id="rights-of-losers",
    name="Rights of Losers",
    prefix="ROL",
    pitch="Win the trick and you build. Lose it and you own.",
    minutes="30",
    seats=(3, 4, 5),
    rules_version=1,
    ended_by=lambda _: "ROL-36",
    options=(seat_option("first_lead", "Who leads the first trick: random, or a seat."),),
    check_options=no_conflicts,
    variants=({}, {"first_lead": "1"}),
    folder=Path(__file__).parent,
    state=state.State,
    blocks=BLOCKS,
    max_legal=80,
    observation=observe.OBSERVATION,
    # ROL-R31: with five seats 5 deals, who leads first, 10 tricks of 14 decisions and one more for each of 9 moves (ROL-R18).
    max_events=160,
    setup=state.setup,
    status=rules.status,
    draw=rules.draw,
    reveal=rules.reveal,
    to_act=rules.to_act,
    legal=rules.legal,
    apply=rules.apply,
    scores=scoring.scores,
    winners=scoring.winners,
    resample=resample.resample,
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
    explain=notation.explain,
    reveals=notation.reveals,
    summary=view.summary,
    draw_text=terminal.draw_text,
    headline=board.headline,
    board=board.board,
    tally=board.tally,
)
