"""Make the fonts. Those for the web pages are subsets with exactly the characters the project can show; those for paper have all
characters that Japanese texts commonly use, so that a new word needs no new font.

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
PAPER_FONTS = ROOT / "src/zashiki/drawing/fonts"
FEATURES = "--layout-features=kern,liga,calt,ccmp,locl,mark,mkmk,tnum,lnum,palt,halt"
SHOWN = ("*.html", "*.toml", "*.md", "*.py")
JAPANESE = "\u3000"  # from here on; kept in separate files, which an English page does not load
ON_EVERY_PAGE = "座敷日本語"
KANA = "".join(map(chr, range(0x3041, 0x3100)))  # for names
LATIN = string.printable.strip() + " " + "".join(map(chr, range(0xA0, 0x180))) + "–—‘’“”…·•←↑→↓↔▲▼×÷−≤≥€£¥₣₩₽′″†№Ωπ½¼¾"


def characters_shown() -> str:
    """Every character in the project's words, templates, cards, rules and help pages."""
    files = [path for pattern in SHOWN for path in (ROOT / "src/zashiki").rglob(pattern)]
    files += (ROOT / "docs/rules").glob("*.md")
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


def common_kanji() -> str:
    """The kanji of JIS X 0208, level 1: rows 16 to 47."""
    codes = (bytes((0x1B, 0x24, 0x42, row, cell)) for row in range(0x30, 0x50) for cell in range(0x21, 0x7F))
    return "".join(code.decode("iso2022_jp", "ignore") for code in codes)


def paper_font(source: Path, name: str, family: str, weight: int) -> None:
    """Write a font for paper: TrueType, under a family name of its own that no other font on a machine has."""
    from fontTools.ttLib import TTFont

    target = PAPER_FONTS / name
    western = string.printable.strip() + " " + "".join(map(chr, range(0xA0, 0x180))) + "–—‘’“”…·•×÷−€£¥′″†№½¼¾"
    signs = "".join(map(chr, [*range(0x3000, 0x3020), *range(0xFF01, 0xFF60)])) + "※○●△▲□■◇◆☆★"
    with tempfile.TemporaryDirectory() as folder:
        characters = Path(folder) / "text"
        characters.write_text(western + signs + KANA + common_kanji() + characters_shown(), encoding="utf-8")
        run("fontTools.subset", str(source), f"--text-file={characters}", "--layout-features=ccmp,mark,mkmk", "--no-hinting",
            f"--output-file={target}")  # fmt: skip
    font = TTFont(target, recalcTimestamp=False)  # the same characters are the same file
    style = "Bold" if weight == 700 else "Regular"
    font["name"].names = [entry for entry in font["name"].names if entry.nameID in (0, 13, 14)]
    names = {1: family, 2: style, 3: f"{family} {style}", 4: f"{family} {style}", 6: f"{family}-{style}".replace(" ", "")}
    for number, words in names.items():
        font["name"].setName(words, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    font["OS/2"].fsSelection = 0x20 if weight == 700 else 0x40
    font["head"].macStyle = int(weight == 700)
    font.flavor = None  # plain TrueType, which Typst reads
    font.save(target)
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes")


def write_down_checksums(listed: Path) -> None:
    """Update the checksums in a VENDORED.toml."""
    text = listed.read_text(encoding="utf-8")
    for path in re.findall(r'path = "(.+\.(?:woff2|ttf))"', text):
        entry = re.compile(rf'(path = "{re.escape(path)}".*?sha256 = ")[0-9a-f]+', re.S)
        text = entry.sub(rf"\g<1>{sha256((listed.parent / path).read_bytes()).hexdigest()}", text)
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
    paper_font(mincho, "serif.ttf", "Zashiki Serif", 400)
    for weight, name in ((400, "sans.ttf"), (700, "sans-bold.ttf")):
        paper_font(japanese / f"noto-sans-jp-japanese-{weight}-normal.woff2", name, "Zashiki Sans", weight)
    for folder in (FONTS.parent, PAPER_FONTS):
        write_down_checksums(folder / "VENDORED.toml")


if __name__ == "__main__":
    main()
