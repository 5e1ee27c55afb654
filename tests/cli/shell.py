"""Running the command as its users do: in a process of its own, piped or at a terminal."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pyte
from typer.testing import CliRunner

from zashiki.cli import app

COMMAND = [sys.executable, "-m", "zashiki"]
PLAIN = {**os.environ, "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "120", "PYTHONUNBUFFERED": "1", "ZASHIKI_LANGUAGE": "en"}


def zashiki(*words: str | Path, typed: str = "", code: int = 0, language: str = "en") -> subprocess.CompletedProcess[str]:
    """Run a command with something typed into its pipe; it must end with the code, and never with a traceback."""
    env = PLAIN | {"ZASHIKI_LANGUAGE": language}
    done = subprocess.run(
        [*COMMAND, *map(str, words)], input=typed, capture_output=True, text=True, env=env, timeout=120, check=False
    )
    assert "Traceback" not in done.stderr + done.stdout, done.stderr
    assert done.returncode == code, done.stdout + done.stderr
    return done


def refusal(*words: str | Path, typed: str = "") -> str:
    """The sentence on stderr of a command that must be refused with exit code 2."""
    done = zashiki(*words, typed=typed, code=2)
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def inside(*words: str | Path) -> str:
    """What a command prints, run inside this process: quicker where many are run."""
    done = CliRunner().invoke(app, list(map(str, words)), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


class Terminal:
    """The command at a real terminal: wait for words on the screen, then type.

    With a `size`, columns and rows, it is a terminal that can redraw its screen; otherwise one that can only go on writing.
    """

    def __init__(self, *words: str | Path, size: tuple[int, int] | None = None) -> None:
        ours, theirs = pty.openpty()
        self.screen = ""
        self._at = 0
        self._letters = codecs.getincrementaldecoder("utf-8")(errors="replace")  # one may come in two pieces
        self._keyboard = ours
        self._glass, env = pyte.Screen(*(size or (120, 50))), PLAIN
        self._beam = pyte.Stream(self._glass)
        if size is not None:
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
            env = {name: value for name, value in PLAIN.items() if name not in ("COLUMNS", "LINES")} | {"TERM": "xterm"}
        self._process = subprocess.Popen(
            [*COMMAND, *map(str, words)], stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True
        )
        os.close(theirs)

    def wait_for(self, *words: str, seconds: float = 60) -> str:
        """Read until one of the words appears behind what was read before; which one."""
        end = time.monotonic() + seconds
        while True:
            fresh = self.screen[self._at :]
            found = [(fresh.index(word), word) for word in words if word in fresh]
            if found:
                place, word = min(found)
                self._at += place + len(word)
                return word
            assert time.monotonic() < end, f"waited for {words}, saw: {fresh[-2000:]}"
            self._read()

    @property
    def glass(self) -> list[str]:
        """The rows of the screen as a person sees them now."""
        return [row.rstrip() for row in self._glass.display]

    def type(self, text: str) -> None:
        os.write(self._keyboard, text.encode() + b"\n")

    def close(self, *, kill: bool = False) -> int:
        """Read to the end; the exit code."""
        if kill:
            self._process.kill()
        while self._read():
            pass
        os.close(self._keyboard)
        return self._process.wait(30)

    def _read(self) -> bool:
        if not select.select([self._keyboard], [], [], 5)[0]:
            return self._process.poll() is None
        try:
            piece = os.read(self._keyboard, 65536)
        except OSError:  # the other end is closed
            return False
        text = self._letters.decode(piece)
        self._beam.feed(text)
        self.screen += text.replace("\r\n", "\n")
        return bool(piece)
