"""QR codes: a link to the same set, or the beginning of its record, in as many codes as a phone can read."""

from __future__ import annotations

from zashiki.core.errors import MissingExtra
from zashiki.core.pieces import Code
from zashiki.printing.catalogue import WORDS

MOST_BYTES = 500  # in one code: 85 squares a side, half a millimetre each on 40 mm


def codes_of(text: str, words: str) -> tuple[Code, ...]:
    """The text in one code, or in several that divide it between lines; read in their order they give the whole text."""
    parts = divided(text)
    if len(parts) == 1:
        return (Code(*qr_path(text), words),)
    return tuple(
        Code(*qr_path(part), WORDS("code_of", words=words, number=number, count=len(parts)))
        for number, part in enumerate(parts, 1)
    )


def divided(text: str) -> list[str]:
    """Parts of about the same length, none too long for one code, each of whole lines."""
    size = len(text.encode())
    count = -(-size // MOST_BYTES)
    while True:
        parts = _in(count, text)
        if all(len(part.encode()) <= MOST_BYTES for part in parts) or count >= len(text.splitlines()):
            return parts
        count += 1


def _in(count: int, text: str) -> list[str]:
    share, parts, done = len(text.encode()) / count, [""], 0
    for line in text.splitlines(keepends=True):
        if parts[-1] and done + len(line.encode()) / 2 > share * len(parts):
            parts.append("")
        parts[-1] += line
        done += len(line.encode())
    return parts


def qr_path(text: str) -> tuple[str, int]:
    """A QR code as an SVG path of unit squares, and its side length."""
    try:
        import segno
    except ImportError as error:
        raise MissingExtra(WORDS("needs_print")) from error
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    path = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = x
            while run < len(row) and row[run]:
                run += 1
            if run > x:
                path.append(f"M{x} {y}h{run - x}v1h-{run - x}z")
            x = max(run, x + 1)
    return "".join(path), len(rows)
