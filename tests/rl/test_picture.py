"""The picture of a table: everything the text says is on it, whole, in its colour, and as large as fits."""

from __future__ import annotations

import pytest

from tests.support import about_one_in, every_case, random_states
from zashiki.core.game import OPEN, AnyGame

np = pytest.importorskip("numpy")
pytest.importorskip("PIL")

from PIL import ImageFont  # noqa: E402

from zashiki.rl import picture  # noqa: E402


def inked(image, left: int = 0, right: int = picture.WIDTH):  # type: ignore[no-untyped-def]
    """Where there is something on the paper: rows, columns."""
    return np.nonzero((image != image[0, 0]).any(axis=2)[:, left:right])


def test_colours_and_weights_reach_the_picture() -> None:
    plain, red, bold, dim = (picture.draw_picture(text) for text in ("Land", "[red]Land[/]", "[bold]Land[/]", "[dim]Land[/]"))
    assert len(inked(bold)[0]) > len(inked(plain)[0])
    assert (red.reshape(-1, 3).max(axis=0)[0] > red.reshape(-1, 3).max(axis=0)[1:]).all()
    assert dim.max() < plain.max()


def test_letters_shrink_until_everything_fits() -> None:
    tall, wide = "\n".join(["row"] * 120), "x" * 150
    for text in (tall, wide, f"{tall}\n\n{wide}"):
        rows, columns = inked(picture.draw_picture(text))
        assert rows.max() < picture.HEIGHT - picture.MARGIN // 2
        assert columns.max() < picture.WIDTH - picture.MARGIN // 2
    assert inked(picture.draw_picture("a few words"))[0].max() < 80
    assert inked(picture.draw_picture(tall))[1].max() > picture.WIDTH // 10  # a second column


def test_a_paragraph_stays_together() -> None:
    lines = picture._lines("\n\n".join(["\n".join(["row"] * 20)] * 3))
    assert [len(column) for column in picture._flow(lines, 45)] == [42, 20]
    assert [len(column) for column in picture._flow(lines, 15)] == [15, 5 + 1, 15, 5 + 1, 15, 5]


@every_case
def test_the_font_has_every_letter_and_every_table_fits(game: AnyGame, players: int, options: dict[str, str]) -> None:
    font = ImageFont.truetype(picture.FONTS / "mono.ttf", 20)
    lacking = bytes(font.getmask("\uffff"))
    for s in about_one_in(40, random_states(game, players, options, 31)):
        markup = game.screen.draw_text(game.eyes.view(s, OPEN))
        assert [c for c in set(markup) - {" ", "\n", "\xa0"} if bytes(font.getmask(c)) == lacking] == []
        smallest = picture.SIZES[-1]
        columns = picture._flow(picture._lines(markup), (picture.HEIGHT - 2 * picture.MARGIN) // round(smallest * 1.25))
        assert picture._columns_wide(columns) * smallest <= picture.WIDTH
