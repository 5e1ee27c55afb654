"""From functions to machine code: they are written as LLVM code (`machine.writing`), which LLVM optimises as one module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from llvmlite import binding as llvm

from zashiki.machine.notes import Notes, TracedNotes
from zashiki.machine.values import ARRAYS, POINTER, WORD, Array, Kind, Value, Whole, type_of
from zashiki.machine.writing import Module, Part

SPEED = 3  # as in -O3
CHECKED = False  # whether an index that is out of bounds stops the process
TRACED = False  # whether profilers are told where the code was written

# The kernel as a method with one argument: `self` is the address of its words, of which the last is given.
METHOD = """
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyErr_Occurred()

define ptr @"{name}.method"(ptr %self, ptr %given) nounwind {{
  %number = call i64 @PyLong_AsLongLong(ptr %given)
  %doubtful = icmp eq i64 %number, -1
  br i1 %doubtful, label %check, label %play
check:
  %error = call ptr @PyErr_Occurred()
  %right = icmp eq ptr %error, null
  br i1 %right, label %play, label %refuse
refuse:
  ret ptr null
play:
  %address = call i64 @PyLong_AsLongLong(ptr %self)
  %words = inttoptr i64 %address to ptr
  %last = getelementptr i64, ptr %words, i64 {last}
  store i64 %number, ptr %last
  %found = call i64 @"{name}"(ptr %words)
  %answer = call ptr @PyLong_FromLongLong(i64 %found)
  ret ptr %answer
}}
"""


def object_code(part: Part, kinds: Sequence[Kind], name: str) -> bytes:
    """The machine code of a kernel for arguments of these kinds, as an object file that exports `name` and its Python form."""
    target = _target()
    module = llvm.parse_assembly(llvm_code(part, kinds, name))
    module.triple, module.data_layout = target.triple, str(target.target_data)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
    options.slp_vectorization = False  # fields that were written one by one are not read together: the processor would wait
    passes = llvm.create_pass_builder(target, options)
    passes.getModulePassManager().run(module, passes)
    code: bytes = target.emit_object(module)
    return code


@cache
def _target() -> Any:
    """What LLVM knows about the processor of this machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    found = llvm.Target.from_default_triple()
    return found.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=SPEED,
        reloc="static" if found.name.startswith("x86") else "default",
        codemodel="jitdefault",
        jit=True,
    )


def llvm_code(part: Part, kinds: Sequence[Kind], name: str) -> str:
    """The LLVM code of a kernel. It takes the address of the words of its arguments, in the order of `loading.packed`."""
    module, types = Module(TracedNotes() if TRACED else Notes(), CHECKED), list[str]()

    def word(type: str) -> str:
        types.append(type)
        return f"%word{len(types) - 1}"

    values = [argument(kind, word) for kind in kinds]
    written = module.function(part, values)
    result = type_of(written.result)
    if result not in ("void", WORD):
        raise TypeError(f"{name} returns something else than a whole number")
    loads = []
    for k, type in enumerate(types):
        loads += [f"  %place{k} = getelementptr i64, ptr %words, i64 {k}", f"  %word{k} = load {type}, ptr %place{k}"]
    given = ", ".join(f"{type} {name}" for value in values for type, name in value.words)
    note = module.notes.function(name, "kernel", 0)
    call = f"call fastcc {result} {written.name}({given}){module.notes.line(note, 0)}"
    end = [f"  {call}", "  ret i64 0"] if written.result is None else [f"  %found = {call}", "  ret i64 %found"]
    start = f'define i64 @"{name}"(ptr %words) nounwind {f"!dbg !{note} " if note else ""}{{'
    module.add(start, *loads, *end, "}", METHOD.format(name=name, last=len(types) - 1))
    return module.text()


def argument(kind: Kind, word: Callable[[str], str]) -> Value:
    """An argument of that kind, whose words `word` names by their types."""
    if not isinstance(kind, tuple):
        return Whole(word(WORD))
    dtype, dimensions, contiguous = kind
    place, sizes, strides = word(POINTER), [word(WORD) for _ in range(dimensions)], [word(WORD) for _ in range(dimensions)]
    return Array(place, dtype, tuple(sizes), None if contiguous else tuple(strides), ARRAYS)
