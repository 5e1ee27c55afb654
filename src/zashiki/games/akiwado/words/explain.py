"""Why a move of Akiwado is not legal now."""

from __future__ import annotations

from zashiki.core.actions import NEVER
from zashiki.core.bits import bit
from zashiki.core.game import seats_in
from zashiki.core.rooms import Refusal, Seat
from zashiki.core.words import listed, seat_mark
from zashiki.games.akiwado import actions, cards, phase
from zashiki.games.akiwado.rules.stocking import has_cards, place_of
from zashiki.games.akiwado.state import State
from zashiki.games.akiwado.words.catalogue import WORDS, card_name, count_coins

_VERBS: dict[int, tuple[str, ...]] = {  # of each phase
    phase.KEEP: ("keep",),
    phase.CHALLENGE: ("accept", "challenge"),
    phase.DECLARE: ("declare",),
    phase.BID: ("bid", "pocket"),
    phase.BLUE: ("stand", "reduce"),
    phase.RED: ("take",),
}
_TURN_CLAUSES = {phase.KEEP: "AKI-20", phase.DECLARE: "AKI-38", phase.BLUE: "AKI-88", phase.RED: "AKI-89"}


def explain(s: State, seat: Seat, text: str) -> Refusal:
    """Why a move that can be read is not legal now, with the clause that says so."""
    action = actions.ACTIONS.read(text)
    verb = text.partition(" ")[0]
    if verb not in _VERBS[s.phase]:
        task = WORDS(f"do_{phase.NAMES[s.phase]}")
        return Refusal(WORDS("no_phase", move=WORDS(f"move_{verb}"), phase=task), "AKI-14")
    if not s.waiting & bit(seat):
        return _why_not_seat(s, seat)
    if action == NEVER:
        why, clause = next((why, clause) for form, why, clause in actions.IMPOSSIBLE if form.fullmatch(text))
        return Refusal(WORDS(why, text=text), clause)
    if verb == "keep":
        return Refusal(WORDS("no_dice", text=text), "AKI-21")
    if verb == "take":
        return Refusal(WORDS("no_waste", card=card_name(action - actions.TAKE)), "AKI-89")
    if not has_cards(s, place_of(action)):
        return Refusal(WORDS("no_cards", place=WORDS(f"place_{text.split()[1]}")), "AKI-43")
    return Refusal(WORDS("no_coins", text=text, coins=count_coins(s.coins[seat])), "AKI-42")


def _why_not_seat(s: State, seat: Seat) -> Refusal:
    """Why the seat itself is not to act now."""
    voting = s.phase == phase.CHALLENGE
    if s.sealed[seat] != cards.EMPTY:
        return Refusal(WORDS("no_again", seat=seat_mark(seat)), "AKI-26" if voting else "AKI-41")
    if voting and seat == s.turn_player:
        return Refusal(WORDS("no_own_vote", seat=seat_mark(seat)), "AKI-26")
    if s.unjust & bit(seat) and s.phase in (phase.KEEP, phase.CHALLENGE):
        return Refusal(WORDS("no_unjust", seat=seat_mark(seat)), "AKI-32" if voting else "AKI-57")
    acting, task = listed(map(seat_mark, seats_in(s.waiting))), WORDS(f"do_{phase.NAMES[s.phase]}")
    return Refusal(WORDS("no_turn", seat=seat_mark(seat), acting=acting, phase=task), _TURN_CLAUSES[s.phase])
