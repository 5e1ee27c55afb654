"""Drawings kept in files that any drawing program or browser opens, and coloured when they are used.

A file of pictures holds a group for each, `<g id="comb">…</g>`. A colour that may change is written `var(--name, #colour)`:
whoever uses the picture may give another for the name. To save ink, such areas stay white and such lines are drawn in ink.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from zashiki.drawing.shapes import PAPER
from zashiki.drawing.text import INK

_PICTURE = re.compile(r'^  <g id="([\w-]+)"([^\n]*|.*?\n  )</g>$', re.M | re.S)
_COLOUR = re.compile(r'(fill|stroke)="var\(--([\w-]+), (#[0-9a-f]+)\)"')
_SIGN = re.compile(r'<symbol id="([\w-]+)" viewBox="0 0 (\d+) \2">(.*?)</symbol>', re.S)


class Pictures:
    """The pictures of one file, all squares of one side, with lines of one width."""

    def __init__(self, path: Path, *, line: float, side: float) -> None:
        self._path, self._line, self._side = path, line, side

    @cached_property
    def _drawn(self) -> dict[str, str]:
        return {name: f"<g{rest}</g>" for name, rest in _PICTURE.findall(self._path.read_text(encoding="utf-8"))}

    def has(self, name: str) -> bool:
        """Whether there is a picture of that name."""
        return name in self._drawn

    def draw(self, *names: str, colours: Mapping[str, str] | None = None, spare: bool = False) -> str:
        """Pictures one over the other, in the units of the file."""
        given = colours or {}

        def colour(found: re.Match[str]) -> str:
            what, name, usual = found.groups()
            if spare:
                return f'fill="{PAPER}"' if what == "fill" else f'stroke="{INK}"'
            return f'{what}="{given.get(name, usual)}"'

        drawn = _COLOUR.sub(colour, "".join(self._drawn[name] for name in names))
        return f'<g stroke="{INK}" stroke-width="{self._line}" stroke-linejoin="round" stroke-linecap="round">{drawn}</g>'

    def put(
        self, *names: str, x: float, y: float, side: float, colours: Mapping[str, str] | None = None, spare: bool = False
    ) -> str:
        """Pictures one over the other in a square, by its upper left corner; what reaches out of the square is cut off."""
        place = f'x="{x:.3f}" y="{y:.3f}" width="{side:.3f}" height="{side:.3f}" viewBox="0 0 {self._side} {self._side}"'
        return f"<svg {place}>{self.draw(*names, colours=colours, spare=spare)}</svg>"


class Signs:
    """The signs that a game's screen is drawn with: the `<symbol>`s of a template, named without their prefix."""

    def __init__(self, template: Path, prefix: str) -> None:
        self._template, self._prefix = template, prefix

    @cached_property
    def _drawn(self) -> dict[str, tuple[float, str]]:
        found = _SIGN.findall(self._template.read_text(encoding="utf-8"))
        return {name.removeprefix(self._prefix): (float(side), drawn) for name, side, drawn in found}

    def put(self, name: str, x: float, y: float, side: float, fill: str, *, stroke: str = "none", line: float = 0.8) -> str:
        """A sign centred on x, y, in one colour; `line` is in the sign's own units."""
        units, drawn = self._drawn[name]
        place = f"translate({x - side / 2:.3f} {y - side / 2:.3f}) scale({side / units:.5f})"
        return f'<g transform="{place}" fill="{fill}" stroke="{stroke}" stroke-width="{line}">{drawn}</g>'
