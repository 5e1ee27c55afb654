"""A second Akiwado, slow and plain, written from the clauses with dicts and lists: for comparing, nothing else."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

TYPES = ["white", "yellow", "red", "blue", "black", "custom"]
COLOURS = TYPES[:5]
PIP = {"white": 2, "yellow": 3, "red": 4, "blue": 5, "black": 6}
SPECIAL = [0, 0, 3, 6, 12, 20]


def table(cards: Counter[str]) -> dict[str, int]:
    return {kind: cards[kind] for kind in TYPES}


class Reference:
    """Feed it the lines of a record; ask it for legal options and the summary."""

    def __init__(self, players: int, purveyor: bool = False) -> None:
        self.n, self.purveyor = players, purveyor
        self.phase, self.turn = "colours", 0
        self.player: int | None = None
        self.colours: list[str] | None = None
        self.removed: str | None = None
        self.deck: Counter[str] | None = None
        self.hands = [Counter[str]() for _ in range(players)]
        self.markets = {"east": Counter[str](), "west": Counter[str]()}
        self.waste = Counter[str]()
        self.coins, self.stock, self.area = [5] * players, 50 - 5 * players, 0
        self.unjust = [False] * players
        self.holder: dict[str, int | None] = dict.fromkeys(COLOURS)
        self.roll_no, self.dice, self.kept = 0, None, None
        self.declared: list[str | None] = [None] * players
        self.answers: dict[int, str] = {}
        self.bids: dict[int, str] = {}

    # who and what

    def clockwise(self, start: int) -> list[int]:
        return [(start + i) % self.n for i in range(self.n)]

    def participants(self) -> list[int]:
        return [seat for seat in range(self.n) if not self.unjust[seat]]

    def to_act(self) -> list[int]:
        if self.phase == "keep":
            return [self.player]  # type: ignore[list-item]
        if self.phase == "challenge":
            return [seat for seat in self.participants() if seat != self.player and seat not in self.answers]
        if self.phase == "declare":
            return [seat for seat in self.clockwise(self.player or 0) if self.declared[seat] is None][:1]
        if self.phase == "bid":
            return [seat for seat in range(self.n) if seat not in self.answers]
        if self.phase in ("blue", "red"):
            return [self.holder[self.phase]]  # type: ignore[list-item]
        return []

    def legal(self, seat: int) -> list[str]:
        if self.phase == "keep":
            assert self.dice is not None
            ones = sorted(set(self.dice))
            twos = sorted(set(itertools.combinations(sorted(self.dice), 2)))
            return [f"keep {a}" for a in ones] + [f"keep {a} {b}" for a, b in twos]
        if self.phase == "challenge":
            return ["accept", "challenge"]
        if self.phase == "declare":
            return ["declare east", "declare west", "declare pocket"]
        if self.phase == "bid":
            open_markets = [market for market in ("east", "west") if self.markets[market].total()]
            return [f"bid {m} {k}" for m in open_markets for k in range(1, self.coins[seat] + 1)] + ["pocket"]
        if self.phase == "blue":
            return ["stand", "reduce"]
        return [f"take {colour}" for colour in COLOURS if self.waste[colour]]

    def feed(self, line: str) -> None:
        who, _, move = line.partition(": ")
        verb, *words = move.split()
        getattr(self, f"_{verb}")(-1 if who == "*" else int(who), words)

    # setup

    def _colours(self, seat: int, words: list[str]) -> None:
        self.colours = words
        self.phase = "remove"
        if self.n == 5:
            self._hand_out(None)

    def _remove(self, seat: int, words: list[str]) -> None:
        self.removed = words[0]
        self._hand_out(words[0])

    def _hand_out(self, removed: str | None) -> None:
        assert self.colours is not None
        deck = Counter(dict.fromkeys(COLOURS, 6) | {"custom": 2})
        if removed:
            deck[removed] = 0
            deck["custom"] -= 5 - self.n
        for s, colour in enumerate(self.colours):
            self.hands[s][colour] += 1
            self.hands[(s + 1) % self.n][colour] += 1
            deck[colour] -= 2
        self.deck, self.phase = deck, "waste"

    def _waste(self, seat: int, words: list[str]) -> None:
        assert self.deck is not None
        self.deck.subtract(words)
        self.waste.update(words)
        self.phase = "start"

    def _start(self, seat: int, words: list[str]) -> None:
        self._begin_turn(int(words[0]))

    # touting

    def _begin_turn(self, player: int) -> None:
        self.turn, self.player, self.phase = self.turn + 1, player, "roll"
        self.roll_no, self.dice, self.kept, self.declared = 0, None, None, [None] * self.n

    def _roll(self, seat: int, words: list[str]) -> None:
        self.dice, self.kept, self.phase = [int(word) for word in words], None, "keep"
        self.roll_no += 1

    def _keep(self, seat: int, words: list[str]) -> None:
        self.kept, self.answers = [int(word) for word in words], {}
        if len(self.participants()) == 1:
            self._pay()
        else:
            self.phase = "challenge"

    def _accept(self, seat: int, words: list[str]) -> None:
        self._vote(seat, "accept")

    def _challenge(self, seat: int, words: list[str]) -> None:
        self._vote(seat, "challenge")

    def _vote(self, seat: int, vote: str) -> None:
        self.answers[seat] = vote
        if self.to_act():
            return
        voices = sum(1 + (self.holder["black"] == s) for s, vote in self.answers.items() if vote == "challenge")
        if voices * 2 < len(self.participants()):
            self._pay()
        elif self.roll_no == 1:
            self.phase = "roll"
        else:
            self._end_touting()

    def income(self, seat: int) -> int:
        assert self.dice is not None
        assert self.kept is not None
        given = list(self.dice)
        for die in self.kept:
            given.remove(die)
        dice = self.kept if seat == self.player else given
        return sum(1 if die == 1 else sum(self.hands[seat][c] for c in COLOURS if PIP[c] == die) for die in dice)

    def _draw_coins(self, seat: int, amount: int) -> None:
        paid = min(amount, self.stock)
        self.coins[seat] += paid
        self.stock -= paid

    def _pay(self) -> None:
        for seat in self.clockwise(self.player or 0):
            if not self.unjust[seat]:
                self._draw_coins(seat, self.income(seat))
        self._end_touting()

    def _end_touting(self) -> None:
        self.unjust, self.phase = [False] * self.n, "market"

    # stocking

    def _market(self, seat: int, words: list[str]) -> None:
        assert self.deck is not None
        for market, card in zip(("east", "west"), words, strict=False):
            self.markets[market][card] += 1
            self.deck[card] -= 1
        if self.stock:
            self.stock, self.area = self.stock - 1, self.area + 1
        self.phase, self.declared = "declare", [None] * self.n

    def _declare(self, seat: int, words: list[str]) -> None:
        self.declared[seat] = words[0]
        if None not in self.declared:
            self.phase, self.answers = "bid", {}

    def _bid(self, seat: int, words: list[str]) -> None:
        self._seal(seat, " ".join(words))

    def _pocket(self, seat: int, words: list[str]) -> None:
        self._seal(seat, "pocket")

    def _seal(self, seat: int, answer: str) -> None:
        self.answers[seat] = answer
        if len(self.answers) == self.n:
            blue = self.holder["blue"]
            if blue is not None and self.answers[blue] != "pocket":
                self.phase = "blue"
            else:
                self._settle(False)

    def _stand(self, seat: int, words: list[str]) -> None:
        self._settle(False)

    def _reduce(self, seat: int, words: list[str]) -> None:
        self._settle(True)

    def _settle(self, reduced: bool) -> None:
        bids: dict[str, dict[int, int]] = {"east": {}, "west": {}}
        for seat, answer in self.answers.items():
            if answer != "pocket":
                market, amount = answer.split()
                size = int(amount) - (reduced and seat == self.holder["blue"])
                if size > 0:
                    bids[market][seat] = size
        for market in ("east", "west"):
            self._award(market, bids[market])
        earners = [seat for seat in self.clockwise(self.player or 0) if self.answers[seat] == "pocket"]
        for seat in earners:
            self._draw_coins(seat, 1 + (self.holder["yellow"] == seat))
        if earners:
            share = self.area // len(earners)
            for seat in earners:
                self.coins[seat] += share
            self.area -= share * len(earners)
        lied = [self.answers[seat].split()[0] != self.declared[seat] for seat in range(self.n)]
        self.unjust = [False] * self.n if all(lied) else lied
        assert self.deck is not None
        if self.deck.total():
            nxt = next(s for s in self.clockwise((self.player or 0) + 1) if not self.unjust[s])
            self._begin_turn(nxt)
        else:
            self.phase = "over" if self.holder["red"] is None else "red"

    def _award(self, market: str, bids: dict[int, int]) -> None:
        lot = self.markets[market]
        if not bids:
            self.waste.update(lot)
            self.markets[market] = Counter()
            return
        best = max(bids.values())
        top = [seat for seat, amount in bids.items() if amount == best]
        if len(top) == 1:
            self.coins[top[0]] -= best
            self.stock += best
            self.hands[top[0]].update(lot)
            self.markets[market] = Counter()
            if self.purveyor:
                self._check_markers()

    def _check_markers(self) -> None:
        for colour in COLOURS:
            counts = [hand[colour] for hand in self.hands]
            if colour != self.removed and counts.count(max(counts)) == 1:
                self.holder[colour] = counts.index(max(counts))

    def _take(self, seat: int, words: list[str]) -> None:
        self.waste[words[0]] -= 1
        self.hands[seat][words[0]] += 1
        self.phase = "over"

    # the end

    def score(self, seat: int) -> int:
        hand = self.hands[seat]
        best = 0
        for naming in itertools.product(COLOURS, repeat=hand["custom"]):
            named = Counter(naming)
            best = max(best, SPECIAL[sum(hand[c] + named[c] >= 2 for c in COLOURS)])
        return hand.total() + best + 3 * (self.holder["white"] == seat)

    def summary(self) -> dict[str, Any]:
        over = self.phase == "over"
        scores = [self.score(seat) for seat in range(self.n)]
        ranks = [(scores[s], self.hands[s].total(), self.coins[s]) for s in range(self.n)]
        deck = None if self.deck is None else self.deck.total()
        return {
            "phase": self.phase, "turn": self.turn, "turn_player": self.player, "colours": self.colours,
            "removed": self.removed, "deck": deck, "final_turn": self.turn > 0 and deck == 0,
            "hands": [table(hand) for hand in self.hands], "east": table(self.markets["east"]),
            "west": table(self.markets["west"]), "waste": table(self.waste), "coins": self.coins, "stock": self.stock,
            "area": self.area, "unjust": self.unjust, "privileges": self.holder, "roll_no": self.roll_no, "dice": self.dice,
            "kept": self.kept, "declared": self.declared, "to_act": self.to_act(),
            "chance": self.phase in ("colours", "remove", "waste", "start", "roll", "market"),
            "scores": scores if over else None,
            "winners": [seat for seat, rank in enumerate(ranks) if over and rank == max(ranks)],
        }  # fmt: skip
