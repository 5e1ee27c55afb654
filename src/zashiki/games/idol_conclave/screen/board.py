"""What the page of Idol Conclave draws beside the view itself: columns, tickets, the backstage door, suspicions, the count."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.core.game import OPEN
from zashiki.core.rooms import Seat, TallyRow
from zashiki.core.words import listed, seat_mark
from zashiki.games.idol_conclave import cards
from zashiki.games.idol_conclave.cards import EVENT_IDS, EVENTS, IDOL_COUNT, IDOL_IDS, IDOLS, KIND_IDS, TWO_IDOLS, signed
from zashiki.games.idol_conclave.eyes.view import Card, View, known_state
from zashiki.games.idol_conclave.rules.lines import lands_up
from zashiki.games.idol_conclave.scoring import Tally, count_votes, votes_of_event, votes_of_kind
from zashiki.games.idol_conclave.screen import accounts
from zashiki.games.idol_conclave.screen.accounts import cards_words, unknown_words
from zashiki.games.idol_conclave.state import State, eye_of
from zashiki.games.idol_conclave.words.catalogue import WORDS, card_name, idol_name, name_of, short, told
from zashiki.games.idol_conclave.worth import suspicion

GROUP_OF_SPACE = {"open-convene": "g1", "convene": "g2", "exchange": "g3"}
# What a press on a card below an idol, or on the place below her line, means in each phase.
SPOT_VERBS = {
    "open": "open", "trade-first": "swap", "trade-second": "with", "move-card": "move", "exchange": "retake", "peek": "peek",
}  # fmt: skip
NO_PHASE_OF_ITS_OWN = "move"  # a press on a card asks why it stays where it is
IDOL_VERBS = {"opening": "vote p1", "move-to": "to", "break": "break"}
MOST_DOTS = 5
NEXT_MARK = {"": "maybe", "maybe": "no", "no": "yes", "yes": ""}  # what a click makes of the viewer's own mark


@dataclass(frozen=True)
class Ticket:
    """A vote card hanging below an idol, or lying in the box."""

    id: str
    spot: str
    seat: Seat
    up: bool
    kind: str | None
    short: str
    name: str
    negative: bool
    value: str  # what it counts, once the votes are counted
    mark: str  # "reversed", "overslept" or ""
    words: str


@dataclass(frozen=True)
class Column:
    """An idol on the stage."""

    idol: str
    name: str
    sign: str
    event: str
    event_key: str
    event_text: str
    event_acts: bool  # it does more than its number says
    event_up: bool
    event_votes: str
    event_mark: str
    event_rows: tuple[accounts.Row, ...]
    cards: tuple[Ticket, ...]
    total: str  # the sum of what this viewer knows, or the final total
    rank: int  # by those totals
    card_count: int  # as the group value counts
    total_rows: tuple[accounts.Row, ...]
    unknown: int  # cards that could change it
    next_up: bool
    candidate_of: tuple[Seat, ...]
    identity_of: tuple[Seat, ...]


@dataclass(frozen=True)
class Space:
    """A space behind the backstage door."""

    id: str
    name: str
    text: str
    row: int
    open: bool
    kind: str | None
    seat: Seat | None
    supply: str | None  # the Group Vote waiting beside it
    rows: tuple[accounts.Row, ...]  # who used it, and what for


@dataclass(frozen=True)
class Suspicion:
    """Who a seat might be, from what this viewer knows: is each idol possible, and how strongly do votes hint at her."""

    seat: Seat
    possible: tuple[bool, ...]
    dots: tuple[int, ...]
    was: int | None  # the idol it was, once all are shown


def headline(v: View) -> str:
    """Where the game stands."""
    if v.turn == 0:
        return WORDS("headline_deal")
    if v.over:
        return WORDS("headline_over", turn=v.turn)
    lap = (v.turn - 1) // v.players + 1  # how often it has gone round; a seat that is passed over at the end is not waited for
    return WORDS("headline", round=lap, turn=v.turn, left=sum(v.hand_sizes), phase=WORDS(f"phase_{v.phase}"))


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end, in the order of the rules; the idols themselves are counted on the board."""
    assert v.count is not None
    rank = dict(zip(IDOL_IDS, v.count.ranks, strict=True))
    identities = [v.identities[seat] for seat in range(v.players)]
    same = [identity == candidate for identity, candidate in zip(identities, v.candidates, strict=True)]

    def points(idols: list[str]) -> tuple[str | int, ...]:
        return tuple("–" if twice else TWO_IDOLS[rank[idol] - 1] for idol, twice in zip(idols, same, strict=True))

    rows = [
        TallyRow(WORDS("tally_identity"), tuple(_ranked(idol, rank[idol]) for idol in identities), "IDL-68"),
        TallyRow(WORDS("tally_candidate"), tuple(_ranked(idol, rank[idol]) for idol in v.candidates), "IDL-63"),
        TallyRow(WORDS("tally_identity_points"), points(identities), "IDL-64"),
        TallyRow(WORDS("tally_candidate_points"), points(list(v.candidates)), "IDL-64"),
    ]
    if any(same):
        cells = tuple(cards.SAME_IDOL[rank[idol] - 1] if twice else "–" for idol, twice in zip(identities, same, strict=True))
        rows.append(TallyRow(WORDS("tally_same_points"), cells, "IDL-65"))
    rows.append(TallyRow(WORDS("tally_total"), v.scores, "IDL-66", WORDS("tally_tie") if len(v.winners) > 1 else ""))
    return tuple(rows)


