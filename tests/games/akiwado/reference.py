"""A second Akiwado, slow and plain, written from the text of the rules alone: words, dicts and lists, no rule functions.

It takes the same lines and answers with the same lists of options and the same summary, so that two readings of the rules
can be compared position by position.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

COLOURS = ["white", "yellow", "red", "blue", "black"]
TYPES = [*COLOURS, "custom"]
PIP = {2: "white", 3: "yellow", 4: "red", 5: "blue", 6: "black"}
SPECIAL = [0, 0, 3, 6, 12, 20]


class Reference:
    """One game."""

    def __init__(self, n: int, *, purveyor: bool = False) -> None:
        self.n, self.purveyor = n, purveyor
        self.phase = "colours"
        self.turn, self.turn_player = 0, None
        self.colours: list[str] | None = None
        self.removed: str | None = None
        self.deck: Counter[str] | None = None
        self.hands: list[Counter[str]] = [Counter() for _ in range(n)]
        self.lots = {"east": Counter[str](), "west": Counter[str]()}
        self.waste: Counter[str] = Counter()
        self.coins = [5] * n
        self.stock, self.area = 50 - 5 * n, 0
        self.unjust = [False] * n
        self.markers: dict[str, int | None] = dict.fromkeys(COLOURS)
        self.roll_no = 0
        self.dice: list[int] | None = None
        self.kept: list[int] | None = None
        self.declared: list[str | None] = [None] * n
        self.answers: dict[int, str] = {}

    # what comes next

    def to_act(self) -> list[int]:
        """The seats that still have to answer, ascending."""
        if self.phase == "keep":
            return [self.turn_player]
        if self.phase == "challenge":
            return [seat for seat in self.voters() if seat not in self.answers]
        if self.phase == "declare":
            return [next(seat for seat in self.clockwise() if self.declared[seat] is None)]
        if self.phase == "bid":
            return [seat for seat in range(self.n) if seat not in self.answers]
        if self.phase in ("blue", "red"):
            return [self.markers[self.phase]]
        return []

    def clockwise(self) -> list[int]:
        return [(self.turn_player + k) % self.n for k in range(self.n)]

    def participants(self) -> list[int]:
        return [seat for seat in range(self.n) if not self.unjust[seat]]

    def voters(self) -> list[int]:
        return [seat for seat in self.participants() if seat != self.turn_player]

    def legal(self, seat: int) -> list[str]:
        if self.phase == "keep":
            ones = sorted({(a,) for a in self.dice})
            twos = sorted(set(combinations(sorted(self.dice), 2)))
            return ["keep " + " ".join(map(str, choice)) for choice in (*ones, *twos)]
        if self.phase == "challenge":
            return ["accept", "challenge"]
        if self.phase == "declare":
            return ["declare east", "declare west", "declare pocket"]
        if self.phase == "bid":
            open_lots = [place for place in ("east", "west") if self.lots[place].total()]
            return [f"bid {place} {k + 1}" for place in open_lots for k in range(self.coins[seat])] + ["pocket"]
        if self.phase == "blue":
            return ["stand", "reduce"]
        return [f"take {colour}" for colour in COLOURS if self.waste[colour]]

    # lines

    def feed(self, line: str) -> None:
        who, text = line.split(": ")
        verb, *words = text.split()
        if who == "*":
            getattr(self, f"chance_{verb}")(words)
        else:
            self.decide(int(who), verb, words, text)

    def chance_colours(self, words: list[str]) -> None:
        self.colours = words
        if self.n == 5:
            self.deal()
        else:
            self.phase = "remove"

    def chance_remove(self, words: list[str]) -> None:
        self.removed = words[0]
        self.deal()

    def deal(self) -> None:
        self.deck = Counter({colour: 6 for colour in COLOURS if colour != self.removed})
        self.deck["custom"] = 2 - (5 - self.n)
        for seat, colour in enumerate(self.colours):
            self.deck[colour] -= 2
            self.hands[seat][colour] += 1
            self.hands[(seat + 1) % self.n][colour] += 1
        self.phase = "waste"

    def chance_waste(self, words: list[str]) -> None:
        self.deck.subtract(words)
        self.waste.update(words)
        self.phase = "start"

    def chance_start(self, words: list[str]) -> None:
        self.new_turn(int(words[0]))

    def new_turn(self, seat: int) -> None:
        self.turn, self.turn_player = self.turn + 1, seat
        self.roll_no, self.dice, self.kept, self.declared = 0, None, None, [None] * self.n
        self.phase = "roll"

    def chance_roll(self, words: list[str]) -> None:
        self.dice, self.kept = [int(word) for word in words], None
        self.roll_no += 1
        self.phase = "keep"

    def chance_market(self, words: list[str]) -> None:
        for place, card in zip(("east", "west"), words, strict=False):
            self.deck[card] -= 1
            self.lots[place][card] += 1
        if self.stock:
            self.stock -= 1
            self.area += 1
        self.phase = "declare"

    def decide(self, seat: int, verb: str, words: list[str], text: str) -> None:
        if verb == "keep":
            self.kept = [int(word) for word in words]
            self.phase = "challenge"
            self.answers = {}
            if not self.voters():
                self.touting_ends(paid=True)
        elif verb in ("accept", "challenge"):
            self.answers[seat] = verb
            if not self.to_act():
                self.count_voices()
        elif verb == "declare":
            self.declared[seat] = words[0]
            if None not in self.declared:
                self.phase, self.answers = "bid", {}
        elif verb in ("bid", "pocket"):
            self.answers[seat] = text
            if not self.to_act():
                self.lift()
        elif verb in ("stand", "reduce"):
            if verb == "reduce":
                place, coins = self.actions[seat]
                self.actions[seat] = (place, coins - 1)
            self.settle()
        else:
            self.waste[words[0]] -= 1
            self.hands[seat][words[0]] += 1
            self.phase = "over"

    # touting

    def count_voices(self) -> None:
        voices = 0
        for seat, answer in self.answers.items():
            if answer == "challenge":
                voices += 2 if self.markers["black"] == seat else 1
        if voices * 2 < len(self.participants()):
            self.touting_ends(paid=True)
        elif self.roll_no == 1:
            self.phase = "roll"
        else:
            self.touting_ends(paid=False)

    def touting_ends(self, *, paid: bool) -> None:
        given = list((Counter(self.dice) - Counter(self.kept)).elements())
        for seat in self.clockwise() if paid else ():
            if not self.unjust[seat]:
                for die in self.kept if seat == self.turn_player else given:
                    due = 1 if die == 1 else self.hands[seat][PIP[die]]
                    coins = min(due, self.stock)
                    self.stock -= coins
                    self.coins[seat] += coins
        self.unjust = [False] * self.n
        self.phase = "market"

    # stocking

    def lift(self) -> None:
        self.actions = {}
        for seat, answer in self.answers.items():
            words = answer.split()
            self.actions[seat] = (words[1], int(words[2])) if words[0] == "bid" else ("pocket", 0)
        blue = self.markers["blue"]
        if blue is not None and self.actions[blue][0] != "pocket":
            self.phase = "blue"
        else:
            self.settle()

    def settle(self) -> None:
        for place in ("east", "west"):
            self.settle_lot(place)
        earners = [seat for seat in self.clockwise() if self.actions[seat][0] == "pocket"]
        for seat in earners:
            coins = min(2 if self.markers["yellow"] == seat else 1, self.stock)
            self.stock -= coins
            self.coins[seat] += coins
        if earners:
            share = self.area // len(earners)
            for seat in earners:
                self.coins[seat] += share
            self.area -= share * len(earners)
        self.unjust = [self.actions[seat][0] != self.declared[seat] for seat in range(self.n)]
        if all(self.unjust):
            self.unjust = [False] * self.n
        if self.deck.total() == 0:
            self.phase = "over" if self.markers["red"] is None else "red"
            return
        following = [(self.turn_player + k) % self.n for k in range(1, self.n + 1)]
        self.new_turn(next(seat for seat in following if not self.unjust[seat]))

    def settle_lot(self, place: str) -> None:
        bids = {seat: coins for seat, (where, coins) in self.actions.items() if where == place and coins}
        if not bids:
            self.waste.update(self.lots[place])
            self.lots[place] = Counter()
            return
        highest = [seat for seat in bids if bids[seat] == max(bids.values())]
        if len(highest) > 1:
            return
        [winner] = highest
        self.coins[winner] -= bids[winner]
        self.stock += bids[winner]
        self.hands[winner].update(self.lots[place])
        self.lots[place] = Counter()
        if self.purveyor:
            for colour in COLOURS:
                owned = sorted((hand[colour], seat) for seat, hand in enumerate(self.hands))
                if owned[-1][0] > owned[-2][0]:
                    self.markers[colour] = owned[-1][1]

    # the end

    def scores(self) -> list[int]:
        points = []
        for seat, hand in enumerate(self.hands):
            namings = product(COLOURS, repeat=hand["custom"])
            best = max(SPECIAL[sum(hand[c] + naming.count(c) >= 2 for c in COLOURS)] for naming in namings)
            points.append(hand.total() + best + (3 if self.markers["white"] == seat else 0))
        return points

    def winners(self) -> list[int]:
        points = self.scores()
        ranks = [(points[seat], self.hands[seat].total(), self.coins[seat]) for seat in range(self.n)]
        return [seat for seat in range(self.n) if ranks[seat] == max(ranks)]

    def summary(self) -> dict[str, object]:
        over = self.phase == "over"
        return {
            "phase": self.phase,
            "turn": self.turn,
            "turn_player": self.turn_player,
            "colours": self.colours,
            "removed": self.removed,
            "deck": None if self.deck is None else self.deck.total(),
            "final_turn": self.turn > 0 and self.deck.total() == 0,
            "hands": [table(hand) for hand in self.hands],
            "east": table(self.lots["east"]),
            "west": table(self.lots["west"]),
            "waste": table(self.waste),
            "coins": self.coins,
            "stock": self.stock,
            "area": self.area,
            "unjust": self.unjust,
            "privileges": self.markers,
            "roll_no": self.roll_no,
            "dice": self.dice,
            "kept": self.kept,
            "declared": self.declared,
            "to_act": self.to_act(),
            "chance": self.phase in ("colours", "remove", "waste", "start", "roll", "market"),
            "scores": self.scores() if over else None,
            "winners": self.winners() if over else [],
        }


def table(cards: Counter[str]) -> dict[str, int]:
    return {name: cards[name] for name in TYPES}
