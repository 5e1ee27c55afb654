"""Who sees what in Akiwado: the View, the way back to a state, and the canonical summary."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.core import game
from zashiki.core.actions import Action
from zashiki.core.bits import bit
from zashiki.core.game import OPEN, seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.games.akiwado import cards, phase, rules, scoring
from zashiki.games.akiwado.actions import ACTIONS, KEEPS, kept_faces
from zashiki.games.akiwado.cards import CARD_IDS, COLOUR_IDS, DICE, EMPTY, KINDS, MARKETS, MAX_SEATS, NOBODY, PLACE_IDS
from zashiki.games.akiwado.eyes.resample import resample
from zashiki.games.akiwado.rules import touting
from zashiki.games.akiwado.state import TIED, UNSOLD, State

Cards = dict[str, int]  # card type -> how many

_SEALED_PHASES = (phase.CHALLENGE, phase.BID)
_PLACE_WORDS = {EMPTY: None} | dict(enumerate(PLACE_IDS))
_PLACE_NUMBERS = {words: number for number, words in _PLACE_WORDS.items()}
_LOT_WORDS = {EMPTY: None, UNSOLD: "unsold", TIED: "tied"}
_LOT_NUMBERS = {words: number for number, words in _LOT_WORDS.items()}


@dataclass(frozen=True)
class Turn:
    """What everybody saw of one turn; the coins that moved are all here."""

    player: Seat
    rolls: int
    dice: tuple[int, ...] | None
    kept: tuple[int, ...] | None
    callers: tuple[Seat, ...] | None  # None before the votes are shown
    first_callers: tuple[Seat, ...] | None  # of the first split, if it failed
    voided: bool
    incomes: tuple[int, ...]
    declared: tuple[str | None, ...]
    acted: tuple[str | None, ...]  # None before the screens lift
    bids: tuple[int, ...]  # as they count: after the blue marker
    reduced: bool
    lots: tuple[Seat | str | None, ...]  # east, west: the winner, "tied", "unsold", or None
    pockets: tuple[int, ...]


@dataclass(frozen=True)
class View:
    """The table for one pair of eyes. Purses and answers behind screens are the only things not shown to all."""

    viewer: Viewer
    players: int
    purveyor: bool
    open_coins: bool
    fixed: tuple[int, ...]  # the options colours, remove and start as the rules count them
    phase: str
    turn: int
    turn_player: Seat | None
    to_act: tuple[Seat, ...]
    colours: tuple[str, ...] | None
    removed: str | None
    case: Cards
    deck: Cards | None  # what is left, without its order; None until the first cards are dealt
    deck_size: int | None
    final_turn: bool
    hands: tuple[Cards, ...]
    east: Cards
    west: Cards
    waste: Cards
    coins: tuple[int | None, ...]  # None: behind a screen
    stock: int
    area: int
    unjust: tuple[bool, ...]
    privileges: dict[str, Seat | None]
    roll_no: int
    dice: tuple[int, ...] | None
    kept: tuple[int, ...] | None
    prospects: dict[str, tuple[int, ...]]  # what each split of the dice pays each seat; after the split only that one
    voices_needed: int | None
    declared: tuple[str | None, ...]
    answered: tuple[Seat, ...]
    answers: dict[Seat, str]  # the viewer's own pending answer; all of them for open eyes
    turns: tuple[Turn, ...]  # the last one is the turn being played
    cards: tuple[int, ...]
    pairs: tuple[int, ...]
    special_points: tuple[int, ...]
    white_points: tuple[int, ...]
    points: tuple[int, ...]
    over: bool
    winners: tuple[Seat, ...]


def _seat(number: int) -> Seat | None:
    return None if number == NOBODY else number


def _counts(field: list[int], at: int = 0) -> Cards:
    return {name: field[at * KINDS + kind] for kind, name in enumerate(CARD_IDS)}


def may_see_purse(s: State, viewer: Viewer, seat: Seat) -> bool:
    """AKI-11: coins are kept behind screens, unless the option opens them or the game is over."""
    return bool(viewer in (seat, OPEN) or s.open_coins or s.phase == phase.OVER)


def may_see_answer(viewer: Viewer, seat: Seat) -> bool:
    """AKI-26, AKI-40: a pending answer is its owner's secret."""
    return viewer in (seat, OPEN)


def lifts_screens(s: State) -> bool:
    """Whether the next answer is the last of a sealed step, after which everything is shown."""
    return s.phase in _SEALED_PHASES and s.waiting.bit_count() == 1


def is_hidden(s: State, seat: Seat, viewer: Viewer) -> bool:
    """Whether the seat's next move is a sealed answer that this viewer may not see."""
    return s.phase in _SEALED_PHASES and not may_see_answer(viewer, seat) and not lifts_screens(s)


