"""The table of Kazoku Scribe as text with rich markup: a legend, the other pages in brief, the Shogun page, the page in front."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import zip_longest
from unicodedata import east_asian_width

from zashiki.core.rooms import Seat
from zashiki.core.words import listed, seat_mark
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import cell_name
from zashiki.games.kazoku_scribe.eyes.view import Page, Piece, Plan, View
from zashiki.games.kazoku_scribe.screen.accounts import round_of
from zashiki.games.kazoku_scribe.screen.board import front_page
from zashiki.games.kazoku_scribe.words.catalogue import WORDS, counted

# A sign for everything printed, in the order of cards.toml: the same on every grid, and none for two things.
# Records keep their letters.
ELEMENT_SIGNS = dict(zip(cards.ELEMENT_LETTERS, "HTWG+»", strict=True))
ICON_SIGNS = dict(zip(cards.ICON_LETTERS, "sapCJK·=+%", strict=True))
_STYLE = {
    "H": "yellow", "T": "green", "W": "white", "G": "bold red", "+": "cyan", "»": "bold magenta",
    "s": "red", "a": "blue", "p": "yellow", "C": "bold yellow", "J": "bold green", "K": "bold magenta",
    "·": "dim", "=": "cyan", "%": "cyan",
}  # fmt: skip
_TEAM = ("[cyan]A[/]", "[bright_red]B[/]")
_GAP = "   "


def draw_text(v: View) -> str:
    """What all signs mean, the other villages, the Shogun page and the page in front with its knowledge block.

    What is asked about comes last, next to the question: on a low screen the rest is scrolled away.
    """
    front, page, shogun = front_page(v), list[str](), list[str]()
    if v.battle:
        plan = [*_grid(v.battle, partial(_battle_cell, v)), *(_lane(v, treasure) for treasure in cards.TREASURE_IDS)]
        shogun += _beside(plan, 3 + 3 * len(v.battle[0]), _grid(v.dungeon, partial(_dungeon_cell, v)))
    if v.steps:
        troops = listed(counted(WORDS(f"icon_{name}"), number) for name, number in v.troops.items())
        shogun.append(WORDS("text_steps", steps=v.steps, troops=troops or WORDS("text_none")))
    if v.pages:
        page += [_seat(v, front), *_page(v.pages[front], v.plans.get(front))]
    lines = [*_legend(), *([_head(v)] if v.start is not None else [])]
    if len(v.pages) > 1:  # different villages are printed one after another
        lines += _in_brief(v, [seat for seat in range(len(v.pages)) if seat != front])
    return "\n".join([*lines, *(shogun + page if v.phase in ("plan", "challenge") else page + shogun)])


def _head(v: View) -> str:
    assert v.start is not None
    start = (v.start + max(v.round, 1) - 1) % v.players
    return WORDS("text_head", round=v.round, phase=WORDS(f"phase_{v.phase}"), seat=seat_mark(start), team=_TEAM[start % 2])


def _short_name(key: str) -> str:
    """An action or a challenge by its word in notation, or by its name where the language is not that of the notation."""
    return WORDS.name(f"name_{key}", key)


def _padded(words: str, width: int) -> str:
    """Words with room after them; Japanese characters are two columns wide."""
    return words + " " * (width - sum(2 if east_asian_width(letter) in "WF" else 1 for letter in words))


def _styled(sign: str) -> str:
    return f"[{_STYLE[sign]}]{sign}[/]"


def _grid(rows: tuple[str, ...], draw: Callable[[str, str], str]) -> list[str]:
    """A grid with its coordinates; `draw` makes three characters of a cell and its letter."""
    if not rows:
        return []
    lines = ["   " + "".join(f"{column:>2} " for column in range(1, len(rows[0]) + 1))]
    for r, row in enumerate(rows):
        lines.append(f"{cell_name(r, 0)[0]}  " + "".join(draw(cell_name(r, c), letter) for c, letter in enumerate(row)))
    return lines


def _battle_cell(v: View, cell: str, letter: str) -> str:
    label = v.labels.get(cell)
    return f"[dim]{label:>2}[/] " if label else f" {_styled(ICON_SIGNS[letter])} "


def _dungeon_cell(v: View, cell: str, letter: str) -> str:
    mark = "[bold]X[/]" if cell in v.crossed else _styled(ICON_SIGNS[letter])
    return f"\\[{mark}]" if letter in "sap" else f"({mark})"


def _lane(v: View, treasure: str) -> str:
    """A lane, as wide as the battle plan above it: own crosses from the left, those of B from the right."""
    own, theirs = v.lanes[treasure]
    signs = ["◎" if k == v.lane_length // 2 else "·" for k in range(v.lane_length)]
    signs = ["X"] * own + signs[own : v.lane_length - theirs] + ["X"] * theirs
    owner = v.owners[treasure]
    words = WORDS(f"icon_{treasure}") if owner is None else WORDS("text_owned", team="AB"[owner])
    width = 3 * len(v.battle[0]) - v.lane_length - 3
    return f"   {_TEAM[0]}{''.join(signs)}{_TEAM[1]} {_padded(words, width)}"


def _beside(left: Sequence[str], width: int, right: Sequence[str]) -> list[str]:
    """Two blocks next to each other; every line of the left one is `width` wide."""
    room = [" " * width] * (len(right) - len(left))
    return [f"{one}{_GAP}{two}" for one, two in zip_longest([*left, *room], right, fillvalue="")]


def _seat(v: View, seat: Seat) -> str:
    turn = "[bold red]▶[/]" if seat in v.to_act else " "
    side = WORDS("side", team=_TEAM[seat % 2]) if v.players > cards.TEAMS else _TEAM[seat % 2]
    points = WORDS("text_points", seat=seat_mark(seat), side=side, count=v.scores[seat])
    more = [f"[dim]{WORDS('text_ready')}[/]"] if v.ready[seat] else []
    more += [f"[bold yellow]{WORDS('text_winner')}[/]"] if seat in v.winners else []
    return "  ".join([f"{turn} {points}", *more])


# The page in front: a letter and a mark for each cell, the knowledge and challenge blocks beside it


def _page(page: Page, plan: Plan | None) -> list[str]:
    village = ["    " + "".join(f"{column:<4}" for column in range(1, 10)) + "  "]
    for r, row in enumerate(page.rows):
        cells = "".join(
            _cell(page, plan, cell_name(r, c), ELEMENT_SIGNS[letter]) + ("[blue]┃[/]" if c + 1 == page.creek[r] else " ")
            for c, letter in enumerate(row)
        )
        village.append(f"  {cell_name(r, 0)[0]} " + (f"  {cells}" if r % 2 else f"{cells}  "))
    blocks = [*(_deed(page, k) for k in range(len(cards.ACTION_IDS))), *(_boxes(page, kind) for kind in cards.CHALLENGE_IDS)]
    lines = _beside(village, 42, blocks)
    if page.bridges:
        lines.append(f"  {WORDS('text_bridges')} {' '.join(page.bridges)}")
    return lines + (_plan(plan) if plan is not None else [])


def _cell(page: Page, plan: Plan | None, name: str, sign: str) -> str:
    if name in page.estates:
        return f"[dim]{sign}[/]{round_of(page.estates[name])} "
    if name in page.sick:
        return f"[dim]{sign}~[/] "
    if plan is not None and name in plan.draft:
        return f"[bold]{sign}*[/] "
    return f"{_styled(sign)}  "


def _deed(page: Page, k: int) -> str:
    name = cards.ACTION_IDS[k]
    letters = (cards.ELEMENT_LETTERS[cards.ELEMENT_IDS.index(element)] * n for element, n in page.required[name].items())
    needs = "".join(ELEMENT_SIGNS[letter] for letter in "".join(letters))
    arrows = "".join(f"\\[{page.arrows[name][i] if i < len(page.arrows[name]) else ' '}]" for i in range(cards.ARROWS))
    squares = _squares(page.pieces[name]) if name in page.pieces else ""
    return f"{_padded(_short_name(name), 10)}{needs:<6} {arrows}  {squares}".rstrip()


def _squares(piece: Piece) -> str:
    """A war piece, row by row; squares that are gone are crossed out."""
    rows, number = [], 0
    for row in piece.rows:
        signs = ""
        for letter in row:
            number += letter != "."
            signs += letter if letter == "." or number in piece.left else "x"
        rows.append(signs)
    return " / ".join(rows)


def _boxes(page: Page, kind: str) -> str:
    boxes = " ".join("X" if f"{kind} {r}" in page.wards else str(r) for r in range(1, cards.ROUNDS + 1))
    return f"{_padded(_short_name(kind), 10)}{boxes}"


def _plan(plan: Plan) -> list[str]:
    parts = [WORDS("text_planned", deeds=listed(map(_short_name, plan.planned)))] if plan.planned else []
    if plan.deed is not None:
        cells = " ".join(plan.draft) or WORDS("text_nothing")
        parts.append(WORDS("text_fencing", deed=_short_name(plan.deed), mode=WORDS(f"mode_{plan.mode}"), cells=cells))
    if plan.pieces:
        parts.append(WORDS("text_pieces", pieces=listed(map(_short_name, plan.pieces))))
    if plan.shields:
        parts.append(WORDS("text_shields", number=plan.shields))
    return [f"  {' · '.join(parts)}"] if parts else []


# The other pages: who they belong to, then their villages, pieces and wards next to each other


def _in_brief(v: View, seats: Sequence[Seat]) -> Iterator[str]:
    marks = [str(place) for place in range(1, len(seats) + 1)] if len(seats) > 1 else [" "]  # which village is whose
    for mark, seat in zip(marks, seats, strict=True):
        yield f"{_seat(v, seat)}  [dim]{mark}[/]"
    blocks = [_beside(_small(v.pages[seat], mark), 0, _short(v.pages[seat])) for mark, seat in zip(marks, seats, strict=True)]
    yield from reduce(lambda left, right: _beside(left, 0, right), blocks)


def _short(page: Page) -> list[str]:
    """The war pieces and the rounds in which each challenge is warded off, a line for each row of the village."""
    pieces = [f"{_short_name(name)} {_squares(piece).replace(' ', '')}" for name, piece in page.pieces.items()]
    wards = [
        _padded(_short_name(kind), 9) + "".join(box[-1] for box in page.wards if box.startswith(kind))
        for kind in cards.CHALLENGE_IDS
    ]
    return [_padded(line, 13) for line in (*pieces, *wards)]


def _small(page: Page, mark: str) -> list[str]:
    """A village in small: fenced cells show only their round, sick ones only that they are."""
    lines = [f"[dim]{mark}[/] " + "".join(f"{column} " for column in range(1, 10)) + " "]
    for r, row in enumerate(page.rows):
        cells = ""
        for c, letter in enumerate(row):
            name = cell_name(r, c)
            if name in page.estates:
                cells += f"[dim]{round_of(page.estates[name])}[/]"
            else:
                cells += "[dim]~[/]" if name in page.sick else _styled(ELEMENT_SIGNS[letter])
            cells += "[blue]┃[/]" if c + 1 == page.creek[r] else " "
        lines.append(f"{cell_name(r, 0)[0]} " + (f" {cells}" if r % 2 else f"{cells} "))
    return lines


def _legend() -> list[str]:
    elements = dict(zip(ELEMENT_SIGNS.values(), (WORDS(f"element_{name}") for name in cards.ELEMENT_IDS), strict=True))
    icons = dict(zip(ICON_SIGNS.values(), (WORDS(f"icon_{name}") for name in cards.ICON_IDS), strict=True))
    others = {sign: name for sign, name in icons.items() if sign not in elements}  # a shield is the same wherever it is printed
    lines = ["  ".join(f"{sign} {name}" for sign, name in signs.items()) for signs in (elements, others)]
    return [f"[dim]{line}[/]" for line in (*lines, WORDS("text_marks"))]
