"""What is written, told, asked and refused in Rights of Losers."""

from zashiki.games.rights_of_losers.words.notation import (
    ask,
    explain,
    heard,
    heard_chance,
    label,
    read_chance,
    tell,
    tell_chance,
    write_chance,
)

__all__ = ["ask", "explain", "heard", "heard_chance", "label", "read_chance", "tell", "tell_chance", "write_chance"]
