"""What is written, told, asked and refused in Idol Conclave."""

from zashiki.games.idol_conclave.words.aims import aim
from zashiki.games.idol_conclave.words.catalogue import named
from zashiki.games.idol_conclave.words.explain import explain
from zashiki.games.idol_conclave.words.notation import heard, heard_chance, read_chance, write_chance
from zashiki.games.idol_conclave.words.telling import ask, label, open_forced, shown_by, tell, tell_chance

__all__ = [
    "aim",
    "ask",
    "explain",
    "heard",
    "heard_chance",
    "label",
    "named",
    "open_forced",
    "read_chance",
    "shown_by",
    "tell",
    "tell_chance",
    "write_chance",
]
