"""The shapes and colours of Rights of Losers on paper: the motifs of the screen, drawn for print."""

from __future__ import annotations

from zashiki.core.pieces import Edition
from zashiki.games.rights_of_losers import cards

ACCENT = "#2f4f5f"
MOTIF = "rol-mountain"
INK, SOFT, PAPER_WHITE = "#231e19", "#5d5346", "#fffdf8"
SEA, SOIL, LACQUER = "#dbe3e1", "#e9dcbc", "#a32a20"
COLOURS = {"r": "#b3372b", "y": "#8a6500", "g": "#3b7033", "b": "#2c5c94", "p": "#74408a"}
SEATS = ("#2c5c94", "#a8480f", "#3f6d2b", "#7b3b80", "#17696b")

# Suit signs fill a square of 20, buildings stand on the ground line of one of 40.
SIGNS = {
    "triangle": "M10 1.5 19 18H1z",
    "circle": "M10 1.4a8.6 8.6 0 1 0 0 17.2a8.6 8.6 0 1 0 0-17.2z",
    "leaf": "M18.5 1.5c.8 9-3.4 15.6-10.6 15.2-1.7-.1-3-.8-3.9-1.7L1.6 18.5.4 17.2l2.5-2.9C.6 8.4 6.5 1.6 18.5 1.5z",
    "square": "M2 2h16v16H2z",
    "star": "m10 .8 2.7 6.1 6.6.7-4.9 4.5 1.4 6.6L10 15.3l-5.8 3.4 1.4-6.6L.7 7.6l6.6-.7z",
}
# What is filled with paper, so that the hills do not show through; then its lines.
BUILDINGS = {
    "r": (
        "M9 39V8h22v31zM13 3h14v5H13z",
        "M9 39V8h22v31M13 3h14v5H13zM17 39v-8h6v8M13.5 13h3.5m6 0h3.5M13.5 18.5h3.5m6 0h3.5M13.5 24h3.5m6 0h3.5",
    ),
    "y": (
        "M6 39V18h28v21zM7 7h26l4 9H3z",
        "M6 39V18m28 21V18M7 7h26l4 9H3zM3 16c0 5 6.8 5 6.8 0 0 5 6.8 5 6.8 0 0 5 6.8 5 6.8 0 0 5 6.8 5 6.8 0 0 5 6.8 5 6.8 0"
        "M11 39V26h8v13M23 26h7v7h-7z",
    ),
    "g": (
        "M15 6c6 0 9 4.5 8 9 3 2 2.5 8-2 8.5-3 3-9 3-12 0-4.5-.5-5-6.5-2-8.5-1-4.5 2-9 8-9z"
        "M31 17c4 3 5.5 9.5 3 12h-6c-2.5-2.5-1-9 3-12z",
        "M15 39V25m0 4-4-4m4 0 4-4M15 6c6 0 9 4.5 8 9 3 2 2.5 8-2 8.5-3 3-9 3-12 0-4.5-.5-5-6.5-2-8.5-1-4.5 2-9 8-9z"
        "M31 39V29m0-12c4 3 5.5 9.5 3 12h-6c-2.5-2.5-1-9 3-12z",
    ),
    "b": (
        "M6 39V14l12-6v31zM18 18h15v21H18z",
        "M6 39V14l12-6v31M18 18h15v21M10 18h4m-4 6h4m-4 6h4M22 23h7m-7 5h7m-7 5h7",
    ),
    "p": (
        "M5 39V15h30v24zM2 15 20 3l18 12z",
        "M5 39V15m30 24V15M2 15 20 3l18 12zM10 15v24M30 15v24M10 18c1 8 4 11 8 12-1 4-4 6-8 6"
        "M30 18c-1 8-4 11-8 12 1 4 4 6 8 6M20 7.5v4",
    ),
}  # fmt: skip
HILLS = "M1 23 14 6l6 7 6-9 13 19M10 11.5l3.5 2.5 3-4M23.5 8l3 2.5 2.5-2"


def shapes(edition: Edition) -> str:
    """Everything faces refer to: signs in their colours, the hills, and the waves of the sea."""
    signs = [
        f'<symbol id="rol-{colour.text("key")}" viewBox="0 0 20 20"><path fill="{COLOURS[colour.text("key")]}" '
        f'd="{SIGNS[colour.text("sign")]}"/></symbol>'
        for colour in cards.COLOURS
    ]
    hills = (
        f'<symbol id="{MOTIF}" viewBox="0 -8 40 40"><circle cx="28" cy="3" r="5" fill="{LACQUER}"/>'
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{HILLS}" stroke="{INK}" stroke-width="1.3"/>'
        f'<path d="M2 27c4-3 6 3 10 0s6 3 10 0 6 3 10 0 5 1 6 1" stroke="{ACCENT}" stroke-width="1.1"/></g></symbol>'
    )
    # Rows of scales, each over the one above it.
    scales = "".join(
        f'<circle cx="{x}" cy="{y}" r="{r}"/>'
        for y in (0, 2.5, 5, 7.5, 10)
        for x in ((5,) if y % 5 else (0, 10))
        for r in (5, 3.5, 2)
    )
    waves = (
        '<pattern id="rol-waves" width="10" height="5" patternUnits="userSpaceOnUse">'
        f'<g fill="{tint(SEA, 0.55)}" stroke="#7d99a3" stroke-width="0.26">{scales}</g></pattern>'
    )
    return "".join(signs) + hills + waves


def tint(colour: str, share: float) -> str:
    """A colour thinned with paper."""
    parts = zip(bytes.fromhex(colour[1:]), bytes.fromhex(PAPER_WHITE[1:]), strict=True)
    return "#" + "".join(f"{round(ink * share + white * (1 - share)):02x}" for ink, white in parts)
