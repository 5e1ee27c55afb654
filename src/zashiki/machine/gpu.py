"""From functions to code for an NVIDIA GPU: the same LLVM code, of which LLVM makes PTX, and the driver machine code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from llvmlite import binding as llvm

from zashiki.machine.compiling import argument
from zashiki.machine.lines import Lines
from zashiki.machine.notes import Notes
from zashiki.machine.values import FIELDS, Array, Kind, Record, Value, Whole, kept_as
from zashiki.machine.writing import Body, Instruction, Module, Part, Room

COMPILER = 3  # raise it when the same functions are compiled differently
ENTRY = "kernel"  # the name of every kernel in its own code
TRIPLE = "nvptx64-nvidia-cuda"
CAPABILITIES = (70, 75, 80, 86, 89, 90)  # what code is made for; a newer GPU takes that of the last one before it
SHARED = "addrspace(3)"  # the memory that the threads of a block share
ANY = 1 << 30  # lines


@dataclass(frozen=True)
class Form:
    """How a kernel is compiled.

    `registers` of a thread and `threads` of a block are limits; 0 is none. `inlined` is how long a function may be, by LLVM's
    measure, to be written into its callers; those of more than `short` lines of LLVM code that several places call stay
    functions in any case.
    """

    registers: int = 0
    threads: int = 0
    inlined: int = 1000
    short: int = ANY
    unrolled: bool = True

    def attributes(self) -> str:
        """Of the kernel, for LLVM."""
        limits = {"nvvm.maxnreg": self.registers, "nvvm.maxntid": self.threads}
        return " ".join(f'"{name}"="{limit}"' for name, limit in limits.items() if limit)


def ptx(part: Part, kinds: Sequence[Kind], form: Form, capability: int) -> str:
    """The code of a kernel for arguments of these kinds, for GPUs of a compute capability such as 90."""
    target = _target(max(known for known in CAPABILITIES if known <= capability))
    layout = f'target datalayout = "{target.target_data}"\n'  # before anything is read: it says how numbers are aligned
    module = llvm.parse_assembly(layout + llvm_code(part, kinds, form))
    module.triple = target.triple
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3 if form.unrolled else 2)
    options.slp_vectorization = False
    options.loop_unrolling, options.inlining_threshold = form.unrolled, form.inlined
    passes = llvm.create_pass_builder(target, options)
    passes.getModulePassManager().run(module, passes)
    code: str = target.emit_assembly(module)
    return code


@cache
def _target(capability: int) -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(cpu=f"sm_{capability}", opt=3)


def llvm_code(part: Part, kinds: Sequence[Kind], form: Form) -> str:
    """The LLVM code of a kernel, whose parameters are the words of its arguments (`driver.Taken`)."""

    lengths: dict[str, int] = {}

    def attributes(name: str, lines: Sequence[str]) -> str:
        lengths[name] = len(lines)
        return f"#{len(lengths) - 1}"

    module = Module(Notes(form.unrolled), checked=False, attributes=attributes)
    words = [argument(kind, lambda _: "") for kind in kinds]
    module.add(*Body(module, part.function).write(f"@{ENTRY}", words, "ptx_kernel", f"convergent {form.attributes()}"))
    text = module.text()
    # LLVM must not move calls that wait for other threads to where only some of them come.
    known = ("convergent", "convergent noinline")
    stays = (length > form.short and text.count(f"{name}(") > 2 for name, length in lengths.items())
    return text + "\n".join(f"attributes #{k} = {{ {known[stay]} }}" for k, stay in enumerate(stays))


# What threads ask and do (`core.threads`).


@dataclass(frozen=True)
class SharedRoom(Room):
    """Makes a record that all threads of a block share."""

    def made(self, lines: Lines) -> Record:
        name = lines.notes.shared(self.dtype.itemsize, self.alignment, SHARED)
        return Record(lines.let(f"addrspacecast ptr {SHARED} {name} to ptr"), self.dtype)


def _special(register: str) -> Instruction:
    def write(lines: Lines, given: Sequence[Value]) -> Value:
        return Whole(lines.let(f"zext i32 {lines.let(f'call i32 @llvm.nvvm.read.ptx.sreg.{register}()')} to i64"))

    return Instruction(write)


def _plainly(line: str) -> Instruction:
    def write(lines: Lines, given: Sequence[Value]) -> Value:
        lines.put(line)
        return Whole("0")

    return Instruction(write)


def _threads_with(lines: Lines, given: Sequence[Value]) -> Value:
    test = lines.truth(given[0]).name
    return Whole(
        lines.let(f"zext i32 {lines.let(f'call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 {test})')} to i64")
    )


def _place(lines: Lines, given: Sequence[Value]) -> tuple[Array, str]:
    """The item that the first two arguments name, and the type of what is there."""
    array, at = given[:2]
    if not isinstance(array, Array) or len(array.shape) != 1:
        raise TypeError("a row of numbers is needed")
    return lines.item(array, lines.whole(at)), kept_as(array.dtype)


def _peek(lines: Lines, given: Sequence[Value]) -> Value:
    place, kept = _place(lines, given)
    found = lines.let(f'load atomic {kept}, ptr {place.place} syncscope("block") monotonic, align {place.dtype.itemsize}')
    return lines.widen(found, place.dtype)


def _post(lines: Lines, given: Sequence[Value]) -> Value:
    place, kept = _place(lines, given)
    number = lines.narrow(given[2], place.dtype)
    lines.put(f'store atomic {kept} {number}, ptr {place.place} syncscope("block") monotonic, align {place.dtype.itemsize}')
    return Whole("0")


def _at_once(operation: str) -> Instruction:
    def write(lines: Lines, given: Sequence[Value]) -> Value:
        place, kept = _place(lines, given)
        number = lines.narrow(given[2], place.dtype)
        found = lines.let(f'atomicrmw {operation} ptr {place.place}, {kept} {number} syncscope("device") monotonic')
        return lines.widen(found, place.dtype)

    return Instruction(write)


def _part_of(lines: Lines, given: Sequence[Value]) -> Value:
    place, _ = _place(lines, given)
    array = given[0]
    assert isinstance(array, Array)
    return Array(place.place, array.dtype, (lines.whole(given[2]).name,), array.strides, array.among)


def _become(lines: Lines, given: Sequence[Value]) -> Value:
    s, other = given
    if not isinstance(s, Record):
        raise TypeError("a record is needed")
    lines.store(other, Array(s.place, s.dtype, (), None, FIELDS))
    return Whole("0")


# What is the same on any machine with threads; the others depend on it.
ATOMIC = {
    "peek": Instruction(_peek),
    "post": Instruction(_post),
    "add_to": _at_once("add"),
    "raise_to": _at_once("max"),
    "part_of": Instruction(_part_of),
    "become": Instruction(_become),
}
THREADS = ATOMIC | {
    "thread": _special("tid.x"),
    "threads": _special("ntid.x"),
    "block": _special("ctaid.x"),
    "meet_block": _plainly("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"),
    "meet_warp": _plainly("call void @llvm.nvvm.bar.warp.sync(i32 -1)"),
    "threads_with": Instruction(_threads_with),
    "publish": _plainly('fence syncscope("block") acq_rel'),
}
