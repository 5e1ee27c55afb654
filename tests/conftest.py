"""What several folders of tests use: a house on a port of its own and a real Chromium in front of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tools.chromium import find_chromium, open_chromium

from tests.browser.people import LONGEST_MS, come_in
from tests.support import MANY_TABLES

os.environ.setdefault("ZASHIKI_BOT_PREPARE", "false")  # houses that tests start leave the processor to the tests
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each of a thousand processes that tests start compiles all modules anew
settings.register_profile("patient", settings(), deadline=None)  # how long an example takes is the machine's affair
settings.load_profile("patient")
HERE = Path(__file__).parent
BROWSER_TESTS = HERE / "browser"
BY_GAME = {  # files whose tests of one game use the same kernels or the same printed set, made once in each process
    "kernels": ("games/test_gears.py", "rl/test_batch.py", "rl/test_single.py", "rl/test_vector.py"),
    "paper": ("printing/test_set.py",),
}
MADE = {HERE / file: made for made, files in BY_GAME.items() for file in files}


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups at the same hook
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives a browser, put together what one process should run, and begin with what takes long."""
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.browser)
        group = group_of(item)
        if group and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: not takes_long(item))


def group_of(item: pytest.Item) -> str:
    """What one process runs, one after the other, because it shares something costly: a Chromium, or what is made for a game."""
    if item.get_closest_marker("browser"):
        return f"{item.path.parent.name} {item.path.stem}"
    if item.path not in MADE or not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
        return ""
    given = item.callspec.params
    game = given["order"].game if "order" in given else given["game"].id if "game" in given else ""
    return game and f"{MADE[item.path]} of {game}"


def takes_long(item: pytest.Item) -> bool:
    """Whether the test itself is marked slow, not only this case of it."""
    marks = [*(item.parent.own_markers if item.parent else []), *getattr(getattr(item, "function", None), "pytestmark", [])]
    return any(mark.name == "slow" for mark in marks)


OPENED = ExitStack()  # Chromium and what drives it
OPEN_HOUSE = ExitStack()


@cache
def house() -> str:
    from zashiki.server.run import open_house
    from zashiki.server.settings import Settings

    database = Path(OPEN_HOUSE.enter_context(TemporaryDirectory(prefix="zashiki-house-"))) / "house.sqlite"
    settings = Settings(
        database=str(database), bot_pause=0.0, rate="100000/minute", read_rate="1000000/minute", log="warning", **MANY_TABLES
    )
    return OPEN_HOUSE.enter_context(open_house(settings))


def close_house() -> None:
    house.cache_clear()
    OPEN_HOUSE.close()


@cache
def chromium() -> Browser:
    expect.set_options(timeout=LONGEST_MS)
    opened = open_chromium(OPENED.enter_context(sync_playwright()))
    OPENED.callback(opened.close)
    return opened


def close_chromium() -> None:
    chromium.cache_clear()
    OPENED.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Chromium and the house in front of it stay open from one browser test to the next, and no longer: Chromium's event loop
    runs, and no other may meanwhile; a house has processes for its bots, reads clocks and collects garbage, which other tests
    take for their own."""
    try:
        yield
    finally:
        if nextitem is None or not nextitem.get_closest_marker("browser"):
            close_chromium()
            close_house()


@pytest.fixture
def house_url() -> str:
    """A running house with bots that answer at once."""
    return house()


@pytest.fixture
def browser() -> Iterator[Browser]:
    """A Chromium that nobody uses yet."""
    if find_chromium() is None:
        pytest.skip("Chromium is not installed")
    if not chromium().is_connected():  # it crashed in an earlier test
        close_chromium()
    yield chromium()
    for context in chromium().contexts:
        context.close()


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
