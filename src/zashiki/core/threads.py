"""What a kernel can ask and do where many threads run it together, as on a GPU.

The threads of a block share work space and can wait for each other; those of a warp, a part of a block, run in lockstep. A
kernel in the rules language calls these functions, and the gear of a GPU has an instruction for each. Here they do what they
do for a thread that is alone.
"""

from __future__ import annotations

from typing import Any

from zashiki.core.rule import primitive


@primitive
def thread() -> int:
    """The number of this thread in its block."""
    return 0


@primitive
def threads() -> int:
    """How many threads the block has."""
    return 1


@primitive
def block() -> int:
    """The number of this block."""
    return 0


@primitive
def meet_block() -> None:
    """Wait until every thread of the block is here, and see all it has written."""


@primitive
def meet_warp() -> None:
    """The same for the threads of a warp."""


@primitive
def threads_with(test: int) -> int:
    """Wait for the block; in how many of its threads the test is not 0."""
    return 1 if test else 0


@primitive
def publish() -> None:
    """Let the block see what this thread wrote before it sees anything that the thread writes after."""


@primitive
def peek(numbers: Any, at: int) -> int:
    """A number as it is in memory now: other threads may write it meanwhile."""
    number: int = numbers[at]
    return number


@primitive
def post(numbers: Any, at: int, number: int) -> None:
    """Write a number for other threads to peek at."""
    numbers[at] = number


@primitive
def add_to(numbers: Any, at: int, number: int) -> int:
    """Add in one step that no other thread can come between; what was there before."""
    before: int = numbers[at]
    numbers[at] += number
    return before


@primitive
def raise_to(numbers: Any, at: int, number: int) -> None:
    """Put the number there if it is larger, in one step."""
    numbers[at] = max(numbers[at], number)


@primitive
def part_of(numbers: Any, first: int, size: int) -> Any:
    """`size` numbers from index `first` on, as an array of their own."""
    return numbers[first : first + size]


@primitive
def become(s: Any, other: Any) -> None:
    """Make a record equal to another of its kind."""
    for name in type(s).fields:
        value = getattr(other, name)
        setattr(s, name, value[:] if isinstance(value, list) else value)
