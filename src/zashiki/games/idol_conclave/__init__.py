"""Idol Conclave: an election in which every player secretly is one idol and openly backs another."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.game import Game, Option, no_conflicts, seat_option
from zashiki.games.idol_conclave import board, notation, observe, resample, rules, scoring, state, terminal, view, worth
from zashiki.games.idol_conclave.actions import BLOCKS
from zashiki.games.idol_conclave.cards import ALL_EVENTS, BASIC_EVENTS, EVENT_IDS, IDOL_COUNT


def read_pool(text: str, players: int) -> tuple[int, ...]:
    """The events of a pool, as a set. IDL-11, IDL-69: basic, advanced, or those the players agreed on."""
    if text in ("basic", "advanced"):
        return (BASIC_EVENTS if text == "basic" else ALL_EVENTS,)
    names = text.split(",")
    unknown = [name for name in names if name not in EVENT_IDS]
    if unknown:
        raise ValueError(f"events must be basic, advanced or event ids with commas between them; '{unknown[0]}' is no event")
    if len(set(names)) != len(names):
        raise ValueError("events must not name an event twice")
    if len(names) < IDOL_COUNT:
        raise ValueError(f"events must name at least {IDOL_COUNT} events, not {len(names)}")
    return (sum(1 << EVENT_IDS.index(name) for name in names),)


EVENTS_OPTION = Option(
    name="events",
    help="The pool of events: basic, advanced, or at least six event ids with commas between them.",
    default="basic",
    width=1,
    read=read_pool,
    choices=lambda players: ("basic", "advanced", *EVENT_IDS),
)

GAME = Game(
    id="idol-conclave",
    name="Idol Conclave",
    prefix="IDL",
    pitch="You are one idol in secret and back another in the open. Bring both to the top.",
    minutes="30",
    # IDL-R1: five colours are the most; with two seats everything is nearly open.
    seats=(3, 4, 5),
    rules_version=1,
    ended_by=lambda _: "IDL-20",
    # IDL-R3: start stands for "last at a concert"; the start player is drawn if nobody is named.
    options=(EVENTS_OPTION, seat_option("start", "Who starts: random, or a seat.")),
    check_options=no_conflicts,
    variants=(
        {},
        {"events": "advanced"},
        {"events": "simultaneous-vote,idol-police,scheming-character,overslept,mania-popular,steady-marketing", "start": "1"},
    ),
    folder=Path(__file__).parent,
    state=state.State,
    blocks=BLOCKS,
    max_legal=view.MOST_OPTIONS,
    observation=observe.OBSERVATION,
    # With five seats 4 events, the opening, 32 votes with a look each (IDL-71) and 6 deals that ask 9 questions (IDL-R30).
    max_events=84,
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
