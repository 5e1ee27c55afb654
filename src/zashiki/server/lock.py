"""The lock on a SQLite file: one house at a time has it open, and nobody puts a backup under it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sqlalchemy.engine import make_url

from zashiki.server.errors import NotNow
from zashiki.server.store import make_private
from zashiki.server.words import WORDS


@contextmanager
def no_other_house(url: str) -> Iterator[None]:
    """Keep every house off a SQLite file but whoever asks: two would not hear of each other's moves. NotNow if one has it.

    The lock is on a file of its own, so that backups may be made; it ends with the process. Where no file can be made, no house
    can write either.
    """
    file = Path(make_url(url).database or "")
    if make_url(url).get_backend_name() != "sqlite" or sys.platform == "win32":
        yield
        return
    import fcntl

    with ExitStack() as stack:
        with suppress(OSError):
            make_private(file.with_name(f"{file.name}.lock"))
            held = stack.enter_context(file.with_name(f"{file.name}.lock").open("rb"))
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise NotNow(WORDS("house_open", file=file)) from None
        yield
