"""The notation of Idol Conclave, both ways, and its words: what is told, asked, offered and refused."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.actions import NEVER, Action
from zashiki.core.bits import count, has
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN, seats_in
from zashiki.core.rooms import Refusal, Seat, Viewer
from zashiki.core.words import Words, seat_mark
from zashiki.games.idol_conclave.actions import (
    ACTIONS,
    BALLOT,
    BREAK_AT,
    DISCARD,
    MOVE_TO,
    OPEN_AT,
    ORDER,
    PEEK_AT,
    PLACE_DEAL,
    RETAKE_AT,
    SEAT_IDS,
    SWAP_AT,
    VOTE,
)
from zashiki.games.idol_conclave.cards import (
    DEAL,
    EMPTY,
    EVENT_IDS,
    EVENT_NAMES,
    EXCHANGE,
    IDOL_COUNT,
    IDOL_IDS,
    IDOL_NAMES,
    KIND_IDS,
    KIND_NAMES,
    LINE,
    MOVE,
    NEG,
    P1,
    SPACE_COUNT,
    SPACE_IDS,
    SPACE_NAMES,
    SPOT_IDS,
    TRADE,
)
from zashiki.games.idol_conclave.eyes.resample import eye_of
from zashiki.games.idol_conclave.rules import apply, to_act
from zashiki.games.idol_conclave.rules.lines import has_own_card, is_own_card, lands_up, lines_in_use
from zashiki.games.idol_conclave.rules.sheet import has_right, is_closed, open_spaces, placeable
from zashiki.games.idol_conclave.rules.turns import police_idol, simultaneous_idol, waiting_ballots
from zashiki.games.idol_conclave.state import (
    BALLOTS,
    BREAK_IDOL,
    CANDIDATES,
    CONTROL_CHOICE,
    EVENTS,
    IDENTITIES,
    MOVE_CARD,
    MOVE_TARGET,
    OPEN_CARD,
    OPENING,
    ORDER_BALLOTS,
    OVER,
    PEEK,
    PHASES,
    RETAKE,
    START,
    TRADE_FIRST,
    TRADE_SECOND,
    TURN,
    State,
)

WORDS = Words(Path(__file__).with_name("words.toml"))

_VERBS_OF_PHASE: dict[int, tuple[str, ...]] = {
    OPENING: ("vote",),
    TURN: ("vote", "deal", "discard"),
    OPEN_CARD: ("open",),
    TRADE_FIRST: ("swap",),
    TRADE_SECOND: ("with",),
    MOVE_CARD: ("move",),
    MOVE_TARGET: ("to",),
    RETAKE: ("retake",),
    BREAK_IDOL: ("break",),
    CONTROL_CHOICE: ("control",),
    PEEK: ("peek",),
    BALLOTS: ("ballot",),
    ORDER_BALLOTS: ("order",),
}
# The clause that says what the phase asks for.
_CLAUSE_OF_PHASE: dict[int, str] = {
    TURN: "IDL-16",
    OPEN_CARD: "IDL-37",
    TRADE_FIRST: "IDL-39",
    TRADE_SECOND: "IDL-39",
    MOVE_CARD: "IDL-41",
    MOVE_TARGET: "IDL-41",
    RETAKE: "IDL-42",
    BREAK_IDOL: "IDL-46",
    CONTROL_CHOICE: "IDL-48",
    PEEK: "IDL-71",
    BALLOTS: "IDL-74",
    ORDER_BALLOTS: "IDL-74",
}


# Chance


def write_chance(s: State) -> str:
    """The chance event in the outcome."""
    if s.phase == START:
        return f"start {s.outcome[0]}"
    words = [_dealt_ids(s)[number] for number in s.outcome[: _dealt_count(s)]]
    return " ".join([PHASES[s.phase], *words])


def _dealt_ids(s: State) -> tuple[str, ...]:
    return EVENT_IDS if s.phase == EVENTS else IDOL_IDS


def _dealt_count(s: State) -> int:
    return IDOL_COUNT if s.phase == EVENTS else s.players


def read_chance(s: State, text: str) -> list[int]:
    """The outcome a text names."""
    verb, *words = text.split(" ")
    known = {"start": SEAT_IDS, "identities": IDOL_IDS, "candidates": IDOL_IDS, "events": EVENT_IDS}.get(verb, ())
    if not words or any(word not in known for word in words):
        raise BadNotation(f"'{text}' is not a chance event of Idol Conclave; '{due(s)}' comes next.")
    if verb != PHASES[s.phase]:
        raise IllegalMove(f"'{text}' does not come now; '{due(s)}' does.", _CHANCE_CLAUSE[verb])
    return _read_start(s, text, words) if verb == "start" else _read_deal(s, text, words)


_CHANCE_CLAUSE = {"start": "IDL-13", "identities": "IDL-5", "candidates": "IDL-7", "events": "IDL-10"}


def _read_start(s: State, text: str, words: list[str]) -> list[int]:
    if len(words) != 1 or int(words[0]) >= s.players:
        raise IllegalMove(f"'{text}' names no seat of this table; the seats are 0 to {s.players - 1}.", "IDL-13")
    return [int(words[0])]


def _read_deal(s: State, text: str, words: list[str]) -> list[int]:
    numbers = [_dealt_ids(s).index(word) for word in words]
    clause = _CHANCE_CLAUSE[PHASES[s.phase]]
    if len(numbers) != _dealt_count(s) or len(set(numbers)) != len(numbers):
        raise IllegalMove(f"'{text}' does not deal {_dealt_count(s)} different ones.", clause)
    if s.phase == EVENTS and any(not has(s.pool, number) for number in numbers):
        raise IllegalMove(f"'{text}' deals an event that is not in the pool of this table.", "IDL-69")
    return numbers


def due(s: State) -> str:
    """The form of the chance event that comes next."""
    return "start <seat>" if s.phase == START else f"{PHASES[s.phase]} <{_dealt_count(s)} different ids>"


# As others hear it


def sees_kind(s: State, seat: Seat, action: Action, viewer: Viewer) -> bool:
    """Whether a viewer sees which card a vote or ballot is, when it is played."""
    if viewer in (seat, OPEN):
        return True
    if action >= BALLOT:
        return False
    kind, idol = _vote_of(action)
    # IDL-53: Negative Atmosphere shows by its back; IDL-17: the +1000 is open.
    return kind in (NEG, P1) or bool(lands_up(s, idol))


def _vote_of(action: Action) -> tuple[int, int]:
    return (action - VOTE) // IDOL_COUNT, (action - VOTE) % IDOL_COUNT


def _is_vote(action: Action) -> bool:
    return action < PLACE_DEAL


def _is_ballot(action: Action) -> bool:
    return BALLOT <= action < ORDER


def heard(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The notation as that viewer may see it."""
    if (_is_vote(action) or _is_ballot(action)) and not sees_kind(s, seat, action, viewer):
        return f"vote ? {IDOL_IDS[_vote_of(action)[1]]}" if _is_vote(action) else "ballot ?"
    return ACTIONS.write(action)


