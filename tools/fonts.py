"""Make the fonts for the web pages: subsets of open fonts with exactly the characters the project can show.

    python tools/fonts.py <folder of @fontsource/shippori-mincho> <folder of @fontsource-variable/source-sans-3> \\
        <folder of @fontsource/noto-sans-jp>

Needs `fonttools` and `brotli`. Run it again when a title or a card uses a new character.
"""

from __future__ import annotations

import re
import string
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
FONTS = ROOT / "src/zashiki/server/static/fonts"
FEATURES = "--layout-features=kern,liga,calt,ccmp,locl,mark,mkmk,tnum,lnum,palt"
SHOWN = ("*.html", "*.toml", "*.md", "*.py")
JAPANESE = "\u3000"  # from here on; kept in separate files, which an English page does not load
ON_EVERY_PAGE = "座敷日本語"
KANA = "".join(map(chr, range(0x3041, 0x3100)))  # for names
LATIN = string.printable.strip() + " " + "".join(map(chr, range(0xA0, 0x180))) + "–—‘’“”…·•←↑→↓↔▲▼×÷−≤≥€£¥₣₩₽′″†№Ωπ½¼¾"


def characters_shown() -> str:
    """Every character in the project's words, templates, cards and help pages."""
    files = [path for pattern in SHOWN for path in (ROOT / "src/zashiki").rglob(pattern)]
    shown = set(LATIN + KANA).union(*(path.read_text(encoding="utf-8") for path in files))
    return "".join(sorted(shown - set(string.whitespace) | {" "}))


def subset(source: Path, target: Path, text: str) -> None:
    """Write the part of a font file that covers the given characters, as woff2."""
    with tempfile.TemporaryDirectory() as folder:
        characters = Path(folder) / "text"
        characters.write_text(text, encoding="utf-8")
        run("fontTools.subset", str(source), f"--text-file={characters}", FEATURES, "--flavor=woff2", f"--output-file={target}")
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes")


def run(module: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", module, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def write_down_checksums() -> None:
    """Update the checksums in VENDORED.toml."""
    listed = FONTS.parent / "VENDORED.toml"
    text = listed.read_text(encoding="utf-8")
    for font in FONTS.glob("*.woff2"):
        entry = re.compile(rf'(path = "fonts/{re.escape(font.name)}".*?sha256 = ")[0-9a-f]+', re.S)
        text = entry.sub(rf"\g<1>{sha256(font.read_bytes()).hexdigest()}", text)
    listed.write_text(text, encoding="utf-8")


def main() -> None:
    serif, sans, japanese = (Path(argument) / "files" for argument in sys.argv[1:4])
    FONTS.mkdir(parents=True, exist_ok=True)
    text = characters_shown()
    western = "".join(character for character in text if character < JAPANESE)
    mincho = serif / "shippori-mincho-japanese-600-normal.woff2"
    subset(mincho, FONTS / "house-serif.woff2", western + ON_EVERY_PAGE)
    subset(mincho, FONTS / "house-serif-japanese.woff2", text.removeprefix(western))
    for script in ("latin", "latin-ext"):
        subset(sans / f"source-sans-3-{script}-wght-normal.woff2", FONTS / f"house-sans-{script}.woff2", western)
    for weight in (400, 600):
        gothic = japanese / f"noto-sans-jp-japanese-{weight}-normal.woff2"
        subset(gothic, FONTS / f"house-sans-japanese-{weight}.woff2", text.removeprefix(western))
    write_down_checksums()


if __name__ == "__main__":
    main()
