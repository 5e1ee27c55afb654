"""Write docs/observations from the tables the games declare, so that docs and code cannot differ.

python tools/observation_docs.py
"""

from __future__ import annotations

from pathlib import Path

from zashiki.core.game import AnyGame
from zashiki.games import GAMES

FOLDER = Path(__file__).parent.parent / "docs" / "observations"


def page(game: AnyGame) -> str:
    """The page of one game: every group of numbers with its position, size, scale and description; then the actions."""
    lines = [
        f"# What a seat of {game.name} observes",
        "",
        f"{game.observation_size} numbers, as its `OBSERVATION` declares them; `tools/observation_docs.py` generates this page.",
        "Each is divided by its scale, so that the environments see values from -1 to 1. They contain nothing that the seat's",
        "view does not contain.",
        "",
        "| positions | name | size | scale | meaning |",
        "|---|---|---|---|---|",
    ]
    at = 0
    for part in game.eyes.OBSERVATION:
        places = f"{at}" if part.size == 1 else f"{at}-{at + part.size - 1}"
        lines.append(f"| {places} | `{part.name}` | {part.size} | {part.high} | {part.words} |")
        at += part.size
    lines += ["", f"## The {game.action_count} actions", "", "| actions | block | size | meaning |", "|---|---|---|---|"]
    at = 0
    for block in game.actions.blocks:
        numbers = f"{at}" if block.size == 1 else f"{at}-{at + block.size - 1}"
        lines.append(f"| {numbers} | `{block.name}` | {block.size} | {block.words} |")
        at += block.size
    return "\n".join(lines) + "\n"


def index() -> str:
    """The index page."""
    rows = [f"| [{game.name}]({game.id}.md) | {game.observation_size} | {game.action_count} |" for game in GAMES.values()]
    return "\n".join(["# Observations", "", "| game | numbers observed | actions |", "|---|---|---|", *rows]) + "\n"


def pages() -> dict[str, str]:
    """Every file in the folder, by name."""
    return {"README.md": index()} | {f"{game.id}.md": page(game) for game in GAMES.values()}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
