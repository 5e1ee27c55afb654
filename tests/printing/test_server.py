"""The house prints: the boards of a seed as a PDF, new boards without one, a sentence for what cannot be printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from zashiki.server.app import create_app
from zashiki.server.settings import Settings


def test_a_house_prints_pages(tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    settings = Settings(database=str(tmp_path / "house.sqlite"), log="warning")
    with TestClient(create_app(settings)) as client:
        answer = client.get("/print/kazoku-scribe?players=2&seed=7&villages=different&paper=letter")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/pdf"
        assert len(pdfium.PdfDocument(answer.content)) == 3
        fresh = client.get("/print/kazoku-scribe", follow_redirects=False)
        assert fresh.status_code == 303
        assert "seed=" in fresh.headers["location"]
        wrong = ("rights-of-losers?seed=1", "kazoku-scribe?seed=1&players=3", "kazoku-scribe?seed=1&paper=a3", "nothing?seed=1")
        for address in wrong:
            assert 400 <= client.get(f"/print/{address}").status_code < 500