def heard_chance(s: State, viewer: Viewer) -> str:
    """IDL-5: each seat sees its own identity only."""
    text = write_chance(s)
    if s.phase != IDENTITIES or viewer == OPEN:
        return text
    verb, *words = text.split(" ")
    return " ".join([verb, *(word if seat == viewer else "?" for seat, word in enumerate(words))])


def reveals(s: State, seat: Seat, action: Action) -> bool:
    """Whether somebody learns something by the move: a face, a back, or everything at the end."""
    if _is_vote(action):
        shown = s.phase == TURN and bool(lands_up(s, _vote_of(action)[1]))
    elif _is_ballot(action):
        shown = waiting_ballots(s) == s.players - 1
    elif RETAKE_AT <= action < BREAK_AT:
        # IDL-44: whatever lay there, it was no Group Vote.
        shown = True
    else:
        shown = PLACE_DEAL <= action <= DISCARD or OPEN_AT <= action < SWAP_AT or PEEK_AT <= action < BALLOT
    if shown:
        return True
    after = s.copy()
    apply(after, seat, action)
    return after.phase == OVER


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The move in words as that viewer hears it."""
    key = _key(s, action)
    if (_is_vote(action) or _is_ballot(action)) and not sees_kind(s, seat, action, viewer):
        key = "vote_hidden" if _is_vote(action) else "ballot_hidden"
    return WORDS(key, seat=seat_mark(seat), **_parts(s, action, viewer))


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the action says."""
    key = "deal_idle" if PLACE_DEAL <= action < DISCARD and _does_nothing(s, seat, action) else _key(s, action)
    return WORDS(f"label_{key}", **_parts(s, action, seat))


