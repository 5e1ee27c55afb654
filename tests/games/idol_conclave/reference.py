"""A second Idol Conclave, slow and plain, written from the clauses with lists and dicts: for comparing, nothing else."""

from __future__ import annotations

from dataclasses import dataclass

IDOLS = ["akaneru", "kana-chan", "sayayaya", "tanimie", "nakonako", "marisan"]
KINDS = ["p1", "p2", "p3", "p4", "m5", "neg", "scandal", "deal", "g1", "g2", "g3"]
BASIC = {
    "tv-drama-role": 3000, "hit-single": 2000, "handshake-tour": 1000,
    "quiet-season": 0, "wardrobe-trouble": -1000, "blog-backlash": -2000,
}  # fmt: skip
VOTES = {"p1": 1000, "p2": 2000, "p3": 3000, "p4": 4000, "m5": -5000, "neg": -4000, "scandal": 0, "deal": 0}
SPACES = ["open-convene", "trade", "convene", "move", "exchange", "break", "control"]
TWO, SAME = [5, 5, 3, 2, 1, 0], [9, 6, 0, 0, 0, 0]


@dataclass
class Card:
    kind: str
    up: bool
    seat: int
    turn: int
    owner: int | None  # whose colour; None for the rainbow cards


class Reference:
    """Feed it the lines of a record; ask it for legal options and what lies on the table."""

    def __init__(self, players: int, start: int | None = None) -> None:
        self.n = players
        self.phase = "start" if start is None else "identities"
        self.turn_seat: int | None = None
        self.first = start
        self.turn_number = 0
        self.identities: list[str] = []
        self.candidates: list[str] = []
        self.events: list[str] = []
        self.event_up = [True] * 6
        self.hands = [["p2", "p3", "p4", "m5", "neg", "scandal", "deal"] for _ in range(players)]
        self.supply = ["p1", "g1", "g2", "g3"]
        self.lines: list[list[Card]] = [[] for _ in IDOLS]
        self.sheet: dict[str, tuple[str, int]] = {}
        self.closed = False
        self.box: list[tuple[str, int]] = []
        self.took: dict[str, int | None] = {"g1": None, "g2": None, "g3": None}
        self.picked: tuple[int, int] | None = None
        self.ballots: dict[int, str] = {}
        self.voted = False  # the Simultaneous Vote has happened
        self.police = -1

    # looking

    def to_act(self) -> list[int]:
        if self.phase == "ballot":
            return [seat for seat in range(self.n) if seat not in self.ballots]
        if self.phase in ("start", "identities", "candidates", "events", "over"):
            return []
        assert self.turn_seat is not None
        return [self.turn_seat]

    def next_up(self, idol: int) -> bool:
        """Whether a vote from hand on the idol lands face up."""
        line = self.lines[idol]
        if self.events[idol] == "scheming-character":
            return len(line) < 2
        return not (line[-1].up if line else self.event_up[idol])

    def open_spaces(self) -> list[str]:
        if self.closed:
            return []
        if "open-convene" not in self.sheet:
            return ["open-convene"]
        row2 = [space for space in ("trade", "convene") if space not in self.sheet]
        if row2:
            return row2
        row3 = [space for space in ("move", "exchange") if space not in self.sheet]
        return row3 if len(row3) == 2 else [*row3, "break", "control"]

    def has_right(self, seat: int) -> bool:
        return any(card == ("deal", seat) for card in self.sheet.values())

    def spots(self, *, down: bool = False, without: int = -1) -> list[tuple[int, int]]:
        return [
            (idol, k) for idol in range(6) if idol != without for k, card in enumerate(self.lines[idol]) if not (down and card.up)
        ]

    def legal(self, seat: int) -> list[str]:
        def named(verb: str, spots: list[tuple[int, int]]) -> list[str]:
            return [f"{verb} {IDOLS[idol]} {k + 1}" for idol, k in spots]

        hand = self.hands[seat]
        if self.phase == "opening":
            return [f"vote p1 {idol}" for idol in IDOLS]
        if self.phase == "turn":
            votes = [f"vote {kind} {IDOLS[i]}" for kind in hand for i in range(6) if kind != "deal" or not self.next_up(i)]
            usable = hand if self.has_right(seat) else [kind for kind in hand if kind == "deal"]
            deals = [f"deal {kind} {space}" for kind in usable for space in self.open_spaces() if len(hand) >= 2]
            return votes + deals + (["discard deal"] if "deal" in hand else [])
        if self.phase == "open":
            return ["open none", *named("open", self.spots(down=True))]
        if self.phase == "trade-first":
            return named("swap", self.spots())
        if self.phase == "trade-second":
            assert self.picked is not None
            return named("with", self.spots(without=self.picked[0]))
        if self.phase == "move-card":
            return named("move", self.spots())
        if self.phase == "move-to":
            assert self.picked is not None
            return [f"to {name}" for i, name in enumerate(IDOLS) if i != self.picked[0]]
        if self.phase == "exchange":
            return named("retake", [(i, k) for i, k in self.spots() if self.lines[i][k].owner == seat])
        if self.phase == "break":
            return [f"break {idol}" for idol in IDOLS]
        if self.phase == "control":
            return (["control trade"] if self.can_trade() else []) + ["control move"]
        if self.phase == "peek":
            return ["peek none", *named("peek", self.spots(down=True, without=self.police))]
        if self.phase == "ballot":
            return [f"ballot {kind}" for kind in hand]
        assert self.phase == "order"
        return [f"order {other}" for other in sorted(self.ballots)]

    def can_trade(self) -> bool:
        return sum(bool(line) for line in self.lines) >= 2

    # playing

    def feed(self, line: str) -> None:
        who, _, move = line.partition(": ")
        verb, *words = move.split()
        getattr(self, f"_{verb}")(-1 if who == "*" else int(who), words)

    def _start(self, seat: int, words: list[str]) -> None:
        self.first, self.phase = int(words[0]), "identities"

    def _identities(self, seat: int, words: list[str]) -> None:
        self.identities, self.phase = words, "candidates"

    def _candidates(self, seat: int, words: list[str]) -> None:
        self.candidates, self.phase = words, "events"

    def _events(self, seat: int, words: list[str]) -> None:
        self.events, self.phase = words, "opening"
        self.turn_seat, self.turn_number = self.first, 1

    def _place(self, idol: int, kind: str, up: bool, seat: int) -> None:
        owner = None if kind in ("p1", "g1", "g2", "g3") else seat
        self.lines[idol].append(Card(kind, up, seat, self.turn_number, owner))

    def _vote(self, seat: int, words: list[str]) -> None:
        kind, idol = words[0], IDOLS.index(words[1])
        if self.phase == "opening":
            self.supply.remove("p1")
            self._place(idol, "p1", False, seat)
            self._next()
            return
        self.hands[seat].remove(kind)
        self._place(idol, kind, self.next_up(idol), seat)
        if self.events[idol] == "idol-police" and self.spots(down=True, without=idol):
            self.phase, self.police = "peek", idol
        else:
            self._next()

    def _discard(self, seat: int, words: list[str]) -> None:
        self.hands[seat].remove("deal")
        self.box.append(("deal", seat))
        self._next()

    def _deal(self, seat: int, words: list[str]) -> None:
        kind, space = words
        self.hands[seat].remove(kind)
        self.sheet[space] = (kind, seat)
        if space == "open-convene":
            self.phase = "open"
        elif space == "convene":
            self._take_group(seat, "g2")
            self._next()
        elif space == "trade":
            self._enter_trade()
        elif space == "move":
            self.phase = "move-card"
        elif space == "exchange":
            self.phase = "exchange"
            if not self.legal(seat):
                self._next()
        else:
            self.closed, self.phase = True, space

    def _take_group(self, seat: int, kind: str) -> None:
        self.supply.remove(kind)
        self.hands[seat] = sorted([*self.hands[seat], kind], key=KINDS.index)
        self.took[kind] = seat

    def _enter_trade(self) -> None:
        if self.can_trade():
            self.phase = "trade-first"
        else:
            self._next()

    def _open(self, seat: int, words: list[str]) -> None:
        if words[0] != "none":
            self.lines[IDOLS.index(words[0])][int(words[1]) - 1].up = True
        self._take_group(seat, "g1")
        self._next()

    def _swap(self, seat: int, words: list[str]) -> None:
        self.picked, self.phase = (IDOLS.index(words[0]), int(words[1]) - 1), "trade-second"

    def _with(self, seat: int, words: list[str]) -> None:
        assert self.picked is not None
        a, i = self.picked
        b, k = IDOLS.index(words[0]), int(words[1]) - 1
        self.lines[a][i], self.lines[b][k] = self.lines[b][k], self.lines[a][i]
        self.lines[a][i].up = self.lines[b][k].up = False
        self._next()

    def _move(self, seat: int, words: list[str]) -> None:
        self.picked, self.phase = (IDOLS.index(words[0]), int(words[1]) - 1), "move-to"

    def _to(self, seat: int, words: list[str]) -> None:
        assert self.picked is not None
        card = self.lines[self.picked[0]].pop(self.picked[1])
        card.up = False
        self.lines[IDOLS.index(words[0])].append(card)
        self._next()

    def _retake(self, seat: int, words: list[str]) -> None:
        idol, k = IDOLS.index(words[0]), int(words[1]) - 1
        card = self.lines[idol][k]
        self.hands[seat] = sorted([*self.hands[seat], card.kind], key=KINDS.index)
        self.supply.remove("g3")
        self.took["g3"] = seat
        self.lines[idol][k] = Card("g3", True, seat, self.turn_number, None)
        self._next()

    def _break(self, seat: int, words: list[str]) -> None:
        idol = IDOLS.index(words[0])
        self.box += [(card.kind, card.seat) for card in self.lines[idol] if not card.up]
        self.lines[idol] = [card for card in self.lines[idol] if card.up]
        self._next()

    def _control(self, seat: int, words: list[str]) -> None:
        if words[0] == "trade":
            self._enter_trade()
        else:
            self.phase = "move-card"

    def _peek(self, seat: int, words: list[str]) -> None:
        self._next()

    def _ballot(self, seat: int, words: list[str]) -> None:
        self.ballots[seat] = words[0]
        if len(self.ballots) == self.n:
            for other, kind in self.ballots.items():
                self.hands[other].remove(kind)
            self.phase = "order"

    def _order(self, seat: int, words: list[str]) -> None:
        idol = self.events.index("simultaneous-vote")
        self._place(idol, self.ballots.pop(int(words[0])), False, int(words[0]))
        if len(self.ballots) == 1:
            other, kind = self.ballots.popitem()
            self._place(idol, kind, False, other)
            self.event_up[idol], self.voted = False, True
            self._next()

    def _next(self) -> None:
        if not any(self.hands):
            self.phase = "over"
            return
        assert self.turn_seat is not None
        seat = (self.turn_seat + 1) % self.n
        while not self.hands[seat]:
            seat = (seat + 1) % self.n
        self.turn_seat, self.turn_number, self.phase = seat, self.turn_number + 1, "turn"
        if "simultaneous-vote" in self.events and not self.voted and len(self.hands[seat]) == 3:
            self.phase = "ballot"

    # the end

    def group_value(self) -> int:
        return 1000 * max(self._counts())

    def _counts(self) -> list[int]:
        return [len(self.lines[i]) + 2 * (self.events[i] == "steady-marketing") for i in range(6)]

    def totals(self) -> list[int]:
        counts, group = self._counts(), self.group_value()
        found = []
        for i in range(6):
            event, line = self.events[i], [card.kind for card in self.lines[i]]
            values = [VOTES.get(kind, group) for kind in line]
            scandals = line.count("scandal")
            if event == "overslept" and len(line) >= 2:
                values[-2] = 0
                scandals -= line[-2] == "scandal"
            scandals += event == "simultaneous-vote"
            own = BASIC.get(event, 6000 if event == "only-regular" else 0)
            if event == "mania-popular" and not all(counts[i] > counts[j] for j in range(6) if j != i):
                own = group
            values.append(own)
            if scandals % 2:
                most = max(abs(value) for value in values)
                values = [-value if abs(value) == most else value for value in values]
            found.append(sum(values))
        return found

    def ranks(self) -> list[int]:
        totals = self.totals()
        return [1 + sum(other > total for other in totals) for total in totals]

    def points(self) -> list[int]:
        rank = dict(zip(IDOLS, self.ranks(), strict=True))
        return [
            SAME[rank[mine] - 1] if mine == backed else TWO[rank[mine] - 1] + TWO[rank[backed] - 1]
            for mine, backed in zip(self.identities, self.candidates, strict=True)
        ]

    def winners(self) -> list[int]:
        return [seat for seat, points in enumerate(self.points()) if points == max(self.points())]
