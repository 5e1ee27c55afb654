"""The native gear: never an old rule from the cache. That it gives the bytes of the plain one is part of the contract suite."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import zashiki
from zashiki.core import kernels
from zashiki.core.rule import rule
from zashiki.games import find_game

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

from zashiki.core.native import native  # noqa: E402

SEED = 2026
GREETING = "welcome"


def test_the_checksum_others_compare_with_stays() -> None:
    assert native(find_game("rights-of-losers")).play_random(4, 200, 12345) == (24696, 1219203078)


@rule
def copy_first(states: Any) -> None:
    states[1] = states[0]


def test_a_copied_state_is_equal_and_apart() -> None:
    compiled = native(find_game("rights-of-losers"))
    states, rng = compiled.states(2), compiled.rngs(1)[0]
    compiled.play_games(states, rng, compiled.buffer(), 4, compiled.options(4), SEED, 0, 1, np.zeros(2, dtype=np.int64))
    compiled.compile(copy_first)(states)
    assert states[1].tobytes() == states[0].tobytes()
    states[0]["trick"] = 3
    assert states[1]["trick"] == 10


@rule
def count_states(states: Any) -> int:
    return len(states)


def test_the_first_compilation_tells_a_person_why_it_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("ZASHIKI_CACHE", str(tmp_path))

    def said() -> str:
        gear = native.__wrapped__(find_game("rights-of-losers"))
        assert gear.compile(count_states)(gear.states(3)) == 3
        return capsys.readouterr().err

    assert said() == "Compiling Rights of Losers for the native gear (once on this machine) …\n"
    assert said() == ""


def test_a_gear_has_the_kernels_and_nothing_else() -> None:
    compiled = native(find_game("rights-of-losers"))
    assert compiled.compile(kernels.one_event) is compiled.one_event
    with pytest.raises(AttributeError, match="two_events"):
        compiled.two_events  # noqa: B018


def test_a_rule_that_reads_words_is_refused_by_name() -> None:
    @rule
    def greet() -> int:
        return GREETING  # type: ignore[return-value]

    with pytest.raises(TypeError, match="greet reads GREETING"):
        native(find_game("rights-of-losers")).compile(greet)()


def test_without_llvm_the_gear_says_what_to_install() -> None:
    code = "import sys; sys.modules['llvmlite'] = None; from zashiki.games import *; from zashiki.core.native import native; "
    done = subprocess.run(
        [sys.executable, "-c", f"{code}native(find_game('rights-of-losers'))"], capture_output=True, text=True, check=False
    )
    assert "MissingExtra: The native gear needs NumPy and llvmlite: pip install 'zashiki[native]'." in done.stderr


def test_importing_the_games_imports_no_compiler() -> None:
    code = "import sys, zashiki.games, zashiki.core.native, zashiki.core.cuda; print({'llvmlite', 'numpy'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


PLAY = """
from zashiki.core.native import native
from zashiki.games.rights_of_losers import GAME
print(*native(GAME).play_random(3, 20, 7))
"""
KEY = """
from zashiki.core.gears import rules_key
from zashiki.core.kernels import legal_at, play_games
from zashiki.games.rights_of_losers import GAME
print(rules_key(GAME, play_games), rules_key(GAME, legal_at))
"""


class Copy:
    """A copy of the core, the compiler, what draws for paper and one game, whose files a test may edit."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.package = folder, folder / "zashiki"
        for part in ("core", "drawing", "machine", "games/rights_of_losers"):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(Path(zashiki.__path__[0]) / part, self.package / part, ignore=ignored)
        shutil.copy(zashiki.__file__, self.package)
        (self.package / "games/__init__.py").write_text("")

    def run(self, code: str) -> str:
        path = os.pathsep.join((str(self.folder), *filter(None, (os.environ.get("PYTHONPATH"),))))
        own = {"PYTHONPATH": path, "ZASHIKI_CACHE": str(self.folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | own, check=True)
        return done.stdout

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.package / file
        text, stamp = path.read_text(encoding="utf-8"), path.stat()
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")
        os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # as old as before: only the text tells

    def compiled(self) -> set[str]:
        return {path.name for path in (self.folder / "cache").iterdir()}


def test_what_no_rule_reads_keeps_the_keys_of_compiled_rules(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    before = copy.run(KEY)
    for file in sorted(copy.package.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        future = "from __future__ import annotations\n"
        file.write_text(text.replace(future, f"{future}# A comment, and a line further down for everything below.\n\n"))
    copy.edit("core/chance.py", '"""The next 32 bits."""', '"""The next 32 bits, in other words."""')
    copy.edit("core/gears.py", "ALIGNMENT = 16", "WIDTH = 32\nALIGNMENT = 16")
    assert copy.run(KEY) == before


@pytest.mark.parametrize(
    ("file", "old", "new", "lists"),
    [
        ("core/chance.py", "(r << 5 | r >> 27) * 5", "(r << 5 | r >> 27) * 7", False),  # a rule of the core; lists draw nothing
        ("core/game.py", "CHANCE, DECISION, OVER = 0, 1, 2", "CHANCE, DECISION, OVER = 0, 2, 1", False),  # a number rules read
        ("games/rights_of_losers/state.py", "    phase: int =", "    spare: int = i8(0, 1)\n    phase: int =", True),  # a field
    ],
)
def test_what_a_rule_reads_changes_its_key_and_no_other(file: str, old: str, new: str, lists: bool, tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    games, options = copy.run(KEY).split()
    copy.edit(file, old, new)
    games_after, options_after = copy.run(KEY).split()
    assert games_after != games
    assert (options_after != options) == lists


@pytest.mark.slow
def test_an_edited_helper_rule_is_never_answered_from_the_cache(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    before = copy.run(PLAY)
    assert copy.run(f"{PLAY}import sys; assert 'zashiki.machine.compiling' not in sys.modules") == before  # read from the cache
    (file,) = copy.compiled()
    copy.edit("core/chance.py", "return product >> 32", "return n - 1 - (product >> 32)")
    assert copy.run(PLAY) != before
    assert len(copy.compiled()) == 2
    assert file in copy.compiled()
