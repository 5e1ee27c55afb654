"""The Dockerfile and the compose files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("yaml")
pytest.importorskip("fastapi")

from tools import check_container


def test_the_files_of_the_container_agree_with_each_other() -> None:
    check_container.check_texts()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the steps are those of Linux")
def test_the_steps_of_the_dockerfile_make_a_house_that_is_healthy(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    check_container.try_steps(tmp_path, index=False)
