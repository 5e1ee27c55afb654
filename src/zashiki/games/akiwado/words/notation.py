"""The notation of Akiwado, both ways, and its words: what is told, asked, offered and refused."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.actions import NEVER, Action
from zashiki.core.bits import bit
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import OPEN, seats_in
from zashiki.core.rooms import Refusal, Seat, Viewer
from zashiki.core.words import Words, seat_mark
from zashiki.games.akiwado.actions import (
    ACTIONS,
    BID_EAST,
    DECLARE_PLACE,
    IMPOSSIBLE,
    KEEPS,
    REDUCE,
    STAND,
    TAKE_COLOUR,
    TAKE_POCKET,
    kept_faces,
)
from zashiki.games.akiwado.cards import CARD_IDS, CARD_NAMES, COLOUR_IDS, DICE, FACES, PLACE_IDS
from zashiki.games.akiwado.rules import STATUS, apply
from zashiki.games.akiwado.rules.stocking import coins_of, has_cards, place_of
from zashiki.games.akiwado.rules.touting import income_if, participants
from zashiki.games.akiwado.state import (
    BID,
    BLUE_MARKER,
    CHALLENGE,
    DECLARE,
    KEEPING,
    OVER,
    PHASES,
    RED_MARKER,
    State,
    seat_row,
    this_turn,
)
from zashiki.games.akiwado.words.telling import tell_settlement, tell_votes

WORDS = Words(Path(__file__).with_name("words.toml"))


_SEALED_PHASES = (CHALLENGE, BID)
_VERBS_OF_PHASE: dict[int, tuple[str, ...]] = {
    KEEPING: ("keep",),
    CHALLENGE: ("accept", "challenge"),
    DECLARE: ("declare",),
    BID: ("bid", "pocket"),
    BLUE_MARKER: ("stand", "reduce"),
    RED_MARKER: ("take",),
}


# Chance


def write_chance(s: State) -> str:
    """The chance event in the outcome."""
    return " ".join((PHASES[s.phase], *_written(s, s.outcome[: event_length(s)])))


def event_length(s: State) -> int:
    """How many numbers the next chance event has."""
    by_phase = {"colours": s.players, "waste": 2 * s.players, "roll": DICE, "market": min(2, sum(s.deck))}
    return by_phase.get(PHASES[s.phase], 1)


def _written(s: State, outcome: list[int]) -> list[str]:
    if PHASES[s.phase] in ("start", "roll"):
        return [str(number) for number in outcome]
    return [CARD_IDS[kind] for kind in outcome]


_CHANCE_WORDS: dict[str, tuple[str, ...]] = {
    "colours": COLOUR_IDS,
    "remove": COLOUR_IDS,
    "waste": CARD_IDS,
    "market": CARD_IDS,
    "start": tuple(str(seat) for seat in range(5)),
    "roll": tuple(str(face) for face in range(1, FACES + 1)),
}
_FIRST_NUMBER = {"roll": 1}
_CLAUSES = {
    "colours": "AKI-6", "remove": "AKI-5", "waste": "AKI-10", "start": "AKI-13", "roll": "AKI-20", "market": "AKI-35",
}  # fmt: skip


def read_chance(s: State, text: str) -> list[int]:
    """The outcome a text names; IllegalMove when it is not possible now."""
    verb, *words = text.split(" ")
    if verb not in _CHANCE_WORDS or any(word not in _CHANCE_WORDS[verb] for word in words):
        raise BadNotation(f"'{text}' is not a chance event of Akiwado; '{PHASES[s.phase]}' comes next.")
    if verb != PHASES[s.phase]:
        raise IllegalMove(f"'{text}' does not come now; '{PHASES[s.phase]}' does.", _CLAUSES[verb])
    outcome = [_CHANCE_WORDS[verb].index(word) + _FIRST_NUMBER.get(verb, 0) for word in words]
    problem = _why_not_outcome(s, verb, outcome)
    if problem:
        raise IllegalMove(f"'{text}' is not possible: {problem}.", _CLAUSES[verb])
    return outcome


def _why_not_outcome(s: State, verb: str, outcome: list[int]) -> str:
    """What is wrong with the outcome of a chance event; empty when nothing is."""
    if len(outcome) != event_length(s):
        return f"it must name {event_length(s)}"
    if verb in ("waste", "roll") and outcome != sorted(outcome):
        return "it must be written in canonical order"
    if verb in ("waste", "market") and any(outcome.count(kind) > s.deck[kind] for kind in outcome):
        return "the deck does not hold these cards"
    if verb == "colours":
        return _why_not_colours(s, outcome)
    if verb == "remove":
        return _why_not_removed(s, outcome[0])
    if verb == "start":
        return _why_not_start(s, outcome[0])
    return ""


def _why_not_colours(s: State, outcome: list[int]) -> str:
    if len(set(outcome)) < len(outcome):
        return "every seat has a colour of its own"
    if s.fixed_colours[0] >= 0 and outcome != s.fixed_colours[: s.players]:
        return "the option colours says otherwise"
    return ""


def _why_not_removed(s: State, colour: int) -> str:
    if colour in s.colours[: s.players]:
        return f"a seat owns {COLOUR_IDS[colour]}"
    if s.fixed_remove >= 0 and colour != s.fixed_remove:
        return "the option remove says otherwise"
    return ""


def _why_not_start(s: State, seat: Seat) -> str:
    if seat >= s.players:
        return f"the seats are 0 to {s.players - 1}"
    if s.fixed_start >= 0 and seat != s.fixed_start:
        return "the option start says otherwise"
    return ""


# As others hear it


def lifts_screens(s: State) -> bool:
    """Whether the next answer is the last of a sealed step, after which everything is shown."""
    return s.phase in _SEALED_PHASES and s.waiting.bit_count() == 1


def plays_alone(s: State) -> bool:
    """AKI-28: whether the turn player splits the dice as the only participant and is paid at once."""
    return s.phase == KEEPING and participants(s) == bit(s.turn_player)


def is_hidden(s: State, seat: Seat, viewer: Viewer) -> bool:
    """AKI-26, AKI-40: votes and real actions are secret until all have answered."""
    return s.phase in _SEALED_PHASES and viewer not in (seat, OPEN) and not lifts_screens(s)


def heard(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """A sealed answer is heard only as `vote hidden` or `bid hidden`."""
    if is_hidden(s, seat, viewer):
        return "vote hidden" if s.phase == CHALLENGE else "bid hidden"
    return ACTIONS.write(action)


def heard_chance(s: State, viewer: Viewer) -> str:
    """All chance is public."""
    return write_chance(s)


def reveals(s: State, seat: Seat, action: Action) -> bool:
    """The last sealed answer lifts the screens; the last decisions of the game open the purses."""
    return lifts_screens(s) or s.phase in (BLUE_MARKER, RED_MARKER)


def tell(s: State, seat: Seat, action: Action, viewer: Viewer) -> str:
    """The move in words, and after the last sealed answer what comes of all of them."""
    if is_hidden(s, seat, viewer):
        return WORDS(f"hidden_{PHASES[s.phase]}", seat=seat_mark(seat))
    sentence = _tell_action(s, seat, action)
    if not lifts_screens(s) and not plays_alone(s) and s.phase != BLUE_MARKER:
        return sentence
    after = s.copy()
    apply(after, seat, action)
    if s.phase in (KEEPING, CHALLENGE):
        return f"{sentence} {tell_votes(WORDS, s, after)}"
    return f"{sentence} {tell_settlement(WORDS, s, after)}"


def _tell_action(s: State, seat: Seat, action: Action) -> str:
    key, parts = _phrase(action)
    return WORDS(key, seat=seat_mark(seat), **parts)


def label(s: State, seat: Seat, action: Action) -> str:
    """What a button for the action says; for a split also who would earn what."""
    key, parts = _phrase(action)
    if action < KEEPS:
        incomes = [f"{seat_mark(k)} +{income_if(s, k, action)}" for k in seats_in(participants(s))]
        return WORDS("label_keep", dice=parts["dice"], incomes=", ".join(incomes))
    if action in (STAND, REDUCE):
        parts = {"coins": s.bids[seat_row(s, seat)] - (action == REDUCE)}
    return WORDS(f"label_{key}", **parts)


def _phrase(action: Action) -> tuple[str, dict[str, object]]:
    """The key of the sentence for an action, and its parts."""
    if action < KEEPS:
        faces = kept_faces(action)
        return "keep_two" if len(faces) > 1 else "keep", {"dice": " ".join(map(str, faces))}
    if DECLARE_PLACE <= action < BID_EAST:
        return "declare", {"place": WORDS(f"place_{PLACE_IDS[action - DECLARE_PLACE]}")}
    if BID_EAST <= action < TAKE_POCKET:
        coins = coins_of(action)
        return "bid", {"place": WORDS(f"place_{PLACE_IDS[place_of(action)]}"), "coins": count_coins(coins)}
    if action >= TAKE_COLOUR:
        return "take", {"card": CARD_NAMES[action - TAKE_COLOUR]}
    return ACTIONS.write(action), {}


def count_coins(coins: int) -> str:
    """`1 coin`, `3 coins`."""
    return WORDS("coin" if coins == 1 else "coins", coins=coins)


def tell_chance(s: State, viewer: Viewer) -> str:
    """The chance event in words."""
    phase, outcome = PHASES[s.phase], s.outcome
    if phase == "start":
        return WORDS("start", seat=seat_mark(outcome[0]))
    if phase == "roll":
        key = "roll_again" if s.rolls[this_turn(s)] else "roll"
        dice = " ".join(str(face) for face in outcome[:DICE])
        return WORDS(key, seat=seat_mark(s.turn_player), dice=dice, turn=s.turn)
    names = [CARD_NAMES[kind] for kind in outcome[: event_length(s)]]
    if phase == "colours":
        screens = ", ".join(f"{seat_mark(seat)} {name.lower()}" for seat, name in enumerate(names))
        return WORDS("colours", screens=screens)
    if phase == "market" and len(names) == 1:
        return WORDS("market_east", east=names[0])
    return WORDS(phase, card=names[0], cards=", ".join(names), east=names[0], west=names[-1])


# What is asked


def ask(s: State, viewer: Viewer) -> str:
    """What this viewer is asked to do, or waits for."""
    if s.phase == OVER:
        return WORDS("ask_over")
    if STATUS[s.phase] == 0:
        return WORDS(f"ask_{PHASES[s.phase]}")
    if viewer >= 0 and s.waiting & bit(viewer):
        return WORDS(f"ask_{PHASES[s.phase]}", **_asked(s))
    others = ", ".join(seat_mark(seat) for seat in seats_in(s.waiting))
    sealed = viewer >= 0 and s.phase in _SEALED_PHASES and s.sealed[viewer] >= 0
    if sealed:
        return WORDS("wait_sealed", seats=others, answer=label(s, viewer, s.sealed[viewer]))
    return WORDS(f"wait_{PHASES[s.phase]}", seats=others)


def _asked(s: State) -> dict[str, object]:
    taking_part = participants(s).bit_count()
    return {"seat": seat_mark(s.turn_player), "needed": (taking_part + 1) // 2, "participants": taking_part}


# Why not


def explain(s: State, seat: Seat, text: str) -> Refusal:
    """Why a move that can be read is not legal now, with the clause that says so."""
    action = ACTIONS.read(text)
    verb = text.partition(" ")[0]
    if verb not in _VERBS_OF_PHASE[s.phase]:
        return Refusal(WORDS("no_phase", text=text, phase=WORDS(f"do_{PHASES[s.phase]}")), "AKI-14")
    if not s.waiting & bit(seat):
        return _why_not_seat(s, seat)
    if action == NEVER:
        why, clause = next((why, clause) for form, why, clause in IMPOSSIBLE if form.fullmatch(text))
        return Refusal(WORDS(why, text=text), clause)
    if verb == "keep":
        return Refusal(WORDS("no_dice", text=text), "AKI-21")
    if verb == "take":
        return Refusal(WORDS("no_waste", card=CARD_NAMES[action - TAKE_COLOUR]), "AKI-89")
    if not has_cards(s, place_of(action)):
        return Refusal(WORDS("no_cards", place=WORDS(f"place_{PLACE_IDS[place_of(action)]}")), "AKI-43")
    return Refusal(WORDS("no_coins", text=text, coins=count_coins(s.coins[seat])), "AKI-42")


def _why_not_seat(s: State, seat: Seat) -> Refusal:
    """Why the seat itself is not to act now."""
    if s.sealed[seat] >= 0:
        return Refusal(WORDS("no_again", number=seat), "AKI-41" if s.phase == BID else "AKI-26")
    if s.phase == CHALLENGE and seat == s.turn_player:
        return Refusal(WORDS("no_own_vote", number=seat), "AKI-26")
    if s.unjust & bit(seat) and s.phase in (KEEPING, CHALLENGE):
        return Refusal(WORDS("no_unjust", number=seat), "AKI-32" if s.phase == CHALLENGE else "AKI-57")
    acting = ", ".join(map(str, seats_in(s.waiting)))
    clause = {KEEPING: "AKI-20", DECLARE: "AKI-38", BLUE_MARKER: "AKI-88", RED_MARKER: "AKI-89"}.get(s.phase, "AKI-14")
    return Refusal(WORDS("no_turn", number=seat, acting=acting, phase=WORDS(f"do_{PHASES[s.phase]}")), clause)
