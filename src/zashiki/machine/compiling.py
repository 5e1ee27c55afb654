"""From functions to machine code.

Numba finds the types and writes LLVM code for every function by itself; LLVM then sees a kernel and everything it calls as
one module and optimises it once. Numba's own way optimises every function again in each of its callers, and gives every one
of them wrappers for Python, which takes several times as long and makes no faster code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.typed_passes import IRLegalization, NativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    IRProcessing,
    ReconstructSSA,
    RewriteSemanticConstants,
    TranslateByteCode,
)
from numba.extending import intrinsic
from numba.np import arrayobj
from numba.np.arrayobj import make_array, populate_array

from zashiki.machine.loading import Kind

WORD = ir.IntType(64)
OBJECT = ir.IntType(8).as_pointer()
NULL = OBJECT(None)
OUTSIDE = {"memset", "memcpy", "memmove", "PyLong_AsLongLong", "PyLong_FromLongLong", "PyErr_Occurred"}


class Part(JITCodeLibrary):
    """The code of one function, left as it is until a kernel that calls it is optimised."""

    def finalize(self) -> None:
        self._finalized = True

    def _optimize_functions(self, ll_module: Any) -> None:
        """Nothing yet."""
        ll_module.data_layout = self._codegen._data_layout

    def parts(self) -> list[Any]:
        """What a kernel with this outermost function consists of: callers first, since LLVM links only what is called already."""
        found: dict[Any, None] = {}
        ahead: list[Any] = [self]
        while ahead:
            library = ahead.pop()
            if library not in found and library is not rtsys.library:  # which counts references
                found[library] = None
                ahead += library._linking_libraries if isinstance(library, Part) else ()
        return list(found)


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Lowering into a part."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_compile = True
        super().run_pass(state)
        # Numba finds the function by something it could call; parts are never called from Python.
        state["cr"] = state["cr"]._replace(cfunc=object().__sizeof__)
        state.targetctx.insert_user_function(state["cr"].cfunc, state["cr"].fndesc, [state.library])
        return True


class Rules(CompilerBase):
    """The passes that functions in the rules language need."""

    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("rules")
        for step in (
            TranslateByteCode, FixupArgs, IRProcessing, RewriteSemanticConstants, DeadBranchPrune, ReconstructSSA,
            NopythonTypeInference, PreLowerStripPhis, IRLegalization, PartLowering, NoPythonBackend,
        ):  # fmt: skip
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


class Rule(CPUDispatcher):
    """A function compiled once for all widths of whole numbers: they are widened at the call."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template([types.int64 if isinstance(kind, types.Integer) else kind for kind in args], kws)


SETTINGS: dict[str, Any] = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,  # rules allocate nothing, so no references need counting while arrays are passed around
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


def part(function: Callable[..., Any], inline: bool) -> Any:
    """A function that kernels may call; its types are found at the call."""
    return Rule(function, targetoptions=SETTINGS | {"forceinline": inline}, pipeline_class=Rules)