def reveals(s: State, seat: Seat, action: Action) -> bool:
    """The last sealed answer lifts the screens; the last decisions of the game open the purses."""
    return lifts_screens(s) or s.phase in (phase.BLUE, phase.RED)


def view(s: State, viewer: Viewer) -> View:
    """What that viewer sees."""
    seats, dealt = range(s.players), s.phase not in (phase.COLOURS, phase.REMOVE)
    turns = tuple(turn_seen(s, row) for row in range(s.turn))
    now = turns[-1] if turns else None
    answered = tuple(seat for seat in seats if s.sealed[seat] != EMPTY)
    return View(
        viewer=viewer,
        players=s.players,
        purveyor=bool(s.purveyor),
        open_coins=bool(s.open_coins),
        fixed=(*s.fixed_colours, s.fixed_remove, s.fixed_start),
        phase=phase.NAMES[s.phase],
        turn=s.turn,
        turn_player=_seat(s.turn_player),
        to_act=tuple(seats_in(s.waiting)),
        colours=None if s.colours[0] == EMPTY else tuple(COLOUR_IDS[colour] for colour in s.colours[: s.players]),
        removed=None if s.removed == EMPTY else COLOUR_IDS[s.removed],
        case=_case(s),
        deck=_counts(s.deck) if dealt else None,
        deck_size=sum(s.deck) if dealt else None,
        final_turn=s.turn > 0 and sum(s.deck) == 0,
        hands=tuple(_counts(s.hands, seat) for seat in seats),
        east=_counts(s.markets, cards.EAST),
        west=_counts(s.markets, cards.WEST),
        waste=_counts(s.waste),
        coins=tuple(s.coins[seat] if may_see_purse(s, viewer, seat) else None for seat in seats),
        stock=s.stock,
        area=s.area,
        unjust=tuple(bool(s.unjust & bit(seat)) for seat in seats),
        privileges={colour: _seat(s.privileges[k]) for k, colour in enumerate(COLOUR_IDS)},
        roll_no=now.rolls if now else 0,
        dice=now.dice if now else None,
        kept=now.kept if now else None,
        prospects=_prospects(s),
        voices_needed=touting.voices_needed(s) if s.phase in (phase.KEEP, phase.CHALLENGE) else None,
        declared=now.declared if now else (None,) * s.players,
        answered=answered,
        answers={seat: ACTIONS.write(s.sealed[seat]) for seat in answered if may_see_answer(viewer, seat)},
        turns=turns,
        cards=tuple(scoring.cards_of(s, seat) for seat in seats),
        pairs=tuple(scoring.paired_colours(s, seat) for seat in seats),
        special_points=tuple(scoring.special_points(s, seat) for seat in seats),
        white_points=tuple(scoring.white_points(s, seat) for seat in seats),
        points=tuple(scoring.points_of(s, seat) for seat in seats),
        over=s.phase == phase.OVER,
        winners=tuple(seats_in(scoring.winners(s))),
    )


def _case(s: State) -> Cards:
    """AKI-5: the cards left in the case are open to all."""
    case = [0] * KINDS
    if s.removed != EMPTY:
        case[s.removed], case[cards.CUSTOM] = cards.COPIES[s.removed], MAX_SEATS - s.players
    return _counts(case)


def turn_seen(s: State, row: int) -> Turn:
    """What everybody saw of a turn that has begun."""
    by_seat, lots = slice(row * MAX_SEATS, row * MAX_SEATS + s.players), slice(row * MARKETS, (row + 1) * MARKETS)
    return Turn(
        player=s.roller[row],
        rolls=s.rolls[row],
        dice=tuple(s.dice[row * DICE : (row + 1) * DICE]) if s.rolls[row] else None,
        kept=None if s.kept[row] == EMPTY else kept_faces(s.kept[row]),
        callers=_callers(s.callers[row]),
        first_callers=_callers(s.first_callers[row]),
        voided=bool(s.voided[row]),
        incomes=tuple(s.income[by_seat]),
        declared=tuple(_PLACE_WORDS[place] for place in s.declared[by_seat]),
        acted=tuple(_PLACE_WORDS[place] for place in s.acted[by_seat]),
        bids=tuple(s.bids[by_seat]),
        reduced=bool(s.reduced[row]),
        lots=tuple(_LOT_WORDS[lot] if lot < 0 else lot for lot in s.lot_winner[lots]),
        pockets=tuple(s.pocket[by_seat]),
    )


def _callers(seats: int) -> tuple[Seat, ...] | None:
    return None if seats == EMPTY else tuple(seats_in(seats))


