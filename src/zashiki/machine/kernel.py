"""Kernels: compiled at the first use on a machine, loaded from disk after that.

A file holds the machine code of one kernel for one kind of arguments. Its name says everything the code was made from: the
caller's key, the kinds of arguments, the processor and the compiler. So it never has to be checked for age, and a kernel
that nobody calls is never compiled.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import Any

from llvmlite import binding as llvm

from zashiki.machine.loading import Entry, packed, words_of
from zashiki.machine.values import Kind

COMPILER = 5  # raise it when the same functions are compiled differently
DIGEST = 32  # bytes at the front of a file, which tell whether the rest is whole

_lock = Lock()


@cache
def machine() -> str:
    """The processor the code is for, and what makes it."""
    features = llvm.get_host_cpu_features().flatten()
    return f"{llvm.get_host_cpu_name()} {features} {llvm.llvm_version_info} {COMPILER}"


class Kernel:
    """A function in machine code for each kind of arguments it is called with. Only numbers and arrays may be given."""

    def __init__(self, name: str, key: str, folder: Path, compile: Callable[[tuple[Kind, ...], str], bytes]) -> None:
        self._name, self._key, self._folder, self._compile = name, key, folder, compile
        self._entries: dict[tuple[Kind, ...], Entry] = {}

    def __call__(self, *arguments: Any) -> int:
        """Run it without Python's lock; what it returns, or 0."""
        kinds, words = packed(arguments)
        return self._entry(kinds).call(words)

    def bind(self, *arguments: Any) -> Callable[[int], int]:
        """A function of the last argument, a number, with the others given now: called like a builtin, it keeps Python's lock."""
        kinds, words = packed((*arguments, 0))
        return self._entry(kinds).method(words, arguments)

    def over(self, *arguments: Any) -> Callable[..., int]:
        """A function of the numbers for which `...` is given here; everything else stays as it is, and is packed only once.

        It runs without Python's lock, and one thread at a time may call it.
        """
        kinds, words = packed(tuple(0 if argument is ... else argument for argument in arguments))
        starts = accumulate((words_of(kind) for kind in kinds), initial=0)
        open_at = [start for start, argument in zip(starts, arguments, strict=False) if argument is ...]
        call = self._entry(kinds).call

        def run(*given: int, kept: object = arguments) -> int:
            for at, number in zip(open_at, given, strict=True):
                words[at] = number
            return call(words)

        return run

    def _entry(self, kinds: tuple[Kind, ...]) -> Entry:
        if kinds not in self._entries:
            with _lock:
                if kinds not in self._entries:
                    self._entries[kinds] = self._load(kinds)
        return self._entries[kinds]

    def _load(self, kinds: tuple[Kind, ...]) -> Entry:
        key = hashlib.sha256(f"{self._key} {kinds} {machine()}".encode()).hexdigest()[:20]
        name = f"{self._name}-{key}"
        file = self._folder / name
        code = read_whole(file)
        if code is None:
            code = self._compile(kinds, name)
            write_whole(file, code)
        return Entry(code, name)


def read_whole(file: Path) -> bytes | None:
    """What `write_whole` wrote; None if there is no such file or a part of it is missing."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return None
    return data[DIGEST:] if hashlib.sha256(data[DIGEST:]).digest() == data[:DIGEST] else None


def write_whole(file: Path, code: bytes) -> None:
    """Write a file that other processes see whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.write_bytes(hashlib.sha256(code).digest() + code)
    part.replace(file)
