"""The action space of a game, declared once: numbers, blocks, documentation and notation.

    ACTIONS = Actions("Lantern", "'bid 3' or 'pass'")
    BID = ACTIONS.block("bid", LANTERN_IDS, words="bid that lantern")
    PASS = ACTIONS.block("pass", words="bid nothing")

Each block is a run of neighbouring numbers, one for every combination of its parts, and `block` returns the first of them. A move
is written as its block's `spelling`, by default the name of the block followed by its parts: action `BID + 2` is "bid bright".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from zashiki.core.errors import BadNotation
from zashiki.core.words import CORE as WORDS
from zashiki.core.words import either

NEVER = -1  # what `read` makes of a move that no position allows

Action = int


@dataclass(frozen=True)
class Block:
    """A run of neighbouring action numbers with one meaning."""

    name: str
    first: int
    texts: tuple[str, ...]
    words: str

    @property
    def size(self) -> int:
        return len(self.texts)


class Actions:
    """All actions of a game, numbered from 0, and how each is written."""

    def __init__(self, game: str, examples: str, impossible: Callable[[str], bool] = lambda text: False) -> None:
        """`impossible` says whether a text outside the vocabulary is a move all the same, one that no position allows;
        it may raise BadNotation itself where it knows a better sentence."""
        self.blocks: list[Block] = []
        self.title: Callable[[], str] = lambda: game  # in the reader's language, once it belongs to a game
        self._examples, self._impossible = re.findall("'([^']+)'", examples) or [examples], impossible

    def block(self, name: str, *parts: Sequence[str], words: str, spelling: str = "") -> Action:
        """Declare the next block; the number of its first action."""
        form = spelling or " ".join([name, *("{}" for _ in parts)])
        block = Block(name, len(self), tuple(form.format(*chosen) for chosen in product(*parts)), words)
        self.blocks.append(block)
        return block.first

    def __len__(self) -> int:
        return self.blocks[-1].first + self.blocks[-1].size if self.blocks else 0

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The notation of every action."""
        return tuple(text for block in self.blocks for text in block.texts)

    @cached_property
    def _numbers(self) -> dict[str, Action]:
        return {text: action for action, text in enumerate(self.texts)}

    def write(self, action: Action) -> str:
        """The action in notation."""
        return self.texts[action]

    def split(self, action: Action) -> tuple[str, str]:
        """The first word of the notation and what follows it."""
        verb, _, rest = self.texts[action].partition(" ")
        return verb, rest

    def read(self, text: str) -> Action:
        """The action a text names, NEVER for a move that no position allows; BadNotation when it is no move of the game."""
        if text in self._numbers:
            return self._numbers[text]
        if self._impossible(text):
            return NEVER
        examples = either([WORDS("quoted", text=example) for example in self._examples])
        raise BadNotation(WORDS("not_a_move", text=text, game=self.title(), examples=examples))
