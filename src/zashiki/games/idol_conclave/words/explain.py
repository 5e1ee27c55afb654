"""Why a move of Idol Conclave is not legal, with the clause that says so."""

from __future__ import annotations

from zashiki.core.actions import NEVER, Action
from zashiki.core.bits import count, has
from zashiki.core.game import seats_in
from zashiki.core.rooms import Refusal, Seat
from zashiki.core.words import listed, seat_mark
from zashiki.games.idol_conclave import actions, cards, phase
from zashiki.games.idol_conclave.cards import KIND_IDS, SPACE_IDS, SPOT_IDS
from zashiki.games.idol_conclave.rules import backstage, lines
from zashiki.games.idol_conclave.state import State
from zashiki.games.idol_conclave.words.catalogue import WORDS, card_name, idol_name, space_name

# What each phase asks for: the clause that says so, and the verbs that answer it.
_ASKED: dict[int, tuple[str, ...]] = {
    phase.TURN: ("IDL-16", "vote", "deal", "discard"),
    phase.OPEN: ("IDL-37", "open"),
    phase.TRADE_FIRST: ("IDL-39", "swap"),
    phase.TRADE_SECOND: ("IDL-39", "with"),
    phase.MOVE_CARD: ("IDL-41", "move"),
    phase.MOVE_TO: ("IDL-41", "to"),
    phase.EXCHANGE: ("IDL-42", "retake"),
    phase.BREAK: ("IDL-46", "break"),
    phase.CONTROL: ("IDL-48", "control"),
    phase.PEEK: ("IDL-71", "peek"),
    phase.BALLOT: ("IDL-74", "ballot"),
    phase.ORDER: ("IDL-74", "order"),
}


def explain(s: State, seat: Seat, text: str) -> Refusal:
    """Why a move that can be read is not legal now, with the clause that says so."""
    action = actions.ACTIONS.read(text)
    verb, _, words = text.partition(" ")
    if s.phase == phase.BALLOT and verb != "ballot":
        return Refusal(WORDS("no_ballot_now"), "IDL-74")
    if s.phase == phase.BALLOT and s.ballots[seat] != cards.EMPTY:
        return Refusal(WORDS("no_ballot_turn", seat=seat_mark(seat)), "IDL-74")
    if s.phase != phase.BALLOT and seat != s.seat:
        return Refusal(WORDS("no_turn", seat=seat_mark(seat), acting=seat_mark(s.seat)), "IDL-15")
    if s.phase == phase.OPENING:
        return Refusal(WORDS("no_opening"), "IDL-17")
    if action == NEVER and s.phase == phase.TURN:
        return _why_never(s, seat, verb, words)
    clause, *verbs = _ASKED[s.phase]
    if verb not in verbs and s.phase == phase.TURN:
        return Refusal(WORDS("no_touching"), "IDL-23")
    if verb not in verbs:
        return Refusal(WORDS("no_phase", phase=WORDS(f"phase_{phase.NAMES[s.phase]}")), clause)
    if verb in ("vote", "deal", "discard", "ballot"):
        return _why_not_card(s, seat, action, words)
    if verb == "to":
        return Refusal(WORDS("no_same_idol", idol=idol_name(action - actions.MOVE_TO)), "IDL-41")
    if verb == "control":
        return Refusal(WORDS("no_pair"), "IDL-R10")
    if verb == "order":
        return Refusal(_why_not_ballot(s, int(words)), "IDL-74")
    return _why_not_spot(s, seat, verb, SPOT_IDS.index(words))


def _why_never(s: State, seat: Seat, verb: str, word: str) -> Refusal:
    """Passing, boxing a card that is not the Backstage Deal, or half a move."""
    if verb == "pass":
        return Refusal(WORDS("no_pass"), "IDL-16")
    if verb == "vote":
        return Refusal(WORDS("no_half_vote"), "IDL-16")
    if verb == "deal":
        return _why_not_deal(s, seat, cards.DEAL, SPACE_IDS.index(word)) or Refusal(WORDS("no_half_deal"), "IDL-25")
    return Refusal(WORDS("no_discard", card=card_name(KIND_IDS.index(word))), "IDL-34")


def _why_not_card(s: State, seat: Seat, action: Action, words: str) -> Refusal:
    """Voting, placing, boxing or sealing a card of the hand."""
    kind = KIND_IDS.index(words.split(" ", 1)[0])
    if not has(s.hands[seat], kind):
        clause = "IDL-34" if action == actions.DISCARD else _ASKED[s.phase][0]
        return Refusal(WORDS("no_hand", seat=seat_mark(seat), card=card_name(kind)), clause)
    if actions.is_vote(action):
        return Refusal(WORDS("no_deal_up", idol=idol_name(actions.vote_of(action)[1])), "IDL-24")
    refused = _why_not_deal(s, seat, kind, (action - actions.PLACE_DEAL) % cards.SPACE_COUNT)
    assert refused is not None
    return refused


def _why_not_deal(s: State, seat: Seat, kind: int, space: int) -> Refusal | None:
    """Why the seat cannot place that kind there; None where it could."""
    if count(s.hands[seat]) < 2:
        return Refusal(WORDS("no_last_card", seat=seat_mark(seat)), "IDL-31")
    if backstage.is_closed(s):
        return Refusal(WORDS("no_space_closed"), "IDL-30")
    if not backstage.has_right(s, seat) and not (kind == cards.DEAL and has(s.hands[seat], cards.DEAL)):
        return Refusal(WORDS("no_right", seat=seat_mark(seat)), "IDL-32")
    return None if has(backstage.open_spaces(s), space) else _why_not_space(s, space)


def _why_not_space(s: State, space: int) -> Refusal:
    spaces = seats_in(backstage.open_spaces(s))
    first, last = spaces[0], spaces[-1]
    clause = "IDL-26" if first < cards.TRADE else "IDL-27" if first < cards.MOVE else "IDL-28" if last < cards.BREAK else "IDL-29"
    if s.sheet_kind[space] != cards.EMPTY:
        return Refusal(WORDS("no_space_used", space=space_name(space)), clause)
    names = listed(space_name(other) for other in spaces)
    return Refusal(WORDS("no_space_yet", space=space_name(space), spaces=names), clause)


def _why_not_ballot(s: State, seat: Seat) -> str:
    return WORDS("no_waiting", seat=seat_mark(seat)) if seat < s.players else WORDS("no_seat", number=seat)


def _why_not_spot(s: State, seat: Seat, verb: str, spot: int) -> Refusal:
    idol, place = divmod(spot, cards.LINE)
    clause, named = _ASKED[s.phase][0], {"idol": idol_name(idol), "place": place + 1}
    if place >= s.length[idol]:
        return Refusal(WORDS("no_card", **named), clause)
    if verb == "retake":
        played = s.piece_seat[s.line[spot]] == seat  # by the seat, but not its own
        return Refusal(WORDS("no_own", seat=seat_mark(seat), **named), "IDL-44" if played else "IDL-42")
    if verb == "with":
        return Refusal(WORDS("no_same_line"), "IDL-39")
    if verb == "peek" and idol == lines.idol_with(s, cards.IDOL_POLICE):
        return Refusal(WORDS("no_police"), "IDL-71")
    return Refusal(WORDS("no_face_up", **named), clause)
