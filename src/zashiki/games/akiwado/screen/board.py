"""What the page of Akiwado draws beside the view itself: headline, final count, shops, splits of the dice and promises."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from zashiki.core.rooms import Seat, TallyRow
from zashiki.games.akiwado.cards import CARD_IDS, CARD_NAMES, CARDS, COLOUR_IDS, COMBINATION_NAMES, PIPS, PRIVILEGE_NAMES
from zashiki.games.akiwado.eyes.view import View
from zashiki.games.akiwado.words.catalogue import WORDS

TURNS = {3: 6, 4: 5, 5: 6}
COINS_IN_REACH = 12  # how many coins of the purse are laid out for a bid; the others are one click away

# Where the dots of a die lie, on a square of side 30.
_CENTRE, _CORNERS, _SIDES = ((15, 15),), ((8, 22), (22, 8), (8, 8), (22, 22)), ((8, 15), (22, 15))
_TWO = _CORNERS[:2]
DOTS = {1: _CENTRE, 2: _TWO, 3: _TWO + _CENTRE, 4: _CORNERS, 5: _CORNERS + _CENTRE, 6: _CORNERS + _SIDES}


@dataclass(frozen=True)
class Split:
    """One way to divide the dice: the move, the two sides, and what it pays every seat."""

    move: str
    kept: tuple[int, ...]
    given: tuple[int, ...]
    incomes: tuple[int, ...]


@dataclass(frozen=True)
class Promise:
    """What a seat announced and, once the screens are up, what it did."""

    said: str | None
    done: str | None
    bid: int
    kept: bool | None  # None while it is open
    past: bool  # of the turn before


@dataclass(frozen=True)
class Shop:
    """One seat at a glance."""

    seat: Seat
    colour: str | None
    combination: str
    promise: Promise
    markers: tuple[str, ...]
    gain: int | None  # what the split on the table would pay, or what this touting has paid
    gained: bool  # whether it has been paid
    sealed: bool


def headline(v: View) -> str:
    """Where the game stands."""
    phase = WORDS(f"phase_{v.phase}")
    return phase if v.turn == 0 or v.over else WORDS("headline", turn=v.turn, turns=TURNS[v.players], phase=phase)


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end, in the order of the rules."""
    rows = [TallyRow(WORDS("tally_basic"), v.cards, "AKI-61"), TallyRow(WORDS("tally_special"), v.special_points, "AKI-62")]
    if v.purveyor:
        rows.append(TallyRow(WORDS("tally_white"), v.white_points, "AKI-86"))
    rows.append(TallyRow(WORDS("tally_score"), v.points, "AKI-65"))
    best = [seat for seat in range(v.players) if v.points[seat] == max(v.points)]
    if len(best) > 1:
        rows.append(TallyRow(WORDS("tally_cards"), v.cards, "AKI-66"))
        most = max(v.cards[seat] for seat in best)
        if sum(v.cards[seat] == most for seat in best) > 1:
            coins = tuple("–" if coins is None else coins for coins in v.coins)
            note = WORDS("tally_shared") if len(v.winners) > 1 else ""
            rows.append(TallyRow(WORDS("tally_coins"), coins, "AKI-68" if note else "AKI-67", note))
    return tuple(rows)


def board(v: View) -> dict[str, object]:
    """Names, places and shapes for board.html."""
    return {
        "w": WORDS,
        "kinds": CARD_IDS,
        "kind_names": dict(zip(CARD_IDS, CARD_NAMES, strict=True)),
        "goods": {card.text("key"): card.text("goods") for card in CARDS},
        "signs": {card.text("key"): card.text("sign") for card in CARDS},
        "pips": dict(zip(CARD_IDS, PIPS, strict=True)),
        "pays": {PIPS[kind]: name for kind, name in enumerate(COLOUR_IDS)},
        "marker_words": {
            colour: WORDS("board_marker", name=name, colour=colour, right=WORDS(f"right_{colour}"))
            for colour, name in zip(COLOUR_IDS, PRIVILEGE_NAMES, strict=True)
        },
        "free_markers": tuple(
            colour for colour, holder in v.privileges.items() if v.purveyor and holder is None and colour != v.removed
        ),
        "dots": DOTS,
        "shops": tuple(_shop(v, seat) for seat in range(v.players)),
        "splits": _splits(v),
        "turns_left": 0 if v.deck_size is None else (v.deck_size + 1) // 2,
        # The last stocking whose screens have been lifted: this turn's, or the one before until new lots lie out.
        "settled": next((turn for turn in reversed(v.turns[-2:]) if turn.acted[0] is not None), None),
        "in_reach": COINS_IN_REACH,
    }


def _splits(v: View) -> tuple[Split, ...]:
    """The splits to choose from, or after the choice the one that was made."""
    splits = []
    for move, incomes in v.prospects.items():
        kept = tuple(int(face) for face in move.split(" ")[1:])
        given = (Counter(v.dice) - Counter(kept)).elements()
        splits.append(Split(move, kept, tuple(given), incomes))
    return tuple(splits)


def _shop(v: View, seat: Seat) -> Shop:
    touting_over = v.phase not in ("roll", "keep", "challenge")
    gain = None
    if v.phase == "challenge":
        gain = next(iter(v.prospects.values()))[seat]
    elif v.turns and touting_over:
        gain = v.turns[-1].incomes[seat]
    return Shop(
        seat=seat,
        colour=None if v.colours is None else v.colours[seat],
        combination=COMBINATION_NAMES[v.pairs[seat]],
        promise=_promise(v, seat),
        markers=tuple(colour for colour, holder in v.privileges.items() if holder == seat),
        gain=gain,
        gained=touting_over,
        sealed=seat in v.answered,
    )


def _promise(v: View, seat: Seat) -> Promise:
    """This turn's announcement; before there is one, how the last turn's was kept."""
    now = v.turns[-1] if v.turns else None
    past = now is None or (v.declared[seat] is None and v.phase in ("roll", "keep", "challenge", "market"))
    turn = (v.turns[-2] if len(v.turns) > 1 else None) if past else now
    if turn is None:
        return Promise(None, None, 0, None, past)
    said, done = turn.declared[seat], turn.acted[seat]
    return Promise(said, done, turn.bids[seat], None if done is None else said == done, past)
