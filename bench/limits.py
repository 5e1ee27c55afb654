"""The limits: games hand-written in C++ (bench/limit), which the native gear is measured against.

    python bench/limits.py tables saigo-no-kane > tables.hpp

Programs that need many printed numbers include tables.hpp, which is written from the game's own tables.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

from zashiki.games import find_game

SOURCES = Path(__file__).parent / "limit"
PLAYED = ("rights-of-losers", "akiwado", "saigo-no-kane")  # whole games; `planning.py` is about the search of Kazoku Scribe
INT_SIZES = (8, 16, 64)


def constant(name: str, value: object) -> str:
    """A number or a row of numbers as C++; nothing for anything else."""
    if type(value) is int:
        return f"constexpr {'int' if abs(value) < 1 << 31 else 'int64_t'} {name} = {value};\n"
    if isinstance(value, tuple) and value and all(type(number) is int for number in value):
        bits = next(bits for bits in INT_SIZES if max(map(abs, value)) < 1 << (bits - 1))
        return f"constexpr int{bits}_t {name}[] = {{{', '.join(map(str, value))}}};\n"
    return ""


def tables(game_id: str) -> str:
    """The numbers of a game's cards and actions as a C++ header."""
    package = f"zashiki.games.{game_id.replace('-', '_')}"
    printed, actions = import_module(f"{package}.cards"), import_module(f"{package}.actions")
    named = vars(printed) | vars(actions) | {"ACTION_COUNT": find_game(game_id).action_count}
    written = "".join(constant(name, value) for name, value in named.items() if not name.startswith("_"))
    return f"#pragma once\n\n#include <cstdint>\n\nnamespace tables {{\n\n{written}\n}}  // namespace tables\n"


def build(game_id: str, folder: Path) -> Path:
    """Compile the program of a game; where it is."""
    name = game_id.replace("-", "_")
    folder = folder / name
    folder.mkdir()
    (folder / "tables.hpp").write_text(tables(game_id), encoding="utf-8")
    program = folder / "limit"
    flags = ["-O3", "-march=native", "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{folder}"]
    subprocess.run(["g++", *flags, "-o", str(program), str(SOURCES / f"{name}.cpp")], check=True)
    return program


def run(program: Path, *arguments: object) -> tuple[int, int, float]:
    """What a program counted, its checksum, and its CPU seconds."""
    done = subprocess.run([str(program), *map(str, arguments)], check=True, capture_output=True, text=True)
    count, checksum, seconds = done.stdout.split()
    return int(count), int(checksum), float(seconds)


if __name__ == "__main__":
    if sys.argv[1:2] != ["tables"] or len(sys.argv) != 3:
        sys.exit("usage: limits.py tables GAME")
    print(tables(sys.argv[2]), end="")
