"""How the numbers on the board of Idol Conclave came about: rows of words, number and clause, from one view."""

from __future__ import annotations

from zashiki.core.rooms import Seat
from zashiki.core.words import seat_mark
from zashiki.games.idol_conclave import cards
from zashiki.games.idol_conclave.cards import EVENT_IDS, EVENTS, IDOL_IDS, KIND_IDS, KINDS, SPACE_IDS, SPACES, signed
from zashiki.games.idol_conclave.eyes.view import Card, View
from zashiki.games.idol_conclave.scoring import STEADY_CARDS, Tally, votes_of_event, votes_of_kind
from zashiki.games.idol_conclave.state import State
from zashiki.games.idol_conclave.words.catalogue import WORDS, card_name, event_name, idol_name, name_of, told

Row = tuple[str, str, str]

NOT_FROM_HAND = ("p1", "g3")  # IDL-17, IDL-42: they come onto the table from the sheet
TAKEN_TO_HAND = ("g1", "g2")  # IDL-38, IDL-40


def cards_words(count: int) -> str:
    """So many cards."""
    return WORDS("board_cards", count=count)


def unknown_words(count: int) -> str:
    """So many cards that the viewer has not seen."""
    return WORDS("board_unknown_cards", count=count)


def total_rows(v: View, s: State, tally: Tally, idol: int) -> tuple[Row, ...]:
    """An idol's event and the cards this viewer knows, then what Scandals make of them: together the total."""
    event, line = EVENTS[s.events[idol]], v.lines[IDOL_IDS[idol]]
    asleep = sleeper(v, idol)
    known = [(k, card) for k, card in enumerate(line) if card.kind]
    rows = [
        (name_of(event), signed(votes_of_event(s, tally, idol)), event.text("clause")),
        *(_card_row(card, tally, asleep=k == asleep) for k, card in known),
    ]
    if len(known) < len(line):
        rows.append((unknown_words(len(line) - len(known)), "?", ""))
    return (*rows, *_scandal_rows(v, s, tally, idol))


def sleeper(v: View, idol: int) -> int | None:
    """IDL-73: the place of the card that overslept."""
    line = v.lines[IDOL_IDS[idol]]
    return len(line) - 2 if v.events[idol] == "overslept" and len(line) >= 2 else None


def _card_row(card: Card, tally: Tally, *, asleep: bool) -> Row:
    assert card.kind is not None
    kind = KIND_IDS.index(card.kind)
    parts = {"card": card_name(kind), "seat": seat_mark(card.seat), "turn": card.turn}
    if asleep:
        return WORDS("account_asleep", **parts), signed(0), "IDL-73"
    return WORDS("account_card", **parts), signed(votes_of_kind(tally, kind)), KINDS[kind].text("clause")


def _scandal_rows(v: View, s: State, tally: Tally, idol: int) -> tuple[Row, ...]:
    """What the Scandals that this viewer knows change."""
    line, asleep = v.lines[IDOL_IDS[idol]], sleeper(v, idol)
    count = sum(card.kind == "scandal" for k, card in enumerate(line) if k != asleep)
    rows = []
    if v.events[idol] == "simultaneous-vote":
        rows.append((WORDS("account_event_scandal", event=event_name(cards.SIMULTANEOUS)), "", "IDL-75"))
        count += 1
    # IDL-59: two Scandals undo each other.
    if count % 2 == 0:
        return (*rows, (WORDS("account_cancel", count=count), signed(0), "IDL-59")) if count else ()
    before = [votes_of_event(s, tally, idol)]
    before += [votes_of_kind(tally, KIND_IDS.index(card.kind)) for k, card in enumerate(line) if card.kind and k != asleep]
    # IDL-57: the highest changes its sign.
    highest = max(map(abs, before))
    rows.append((WORDS("account_scandal", votes=highest), signed(tally.totals[idol] - sum(before)), "IDL-57"))
    return tuple(rows)