def _does_nothing(s: State, seat: Seat, action: Action) -> bool:
    """IDL-R9, IDL-43: whether a deal is a Trade without cards on two idols, or an Exchange without an own card on one."""
    space = (action - PLACE_DEAL) % SPACE_COUNT
    return (space == TRADE and lines_in_use(s) < 2) or (space == EXCHANGE and not has_own_card(s, seat))


def _key(s: State, action: Action) -> str:
    """The name of the sentence for an action."""
    if _is_vote(action):
        up = s.phase == TURN and lands_up(s, _vote_of(action)[1])
        return "vote_up" if up else "vote_down"
    verb, word = ACTIONS.write(action).split(" ", 1)
    if verb == "control" or word == "none":
        return f"{verb}_{word}"
    return verb


def _parts(s: State, action: Action, viewer: Viewer) -> dict[str, str]:
    """The pieces of the sentence that the words of the action name."""
    parts: dict[str, str] = {}
    text = ACTIONS.write(action).split(" ", 1)[1]
    if text in SPOT_IDS:
        parts["spot"] = spot_words(s, SPOT_IDS.index(text), viewer)
    for word in text.split(" "):
        if word in KIND_IDS:
            parts["card"] = KIND_NAMES[KIND_IDS.index(word)]
        elif word in IDOL_IDS:
            parts["idol"] = IDOL_NAMES[IDOL_IDS.index(word)]
        elif word in SPACE_IDS:
            parts["space"] = SPACE_NAMES[SPACE_IDS.index(word)]
        elif word in SEAT_IDS:
            parts["other"] = seat_mark(int(word))
    return parts


