"""What is written, told, asked and refused in Kazoku Scribe."""

from zashiki.games.kazoku_scribe.words.aims import aim
from zashiki.games.kazoku_scribe.words.catalogue import WORDS
from zashiki.games.kazoku_scribe.words.explain import explain
from zashiki.games.kazoku_scribe.words.notation import heard, heard_chance, read_chance, write_chance
from zashiki.games.kazoku_scribe.words.telling import ask, label, tell, tell_chance

__all__ = [
    "aim", "ask", "explain", "heard", "heard_chance", "label", "named", "read_chance", "tell", "tell_chance", "write_chance",
]  # fmt: skip

named = WORDS.name
