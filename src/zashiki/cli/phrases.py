"""Where a line of Japanese may end in a terminal: between phrases, not inside a word, a name or a roll of dice."""

from __future__ import annotations

import re

from rich.cells import cell_len
from rich.text import Text

_JAPANESE = re.compile(r"[ぁ-ヿ一-鿿]")
# After a point or a blank; after a bracket or what most phrases end with, unless kana go on; before an opening bracket.
# A stem as in 引き分け or 受け取る ends otherwise, so that such words stay whole.
_PHRASE = re.compile(
    r"(?<=[、。！？：])(?=[^、。！？）」』])|(?<= )(?=\S)"
    r"|(?<=[）」』はがをにでとのもへやかてただるすくうんらば])(?=[^\sぁ-ゖー、。！？：；）」』・…])"
    r"|(?<=[^\s「『（])(?=[「『（])"
)


def by_phrases(text: Text, width: int) -> Text:
    """The text in lines that are no wider and end with a phrase; a text without Japanese stays as it is."""
    if not _JAPANESE.search(text.plain):
        return text
    return Text("\n").join(line for part in text.split("\n", allow_blank=True) for line in _lines(part, width))


def _lines(text: Text, width: int) -> list[Text]:
    cuts, end = [0], 0
    for place in [*(found.start() for found in _PHRASE.finditer(text.plain)), len(text.plain)]:
        if cell_len(text.plain[cuts[-1] : place].rstrip()) > width and end > cuts[-1]:
            cuts.append(end)
        end = place
    lines = text.divide(cuts[1:])
    for line in lines[:-1]:
        line.rstrip()
    return list(lines)
