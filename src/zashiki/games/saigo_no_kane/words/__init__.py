"""What is written, told, asked and refused in Saigo no Kane."""

from zashiki.games.saigo_no_kane.words.aims import aim
from zashiki.games.saigo_no_kane.words.catalogue import named
from zashiki.games.saigo_no_kane.words.explain import explain
from zashiki.games.saigo_no_kane.words.notation import heard, heard_chance, opens_answers, read_chance, write_chance
from zashiki.games.saigo_no_kane.words.telling import ask, label, open_forced, tell, tell_chance

__all__ = [
    "aim", "ask", "explain", "heard", "heard_chance", "label", "named", "open_forced", "opens_answers", "read_chance", "tell",
    "tell_chance", "write_chance",
]  # fmt: skip
