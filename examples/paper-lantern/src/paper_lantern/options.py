"""The options of Paper Lantern."""

from __future__ import annotations

from zashiki.core.options import choice_option

STAYS, LOST = range(2)

OPTIONS = (choice_option("matched", "What becomes of a pot when every bid is matched: it stays, or is lost.", ("stays", "lost")),)
