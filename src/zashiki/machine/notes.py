"""What stands beside the functions of a module: constant tables, and what LLVM is told about memory and loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from zashiki.machine.values import ARRAYS, FIELDS, TABLES, Array, DType, kept_as


class Notes:
    """Tables and notes of one module; `unrolled` is whether rounds of loops may be written out."""

    def __init__(self, unrolled: bool = True) -> None:
        self._unrolled = unrolled
        self.tables: list[str] = []
        self.notes = ['!{!"memory"}']
        self._names: dict[bytes, str] = {}  # of tables, by what they hold
        self._records: dict[DType, int] = {}
        self._kinds: dict[str, int] = {}  # of accesses, the number of their note

    def table(self, numbers: np.ndarray[Any, Any]) -> Array:
        """A constant table."""
        kept, held = kept_as(numbers.dtype), numbers.tobytes() + f"{numbers.dtype} {numbers.shape}".encode()
        if held not in self._names:
            self._names[held] = name = f"@table.{len(self._names)}"
            items = ", ".join(f"{kept} {number}" for number in numbers.ravel().tolist())
            self.tables.append(f"{name} = private unnamed_addr constant [{numbers.size} x {kept}] [{items}]")
        return Array(self._names[held], numbers.dtype, tuple(map(str, numbers.shape)), None, TABLES)

    def shared(self, size: int, alignment: int, space: str = "") -> str:
        """Room of the kernel as a whole, which may lie in a memory of its own."""
        name = f"@shared.{len(self.tables)}"
        self.tables.append(f"{name} = internal {space} global [{size} x i8] undef, align {alignment}")
        return name

    def field(self, record: DType, name: str) -> str:
        """What the numbers of a field are among: nothing but themselves."""
        return f"{self._records.setdefault(record, len(self._records))}.{name}"

    def access(self, kept: str, among: str) -> str:
        """That an access to a field meets only those to the same field, or to fields that were handed over as arrays."""
        above = "" if among in (ARRAYS, TABLES, FIELDS) else f"{FIELDS} {kept}"
        return f", !tbaa !{self._kind(f'{among} {kept}', above) + 1}"

    def _kind(self, name: str, above: str) -> int:
        if name not in self._kinds:
            parent = self._kind(above, "") if above else 0
            self._kinds[name] = self._add(f'!{{!"{name}", !{parent}, i64 0}}')
            self._add(f"!{{!{self._kinds[name]}, !{self._kinds[name]}, i64 0}}")
        return self._kinds[name]

    def loop(self, is_short: bool) -> str:
        """How a loop may be changed: one with few rounds must not take several at a time."""
        if self._unrolled and not is_short:
            return ""
        one_by_one = self._add('!{!"llvm.loop.vectorize.enable", i1 false}')
        not_in_bundles = self._add(f'!{{!"llvm.loop.unroll.{"runtime.disable" if self._unrolled else "disable"}"}}')
        own = len(self.notes)
        return f", !llvm.loop !{self._add(f'distinct !{{!{own}, !{one_by_one}, !{not_in_bundles}}}')}"

    def function(self, name: str, file: str, line: int) -> int:
        """Where a function was written; the number of its note, if there is one."""
        return 0

    def line(self, function: int, line: int) -> str:
        """Which line of a function an instruction comes from."""
        return ""

    def text(self) -> list[str]:
        """All notes."""
        return [f"!{number} = {note}" for number, note in enumerate(self.notes)]

    def _add(self, note: str) -> int:
        self.notes.append(note)
        return len(self.notes) - 1


class TracedNotes(Notes):
    """Also where everything was written, for profilers; inlined functions can be told apart too."""

    def __init__(self) -> None:
        super().__init__()
        self._version = self._add('!{i32 2, !"Debug Info Version", i32 3}')
        file = self._file("rules")
        self._unit = self._add(f"distinct !DICompileUnit(language: DW_LANG_C99, file: !{file}, emissionKind: FullDebug)")
        self._type = self._add("!DISubroutineType(types: !{})")

    def function(self, name: str, file: str, line: int) -> int:
        at = self._file(file)
        place = f"scope: !{at}, file: !{at}, line: {line}, type: !{self._type}, unit: !{self._unit}"
        return self._add(f'distinct !DISubprogram(name: "{name}", {place}, spFlags: DISPFlagDefinition)')

    def line(self, function: int, line: int) -> str:
        return f", !dbg !{self._add(f'!DILocation(line: {line}, scope: !{function})')}"

    def text(self) -> list[str]:
        return [f"!llvm.module.flags = !{{!{self._version}}}", f"!llvm.dbg.cu = !{{!{self._unit}}}", *super().text()]

    def _file(self, name: str) -> int:
        return self._add(f'!DIFile(filename: "{name}", directory: "")')
