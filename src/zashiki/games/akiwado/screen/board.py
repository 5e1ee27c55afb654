"""What the page of Akiwado draws beside the view itself: headline, final count, shops, splits of the dice and promises."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from zashiki.core.rooms import Seat, TallyRow
from zashiki.games.akiwado.cards import CARD_IDS, COLOUR_IDS, COMBINATION_IDS, PLACE_IDS
from zashiki.games.akiwado.eyes.view import View
from zashiki.games.akiwado.screen import accounts
from zashiki.games.akiwado.screen.faces import DICE, GOODS, Good
from zashiki.games.akiwado.words.catalogue import WORDS, combination_name, marker_name, marker_right

TURNS = {3: 6, 4: 5, 5: 6}
TOUTING = ("roll", "keep", "challenge")
STOCKING = ("declare", "bid", "blue")


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
    good: Good | None  # of its colour
    combination: str
    combination_id: str
    promise: Promise
    gain: int | None  # what the split on the table would pay, or what this touting has paid
    gained: bool  # whether it has been paid
    sealed: bool


def headline(v: View) -> str:
    """Where the game stands."""
    phase = WORDS(f"phase_{v.phase}")
    return phase if v.turn == 0 or v.over else WORDS("headline", turn=v.turn, turns=TURNS[v.players], phase=phase)


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end, in the order of the rules."""
    rows = [
        TallyRow(WORDS("tally_basic"), v.cards, "AKI-61"),
        TallyRow(WORDS("tally_pairs"), tuple(map(accounts.pair_words, v.hands)), "AKI-63"),
        TallyRow(WORDS("tally_special"), v.special_points, "AKI-62"),
    ]
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
    """Names, places and shapes for board.html and scenes.html."""
    return {
        "w": WORDS,
        "acc": accounts,
        "said": accounts.said,
        "kinds": CARD_IDS,
        "goods": GOODS,
        "dice": DICE,
        "markers": {
            key: WORDS("board_marker", name=marker_name(key), colour=WORDS(f"colour_{key}"), right=marker_right(key))
            for key in COLOUR_IDS
        },
        "free_markers": tuple(
            colour for colour, holder in v.privileges.items() if v.purveyor and holder is None and colour != v.removed
        ),
        "shops": tuple(_shop(v, seat) for seat in range(v.players)),
        "splits": _splits(v),
        "split": _split_made(v),
        "stocking": v.phase in STOCKING,
        "markets_left": accounts.markets_left(v),
        # The last stocking whose screens have been lifted: this turn's, or the one before until new lots lie out.
        "settled": next((turn for turn in reversed(v.turns[-2:]) if turn.acted[0] is not None), None),
        "stalls": tuple(zip(PLACE_IDS, (v.east, v.west), strict=False)),
    }


def _splits(v: View) -> tuple[Split, ...]:
    """The splits to choose from."""
    if v.phase != "keep":
        return ()
    faces = ((move, tuple(int(face) for face in move.split(" ")[1:])) for move in v.prospects)
    return tuple(Split(move, kept, _given(v, kept), v.prospects[move]) for move, kept in faces)


def _split_made(v: View) -> Split | None:
    """The split on the tray, with what it would pay or has paid."""
    if v.dice is None or v.kept is None:
        return None
    incomes = next(iter(v.prospects.values())) if v.phase == "challenge" else v.turns[-1].incomes
    return Split("", v.kept, _given(v, v.kept), incomes)


def _given(v: View, kept: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((Counter(v.dice) - Counter(kept)).elements())


def _shop(v: View, seat: Seat) -> Shop:
    gain = None
    if v.phase in ("challenge", "market", *STOCKING):  # later the hands have changed, and no longer show why it was paid
        made = _split_made(v)
        gain = made.incomes[seat] if made else None
    return Shop(
        seat=seat,
        good=None if v.colours is None else GOODS[v.colours[seat]],
        combination=combination_name(v.pairs[seat]),
        combination_id=COMBINATION_IDS[v.pairs[seat]],
        promise=_promise(v, seat),
        gain=gain,
        gained=v.phase not in TOUTING,
        sealed=seat in v.answered,
    )


def _promise(v: View, seat: Seat) -> Promise:
    """This turn's announcement; before there is one, how the last turn's was kept."""
    now = v.turns[-1] if v.turns else None
    past = now is None or (v.declared[seat] is None and v.phase in (*TOUTING, "market"))
    turn = (v.turns[-2] if len(v.turns) > 1 else None) if past else now
    if turn is None:
        return Promise(None, None, 0, None, past)
    said, done = turn.declared[seat], turn.acted[seat]
    return Promise(said, done, turn.bids[seat], None if done is None else said == done, past)
