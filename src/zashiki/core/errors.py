"""What can go wrong for a caller, each kind apart from the others and each with a sentence for people."""

from __future__ import annotations

from zashiki.core.words import CORE, unnamed, with_names

MOST_SEATS = 10


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
    """A move, but not one this seat may make now; `clause` names the rule.

    People in `sentence` are marks such as {2}; `named` puts in who they are, and the message itself calls them by their seats.
    """

    def __init__(self, sentence: str, clause: str, names: list[str] | None = None) -> None:
        said = with_names(sentence, unnamed(MOST_SEATS) if names is None else names)
        super().__init__(CORE("refusal", sentence=said, clause=clause) if clause else said)
        self.sentence = sentence if names is None else said
        self.clause = clause

    def named(self, names: list[str]) -> IllegalMove:
        """The same refusal, with names for marks."""
        return IllegalMove(self.sentence, self.clause, names)


class BadRecord(ZashikiError):
    """A record that cannot be read or replayed; `line` is the number in the file, from 1."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(CORE("record_line", line=line, sentence=sentence))
        self.line = line
        self.sentence = sentence


class NoRecord(BadRecord):
    """A text that is no record at all, so that none of its lines is more wrong than another."""

    def __init__(self, sentence: str) -> None:
        super().__init__(1, sentence)
        self.args = (sentence,)


class MissingExtra(ZashikiError):
    """An optional part is not installed; the message says how to get it."""
