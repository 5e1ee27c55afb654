"""Where pieces lie on paper: as many as fit, backs behind their fronts, marks outside every bleed, boards in parts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.printing.support import MM, raster
from zashiki.core.pieces import BLEED, POKER, Piece, Size
from zashiki.drawing.shapes import box
from zashiki.printing.layout import EDGE, OVERLAP, Placed, Side, best_grid, lay_out, sides_of
from zashiki.printing.paper import PAPERS, Paper
from zashiki.printing.pdf import to_png
from zashiki.printing.sides import draw_side

papers = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
DPI = 200
SIZES = (POKER, Size(41, 63), Size(15, 15), Size(190, 50), Size(88.9, 63.5))


def plain(size: Size, **changes: object) -> Piece:
    return replace(Piece("p", "A piece", "part", "card", size, "", ""), **changes)  # type: ignore[arg-type]


@papers
def test_a_page_holds_as_many_cards_as_printers_reach(paper: Paper) -> None:
    grid = best_grid(paper, POKER)
    assert grid
    assert grid.count == {"a4": 9, "letter": 8}[paper.name]


@papers
@pytest.mark.parametrize("size", SIZES)
def test_every_copy_lies_inside_the_paper_and_none_in_the_bleed_of_another(paper: Paper, size: Size) -> None:
    sides = sides_of(lay_out("cards", "Cards", [plain(size, copies=23)], paper), both=True)
    fronts = [placed for side in sides for placed in side.placed if not placed.back]
    assert len(fronts) == len([placed for side in sides for placed in side.placed if placed.back]) == 23
    for side in sides:
        for placed in side.placed:
            assert reach(placed)[0] >= EDGE - 1e-6
            assert reach(placed)[1] >= EDGE - 1e-6
            assert reach(placed)[2] <= paper.width - EDGE + 1e-6
            assert reach(placed)[3] <= paper.height - EDGE + 1e-6
            assert max(placed.bleed) <= BLEED
        for k, one in enumerate(side.placed):
            assert not any(overlap(reach(one), reach(other)) for other in side.placed[k + 1 :])
        for mark in side.marks:
            assert not any(overlap(mark, reach(placed)) for placed in side.placed)


def reach(placed: Placed) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a piece with its bleed."""
    (wide, high), (across, down) = placed.size, placed.bleed
    return placed.x - across, placed.y - down, placed.x + wide + across, placed.y + high + down


def overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > -1e-6 and down > -1e-6 and max(across, down) > 1e-6 and not (across <= 1e-6 or down <= 1e-6)


@papers
@pytest.mark.parametrize("size", [POKER, Size(41, 63)])
def test_a_back_lies_behind_its_front_once_the_sheet_is_turned_over(paper: Paper, size: Size) -> None:
    """A spot near a corner of the front, and on the back where that corner is then: both are measured on rasters."""
    front, back = box(5, 7, 4, 4, fill="#000"), box(size.width - 9, 7, 4, 4, fill="#000")
    sheet = lay_out("cards", "", [plain(size, front=front, back=back)], paper)[0]
    spots = [dark(replace(side, marks=(), title=""), paper).getbbox() for side in sheet]
    assert all(spots)
    (left, top, right, bottom), (back_left, back_top, back_right, back_bottom) = spots
    turned = (paper.width / 25.4 * DPI - back_right, back_top, paper.width / 25.4 * DPI - back_left, back_bottom)
    assert max(abs(one - other) for one, other in zip((left, top, right, bottom), turned, strict=True)) / DPI * 25.4 <= 0.3
    assert (right - left) / DPI * 25.4 == pytest.approx(4, abs=0.2)


@papers
def test_cut_marks_are_at_the_same_places_on_both_sides(paper: Paper) -> None:
    """Read from the rasters of the two sides, one of them mirrored: within 0.3 mm."""
    from PIL import ImageChops, ImageFilter, ImageOps

    front, back = (dark(replace(side, title=""), paper) for side in lay_out("cards", "", [plain(POKER, copies=4)], paper)[0])
    assert front.getbbox()
    widened = ImageOps.mirror(back).filter(ImageFilter.MaxFilter(2 * round(0.3 / 25.4 * DPI) + 1))
    assert ImageChops.subtract(front, widened).getbbox() is None


def dark(side: Side, paper: Paper) -> Any:
    """A picture of a side in which whatever is dark is white."""
    from io import BytesIO

    from PIL import Image

    drawn = Image.open(BytesIO(to_png(draw_side(side, paper, ""), paper.width, paper.height, DPI)))
    return drawn.convert("L").point(lambda grey: 255 if grey < 140 else 0)


@papers
def test_a_board_larger_than_the_paper_comes_in_parts_that_overlap_and_cover_it(paper: Paper) -> None:
    board = plain(Size(300, 420), cut="tile", back=None)
    windows = [side.placed[0].window for side, _ in lay_out("tiles", "", [board], paper)]
    assert len(windows) == 4
    covered = [window for window in windows if window]
    assert {round(x) for x, *_ in covered} == {0, round(150 - OVERLAP / 2)}
    assert max(x + wide for x, _, wide, _ in covered) == pytest.approx(300)
    assert max(y + high for _, y, _, high in covered) == pytest.approx(420)
    assert min(x + wide for x, _, wide, _ in covered) - max(x for x, *_ in covered) == pytest.approx(OVERLAP)
    sides = [side for side, _ in lay_out("tiles", "", [board], paper)]
    assert [len(side.joins) for side in sides] == [4, 2, 2, 0]  # a mark on either side of each seam to come
    first = sides[0].placed[0]
    backs = [back.placed[0].window for _, back in lay_out("tiles", "", [replace(board, back="")], paper)]
    assert [window[0] for window in backs if window] == pytest.approx([300 - x - wide for x, _, wide, _ in covered])
    assert {mark[0] for mark in sides[0].joins if mark[0] == mark[2]} == {first.x + first.size.width - OVERLAP}


@papers
def test_for_both_sides_every_sheet_has_two_and_for_one_no_side_is_blank(paper: Paper) -> None:
    sheets = lay_out("tiles", "", [plain(POKER), plain(Size(50, 50), cut="tile", back=None)], paper)
    assert [side.blank for side in sides_of(sheets, both=True)] == [False, False, False, True]
    assert [side.blank for side in sides_of(sheets, both=False)] == [False, False, False]


def test_millimetres_stay_millimetres() -> None:
    pdfium = pytest.importorskip("pypdfium2")
    from zashiki.printing.pdf import _compile

    paper = PAPERS["a4"]
    (front, _), *_ = lay_out("cards", "", [plain(Size(40, 60), front=box(0, 0, 40, 60, fill="#000"))], paper)
    source = '#set page(width: 210mm, height: 297mm, margin: 0mm)\n#image("side.svg", width: 210mm)'
    pdf = _compile({"side.svg": draw_side(replace(front, title="", marks=()), paper, ""), "main.typ": source}, "pdf")[0]
    page = pdfium.PdfDocument(pdf)[0]
    assert [round(side / MM, 1) for side in page.get_size()] == [210, 297]
    left, top, right, bottom = raster(page, 254).point(lambda grey: 255 if grey < 128 else 0).getbbox()
    assert abs((right - left) / 10 - 60) <= 0.2 or abs((right - left) / 10 - 40) <= 0.2
    assert {round((right - left) / 10), round((bottom - top) / 10)} == {40, 60}
