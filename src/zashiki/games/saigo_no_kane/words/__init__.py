"""What is written, told, asked and refused in Saigo no Kane."""

from zashiki.games.saigo_no_kane.words.explain import explain
from zashiki.games.saigo_no_kane.words.notation import (
    ask,
    heard,
    heard_chance,
    label,
    read_chance,
    tell,
    tell_chance,
    write_chance,
)

__all__ = ["ask", "explain", "heard", "heard_chance", "label", "read_chance", "tell", "tell_chance", "write_chance"]
