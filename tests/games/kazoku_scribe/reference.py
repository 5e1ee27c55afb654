"""A second Kazoku Scribe, slow and plain, written from the clauses with sets and generators: for comparing, nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from typing import Any

ACTIONS = ["w1", "w2", "w3", "w4", "w5", "tailoring", "bridges"]
WAR = ACTIONS[:5]
MODES = ["plain", "shield", "double"]
KINDS = ["fever", "root-rot", "blight", "deserter"]
NEEDS = {
    "w1": "hhtw", "w2": "httw", "w3": "hhhtw", "w4": "htttw", "w5": "hhttg", "tailoring": "hhtt", "bridges": "ttww",
}  # fmt: skip
ELEMENT = {"house": "h", "tree": "t", "tower": "w", "gate": "g"}
TREASURES = {"c": "coin", "j": "jade", "k": "silk"}
ROWS, COLUMNS = 8, 9

Cell = tuple[int, int]
Flow = Generator[None, tuple[int, str], Any]


def name(cell: Cell) -> str:
    return f"{'abcdefghijkl'[cell[0]]}{cell[1] + 1}"


def cell_of(text: str) -> Cell:
    return "abcdefghijkl".index(text[0]), int(text[1:]) - 1


def hexes(cell: Cell) -> list[Cell]:
    r, c = cell
    shift = 0 if r % 2 else -1
    near = [(r, c - 1), (r, c + 1), *((r + d, c + shift + e) for d in (-1, 1) for e in (0, 1))]
    return [(a, b) for a, b in near if 0 <= a < ROWS and 0 <= b < COLUMNS]


def squares(cell: Cell) -> list[Cell]:
    r, c = cell
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def connected(cells: set[Cell]) -> bool:
    todo, seen = list(cells)[:1], set(list(cells)[:1])
    while todo:
        for near in squares(todo.pop()):
            if near in cells and near not in seen:
                seen.add(near)
                todo.append(near)
    return len(seen) == len(cells)


def hole(cells: set[Cell]) -> set[Cell]:
    """The cells outside that cannot reach the edge of the map."""
    outside = {(r, c) for r in range(ROWS) for c in range(COLUMNS)} - cells
    todo = [cell for cell in outside if cell[0] in (0, ROWS - 1) or cell[1] in (0, COLUMNS - 1)]
    reached = set(todo)
    while todo:
        for near in hexes(todo.pop()):
            if near in outside and near not in reached:
                reached.add(near)
                todo.append(near)
    return outside - reached


class Page:
    """One village page."""

    def __init__(self, village: list[str], creek: list[int], pieces: list[dict[int, tuple[Cell, str]]]) -> None:
        self.map = {(r, c): village[r][c] for r in range(ROWS) for c in range(COLUMNS)}
        self.west = {cell for cell in self.map if cell[1] < creek[cell[0]]}
        self.bridges: set[tuple[Cell, Cell]] = set()
        self.fenced: set[Cell] = set()
        self.sick: set[Cell] = set()
        self.estates = 0
        self.needs = {action: Counter(need) for action, need in NEEDS.items()}
        self.arrows: Counter[str] = Counter()
        self.pieces = {war: dict(piece) for war, piece in zip(WAR, pieces, strict=True)}
        self.wards: set[tuple[str, int]] = set()

    def intact(self) -> set[Cell]:
        return set(self.map) - self.fenced - self.sick

    def links(self, cell: Cell) -> list[Cell]:
        return [
            near
            for near in hexes(cell)
            if (near in self.west) == (cell in self.west) or (min(cell, near), max(cell, near)) in self.bridges
        ]

    def requirement(self, action: str, mode: str) -> Counter[str]:
        need = Counter({kind: n * (2 if mode == "double" else 1) for kind, n in self.needs[action].items()})
        if mode != "plain":
            need["s" if mode == "shield" else "d"] += 1
        return +need

    def can_finish(self, estate: frozenset[Cell], need: Counter[str], allowed: set[Cell]) -> bool:
        """Whether some complete estate holds this one, growing only into allowed cells."""
        if not need:
            return not hole(set(estate))
        steps, ring, near = need.total(), set(estate), set(estate)
        for _ in range(steps):
            ring = {n for cell in ring for n in self.links(cell) if n in allowed and need[self.map[n]] and n not in near}
            near |= ring
        supply = Counter(self.map[cell] for cell in near - estate)
        if any(supply[kind] < n for kind, n in need.items()):
            return False
        allowed = set(allowed)
        for cell in sorted({n for e in estate for n in self.links(e) if n in allowed and need[self.map[n]]} - estate):
            if self.can_finish(estate | {cell}, +(need - Counter(self.map[cell])), allowed - {cell}):
                return True
            allowed.discard(cell)
        return False

    def next_cells(self, estate: set[Cell], action: str, mode: str) -> list[Cell]:
        need = self.requirement(action, mode) - Counter(self.map[cell] for cell in estate)
        intact = self.intact() - estate
        start = {n for cell in estate for n in self.links(cell)} if estate else intact
        options = sorted(cell for cell in start & intact if need[self.map[cell]])
        return [
            cell
            for cell in options
            if self.can_finish(frozenset(estate | {cell}), +(need - Counter(self.map[cell])), intact - {cell})
        ]

    def fits(self, action: str, mode: str) -> bool:
        need = self.requirement(action, mode)
        allowed = self.intact()
        for cell in sorted(allowed):
            if need[self.map[cell]]:
                if self.can_finish(frozenset({cell}), +(need - Counter(self.map[cell])), allowed - {cell}):
                    return True
                allowed.discard(cell)
        return False

    def bridge_options(self) -> list[str]:
        intact = self.intact()
        pairs = {(min(a, b), max(a, b)) for a in intact for b in hexes(a) if b in intact and (a in self.west) != (b in self.west)}
        return [f"bridge {name(a)}-{name(b)}" for a, b in sorted(pairs - self.bridges)]

    def removable(self, war: str, icon: str = "sap") -> list[int]:
        piece = self.pieces[war]
        return [
            n
            for n in sorted(piece)
            if piece[n][1] in icon and len(piece) > 1 and connected({cell for m, (cell, _) in piece.items() if m != n})
        ]

    def cut_options(self) -> list[str]:
        found = [
            f"cut req {action} {element}"
            for action in ACTIONS
            for element, letter in ELEMENT.items()
            if self.needs[action][letter] and self.needs[action].total() >= 2
        ]
        return found + [f"cut piece {war} {n}" for war in WAR for n in self.removable(war)]

    def cut(self, words: list[str]) -> None:
        if words[0] == "req":
            self.needs[words[1]][ELEMENT[words[2]]] -= 1
        elif words[0] == "piece":
            del self.pieces[words[1]][int(words[2])]

    def boxes(self, first_round: int) -> list[str]:
        return [f"ward {kind} {r}" for kind in KINDS for r in range(first_round, 5) if (kind, r) not in self.wards]

    def bridge(self, text: str) -> None:
        a, b = text.split()[1].split("-")
        self.bridges.add((cell_of(a), cell_of(b)))

    def numbers(self) -> dict[str, int]:
        return {
            "fenced": len(self.fenced), "sick": len(self.sick), "intact": len(self.intact()), "estates": self.estates,
            "bridges": len(self.bridges), "wards": len(self.wards), "arrows": self.arrows.total(),
            "requirement_icons": sum(need.total() for need in self.needs.values()),
            "piece_squares": sum(len(piece) for piece in self.pieces.values()),
        }  # fmt: skip

    def components(self, cells: set[Cell]) -> list[set[Cell]]:
        left, found = set(cells), []
        while left:
            todo = [left.pop()]
            part = set(todo)
            while todo:
                for near in self.links(todo.pop()):
                    if near in left:
                        left.discard(near)
                        part.add(near)
                        todo.append(near)
            found.append(part)
        return found

    def beauty(self) -> int:
        basic = {cell for cell in self.intact() if self.map[cell] in "htwg"}
        queue = {frozenset(part) for part in self.components(basic)}
        for x in self.intact() - basic:
            queue |= {frozenset(part) for part in self.components(basic | {x}) if x in part}
        while queue:
            largest = max(queue, key=len)
            queue.discard(largest)
            inside = hole(set(largest))
            if not inside:
                return len(largest)
            group, todo = {min(inside)}, [min(inside)]
            while todo:
                for near in hexes(todo.pop()):
                    if near in inside and near not in group:
                        group.add(near)
                        todo.append(near)
            for cell in {n for h in group for n in hexes(h)} & largest:
                queue |= {frozenset(part) for part in self.components(set(largest) - {cell})}
        return 0


def read_piece(text: str) -> dict[int, tuple[Cell, str]]:
    cells = [((r, c), icon) for r, row in enumerate(text.split("/")) for c, icon in enumerate(row) if icon != "."]
    return dict(enumerate(cells, 1))


def turns(cells: Iterable[tuple[Cell, str]]) -> set[frozenset[tuple[Cell, str]]]:
    """A piece in all its rotations and mirror images, moved to the corner."""
    found, shape = set(), list(cells)
    for _ in range(2):
        for _ in range(4):
            shape = [((c, -r), icon) for (r, c), icon in shape]
            top, left = min(r for (r, _), _ in shape), min(c for (_, c), _ in shape)
            found.add(frozenset(((r - top, c - left), icon) for (r, c), icon in shape))
        shape = [((r, -c), icon) for (r, c), icon in shape]
    return found


class Reference:
    def __init__(self, players: int, *, different: bool = False, beginner: bool = False) -> None:
        self.n, self.different, self.beginner = players, different, beginner
        self.phase, self.round = "setup", 0
        self.pages: list[Page | None] = [None] * players
        self.snapshot: list[dict[str, int]] | None = None
        self.battle: dict[Cell, str] = {}
        self.dungeon: dict[Cell, str] = {}
        self.covered: set[Cell] = set()
        self.crossed: set[Cell] = set()
        self.lanes = {treasure: [0, 0] for treasure in TREASURES.values()}
        self.length = 9 if players == 2 else 17
        self.ask: dict[int, list[str]] = {}
        self.won: list[int] = []
        self.flow = self._game()
        next(self.flow)

    def feed(self, line: str) -> None:
        who, _, text = line.partition(": ")
        assert (who == "*") == (not self.ask)
        assert who == "*" or text in self.ask[int(who)], f"{line} not in {self.ask}"
        try:
            self.flow.send((-1 if who == "*" else int(who), text))
        except StopIteration:
            self.ask, self.phase = {}, "over"

    def page(self, seat: int) -> Page:
        page = self.pages[seat]
        assert page is not None
        return page

    def _decide(self, seat: int, options: list[str]) -> Flow:
        self.ask = {seat: options}
        _, text = yield
        return text

    # set-up

    def _game(self) -> Flow:
        _, text = yield
        start = int(text.split()[1])
        _, text = yield
        self.battle = {(r, c): icon for r, row in enumerate(text.split()[1:]) for c, icon in enumerate(row)}
        _, text = yield
        self.dungeon = {(r, c): icon for r, row in enumerate(text.split()[1:]) for c, icon in enumerate(row)}
        for which in range(self.n if self.different else 1):
            _, village = yield
            _, knowledge = yield
            words = village.split()
            for seat in [which] if self.different else range(self.n):
                self.pages[seat] = Page(words[2:10], [int(w) for w in words[11:]], [read_piece(w) for w in knowledge.split()[2:]])
        yield from self._enter((start - 1) % self.n)
        for self.round in (1, 2, 3, 4):
            over = yield from self._play_round((start + self.round - 1) % self.n)
            if over:
                return
        self._judge()

    def _enter(self, seat: int) -> Flow:
        self.phase, self.round = "entry", 1
        empty = [cell for cell, icon in self.dungeon.items() if icon == "o"]
        if self.beginner:
            empty = [cell for cell in empty if not any(self.dungeon.get(near, "") in TREASURES for near in squares(cell))]
        text = yield from self._decide(seat, [f"enter {name(cell)}" for cell in empty])
        self.crossed.add(cell_of(text.split()[1]))

    # a round

    def _play_round(self, start: int) -> Flow:
        self.phase, self.snapshot = "plan", [self.page(seat).numbers() for seat in range(self.n)]
        hands: list[list[str]] = [[] for _ in range(self.n)]
        yield from self._together({seat: self._plan(seat, hands[seat]) for seat in range(self.n)})
        self.snapshot, self.phase = None, "challenge"
        chosen: dict[int, str] = {}
        yield from self._together({seat: self._choose_challenge(seat, chosen) for seat in range(self.n)})
        for seat, text in chosen.items():
            self._resolve(self.target(seat), text.split()[1:])
        self.phase = "submit"
        for _ in range(2):
            for i in range(self.n):
                seat = (start + i) % self.n
                if hands[seat]:
                    over = yield from self._submit(seat, hands[seat])
                    if over:
                        return True
        return False

    def _together(self, flows: dict[int, Flow]) -> Flow:
        """Several seats at once: each flow keeps its own question in `questions`."""
        questions: dict[int, list[str]] = {}
        for seat, flow in list(flows.items()):
            self._advance(flows, questions, seat, flow, None)
        while questions:
            self.ask = questions
            seat, text = yield
            self._advance(flows, questions, seat, flows[seat], (seat, text))

    def _advance(self, flows: dict[int, Flow], questions: dict[int, list[str]], seat: int, flow: Flow, answer: Any) -> None:
        try:
            if answer is None:
                next(flow)
            else:
                flow.send(answer)
            questions[seat] = self.ask[seat]
        except StopIteration:
            questions.pop(seat, None)
        self.ask = {}

    def _plan(self, seat: int, pieces: list[str]) -> Flow:
        page, shields, planned = self.page(seat), 0, []
        for _ in range(2):
            options = [
                f"plan {action} {mode}"
                for action in ACTIONS
                if action not in planned and page.arrows[action] < 2
                for mode in MODES
                if not (action in WAR and len(pieces) + (2 if mode == "double" else 1) > 2) and page.fits(action, mode)
            ]
            text = yield from self._decide(seat, options or ["plan none"])
            if text == "plan none":
                break
            _, action, mode = text.split()
            planned.append(action)
            estate: set[Cell] = set()
            size = page.requirement(action, mode).total()
            while len(estate) < size:
                cells = page.next_cells(estate, action, mode)
                text = yield from self._decide(seat, [f"fence {name(cell)}" for cell in cells])
                estate.add(cell_of(text.split()[1]))
            page.fenced |= estate
            page.estates += 1
            page.arrows[action] += 1
            times = 2 if mode == "double" else 1
            shields += (mode == "shield") + (0 if action in WAR else 2 * times)
            if action in WAR:
                pieces += [action] * times
            else:
                yield from self._special(seat, action, 2 * times)
        while shields and page.boxes(self.round):
            text = yield from self._decide(seat, page.boxes(self.round))
            page.wards.add((text.split()[1], int(text.split()[2])))
            shields -= 1

    def _special(self, seat: int, action: str, times: int) -> Flow:
        page = self.page(seat)
        for _ in range(times):
            options = page.bridge_options() if action == "bridges" else [*page.cut_options(), "cut none"]
            if not options:
                return
            text = yield from self._decide(seat, options)
            if action == "bridges":
                page.bridge(text)
            else:
                page.cut(text.split()[1:])

    # challenges

    def target(self, seat: int) -> int:
        return (seat + (-1 if self.round % 2 else 1)) % self.n

    def _choose_challenge(self, seat: int, chosen: dict[int, str]) -> Flow:
        page, options = self.page(self.target(seat)), []
        for kind in KINDS:
            if (kind, self.round) in page.wards:
                continue
            if kind in ("fever", "root-rot"):
                letter = "h" if kind == "fever" else "t"
                well = {cell for cell in page.intact() if page.map[cell] == letter}
                sick = {cell for cell in page.sick if page.map[cell] == letter}
                if any(near in sick for cell in well for near in hexes(cell)):
                    options.append(f"challenge {kind} spread")
                pairs = {(min(a, b), max(a, b)) for a in well for b in hexes(a) if b in well}
                options += [f"challenge {kind} pair {name(a)} {name(b)}" for a, b in sorted(pairs)]
            else:
                icon = "p" if kind == "blight" else "s"
                options += [f"challenge {kind} {war} {n}" for war in WAR for n in page.removable(war, icon)]
        chosen[seat] = yield from self._decide(seat, options or ["challenge none"])

    def _resolve(self, seat: int, words: list[str]) -> None:
        page = self.page(seat)
        if words[0] in ("blight", "deserter"):
            del page.pieces[words[1]][int(words[2])]
        elif words[0] != "none" and words[1] == "pair":
            page.sick |= {cell_of(words[2]), cell_of(words[3])}
        elif words[0] != "none":
            letter = "h" if words[0] == "fever" else "t"
            sick = {cell for cell in page.sick if page.map[cell] == letter}
            page.sick |= {n for cell in sick for n in hexes(cell) if page.map[n] == letter and n in page.intact()}

    # submission

    def placements(self, piece: dict[int, tuple[Cell, str]]) -> list[list[Cell]]:
        found = set()
        for shape in turns(piece.values()):
            for r, c in self.battle:
                cells = {(r + a, c + b): icon for (a, b), icon in shape}
                if all(self.battle.get(cell) == icon and cell not in self.covered for cell, icon in cells.items()):
                    found.add(tuple(sorted(cells)))
        return [list(cells) for cells in sorted(found)]

    def _submit(self, seat: int, hand: list[str]) -> Flow:
        page, options = self.page(seat), []
        for war in sorted(set(hand)):
            places = self.placements(page.pieces[war])
            options += [f"place {war} {' '.join(name(cell) for cell in cells)}" for cells in places]
            if not places:
                options.append(f"unmatched {war}")
        text = yield from self._decide(seat, options)
        verb, war, *cells = text.split()
        hand.remove(war)
        self.covered |= {cell_of(cell) for cell in cells}
        icons = Counter(icon for _, icon in page.pieces[war].values())
        for _ in range(len(cells) if verb == "place" else 1):
            reachable = [
                cell
                for cell, icon in self.dungeon.items()
                if cell not in self.crossed
                and any(near in self.crossed for near in squares(cell))
                and (icon not in "sap" or icons[icon])
            ]
            if not reachable:
                break
            text = yield from self._decide(seat, [f"explore {name(cell)}" for cell in reachable])
            over = yield from self._explore(seat, cell_of(text.split()[1]), icons)
            if over:
                return True
        return False

    def _explore(self, seat: int, cell: Cell, icons: Counter[str]) -> Flow:
        page, icon, team = self.page(seat), self.dungeon[cell], seat % 2
        self.crossed.add(cell)
        if icon in "sap":
            icons[icon] -= 1
        elif icon in TREASURES:
            self.lanes[TREASURES[icon]][team] += 1
            if sum(owner == team for owner in self.owners().values()) == 2:
                self.won = [s for s in range(self.n) if s % 2 == team]
                return True
        elif icon == "b" and page.bridge_options():
            text = yield from self._decide(seat, [*page.bridge_options(), "bridge none"])
            if text != "bridge none":
                page.bridge(text)
        elif icon == "h" and page.boxes(self.round + 1):
            text = yield from self._decide(seat, [*page.boxes(self.round + 1), "ward none"])
            if text != "ward none":
                page.wards.add((text.split()[1], int(text.split()[2])))
        elif icon == "t" and page.cut_options():
            text = yield from self._decide(seat, page.cut_options())
            page.cut(text.split()[1:])
        return False

    # the end

    def owners(self) -> dict[str, int | None]:
        half = (self.length + 1) // 2
        return {t: 0 if counts[0] >= half else 1 if counts[1] >= half else None for t, counts in self.lanes.items()}

    def points(self) -> list[int]:
        owners = self.owners()
        return [
            sum(
                2 if owners[t] == team else int(owners[t] is None and counts[team] > counts[1 - team])
                for t, counts in self.lanes.items()
            )
            for team in (0, 1)
        ]

    def _judge(self) -> None:
        key = [(p,) for p in self.points()]
        if key[0] == key[1]:
            key = [(max(self.page(s).beauty() for s in range(self.n) if s % 2 == team),) for team in (0, 1)]
        self.won = [seat for seat in range(self.n) if key[seat % 2] == max(key)]

    def summary(self) -> dict[str, Any]:
        seats = self.snapshot or [page.numbers() for page in self.pages if page is not None]
        return {
            "phase": self.phase, "round": self.round, "to_act": sorted(self.ask), "covered": len(self.covered),
            "crossed": len(self.crossed), "lanes": self.lanes, "owners": self.owners(),
            "scores": [self.points()[seat % 2] for seat in range(self.n)], "winners": self.won if self.phase == "over" else [],
            "seats": seats,
        }  # fmt: skip
