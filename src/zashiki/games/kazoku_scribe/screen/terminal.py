"""The table of Kazoku Scribe as text with rich markup."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import zip_longest

from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import cell_name
from zashiki.games.kazoku_scribe.eyes.view import Page, Plan, View

_ICON_STYLE = {
    "s": "red", "a": "blue", "p": "yellow", "c": "bold yellow", "j": "bold green", "k": "bold magenta", "o": "dim",
    "b": "cyan", "h": "cyan", "t": "cyan",
}  # fmt: skip
_ELEMENT_STYLE = {"h": "yellow", "t": "green", "w": "white", "g": "bold red", "s": "cyan", "d": "bold magenta"}
_TEAM = ("[cyan]A[/]", "[bright_red]B[/]")


def draw_text(v: View) -> str:
    """The Shogun page, the lanes, and every village page as this viewer sees it."""
    start = "" if v.start is None else f"   first start: {{{v.start}}} ({'AB'[v.start % 2]})"
    lines = [f"Round {v.round}/{cards.ROUNDS}   {v.phase}{start}", ""]
    lines += _side_by_side(_grid(v.battle, partial(_battle_cell, v)), _grid(v.dungeon, partial(_dungeon_cell, v)))
    lines.append("")
    lines += [_lane(v, treasure) for treasure in cards.TREASURE_IDS]
    if v.steps:
        troops = " ".join(f"{number} {name}" for name, number in v.troops.items()) or "none"
        lines.append(f"Steps left: {v.steps}   army icons: {troops}")
    for seat, page in enumerate(v.pages):
        lines += ["", _seat(v, seat), *_page(page, v.plans.get(seat))]
    return "\n".join(lines)


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
    return f"[dim]{label:>2}[/] " if label else f" [{_ICON_STYLE[letter]}]{letter}[/] "


def _dungeon_cell(v: View, cell: str, letter: str) -> str:
    mark = "[bold]X[/]" if cell in v.crossed else f"[{_ICON_STYLE[letter]}]{letter}[/]"
    return f"\\[{mark}]" if letter in "sap" else f"({mark})"


def _side_by_side(left: list[str], right: list[str]) -> list[str]:
    """Two blocks next to each other; the first line of the left one, which has no markup, gives its width."""
    if not left or not right:
        return left + right
    return [f"{one}    {two}" for one, two in zip_longest(left, right, fillvalue=" " * len(left[0]))]


def _lane(v: View, treasure: str) -> str:
    own, theirs = v.lanes[treasure]
    signs = ["◎" if k == v.lane_length // 2 else "·" for k in range(v.lane_length)]
    signs = ["X"] * own + signs[own : v.lane_length - theirs] + ["X"] * theirs
    owner = v.owners[treasure]
    suffix = "" if owner is None else f"   owned by {_TEAM[owner]}"
    return f"{_TEAM[0]} {treasure:<5} {' '.join(signs)} {_TEAM[1]}{suffix}"


def _seat(v: View, seat: int) -> str:
    turn = "[bold red]▶[/]" if seat in v.to_act else " "
    ready = "  [dim]ready[/]" if v.ready[seat] else ""
    crown = "  [bold yellow]winner[/]" if seat in v.winners else ""
    return f"{turn} {{{seat}}} (team {_TEAM[seat % 2]}): {v.scores[seat]} points{ready}{crown}"


def _page(page: Page, plan: Plan | None) -> list[str]:
    lines = ["      " + "   ".join(str(column) for column in range(1, 10))]
    for r, row in enumerate(page.rows):
        cells = []
        for c, letter in enumerate(row):
            name = cell_name(r, c)
            cells.append(_cell(page, plan, name, letter) + ("[blue]┃[/]" if c + 1 == page.creek[r] else " "))
        lines.append(f"  {cell_name(r, 0)[0]} {'  ' if r % 2 else ''}" + "".join(cells))
    bridges = f"; bridges {' '.join(page.bridges)}" if page.bridges else ""
    lines.append(f"  a number: estate of that round; * draft; ~ sick{bridges}")
    lines += [_deed(page, k) for k in range(len(cards.ACTION_IDS))]
    for kind in cards.CHALLENGE_IDS:
        boxes = " ".join("X" if f"{kind} {r}" in page.wards else str(r) for r in range(1, cards.ROUNDS + 1))
        lines.append(f"  {kind:<9} {boxes}")
    if plan is not None:
        lines += _plan(plan)
    return lines


def _cell(page: Page, plan: Plan | None, name: str, letter: str) -> str:
    if name in page.estates:
        return f"[dim]{letter}[/]{(page.estates[name] + 1) // 2} "
    if name in page.sick:
        return f"[dim]{letter}~[/] "
    if plan is not None and name in plan.draft:
        return f"[bold]{letter}*[/] "
    return f"[{_ELEMENT_STYLE[letter]}]{letter}[/]  "


def _deed(page: Page, k: int) -> str:
    name = cards.ACTION_IDS[k]
    needs = "".join(cards.ELEMENT_LETTERS[cards.ELEMENT_IDS.index(element)] * n for element, n in page.required[name].items())
    arrows = "".join(f"\\[{page.arrows[name][i] if i < len(page.arrows[name]) else ' '}]" for i in range(2))
    result = ""
    if name in page.pieces:
        piece, number = page.pieces[name], 0
        rows = []
        for row in piece.rows:
            signs = ""
            for letter in row:
                number += letter != "."
                signs += letter if letter == "." or number in piece.left else "x"
            rows.append(signs)
        result = " / ".join(rows)
    return f"  {cards.ACTION_NAMES[k]:<16}{needs:<6} {arrows}  {result}"


def _plan(plan: Plan) -> list[str]:
    parts = [f"planned {' '.join(plan.planned)}"] if plan.planned else []
    if plan.deed is not None:
        parts.append(f"fencing {plan.deed} {plan.mode}: {' '.join(plan.draft) or 'nothing yet'}")
    if plan.pieces:
        parts.append(f"to submit: {' '.join(plan.pieces)}")
    if plan.shields:
        parts.append(f"shields {plan.shields}")
    return [f"  {'; '.join(parts)}"] if parts else []
