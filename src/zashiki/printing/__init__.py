"""Print-and-play sheets: a game's pages as SVG and as PDF."""
