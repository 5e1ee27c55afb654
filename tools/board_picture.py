"""Take pictures of a board in the middle of a random game, in a real browser, at phone and desktop width, light and dark.

    python tools/board_picture.py rights-of-losers --players 4 --seed 7 --events 60 --seat 0 --out /tmp/boards

Writes <out>/<game>-<width>-<theme>.png. `--events` is the minimum number of lines to play; the picture is taken as soon as
the seat has something to decide after that. `--seat -1` shows what a spectator sees; `--option key=value` may be repeated.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

from chromium import open_chromium
from playwright.sync_api import sync_playwright

from zashiki.core.game import AnyGame
from zashiki.core.table import Table
from zashiki.games import find_game
from zashiki.server.pages.board import draw_board

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "src/zashiki/server/static"
NAMES = ("Aiko", "Kenji", "Mirei", "Tomás", "Zoë")


def play_to(game: AnyGame, players: int, options: dict[str, str], seed: int, events: int, seat: int) -> Table[Any, Any]:
    """A table after at least that many lines of random play, at a decision of the seat if it still has one."""
    table, chooser = Table(game, players, options, seed), random.Random(seed)
    while not table.over and (len(table.lines) < events or (seat >= 0 and seat not in table.to_act)):
        actor = chooser.choice(table.to_act)
        table.play(actor, chooser.choice(table.legal(actor)))
    return table


def board_page(table: Table[Any, Any], seat: int) -> str:
    """A bare page with the board as that seat sees it now."""
    game, state = table.game, table.state
    names = list(NAMES[: table.players])
    actions = game.legal_actions(state, seat) if seat >= 0 else []
    legal = {game.actions.write(action): game.words.label(state, seat, action) for action in actions}
    board = draw_board(game, table.view(seat), seat if seat >= 0 else None, names, legal)
    css = (game.folder / "screen" / "board.css").as_uri()
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="{(STATIC / "house.css").as_uri()}"><link rel="stylesheet" href="{css}">
<title>{game.name}</title></head><body><main class="table-main">{board}</main></body></html>"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--events", type=int, default=50)
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--out", type=Path, default=Path("build/boards"))
    args = parser.parse_args()
    options = dict(option.split("=", 1) for option in args.option)
    table = play_to(find_game(args.game), args.players, options, args.seed, args.events, args.seat)
    args.out.mkdir(parents=True, exist_ok=True)
    page_file = args.out / f"{args.game}.html"
    page_file.write_text(board_page(table, args.seat), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = open_chromium(playwright)
        for theme in ("light", "dark"):
            for width, height in ((390, 844), (1280, 800)):
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
                page.goto(page_file.resolve().as_uri())
                page.screenshot(path=args.out / f"{args.game}-{width}-{theme}.png", full_page=True)
                wide = page.evaluate("document.documentElement.scrollWidth")
                if wide > width:
                    print(f"{width} px: the page is {wide} px wide")
                page.close()
        browser.close()
    print(f"{len(table.lines)} lines played; pictures in {args.out}")


if __name__ == "__main__":
    main()