def spot_words(s: State, spot: int, viewer: Viewer) -> str:
    """A place in a line, with the card there when the viewer knows it."""
    idol, place = spot // LINE, spot % LINE
    if place < s.length[idol]:
        piece = s.line[spot]
        if viewer == OPEN or has(s.piece_known[piece], eye_of(viewer)):
            return WORDS("spot_known", place=place + 1, idol=IDOL_NAMES[idol], card=KIND_NAMES[s.piece_kind[piece]])
    return WORDS("spot", place=place + 1, idol=IDOL_NAMES[idol])


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words as that viewer hears it."""
    if s.phase == START:
        return WORDS("start", seat=seat_mark(s.outcome[0]))
    if s.phase == EVENTS:
        pairs = zip(IDOL_NAMES, s.outcome, strict=True)
        return WORDS("events", events=", ".join(WORDS("of_idol", idol=idol, event=EVENT_NAMES[event]) for idol, event in pairs))
    if s.phase == IDENTITIES and viewer != OPEN:
        return WORDS("identities_own", idol=IDOL_NAMES[s.outcome[viewer]]) if viewer >= 0 else WORDS("identities_hidden")
    idols = [WORDS("of_seat", seat=seat_mark(seat), idol=IDOL_NAMES[s.outcome[seat]]) for seat in range(s.players)]
    return WORDS("candidates" if s.phase == CANDIDATES else "identities", idols=", ".join(idols))


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    if s.phase <= EVENTS:
        return WORDS("ask_chance")
    if s.phase == OVER:
        return WORDS("ask_over")
    acting = seats_in(to_act(s))
    ballot_idol = IDOL_NAMES[simultaneous_idol(s)] if s.phase in (BALLOTS, ORDER_BALLOTS) else ""
    if viewer not in acting:
        others = ", ".join(seat_mark(seat) for seat in acting)
        return WORDS(f"wait_{PHASES[s.phase]}", seat=seat_mark(s.seat), others=others)
    if s.phase == TURN:
        return WORDS(_ask_turn(s, viewer))
    return WORDS(f"ask_{PHASES[s.phase]}", idol=ballot_idol)


def _ask_turn(s: State, seat: Seat) -> str:
    """The name of the sentence that offers what the seat can do in its turn, and no more."""
    if placeable(s, seat) and open_spaces(s):
        return "ask_turn"
    if has(s.hands[seat], DEAL):
        return "ask_turn_box"
    return "ask_turn_last" if count(s.hands[seat]) == 1 else "ask_turn_vote"


# Why not


def explain(s: State, seat: Seat, text: str) -> Refusal:
    """Why a move that can be read is not legal now, with the clause that says so."""
    action = ACTIONS.read(text)
    verb, _, words = text.partition(" ")
    if s.phase == BALLOTS and verb != "ballot":
        return Refusal(WORDS("no_ballot_now", text=text), "IDL-74")
    if s.phase == BALLOTS and s.ballots[seat] != EMPTY:
        return Refusal(WORDS("no_ballot_turn", number=seat), "IDL-74")
    if s.phase != BALLOTS and seat != s.seat:
        return Refusal(WORDS("no_turn", number=seat, acting=s.seat), "IDL-15")
    if s.phase == OPENING:
        return Refusal(WORDS("no_opening", text=text), "IDL-17")
    if action == NEVER and s.phase == TURN:
        return _why_never(words)
    if verb not in _VERBS_OF_PHASE[s.phase]:
        return Refusal(WORDS("no_phase", text=text, number=seat, phase=PHASES[s.phase]), _CLAUSE_OF_PHASE[s.phase])
    if verb in ("vote", "deal", "discard", "ballot"):
        return _why_not_card(s, seat, action, words)
    if verb == "to":
        return Refusal(WORDS("no_same_idol", idol=IDOL_NAMES[action - MOVE_TO]), "IDL-41")
    if verb == "control":
        return Refusal(WORDS("no_pair"), "IDL-R10")
    if verb == "order":
        return Refusal(WORDS("no_waiting", other=words), "IDL-74")
    return _why_not_spot(s, seat, verb, SPOT_IDS.index(words))


def _why_never(kind: str) -> Refusal:
    """Passing, or boxing a card that is not the Backstage Deal."""
    if not kind:
        return Refusal(WORDS("no_pass"), "IDL-16")
    return Refusal(WORDS("no_discard", card=KIND_NAMES[KIND_IDS.index(kind)]), "IDL-34")


def _why_not_card(s: State, seat: Seat, action: Action, words: str) -> Refusal:
    """Voting, placing, boxing or sealing a card of the hand."""
    kind = KIND_IDS.index(words.split(" ", 1)[0])
    if not has(s.hands[seat], kind):
        clause = "IDL-74" if s.phase == BALLOTS else "IDL-34" if action == DISCARD else "IDL-16"
        return Refusal(WORDS("no_hand", number=seat, card=KIND_NAMES[kind]), clause)
    if _is_vote(action):
        return Refusal(WORDS("no_deal_up", idol=IDOL_NAMES[_vote_of(action)[1]]), "IDL-24")
    space = (action - PLACE_DEAL) % SPACE_COUNT
    if count(s.hands[seat]) < 2:
        return Refusal(WORDS("no_last_card", number=seat), "IDL-31")
    if is_closed(s):
        return Refusal(WORDS("no_space_closed"), "IDL-30")
    if kind != DEAL and not has_right(s, seat):
        return Refusal(WORDS("no_right", number=seat), "IDL-32")
    return _why_not_space(s, space)


def _why_not_space(s: State, space: int) -> Refusal:
    spaces = seats_in(open_spaces(s))
    clause = "IDL-26" if spaces[0] < TRADE else "IDL-27" if spaces[0] < MOVE else "IDL-28" if spaces[-1] < MOVE + 2 else "IDL-29"
    if s.sheet_kind[space] != EMPTY:
        return Refusal(WORDS("no_space_used", space=SPACE_NAMES[space]), clause)
    names = ", ".join(SPACE_NAMES[other] for other in spaces)
    return Refusal(WORDS("no_space_yet", space=SPACE_NAMES[space], spaces=names), clause)


def _why_not_spot(s: State, seat: Seat, verb: str, spot: int) -> Refusal:
    idol, place = spot // LINE, spot % LINE
    clause = _CLAUSE_OF_PHASE[s.phase]
    if place >= s.length[idol]:
        return Refusal(WORDS("no_card", spot=SPOT_IDS[spot]), clause)
    if verb == "retake":
        own = s.piece_seat[s.line[spot]] == seat and not is_own_card(s, s.line[spot], seat)
        return Refusal(WORDS("no_own", spot=SPOT_IDS[spot], number=seat), "IDL-44" if own else "IDL-42")
    if verb == "with":
        return Refusal(WORDS("no_same_line"), "IDL-39")
    if verb == "peek" and idol == police_idol(s):
        return Refusal(WORDS("no_police"), "IDL-71")
    return Refusal(WORDS("no_face_up", spot=SPOT_IDS[spot]), clause)
