"""What can go wrong for a caller, each kind apart from the others and each with a sentence for people."""

from __future__ import annotations


class ZashikiError(Exception):
    """Something the caller did; the message is a sentence to show."""


class BadOption(ZashikiError):
    """A seat count or an option the game does not know."""


class BadDial(BadOption):
    """A number that a dial of the game cannot have."""


class BadGame(ZashikiError):
    """A game whose modules do not give what the contract asks for."""


class BadNotation(ZashikiError):
    """Text that is not a move or a chance event of this game at all."""


class IllegalMove(ZashikiError):
    """A move, but not one this seat may make now; `clause` names the rule."""

    def __init__(self, sentence: str, clause: str) -> None:
        super().__init__(f"{sentence} ({clause})" if clause else sentence)
        self.sentence = sentence
        self.clause = clause


class BadRecord(ZashikiError):
    """A record that cannot be read or replayed; `line` is the number in the file, from 1."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
        self.sentence = sentence


class MissingExtra(ZashikiError):
    """An optional part is not installed; the message says how to get it."""