def _ranked(idol: str, rank: int) -> str:
    return WORDS("ranked", idol=idol_name(IDOL_IDS.index(idol)), rank=rank)


def board(v: View) -> dict[str, object]:
    """Everything board.html draws from."""
    s, tally = known_state(v), Tally()
    if v.events:
        count_votes(s, tally)
    return {
        "w": WORDS,
        "idols": IDOLS,
        "signs": [colour.text("sign") for colour in cards.COLOURS],
        "listed": listed,
        "short": {key: short(kind) for kind, key in enumerate(KIND_IDS)},
        "card_names": {key: card_name(kind) for kind, key in enumerate(KIND_IDS)},
        "idol_names": {key: idol_name(idol) for idol, key in enumerate(IDOL_IDS)},
        "idol_index": {idol: k for k, idol in enumerate(IDOL_IDS)},
        "columns": [_column(v, s, tally, idol) for idol in range(IDOL_COUNT)] if v.events else [],
        "spaces": [_space(v, k) for k in range(len(cards.SPACES))],
        "box": tuple(_ticket(card, "box", k, "", "") for k, card in enumerate(v.box)),
        "group_value": tally.group_value if v.events else 0,
        "group_rows": accounts.group_rows(v, tally) if v.events else (),
        "hand_rows": [accounts.hand_rows(v, seat) for seat in range(v.players)] if not v.over else [],
        "point_rows": [accounts.point_rows(v, seat) for seat in range(v.players)] if v.over else [],
        "spot_verb": SPOT_VERBS.get(v.phase, NO_PHASE_OF_ITS_OWN),
        "idol_verb": IDOL_VERBS.get(v.phase),
        "lands": _lands(v),
        "hand": v.hands.get(v.viewer, ()) if not v.over else (),
        "hands": {seat: hand for seat, hand in v.hands.items() if v.viewer == OPEN and hand},
        "suspicions": _suspicions(v, s),
        "next_mark": NEXT_MARK,
        "cards_words": cards_words,
        "unknown_words": unknown_words,
        # IDL-67: ranks 1 and 2 are the centre.
        "central": tuple(i for i, rank in zip(IDOL_IDS, v.count.ranks, strict=True) if rank <= 2) if v.count else (),
    }


def _lands(v: View) -> str:
    """The card that is on its way to an idol, in short; "" while there is none."""
    if v.phase == "opening":
        return short(cards.P1)
    if v.phase != "move-to" or v.picked is None:
        return ""
    idol, place = v.picked.split(" ")
    kind = v.lines[idol][int(place) - 1].kind
    return short(KIND_IDS.index(kind)) if kind else "?"


