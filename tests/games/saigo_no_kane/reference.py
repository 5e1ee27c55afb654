"""A second Saigo no Kane, slow and plain, written from the clauses as one generator: for comparing, nothing else.

The flow of a whole game is a generator that yields whenever a line is due: `ask` holds the options by seat, or nothing
at a chance event. Only the printed data are shared with the game.
"""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import zashiki.games

DATA = tomllib.loads((Path(zashiki.games.__file__).parent / "saigo_no_kane" / "cards.toml").read_text(encoding="utf-8"))
TALENTS = ["drama", "science", "sports", "politics", "socialising", "art"]
TYPES = ["popularity", "yen", *TALENTS]
CLUBS = [club["key"] for club in DATA["club"]]
CANDIDATES = {entry["key"]: entry for entry in DATA["candidate"]}
STUDENTS = {entry["key"]: entry for entry in DATA["student"]}
ITEMS = {entry["key"]: entry for entry in DATA["item"]}
EVENTS = {entry["key"]: entry for entry in DATA["event"]}
POWERS = {entry["key"]: [power for power in entry["powers"] if power != "counter"] for entry in DATA["teacher"]}
COUNTERS = ["chamberlain", "ekichi"]

Flow = Generator[None, tuple[int, str], Any]


class Seat:
    def __init__(self) -> None:
        self.candidate: str | None = None
        self.active = True
        self.votes = self.popularity = self.yen = 0
        self.talents: Counter[str] = Counter()
        self.students: dict[str, bool] = {}
        self.items: list[str] = []
        self.cards: Counter[str] = Counter()

    def characters(self, club: str) -> int:
        own = [STUDENTS[student]["club"] for student in self.students]
        own += [CANDIDATES[self.candidate]["club"]] if self.candidate else []
        return own.count(club)

    def has(self, kind: str) -> int:
        return int(getattr(self, kind)) if kind in ("popularity", "yen") else self.talents[kind]

    def change(self, kind: str, amount: int) -> None:
        if kind in ("popularity", "yen"):
            setattr(self, kind, self.has(kind) + amount)
        else:
            self.talents[kind] += amount

    def discardable(self) -> list[str]:
        return [item for item in self.items if ITEMS[item]["kind"] in ("popularity", "yen", "talents")]