def event_rows(v: View, s: State, tally: Tally, idol: int) -> tuple[Row, ...]:
    """What the event says, and what it gives as things are."""
    event = EVENTS[EVENT_IDS.index(v.events[idol])]
    rows = [(told(event), signed(votes_of_event(s, tally, idol)), event.text("clause"))]
    if not v.events_up[idol]:
        rows.append((WORDS("account_event_down"), "", "IDL-74"))
    return tuple(rows)


def group_rows(v: View, tally: Tally) -> tuple[Row, ...]:
    """The cards of every idol, and what a Group Vote is worth by them."""
    rows = [(idol_name(idol), cards_words(len(v.lines[key])), "") for idol, key in enumerate(IDOL_IDS)]
    for idol, event in enumerate(v.events):
        if event == "steady-marketing":
            rows[idol] = (WORDS("account_steady", idol=idol_name(idol), count=STEADY_CARDS), rows[idol][1], "IDL-77")
    return (*rows, (WORDS("account_group", votes=cards.GROUP_VOTES), signed(tally.group_value), "IDL-54"))


def hand_rows(v: View, seat: Seat) -> tuple[Row, ...]:
    """Where a seat's cards have gone: what is left is the size of its hand."""
    rows: list[Row] = [(WORDS("account_dealt"), str(cards.HAND_SIZE), "IDL-3")]
    for kind, taken in v.taken.items():
        if taken.seat == seat and kind in TAKEN_TO_HAND:
            rows.append((WORDS("account_took", card=card_name(KIND_IDS.index(kind)), turn=taken.turn), "+1", "IDL-55"))
    on_idols = sum(card.seat == seat and card.kind not in NOT_FROM_HAND for line in v.lines.values() for card in line)
    box = [card.kind for card in v.box if card.seat == seat and card.kind not in NOT_FROM_HAND]
    boxed, why_boxed = len(box), "IDL-34" if all(kind == "deal" for kind in box) else "IDL-46"
    placed = sum(placed.seat == seat for placed in v.sheet.values())
    sealed = seat in v.ballots and v.phase != "ballot"
    for count, key, clause in ((on_idols, "on_idols", "IDL-18"), (placed, "placed", "IDL-36"), (boxed, "boxed", why_boxed)):
        if count:
            rows.append((WORDS(f"account_{key}"), f"−{count}", clause))
    if sealed:
        rows.append((WORDS("account_sealed"), "−1", "IDL-74"))
    return tuple(rows)


def space_rows(v: View, space: str) -> tuple[Row, ...]:
    """Who used a space, and what for."""
    placed, entry = v.sheet[space], SPACES[SPACE_IDS.index(space)]
    parts = {"seat": seat_mark(placed.seat), "card": card_name(KIND_IDS.index(placed.kind)), "turn": placed.turn}
    return ((WORDS("account_space", **parts), "", "IDL-36"), (told(entry), "", entry.text("clause")))


def point_rows(v: View, seat: Seat) -> tuple[Row, ...]:
    """The leader points of a seat by the ranks of its idols."""
    assert v.count is not None
    ranks = dict(zip(IDOL_IDS, v.count.ranks, strict=True))
    identity, candidate = v.identities[seat], v.candidates[seat]
    if identity == candidate:
        return ((_ranked("account_same", identity, ranks), str(cards.SAME_IDOL[ranks[identity] - 1]), "IDL-65"),)
    return (
        (_ranked("account_identity", identity, ranks), str(cards.TWO_IDOLS[ranks[identity] - 1]), "IDL-64"),
        (_ranked("account_candidate", candidate, ranks), str(cards.TWO_IDOLS[ranks[candidate] - 1]), "IDL-64"),
    )


def _ranked(key: str, idol: str, ranks: dict[str, int]) -> str:
    return WORDS(key, idol=idol_name(IDOL_IDS.index(idol)), rank=ranks[idol])
