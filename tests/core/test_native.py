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
pytest.importorskip("numba")

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


def test_the_first_compilation_tells_a_person_why_it_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("ZASHIKI_CACHE", str(tmp_path))
    gear = native.__wrapped__(find_game("rights-of-losers"))
    assert capsys.readouterr().err == "Compiling Rights of Losers for the native gear (once on this machine) …\n"
    gear.folder.mkdir()
    native.__wrapped__(gear.game)
    assert capsys.readouterr().err == ""


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
        native(find_game("rights-of-losers")).compile(greet)


def test_without_numba_the_gear_says_what_to_install() -> None:
    code = "import sys; sys.modules['numba'] = None; from zashiki.games import *; from zashiki.core.native import native; "
    done = subprocess.run(
        [sys.executable, "-c", f"{code}native(find_game('rights-of-losers'))"], capture_output=True, text=True, check=False
    )
    assert "MissingExtra: The native gear needs Numba: pip install 'zashiki[native]'." in done.stderr


def test_importing_the_games_imports_no_numba() -> None:
    code = "import sys, zashiki.games, zashiki.core.native, zashiki.core.cuda; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


PLAY = """
from zashiki.core.native import native
from zashiki.games.rights_of_losers import GAME
print(*native(GAME).play_random(3, 20, 7))
"""


@pytest.mark.slow
def test_an_edited_helper_rule_is_never_answered_from_the_cache(tmp_path: Path) -> None:
    package = tmp_path / "zashiki"
    for part in ("core", "games/rights_of_losers"):
        shutil.copytree(Path(zashiki.__path__[0]) / part, package / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(zashiki.__file__, package)
    (package / "games/__init__.py").write_text("")

    def play() -> str:
        path = os.pathsep.join((str(tmp_path), *filter(None, (os.environ.get("PYTHONPATH"),))))
        environment = os.environ | {"PYTHONPATH": path, "ZASHIKI_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, env=environment, check=True)
        return done.stdout

    def compiled() -> set[str]:
        return {path.name for path in (tmp_path / "cache").iterdir()}

    before = play()
    assert play() == before  # the second process reads the cache
    (folder,) = compiled()
    for elsewhere in ("core/record.py", "core/words.py", "core/table.py", "games/rights_of_losers/screen/board.py"):
        with (package / elsewhere).open("a", encoding="utf-8") as file:
            file.write("# What no rule reads.\n")
    assert play() == before
    assert compiled() == {folder}  # a change of what the rules do not use compiles nothing
    helper = package / "core/chance.py"
    text = helper.read_text()
    assert "(r * 5) & WORD" in text
    stamp = helper.stat()
    helper.write_text(text.replace("(r * 5) & WORD", "(r * 7) & WORD"))  # as long as before,
    os.utime(helper, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # and as old: only the text tells
    assert play() != before
    assert len(compiled()) == 2
