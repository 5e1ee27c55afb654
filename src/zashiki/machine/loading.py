"""From machine code to functions that Python calls."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from operator import index
from typing import Any

import numpy as np
from llvmlite import binding as llvm

from zashiki.machine.values import Kind

Words = Any  # a ctypes array of 64-bit words

METH_O = 8


class _Method(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char_p), ("code", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p))


_new_function = ctypes.pythonapi.PyCFunction_NewEx
_new_function.restype, _new_function.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.py_object]


def packed(arguments: tuple[Any, ...]) -> tuple[tuple[Kind, ...], Words]:
    """What kinds of arguments these are, and the words that machine code takes for them."""
    kinds: list[Kind] = []
    words: list[int] = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            kinds.append((argument.dtype, argument.ndim, argument.flags.c_contiguous))
            words += (argument.ctypes.data, *argument.shape, *argument.strides)
        else:
            kinds.append(int)
            words.append(index(argument))
    return tuple(kinds), (ctypes.c_int64 * len(words))(*words)


def words_of(kind: Kind) -> int:
    """How many words an argument of that kind takes: a number one; an array its address, its shape and its strides."""
    return 1 + 2 * kind[1] if isinstance(kind, tuple) else 1


@cache
def _engine() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


class Entry:
    """A kernel in memory for one kind of arguments."""

    def __init__(self, code: bytes, name: str) -> None:
        engine = _engine()
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        self.address: int = engine.get_function_address(name)
        # Without Python's lock: kernels run beside each other on several threads.
        self.call: Callable[[Words], int] = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(self.address)
        self._method = _Method(name.encode(), engine.get_function_address(f"{name}.method"), METH_O, None)

    def method(self, words: Words, kept: object) -> Callable[[int], int]:
        """The kernel as a function of its last argument, which keeps the words, and what they point to, as long as it exists."""
        # What Python takes for the module of a builtin function is simply held by it.
        held = (words, kept, self)
        function: Callable[[int], int] = _new_function(ctypes.addressof(self._method), ctypes.addressof(words), held)
        return function