def _prospects(s: State) -> dict[str, tuple[int, ...]]:
    """AKI-22: everybody can count what a split would pay; the cards lie open."""
    choices: list[int] = []
    if s.phase == phase.KEEP:
        choices = [0] * KEEPS
        choices = choices[: touting.list_keeps(s, choices)]
    elif s.phase == phase.CHALLENGE:
        choices = [s.kept[s.turn - 1]]
    return {ACTIONS.write(choice): tuple(touting.income_if(s, seat, choice) for seat in range(s.players)) for choice in choices}


# The way back


def state_from(v: View, rng: list[int]) -> State:
    """A full state this view could come from; only answers behind other screens are drawn."""
    s = State()
    rules.setup(s, v.players, [int(v.purveyor), *v.fixed, int(v.open_coins)])
    s.phase, s.turn = phase.NAMES.index(v.phase), v.turn
    s.turn_player = NOBODY if v.turn_player is None else v.turn_player
    s.waiting = sum(bit(seat) for seat in v.to_act)
    if v.colours is not None:
        s.colours[: v.players] = [COLOUR_IDS.index(colour) for colour in v.colours]
    s.removed = EMPTY if v.removed is None else COLOUR_IDS.index(v.removed)
    if v.deck is not None:
        s.deck[:] = v.deck.values()
    s.hands[: v.players * KINDS] = [number for hand in v.hands for number in hand.values()]
    s.markets[:] = [*v.east.values(), *v.west.values()]
    s.waste[:] = v.waste.values()
    s.stock, s.area = v.stock, v.area
    s.unjust = sum(bit(seat) for seat in range(v.players) if v.unjust[seat])
    s.privileges[:] = [NOBODY if seat is None else seat for seat in v.privileges.values()]
    for row, turn in enumerate(v.turns):
        _remember(s, row, turn)
    s.coins[: v.players] = [counted_coins(v, seat) if coins is None else coins for seat, coins in enumerate(v.coins)]
    for seat in v.answered:
        s.sealed[seat] = ACTIONS.read(v.answers[seat]) if seat in v.answers else 0
    # AKI-26, AKI-40: the other pending answers may be any that those seats could have given.
    if v.viewer != OPEN:
        resample(s, v.viewer, rng)
    return s


def _remember(s: State, row: int, turn: Turn) -> None:
    by_seat = slice(row * MAX_SEATS, row * MAX_SEATS + s.players)
    s.roller[row], s.rolls[row] = turn.player, turn.rolls
    s.dice[row * DICE : (row + 1) * DICE] = turn.dice or (0,) * DICE
    s.kept[row] = EMPTY if turn.kept is None else ACTIONS.read("keep " + " ".join(map(str, turn.kept)))
    s.callers[row] = EMPTY if turn.callers is None else sum(bit(seat) for seat in turn.callers)
    s.first_callers[row] = EMPTY if turn.first_callers is None else sum(bit(seat) for seat in turn.first_callers)
    s.voided[row], s.reduced[row] = int(turn.voided), int(turn.reduced)
    s.income[by_seat], s.bids[by_seat], s.pocket[by_seat] = turn.incomes, turn.bids, turn.pockets
    s.declared[by_seat] = [_PLACE_NUMBERS[place] for place in turn.declared]
    s.acted[by_seat] = [_PLACE_NUMBERS[place] for place in turn.acted]
    s.lot_winner[row * MARKETS : (row + 1) * MARKETS] = [lot if isinstance(lot, int) else _LOT_NUMBERS[lot] for lot in turn.lots]


def counted_coins(v: View, seat: Seat) -> int:
    """AKI-R21: a purse that is not shown can still be counted, because every coin moves in public."""
    gained = sum(turn.incomes[seat] + turn.pockets[seat] - turn.bids[seat] * turn.lots.count(seat) for turn in v.turns)
    return max(0, min(cards.STARTING_COINS + cards.EXTRA_COINS[seat] + gained, cards.COINS))


_SUMMARY = (
    "phase", "turn", "turn_player", "colours", "removed", "deck", "final_turn", "hands", "east", "west", "waste", "coins",
    "stock", "area", "unjust", "privileges", "roll_no", "dice", "kept", "declared", "to_act", "chance", "scores", "winners",
)  # fmt: skip


def summary(s: State) -> dict[str, object]:
    """The canonical summary of the rules; it holds all coins and is no view."""
    v = view(s, OPEN)
    chance = rules.status(s) == game.CHANCE
    known: dict[str, object] = vars(v) | {"deck": v.deck_size, "chance": chance, "scores": v.points if v.over else None}
    return {name: list(value) if isinstance(value := known[name], tuple) else value for name in _SUMMARY}
