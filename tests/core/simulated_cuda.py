"""A GPU of threads of this machine: the kernels of the CUDA gear as machine code of the processor.

The threads of a block run beside each other and wait for each other; the blocks follow one another. A warp has `WARP` threads, as
on a GPU. What a GPU does in one step is done in one step here; its answers to a thread's questions come from Python.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from itertools import count
from threading import Barrier, Thread, local
from types import SimpleNamespace
from typing import Any

import numpy as np

from zashiki.core.cuda import WARP, Cuda
from zashiki.core.game import AnyGame
from zashiki.machine import gpu
from zashiki.machine.compiling import object_code
from zashiki.machine.lines import Lines
from zashiki.machine.loading import Entry, packed
from zashiki.machine.values import Record, Value, Whole
from zashiki.machine.writing import Instruction, Part, Room

RUBBISH = 0x5A

_numbers = count()  # of kernels
_here = local()  # of every thread: its number, its block, and what it waits at


class Block:
    """Where the threads of a block meet."""

    def __init__(self, number: int, threads: int) -> None:
        self.number, self.threads = number, threads
        self.all = Barrier(threads)
        self.warps = [Barrier(min(WARP, threads - first)) for first in range(0, threads, WARP)]
        self.votes = [0] * threads


def _meet_block() -> int:
    _here.block.all.wait()
    return 0


def _meet_warp() -> int:
    _here.block.warps[_here.thread // WARP].wait()
    return 0


def _votes() -> int:
    _here.block.all.wait()
    found = sum(_here.block.votes)
    _here.block.all.wait()
    return found


def _vote_yes() -> int:
    _here.block.votes[_here.thread] = 1
    return 0


def _vote_no() -> int:
    _here.block.votes[_here.thread] = 0
    return 0


_ANSWER = ctypes.CFUNCTYPE(ctypes.c_int64)
ANSWERS = {
    name: _ANSWER(answer)
    for name, answer in {
        "thread": lambda: _here.thread, "threads": lambda: _here.block.threads, "block": lambda: _here.block.number,
        "meet_block": _meet_block, "meet_warp": _meet_warp, "votes": _votes, "yes": _vote_yes, "no": _vote_no,
    }.items()
}  # fmt: skip


def _ask(lines: Lines, name: str) -> Whole:
    address = ctypes.cast(ANSWERS[name], ctypes.c_void_p).value
    return Whole(lines.let(f"call i64 inttoptr (i64 {address} to ptr)()"))


def _asked(name: str) -> Instruction:
    return Instruction(lambda lines, _given: _ask(lines, name))


def _threads_with(lines: Lines, given: Sequence[Value]) -> Value:
    yes, no, after = (lines.new_label() for _ in range(3))
    lines.branch(lines.truth(given[0]), yes, no)
    for label, answer in ((yes, "yes"), (no, "no")):
        lines.label(label)
        _ask(lines, answer)
        lines.jump(after)
    lines.label(after)
    return _ask(lines, "votes")


class SharedRoom(Room):
    """One block runs at a time: what it shares has a place for the whole kernel."""

    def made(self, lines: Lines) -> Record:
        return Record(lines.notes.shared(self.dtype.itemsize, self.alignment), self.dtype)


INSTRUCTIONS = gpu.ATOMIC | {
    **{name: _asked(name) for name in ("thread", "threads", "block", "meet_block", "meet_warp")},
    "threads_with": Instruction(_threads_with),
    "publish": gpu.THREADS["publish"],
}


class Simulated:
    """A kernel, in machine code of the processor."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._entries: dict[Any, Entry] = {}

    def __getitem__(self, sizes: tuple[int, int]) -> Callable[..., None]:
        def launch(*arguments: Any) -> None:
            kinds, words = packed(arguments)
            if kinds not in self._entries:
                name = f"simulated{next(_numbers)}"
                self._entries[kinds] = Entry(object_code(self._part, kinds, name), name)
            for number in range(sizes[0]):
                block = Block(number, sizes[1])
                started = [Thread(target=run, args=(self._entries[kinds], words, block, k)) for k in range(sizes[1])]
                for thread in started:
                    thread.start()
                for thread in started:
                    thread.join()

        return launch


def run(entry: Entry, words: Any, block: Block, thread: int) -> None:
    _here.block, _here.thread = block, thread
    entry.call(words)


class SimulatedCuda(Cuda):
    """The CUDA gear over memory of this machine. Its arrays are those of NumPy."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game, SimpleNamespace(multiprocessors=1))

    def _for_threads(self) -> tuple[dict[str, Any], Any]:
        return INSTRUCTIONS, SharedRoom

    def _new_kernel(self, function: Callable[..., Any], form: dict[str, int]) -> Any:
        return Simulated(self._binder.bind(function))

    def room(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        room = np.zeros(shape, kind)
        room.view(np.uint8)[...] = RUBBISH
        return room

    def view(self, array: Any) -> Any:
        return array

    def copy_in(self, array: Any) -> Any:
        return array.copy()

    def fill(self, array: Any, data: Any) -> None:
        array.view(np.uint8).reshape(-1)[:] = data.view(np.uint8).reshape(-1)

    def copy_out(self, array: Any) -> Any:
        return array.copy()

    def synchronize(self) -> None:
        """Every launch has waited."""
