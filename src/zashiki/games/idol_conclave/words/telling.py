"""Idol Conclave in sentences: what is told, offered and asked."""

from __future__ import annotations

from zashiki.core.actions import Action
from zashiki.core.bits import count, has
from zashiki.core.game import OPEN, seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import listed, seat_mark
from zashiki.games.idol_conclave import actions, cards, phase
from zashiki.games.idol_conclave.cards import IDOL_IDS, KIND_IDS, SPACE_IDS, SPOT_IDS
from zashiki.games.idol_conclave.eyes.view import View, knows
from zashiki.games.idol_conclave.rules import backstage, lines, to_act, turns
from zashiki.games.idol_conclave.state import State
from zashiki.games.idol_conclave.words.catalogue import WORDS, card_name, event_name, idol_name, space_name
from zashiki.games.idol_conclave.words.notation import hides_kind


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The move in words as that viewer hears it."""
    key = _key(s, action)
    if hides_kind(s, seat, action, viewer):
        key = "vote_hidden" if actions.is_vote(action) else "ballot_hidden"
    return WORDS(key, seat=seat_mark(seat), **_parts(s, action, viewer, shown=_shows_card(seat, action, viewer)))


def _shows_card(seat: Seat, action: Action, viewer: Viewer) -> bool:
    """Whether the viewer sees a card by the very move: IDL-37: it is turned up; IDL-71: a look is for the one who looks."""
    is_open = actions.OPEN_AT <= action < actions.SWAP_AT
    return is_open or (viewer == seat and actions.PEEK_AT <= action < actions.BALLOT)


def shown_by(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The card that a move turns up or looks at, for those who see it; with the last ballot, the backs of all of them."""
    if actions.is_ballot(action):
        return _backs(s, seat, action) if count(turns.waiting_ballots(s)) == s.players - 1 else ""
    _, text = actions.ACTIONS.split(action)
    shows = text in SPOT_IDS and _shows_card(seat, action, viewer)
    return KIND_IDS[s.piece_kind[s.line[SPOT_IDS.index(text)]]] if shows else ""


def _backs(s: State, last: Seat, action: Action) -> str:
    """IDL-53, IDL-74: whose ballots are Negative Atmosphere, once all of them are in."""
    ballots = [action - actions.BALLOT if seat == last else s.ballots[seat] for seat in range(s.players)]
    return " ".join(["negative", *(str(seat) for seat, kind in enumerate(ballots) if kind == cards.NEG)])


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the action says."""
    key = "deal_idle" if does_nothing(s, seat, action) else _key(s, action)
    return WORDS(f"label_{key}", **_parts(s, action, seat, shown=False))


def does_nothing(s: State, seat: Seat, action: Action) -> bool:
    """IDL-R9, IDL-43: whether a deal is a Trade without cards on two idols, or an Exchange without an own card on one."""
    if not actions.PLACE_DEAL <= action < actions.DISCARD:
        return False
    space = (action - actions.PLACE_DEAL) % cards.SPACE_COUNT
    return (space == cards.TRADE and lines.lines_in_use(s) < 2) or (space == cards.EXCHANGE and not lines.has_own_card(s, seat))


def _key(s: State, action: Action) -> str:
    """The name of the sentence for an action."""
    if actions.is_vote(action):
        return "vote_up" if s.phase == phase.TURN and lines.lands_up(s, actions.vote_of(action)[1]) else "vote_down"
    verb, word = actions.ACTIONS.split(action)
    return f"{verb}_{word}" if verb == "control" or word == "none" else verb


def _parts(s: State, action: Action, viewer: Viewer, *, shown: bool) -> dict[str, str]:
    """The pieces of the sentence that the words of the action name."""
    parts: dict[str, str] = {}
    _, text = actions.ACTIONS.split(action)
    if text in SPOT_IDS:
        parts["spot"] = _spot(s, SPOT_IDS.index(text), viewer, shown=shown)
    for word in text.split(" "):
        if word in KIND_IDS:
            parts["card"] = card_name(KIND_IDS.index(word))
        elif word in IDOL_IDS:
            parts["idol"] = idol_name(IDOL_IDS.index(word))
        elif word in SPACE_IDS:
            parts["space"] = space_name(SPACE_IDS.index(word))
        elif word in actions.SEAT_IDS:
            parts["other"] = seat_mark(int(word))
    return parts


def _spot(s: State, spot: int, viewer: Viewer, *, shown: bool) -> str:
    """A place in a line, with the card there when the viewer knows it or is shown it now."""
    idol, place = divmod(spot, cards.LINE)
    name = idol_name(idol)
    if place < s.length[idol] and (shown or knows(viewer, s.piece_known[s.line[spot]])):
        return WORDS("spot_known", place=place + 1, idol=name, card=card_name(s.piece_kind[s.line[spot]]))
    return WORDS("spot", place=place + 1, idol=name)


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words as that viewer hears it."""
    if s.phase == phase.START:
        return WORDS("start", seat=seat_mark(s.outcome[0]))
    if s.phase == phase.EVENTS:
        dealt = [WORDS("of_idol", idol=idol_name(idol), event=event_name(event)) for idol, event in enumerate(s.outcome)]
        return WORDS("events", events=listed(dealt))
    if s.phase == phase.IDENTITIES and viewer != OPEN:
        return WORDS("identities_own", idol=idol_name(s.outcome[viewer])) if viewer >= 0 else WORDS("identities_hidden")
    idols = [WORDS("of_seat", seat=seat_mark(seat), idol=idol_name(s.outcome[seat])) for seat in range(s.players)]
    return WORDS(phase.NAMES[s.phase], idols=listed(idols))


def open_forced(v: View) -> bool:
    """Whether everybody sees the viewer's options: they follow from where cards lie, and from no hand and no colour."""
    return v.phase in ("open", "trade-second", "move-card", "control")


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    if s.phase <= phase.EVENTS:
        return WORDS("ask_chance")
    if s.phase == phase.OVER:
        return WORDS("ask_over")
    acting = seats_in(to_act(s))
    if viewer not in acting:
        others = listed(seat_mark(seat) for seat in acting)
        return WORDS(f"wait_{phase.NAMES[s.phase]}", seat=seat_mark(s.seat), others=others)
    if s.phase == phase.TURN:
        return WORDS(_ask_turn(s, viewer))
    idol = idol_name(lines.idol_with(s, cards.SIMULTANEOUS)) if s.phase in (phase.BALLOT, phase.ORDER) else ""
    return WORDS(f"ask_{phase.NAMES[s.phase]}", idol=idol)


def _ask_turn(s: State, seat: Seat) -> str:
    """The name of the sentence that offers what the seat can do in its turn, and no more."""
    if backstage.placeable(s, seat) and backstage.open_spaces(s):
        return "ask_turn"
    if has(s.hands[seat], cards.DEAL):
        return "ask_turn_box"
    return "ask_turn_last" if count(s.hands[seat]) == 1 else "ask_turn_vote"