def place(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Where an index is in an array of that size: there are no negative ones in the rules language."""
    return context.cast(builder, index, kind, types.intp)


@contextmanager
def indices_counted_from_the_front() -> Iterator[None]:
    """Keep Numba from asking at every index whether it counts from the end, which costs up to a fifth of a kernel's time. Nobody
    else compiles meanwhile: whoever enters holds the compiler's lock."""
    usual: Any = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = place
    try:
        yield
    finally:
        arrayobj.fix_integer_index = usual


@global_compiler_lock
def object_code(function: Any, kinds: tuple[Kind, ...], name: str) -> bytes:
    """The machine code of a kernel for arguments of these kinds, as an object file that exports `name` and its Python form."""
    arguments = tuple(_array(*kind) if isinstance(kind, tuple) else types.int64 for kind in kinds)
    with indices_counted_from_the_front():
        function.compile(arguments)
    done = function.overloads[arguments]
    context, codegen = done.target_context, done.library.codegen
    whole = llvm.parse_assembly(cgutils.normalize_ir_text(str(_entry(context, codegen, done.fndesc, arguments, name))))
    for library in done.library.parts():
        whole.link_in(library._get_module_for_linking(), preserve=True)
    passes, builder = codegen._module_pass_manager()
    passes.run(whole, builder)
    unknown = {f.name for f in whole.functions if f.is_declaration and not f.name.startswith("llvm.")} - OUTSIDE
    if unknown:
        raise TypeError(f"{name} calls {', '.join(sorted(unknown))}, which is not in the rules language")
    for each in (*whole.functions, *whole.global_variables):
        if not each.is_declaration and not each.name.startswith(name):
            each.linkage = llvm.Linkage.internal  # the code of other kernels has functions of the same names
    code: bytes = codegen._tm.emit_object(whole)
    return code


def _array(dtype: np.dtype[Any], dimensions: int, contiguous: bool) -> Any:
    return types.Array(from_dtype(dtype), dimensions, "C" if contiguous else "A")


def _entry(context: Any, codegen: Any, found: Any, arguments: tuple[Any, ...], name: str) -> Any:
    module = codegen._create_empty_module(name)
    callee = ir.Function(module, context.call_conv.get_function_type(found.restype, found.argtypes), found.llvm_func_name)
    entry = ir.Function(module, ir.FunctionType(WORD, [WORD.as_pointer()]), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    at = 0

    def words(n: int) -> list[Any]:
        nonlocal at
        at += n
        return [builder.load(builder.gep(entry.args[0], [WORD(k)])) for k in range(at - n, at)]

    values = []
    for kind in arguments:
        if isinstance(kind, types.Array):
            array = make_array(kind)(context, builder)
            address, shape, strides = words(1)[0], words(kind.ndim), words(kind.ndim)
            data = builder.inttoptr(address, array.data.type)
            size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
            populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
            values.append(array._getvalue())
        else:
            values += words(1)
    # What it answers first is whether there was an exception; the rules language has none.
    _, result = context.call_conv.call_function(builder, callee, found.restype, found.argtypes, values)
    if found.restype == types.none:
        builder.ret(WORD(0))
    else:
        builder.ret(context.cast(builder, result, found.restype, types.int64))
    _python_form(module, entry, at - 1)
    return module


def _python_form(module: Any, entry: Any, last: int) -> None:
    """The kernel as a method with one argument: `self` is the address of its words, of which the last is given."""
    method = ir.Function(module, ir.FunctionType(OBJECT, [OBJECT, OBJECT]), f"{entry.name}.method")
    read = ir.Function(module, ir.FunctionType(WORD, [OBJECT]), "PyLong_AsLongLong")
    write = ir.Function(module, ir.FunctionType(OBJECT, [WORD]), "PyLong_FromLongLong")
    failed = ir.Function(module, ir.FunctionType(OBJECT, []), "PyErr_Occurred")
    builder = ir.IRBuilder(method.append_basic_block())
    given = builder.call(read, [method.args[1]])
    doubtful = builder.icmp_signed("==", given, WORD(-1))
    with builder.if_then(doubtful, likely=False), builder.if_then(builder.icmp_unsigned("!=", builder.call(failed, []), NULL)):
        builder.ret(NULL)
    words = builder.inttoptr(builder.call(read, [method.args[0]]), WORD.as_pointer())
    builder.store(given, builder.gep(words, [WORD(last)]))
    builder.ret(builder.call(write, [builder.call(entry, [words])]))


def room(dtype: np.dtype[Any], alignment: int) -> Any:
    """A function that makes a record on the stack of whoever calls it, uninitialised."""
    record: Any = from_dtype(dtype)

    @intrinsic
    def make(typing: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            space = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(8), record.size))
            space.align = alignment
            return space

        return record(), generate

    return make


@cache
def primitives() -> dict[str, Any]:
    """The functions of the core for which there is an instruction, or a better loop."""

    def instruction(name: str, *flags: bool) -> Any:
        @intrinsic
        def counted(typing: Any, mask: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return getattr(builder, name)(arguments[0], *(ir.Constant(ir.IntType(1), flag) for flag in flags))

            return types.int64(types.int64), generate

        return counted

    def blank(row: Any) -> None:
        for k in range(len(row)):
            row[k] = 0

    ctpop, cttz = instruction("ctpop"), instruction("cttz", False)
    given = {
        "bit": lambda k: np.int64(1) << k,
        "count": lambda mask: ctpop(np.int64(mask)),
        "lowest": lambda mask: cttz(np.int64(mask)),
        "blank": blank,
    }
    return {name: part(function, inline=True) for name, function in given.items()}