class Reference:
    def __init__(self, players: int, candidates: str = "random", first_game: bool = False) -> None:
        self.n, self.how, self.first_game = players, candidates, first_game
        self.seats = [Seat() for _ in range(players)]
        self.pet: int | None = None
        self.day, self.phase, self.node, self.passes = 0, "setup", None, 0
        self.pool = Counter(dict.fromkeys(TALENTS, 9 if players == 2 else 12))
        self.tracks: dict[str, list[str | None]] = {"student": [None] * 4, "item": [None] * 4}
        self.piles: dict[str, list[str]] = {
            "student": list(STUDENTS),
            "item": list(ITEMS),
            "card": [entry["key"] for entry in DATA["teacher"] for _ in range(5)],
            "blue": [key for key, event in EVENTS.items() if event["deck"] == "blue"],
            "orange": [key for key, event in EVENTS.items() if event["deck"] == "orange"],
        }
        self.discards: dict[str, list[str]] = {"student": [], "item": [], "card": [], "event": []}
        self.events: list[str | None] = [None] * (3 if players == 2 else 4)
        self.markers: dict[str, list[int]] = {}
        self.stack: list[list[Any]] = []
        self.current: str | None = None
        self.aside: list[str] = []
        self.ask: dict[int, list[str]] = {}
        self.chance: list[str] = []
        self.over = False
        self.flow = self._game()
        next(self.flow)

    def feed(self, line: str) -> None:
        who, _, text = line.partition(": ")
        if who == "*":
            assert text in self.chance, f"{text} not in {self.chance[:5]}…"
        else:
            assert text in self.ask[int(who)]
        try:
            self.flow.send((-1 if who == "*" else int(who), text))
        except StopIteration:
            self.ask, self.chance, self.node, self.phase, self.over = {}, [], None, "over", True

    # asking

    def _chance(self, possible: list[str]) -> Flow:
        self.ask, self.chance = {}, sorted(set(possible))
        _, text = yield
        return text

    def _decide(self, node: str, seat: int, options: list[str]) -> Flow:
        self.node, self.ask, self.chance = node, {seat: options}, []
        _, text = yield
        return text

    def _round(self, start: int | None = None) -> list[int]:
        first = (self.pet if start is None else start) or 0
        return [(first + i) % self.n for i in range(self.n)]

    # drawing

    def _draw(self, kind: str, prefix: str) -> Flow:
        if not self.piles[kind] and kind in self.discards:
            self.piles[kind], self.discards[kind] = self.discards[kind], []
        if not self.piles[kind]:
            return None
        text = yield from self._chance([f"{prefix} {key}" for key in self.piles[kind]])
        key = text.split()[-1]
        self.piles[kind].remove(key)
        return key

    def _refill(self, track: str) -> Flow:
        tiles = [tile for tile in self.tracks[track] if tile]
        self.tracks[track] = [None] * (4 - len(tiles)) + tiles
        for space in (3, 2, 1, 0):
            if self.tracks[track][space] is None:
                self.tracks[track][space] = yield from self._draw(track, track)

    def _draw_card(self, seat: int) -> Flow:
        card = yield from self._draw("card", f"card {seat}")
        if card:
            self.seats[seat].cards[card] += 1

    # the game

    def _game(self) -> Flow:
        yield from self._setup()
        for self.day in range(1, 6):
            yield from self._prep()
            yield from self._lobby()
            yield from self._compete()
            yield from self._cleanup()

    def _setup(self) -> Flow:
        text = yield from self._chance([f"pet {seat}" for seat in range(self.n)])
        self.pet = int(text.split()[1])
        free = list(CANDIDATES)
        if self.how == "choose":
            for seat in self._round():
                text = yield from self._decide("candidate", seat, [f"candidate {key}" for key in free])
                self.seats[seat].candidate = text.split()[1]
                free.remove(text.split()[1])
        else:
            for seat in range(self.n):
                text = yield from self._chance([f"candidate {seat} {key}" for key in free])
                self.seats[seat].candidate = text.split()[2]
                free.remove(text.split()[2])
        for seat in self.seats:
            seat.popularity = seat.yen = 5
            for talent in CANDIDATES[seat.candidate or ""]["talents"]:
                seat.talents[talent] += 1
                self.pool[talent] -= 1
        for seat_number in range(self.n):
            for _ in range(3):
                yield from self._draw_card(seat_number)
        space = 3
        while space >= 0:
            student = yield from self._draw("student", "student")
            if STUDENTS[student]["cost"] >= 6:
                self.aside.append(student)
            else:
                self.tracks["student"][space] = student
                space -= 1
        self.piles["student"] += self.aside
        self.aside = []
        yield from self._refill("item")

    def _prep(self) -> Flow:
        self.phase = "prep"
        last = self.day == 5 and not self.first_game
        if last:
            self.discards["event"] += [event for event in self.events if event]
            self.events = [None] * len(self.events)
        for space in range(len(self.events)):
            if self.events[space] is None:
                self.events[space] = yield from self._draw("orange" if last else "blue", "event")
        self.markers = {event: [] for event in self.events if event}
        for _ in range(2):
            for seat in self._round():
                open_events = [event for event in self.events if event and seat not in self.markers[event]]
                text = yield from self._decide("attend", seat, [f"attend {event}" for event in open_events])
                self.markers[text.split()[1]].append(seat)

    # lobby

    def _lobby(self) -> Flow:
        self.phase, self.passes = "lobby", 0
        seat = self.pet or 0
        while self.passes < self.n:
            while True:
                text = yield from self._decide("lobby", seat, self._lobby_options(seat))
                if not text.startswith("discard"):
                    break
                yield from self._discard_item(seat, text.split()[1])
            if text == "pass":
                self.passes += 1
            else:
                self.passes = 0
                yield from self._action(seat, text.split())
            seat = (seat + 1) % self.n

    def _lobby_options(self, seat: int) -> list[str]:
        s = self.seats[seat]
        found = [f"recruit {key}" for key in self._affordable(seat, "student")]
        found += [f"buy {key}" for key in self._affordable(seat, "item")]
        found += [f"{'dismiss' if marked else 'use'} {key}" for key, marked in s.students.items()]
        for card in s.cards:
            if s.cards[card]:
                found += [f"play {card} {power}" for power in POWERS[card] if self._targets(seat, power)]
        if s.active and self._swaps(seat):
            found.append("ability")
        return found + [f"discard {item}" for item in s.discardable()] + ["pass"]

    def _affordable(self, seat: int, track: str) -> list[str]:
        s = self.seats[seat]
        if track == "student":
            return [key for key in self.tracks[track] if key and STUDENTS[key]["cost"] <= s.popularity]
        return [key for key in self.tracks[track] if key and ITEMS[key]["price"] <= s.yen]

    def _swaps(self, seat: int) -> list[str]:
        own = [talent for talent in TALENTS if self.seats[seat].talents[talent]]
        return [f"swap {give} {get}" for give in own for get in TALENTS if give != get and self.pool[get]]

    def _action(self, seat: int, words: list[str]) -> Flow:
        s = self.seats[seat]
        if words[0] in ("recruit", "buy"):
            yield from self._acquire(seat, words)
        elif words[0] == "use":
            s.students[words[1]] = True
            yield from self._gain(seat, STUDENTS[words[1]]["talents"])
        elif words[0] == "dismiss":
            yield from self._dismiss(seat, words[1])
        elif words[0] == "ability":
            yield from self._ability(seat)
        else:
            yield from self._teacher(seat, words[1], words[2])

    def _acquire(self, seat: int, words: list[str]) -> Flow:
        s = self.seats[seat]
        track = "student" if words[0] == "recruit" else "item"
        if track == "student":
            s.popularity -= STUDENTS[words[1]]["cost"]
        else:
            s.yen -= ITEMS[words[1]]["price"]
        self.tracks[track][self.tracks[track].index(words[1])] = None
        self._receive(seat, track, words[1])
        yield from self._refill(track)

    def _receive(self, seat: int, track: str, key: str) -> None:
        s = self.seats[seat]
        if track == "student":
            s.students[key] = False
        else:
            s.items.append(key)
        s.votes += (STUDENTS if track == "student" else ITEMS)[key].get("votes_now", 0)

    def _gain(self, seat: int, talents: dict[str, int]) -> Flow:
        missing = 0
        for talent, number in talents.items():
            taken = min(number, self.pool[talent])
            self.pool[talent] -= taken
            self.seats[seat].talents[talent] += taken
            missing += number - taken
        while missing and self.pool.total():
            text = yield from self._decide("fill", seat, [f"take {talent}" for talent in TALENTS if self.pool[talent]])
            self.pool[text.split()[1]] -= 1
            self.seats[seat].talents[text.split()[1]] += 1
            missing -= 1

    def _dismiss(self, seat: int, student: str) -> Flow:
        del self.seats[seat].students[student]
        self.discards["student"].append(student)
        yield from self._gain(seat, STUDENTS[student]["talents"])

    def _discard_item(self, seat: int, item: str) -> Flow:
        s, entry = self.seats[seat], ITEMS[item]
        s.items.remove(item)
        self.discards["item"].append(item)
        if entry["kind"] == "talents":
            yield from self._gain(seat, entry["talents_with_two" if s.characters(entry["club"]) >= 2 else "talents"])
        else:
            s.change(entry["kind"], entry["levels"][min(2, s.characters(entry["club"]))])

    def _ability(self, seat: int) -> Flow:
        s = self.seats[seat]
        s.active = False
        for k in range(3):
            text = yield from self._decide("ability", seat, self._swaps(seat) + (["done"] if k else []))
            if text == "done":
                return
            _, give, get = text.split()
            s.talents[give] -= 1
            s.talents[get] += 1
            self.pool[give] += 1
            self.pool[get] -= 1

    # teachers

    def _targets(self, seat: int, power: str) -> list[str]:
        s, others = self.seats[seat], [k for k in range(self.n) if k != seat]
        if power in ("popularity", "yen"):
            return [str(k) for k in others if self.seats[k].has(power)]
        if power == "mark":
            return [student for k in others for student in self.seats[k].students]
        if power == "unmark":
            return [student for student, marked in s.students.items() if marked]
        if power in ("market", "school"):
            return [tile for tile in self.tracks["item" if power == "market" else "student"] if tile]
        return [tile for tile in (s.items if power == "item" else s.students) if self._gets(power, tile)]

    def _gets(self, power: str, own: str) -> list[str]:
        if power == "item":
            return [tile for tile in self.tracks["item"] if tile and ITEMS[tile]["price"] <= ITEMS[own]["price"]]
        return [tile for tile in self.tracks["student"] if tile and STUDENTS[tile]["cost"] <= STUDENTS[own]["cost"]]

    def _teacher(self, seat: int, card: str, power: str) -> Flow:
        self._spend_card(seat, card)
        entry: list[Any] = [seat, card, power, None, None]
        self.stack = [entry]
        text = yield from self._decide("target", seat, [f"target {x}" for x in self._targets(seat, power)])
        entry[3] = text.split()[1]
        if power in ("item", "student"):
            text = yield from self._decide("exchange", seat, [f"get {x}" for x in self._gets(power, entry[3])])
            entry[4] = text.split()[1]
        yield from self._windows()
        works = len(self.stack) % 2 == 1
        self.stack = []
        if works:
            yield from self._effect(seat, power, entry[3], entry[4])

    def _spend_card(self, seat: int, card: str) -> None:
        self.seats[seat].cards[card] -= 1
        self.discards["card"].append(card)

    def _windows(self) -> Flow:
        asked = True
        while asked:
            asked = False
            newest = self.stack[-1][0]
            for seat in self._round(newest + 1)[: self.n - 1]:
                cards = self.seats[seat].cards
                if not cards.total():
                    continue
                options = [f"counter {card}" for card in COUNTERS if cards[card]] + ["allow"]
                text = yield from self._decide("counter", seat, options)
                if text != "allow":
                    self._spend_card(seat, text.split()[1])
                    self.stack.append([seat, text.split()[1], "counter", None, None])
                    asked = True
                    break

    def _effect(self, seat: int, power: str, target: str, get: str | None) -> Flow:
        s = self.seats[seat]
        if power in ("popularity", "yen"):
            victim = self.seats[int(target)]
            victim.change(power, -min(2, victim.has(power)))
        elif power == "mark":
            owner = next(other for other in self.seats if target in other.students)
            if owner.students[target]:
                del owner.students[target]
                self.discards["student"].append(target)
            else:
                owner.students[target] = True
        elif power == "unmark":
            s.students[target] = False
        elif power in ("item", "student"):
            track = self.tracks[power]
            track[track.index(get)] = target
            if power == "item":
                s.items.remove(target)
            else:
                del s.students[target]
            self._receive(seat, power, get or "")
        else:
            track_name = "item" if power == "market" else "student"
            self.tracks[track_name][self.tracks[track_name].index(target)] = None
            self.discards[track_name].append(target)
            yield from self._refill(track_name)
            yield from self._bonus(seat, track_name)

    def _bonus(self, seat: int, track: str) -> Flow:
        verb = "buy" if track == "item" else "recruit"
        while True:
            options = [f"{verb} {key}" for key in self._affordable(seat, track)]
            options += [f"discard {item}" for item in self.seats[seat].discardable()]
            text = yield from self._decide("bonus", seat, [*options, "decline"])
            if text.startswith("discard"):
                yield from self._discard_item(seat, text.split()[1])
                continue
            if text != "decline":
                yield from self._acquire(seat, text.split())
            return

    # competition

    def _compete(self) -> Flow:
        self.phase = "compete"
        waiting = [event for event in self.events if event and self.markers[event]]
        while waiting:
            event = waiting[0]
            if len(waiting) > 1:
                text = yield from self._decide("start", self.pet or 0, [f"start {key}" for key in waiting])
                event = text.split()[1]
            waiting.remove(event)
            self.current = event
            yield from self._hold(event)
            self.current = None
        for seat in self._round():
            while self.seats[seat].discardable():
                options = [f"discard {item}" for item in self.seats[seat].discardable()]
                text = yield from self._decide("settle", seat, ["ready", *options])
                if text == "ready":
                    break
                yield from self._discard_item(seat, text.split()[1])
        self._additional_scoring()

    def _hold(self, event: str) -> Flow:
        entry = EVENTS[event]
        here = [seat for seat in self._round() if seat in self.markers[event]]
        if "auction" in entry:
            paid, best = yield from self._auction(entry["auction"], here)
        else:
            paid = {}
            for seat in here:
                types = yield from self._pay(seat, entry)
                if types:
                    paid[seat] = len(types)
            best = [seat for seat, types in paid.items() if types == len(entry["requires"])]
        for seat in here:
            if seat in paid:
                yield from self._reward(seat, entry, paid[seat], best)
        if paid:
            self.discards["event"].append(event)
            self.events[self.events.index(event)] = None
            del self.markers[event]
        else:
            self.markers[event] = []

    def _free_steps(self, seat: int, *, students: bool) -> list[str]:
        s = self.seats[seat]
        found = [f"discard {item}" for item in s.discardable()]
        return found + [f"dismiss {student}" for student, marked in s.students.items() if marked and students]

    def _take_free_step(self, seat: int, text: str) -> Flow:
        verb, key = text.split()
        if verb == "discard":
            yield from self._discard_item(seat, key)
        else:
            yield from self._dismiss(seat, key)

    def _pay(self, seat: int, entry: dict[str, Any]) -> Flow:
        need = {kind: entry["requires"][kind] for kind in TYPES if kind in entry["requires"]}
        while True:
            can = [kind for kind in need if self.seats[seat].has(kind) >= need[kind]]
            sets = [c for k in range(1, len(can) + 1) for c in itertools.combinations(can, k)]
            if entry["deck"] == "orange":
                sets = [c for c in sets if len(c) == len(need)]
            options = [f"pay {' '.join(c)}" for c in sets] + ["forfeit", *self._free_steps(seat, students=True)]
            text = yield from self._decide("pay", seat, options)
            if text == "forfeit":
                return []
            if text.startswith("pay"):
                for kind in text.split()[1:]:
                    self.seats[seat].change(kind, -need[kind])
                    if kind in TALENTS:
                        self.pool[kind] += need[kind]
                return text.split()[1:]
            yield from self._take_free_step(seat, text)

    def _auction(self, kind: str, here: list[int]) -> Flow:
        for seat in here:
            while self._free_steps(seat, students=True):
                text = yield from self._decide("prepare", seat, ["ready", *self._free_steps(seat, students=True)])
                if text == "ready":
                    break
                yield from self._take_free_step(seat, text)
        bids: dict[int, int] = {}
        while len(bids) < len(here):
            self.node, self.chance = "bid", []
            self.ask = {s: [f"bid {k}" for k in range(self.seats[s].has(kind) + 1)] for s in here if s not in bids}
            seat, text = yield
            bids[seat] = int(text.split()[1])
        for seat, amount in bids.items():
            self.seats[seat].change(kind, -amount)
            if kind in TALENTS:
                self.pool[kind] += amount
        most = max(bids.values())
        return {seat: 1 for seat, amount in bids.items() if amount}, [s for s, a in bids.items() if a == most and a]

    def _reward(self, seat: int, entry: dict[str, Any], types: int, best: list[int]) -> Flow:
        s, rewards = self.seats[seat], entry.get("rewards", {})
        elements = [kind for kind in ("popularity", "yen", "cards") if kind in rewards]
        if seat in best:
            s.votes += entry["votes"] // len(best)
        elif types < len(elements):
            chosen: list[str] = []
            while len(chosen) < types:
                options = [f"reward {kind}" for kind in elements if kind not in chosen]
                text = yield from self._decide("reward", seat, options)
                chosen.append(text.split()[1])
            elements = [kind for kind in elements if kind in chosen]
        for kind in elements:
            if kind != "cards":
                s.change(kind, rewards[kind])
        if "cards" in elements:
            for _ in range(rewards["cards"]):
                yield from self._draw_card(seat)

    def _additional_scoring(self) -> None:
        rows = [[len(s.items) for s in self.seats], [len(s.students) for s in self.seats]]
        rows.append([s.talents.total() for s in self.seats])
        if self.day <= 4:
            rows += [[s.popularity for s in self.seats], [s.yen for s in self.seats]]
        else:
            rows += [[s.characters(club) for s in self.seats] for club in CLUBS]
        for row in rows:
            if row.count(max(row)) == 1:
                self.seats[row.index(max(row))].votes += 1

    # clean-up

    def _cleanup(self) -> Flow:
        self.phase = "cleanup"
        if self.day < 5:
            for seat in self._round():
                yield from self._limits(seat)
            for s in self.seats:
                s.active = True
        for s in self.seats:
            self._produce(s)
        if self.day < 5:
            for track in ("student", "item"):
                if self.tracks[track][3]:
                    self.discards[track].append(self.tracks[track][3] or "")
                    self.tracks[track][3] = None
                yield from self._refill(track)
            fewest = min(s.votes for s in self.seats)
            self.pet = next(seat for seat in self._round((self.pet or 0) + 1) if self.seats[seat].votes == fewest)

    def _limits(self, seat: int) -> Flow:
        s = self.seats[seat]
        while s.talents.total() > 4:
            text = yield from self._decide("return", seat, [f"return {talent}" for talent in TALENTS if s.talents[talent]])
            s.talents[text.split()[1]] -= 1
            self.pool[text.split()[1]] += 1
        while s.cards.total() > 5:
            text = yield from self._decide("drop", seat, [f"drop {card}" for card in POWERS if s.cards[card]])
            self._spend_card(seat, text.split()[1])

    def _produce(self, s: Seat) -> None:
        s.popularity += 1
        s.yen += 1
        for student in s.students:
            produces = STUDENTS[student].get("produces", {})
            s.popularity += produces.get("popularity", 0)
            s.yen += produces.get("yen", 0)
            s.votes += STUDENTS[student].get("votes_cleanup", 0)
        for item in s.items:
            entry = ITEMS[item]
            if entry["kind"] in ("popularity", "yen"):
                s.change(entry["kind"], entry["levels"][min(2, s.characters(entry["club"]))])
            elif entry["kind"] == "cleanup" and s.characters(entry["club"]) >= 3:
                s.votes += 1

    # what others see

    def winners(self) -> list[int]:
        def key(s: Seat) -> tuple[int, ...]:
            return s.votes, sum(STUDENTS[k]["cost"] for k in s.students), -len(s.students), s.popularity + s.yen

        return [seat for seat, s in enumerate(self.seats) if key(s) == max(key(other) for other in self.seats)]

    def summary(self) -> dict[str, Any]:
        return {
            "day": self.day, "phase": self.phase, "node": self.node, "over": self.over, "pet": self.pet,
            "to_act": sorted(self.ask), "passes": self.passes,
            "seats": [
                {
                    "candidate": s.candidate, "active": s.active, "votes": s.votes, "popularity": s.popularity, "yen": s.yen,
                    "talents": {talent: s.talents[talent] for talent in TALENTS}, "students": s.students,
                    "items": sorted(s.items), "cards": s.cards.total(),
                }
                for s in self.seats
            ],
            "school": [tile for tile in self.tracks["student"] if tile],
            "market": [tile for tile in self.tracks["item"] if tile],
            "events": self.events, "markers": {event: sorted(who) for event, who in self.markers.items()},
            "pool": {talent: self.pool[talent] for talent in TALENTS}, "stack": self.stack, "current": self.current,
            "aside": sorted(self.aside), "piles": {kind: len(pile) for kind, pile in self.piles.items()},
            "discards": {kind: len(pile) for kind, pile in self.discards.items()},
        }  # fmt: skip
