"""The Chromium of this machine, as the browser tests and the pictures drive it."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")  # as `.ci/chromium.sh` looks for it
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


def find_chromium() -> str | None:
    """Where it is; None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def open_chromium(playwright: Playwright) -> Browser:
    """A browser without a window."""
    return playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
