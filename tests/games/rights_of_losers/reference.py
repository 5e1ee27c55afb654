"""A second Rights of Losers, slow and plain, written from the clauses with dicts and sets: for comparing, nothing else."""

from __future__ import annotations

from typing import Any

COLOURS = "rygbp"
CARDS = [f"{colour}{number}" for colour in COLOURS for number in range(1, 11)]
LANDS = {(1, 1): "land-nw", (1, 9): "land-ne", (5, 5): "land-centre", (9, 1): "land-sw", (9, 9): "land-se"}
SPACES = [(row, column) for row in (1, 3, 5, 7, 9) for column in (1, 3, 5, 7, 9)]
POINTS = [(row, column) for row in range(1, 10) for column in range(1, 10)]


def text(point: tuple[int, int]) -> str:
    return f"{point[0]},{point[1]}"


def place(word: str) -> tuple[int, int]:
    row, column = word.split(",")
    return int(row), int(column)


def touches(point: tuple[int, int], space: tuple[int, int]) -> bool:
    return abs(point[0] - space[0]) <= 1 and abs(point[1] - space[1]) <= 1


def number(card: str) -> int:
    return int(card[1:])


class Reference:
    """Feed it the lines of a record; ask it for legal options and the summary."""

    def __init__(self, players: int, first_lead: int | None) -> None:
        self.n, self.first_lead = players, first_lead
        self.phase, self.trick, self.leader, self.low = "deal", 1, None, False
        self.hands: list[list[str]] = []
        self.field: dict[tuple[int, int], str] = dict(LANDS)
        self.chips: dict[tuple[int, int], int] = {}
        self.supply, self.won_count = [10] * players, [0] * players
        self.plays: list[tuple[int, str]] = []
        self.winner: int | None = None
        self.won: list[str] = []
        self.picked: str | None = None
        self.built = 0
        self.lifted: tuple[int, int] | None = None
        self.removed: list[str] = []
        self.turn: int | None = None

    def feed(self, line: str) -> None:
        who, _, move = line.partition(": ")
        verb, *words = move.split()
        getattr(self, f"_{verb}")(words)
        assert who == "*" or self.n > int(who)

    def _deal(self, words: list[str]) -> None:
        self.hands.append(sorted(words[1:], key=CARDS.index))
        if len(self.hands) == self.n:
            self.phase = "first"
            if self.first_lead is not None:
                self._first([str(self.first_lead)])

    def _first(self, words: list[str]) -> None:
        self.leader = self.turn = int(words[0])
        self.phase = "play"

    def _play(self, words: list[str]) -> None:
        assert self.turn is not None
        self.hands[self.turn].remove(words[0])
        self.plays.append((self.turn, words[0]))
        self.turn = (self.turn + 1) % self.n
        if len(self.plays) == self.n:
            followers = [(seat, card) for seat, card in self.plays if card[0] == self.plays[0][1][0]]
            best = min if self.low else max
            self.winner = best(followers, key=lambda play: number(play[1]))[0]
            self.won_count[self.winner] += 1
            self.won = sorted((card for _, card in self.plays), key=CARDS.index)
            self.phase, self.turn = "chip", (self.winner + 1) % self.n

    def _chip(self, words: list[str]) -> None:
        assert self.turn is not None
        self.chips[place(words[0])] = self.turn
        self.supply[self.turn] -= 1
        self.turn = (self.turn + 1) % self.n
        if self.turn == self.winner:
            self.phase = "pick"

    def _pick(self, words: list[str]) -> None:
        self.won.remove(words[0])
        self.picked, self.phase = words[0], "build"

    def _build(self, words: list[str]) -> None:
        assert self.picked is not None
        self.field[place(words[0])] = self.picked
        self.picked, self.built, self.phase = None, self.built + 1, "pick"
        if self.built == 2:
            self.removed = sorted(self.removed + self.won, key=CARDS.index)
            self.won, self.phase = [], "action"

    def _lead(self, words: list[str]) -> None:
        self._end_trick(int(words[0]))

    def _reverse(self, words: list[str]) -> None:
        self.low = not self.low
        self._end_trick(self.winner)

    def _pass(self, words: list[str]) -> None:
        self._end_trick(self.winner)

    def _lift(self, words: list[str]) -> None:
        self.lifted, self.phase = place(words[0]), "drop"
        del self.chips[self.lifted]

    def _drop(self, words: list[str]) -> None:
        assert self.winner is not None
        self.chips[place(words[0])] = self.winner
        self.lifted = None
        self._end_trick(self.winner)

    def _end_trick(self, leader: int | None) -> None:
        self.plays = []
        if self.trick == 10:
            self.phase, self.turn = "over", None
            return
        self.trick, self.leader, self.turn = self.trick + 1, leader, leader
        self.winner, self.built, self.phase = None, 0, "play"

    def free(self, point: tuple[int, int]) -> bool:
        return point not in self.chips and point != self.lifted and any(touches(point, space) for space in self.field)

    def legal(self) -> list[str]:
        if self.phase == "play":
            assert self.turn is not None
            hand = self.hands[self.turn]
            same = [card for card in hand if self.plays and card[0] == self.plays[0][1][0]]
            return [f"play {card}" for card in same or hand]
        if self.phase in ("chip", "drop"):
            return [f"{self.phase} {text(point)}" for point in POINTS if self.free(point)]
        if self.phase == "pick":
            return [f"pick {card}" for card in self.won]
        if self.phase == "build":
            return [f"build {text(space)}" for space in SPACES if space not in self.field]
        if self.phase == "action":
            own = [f"lift {text(point)}" for point in POINTS if self.chips.get(point) == self.winner]
            return [f"lead {seat}" for seat in range(self.n) if seat != self.winner] + ["reverse", *own, "pass"]
        return []

    def owner(self, space: tuple[int, int]) -> int | None:
        keys = []
        for seat in range(self.n):
            steps = [
                abs(point[0] - space[0]) + abs(point[1] - space[1])
                for point, owner in self.chips.items()
                if owner == seat and touches(point, space)
            ]
            keys.append((len(steps), steps.count(0), steps.count(1), steps.count(2)))
        best = max(keys)
        return keys.index(best) if best[0] and keys.count(best) == 1 else None

    def summary(self) -> dict[str, Any]:
        owners = {space: self.owner(space) for space in SPACES if space in self.field}
        building = [
            sum(number(self.field[space]) for space, who in owners.items() if who == seat and space not in LANDS)
            for seat in range(self.n)
        ]
        land = [sum(who == seat and space in LANDS for space, who in owners.items()) for seat in range(self.n)]
        bonus = [10 if count and count == max(land) else 0 for count in land]
        scores = [a + b for a, b in zip(building, bonus, strict=True)]
        ranks = [(score, -left) for score, left in zip(scores, self.supply, strict=True)]
        over = self.phase == "over"
        return {
            "players": self.n, "phase": self.phase, "trick": self.trick, "to_act": [] if self.turn is None else [self.turn],
            "leader": self.leader, "reversed": self.low, "plays": [list(play) for play in self.plays], "winner": self.winner,
            "won": self.won, "picked": self.picked, "built": self.built,
            "lifted": None if self.lifted is None else text(self.lifted),
            "field": {text(space): self.field[space] for space in SPACES if space in self.field},
            "chips": {text(point): self.chips[point] for point in POINTS if point in self.chips},
            "supply": self.supply, "tricks_won": self.won_count,
            "hand_sizes": [len(hand) for hand in self.hands] + [0] * (self.n - len(self.hands)),
            "removed": self.removed, "undealt_count": 50 - 10 * len(self.hands),
            "owners": {text(space): who for space, who in owners.items()},
            "building_points": building, "land_cards": land, "land_bonus": bonus, "scores": scores, "over": over,
            "winners": [seat for seat, rank in enumerate(ranks) if over and rank == max(ranks)],
        }  # fmt: skip
