"""The gallery page of Saigo no Kane: every tile and card."""

from __future__ import annotations

from zashiki.games.saigo_no_kane.screen import faces
from zashiki.games.saigo_no_kane.words.catalogue import WORDS


def gallery() -> dict[str, object]:
    """Everything gallery.html draws."""
    return {
        "w": WORDS,
        "clubs": faces.CLUBS,
        "candidates": faces.CANDIDATES,
        "students": faces.STUDENTS,
        "items": faces.ITEMS,
        "posters": faces.EVENTS,
        "teachers": faces.TEACHERS,
    }
