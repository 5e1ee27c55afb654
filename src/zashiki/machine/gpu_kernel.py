"""Kernels of a GPU: compiled at the first use on a machine, loaded from disk after that, like those of the processor."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from zashiki.machine.driver import Device, Launch, Taken
from zashiki.machine.gpu import COMPILER, ENTRY
from zashiki.machine.kernel import read_whole, write_whole
from zashiki.machine.values import Kind

_lock = Lock()


class GpuKernel:
    """A function in machine code of a GPU for each kind of arguments it is launched with."""

    def __init__(self, name: str, key: str, folder: Path, device: Device, ptx: Callable[[tuple[Kind, ...]], str]) -> None:
        self._name, self._key, self._folder, self._device, self._ptx = name, key, folder, device, ptx
        self._loaded: dict[tuple[Kind, ...], Launch] = {}

    def __getitem__(self, sizes: tuple[int, int]) -> Callable[..., None]:
        """What launches it in so many blocks of so many threads, and returns at once."""

        def launch(*arguments: Any) -> None:
            taken = [given if isinstance(given, Taken) else Taken(given) for given in arguments]
            self._launch_for(tuple(each.kind for each in taken))(*sizes, [word for each in taken for word in each.words])

        return launch

    def _launch_for(self, kinds: tuple[Kind, ...]) -> Launch:
        if kinds not in self._loaded:
            with _lock:
                if kinds not in self._loaded:
                    self._loaded[kinds] = self._device.load(self._code(kinds), ENTRY)
        return self._loaded[kinds]

    def _code(self, kinds: tuple[Kind, ...]) -> bytes:
        made_by = f"{self._device.capability} {self._device.driver_version} {COMPILER}"
        key = hashlib.sha256(f"{self._key} {kinds} {made_by}".encode()).hexdigest()[:20]
        file = self._folder / f"{self._name}-{key}.cubin"
        code = read_whole(file)
        if code is None:
            code = self._device.machine_code(self._ptx(kinds))
            write_whole(file, code)
        return code
