"""What several folders of tests use: a house on a port of its own and a real Chromium in front of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tools.chromium import find_chromium, open_chromium

from tests.browser.people import LONGEST_MS, come_in
from tests.support import MANY_TABLES

os.environ.setdefault("ZASHIKI_BOT_PREPARE", "false")  # houses that tests start leave the processor to the tests
HERE = Path(__file__).parent
BROWSER_TESTS = HERE / "browser"
COMPILING = {HERE / file for file in ("games/test_gears.py", "rl/test_batch.py", "rl/test_single.py", "rl/test_vector.py")}


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups at the same hook
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives a browser, and put together what one process should run."""
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.browser)
        group = group_of(item)
        if group and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(group))


def group_of(item: pytest.Item) -> str:
    """The tests of one file share a Chromium. Two processes that begin with the same game would both compile its kernels."""
    if item.get_closest_marker("browser"):
        return f"{item.path.parent.name} {item.path.stem}"
    game = item.callspec.params.get("game") if isinstance(item, pytest.Function) and hasattr(item, "callspec") else None
    return f"kernels of {game.id}" if item.path in COMPILING and game is not None else ""


@pytest.fixture(scope="session")
def house_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running house with bots that answer at once."""
    from zashiki.server.run import open_house
    from zashiki.server.settings import Settings

    database = tmp_path_factory.mktemp("house") / "house.sqlite"
    settings = Settings(
        database=str(database), bot_pause=0.0, rate="100000/minute", read_rate="1000000/minute", log="warning", **MANY_TABLES
    )
    with open_house(settings) as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium for the tests of one file: while it lives, its event loop runs, and no other may in this process."""
    if find_chromium() is None:
        pytest.skip("Chromium is not installed")
    expect.set_options(timeout=LONGEST_MS)
    with sync_playwright() as playwright:
        chromium = open_chromium(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def guest(browser: Browser, house_url: str) -> Iterator[Page]:
    """A visitor at the door, on a desktop screen; nothing may go wrong in the page's script."""
    page = come_in(browser, house_url)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    page.context.close()
    assert not faults
