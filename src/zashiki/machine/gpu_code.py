"""Kernels of a GPU on disk: compiled once for a kind of GPU, loaded after that.

This takes the place of Numba's own cache, which does not notice that a rule a kernel calls has changed. As for the native gear,
the name of a file says everything its code was made from, so that a file never has to be checked for age.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from zashiki.machine.kernel import read_whole, write_whole

COMPILER = 1  # raise it when the same functions are compiled differently
DIVIDER = b"\0"


def digest_of(function: Callable[..., Any], key_of: Callable[[Any], str | None]) -> str:
    """What a kernel is made from: its code and all it reads. `key_of` names a rule; what is no rule is read like the kernel."""
    code = function.__code__
    numbers = [None if isinstance(constant, str) else constant for constant in code.co_consts]
    digest = hashlib.sha256(f"{code.co_code!r} {numbers} {code.co_names} {code.co_varnames}".encode())
    read = {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    read |= dict(zip(code.co_freevars, (cell.cell_contents for cell in function.__closure__ or ()), strict=True))
    for name, value in sorted(read.items()):
        if isinstance(value, ModuleType):
            shown = value.__name__
        elif hasattr(value, "py_func"):
            shown = key_of(value.py_func) or digest_of(value.py_func, key_of)
        else:
            shown = repr(value)
        digest.update(f"\0{name}={shown}".encode())
    return digest.hexdigest()


class KeptKernels:
    """The versions of one kernel for the kinds of arguments it is called with, as Numba asks a cache for them."""

    cache_path = None

    def __init__(self, name: str, key: str, folder: Path) -> None:
        self._name, self._key, self._folder = name, key, folder

    def load_overload(self, kinds: Any, _context: Any) -> Any:
        """A kernel from disk; None where there is no such file."""
        from cuda.core import ObjectCode
        from numba.core import types
        from numba.cuda.codegen import CUDACodeLibrary
        from numba.cuda.dispatcher import _Kernel

        found = read_whole(self._file(kinds))
        if found is None:
            return None
        entry, _, code = found.partition(DIVIDER)
        name = entry.decode()
        library = CUDACodeLibrary(None, self._name, entry_name=name)
        library._cubin_cache[library._ensure_cc(None)] = ObjectCode.from_cubin(code)
        library._finalized = True
        return _Kernel._rebuild(
            cooperative=False, name=name, signature=types.void(*kinds), codelibrary=library, debug=False, lineinfo=False,
            call_helper=None, extensions=[],
        )  # fmt: skip

    def save_overload(self, kinds: Any, kernel: Any) -> None:
        """Keep a kernel that was compiled."""
        write_whole(self._file(kinds), kernel.entry_name.encode() + DIVIDER + bytes(kernel._codelibrary.get_cubin().code))

    def flush(self) -> None:
        """Nothing is held back."""

    def _file(self, kinds: Any) -> Path:
        import numba
        import numba_cuda
        from numba import cuda

        capability = cuda.get_current_device().compute_capability
        made_by = f"{capability} {numba.__version__} {numba_cuda.__version__} {COMPILER}"
        key = hashlib.sha256(f"{self._key} {kinds} {made_by}".encode()).hexdigest()[:20]
        return self._folder / f"{self._name}-{key}.cubin"
