"""Why the system refuses a file or a port, in the reader's language where we know its reason."""

from __future__ import annotations

import errno

from zashiki.core.words import CORE

REASONS = {
    errno.ENOENT: "is_missing",
    errno.EACCES: "is_forbidden",
    errno.EISDIR: "is_a_folder",
    errno.ENOTDIR: "is_no_folder",
    errno.ENOSPC: "disk_full",
    errno.EADDRINUSE: "port_taken",
}


def reason(error: OSError | ValueError) -> str:
    """What stands behind the colon of a sentence; in English without a full stop."""
    known = REASONS.get(getattr(error, "errno", None) or 0)
    return CORE(known) if known else getattr(error, "strerror", None) or str(error)
