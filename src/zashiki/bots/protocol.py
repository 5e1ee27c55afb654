"""Bots that are external programs: questions and answers as JSON lines over a pipe. See `docs/bots.md`.

Only the command line starts such programs. Nothing received over a network ever leads here.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import shlex
import subprocess
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from zashiki.bots.registry import WORDS, Bot, find_bot
from zashiki.core.actions import Action
from zashiki.core.errors import BadOption, ZashikiError
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat

PROGRAM = "program"
PATIENCE = 10.0  # seconds a program may take beyond the time it was given
LONGEST_ANSWER = 65536  # bytes; no move is anywhere near this long


class BotFailed(ZashikiError):
    """A program that does not start, does not answer, or gives an answer that is not an option."""


def question(game: AnyGame, view: Any, seat: Seat, options: Sequence[str], seconds: float) -> str:
    """The question for the program, as one line of JSON."""
    asked = {"game": game.id, "seat": seat, "view": asdict(view), "options": list(options), "seconds": seconds}
    if game.turned:
        asked["dials"] = dict(game.turned)
    return json.dumps(asked, ensure_ascii=False, default=sorted)


def find_player(word: str) -> Bot:
    """A bot by name or level, or another program: `program:python mybot.py`."""
    kind, _, command = word.partition(":")
    if kind != PROGRAM:
        return find_bot(word)
    if not command.strip():
        raise BadOption(WORDS("no_program"))
    return program_bot(command)


def program_bot(command: str) -> Bot:
    """A bot that asks a program, which is started at the first question."""
    program = Program(command)
    return Bot(command.replace(" ", "_"), "program", program.choose)


class Program:
    """A running program that answers questions."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._left = b""  # what was read after the last answer

    def choose(self, game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float) -> Action:
        """Ask the program; BotFailed where it gives no option."""
        texts = [game.actions.write(action) for action in options]
        answer = self._ask(question(game, view, seat, texts, seconds), seconds + PATIENCE)
        try:
            move = json.loads(answer)["move"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise BotFailed(WORDS("program_form", command=self.command, answer=answer.strip()[:200])) from None
        if move not in texts:
            raise BotFailed(WORDS("program_move", command=self.command, move=move))
        return options[texts.index(move)]

    def _ask(self, line: str, seconds: float) -> str:
        process = self._started()
        assert process.stdin is not None
        try:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            return self._read_line(process, time.monotonic() + seconds)
        except BrokenPipeError:
            raise BotFailed(WORDS("program_ended", command=self.command)) from None

    def _read_line(self, process: subprocess.Popen[bytes], deadline: float) -> str:
        assert process.stdout is not None
        while b"\n" not in self._left:
            if not select.select([process.stdout], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise BotFailed(WORDS("program_late", command=self.command))
            piece = os.read(process.stdout.fileno(), 65536)
            if not piece:
                raise BotFailed(WORDS("program_silent", command=self.command))
            self._left += piece
            if len(self._left) > LONGEST_ANSWER and b"\n" not in self._left:
                raise BotFailed(WORDS("program_too_long", command=self.command))
        line, _, self._left = self._left.partition(b"\n")
        return line.decode(errors="replace")

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    shlex.split(self.command),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # Ctrl-C is for the table; the program exits when its stdin closes
                )
            except (OSError, ValueError, IndexError) as error:
                raise BotFailed(WORDS("program_unstarted", command=self.command, why=error)) from None
            atexit.register(self.close)
        return self._process

    def close(self) -> None:
        """Let the program exit, by closing its stdin."""
        if self._process is not None:
            assert self._process.stdin is not None
            try:
                self._process.stdin.close()
                self._process.wait(1)
            except (OSError, subprocess.TimeoutExpired):
                self._process.kill()