def _column(v: View, s: State, tally: Tally, idol: int) -> Column:
    key = IDOL_IDS[idol]
    event = EVENTS[EVENT_IDS.index(v.events[idol])]
    return Column(
        idol=key,
        name=idol_name(idol),
        sign=IDOLS[idol].text("sign"),
        event=name_of(event),
        event_key=event.text("key"),
        event_text=told(event),
        event_acts=s.events[idol] in cards.EFFECTS,
        event_up=v.events_up[idol],
        event_votes=_event_votes(v, idol, event.number("votes")),
        # IDL-57: a Scandal may turn the event too.
        event_mark="reversed" if v.count and tally.event_value[idol] == -votes_of_event(s, tally, idol) != 0 else "",
        event_rows=accounts.event_rows(v, s, tally, idol),
        cards=_tickets(v, tally, idol),
        total=signed(tally.totals[idol]),
        total_rows=accounts.total_rows(v, s, tally, idol),
        rank=tally.ranks[idol],
        card_count=tally.card_count[idol],
        unknown=sum(card.kind is None for card in v.lines[key]),
        next_up=bool(lands_up(s, idol)),
        candidate_of=tuple(seat for seat, candidate in enumerate(v.candidates) if candidate == key),
        identity_of=tuple(seat for seat, identity in v.identities.items() if identity == key),
    )


def _event_votes(v: View, idol: int, printed: int) -> str:
    """The number on the event; a bare effect shows none before the count."""
    if v.count is not None:
        return signed(v.count.event_values[idol])
    return signed(printed) if printed or v.events[idol] == "quiet-season" else ""


def _tickets(v: View, tally: Tally, idol: int) -> tuple[Ticket, ...]:
    key = IDOL_IDS[idol]
    return tuple(_ticket(card, f"{key} {k + 1}", k + 1, *_counted(v, tally, idol, k)) for k, card in enumerate(v.lines[key]))


def _counted(v: View, tally: Tally, idol: int, k: int) -> tuple[str, str]:
    """What a card counts, and what happened to it at the count; nothing before."""
    if v.count is None:
        return "", ""
    line, value = v.lines[IDOL_IDS[idol]], v.count.values[IDOL_IDS[idol]][k]
    kind = line[k].kind
    assert kind is not None
    # IDL-73: the next-to-last card overslept.
    if k == accounts.sleeper(v, idol):
        return signed(value), "overslept"
    # IDL-57: a Scandal turned it.
    return signed(value), "reversed" if value == -votes_of_kind(tally, KIND_IDS.index(kind)) != 0 else ""


def _ticket(card: Card, spot: str, k: int, value: str, mark: str) -> Ticket:
    name = card_name(KIND_IDS.index(card.kind)) if card.kind else WORDS("board_unknown")
    facing = WORDS("board_face_up" if card.up else "board_face_down")
    return Ticket(
        id=f"card-{card.seat}-{card.turn}",
        spot=spot,
        seat=card.seat,
        up=card.up,
        kind=card.kind,
        short=short(KIND_IDS.index(card.kind)) if card.kind else "",
        name=name,
        negative=card.back == "negative",
        value=value,
        mark=mark,
        words=WORDS("board_ticket", k=k, card=name, facing=facing, seat=seat_mark(card.seat), turn=card.turn),
    )


def _space(v: View, k: int) -> Space:
    key = cards.SPACE_IDS[k]
    placed = v.sheet.get(key)
    supply = GROUP_OF_SPACE.get(key)
    return Space(
        id=key,
        name=name_of(cards.SPACES[k]),
        text=told(cards.SPACES[k]),
        row=cards.SPACES[k].number("row"),
        open=key in v.open_spaces,
        kind=placed.kind if placed else None,
        seat=placed.seat if placed else None,
        supply=supply if supply in v.supply else None,
        rows=accounts.space_rows(v, key) if placed else (),
    )


def _suspicions(v: View, s: State) -> tuple[Suspicion, ...]:
    """Nothing but what the viewer knows goes in: the own identity, candidates, and the votes it has seen."""
    if not v.candidates or v.viewer == OPEN:
        return ()
    if v.over:
        nothing = (True,) * IDOL_COUNT, (0,) * IDOL_COUNT
        return tuple(Suspicion(seat, *nothing, IDOL_IDS.index(who)) for seat, who in v.identities.items() if seat != v.viewer)
    own = v.identities.get(v.viewer)
    possible = tuple(idol != own for idol in IDOL_IDS)
    found = []
    for seat in range(v.players):
        if seat != v.viewer:
            weights = [suspicion(s, seat, idol, eye_of(v.viewer)) * possible[idol] for idol in range(IDOL_COUNT)]
            dots = tuple(round(MOST_DOTS * weight / sum(weights)) for weight in weights)
            found.append(Suspicion(seat, possible, dots, None))
    return tuple(found)
