"""What is written, told, asked and refused in Rights of Losers."""

from zashiki.games.rights_of_losers.words.aims import aim
from zashiki.games.rights_of_losers.words.catalogue import named
from zashiki.games.rights_of_losers.words.explain import explain
from zashiki.games.rights_of_losers.words.notation import heard, heard_chance, read_chance, write_chance
from zashiki.games.rights_of_losers.words.telling import ask, label, open_forced, tell, tell_chance

__all__ = [
    "aim", "ask", "explain", "heard", "heard_chance", "label", "named", "open_forced", "read_chance", "tell",
    "tell_chance", "write_chance",
]  # fmt: skip
