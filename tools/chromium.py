"""The Chromium installed on this machine, as used by the browser tests and the picture tools."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")  # the same names as in `.ci/chromium.sh`
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
# What nobody needs who looks at pages alone. Of two lists Chromium heeds the last, so the first of these are Playwright's own.
# The last two are the list below the address bar: pages of a hundred scripts, loaded for every window that is opened.
UNUSED = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
)  # fmt: skip


def find_chromium() -> str | None:
    """Its path, or None if it is not installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def open_chromium(playwright: Playwright) -> Browser:
    """A headless browser."""
    return playwright.chromium.launch(executable_path=find_chromium(), args=[*FLAGS, f"--disable-features={','.join(UNUSED)}"])
