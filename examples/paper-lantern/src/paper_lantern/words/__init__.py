"""What is written, told, asked and refused in Paper Lantern."""

from paper_lantern.words.explain import explain
from paper_lantern.words.notation import heard, heard_chance, read_chance, write_chance
from paper_lantern.words.telling import ask, label, tell, tell_chance

__all__ = ["ask", "explain", "heard", "heard_chance", "label", "read_chance", "tell", "tell_chance", "write_chance"]
